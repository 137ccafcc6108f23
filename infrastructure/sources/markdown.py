"""Markdown notes: one memory a file, with front matter for what it says besides its text.

    ---
    kind: decision
    tags: [budget, "travel, far"]
    importance: 8
    ---
    We fly to Lisbon in May.

Front matter is this subset of YAML: `name: value` lines, lists in brackets or as `- item` lines below a name, JSON
objects, texts in quotes, lines of comment. `importance` and `confidence` are numbers; names that a record does not have
may hold numbers, true and false; all else is text, and null is nothing. What YAML would read in another way must be
quoted. Whatever follows the second `---` is the text, as it is.
"""

import os
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...domain.errors import InvalidFile
from .item import FORM, ITEM_BYTES_MAX, Item
from .jsonl import BOM
from .strict_json import decode, parse_object

SUFFIX = ".md"

_FENCE = re.compile(r"---[ \t]*")
_NAME = re.compile(r"([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(.*))?")
_DASH = re.compile(r"[ \t]*-[ \t]+(.*)")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_NEEDS_QUOTES = re.compile(r"[&*!|>%@`,{}\[\]#?]|- |: ")
_IN_BRACKETS = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,"'\[\]{}][^,\[\]{}]*)\s*(,|$)""")
_NUMBERS = frozenset({"importance", "confidence"})
_TEXTS = frozenset(
    {
        "agent",
        "at",
        "because",
        "category",
        "evidence",
        "id",
        "key",
        "kind",
        "layer",
        "occurred_at",
        "scope",
        "session",
        "source",
        "speaker",
        "subjects",
        "summary",
        "tags",
        "text",
        "trigger",
        "valid_from",
        "valid_to",
    }
)
"""Names whose values are texts or lists of texts, whatever they look like: `session: 12` names the session "12"."""


def is_note(path: str) -> bool:
    """Say whether a file is a note, by its name."""
    return path.lower().endswith(SUFFIX)


class NotesSource:
    """Notes of one folder, in the order of their paths."""

    def __init__(self, folder: str, names: Sequence[str]) -> None:
        """Take the paths of notes within `folder`, with slashes."""
        self._folder = folder
        self._names = names
        self.form: FORM = "notes"
        self.size_bytes: int | None = sum(os.path.getsize(os.path.join(folder, name)) for name in names)

    @classmethod
    def of_folder(cls, folder: str) -> "NotesSource":
        """Return all notes of a folder and its folders; neither hidden ones nor symbolic links.

        Raises:
            InvalidFile: there are none.
        """
        names = sorted(_note_names(folder))
        if not names:
            raise InvalidFile(f"the folder {folder!r} holds no notes (*{SUFFIX}); name another, or a file")
        return cls(folder, names)

    @classmethod
    def of_file(cls, path: str) -> "NotesSource":
        """Return one note."""
        folder, name = os.path.split(path)
        return cls(folder, [name])

    def items(self) -> Iterator[Item]:
        """Yield each note; its path within the folder is its id, unless its front matter says another."""
        for name in self._names:
            size = 0
            try:
                with open(os.path.join(self._folder, name), "rb") as file:
                    data = file.read(ITEM_BYTES_MAX + 1)
                size = len(data)
                fields = parse_note(data)
                if fields.get("id") is None:
                    fields["id"] = name
                yield Item(where=name, fields=fields, size_bytes=size)
            except OSError as fault:
                yield Item(where=name, fields=None, fault=f"cannot be read: {fault.strerror}", size_bytes=size)
            except InvalidFile as fault:
                yield Item(where=name, fields=None, fault=str(fault), size_bytes=size)

    def close(self) -> None:
        """Do nothing: each file was closed after its reading."""


