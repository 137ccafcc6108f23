"""A real web server on loopback that says what it is told to, and misbehaves when it is told to."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DRIP_S = 0.05


class Site(ThreadingHTTPServer):
    """Each path has an answer of its own."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: dict[str, Callable[[Handler], None]] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        """Path and headers of what was asked."""
        self.over = threading.Event()
        """Set when the block ends: whoever hangs goes home."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def says(self, path: str, data: bytes | str, status: int = 200, **headers: str) -> None:
        """Answer a path with some bytes."""
        body = data.encode() if isinstance(data, str) else data
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers[path] = lambda asked: asked.send(status, named, body)

    def redirects(self, path: str, to: str, status: int = 302) -> None:
        """Send whoever asks for a path elsewhere."""
        self.says(path, b"", status, Location=to)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: callers hang up when they have had enough."""


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Site  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_GET(self) -> None:
        self.server.requests.append((self.path, dict(self.headers.items())))
        answer = self.server.answers.get(self.path)
        if answer is None:
            self.send(404, {}, b"nothing here")
        else:
            answer(self)

    def send(self, status: int, headers: dict[str, str], data: bytes) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def hang(asked: Handler) -> None:
    """Accept, and never answer."""
    asked.server.over.wait()


def drip(asked: Handler) -> None:
    """Send a byte of the body now and then, for ever."""
    asked.send_response(200)
    asked.end_headers()
    while not asked.server.over.wait(DRIP_S):
        asked.wfile.write(b"x")


def drip_head(asked: Handler) -> None:
    """Send a byte of a header now and then, for ever."""
    asked.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not asked.server.over.wait(DRIP_S):
        asked.wfile.write(b"x")


def flood(asked: Handler) -> None:
    """Send without an end."""
    asked.send_response(200)
    asked.end_headers()
    while not asked.server.over.is_set():
        asked.wfile.write(b"x" * 10_000)


def cut_short(asked: Handler) -> None:
    """Promise more than is sent."""
    asked.send_response(200)
    asked.send_header("Content-Length", "500")
    asked.end_headers()
    asked.wfile.write(b"half of it")


@contextmanager
def site() -> Iterator[Site]:
    """Run one for a while."""
    with Site() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()
