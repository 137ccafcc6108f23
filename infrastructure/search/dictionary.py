"""The words and the names of one domain, which no general dictionary has.

A file of them is UTF-8, with or without a byte order mark, one entry on a line:

    五元组                                a word that is cut out whole
    云计算 5000 n                         with jieba's frequency and tag; the tag says nothing here
    Edu Trust认证                         also of several words and scripts
    five-factor = 五因子 = 信任验证       names of the same thing, which count as one term
    # a comment, on a line of its own or after a blank

The words and names that ship with the package come first; those of a store stand in its `custom_dict.txt`.
"""

import fcntl
import hashlib
import os
import re
import shutil
import tempfile
import time
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Self

import msgspec

from ...domain.errors import InvalidFile, StoreReadOnly
from ...domain.texts import shown
from .segmenter import FREQUENCY_MAX, engine_name, simplified_path

FILE_NAME = "custom_dict.txt"
RULES_VERSION = 1
"""Raised whenever the same text with the same dictionary gives other terms: an index of another number is stale."""

NAME_CHARS_MAX = 64
FILE_BYTES_MAX = 16 * 1024 * 1024
SETTLED_S = 2
"""A file changed this shortly before it was read may change again without its time of change showing it."""

_COMMENT = re.compile(r"(?:^|\s)#(?:\s.*)?$|^\s*#.*$")
_WORD = re.compile(r"(?P<word>\S.*?)(?:\s+(?P<frequency>[0-9]+)(?:\s+[a-z]+)?|(?<=[^\x00-\x7f])\s+[a-z]{1,2})?")
"""A tag may follow a Chinese word without a frequency, as jieba has it; after others it would be the next word."""
_SAYS_SOMETHING = re.compile(r"[^\W_]")


class Entry(msgspec.Struct, frozen=True):
    """One line of a dictionary."""

    names: tuple[str, ...]
    """One for a word, several for names of the same thing; as written, in NFKC."""
    frequency: int | None = None
    """Of a word, in jieba's measure."""


class Dictionary:
    """The domain words and aliases in force, as they were when the files were read. Never changes afterwards."""

    def __init__(self, entries: tuple[Entry, ...], path: str | None = None, seen: "_Seen | None" = None) -> None:
        self.entries = entries
        self._path = path
        self._seen = seen

    @classmethod
    def load(cls, folder: Path | None) -> Self:
        """Read what ships with the package, and the `custom_dict.txt` of a store's folder if there is one.

        Raises:
            InvalidFile: a line says something impossible; the message names it.
        """
        shipped = _parsed(_shipped_path())
        if folder is None:
            return cls(shipped)
        path = os.path.join(folder, FILE_NAME)
        seen = _Seen.look(path)
        return cls(shipped + _entries(seen.content, path), path, seen)

    @cached_property
    def words(self) -> dict[str, int | None]:
        """All words with their frequencies, None where the line gives none; a later line wins."""
        return {entry.names[0]: entry.frequency for entry in self.entries if len(entry.names) == 1}

    @cached_property
    def aliases(self) -> tuple[tuple[str, ...], ...]:
        """The groups of names that mean the same; lines that share a name are one group, called by its first name."""
        groups: dict[int, dict[str, None]] = {}
        group_of: dict[str, int] = {}
        for number, entry in enumerate(self.entries):
            if len(entry.names) == 1:
                continue
            shared = sorted({group_of[key] for key in _keys(entry.names) & group_of.keys()})
            names: dict[str, None] = {}
            for other in shared:
                names |= groups.pop(other)
            names |= dict.fromkeys(entry.names)
            first = shared[0] if shared else number
            groups[first] = names
            group_of |= dict.fromkeys(_keys(names), first)
        return tuple(tuple(groups[number]) for number in sorted(groups))

    @cached_property
    def identity(self) -> str:
        """64 hexadecimal digits that are others whenever a text may give other terms: an index keeps them."""
        parts = (_libraries(), sorted(self.words.items()), self.aliases)
        return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()

    def changed(self) -> bool:
        """Say whether the store's file is another than the one read. Costs one look at its size and time of change."""
        return self._path is not None and self._seen is not None and self._seen.differs(self._path)


class _Seen(msgspec.Struct, frozen=True):
    """A file as it was read; one that is not there is empty."""

    content: bytes
    stamp: tuple[int, int, int] | None
    """Inode, size and time of change in nanoseconds."""
    settled: bool
    """Whether another content would have another stamp."""

    @classmethod
    def look(cls, path: str) -> Self:
        stamp = _stamp(path)
        try:
            with open(path, "rb") as file:
                content = file.read(FILE_BYTES_MAX + 1)
        except FileNotFoundError:
            return cls(b"", None, settled=True)
        except OSError as fault:
            raise InvalidFile(
                f"cannot read dictionary {path!r}: {fault.strerror}; let it be read, or move it"
            ) from fault
        if len(content) > FILE_BYTES_MAX:
            raise InvalidFile(f"dictionary {path!r} has over {FILE_BYTES_MAX} bytes; shorten it")
        # Invariant: the stamp is older than the content, so that a change meanwhile shows next time.
        settled = stamp is not None and abs(time.time_ns() - stamp[2]) > SETTLED_S * 1_000_000_000
        return cls(content, stamp, settled)

    def differs(self, path: str) -> bool:
        if _stamp(path) != self.stamp:
            return True
        return not self.settled and self.look(path).content != self.content


