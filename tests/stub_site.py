"""A real web server on loopback that says what it is told to, and misbehaves when it is told to."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from stub_server import StubHandler, StubServer, serving

DRIP_S = 0.05


class Site(StubServer):
    """Each path has an answer of its own."""

    def __init__(self) -> None:
        super().__init__(Handler)
        self.answers: dict[str, Callable[[Handler], None]] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        """Path and headers of what was asked."""

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


class Handler(StubHandler):
    """One request."""

    server: Site  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_GET(self) -> None:
        self.server.requests.append((self.path, dict(self.headers.items())))
        answer = self.server.answers.get(self.path)
        if answer is None:
            self.send(404, {}, b"nothing here")
        else:
            answer(self)


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


def site() -> AbstractContextManager[Site]:
    """Run one for a while."""
    return serving(Site())
