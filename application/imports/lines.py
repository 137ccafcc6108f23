"""From a line of a file, or a note, to the command that records it."""

from __future__ import annotations

import hashlib
from datetime import tzinfo
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.errors import InvalidFile, InvalidInput, InvalidMetadata, InvalidMoment, InvalidName, InvalidText
from ...domain.moments import parse_time
from ...domain.scopes import check_scope
from ...domain.texts import check_agent, check_line
from ..requests import Caller, record_command
from ..store import new_memory_id

if TYPE_CHECKING:
    from ...domain.commands import RecordMemory
    from ...infrastructure.sources.item import Item
    from ..store import Store
    from .surveying import Outcome

ID_CHARS_MAX = 900

_TEXTS = frozenset(
    {"text", "kind", "layer", "category", "summary", "trigger", "source", "session", "key", "because", "scope"}
)
_LISTS = frozenset({"tags", "subjects", "evidence"})
_TIMES = {"at": "occurred_at", "occurred_at": "occurred_at", "valid_from": "valid_from", "valid_to": "valid_to"}
_NUMBERS = frozenset({"importance", "confidence"})


class LineOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What an import says of all its lines."""

    agent: str
    agent_field: str | None
    """Name of the field that says whose a line is; `agent` does not count then."""
    zone: tzinfo | None
    """Zone of times that have none; None: such times are refused."""
    kind: str
    """Kind of a line that says none."""
    to_archive: bool


class Lines:
    """Makes commands of lines and of notes."""

    at_once = 1_000

    def __init__(self, store: Store, actor: str, options: LineOptions) -> None:
        """Take who imports, as people know them."""
        self._store = store
        self._actor = actor
        self._options = options

    def command(self, item: Item) -> RecordMemory:
        """Return the command that records a line; its id, else its content, is the key that keeps it from coming twice.

        Raises:
            InvalidInput: a value is not what its name says.
            NotFound: its evidence is not there.
        """
        said = said_by(item)
        caller = Caller(agent=self._agent(said), actor=self._actor)
        return record_command(self._store, caller, self._fields(said), new_memory_id())

    def judged(self, item: Item) -> RecordMemory:
        """Return what `command` does: a line that can be read at all has its place here."""
        return self.command(item)

    def reused(self, item: Item, *, within: bool) -> str:
        """Say why a line is refused that has the key of an earlier one, and other content."""
        named = said_by(item).get("id")
        if named is None:
            return "it was imported before with other options (time zone, kind, archive); import it with those"
        where = "stands in this file already" if within else "was imported before"
        return f"id {named!r} {where} with other content; revise that memory or give the line a new id"

    def settled(self, outcome: Outcome) -> None:
        """Take in what became of a line: nothing, since no line rests on another."""

    def _agent(self, said: dict[str, Any]) -> str:
        field = self._options.agent_field
        if field is None:
            return self._options.agent
        if field not in said:
            raise InvalidName(f"nothing says whose it is: it has no {field!r}; add one, or name an agent for all")
        name = said[field]
        return check_agent(str(name) if isinstance(name, int) and not isinstance(name, bool) else name)

    def _fields(self, said: dict[str, Any]) -> dict[str, Any]:
        fields: dict[str, Any] = {"kind": self._options.kind}
        kept: dict[str, Any] = {}
        for name, value in said.items():
            if name in _TIMES:
                self._add_time(fields, name, value)
            elif name == "scope" and not self._is_scope(value):
                if self._options.agent_field != "scope":
                    kept[name] = value
            elif name in _TEXTS:
                fields[name] = _text(name, value)
            elif name in _LISTS:
                fields[name] = _list(name, value)
            elif name in _NUMBERS:
                fields[name] = value
            elif name != "metadata":
                kept[name] = value
        fields["metadata"] = _metadata(said.get("metadata"), kept)
        if self._options.to_archive:
            fields["layer"] = "L6"
        fields["idempotency_key"] = _key(said)
        return fields

    def _is_scope(self, value: object) -> bool:
        """Say whether a `scope` is one of ours, rather than something that another product calls so."""
        if self._options.agent_field == "scope":
            return False
        try:
            check_scope(value)
        except InvalidName:
            return False
        return isinstance(value, str)

    def _add_time(self, fields: dict[str, Any], name: str, value: object) -> None:
        if not isinstance(value, str):
            raise InvalidMoment(f"{name!r} must be a time as text such as 2026-05-01T14:00:00+02:00, not {value!r}")
        meaning = _TIMES[name]
        if meaning in fields:
            raise InvalidMoment("both 'at' and 'occurred_at' say when it happened; keep one")
        fields[meaning] = parse_time(value.strip(), self._options.zone)


def said_by(item: Item) -> dict[str, Any]:
    """Return the fields of a line; those that say null are absent.

    Raises:
        InvalidFile: it cannot be read.
    """
    if item.fields is None:
        raise InvalidFile(str(item.fault))
    return {name: value for name, value in item.fields.items() if value is not None}


def _key(said: dict[str, Any]) -> str:
    given = said.get("id")
    if given is None:
        return f"import-content:{hashlib.sha256(msgspec.json.encode(said, order='sorted')).hexdigest()}"
    if isinstance(given, bool) or not isinstance(given, str | int):
        raise InvalidName(f"'id' must be text or a whole number, not {given!r}")
    return f"import:{check_line(str(given), 'the id', ID_CHARS_MAX)}"


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidText(f"{name!r} must be text, not {_shown(value)}; put it into quotes")
    return value


def _shown(value: object) -> str:
    """Return a value as a message may show it: a number as it is, of anything that may hold words only its kind."""
    return repr(value) if isinstance(value, bool | int | float) else f"a {type(value).__name__}"


def _list(name: str, value: object) -> object:
    if not isinstance(value, list):
        raise InvalidInput(f"{name!r} must be a list of texts, not {_shown(value)}; put it into brackets")
    return value  # pyright: ignore[reportUnknownVariableType]  # `record` looks at each of them


def _metadata(given: object, kept: dict[str, Any]) -> dict[str, Any] | None:
    """Return the metadata of a line together with the fields that a record does not have."""
    if given is None:
        return kept or None
    if not isinstance(given, dict):
        raise InvalidMetadata(f"'metadata' must be an object with names and values, not {given!r:.60}")
    twice = sorted(name for name in kept if name in given and given[name] != kept[name])
    if twice:
        raise InvalidMetadata(f"{twice[0]!r} stands in the line and, otherwise, in its metadata; keep one")
    return {**given, **kept}
