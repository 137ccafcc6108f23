"""A real server on loopback that speaks the protocol of OpenAI's chats, and misbehaves when it is told to."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from stub_server import StubHandler, StubServer, serving

Answer = Callable[["Handler"], None]


class Chat(StubServer):
    """It says `says` to every request, unless `answers` holds what is to be done first."""

    def __init__(self, says: str) -> None:
        super().__init__(Handler)
        self.says = says
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        """Path, headers and body of what was asked."""
        self.answers: list[Answer] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def asked(self, number: int = -1) -> tuple[str, str]:
        """Return what the system and what the user said in a request."""
        system, user = self.requests[number][2]["messages"]
        assert (system["role"], user["role"]) == ("system", "user")
        return system["content"], user["content"]


class Handler(StubHandler):
    """One request."""

    server: Chat  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, dict(self.headers.items()), body))
        answer = self.server.answers.pop(0) if self.server.answers else said(self.server.says)
        answer(self)


def said(text: str | None, finish: str = "stop") -> Answer:
    """Answer with a text, as a model does."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    return raw(json.dumps({"id": "1", "object": "chat.completion", "choices": [choice], "usage": {}}).encode())


def raw(data: bytes, status: int = 200, **headers: str) -> Answer:
    """Answer with these bytes."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler: handler.send(status, named, data)


def hang(handler: Handler) -> None:
    """Never answer."""
    handler.server.over.wait()


def drop_by_drop(handler: Handler) -> None:
    """Answer with one byte of a header after another, without an end."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not handler.server.over.wait(0.02):
        handler.wfile.write(b"x")


def hang_up(handler: Handler) -> None:
    """Close the connection without a word."""
    handler.close_connection = True


def chat(says: str = "") -> AbstractContextManager[Chat]:
    """Serve until the block ends."""
    return serving(Chat(says))
