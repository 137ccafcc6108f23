"""Importing files: all or nothing, once and only once, and what comes in reads back as it was."""

import io
import json
import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from imports import counts, refused
from remembrancer import Remembrancer
from remembrancer.application.imports import importing, surveying
from remembrancer.application.imports.importing import ImportReport, import_path
from remembrancer.application.memory import Memory
from remembrancer.domain.errors import InvalidFile, RemembrancerError

TEXTS = st.text(st.characters(exclude_categories=("Cs", "Zl", "Zp"), exclude_characters="\0"), min_size=1, max_size=20)
WORDS = TEXTS.filter(lambda text: bool(text.strip()))
NAMES = WORDS.map(str.strip).filter(lambda text: len(f"{text}.".splitlines()) == 1)
OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
TIMES = st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1), timezones=OFFSETS)  # noqa: DTZ001  # zones come apart
LINES = st.fixed_dictionaries(
    {"text": WORDS},
    optional={
        "at": TIMES.map(datetime.isoformat),
        "speaker": WORDS,
        "session": NAMES,
        "tags": st.lists(NAMES, max_size=3, unique=True),
        "importance": st.integers(1, 10),
        "mood": st.none() | st.booleans() | st.integers(-(2**63), 2**63) | WORDS | st.lists(WORDS, max_size=2),
        "metadata": st.dictionaries(st.just("inner"), st.floats(allow_nan=False, allow_infinity=False)),
    },
)

