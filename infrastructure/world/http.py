"""Reading an address: over http and https only, with few redirects, bounded in time and size as a whole.

A time-out of a socket begins anew with each byte. So a clock of its own cuts the connection when time is up, and an
answer that trickles in is cut off as one that never comes. A header whose value is a secret goes to the declared host
only, and never on to where that one redirects.
"""

from __future__ import annotations

import base64
import http.client
import os
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from ...domain.world import REDIRECTS_MAX, Outcome, failed, unreachable
from ..waiting import wait_for
from .decoding import decode

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...domain.world import Limits, UrlSpec

CHUNK_BYTES = 16_384
AGENT = "remembrancer"
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""What an address may answer now, and not a moment later: nothing is known of what it would say."""
FAULTS = (OSError, http.client.HTTPException, ValueError)


class _Refused(Exception):  # never leaves this module
    """The answer leads where nobody may go, or is too large."""


def read_url(spec: UrlSpec, limits: Limits, stop: threading.Event | None = None) -> Outcome:
    """Return what an address answers; `failed` for a refusal, `unreachable` where it does not answer in time."""
    parts = urllib.parse.urlsplit(spec.url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return failed("the address is none of http or https")
    host = parts.hostname
    wanted = _request(spec, parts)
    if isinstance(wanted, str):
        return unreachable(wanted)
    reading = _Reading(wanted, limits, spec.charset)
    # A name that nobody resolves cannot be given up from within: who asked goes on, and the thread ends by itself.
    worker = threading.Thread(target=reading.run, name="remembrancer-url", daemon=True)
    worker.start()
    wait_for(worker, limits.timeout_s, stop)
    if reading.outcome is None:
        reading.cut()
        return unreachable(f"{host} did not answer within {limits.timeout_s:g} s")
    return reading.outcome


def _request(spec: UrlSpec, parts: urllib.parse.SplitResult) -> urllib.request.Request | str:
    """Return what is sent, or why nothing can be."""
    place = parts.netloc.rpartition("@")[2]
    bare = urllib.parse.urlunsplit((parts.scheme, place, parts.path or "/", parts.query, ""))
    request = urllib.request.Request(bare, headers={"User-Agent": AGENT, "Accept-Encoding": "identity"})  # noqa: S310 - the scheme was looked at
    if parts.username is not None:
        named = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
        # Unredirected: sent to this host only.
        request.add_unredirected_header("Authorization", f"Basic {base64.b64encode(named.encode()).decode()}")
    for header, variable in spec.headers_from.items():
        value = os.environ.get(variable)
        if not value:
            return f"the environment variable {variable} is not set, which the header {header} is taken from"
        request.add_unredirected_header(header, value)
    return request


class _Reading:
    """One address being read in a thread."""

    def __init__(self, request: urllib.request.Request, limits: Limits, charset: str) -> None:
        self.outcome: Outcome | None = None
        self._request = request
        self._limits = limits
        self._charset = charset
        self._until = time.monotonic() + limits.timeout_s
        self._over = False
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        """Guards the two above."""

    def run(self) -> None:
        """Read; what came of it is left in `outcome`."""
        try:
            self.outcome = self._read()
        except _Refused as refusal:
            self.outcome = failed(str(refusal))
        except urllib.error.HTTPError as answer:
            with answer:
                self.outcome = _answered(answer.code, self._host(answer.url))
        except FAULTS as fault:
            self.outcome = unreachable(f"{self._host(None)} {_why(fault, self._limits.timeout_s)}")

    def cut(self) -> None:
        """Cut whatever connection there is: a thread that waits for it ends."""
        with self._lock:
            self._over = True
            for one in self._sockets:
                _shut(one)

    def watch(self, connected: socket.socket) -> None:
        """Take note of a connection that may have to be cut."""
        with self._lock:
            self._sockets.append(connected)
            if self._over:
                _shut(connected)

    def _read(self) -> Outcome:
        opener = urllib.request.OpenerDirector()
        for handler in (
            urllib.request.ProxyHandler(),
            _handler(http.client.HTTPConnection, "http", self.watch),
            _handler(http.client.HTTPSConnection, "https", self.watch),
            urllib.request.HTTPDefaultErrorHandler(),
            _Redirects(),
            urllib.request.HTTPErrorProcessor(),
        ):
            opener.add_handler(handler)
        with opener.open(self._request, timeout=self._left_s()) as answer:
            data = self._taken(answer)
            said = answer.headers.get_content_charset() or self._charset
            text, detail = decode(data, said)
            return Outcome(state="ok", text=text, detail=detail, code=answer.status)

    def _taken(self, answer: Any) -> bytes:
        data = bytearray()
        while chunk := answer.read1(CHUNK_BYTES):
            data += chunk
            if len(data) > self._limits.size_bytes:
                raise _Refused(f"{self._host(answer.url)} sent more than {self._limits.size_bytes} bytes")
            self._left_s()
        # An answer that says its length and ends before is none: a part would be taken for the whole.
        if answer.length:
            raise http.client.IncompleteRead(b"", answer.length)
        return bytes(data)

    def _left_s(self) -> float:
        left_s = self._until - time.monotonic()
        if left_s <= 0:
            raise TimeoutError
        return left_s

    def _host(self, url: str | None) -> str:
        return urllib.parse.urlsplit(url or self._request.full_url).hostname or "the address"


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows few redirects, and only to http and https."""

    max_redirections = REDIRECTS_MAX

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if urllib.parse.urlsplit(newurl).scheme not in {"http", "https"}:
            raise _Refused(f"{req.host} redirects to another kind of address")
        if len(getattr(req, "redirect_dict", ())) >= REDIRECTS_MAX:
            raise _Refused(f"{req.host} redirects more than {REDIRECTS_MAX} times")
        if req.type == "https" and newurl.startswith("http:"):
            raise _Refused(f"{req.host} redirects from https to http")
        return super().redirect_request(req, fp, code, msg, headers, newurl)

    def http_error_302(self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any) -> Any:
        if len(getattr(req, "redirect_dict", ())) >= REDIRECTS_MAX:
            raise _Refused(f"{req.host} redirects more than {REDIRECTS_MAX} times")
        try:
            return super().http_error_302(req, fp, code, msg, headers)
        except urllib.error.HTTPError as fault:
            with fault:
                raise _Refused(f"{req.host} redirects in a circle, or to another kind of address") from None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


