"""The tables of the core projections: folded inside appends, read at any position, rebuilt and compared."""

import random
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recording import archived, decode, forgotten, memory, new, recorded
from remembrancer.domain.errors import NewerStore, ReopenNeeded, StoreReadOnly
from remembrancer.domain.events import AnyEvent, Recorded
from remembrancer.domain.state import Belief
from remembrancer.infrastructure import view_rebuild
from remembrancer.infrastructure.group_commit import Request
from remembrancer.infrastructure.log import Appended, NewEvent
from remembrancer.infrastructure.sqlite_log import SqliteLog
from remembrancer.infrastructure.tables import Table
from remembrancer.infrastructure.view_reader import ViewReader
from remembrancer.projections.agents import AGENTS
from remembrancer.projections.beliefs import BELIEFS
from remembrancer.projections.core import CORE
from remembrancer.projections.facts import FACTS
from remembrancer.projections.lineage import LINEAGE
from remembrancer.projections.node import OPEN


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def log(path: Path) -> Iterator[SqliteLog]:
    with create(path) as log:
        yield log


def create(path: Path) -> SqliteLog:
    ticks = iter(range(1_000, 10**9))
    return SqliteLog.create(path, projections=CORE, decode=decode, clock=lambda: next(ticks))


def reopen(path: Path, **options: Any) -> SqliteLog:
    usual: dict[str, Any] = {"projections": CORE, "decode": decode}
    return SqliteLog(path, **(usual | options))


def append(log: SqliteLog, *events: AnyEvent) -> int:
    return log.append([new(event) for event in events]).last


def test_what_is_acknowledged_is_visible(log: SqliteLog) -> None:
    append(log, recorded(1, category="weather", triggered=True))
    belief = ViewReader(log).row(BELIEFS, (memory(1),))
    assert belief is not None
    assert (belief.status, belief.category, belief.triggered, belief.fact) == ("live", "weather", True, None)
    assert belief.recorded_position == 1


def test_a_row_is_read_as_of_any_position(log: SqliteLog) -> None:
    append(log, recorded(1), recorded(2))
    append(log, archived(1))
    append(log, forgotten(1))
    reader = ViewReader(log)

    def status(at: int | None) -> str | None:
        row = reader.row(BELIEFS, (memory(1),), at)
        return row and row.status

    assert [status(at) for at in (0, 1, 2, 3, 4, 9, None)] == [
        None,
        "live",
        "live",
        "archived",
        "forgotten",
        "forgotten",
        "forgotten",
    ]


def test_the_history_of_a_key_is_its_intervals_in_order(log: SqliteLog) -> None:
    append(log, recorded(1), archived(1))
    append(log, forgotten(1))
    reader = ViewReader(log)
    intervals = [(since, until, row.status) for since, until, row in reader.history(BELIEFS, (memory(1),))]
    assert intervals == [(1, 2, "live"), (2, 3, "archived"), (3, OPEN, "forgotten")]
    assert [since for since, _, _ in reader.history(BELIEFS, (memory(1),), upto=2)] == [1, 2]


def test_many_rows_are_read_at_once_and_missing_ones_left_out(log: SqliteLog) -> None:
    append(log, *(recorded(number) for number in range(50)), archived(7))
    keys = [(memory(number),) for number in range(40, 60)] + [(memory(7),)]
    reader = ViewReader(log)
    now, then = reader.rows(BELIEFS, keys), reader.rows(BELIEFS, keys, at=45)
    assert sorted(now) == [(memory(7),), *((memory(number),) for number in range(40, 50))]
    assert now[memory(7),].status == "archived"
    assert sorted(then) == [(memory(7),), *((memory(number),) for number in range(40, 45))]
    assert then[memory(7),].status == "live"


