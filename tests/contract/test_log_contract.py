"""What every event log promises: order, conditions, many writers, reopening."""

import multiprocessing
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recording import bare
from remembrancer.domain.boundary import AppendCondition, Query, QueryItem
from remembrancer.domain.errors import ReopenNeeded, StoreBusy, StoreError, StoreExists, StoreFull
from remembrancer.infrastructure import sqlite_query, wal_copying
from remembrancer.infrastructure.log import ConditionFailed, StoredEvent
from remembrancer.infrastructure.sqlite import PAGE_BYTES
from remembrancer.infrastructure.sqlite_log import SqliteLog
from writers import append_many, count_up

FORKSERVER = multiprocessing.get_context("forkserver")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def log(path: Path) -> Iterator[SqliteLog]:
    with SqliteLog.create(path) as log:
        yield log


def query(*items: tuple[tuple[str, ...], tuple[str, ...]]) -> Query:
    return Query(tuple(QueryItem(types, tags) for types, tags in items))


def bodies(events: Iterator[StoredEvent]) -> list[bytes]:
    return [event.body for event in events]


def places(events: Iterator[StoredEvent]) -> list[int]:
    return [event.position for event in events]


def test_positions_start_at_one_and_have_no_gap(log: SqliteLog) -> None:
    assert log.append([bare()]).last == 1
    appended = log.append([bare(), bare()])
    assert (appended.first, appended.last) == (2, 3)
    assert places(log.read()) == [1, 2, 3]
    assert log.head() == 3


