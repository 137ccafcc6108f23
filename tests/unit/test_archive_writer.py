"""The thread behind the archive: it writes what was asked, tries again after pauses, and ends when it should."""

import threading
from collections.abc import Callable, Iterator

import pytest

from remembrancer.infrastructure.archive import writer
from remembrancer.infrastructure.archive.lock import ArchiveBusy
from remembrancer.infrastructure.archive.writer import ArchiveWriter

PATIENCE_S = 60
"""Longer than any of these takes: a wait that reaches it is a failure."""


class Work:
    """Fails as often as it is told, then succeeds, and remembers it all."""

    def __init__(self, *faults: Exception) -> None:
        self.faults = list(faults)
        self.done = threading.Semaphore(0)
        self.noted: list[tuple[str, float]] = []
        self.attempts = 0
        self.failed_once = threading.Event()

    def __call__(self, leave_off: Callable[[], bool]) -> None:
        del leave_off
        self.attempts += 1
        if self.faults:
            raise self.faults.pop(0)
        self.done.release()

    def failed(self, failure: Exception, pause_s: float) -> None:
        self.noted.append((str(failure), pause_s))
        self.failed_once.set()


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "LINGER_S", 0.01)
    monkeypatch.setattr(writer, "FIRST_PAUSE_S", 0.01)


@pytest.fixture
def writers() -> Iterator[Callable[..., ArchiveWriter]]:
    made: list[ArchiveWriter] = []

    def make(work: Work, **options: float) -> ArchiveWriter:
        made.append(ArchiveWriter(work, (OSError,), work.failed, **options))  # pyright: ignore[reportArgumentType]
        return made[-1]

    yield make
    for one in made:
        one.close()
        assert not one._thread.is_alive()


def test_nothing_is_done_until_it_is_asked_for(writers: Callable[..., ArchiveWriter]) -> None:
    work = Work()
    one = writers(work)
    one.close()
    assert work.attempts == 0


def test_each_asking_is_answered(writers: Callable[..., ArchiveWriter]) -> None:
    work = Work()
    one = writers(work)
    for _ in range(3):
        one.ask()
        assert work.done.acquire(timeout=PATIENCE_S)


def test_what_was_asked_just_before_the_end_is_done(writers: Callable[..., ArchiveWriter]) -> None:
    work = Work()
    one = writers(work)
    one.ask()
    one.close()
    assert work.attempts == 1


def test_what_fails_is_tried_again_after_pauses_that_double(writers: Callable[..., ArchiveWriter]) -> None:
    work = Work(OSError("first"), OSError("second"), OSError("third"))
    writers(work).ask()
    assert work.done.acquire(timeout=PATIENCE_S)
    assert [failure for failure, _ in work.noted] == ["first", "second", "third"]
    assert [pause for _, pause in work.noted] == pytest.approx([0.01, 0.02, 0.04])  # pyright: ignore[reportUnknownMemberType]


def test_pauses_go_on_from_what_failed_before_and_have_an_end(
    writers: Callable[..., ArchiveWriter], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PAUSE_S_MAX", 0.05)
    work = Work(OSError("1"), OSError("2"))
    writers(work, failures=2).ask()
    assert work.done.acquire(timeout=PATIENCE_S)
    assert [pause for _, pause in work.noted] == pytest.approx([0.04, 0.05])  # pyright: ignore[reportUnknownMemberType]


def test_an_end_is_never_delayed_by_a_pause(
    writers: Callable[..., ArchiveWriter], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "FIRST_PAUSE_S", 100_000)
    monkeypatch.setattr(writer, "PAUSE_S_MAX", 100_000)
    work = Work(OSError("no"))
    one = writers(work)
    one.ask()
    assert work.failed_once.wait(PATIENCE_S)
    one.close()
    assert not one._thread.is_alive()
    assert work.attempts == 1


def test_a_pause_that_others_noted_is_kept_and_ends_with_the_store(writers: Callable[..., ArchiveWriter]) -> None:
    work = Work()
    one = writers(work, pause_s=100_000)
    one.ask()
    one.close()
    assert work.attempts == 0


def test_another_writer_at_work_is_no_failure(writers: Callable[..., ArchiveWriter]) -> None:
    work = Work(ArchiveBusy(), ArchiveBusy())
    writers(work).ask()
    assert work.done.acquire(timeout=PATIENCE_S)
    assert work.noted == []


def test_an_end_does_not_wait_for_another_writer_for_ever(
    writers: Callable[..., ArchiveWriter], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "CLOSING_S", 0.05)
    work = Work(*[ArchiveBusy()] * 100_000)
    one = writers(work)
    one.ask()
    one.close()
    assert not one._thread.is_alive()
    assert work.done.acquire(blocking=False) is False
