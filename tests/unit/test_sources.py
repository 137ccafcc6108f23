"""What is read of files to import: every line is good, or says what is wrong with it."""

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.errors import InvalidFile
from remembrancer.infrastructure.sources import jsonl
from remembrancer.infrastructure.sources.item import Item
from remembrancer.infrastructure.sources.jsonl import JsonSource
from remembrancer.infrastructure.sources.log_json import logged_event
from remembrancer.infrastructure.sources.markdown import NotesSource, parse_note
from remembrancer.infrastructure.sources.opening import open_source
from remembrancer.infrastructure.sources.strict_json import WHOLE_MAX, WHOLE_MIN

TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=20)
SCALARS = (
    st.none() | st.booleans() | st.integers(WHOLE_MIN, WHOLE_MAX) | st.floats(allow_nan=False, allow_infinity=False)
)
OBJECTS = st.dictionaries(
    TEXTS,
    st.recursive(SCALARS | TEXTS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner)),
    max_size=4,
)


def read(data: bytes) -> list[Item]:
    return list(JsonSource(io.BytesIO(data), len(data)).items())


def said(data: bytes) -> list[tuple[int | str, Any]]:
    """Return for each item where it stands, and what it says or why it cannot be read."""
    return [(item.where, item.fault if item.fields is None else item.fields) for item in read(data)]


@given(st.lists(OBJECTS, max_size=4), st.booleans())
def test_whatever_json_writes_is_read_back_equal(objects: list[dict[str, Any]], ascii_only: bool) -> None:
    data = "".join(json.dumps(found, ensure_ascii=ascii_only) + "\n" for found in objects).encode()
    assert [item.fields for item in read(data)] == objects


@given(st.lists(OBJECTS, max_size=4))
def test_an_array_with_one_object_a_line_holds_what_the_lines_hold(objects: list[dict[str, Any]]) -> None:
    data = ("[\n" + ",\n".join(json.dumps(found) for found in objects) + "\n]\n").encode()
    assert [item.fields for item in read(data)] == objects


@given(st.binary(max_size=60))
def test_no_bytes_stop_the_reading_and_each_line_is_good_or_has_a_fault(data: bytes) -> None:
    assert all((item.fields is None) == (item.fault is not None) for item in read(data))


@given(
    st.lists(OBJECTS, min_size=1, max_size=3).map(lambda found: [{"text": "x", **each} for each in found]), st.data()
)
def test_a_file_that_is_cut_anywhere_never_gives_what_it_did_not_say(
    objects: list[dict[str, Any]], data: st.DataObject
) -> None:
    whole = "\n".join(json.dumps(found) for found in objects).encode()
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    read_back = [item.fields for item in read(cut) if item.fields is not None]
    assert read_back == objects[: len(read_back)]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"text": "a"', "not JSON"),
        (b'["a"]', "an object with names and values is due, not a list"),
        (b'"a"', "an object with names and values is due, not text"),
        (b"3", "not a number"),
        (b'{"text": "a", "text": "b"}', "'text' stands twice"),
        (b'{"metadata": {"a": 1, "a": 2}}', "'a' stands twice"),
        (b'{"n": NaN}', "NaN is no JSON number"),
        (b'{"n": -Infinity}', "-Infinity is no JSON number"),
        (b'{"n": 1e999}', "too large"),
        (b'{"n": 18446744073709551616}', "more than 64 bits"),
        (b'{"n": 1' + b"0" * 5000 + b"}", "more than 64 bits"),
        (b'{"text": "\\ud800"}', "lone surrogate U+D800"),
        (b'{"\\udfff": 1}', "lone surrogate U+DFFF"),
        (b'{"tags": ["\\u0000"]}', "NUL character"),
        (b'{"text": "\x00"}', "not JSON"),
        (b'{"text": "caf\xe9"}', "byte 0xE9 at offset 13"),
        (b"\xff\xfe{\x00", "byte 0xFF at offset 0"),
        (b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
    ],
)
def test_a_bad_line_says_what_is_wrong_and_the_next_one_is_read(line: bytes, why: str) -> None:
    first, second, third = said(b'{"text": "before"}\n' + line + b'\n{"text": "after"}\n')
    assert (first, third) == ((1, {"text": "before"}), (3, {"text": "after"}))
    assert second[0] == 2
    assert why in second[1]


@pytest.mark.parametrize(
    "data",
    [
        b'\xef\xbb\xbf{"a": 1}\n{"a": 2}\n',
        b'{"a": 1}\r\n{"a": 2}\r\n',
        b'{"a": 1}\n{"a": 2}',
        b'  {"a": 1}\t\n {"a": 2} ',
        b'[{"a": 1},\n{"a": 2}]',
    ],
)
def test_marks_of_other_editors_are_no_content(data: bytes) -> None:
    assert said(data) == [(1, {"a": 1}), (2, {"a": 2})]


