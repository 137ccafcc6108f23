"""The command line as tests call it."""

import json
from collections.abc import Callable
from typing import Any


class Answer:
    """What a command said."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        """The one document on stdout."""
        assert self.code in {0, 1}, self.err
        return json.loads(self.out)

    @property
    def id(self) -> str:
        """The id with which a line about a memory begins."""
        assert self.code == 0, self.err
        return self.out.split()[0]


Run = Callable[..., Answer]


def assert_refused(answer: Answer, said: str) -> None:
    """Check that a command was refused in one line that says something."""
    assert answer.code == 2, answer.out
    assert answer.out == ""
    assert answer.err.startswith("remembrancer: ")
    assert answer.err.count("\n") == 1
    assert said in answer.err, answer.err


def position(run: Run) -> int:
    """Return the last position of the log."""
    found = run("rebuild", "--check", "--json").json["position"]
    assert isinstance(found, int)
    return found
