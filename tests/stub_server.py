"""What the servers of the tests share: they are real, stand on loopback, say nothing of themselves, and end in time."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar


class StubServer(ThreadingHTTPServer):
    """A server at a free port."""

    daemon_threads = True

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", 0), handler)
        self.over = threading.Event()
        """Set when the block ends: whoever hangs goes home."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: callers hang up when they have had enough."""


Server = TypeVar("Server", bound=StubServer)


class StubHandler(BaseHTTPRequestHandler):
    """One request."""

    def send(self, status: int, headers: Mapping[str, str], data: bytes) -> None:
        """Answer, with the length of the data unless a header says another."""
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    """Serve until the block ends."""
    with server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()