def _handler(
    kind: type[http.client.HTTPConnection], scheme: str, watch: Callable[[socket.socket], None]
) -> urllib.request.BaseHandler:
    """Return what opens one kind of address, and has each of its connections watched."""

    class Watched(kind):
        def connect(self) -> None:
            super().connect()
            watch(self.sock)

    class Handler(urllib.request.AbstractHTTPHandler):
        pass

    def opened(self: Handler, request: urllib.request.Request) -> Any:
        return self.do_open(Watched, request)

    setattr(Handler, f"{scheme}_open", opened)
    setattr(Handler, f"{scheme}_request", urllib.request.AbstractHTTPHandler.do_request_)
    return Handler()


def _answered(code: int, host: str) -> Outcome:
    said = f"{host} answers {code} {http.client.responses.get(code, '')}".strip()
    return unreachable(said, code=code) if code in PASSING else failed(said, code=code)


def _why(fault: BaseException, timeout_s: float) -> str:
    """Return why there is no answer, without a word of what was sent."""
    inner = fault.reason if isinstance(fault, urllib.error.URLError) else fault
    if isinstance(inner, TimeoutError):
        return f"did not answer within {timeout_s:g} s"
    if isinstance(inner, OSError) and inner.strerror:
        return f"does not answer: {inner.strerror}"
    return f"does not answer ({type(inner).__name__})"


def _shut(connected: socket.socket) -> None:
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)