def test_the_write_ahead_log_is_begun_anew_while_threads_append_without_a_pause(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wal_copying, "WAL_PAGES", 200)
    with SqliteLog.create(path) as log:

        def append() -> None:
            for _ in range(750):
                log.append([bare()])

        writers = [threading.Thread(target=append) for _ in range(2)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        grown = Path(f"{path}-wal").stat().st_size
        assert places(log.read()) == list(range(1, 1501))
    assert grown < 2_000 * PAGE_BYTES
    with closing(sqlite3.connect(path)) as plain:
        assert plain.execute("SELECT count(*) FROM events").fetchone() == (1500,)


def test_an_event_comes_back_as_it_was_appended(log: SqliteLog) -> None:
    appended = log.append([bare("memory.recorded/1", "mem:b", "agent:a", body=b'{"x":1}')])
    assert log.get(1) == StoredEvent(1, appended.at, "memory.recorded/1", ("agent:a", "mem:b"), b'{"x":1}')
    assert log.get(2) is None


def test_a_body_is_legible_with_plain_sqlite(log: SqliteLog, path: Path) -> None:
    log.append([bare(body=b'{"actor":"agent:atlas"}')])
    with closing(sqlite3.connect(path)) as plain:
        found = plain.execute("SELECT CAST(body AS TEXT) FROM events").fetchone()
    assert found == ('{"actor":"agent:atlas"}',)


def test_an_empty_log_has_head_zero_and_yields_nothing(log: SqliteLog) -> None:
    assert (log.head(), list(log.read()), log.position_at(2**62)) == (0, [], 0)


@pytest.mark.parametrize("newest_first", [False, True])
def test_reading_takes_a_span_a_limit_and_an_order(log: SqliteLog, newest_first: bool) -> None:
    log.append([bare() for _ in range(10)])
    expected = [4, 5, 6, 7]
    if newest_first:
        expected.reverse()
    assert places(log.read(after=3, upto=7, newest_first=newest_first)) == expected
    assert places(log.read(after=3, upto=7, limit=2, newest_first=newest_first)) == expected[:2]
    assert places(log.read(limit=0, newest_first=newest_first)) == []


@pytest.mark.parametrize("newest_first", [False, True])
@pytest.mark.parametrize("asked", [None, query(((), ("x",))), query((("t/1",), ()), (("u/1",), ("x",)))])
def test_reading_goes_over_many_pages_without_loss(log: SqliteLog, asked: Query | None, newest_first: bool) -> None:
    log.append([bare(f"{'tu'[n % 2]}/1", "x") for n in range(1701)])
    expected = list(range(1, 1702))
    assert places(log.read(asked, newest_first=newest_first)) == expected[:: -1 if newest_first else 1]


def test_a_reader_between_two_pages_holds_no_transaction(log: SqliteLog, path: Path) -> None:
    log.append([bare() for _ in range(1200)])
    reading = log.read()
    next(reading)
    with closing(sqlite3.connect(path)) as plain:
        busy, _, _ = plain.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert busy == 0
    assert len(list(reading)) == 1199


TYPES = st.sampled_from(["a/1", "b/1", "c/1"])
TAGS = st.sampled_from(["x", "y", "z"])
ITEMS = st.tuples(st.lists(TYPES, max_size=2).map(tuple), st.lists(TAGS, max_size=3).map(tuple))


def matches(asked: Query, type_: str, tags: tuple[str, ...]) -> bool:
    if not asked.items:
        return True
    return any((not item.types or type_ in item.types) and set(item.tags) <= set(tags) for item in asked.items)


@given(
    events=st.lists(st.tuples(TYPES, st.sets(TAGS)), min_size=1, max_size=30),
    items=st.lists(ITEMS, max_size=4),
    after=st.integers(0, 30),
    newest_first=st.booleans(),
    terms=st.integers(1, 3),
)
def test_queries_mean_types_or_tags_and_items_or(
    tmp_path_factory: pytest.TempPathFactory,
    events: list[tuple[str, set[str]]],
    items: list[tuple[tuple[str, ...], tuple[str, ...]]],
    after: int,
    newest_first: bool,
    terms: int,
) -> None:
    asked = query(*items)
    expected = [
        position
        for position, (type_, tags) in enumerate(events, start=1)
        if position > after and matches(asked, type_, tuple(tags))
    ]
    with (
        pytest.MonkeyPatch.context() as patch,
        SqliteLog.create(tmp_path_factory.mktemp("log") / "memory.db") as log,
    ):
        patch.setattr(sqlite_query, "TERMS", terms)
        log.append([bare(type_, *tags) for type_, tags in events])
        found = places(log.read(asked, after=after, newest_first=newest_first))
        assert found == (expected[::-1] if newest_first else expected)
        assert places(log.read(asked, after=after, limit=2, newest_first=newest_first)) == found[:2]
        if expected:
            with pytest.raises(ConditionFailed):
                log.append([bare()], AppendCondition(asked, after))
            assert log.head() == len(events)
        else:
            assert log.append([bare()], AppendCondition(asked, after)).last == len(events) + 1


def test_a_condition_sees_only_what_came_after_its_position(log: SqliteLog) -> None:
    log.append([bare("a/1", "x")])
    asked = query((("a/1",), ("x",)))
    log.append([bare("b/1")], AppendCondition(asked, 1))
    with pytest.raises(ConditionFailed):
        log.append([bare("b/1")], AppendCondition(asked, 0))
    assert log.head() == 2


@pytest.mark.parametrize("number", [1, 4999])
@pytest.mark.parametrize("tags", [1, 2])
def test_a_condition_may_name_thousands_of_tags(log: SqliteLog, number: int, tags: int) -> None:
    log.append([bare("a/1", *(f"cmd:{number}/{n}" for n in range(tags)))])
    long = query(*((("a/1",), tuple(f"cmd:{k}/{n}" for n in range(tags))) for k in range(5000)))
    with pytest.raises(ConditionFailed):
        log.append([bare()], AppendCondition(long, 0))
    assert places(log.read(long)) == [1]
    assert log.append([bare()], AppendCondition(long, 1)).last == 2


def test_an_item_may_name_thousands_of_types_and_tags(log: SqliteLog) -> None:
    names = tuple(f"n{k:04}" for k in range(3000))
    log.append([bare("n0007", *names)])
    assert places(log.read(query((names, names)))) == [1]
    assert places(log.read(query((names, ())))) == [1]
    assert places(log.read(query((names, (*names, "other"))))) == []


def test_time_never_decreases_when_the_clock_steps_back(path: Path) -> None:
    ticks = iter([100, 50, 200, 10, 300])
    with SqliteLog.create(path, clock=lambda: next(ticks)) as log:
        assert [log.append([bare()]).at for _ in range(3)] == [100, 100, 200]
    with SqliteLog(path, clock=lambda: next(ticks)) as log:
        assert [log.append([bare()]).at for _ in range(2)] == [200, 300]
        assert [event.at for event in log.read()] == [100, 100, 200, 200, 300]


@given(steps=st.lists(st.integers(0, 2), min_size=1, max_size=40), asked=st.integers(-1, 90))
def test_the_position_at_a_time_is_the_last_one_not_after_it(
    tmp_path_factory: pytest.TempPathFactory, steps: list[int], asked: int
) -> None:
    times = [sum(steps[: n + 1]) for n in range(len(steps))]
    ticks = iter(times)
    with SqliteLog.create(tmp_path_factory.mktemp("log") / "memory.db", clock=lambda: next(ticks)) as log:
        for _ in times:
            log.append([bare()])
        assert log.position_at(asked) == sum(at <= asked for at in times)


@pytest.mark.parametrize("table", ["events", "event_tags"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET position = 7", "DELETE FROM {}"])
def test_updating_and_deleting_are_refused(log: SqliteLog, path: Path, table: str, statement: str) -> None:
    log.append([bare("a/1", "x")])
    with closing(sqlite3.connect(path)) as plain, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        plain.execute(statement.format(table))


def test_a_reopened_log_goes_on_where_it_ended(path: Path) -> None:
    with SqliteLog.create(path) as log:
        log.append([bare(body=b"1"), bare(body=b"2")])
    with SqliteLog(path) as log:
        assert log.append([bare(body=b"3")]).last == 3
        assert bodies(log.read()) == [b"1", b"2", b"3"]


def test_a_closed_log_is_one_file(path: Path) -> None:
    with SqliteLog.create(path) as log:
        log.append([bare()])
        list(log.read())
    assert os.listdir(path.parent) == [path.name]


USES: list[Callable[[SqliteLog], object]] = [
    lambda log: log.append([bare()]),
    lambda log: log.head(),
    lambda log: list(log.read()),
    lambda log: log.wait(0, 1.0),
    lambda log: log.rebuild(),
]


@pytest.mark.parametrize("use", USES)
def test_a_closed_log_says_so(path: Path, use: Callable[[SqliteLog], object]) -> None:
    with SqliteLog.create(path) as log:
        pass
    log.close()
    with pytest.raises(StoreError, match="was closed; open it again"):
        use(log)


def test_a_store_is_not_created_over_another(log: SqliteLog, path: Path) -> None:
    log.append([bare()])
    with pytest.raises(StoreExists, match="already"):
        SqliteLog.create(path)
    assert log.head() == 1


def test_a_creation_that_was_cut_short_is_completed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as plain:
        plain.execute("PRAGMA journal_mode = WAL")
    with SqliteLog.create(path) as log:
        assert log.append([bare()]).last == 1


def test_threads_lose_nothing_and_share_no_position(log: SqliteLog) -> None:
    positions: list[int] = []

    def write(writer: int) -> None:
        for number in range(50):
            appended = log.append([bare("a/1", f"w:{writer}", body=b"%d" % number)] * 2)
            positions.extend(range(appended.first, appended.last + 1))

    in_threads([lambda writer=writer: write(writer) for writer in range(8)])
    assert sorted(positions) == places(log.read()) == list(range(1, 801))
    for writer in range(8):
        own = bodies(log.read(query(((), (f"w:{writer}",)))))
        assert own == [b"%d" % number for number in range(50) for _ in range(2)]


def test_of_threads_that_decide_on_the_same_position_one_wins(log: SqliteLog) -> None:
    def count() -> None:
        for _ in range(20):
            count_up(log)

    in_threads([count] * 6)
    assert bodies(log.read()) == [b"%d" % number for number in range(1, 121)]


def test_three_processes_lose_nothing_and_decide_in_turn(log: SqliteLog, path: Path) -> None:
    writers = [FORKSERVER.Process(target=append_many, args=(str(path), name, 40)) for name in "abc"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    events = list(log.read())
    assert [event.position for event in events] == list(range(1, 241))
    assert all(before.at <= after.at for before, after in pairwise(events))
    assert [e.body for e in events if e.type == "counted/1"] == [b"%d" % number for number in range(1, 121)]
    for name in "abc":
        assert bodies(log.read(query((("noted/1",), (f"w:{name}",))))) == [b"%d" % number for number in range(40)]


def in_threads(works: list[Callable[[], None]]) -> None:
    faults: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as fault:  # noqa: BLE001  # raised below, in the test's own thread
            faults.append(fault)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for fault in faults:
        raise fault


def test_threads_that_append_while_the_log_is_closed_are_answered(path: Path) -> None:
    log = SqliteLog.create(path)
    started, stored, refused = threading.Barrier(6), [0] * 5, [False] * 5

    def write(writer: int) -> None:
        started.wait()
        try:
            while True:
                log.append([bare()])
                stored[writer] += 1
        except StoreError as fault:
            refused[writer] = "was closed" in str(fault)

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(5)]
    for thread in threads:
        thread.start()
    started.wait()
    log.close()
    for thread in threads:
        thread.join()
    assert refused == [True] * 5
    with SqliteLog(path) as again:
        assert again.head() == sum(stored)


class Gate:
    """A clock that stops a writer inside its transaction, until it is let go."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.open = threading.Event()

    def __call__(self) -> int:
        self.reached.set()
        assert self.open.wait(30)
        return 1


def commits_of(log: SqliteLog) -> list[str]:
    assert log._writer is not None
    commits: list[str] = []
    log._writer._connection.set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)
    return commits


def waiting_in(log: SqliteLog, number: int) -> None:
    """Come back once `number` requests wait for the writer at work."""
    assert log._writer is not None
    pause = threading.Event()
    while len(log._writer._commits._waiting) < number:
        pause.wait(0.001)


def test_threads_that_wait_for_the_disk_share_one_commit(path: Path) -> None:
    gate = Gate()
    with SqliteLog.create(path, clock=gate) as log:
        commits = commits_of(log)
        threads = [threading.Thread(target=log.append, args=([bare(body=b"first")],))]
        threads[0].start()
        gate.reached.wait()
        threads += [threading.Thread(target=log.append, args=([bare(), bare()],)) for _ in range(20)]
        for thread in threads[1:]:
            thread.start()
        waiting_in(log, 20)
        gate.open.set()
        for thread in threads:
            thread.join()
        assert len(commits) == 2
        assert log.head() == 41


def test_in_a_shared_commit_each_request_has_its_own_answer(path: Path) -> None:
    gate = Gate()
    with SqliteLog.create(path, clock=gate) as log:
        first = threading.Thread(target=log.append, args=([bare()],))
        first.start()
        gate.reached.wait()
        once = AppendCondition(query((("once/1",), ())), 1)
        answers: list[object] = []

        def append(type_: str, condition: AppendCondition | None, tag: str) -> None:
            try:
                answers.append(log.append([bare(type_, tag)], condition))
            except (ConditionFailed, UnicodeEncodeError) as fault:
                answers.append(type(fault))

        asked = [("once/1", once, "x")] * 3 + [("free/1", None, "x"), ("bad/1", None, "\ud800")]
        threads = [threading.Thread(target=append, args=each) for each in asked]
        for thread in threads:
            thread.start()
        waiting_in(log, 5)
        gate.open.set()
        for thread in [first, *threads]:
            thread.join()
        assert answers.count(ConditionFailed) == 2
        assert answers.count(UnicodeEncodeError) == 1
        assert sorted(event.type for event in log.read(after=1)) == ["free/1", "once/1"]
        assert places(log.read()) == [1, 2, 3]


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (ReopenNeeded("the views are of another version"), [ReopenNeeded] * 5),
        (sqlite3.OperationalError("disk I/O error"), [StoreError] * 5),
        (KeyboardInterrupt(), [KeyboardInterrupt] + [StoreError] * 4),
    ],
)
def test_when_a_shared_commit_fails_every_thread_is_told_and_nothing_is_stored(
    path: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException, told: list[type[BaseException]]
) -> None:
    gate = Gate()
    answers: list[type[BaseException]] = []
    with SqliteLog.create(path, clock=gate) as log:
        assert log._writer is not None

        def fail() -> None:
            raise fault

        def append() -> None:
            try:
                log.append([bare()])
            except (StoreError, KeyboardInterrupt) as refusal:
                answers.append(type(refusal))

        threads = [threading.Thread(target=append) for _ in range(6)]
        threads[0].start()
        gate.reached.wait()
        for thread in threads[1:]:
            thread.start()
        waiting_in(log, 5)
        begin = log._writer._commits._begin
        monkeypatch.setattr(log._writer._commits, "_begin", fail)
        gate.open.set()
        for thread in threads:
            thread.join()
        assert sorted(answers, key=str) == sorted(told, key=str)
        assert places(log.read()) == [1]
        monkeypatch.setattr(log._writer._commits, "_begin", begin)
        assert log.append([bare()]).last == 2


def test_a_full_disk_stores_nothing_and_the_log_stays_usable(path: Path) -> None:
    with SqliteLog.create(path) as log:
        log.append([bare("a/1", "x")])
        assert log._writer is not None
        connection = log._writer._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 5}")
        with pytest.raises(StoreFull, match="nothing was stored"):
            log.append([bare(body=b"x" * 1000)] * 100)
        assert places(log.read()) == [1]
        assert log.append([bare()]).last == 2
        connection.execute("PRAGMA max_page_count = 1000000")
        assert log.append([bare(body=b"x" * 1000)] * 100).last == 102


def test_a_lock_held_beyond_patience_is_reported_and_the_log_stays_usable(path: Path) -> None:
    with (
        SqliteLog.create(path, patience_s=0.05) as log,
        closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match=r"waited 0.05 s for the write lock held by another process"):
            log.append([bare()])
        assert log.head() == 0
        other.execute("ROLLBACK")
        assert log.append([bare()]).last == 1


def test_a_reader_does_not_wait_for_a_writer(path: Path) -> None:
    gate = Gate()
    gate.open.set()
    with SqliteLog.create(path, clock=gate) as log:
        log.append([bare()])
        gate.open.clear()
        gate.reached.clear()
        writer = threading.Thread(target=log.append, args=([bare()],))
        writer.start()
        gate.reached.wait()
        assert places(log.read()) == [1]
        gate.open.set()
        writer.join()


def test_waiting_ends_with_an_append_of_another_thread(log: SqliteLog) -> None:
    writer = threading.Timer(0.05, log.append, args=([bare()],))
    writer.start()
    assert log.wait(0, 30) == 1
    writer.join()


def test_waiting_ends_with_an_append_of_another_log_on_the_file(log: SqliteLog, path: Path) -> None:
    with SqliteLog(path) as other:
        writer = threading.Timer(0.05, other.append, args=([bare()],))
        writer.start()
        assert log.wait(0, 30) == 1
        writer.join()


def test_waiting_ends_when_its_time_is_over(log: SqliteLog) -> None:
    assert log.wait(0, 0.01) == 0


def test_a_log_refuses_to_work_in_a_forked_child(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    log.append([bare()])
    monkeypatch.setattr(os, "getpid", lambda: -1)
    with pytest.raises(StoreError, match="before a fork; open it in the child"):
        log.append([bare()])
    with pytest.raises(StoreError, match="before a fork; open it in the child"):
        log.head()
    monkeypatch.undo()
    assert log.append([bare()]).last == 2


def test_tags_are_indexed_once_for_each_event(log: SqliteLog, path: Path) -> None:
    log.append([bare("a/1", "x", "y"), bare("a/1", "y")])
    with closing(sqlite3.connect(path)) as plain:
        found = plain.execute("SELECT tag, position FROM event_tags ORDER BY tag, position").fetchall()
    assert found == [("x", 1), ("y", 1), ("y", 2)]
