"""Telling systemd how a schedule is, in its own words: sd_notify(3), one datagram for each state."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class Systemd:
    """Whoever started the process and listens; nobody, where no socket is named in the environment."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        named = environment.get("NOTIFY_SOCKET", "")
        # A name that begins with @ stands in Linux's abstract namespace, where it begins with a zero byte.
        self._address = f"\0{named[1:]}" if named.startswith("@") else named
        micros = environment.get("WATCHDOG_USEC", "")
        others = environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid())
        self.watchdog_s = int(micros) / 1_000_000 if micros.isdecimal() and int(micros) and not others else None
        """Seconds without a sign of life after which the process is restarted; None: it is not watched."""

    def notify(self, state: str) -> None:
        """Tell a state, such as `READY=1`; that nobody listens any more is no reason to stop."""
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sending:
                sending.sendto(state.encode(), self._address)
        except OSError:
            return