def test_rows_of_a_key_of_several_columns_are_read(log: SqliteLog) -> None:
    append(log, recorded(1), recorded(2), recorded(3, evidence=(memory(1), memory(2))))
    reader = ViewReader(log)
    key = (memory(1), memory(3), "evidence")
    link = reader.row(LINEAGE, key)
    assert link is not None
    assert link.position == 3
    assert reader.rows(LINEAGE, [key, (memory(9), memory(3), "evidence")]) == {key: link}
    assert reader.stab(LINEAGE, {"target": [memory(3)]}, at=2) == []
    assert {row.source for row in reader.stab(LINEAGE, {"target": [memory(3)]}, at=3)} == {memory(1), memory(2)}


def test_an_abbreviated_id_finds_what_begins_with_it(log: SqliteLog) -> None:
    append(log, *(recorded(number) for number in (10, 11, 12, 20)), archived(11))
    reader = ViewReader(log)
    assert reader.starting_with(BELIEFS, memory(1)[:-1], 2) == []
    assert reader.starting_with(BELIEFS, memory(10)[:-1], 9) == [memory(10), memory(11), memory(12)]
    assert reader.starting_with(BELIEFS, memory(10)[:-1], 2) == [memory(10), memory(11)]


def test_a_row_that_does_not_change_is_not_written(log: SqliteLog, path: Path) -> None:
    for number in range(5):
        append(log, recorded(number))
    with closing(sqlite3.connect(path)) as plain:
        assert plain.execute("SELECT agent, from_position, to_position FROM agents").fetchall() == [("atlas", 1, OPEN)]
    assert [row.agent for row in ViewReader(log).all_rows(AGENTS)] == ["atlas"]
    assert ViewReader(log).all_rows(AGENTS, at=0) == []


def test_a_fact_written_twice_in_one_append_has_two_intervals(log: SqliteLog) -> None:
    append(log, recorded(1, fact="f"), recorded(2, fact="f"))
    intervals = [(since, until, row.memory) for since, until, row in ViewReader(log).history(FACTS, ("f",))]
    assert intervals == [(1, 2, memory(1)), (2, OPEN, memory(2))]


def test_an_event_that_comes_without_its_meaning_is_decoded(log: SqliteLog) -> None:
    made = new(recorded(1))
    log.append([NewEvent(made.type, made.tags, made.body)])
    assert ViewReader(log).row(BELIEFS, (memory(1),)) is not None


LAYERS = ["L2", "L4"]


@st.composite
def histories(draw: st.DrawFn) -> list[list[AnyEvent]]:
    """Random appends of events that may follow one another."""
    appends: list[list[AnyEvent]] = [[]]
    count = 0
    for _ in range(draw(st.integers(1, 40))):
        if draw(st.booleans()):
            appends.append([])
        if not count or draw(st.booleans()):
            expires_at = draw(st.sampled_from([None, None, 5, 20]))
            layer = draw(st.sampled_from(LAYERS))
            event = recorded(count, agent=draw(st.sampled_from("ab")), layer=layer, expires_at=expires_at)
            count += 1
        else:
            event = draw(st.sampled_from([archived, forgotten]))(draw(st.integers(0, count - 1)))
        appends[-1].append(event)
    return [events for events in appends if events]


@given(
    appends=histories(),
    at=st.none() | st.integers(0, 45),
    scopes=st.sets(st.sampled_from(["agent:a", "agent:b"]), min_size=1),
    layers=st.sets(st.sampled_from([*LAYERS, "L6"])),
    statuses=st.sets(st.sampled_from(["live", "archived", "forgotten"]), min_size=1),
    unexpired_at=st.none() | st.sampled_from([4, 5, 20]),
)
def test_stabbing_finds_what_a_scan_of_all_rows_finds(
    tmp_path_factory: pytest.TempPathFactory,
    appends: list[list[AnyEvent]],
    at: int | None,
    scopes: set[str],
    layers: set[str],
    statuses: set[str],
    unexpired_at: int | None,
) -> None:
    path = tmp_path_factory.mktemp("log") / "memory.db"
    with create(path) as log:
        for events in appends:
            append(log, *events)
        where = {"scope": sorted(scopes), "layer": sorted(layers), "status": sorted(statuses)}
        reader = ViewReader(log)
        found = reader.stab(BELIEFS, where, at, unexpired_at=unexpired_at)
        newest = reader.stab(BELIEFS, where, at, unexpired_at=unexpired_at, newest=3)
        assert reader.count(BELIEFS, where, at, unexpired_at=unexpired_at) == len(found)
        moment = log.head() if at is None else at
    held = fold_naively([event for events in appends for event in events][:moment])
    expected = {
        row.memory: row.status
        for row in held.values()
        if row.scope in scopes and row.layer in layers and row.status in statuses
        if unexpired_at is None or row.expires_at is None or row.expires_at > unexpired_at
    }
    assert {row.memory: row.status for row in found} == expected
    assert len(found) == len(expected)
    assert newest == sorted(found, key=lambda row: row.recorded_position, reverse=True)[:3]


