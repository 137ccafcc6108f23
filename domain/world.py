"""What may be asked of the world outside of the log, and what came of asking. Declared in the policy file only.

Nothing here runs anything: these are the words in which a declaration says what to run, and an answer what was found.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

TIMEOUT_S = 30
SIZE_BYTES = 65_536
SIZE_BYTES_MAX = 65_536
REDIRECTS_MAX = 5

OutcomeState = Literal["ok", "failed", "unreachable"]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How long an answer may take, and how large it may be."""

    timeout_s: float = TIMEOUT_S
    """For all of it: a server that sends a byte now and then is cut off as one that is silent."""
    size_bytes: int = SIZE_BYTES
    """What is larger is no answer: a part of it would be taken for the whole."""


class CommandSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A program with its arguments; no shell reads them."""

    argv: tuple[str, ...]
    folder: str = ""
    """Where it runs; nothing: where the caller says."""
    charset: str = ""
    """The encoding of what it prints, where that is not UTF-8."""


class UrlSpec(msgspec.Struct, frozen=True, kw_only=True):
    """An address, `http://…` or `https://…`, that is read with GET."""

    url: str
    charset: str = ""
    """The encoding of the answer where that does not say one, and is not UTF-8."""
    headers_from: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    """Headers, each with the environment variable that holds its value: a secret stands in no file here."""


class SqlSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A query of a database, which can only read: `sqlite:///path`, a path, or `postgresql://…`."""

    dsn: str
    query: str
    as_json: bool = False
    """Whether the answer is a JSON list of rows, each a list of values, in place of text for people."""


class PythonSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A function without arguments, `module:function`, that is called in a process of its own."""

    target: str
    folder: str = ""
    """Where its module may be found besides; nothing: where the caller says."""
    as_json: bool = False
    """Whether text that it returns is given as JSON too."""


Spec = CommandSpec | UrlSpec | SqlSpec | PythonSpec


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of asking."""

    state: OutcomeState
    """`ok`: here is the answer. `failed`: the world answered, and not with what was asked for. `unreachable`: it did
    not answer, so nothing is known."""
    text: str = ""
    """What it answered, also where it failed, as far as it was taken."""
    detail: str = ""
    """Why there is no answer, or what had to be done to read it; names no more of an address than its host."""
    code: int | None = None
    """The exit code of a program, or the status of an answer (RFC 9110)."""


def failed(detail: str, *, text: str = "", code: int | None = None) -> Outcome:
    """Return that the world answered, and not with what was asked for."""
    return Outcome(state="failed", text=text, detail=detail, code=code)


def unreachable(detail: str, *, code: int | None = None) -> Outcome:
    """Return that nothing is known."""
    return Outcome(state="unreachable", detail=detail, code=code)
