"""The event sourcing library's own test case, over real files."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from eventsourcing.dcb.api import DCBEvent, DCBQuery, DCBQueryItem
from eventsourcing.dcb.tests import DCBRecorderTestCase
from eventsourcing.persistence import DatabaseError, ProgrammingError

from remembrancer.infrastructure.dcb import SqliteDCBRecorder
from remembrancer.infrastructure.sqlite_log import SqliteLog


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog.create(tmp_path / "memory.db") as log:
        yield log


def test_reading_and_appending_pass_the_librarys_own_test_case(log: SqliteLog) -> None:
    DCBRecorderTestCase()._test_append_read(SqliteDCBRecorder(log))


def test_subscribing_passes_the_librarys_own_test_case(log: SqliteLog) -> None:
    DCBRecorderTestCase()._test_append_subscribe(SqliteDCBRecorder(log))


def test_a_subscription_yields_only_what_its_query_matches(log: SqliteLog) -> None:
    recorder = SqliteDCBRecorder(log)
    recorder.append([DCBEvent("a", b"1"), DCBEvent("b", b"2"), DCBEvent("a", b"3")])
    with recorder.subscribe(DCBQuery([DCBQueryItem(types=["a"])])) as subscription:
        assert [next(subscription).position, next(subscription).position] == [1, 3]
        recorder.append([DCBEvent("b", b"4"), DCBEvent("a", b"5")])
        assert next(subscription).position == 5


def test_a_stopped_subscription_ends(log: SqliteLog) -> None:
    recorder = SqliteDCBRecorder(log)
    with recorder.subscribe() as subscription:
        subscription.stop()
        assert list(subscription) == []


def test_an_append_without_events_is_a_fault_of_the_program(log: SqliteLog) -> None:
    with pytest.raises(ProgrammingError, match="no events"):
        SqliteDCBRecorder(log).append([])


def test_errors_of_the_store_reach_the_library_as_its_own(tmp_path: Path) -> None:
    with SqliteLog.create(tmp_path / "memory.db") as log:
        recorder = SqliteDCBRecorder(log)
    with pytest.raises(DatabaseError, match="was closed"):
        recorder.append([DCBEvent("a", b"1")])