def test_blank_lines_are_counted_and_say_nothing() -> None:
    assert said(b'\n \n{"a": 1}\n\r\n\n{"a": 2}\n\n') == [(3, {"a": 1}), (6, {"a": 2})]


def test_a_torn_last_line_is_said_to_be_cut_off() -> None:
    assert said(b'{"a": 1}\n{"a": 2')[1][1].startswith("the last line is cut off")
    assert not said(b'{"a": 1}\n{"a": 2\n')[1][1].startswith("the last line is cut off")


def test_an_array_that_does_not_end_is_cut_off() -> None:
    assert [fault for _, fault in said(b'[\n{"a": 1},\n{"a": 2},\n')] == [
        {"a": 1},
        {"a": 2},
        "the array does not end with ]: the last line is cut off",
    ]


def test_an_array_that_is_cut_within_a_line_has_one_fault() -> None:
    first, second = said(b'[\n{"a": 1},\n{"a": ')
    assert first == (2, {"a": 1})
    assert second[0] == 3
    assert second[1].startswith("the last line is cut off")


def test_nothing_may_follow_the_end_of_an_array() -> None:
    assert said(b'[\n{"a": 1}\n]\n{"a": 2}\n')[1] == (4, "something follows the end of the array; remove it")


def test_a_line_that_is_too_long_is_not_read_and_the_next_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "ITEM_BYTES_MAX", 20)
    (first, second) = said(b'{"text": "' + b"x" * 70 + b'"}\n{"a": 1}\n')
    assert first == (1, "the line is longer than 20 bytes; split what it holds")
    assert second == (2, {"a": 1})


@given(st.binary(max_size=60))
def test_the_sizes_of_items_never_exceed_the_file(data: bytes) -> None:
    assert sum(item.size_bytes for item in read(data)) <= len(data)


def test_a_source_can_be_read_again() -> None:
    source = JsonSource(io.BytesIO(b'{"a": 1}\n'), 9)
    assert list(source.items()) == list(source.items()) != []


EVENT: dict[str, Any] = {
    "position": 3,
    "at": "2026-05-01T09:00:00Z",
    "type": "memory.forgotten/1",
    "actor": "agent:atlas",
    "agent": "atlas",
    "scope": "agent:atlas",
    "memories": ["mem_0000000000000000"],
    "because": "old",
    "details": {"memory": "mem_0000000000000000"},
    "words": None,
    "tags": [],
    "cause": "cmd_0000000000000000",
}


def test_a_log_is_told_from_memories_by_its_first_readable_line() -> None:
    event = json.dumps(EVENT).encode()
    assert JsonSource(io.BytesIO(b"[\n" + event + b"\n]"), None).form == "log"
    assert JsonSource(io.BytesIO(b"bad\n" + event), None).form == "log"
    assert JsonSource(io.BytesIO(b'{"text": "a", "type": "b"}'), None).form == "lines"


def test_an_event_of_a_log_is_read_as_the_event_of_the_domain() -> None:
    logged = logged_event(EVENT)
    assert (logged.event.TYPE, logged.event.memories, logged.because) == (
        "memory.forgotten/1",
        ("mem_0000000000000000",),
        "old",
    )


RECORDED: dict[str, Any] = {
    "memory": "mem_0000000000000000",
    "kind": "note",
    "layer": "L2",
    "home_layer": "L2",
    "importance": 5,
    "confidence": 5,
    "category": None,
    "source": "own",
    "triggered": False,
    "evidence": [],
    "fact": None,
    "session": None,
    "occurred_at": 0,
    "occurred_offset": 0,
    "valid_from": None,
    "valid_to": None,
    "expires_at": None,
}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"occurred_at": 2**63}, "occurred_at is outside the calendar"),
        ({"valid_to": -(2**62)}, "valid_to is outside the calendar"),
        ({"occurred_offset": 1440}, "no zone is a day away"),
        ({"layer": "L9"}, "invalid enum value"),
        ({"importance": 1.5}, "expected `int`"),
    ],
)
def test_a_number_that_no_log_holds_is_refused(change: dict[str, Any], why: str) -> None:
    line = {**EVENT, "type": "memory.recorded/1", "words": {"text": "a"}}
    assert logged_event({**line, "details": RECORDED}).unreadable is None
    with pytest.raises(InvalidFile) as refusal:
        logged_event({**line, "details": {**RECORDED, **change}})
    assert why in str(refusal.value)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"type": "memory.polished/1"}, "unknown event type 'memory.polished/1'"),
        ({"type": "memory.forgotten/2"}, "newer version"),
        ({"position": "3"}, "expected `int`"),
        ({"position": 2**64 - 1}, "outside any log"),
        ({"at": "2026-05-01T09:00:00"}, "has no zone"),
        ({"details": {}}, "missing required field `memory`"),
        ({"details": {"memory": "m", "mood": 1}}, "unknown field `mood`"),
        ({"agent": None}, "expected `str`"),
    ],
)
def test_an_event_that_is_not_as_its_type_says_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidFile) as refusal:
        logged_event({**EVENT, **change})
    assert why in str(refusal.value)