def add_word(folder: Path, line: str) -> Entry:
    """Add one line to the `custom_dict.txt` of a folder, whole or not at all, and return what it says.

    Others who add at the same moment wait; readers see the old file or the new one.

    Raises:
        InvalidFile: the line is no entry, or says what the dictionary says already; nothing was added.
        StoreReadOnly: the folder cannot be written.
    """
    path = os.path.realpath(os.path.join(folder, FILE_NAME))
    added = _one_entry(line)
    try:
        with _locked(os.path.dirname(path)):
            before = _Seen.look(path).content
            for entry in _parsed(_shipped_path()) + _entries(before, path):
                if _says_already(entry, added):
                    raise InvalidFile(f"{_shown(added)} is in the dictionary already; nothing was added")
            gap = b"" if not before or before.endswith(b"\n") else b"\n"
            _replace(path, before + gap + line.strip().encode() + b"\n")
    except OSError as fault:
        raise StoreReadOnly(f"cannot write {path!r}: {fault.strerror}; let its folder be written") from fault
    return added


def _one_entry(line: str) -> Entry:
    where = "the line to add"
    if len(line.strip().splitlines()) != 1:
        raise InvalidFile(f"{where} is {shown(line)}; give one line with a word, or with names joined by '='")
    entry = _entry(line.strip(), where)
    if entry is None:
        raise InvalidFile(f"{where} is {shown(line)}, a comment; give a word, or names joined by '='")
    return entry


def _says_already(entry: Entry, added: Entry) -> bool:
    if len(added.names) == 1:
        return len(entry.names) == 1 and _keys(entry.names) == _keys(added.names)
    return len(entry.names) > 1 and _keys(added.names) <= _keys(entry.names)


def _keys(names: Iterable[str]) -> set[str]:
    return {name.casefold() for name in names}


def _shown(entry: Entry) -> str:
    return shown(" = ".join(entry.names))


@cache
def _shipped_path() -> str:
    return os.path.join(os.path.dirname(__file__), "dictionary.txt")


@cache
def _parsed(path: str) -> tuple[Entry, ...]:
    with open(path, "rb") as file:
        return _entries(file.read(), path)


def _entries(content: bytes, path: str) -> tuple[Entry, ...]:
    """Read a dictionary's bytes; the path is for messages."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content[: fault.start].count(b"\n") + 1
        raise InvalidFile(f"dictionary {path!r}, line {line}: it is not UTF-8; save the file as UTF-8") from None
    found = (_entry(line, f"dictionary {path!r}, line {number}") for number, line in enumerate(text.split("\n"), 1))
    return tuple(entry for entry in found if entry)


def _entry(line: str, where: str) -> Entry | None:
    """Read one line; None if it is blank or a comment.

    Raises:
        InvalidFile: it is no entry.
    """
    line = unicodedata.normalize("NFKC", _COMMENT.sub("", line)).strip()
    if not line:
        return None
    if "=" in line:
        names = tuple(dict.fromkeys(_name(name.strip(), where) for name in line.split("=")))
        if len(_keys(names)) < 2:
            raise InvalidFile(f"{where}: {shown(line)} names one thing by one name; give two names, or the word alone")
        return Entry(names)
    found = _WORD.fullmatch(line)
    assert found is not None, "a line that is not blank is a word at least"
    frequency = int(found["frequency"][:12]) if found["frequency"] else None
    if frequency is not None and not 0 < frequency <= FREQUENCY_MAX:
        raise InvalidFile(f"{where}: {shown(line)} has the frequency {frequency}; use 1 to {FREQUENCY_MAX}, or none")
    return Entry((_name(found["word"], where),), frequency)


def _name(name: str, where: str) -> str:
    if not _SAYS_SOMETHING.search(name):
        raise InvalidFile(f"{where}: {shown(name)} has no letter or digit; write a word, or names joined by '='")
    if len(name) > NAME_CHARS_MAX:
        raise InvalidFile(f"{where}: {shown(name)} has {len(name)} characters; use at most {NAME_CHARS_MAX}")
    if not name.isprintable():
        raise InvalidFile(f"{where}: {shown(name)} holds a character that cannot be shown; remove it")
    return name


@cache
def _libraries() -> tuple[str, ...]:
    """Return what cuts and folds besides the dictionary, with versions."""
    with open(simplified_path(), "rb") as file:
        table = hashlib.sha256(file.read()).hexdigest()
    engine = engine_name()
    return (
        f"rules {RULES_VERSION}",
        f"unicode {unicodedata.unidata_version}",
        f"snowball {version('PyStemmer')}",
        f"{engine} {version(engine)}",
        f"simplified {table}",
    )


def _stamp(path: str) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


@contextmanager
def _locked(folder: str) -> Iterator[None]:
    """Hold a lock on a folder that only those who add words take."""
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _replace(path: str, content: bytes) -> None:
    folder = os.path.dirname(path)
    handle, beside = tempfile.mkstemp(dir=folder, prefix=f".{FILE_NAME}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(path):
            shutil.copymode(path, beside)
        os.replace(beside, path)
    except OSError:
        os.unlink(beside)
        raise
    synced = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(synced)
    finally:
        os.close(synced)
