"""One call of the command line: what its shared options say, and the store that it opens."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from .parameters import Option, parameters_of

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from ..application.agent import Agent
    from ..application.reads import Reads
    from ..application.remembrancer import Remembrancer

STORE = "memory"
AGENT = "default"


class Call:
    """What the shared options say, and how a command opens its store."""

    def __init__(
        self,
        store: Annotated[
            str | None,
            Option("--store", metavar="PATH", help="Folder of the store [REMEMBRANCER_STORE, else ./memory]."),
        ] = None,
        agent: Annotated[
            str | None, Option("--agent", metavar="NAME", help="Whose memory [REMEMBRANCER_AGENT, else default].")
        ] = None,
        by: Annotated[
            str | None, Option("--by", metavar="user:NAME", help="The person who acts, instead of the agent.")
        ] = None,
        json: Annotated[bool, Option("--json", help="Answer with one JSON document.")] = False,
        read_only: Annotated[bool, Option("--read-only", help="Change nothing on disk.")] = False,
    ) -> None:
        self.store = store
        self.agent = agent
        self.by = by
        self.json = json
        self.read_only = read_only

    @property
    def where(self) -> str:
        """Folder of the store."""
        return self.store or os.environ.get("REMEMBRANCER_STORE") or STORE

    @property
    def named_agent(self) -> str | None:
        """The agent that was named, by option or environment; None if none was."""
        return self.agent or os.environ.get("REMEMBRANCER_AGENT") or None

    @contextmanager
    def opened(self) -> "Iterator[Remembrancer]":
        """Open the store for one command; say afterwards what was met and mended.

        Raises:
            StoreError: it cannot be opened.
        """
        from ..application.opening import open_store
        from ..application.remembrancer import Remembrancer

        with Remembrancer(open_store(self.where, read_only=self.read_only)) as memory:
            yield memory
        for notice in memory.notices:  # what the end of the session met is among them: a witness that failed, say
            sys.stderr.write(f"remembrancer: note: {notice}\n")

    def acting(self, memory: "Remembrancer", by: str | None = None) -> "Agent":
        """Return the agent that acts, or through which a person acts."""
        return memory.agent(self.named_agent or AGENT, by=self.by or by)

    def reading(self, memory: "Remembrancer", as_of: str | None = None, valid_at: str | None = None) -> "Reads":
        """Return what the agent believes, or believed at the asked moments.

        Raises:
            UnknownAgent: the agent was named, and has never acted.
        """
        from ..application.reading import check_known

        reads: Reads = memory.agent(self.named_agent or AGENT)
        if self.named_agent is not None:
            check_known(memory.store, reads.name)
        if as_of is not None:
            reads = reads.as_of(as_of)
        return reads if valid_at is None else reads.valid_at(valid_at)

    def person(self) -> str:
        """Return the person who acts: the one named, else whoever is logged in."""
        if self.by is not None:
            return self.by
        import getpass

        try:
            return f"user:{getpass.getuser()}"
        except (KeyError, OSError):  # an account without a name, as in some containers
            return f"user:{os.getuid()}"


SHARED = parameters_of(Call.__init__)
"""The options that every command takes, before or after its name."""


def zone_of(memory: "Remembrancer") -> "ZoneInfo":
    """Return the time zone in which the store's policy reads and shows times."""
    from zoneinfo import ZoneInfo

    return ZoneInfo(memory.policy.timezone)