NOTE = """---
# who and when
kind: decision
id: 'it''s'
session: 12
importance: 8
tags: [budget, "travel, far", 'x']
subjects:
  - user:42
  - "user:43"
metadata: {"a": [1, true]}
rating: 4.5
draft: true
aliases:
title: Lisbon: in May
---

We fly.
---
Not front matter.
"""


def test_front_matter_gives_fields_and_the_rest_is_the_text_as_it_is() -> None:
    assert parse_note(NOTE.encode()) == {
        "kind": "decision",
        "id": "it's",
        "session": "12",
        "importance": 8,
        "tags": ["budget", "travel, far", "x"],
        "subjects": ["user:42", "user:43"],
        "metadata": {"a": [1, True]},
        "rating": 4.5,
        "draft": True,
        "aliases": None,
        "title": "Lisbon: in May",
        "text": "\nWe fly.\n---\nNot front matter.\n",
    }


def test_front_matter_of_other_editors_is_read_too() -> None:
    assert parse_note(b"\xef\xbb\xbf---\r\nkind: note\r\n---\r\nText\r\n") == {"kind": "note", "text": "Text\r\n"}


@given(TEXTS.filter(lambda text: not text.startswith(("---", "\ufeff"))))
def test_a_note_without_front_matter_is_its_text(text: str) -> None:
    assert parse_note(text.encode()) == {"text": text}


@given(TEXTS)
def test_whatever_follows_front_matter_is_kept_as_it_is(text: str) -> None:
    assert parse_note(b"---\nkind: note\n---\n" + text.encode()) == {"kind": "note", "text": text}


@given(TEXTS, st.lists(TEXTS, max_size=3))
def test_quoted_values_read_back_equal(title: str, tags: list[str]) -> None:
    note = f"---\ntitle: {json.dumps(title)}\ntags: {json.dumps(tags)}\n---\nx"
    assert parse_note(note.encode()) == {"title": title, "tags": tags, "text": "x"}


@pytest.mark.parametrize(
    ("front", "why"),
    [
        ("kind: note\nkind: fact", "line 3 of the front matter says 'kind' again"),
        ("a note", "write name: value"),
        ("metadata:\n  a: 1", "line 3 of the front matter cannot be read"),
        ("- a", "line 2 of the front matter cannot be read"),
        ("tags: [a, b", "holds no list"),
        ("tags: [a,, b]", "holds no list"),
        ("tags: [[a]]", "holds no list"),
        ("tags: [a,]", "holds no list"),
        ("metadata: {a: 1}", "not JSON"),
        ("title: &anchor", "can be read in several ways"),
        ("title: |", "can be read in several ways"),
        ("title: Issue #5", "can be read in several ways"),
        ('title: "a', "a quote that cannot be read"),
        ('title: "a", "b": "c"', "a quote that cannot be read"),
        ("title: 'a", "a quote that does not end"),
        ("title: 'a'b'", "a quote that does not end"),
        ("text: a", "follows below it"),
    ],
)
def test_front_matter_that_can_be_read_in_two_ways_is_refused_with_its_line(front: str, why: str) -> None:
    with pytest.raises(InvalidFile) as refusal:
        parse_note(f"---\n{front}\n---\nText".encode())
    assert why in str(refusal.value)


def test_front_matter_that_does_not_end_is_refused() -> None:
    with pytest.raises(InvalidFile, match="does not end"):
        parse_note(b"---\nkind: note\nText")


def test_a_folder_gives_its_notes_in_order_without_hidden_ones_and_links(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.md"
    folder = tmp_path / "notes"
    for name in ("b.md", "a/z.MD", "a.md", ".hidden.md", ".obsidian/c.md", "a/other.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    elsewhere.write_text("linked")
    (folder / "link.md").symlink_to(elsewhere)
    (folder / "loop").symlink_to(folder)
    source = open_source(folder)
    assert [(item.where, item.fields) for item in source.items()] == [
        (name, {"id": name, "text": name}) for name in ("a.md", "a/z.MD", "b.md")
    ]
    assert source.size_bytes == sum(item.size_bytes for item in source.items())


def test_a_note_that_vanished_is_a_fault_of_that_note(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a")
    source = NotesSource.of_folder(str(tmp_path))
    (tmp_path / "a.md").unlink()
    (item,) = source.items()
    assert item.fault == f"cannot be read: {os.strerror(2)}"


def test_a_folder_without_notes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match="holds no notes"):
        open_source(tmp_path)


def test_a_path_that_is_not_there_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match="No such file"):
        open_source(tmp_path / "missing.jsonl")


def test_what_comes_through_a_pipe_can_be_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"a": 1}\n')))
    told: list[tuple[int, int | None]] = []
    source = open_source("-", lambda done, total: told.append((done, total)))
    assert [item.fields for item in source.items()] == [item.fields for item in source.items()] == [{"a": 1}]
    assert told == [(9, None)]
    source.close()
