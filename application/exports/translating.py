"""Events of another store under the keys of this one: names, people and sealed words; everything else as it was."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, cast

import msgspec

from ...domain.content import Box
from ...domain.events import StoreCreated
from ...infrastructure.codec import canonical
from ...infrastructure.rows import tags_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...infrastructure.exports.lines import EventLine
    from ...infrastructure.keys import KeyStore
    from ...infrastructure.sealing import Sealer

    Row = tuple[int, int, str, str, bytes]

_NAMED = ("fact", "session", "task", "intent", "check", "mirror")
"""Fields, and families of tags, that hold the keyed hash of a name."""
_PERSON = re.compile(r"(?:user:)?(sub_[0-9a-z]{16})")
_AS_THEY_ARE = frozenset({"box", "settings", "note"})
"""Fields that hold no names of people."""


class Translation:
    """From the lines of an export to rows of a log here.

    A name is known from the words that brought it. One that nobody can read any more keeps the hash that it had: it is
    the same name wherever it stands, and nobody finds it by asking.

    Args:
        people: names by the pseudonyms of the origin.
        store_id: id of the store that is made.
    """

    def __init__(self, keys: KeyStore, sealer: Sealer, people: Mapping[str, str], store_id: str) -> None:
        self._keys = keys
        self._sealer = sealer
        self._store_id = store_id
        known = keys.pseudonyms(people.values()) if people else {}
        self._people = {pseudonym: known[name] for pseudonym, name in people.items()}
        self._names: dict[tuple[str, str], str] = {}

    def rows(self, lines: Sequence[EventLine]) -> list[Row]:
        """Return the rows of some lines, in order.

        Raises:
            KeysLocked, StoreReadOnly, StoreBusy, StoreFull: fresh keys could not be stored.
        """
        bodies = [cast("dict[str, Any]", msgspec.json.decode(line.data)) for line in lines]
        boxes = [self._box(body) for body in bodies]
        for line, body, box in zip(lines, bodies, boxes, strict=True):
            if line.words is not None:
                self._learn(body, json.loads(line.words), box.subjects if box else ())
        worded = [number for number, line in enumerate(lines) if line.words is not None]
        plains = [
            (lines[number].type, (lines[number].words or "").encode(), _subjects(boxes[number])) for number in worded
        ]
        for number, sealed in zip(worded, self._sealer.seal_plain_many(plains), strict=True):
            boxes[number] = sealed
        return [self._row(line, body, box) for line, body, box in zip(lines, bodies, boxes, strict=True)]

    def _row(self, line: EventLine, body: dict[str, Any], box: Box | None) -> Row:
        said = {name: value if name in _AS_THEY_ARE else self._translated(value) for name, value in body.items()}
        for family in _NAMED:
            if isinstance(said.get(family), str):
                said[family] = self._names.get((family, said[family]), said[family])
        if "box" in said:
            said["box"] = msgspec.to_builtins(box)
        if line.type == StoreCreated.TYPE:
            said["store"] = self._store_id
        tags = sorted(self._tag(tag) for tag in msgspec.json.decode(line.tags, type=list[str]))
        return line.position, int(line.at), line.type, tags_text(tuple(tags)), canonical(said)

    def _box(self, body: dict[str, Any]) -> Box | None:
        """Return the box of an event with the pseudonyms of this store; its words are still those of the other."""
        box = None if body.get("box") is None else msgspec.convert(body["box"], Box)
        if box is None:
            return None
        people = sorted(self._people.get(pseudonym, pseudonym) for pseudonym in box.subjects)
        return msgspec.structs.replace(box, subjects=tuple(people))

    def _learn(self, body: dict[str, Any], words: dict[str, Any], subjects: Sequence[str]) -> None:
        """Take the names of an event from its words."""
        metadata = words.get("metadata")
        signature = cast("dict[str, Any]", metadata).get("signature") if isinstance(metadata, dict) else None
        said = {
            "fact": words.get("key"),
            "session": words.get("session"),
            "task": words.get("task"),
            "intent": signature,
            "check": words.get("check"),
            "mirror": words.get("mirror"),
        }
        for family, name in said.items():
            old = body.get(family)
            if isinstance(old, str) and isinstance(name, str) and (family, old) not in self._names:
                about = subjects if family == "fact" else ()
                self._names[family, old] = self._keys.name_tag(family, name, about)

    def _translated(self, value: Any) -> Any:
        match value:
            case str():
                found = _PERSON.fullmatch(value)
                return value.replace(found[1], self._people.get(found[1], found[1])) if found else value
            case list():
                return [self._translated(item) for item in cast("list[Any]", value)]
            case dict():
                return {name: self._translated(item) for name, item in cast("dict[str, Any]", value).items()}
            case _:
                return value

    def _tag(self, tag: str) -> str:
        family, colon, value = tag.partition(":")
        if family == "subject":
            return f"subject:{self._people.get(value, value)}"
        return f"{family}{colon}{self._names.get((family, value), value)}" if family in _NAMED else tag


def _subjects(box: Box | None) -> tuple[str, ...]:
    return box.subjects if box else ()
