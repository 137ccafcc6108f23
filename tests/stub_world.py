"""A real server on loopback that behaves as badly as servers do."""

import json
import time
from contextlib import AbstractContextManager, suppress
from typing import Any

from stub_server import StubHandler, StubServer, serving


class World(StubServer):
    """It answers `/json` with `settings`; other paths misbehave in the way that their name says."""

    def __init__(self) -> None:
        super().__init__(Handler)
        self.settings: Any = {"review": {"enabled": True}}
        self.status = 200
        self.asked: list[str] = []

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{path}"


class Handler(StubHandler):
    """One request."""

    server: World  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        match self.path:
            case "/json":
                self._answer(self.server.status, json.dumps(self.server.settings).encode())
            case "/html":
                self._answer(200, b"<html>We will be back soon</html>")
            case "/latin":
                self._answer(200, "gepr\xfcft: ja".encode("latin-1"), "text/plain; charset=iso-8859-1")
            case "/bytes":
                self._answer(200, b"\xff\xfe\x00checked\x80", "text/plain")
            case "/circle":
                self._answer(302, b"", Location="/circle")
            case "/moved":
                self._answer(301, b"", Location="/json")
            case "/away":
                self._answer(302, b"", Location="file:///etc/passwd")
            case "/hang":
                self.server.over.wait(20)
            case "/trickle":
                self._trickle()
            case "/flood":
                self._flood()
            case "/break":
                self.send_response(200)
                self.send_header("Content-Length", "100")
                self.end_headers()
                self.wfile.write(b"checked")
            case _:
                self._answer(404, b"nothing here")

    def _answer(self, status: int, body: bytes, kind: str = "application/json", **headers: str) -> None:
        self.send(status, {"Content-Type": kind, **headers}, body)

    def _trickle(self) -> None:
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            while not self.server.over.is_set():
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.05)

    def _flood(self) -> None:
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            while not self.server.over.is_set():
                self.wfile.write(b"x" * 65_536)


def world() -> AbstractContextManager[World]:
    """Run a world until it is no longer wanted."""
    return serving(World())