File = Callable[..., Path]


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Remembrancer]:
    with Remembrancer.open(tmp_path / "memory") as opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> File:
    def write(*lines: dict[str, Any] | str, name: str = "lines.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
        return path

    return write


@pytest.fixture(params=["kept", "read again"])
def readings(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read first is kept, or is too large for that."""
    if request.param == "read again":
        monkeypatch.setattr(surveying, "KEPT_BYTES_MAX", 0)


def recorded(memory: Remembrancer, agent: str = "default") -> list[Memory]:
    """Return what an agent has, in the order in which it was recorded."""
    found = [each for layer in memory.agent(agent).layers().values() for each in layer]
    return sorted(found, key=lambda each: each.position)


def test_a_line_becomes_a_memory_with_its_unknown_fields_as_metadata(memory: Remembrancer, file: File) -> None:
    line = {
        "id": "26/D1:1",
        "text": "Hey Mel!",
        "speaker": "Caroline",
        "session": "S1",
        "scope": "26",
        "mood": None,
        "n": 1.5,
    }
    report = import_path(memory.store, file({**line, "at": "2023-05-08T13:56:00+02:00", "tags": ["a"]}), agent="atlas")
    (found,) = recorded(memory, "atlas")
    assert (found.text, found.kind, found.session, found.tags) == ("Hey Mel!", "note", "S1", ("a",))
    assert found.metadata == {"id": "26/D1:1", "speaker": "Caroline", "scope": "26", "n": 1.5}
    assert found.occurred_at is not None
    assert found.occurred_at.isoformat() == "2023-05-08T13:56:00+02:00"
    assert found.recorded_by == f"import:{report.run}"
    assert report == ImportReport(run=report.run, recorded=1, known=0, skipped=(), left_out=(), agents=("atlas",))


@settings(max_examples=15)
@given(st.lists(LINES, max_size=4))
def test_what_is_imported_reads_back_equal_and_a_second_import_adds_nothing(lines: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder, Remembrancer.open(Path(folder) / "memory") as memory:
        path = Path(folder) / "lines.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        first = import_path(memory.store, path)
        head = memory.position
        second = import_path(memory.store, path)
        found = recorded(memory)
        different = {
            json.dumps({name: value for name, value in line.items() if value is not None}, sort_keys=True): line
            for line in lines
        }
        assert (first.recorded, first.known) == (len(different), len(lines) - len(different))
        assert (second.recorded, second.known, memory.position) == (0, len(lines), head)
        for line, each in zip(different.values(), found, strict=True):
            kept = {name: line[name] for name in ("speaker", "mood") if line.get(name) is not None}
            assert each.text == line["text"]
            assert each.tags == tuple(line.get("tags", ()))
            assert each.session == line.get("session")
            assert each.importance == line.get("importance", 5)
            assert each.metadata == {**line.get("metadata", {}), **kept}
            assert (each.occurred_at and each.occurred_at.isoformat()) == line.get("at")


def test_a_bad_line_is_named_with_its_number_and_nothing_is_imported(memory: Remembrancer, file: File) -> None:
    path = file({"text": "good"}, "", {"text": ""}, "{")
    assert refused(memory, path) == (
        f"{str(path)!r}, line 3: the text is empty; give it words; 1 more are bad; "
        "nothing was imported: mend what is bad, or skip it with --skip-bad"
    )


@pytest.mark.usefixtures("readings")
def test_bad_lines_can_be_skipped_and_are_reported(memory: Remembrancer, file: File) -> None:
    report = import_path(memory.store, file("{", {"text": "good"}, {"text": " "}), skip_bad=True)
    assert counts(report) == (1, 0, 2)
    assert [str(fault).split(";")[0] for fault in report.skipped][1] == "line 3: the text is empty"
    assert [each.text for each in recorded(memory)] == ["good"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({}, "a record has no text"),
        ({"text": 3}, "'text' must be text, not 3"),
        ({"text": "x" * 1_048_577}, "over the limit of 1048576"),
        ({"text": "a", "kind": "rumour"}, "unknown kind 'rumour'"),
        ({"text": "a", "kind": ["note"]}, "'kind' must be text"),
        ({"text": "a", "layer": "L5"}, "lives in L2"),
        ({"text": "a", "importance": 11}, "importance is 11"),
        ({"text": "a", "confidence": "high"}, "confidence must be a whole number"),
        ({"text": "a", "tags": "one"}, "'tags' must be a list"),
        ({"text": "a", "tags": [1]}, "must be text"),
        ({"text": "a", "session": 3}, "'session' must be text, not 3"),
        ({"text": "a", "at": 1700000000}, "must be a time as text"),
        ({"text": "a", "at": "yesterday"}, "not a time"),
        ({"text": "a", "at": "2023-02-30T00:00:00Z"}, "not a time"),
        ({"text": "a", "at": "2023-05-08T13:56:00"}, "has no zone"),
        ({"text": "a", "at": "2023-05-08"}, "has no zone"),
        ({"text": "a", "at": "2023-05-08T00Z", "occurred_at": "2023-05-08T00Z"}, "both 'at' and 'occurred_at'"),
        ({"text": "a", "at": "2023-05-08T00Z", "valid_to": "2023-05-07T00Z"}, "would end"),
        ({"text": "a", "metadata": [1]}, "'metadata' must be an object"),
        ({"text": "a", "metadata": {"speaker": "b"}, "speaker": "c"}, "'speaker' stands in the line and"),
        ({"text": "a", "big": "x" * 70_000}, "over the limit of 65536"),
        ({"text": "a", "id": ""}, "the id is empty"),
        ({"text": "a", "id": 1.5}, "'id' must be text or a whole number"),
        ({"text": "a", "id": True}, "'id' must be text or a whole number"),
        ({"text": "a", "evidence": ["mem_0000000000000000"]}, "unknown memory"),
        ({"text": "a", "scope": "team:reds"}, "may not write to 'team:reds'"),
        ({"text": "def f():\n    pass", "kind": "fact"}, "source code"),
        ({"text": "a", "kind": "lesson"}, "a lesson needs"),
    ],
)
def test_what_could_not_be_recorded_is_found_before_anything_is_written(
    line: dict[str, Any], why: str, memory: Remembrancer, file: File
) -> None:
    message = refused(memory, file({"text": "good"}, line))
    assert ", line 2: " in message
    assert why in message


def test_a_time_without_a_zone_is_read_in_the_named_one(memory: Remembrancer, file: File) -> None:
    import_path(
        memory.store,
        file({"text": "a", "at": "2023-07-01"}, {"text": "b", "at": "2023-12-25T08:00"}),
        timezone="Europe/Paris",
    )
    times = [each.occurred_at.isoformat() for each in recorded(memory) if each.occurred_at]
    assert times == ["2023-07-01T00:00:00+02:00", "2023-12-25T08:00:00+01:00"]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"timezone": "Mars/Olympus"}, "unknown time zone 'Mars/Olympus'"),
        ({"timezone": "../UTC"}, "unknown time zone"),
        ({"agent": "a", "agent_field": "scope"}, "both an agent and an agent field"),
        ({"agent": "a b"}, "not an agent's name"),
        ({"by": "nobody"}, "not a person"),
        ({"kind": "rumour"}, "unknown kind"),
        ({"agent_field": "owner"}, "it has no 'owner'"),
        ({"agent_field": "text"}, "not an agent's name"),
    ],
)
def test_an_option_that_is_wrong_is_refused(
    options: dict[str, Any], why: str, memory: Remembrancer, file: File
) -> None:
    assert why in refused(memory, file({"text": "two words"}), **options)


def test_the_agent_field_says_whose_each_line_is_in_its_order(memory: Remembrancer, file: File) -> None:
    lines = [{"text": f"{number}", "scope": ["26", "u0", 7][number % 3]} for number in range(9)]
    report = import_path(memory.store, file(*lines), agent_field="scope")
    assert report.agents == ("26", "u0", "7")
    assert [each.text for each in recorded(memory, "u0")] == ["1", "4", "7"]
    assert recorded(memory, "7")[0].scope == "agent:7"
    assert recorded(memory, "7")[0].metadata == {}


def test_a_scope_of_ours_is_the_scope(memory: Remembrancer, file: File) -> None:
    import_path(memory.store, file({"text": "a", "scope": "fleet"}))
    assert [each.scope for each in recorded(memory)] == ["fleet"]


def test_an_id_that_comes_back_with_other_content_is_refused_with_its_line(memory: Remembrancer, file: File) -> None:
    import_path(memory.store, file({"id": "x", "text": "one"}))
    message = refused(memory, file({"text": "new"}, {"id": "x", "text": "two"}))
    assert (
        "line 2: id 'x' was imported before with other content; revise that memory or give the line a new id" in message
    )


def test_an_id_that_stands_twice_in_a_file_is_refused_before_anything_is_written(
    memory: Remembrancer, file: File
) -> None:
    message = refused(memory, file({"id": 1, "text": "one"}, {"id": "1", "text": "two"}))
    assert "line 2: id '1' stands in this file already with other content" in message


def test_an_id_is_free_again_if_its_first_line_was_bad(memory: Remembrancer, file: File) -> None:
    report = import_path(memory.store, file({"id": "x", "text": ""}, {"id": "x", "text": "two"}), skip_bad=True)
    assert counts(report) == (1, 0, 1)


def test_the_same_line_with_other_options_is_no_silent_repetition(memory: Remembrancer, file: File) -> None:
    path = file({"text": "a", "at": "2023-05-08T13:56:00"})
    import_path(memory.store, path, timezone="UTC")
    assert "imported before with other options" in refused(memory, path, timezone="Europe/Paris")


def test_agents_have_ids_of_their_own(memory: Remembrancer, file: File) -> None:
    path = file({"id": "x", "text": "one"})
    assert counts(import_path(memory.store, path, agent="a")) == (1, 0, 0)
    assert counts(import_path(memory.store, path, agent="b")) == (1, 0, 0)


def test_an_import_that_was_interrupted_is_completed_by_the_next(memory: Remembrancer, file: File) -> None:
    import_path(memory.store, file({"text": "a"}, {"text": "b"}, name="part.jsonl"))
    assert counts(import_path(memory.store, file({"text": "a"}, {"text": "b"}, {"text": "c"}))) == (1, 2, 0)


def test_a_fact_that_another_agent_owns_is_found_in_the_first_reading(memory: Remembrancer, file: File) -> None:
    fact = {"kind": "fact", "key": "capital"}
    memory.agent("nova").record("Paris", kind="fact", key="capital")
    assert "line 2: fact 'capital' is owned by agent 'nova'" in refused(
        memory, file({"text": "a"}, {**fact, "text": "Lyon"})
    )


def test_a_fact_whose_owner_comes_earlier_in_the_file_is_found_in_the_first_reading(
    memory: Remembrancer, file: File
) -> None:
    fact = {"kind": "fact", "key": "capital"}
    path = file({**fact, "text": "Paris", "owner": "a"}, {**fact, "text": "Lyon", "owner": "b"})
    assert "line 2: fact 'capital' is owned by agent 'a'" in refused(memory, path, agent_field="owner")


@pytest.mark.usefixtures("readings")
def test_values_of_a_fact_must_come_in_their_order(memory: Remembrancer, file: File) -> None:
    fact = {"kind": "fact", "key": "capital"}
    path = file(
        {**fact, "text": "Paris", "at": "2024-01-01T00Z"},
        {**fact, "text": "Lyon", "at": "2025-01-01T00Z"},
        {**fact, "text": "Nice", "at": "2023-01-01T00Z"},
    )
    assert "line 3: the new value would begin" in refused(memory, path)
    assert counts(import_path(memory.store, path, skip_bad=True)) == (2, 0, 1)
    assert [each.text for each in recorded(memory)] == ["Lyon"]


def test_history_goes_straight_to_the_archive(memory: Remembrancer, file: File) -> None:
    import_path(memory.store, file({"text": "old"}), to_archive=True)
    assert [(each.layer, each.status) for each in recorded(memory)] == [("L6", "archived")]
    assert "is scratch and is never archived" in refused(
        memory, file({"text": "a", "kind": "message"}), to_archive=True
    )


def test_a_person_may_vouch_for_an_import(memory: Remembrancer, file: File) -> None:
    import_path(memory.store, file({"text": "a"}), by="user:ada")
    assert [each.recorded_by for each in recorded(memory)] == ["user:ada"]


@pytest.mark.usefixtures("readings")
def test_many_lines_of_many_agents_come_in_whole_and_in_order(
    memory: Remembrancer, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "BATCH", 7)
    monkeypatch.setattr(importing, "WAITING_MAX", 20)
    path = file(*({"text": f"{number}", "who": f"a{number % 5 if number < 60 else 0}"} for number in range(100)))
    assert counts(import_path(memory.store, path, agent_field="who")) == (100, 0, 0)
    expected = [str(number) for number in range(100) if (number % 5 if number < 60 else 0) == 0]
    assert [each.text for each in recorded(memory, "a0")] == expected


def test_progress_ends_at_the_total_and_never_runs_back(
    memory: Remembrancer, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "PROGRESS_BYTES", 1)
    told: list[tuple[int, int | None]] = []
    path = file({"text": "a"}, {"text": "b"})
    import_path(memory.store, path, progress=lambda done, total: told.append((done, total)))
    total = 2 * path.stat().st_size
    assert told == sorted(told)
    assert {all_of_it for _, all_of_it in told} == {total}
    assert told[-1] == (total, total)


def test_standard_input_is_a_source_too(memory: Remembrancer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"text": "piped"}\n')))
    assert counts(import_path(memory.store, "-")) == (1, 0, 0)
    assert [each.text for each in recorded(memory)] == ["piped"]


def test_an_empty_file_imports_nothing(memory: Remembrancer, file: File) -> None:
    assert counts(import_path(memory.store, file())) == (0, 0, 0)


class _Intruder:
    """A writer that comes in between the two readings."""

    def __init__(self, act: Callable[[], object]) -> None:
        self._act = act
        self._begun = False

    def __call__(self, done: int, total: int | None) -> None:
        if not self._begun and total is not None and done * 2 > total:
            self._begun = True
            self._act()


@pytest.mark.usefixtures("readings")
def test_what_another_writer_makes_bad_meanwhile_is_reported_with_its_line_and_what_was_stored(
    memory: Remembrancer, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "PROGRESS_BYTES", 1)
    path = file({"text": "a"}, {"text": "Lyon", "kind": "fact", "key": "capital"}, {"text": "c"})

    def intrude() -> _Intruder:
        return _Intruder(lambda: memory.agent("nova").record("Paris", kind="fact", key="capital"))

    with pytest.raises(InvalidFile, match=r"line 2: fact 'capital' is owned by agent 'nova'.*, and 1 are stored"):
        import_path(memory.store, path, progress=intrude())
    report = import_path(memory.store, path, skip_bad=True)
    assert counts(report) == (1, 1, 1)


@pytest.mark.usefixtures("readings")
def test_with_skipping_only_the_line_that_became_bad_meanwhile_is_left(
    memory: Remembrancer, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "PROGRESS_BYTES", 1)
    path = file({"text": "a"}, {"text": "Lyon", "kind": "fact", "key": "capital"}, {"text": "c"})
    intruder = _Intruder(lambda: memory.agent("nova").record("Paris", kind="fact", key="capital"))
    report = import_path(memory.store, path, skip_bad=True, progress=intruder)
    assert counts(report) == (2, 0, 1)
    assert report.skipped[0].line == 2


@pytest.mark.usefixtures("readings")
def test_notes_are_imported_by_their_paths(memory: Remembrancer, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    (folder / "trips").mkdir(parents=True)
    (folder / "trips" / "lisbon.md").write_text("---\nkind: decision\ntags: [travel]\n---\nWe fly.\n")
    (folder / "plain.md").write_text("Just words.\n---\nand more\n")
    assert counts(import_path(memory.store, folder)) == (2, 0, 0)
    assert counts(import_path(memory.store, folder)) == (0, 2, 0)
    plain, trip = recorded(memory)
    assert (plain.text, plain.metadata) == ("Just words.\n---\nand more\n", {"id": "plain.md"})
    assert (trip.text, trip.kind, trip.tags, trip.metadata) == (
        "We fly.\n",
        "decision",
        ("travel",),
        {"id": "trips/lisbon.md"},
    )
    (folder / "plain.md").write_text("Other words.")
    assert "'plain.md': id 'plain.md' was imported before with other content" in refused(memory, folder)


def test_a_note_over_the_limit_is_refused_by_name(memory: Remembrancer, tmp_path: Path) -> None:
    note = tmp_path / "huge.md"
    note.write_text("x" * 1_048_577)
    assert "'huge.md': the text has 1048577 bytes" in refused(memory, note)


def test_a_store_that_is_read_only_stays_as_it_is(tmp_path: Path, file: File) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        position = memory.position
    with Remembrancer.open(tmp_path / "memory", read_only=True) as memory:
        with pytest.raises(RemembrancerError, match="read-only"):
            import_path(memory.store, file({"text": "a"}))
        assert memory.position == position


def test_a_file_that_changes_between_its_readings_is_checked_again(
    memory: Remembrancer, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "PROGRESS_BYTES", 1)
    monkeypatch.setattr(surveying, "KEPT_BYTES_MAX", 0)
    path = file(*({"text": "x" * 20_000, "id": number} for number in range(3)))

    def spoil(done: int, total: int | None) -> None:
        if done * 2 == total:
            path.write_text("{\n" * 3)

    with pytest.raises(InvalidFile, match="line 1: not JSON"):
        import_path(memory.store, path, progress=spoil)
    assert recorded(memory) == []


def test_what_another_import_stored_meanwhile_is_known(
    memory: Remembrancer, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "PROGRESS_BYTES", 1)
    path = file({"text": "a"}, {"text": "b"})
    report = import_path(memory.store, path, progress=_Intruder(lambda: import_path(memory.store, path)))
    assert counts(report) == (0, 2, 0)
    assert len(recorded(memory)) == 2