def fold_naively(events: list[AnyEvent]) -> dict[str, Belief]:
    held: dict[str, Belief] = {}
    for position, event in enumerate(events, start=1):
        for name in event.memories:
            row = BELIEFS.apply(held.get(name), Recorded(position, position, event), (name,))
            assert row is not None
            held[name] = row
    return held


@given(appends=histories())
def test_kept_views_are_a_fresh_fold_however_the_events_were_batched(
    tmp_path_factory: pytest.TempPathFactory, appends: list[list[AnyEvent]]
) -> None:
    path = tmp_path_factory.mktemp("log") / "memory.db"
    with create(path) as log:
        for events in appends:
            append(log, *events)
        assert log.check() == []
    with reopen(path) as log:
        assert log.notices == []


@pytest.fixture(scope="module")
def long_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLog]:
    chance = random.Random(7)
    with create(tmp_path_factory.mktemp("long") / "memory.db") as log:
        for start in range(0, 3000, 500):
            append(log, *(recorded(number, agent=chance.choice("abc")) for number in range(start, start + 500)))
            append(log, *(archived(chance.randrange(start + 500)) for _ in range(200)))
        yield log


@pytest.mark.parametrize("at", [None, 1, 1234, 4200])
@pytest.mark.parametrize("unexpired_at", [None, 99])
@pytest.mark.parametrize(
    "where",
    [
        {"scope": ["agent:a", "agent:b"], "layer": ["L2"], "status": ["live", "archived"]},
        {"scope": ["agent:a"], "layer": ["L2", "L4", "L6"], "status": ["live"]},
    ],
)
def test_layers_are_found_by_index_and_never_by_a_scan(
    long_log: SqliteLog, where: dict[str, list[str]], at: int | None, unexpired_at: int | None
) -> None:
    plan = plan_of(long_log, lambda reader: reader.stab(BELIEFS, where, at, unexpired_at=unexpired_at))
    assert plan
    for step in plan:
        assert "beliefs_" in step, plan
        assert "(scope=? AND layer=? AND status=?" in step, plan


@pytest.mark.parametrize("at", [None, 1, 1234, 4200])
def test_the_newest_of_what_never_expires_are_found_without_a_sort(long_log: SqliteLog, at: int | None) -> None:
    where = {"scope": ["agent:a", "agent:b"], "layer": ["L2"], "status": ["live"]}
    plan = plan_of(long_log, lambda reader: reader.stab(BELIEFS, where, at, newest=5))
    ordered = [step for step in plan if "beliefs_1" in step]
    assert len(ordered) == 2, plan
    expected = "recorded_position<?" if at is not None else "status=?)"
    assert all(expected in step for step in ordered), plan


ASKS: list[Callable[[ViewReader], object]] = [
    lambda reader: reader.row(BELIEFS, (memory(5),)),
    lambda reader: reader.row(BELIEFS, (memory(5),), 1234),
    lambda reader: reader.rows(BELIEFS, [(memory(5),)], 1234),
    lambda reader: reader.history(BELIEFS, (memory(5),)),
    lambda reader: reader.starting_with(BELIEFS, "mem_00", 3),
    lambda reader: reader.stab(BELIEFS, {"scope": ["agent:a"], "kind": ["note"], "status": ["live"]}),
    lambda reader: reader.stab(LINEAGE, {"target": [memory(5)]}, 1234),
]


