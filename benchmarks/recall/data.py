"""The data sets: memories, and the queries that should find some of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

PART = "dev"
"""Folder inside a set that is read unless another is asked for."""
Kind = TypeVar("Kind")


class DataFault(Exception):
    """The data are not where or what they should be."""


class Memory(msgspec.Struct, frozen=True):
    """Something that was said, and where."""

    id: str
    text: str
    scope: str
    """Whose memory it is; a query searches the memories of its scope only."""
    at: str | None = None
    """A date, or a time without a zone; None: nobody knows."""
    speaker: str | None = None
    session: str | None = None


class Query(msgspec.Struct, frozen=True):
    """A question, with the memories that answer it."""

    id: str
    text: str
    relevant: list[str]
    scope: str
    category: str = ""


class DataSet(msgspec.Struct, frozen=True):
    """One set on disk; every call reads it anew, a line at a time."""

    name: str
    folder: Path

    def memories(self) -> Iterator[Memory]:
        """Yield the memories in the order of the file."""
        return _lines(self.folder / "memories.jsonl", Memory)

    def by_scope(self) -> dict[str, list[Memory]]:
        """Return the memories of each scope, in the order of the file."""
        scopes: dict[str, list[Memory]] = {}
        for memory in self.memories():
            scopes.setdefault(memory.scope, []).append(memory)
        return scopes

    def queries(self) -> Iterator[Query]:
        """Yield the queries in the order of the file.

        Raises:
            DataFault: a line is no query, or names no memory that would answer it.
        """
        path = self.folder / "queries.jsonl"
        for query in _lines(path, Query):
            if not query.relevant:
                raise DataFault(f"{str(path)!r}: query {query.id!r} names no relevant memory; take it out")
            yield query


def find_sets(root: Path, names: list[str], part: str = PART) -> list[DataSet]:
    """Return the sets of these names, or all that the folder holds, by name.

    Raises:
        DataFault: the folder or a set is missing.
    """
    if not root.is_dir():
        raise DataFault(f"no folder {str(root)!r}; give the one that holds the data sets")
    held = {path.parent.parent.name for path in root.glob(f"*/{part}/memories.jsonl")}
    if not held:
        raise DataFault(
            f"no set in {str(root)!r}; a set is a folder with {part}/memories.jsonl and {part}/queries.jsonl"
        )
    for name in names:
        if name not in held:
            raise DataFault(f"no set {name!r} in {str(root)!r}; there are {', '.join(sorted(held))}")
    return [_checked(DataSet(name, root / name / part)) for name in names or sorted(held)]


def _checked(found: DataSet) -> DataSet:
    if not (found.folder / "queries.jsonl").is_file():
        raise DataFault(
            f"set {found.name!r} has no queries.jsonl in {str(found.folder)!r}; add it, or leave the set out"
        )
    return found


def _lines(path: Path, kind: type[Kind]) -> Iterator[Kind]:
    decoder = msgspec.json.Decoder(kind)
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                yield decoder.decode(line)
            except msgspec.DecodeError as fault:
                raise DataFault(f"{str(path)!r}, line {number}: {fault}; mend it") from None
