"""A real server on loopback that speaks the protocol of OpenAI's embeddings, with the vectors of the tests."""

import json
from contextlib import AbstractContextManager
from typing import Any

from stub_server import StubHandler, StubServer, serving
from word_embedder import row


class Endpoint(StubServer):
    """It answers every request, unless `answers` holds what it is to say first."""

    def __init__(self) -> None:
        super().__init__(Handler)
        self.requests: list[tuple[str, dict[str, str], Any]] = []
        """Path, headers and body of what was asked."""
        self.answers: list[tuple[int, dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(StubHandler):
    """One request."""

    server: Endpoint  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, dict(self.headers.items()), body))
        status, headers, answer = self.server.answers.pop(0) if self.server.answers else (200, {}, vectors(body))
        self.send(status, headers, answer)

    def do_GET(self) -> None:
        self.server.requests.append((self.path, dict(self.headers.items()), None))
        self.send_error(404)


def vectors(body: dict[str, Any]) -> bytes:
    """Return the vectors in another order than asked, as the protocol allows."""
    data = [
        {"object": "embedding", "index": at, "embedding": [float(each) for each in 2 * row(text, body["model"])]}
        for at, text in enumerate(body["input"])
    ]
    return json.dumps({"object": "list", "data": data[::-1], "usage": {}}).encode()


def endpoint() -> AbstractContextManager[Endpoint]:
    """Serve until the block ends."""
    return serving(Endpoint())