@pytest.mark.parametrize("ask", ASKS)
def test_reading_by_key_or_index_never_scans(long_log: SqliteLog, ask: Callable[[ViewReader], object]) -> None:
    assert plan_of(long_log, ask)


def plan_of(log: SqliteLog, ask: Callable[[ViewReader], object]) -> list[str]:
    """Return how SQLite looks into tables of views for an answer; a scan of one fails at once."""
    asked: list[tuple[str, Sequence[Any]]] = []

    def note(sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        asked.append((sql, parameters))
        return []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log, "fetch_views", note)
        ask(ViewReader(log))
    ((sql, parameters),) = asked
    steps = [str(row[-1]) for row in log.fetch_views(f"EXPLAIN QUERY PLAN {sql}", parameters)]
    harmless = ("asked", "CONSTANT", "(subquery-")
    assert not [step for step in steps if step.startswith("SCAN") and not any(name in step for name in harmless)], steps
    return [step for step in steps if step.startswith("SEARCH")]


def damage(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as plain:
        for statement in statements:
            plain.execute(statement)


@pytest.mark.parametrize(
    ("statement", "notice"),
    [
        ("DROP TABLE beliefs", "view 'beliefs' was missing and has been rebuilt from the log"),
        ("DELETE FROM views WHERE name = 'beliefs'", "view 'beliefs' was missing and has been rebuilt from the log"),
        ("DELETE FROM beliefs", "view 'beliefs' held 0 rows instead of 21 and has been rebuilt from the log"),
        (
            "ALTER TABLE beliefs ADD COLUMN mood TEXT",
            "view 'beliefs' had other columns and has been rebuilt from the log",
        ),
        ("DROP INDEX beliefs_3", "view 'beliefs' had other indexes and has been rebuilt from the log"),
        (
            "UPDATE views SET version = 0 WHERE name = 'beliefs'",
            f"view 'beliefs' was of version 0 instead of {BELIEFS.version} and has been rebuilt from the log",
        ),
        (
            "UPDATE views SET position = 3 WHERE name = 'beliefs'",
            "view 'beliefs' stood at position 3 of 21 and has been rebuilt from the log",
        ),
    ],
)
def test_a_writable_opening_rebuilds_a_wrong_view_and_says_so(path: Path, statement: str, notice: str) -> None:
    with create(path) as log:
        append(log, *(recorded(number) for number in range(20)), archived(3))
    damage(path, statement)
    with reopen(path) as log:
        assert log.notices == [notice]
        assert log.check() == []
        append(log, archived(4))
        assert log.check() == []
    with reopen(path) as log:
        assert log.notices == []


def test_when_the_list_of_views_is_gone_all_are_rebuilt(path: Path) -> None:
    with create(path) as log:
        append(log, recorded(1))
    damage(path, "DROP TABLE views", "CREATE TABLE views(x)")
    with reopen(path) as log:
        (notice,) = log.notices
        assert notice.startswith(f"{len(CORE)} views (")
        assert log.check() == []


def test_a_changed_row_is_found_and_named_by_a_check(log: SqliteLog, path: Path) -> None:
    append(log, *(recorded(number) for number in range(20)))
    damage(path, "UPDATE beliefs SET importance = 9 WHERE memory < 'mem_0000000000000002'")
    assert log.check() == [f"view 'beliefs' differs from a fresh fold in {memory(0)}, {memory(1)}; rebuild it"]
    damage(path, "UPDATE beliefs SET importance = 9 WHERE memory < 'mem_0000000000000009'")
    assert log.check()[0].endswith(f"{memory(3)}, {memory(4)} and 4 more; rebuild it")
    log.rebuild(["beliefs"])
    assert log.check() == []


def test_a_check_reports_missing_tables_and_rows(log: SqliteLog, path: Path) -> None:
    append(log, *(recorded(number) for number in range(3)))
    damage(path, "DROP TABLE facts", "DELETE FROM beliefs WHERE memory = 'mem_0000000000000001'")
    assert log.check() == [
        "view 'facts' was missing; rebuild it",
        f"view 'beliefs' differs from a fresh fold in {memory(1)}; rebuild it",
    ]


def test_rebuilding_again_and_again_changes_nothing(log: SqliteLog, path: Path) -> None:
    append(log, *(recorded(number) for number in range(20)), archived(3))
    before = ViewReader(log).all_rows(BELIEFS)
    told: list[tuple[int, int]] = []
    for _ in range(3):
        log.rebuild(progress=lambda folded, head: told.append((folded, head)))
    assert told[-1] == (21, 21)
    assert ViewReader(log).all_rows(BELIEFS) == before
    assert log.check() == []
    log.close()
    with reopen(path) as again:
        assert again.notices == []


def test_leftovers_of_an_interrupted_rebuild_are_dropped_by_the_next(
    log: SqliteLog, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(log, *(recorded(number) for number in range(20)))
    monkeypatch.setattr(view_rebuild, "PAGE", 5)

    def interrupt(folded: int, head: int) -> None:
        if folded == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        log.rebuild(progress=interrupt)
    assert log.check() == []
    append(log, recorded(20))
    log.rebuild()
    assert log.check() == []
    with closing(sqlite3.connect(path)) as plain:
        left = plain.execute("SELECT name FROM sqlite_master WHERE name LIKE '%next%'").fetchall()
        left += plain.execute("SELECT name FROM views WHERE name LIKE '%next%'").fetchall()
    assert left == []


def test_writers_go_on_while_views_are_rebuilt(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    append(log, *(recorded(number) for number in range(20)))
    monkeypatch.setattr(view_rebuild, "PAGE", 4)
    written = iter(range(20, 100))

    def write(folded: int, head: int) -> None:
        append(log, recorded(next(written)))

    log.rebuild(progress=write)
    assert log.head() > 22
    assert log.check() == []
    append(log, archived(25))
    assert log.check() == []


def test_two_rebuilds_at_once_end_with_right_views(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_rebuild, "PAGE", 10)
    with create(path) as log, reopen(path) as other:
        append(log, *(recorded(number) for number in range(300)))
        threads = [threading.Thread(target=each.rebuild) for each in (log, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        append(other, archived(3))
        assert log.check() == []


def test_after_a_shared_commit_that_was_undone_nothing_of_it_is_taken_for_stored(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert log._writer is not None
    commits = log._writer._commits
    store, break_off = commits._store, True

    def store_and_break_off(request: Request) -> Appended:
        appended = store(request)
        if appended.last == 2 and break_off:
            raise KeyboardInterrupt
        return appended

    monkeypatch.setattr(commits, "_store", store_and_break_off)
    # Of two requests in one commit the second finds the agent that the first one brought.
    commits._waiting.append(Request([new(recorded(1, agent="scout"))], None))
    with pytest.raises(KeyboardInterrupt):
        append(log, recorded(2, agent="scout"))
    assert log.head() == 0
    break_off = False
    assert append(log, recorded(3, agent="scout")) == 1
    assert append(log, recorded(4, agent="scout")) == 2
    assert ViewReader(log).row(AGENTS, ("scout",)) is not None
    assert log.check() == []


def renewed(version: int) -> list[Any]:
    return [msgspec.structs.replace(BELIEFS, version=version), *CORE[1:]]


def test_a_writer_whose_views_were_swapped_is_told_to_reopen_or_update(log: SqliteLog, path: Path) -> None:
    append(log, recorded(1))
    with reopen(path, projections=renewed(BELIEFS.version + 1)) as newer:
        assert len(newer.notices) == 1
        with pytest.raises(NewerStore, match=r"view 'beliefs' is of version .*; update remembrancer"):
            append(log, recorded(2))
        append(newer, recorded(2))
    assert log.head() == 2


def test_a_writer_that_folds_a_newer_version_than_is_on_disk_is_told_to_reopen(log: SqliteLog, path: Path) -> None:
    append(log, recorded(1))
    damage(path, "UPDATE views SET version = 0 WHERE name = 'facts'")
    with pytest.raises(ReopenNeeded, match=r"view 'facts' is of version 0 .*; reopen the store"):
        append(log, recorded(2))


def test_a_writer_whose_views_fell_behind_is_told_to_reopen(log: SqliteLog, path: Path) -> None:
    append(log, recorded(1))
    with SqliteLog(path) as without_views:
        without_views.append([new(recorded(2))])
    with pytest.raises(ReopenNeeded, match=r"at position 1, expected .* at position 2; reopen the store"):
        append(log, recorded(3))
    with reopen(path) as again:
        append(again, recorded(3))
        assert again.check() == []


@pytest.mark.parametrize("read_only", [False, True])
def test_a_store_with_a_newer_view_is_opened_for_reading_only(path: Path, read_only: bool) -> None:
    with create(path) as log:
        append(log, recorded(1))
    damage(path, "UPDATE views SET version = 99 WHERE name = 'beliefs'")
    if not read_only:
        with pytest.raises(NewerStore, match="of version 99"):
            reopen(path)
        return
    with reopen(path, read_only=True) as log:
        assert ViewReader(log).row(BELIEFS, (memory(1),)) is not None


def test_one_fault_of_all_views_is_told_in_one_line(path: Path) -> None:
    with create(path) as log:
        append(log, *(recorded(number) for number in range(5)))
    damage(path, "UPDATE views SET position = 3")
    with reopen(path, read_only=True) as log:
        (notice,) = log.notices
        assert " views (beliefs, " in notice
        assert notice.endswith(": each stood at position 3 of 5; they are folded from the log for this reading")
    with reopen(path) as log:
        (notice,) = log.notices
        assert notice.endswith(": each stood at position 3 of 5; they have been rebuilt from the log")


def test_a_read_only_opening_folds_damaged_views_apart_and_follows_the_log(path: Path) -> None:
    with create(path) as writer:
        append(writer, *(recorded(number) for number in range(5)))
        damage(path, "DELETE FROM beliefs")
        with reopen(path, read_only=True) as log:
            reader = ViewReader(log)
            assert log.notices == [
                "view 'beliefs' held 0 rows instead of 5; it is folded from the log for this reading"
            ]
            assert len(reader.all_rows(BELIEFS)) == 5
            writer.append([new(recorded(5))])
            assert len(reader.all_rows(BELIEFS)) == 6
            with pytest.raises(StoreReadOnly):
                log.rebuild()
    with closing(sqlite3.connect(path)) as plain:
        assert plain.execute("SELECT count(*) FROM beliefs").fetchone() == (1,)


def test_a_table_says_what_its_columns_are() -> None:
    creation = Table(FACTS).creation()
    assert creation == (
        'CREATE TABLE "facts" (fact TEXT NOT NULL, memory TEXT NOT NULL, owner TEXT NOT NULL, scope TEXT NOT NULL, '
        "given INTEGER NOT NULL, from_position INTEGER NOT NULL, to_position INTEGER NOT NULL, "
        "PRIMARY KEY (fact, from_position)) STRICT"
    )


def test_appends_do_not_move_a_view_that_only_another_version_keeps(log: SqliteLog, path: Path) -> None:
    append(log, recorded(1))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("INSERT INTO views(name, version, rows, position) VALUES ('moods', 1, 0, 1)")
    append(log, recorded(2))
    append(log, recorded(3))

    with closing(sqlite3.connect(path)) as found:
        positions = dict(found.execute("SELECT name, position FROM views"))
    assert positions == {**{projection.name: 3 for projection in CORE}, "moods": 1}