def parse_note(data: bytes) -> dict[str, Any]:
    """Return what a note says, by the names of a record; its text under `text`.

    Raises:
        InvalidFile: it is too large, not UTF-8, or its front matter cannot be read.
    """
    if len(data) > ITEM_BYTES_MAX:
        raise InvalidFile(f"the file is larger than {ITEM_BYTES_MAX} bytes; split it")
    text = decode(data.removeprefix(BOM))
    # Lines end at line feeds only: other separators belong to the text.
    lines = text.split("\n")
    if not _is_fence(lines[0]):
        return {"text": text}
    end = next((index for index, line in enumerate(lines[1:], 1) if _is_fence(line)), None)
    if end is None:
        raise InvalidFile("the front matter that begins in line 1 does not end; close it with a line ---")
    return {**_front_matter([line.rstrip() for line in lines[1:end]]), "text": "\n".join(lines[end + 1 :])}


def _note_names(folder: str) -> Iterator[str]:
    def refuse(fault: OSError) -> None:
        raise fault

    for place, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = os.path.join(place, name)
            if is_note(name) and not name.startswith(".") and not os.path.islink(path):
                yield os.path.relpath(path, folder).replace(os.sep, "/")


def _is_fence(line: str) -> bool:
    return _FENCE.fullmatch(line.rstrip("\r")) is not None


def _front_matter(lines: Sequence[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    open_list: list[Any] | None = None
    name = ""
    for number, line in enumerate(lines, 2):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        dash = _DASH.fullmatch(line)
        if dash and open_list is not None:
            open_list.append(_scalar(name, dash[1].strip(), number))
            fields[name] = open_list
            continue
        found = _NAME.fullmatch(line)
        if not found:
            raise InvalidFile(f"line {number} of the front matter cannot be read: {line[:60]!r}; write name: value")
        name = found[1]
        if name in fields:
            raise InvalidFile(f"line {number} of the front matter says {name!r} again; keep one")
        if name == "text":
            raise InvalidFile(f"line {number} of the front matter says 'text'; the text of a note follows below it")
        value = (found[2] or "").strip()
        open_list = None if value else []
        fields[name] = _value(name, value, number) if value else None
    return fields


def _value(name: str, value: str, number: int) -> Any:
    if value.startswith("["):
        return _bracket_list(name, value, number)
    if value.startswith("{"):
        try:
            return parse_object(value.encode())
        except InvalidFile as fault:
            raise InvalidFile(f"line {number} of the front matter: {fault}") from None
    return _scalar(name, value, number)


def _bracket_list(name: str, value: str, number: int) -> list[Any]:
    inner = value[1:-1].strip()
    items: list[Any] = []
    place = 0
    while value.endswith("]") and place < len(inner):
        found = _IN_BRACKETS.match(inner, place)
        if not found:
            break
        items.append(_scalar(name, found[1].strip(), number))
        place = found.end()
    if not value.endswith("]") or place < len(inner) or inner.endswith(","):
        raise InvalidFile(f"line {number} of the front matter holds no list: {value[:60]!r}; write [one, two]")
    return items


def _scalar(name: str, value: str, number: int) -> Any:
    if value[:1] == '"':
        return _json_text(value, number)
    if value[:1] == "'":
        if len(value) < 2 or not re.fullmatch(r"(?:[^']|'')*", value[1:-1]) or value[-1] != "'":
            raise InvalidFile(f"line {number} of the front matter has a quote that does not end: {value[:60]!r}")
        return value[1:-1].replace("''", "'")
    if _NEEDS_QUOTES.match(value) or " #" in value or "\t#" in value:
        raise InvalidFile(f"line {number} of the front matter can be read in several ways: {value[:60]!r}; quote it")
    if value in {"null", "~"}:
        return None
    if name in _TEXTS:
        return value
    if _NUMBER.fullmatch(value):
        return parse_object(f'{{"number": {value}}}'.encode())["number"]
    if name not in _NUMBERS and value in {"true", "false"}:
        return value == "true"
    return value


def _json_text(value: str, number: int) -> str:
    try:
        found = parse_object(f'{{"text": {value}}}'.encode())
    except InvalidFile:
        found = {}
    if len(found) != 1:
        raise InvalidFile(f"line {number} of the front matter has a quote that cannot be read: {value[:60]!r}")
    text: str = found["text"]
    return text
