"""A real server on loopback that speaks the protocol of OpenAI's embeddings, with the vectors of the tests."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from word_embedder import row


class Endpoint(ThreadingHTTPServer):
    """It answers every request, unless `answers` holds what it is to say first."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[tuple[str, dict[str, str], Any]] = []
        """Path, headers and body of what was asked."""
        self.answers: list[tuple[int, dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Endpoint  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, dict(self.headers.items()), body))
        status, headers, answer = self.server.answers.pop(0) if self.server.answers else (200, {}, vectors(body))
        self.send_response(status)
        for name, value in {"Content-Length": str(len(answer)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer)

    def do_GET(self) -> None:
        self.server.requests.append((self.path, dict(self.headers.items()), None))
        self.send_error(404)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def vectors(body: dict[str, Any]) -> bytes:
    """Return the vectors in another order than asked, as the protocol allows."""
    data = [
        {"object": "embedding", "index": at, "embedding": [float(each) for each in 2 * row(text, body["model"])]}
        for at, text in enumerate(body["input"])
    ]
    return json.dumps({"object": "list", "data": data[::-1], "usage": {}}).encode()


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    """Serve until the block ends."""
    with Endpoint() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
