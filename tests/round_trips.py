"""Comparing a store with the one that its export was imported into: the same but for what stands under its keys."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from remembrancer import Remembrancer
from remembrancer.projections.core import CORE

KEYED = {"fact", "session", "task", "intent", "subject", "recorded_by", "actor", "by"}
"""What holds the keyed hash of a name, or a pseudonym: it may differ, but always in the same way."""


class Bijection:
    """What stands here for what stands there: one for one."""

    def __init__(self) -> None:
        self._there: dict[str, str] = {}
        self._here: dict[str, str] = {}

    def check(self, there: str, here: str) -> None:
        assert self._there.setdefault(there, here) == here
        assert self._here.setdefault(here, there) == there


def lines_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "events.jsonl").read_bytes().splitlines()]


def assert_same_events(there: Path, here: Path) -> int:
    """Compare the events of an export with those of an export of the store that it was imported into."""
    first, second = lines_of(there), lines_of(here)
    assert second[len(first)]["type"] == "store.imported/1"
    names = Bijection()
    for a, b in zip(first, second, strict=False):
        same = ("id", "type", "time", "at", "position")
        assert [a[name] for name in same] == [b[name] for name in same]
        assert (a.get("unread"), _words(a)) == (b.get("unread"), _words(b))
        assert a["data"].keys() == b["data"].keys()
        for name, said in a["data"].items():
            if name == "box":
                assert (said is None) == (b["data"][name] is None)
                _compare_lists(names, said and said["subjects"], b["data"][name] and b["data"][name]["subjects"])
            elif (a["type"], name) != ("store.created/1", "store"):
                _compare(names, name, said, b["data"][name])
        _compare_tags(names, json.loads(a["tags"]), json.loads(b["tags"]))
    return len(first)


def assert_same_views(there: Remembrancer, here: Remembrancer, upto: int) -> None:
    """Compare all views at a position."""
    names = Bijection()
    for projection in CORE:
        first, second = (_rows(memory, projection, upto) for memory in (there, here))
        assert len(first) == len(second), projection.name
        for a, b in zip(first, second, strict=True):
            assert a.keys() == b.keys()
            for name in a:
                _compare(names, name, a[name], b[name])


def _rows(memory: Remembrancer, projection: Any, upto: int) -> list[dict[str, Any]]:
    """Return the rows of a view, in an order that depends on no key."""
    found = map(msgspec.structs.asdict, memory.store.views.all_rows(projection, upto))
    return sorted(found, key=lambda row: repr([value for name, value in row.items() if not _is_keyed(name, value)]))


def _is_keyed(name: str, value: Any) -> bool:
    return isinstance(value, str) and (name in KEYED or value.startswith("user:sub_"))


def _compare(names: Bijection, name: str, there: Any, here: Any) -> None:
    if _is_keyed(name, there) and _is_keyed(name, here):
        names.check(there, here)
    else:
        assert there == here, name


def _compare_lists(names: Bijection, there: list[str] | None, here: list[str] | None) -> None:
    assert len(there or ()) == len(here or ())
    if there and here and len(there) == 1:  # several are sorted by what is random
        names.check(there[0], here[0])


def _compare_tags(names: Bijection, there: list[str], here: list[str]) -> None:
    assert sorted(tag.partition(":")[0] for tag in there) == sorted(tag.partition(":")[0] for tag in here)
    for family in ("fact", "session", "task", "intent", "subject"):
        _compare_lists(names, *(list(_of_family(family, tags)) for tags in (there, here)))
    keyed = ("fact:", "session:", "task:", "intent:", "subject:")
    assert [tag for tag in there if not tag.startswith(keyed)] == [tag for tag in here if not tag.startswith(keyed)]


def _of_family(family: str, tags: list[str]) -> Iterator[str]:
    return (tag.partition(":")[2] for tag in tags if tag.startswith(f"{family}:"))


def _words(line: dict[str, Any]) -> Any:
    return json.loads(line["words"]) if "words" in line else None
