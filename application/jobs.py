"""Jobs of a schedule, as the log knows them: what ran, what failed and when it is tried again.

The log is the only place where it stands, so that any number of processes may run the same schedule: whoever is first
says so by an event, under a condition, and the others see it.
"""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

import msgspec

from ..domain.boundary import AppendCondition, Query, QueryItem
from ..domain.content import Reason
from ..domain.errors import RemembrancerError
from ..domain.events import Draft, JobEvent, JobFailed, JobRan
from ..domain.moments import SECOND
from ..domain.schedules import retry_pause_s
from ..infrastructure.log import ConditionFailed
from .archiving import told
from .entries import unread_words
from .store import new_command_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..domain.events import AnyEvent, Recorded
    from .store import Store

SCHEDULE = "schedule"
"""The actor of what a schedule does in its own name."""
REASON_CHARS_MAX = 1_000
LOOKED_AT_MAX = 500
"""Events of one job that are looked through for a run of it: what failed longer ago is not tried again."""
RACES_MAX = 20
"""How often an event is offered again because another process told of a job meanwhile."""


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt at one run of a job."""

    job: str
    slot: str
    """Which of its runs."""
    due_at: int
    """When the run was due, microseconds since 1970 UTC; that of a further attempt is the same."""
    attempt: int = 1
    failed: int | None = None
    """Position of the event that tells of the attempt before."""


def trial(store: Store, job: str, slot: str, due_at: int, now: int) -> Trial | None:
    """Return the attempt that is due, None if what failed is to be tried later, or was given up."""
    failure = last_failure(store, job, slot)
    if failure is None:
        return Trial(job=job, slot=slot, due_at=due_at)
    event = failure.event
    assert isinstance(event, JobFailed), f"position {failure.position} was found as a failure"
    if event.retry_at is None or event.retry_at > now:
        return None
    return Trial(job=job, slot=slot, due_at=event.due_at, attempt=event.attempt + 1, failed=failure.position)


def last_failure(store: Store, job: str, slot: str) -> Recorded | None:
    """Return the event that tells of the last failure of a run, None if it never failed."""
    for recorded in _told_of(store, job, (JobFailed.TYPE,)):
        if isinstance(recorded.event, JobFailed) and recorded.event.slot == slot:
            return recorded
    return None


def last_events(store: Store, job: str) -> Iterator[Recorded]:
    """Yield what the log tells of a job, newest first."""
    return _told_of(store, job, (JobRan.TYPE, JobFailed.TYPE))


def last_run(store: Store, job: str) -> tuple[Recorded | None, str | None]:
    """Return what was told last of a job, and how it went then; nothing if nothing was told yet."""
    last = next(last_events(store, job), None)
    if last is None:
        return None, None
    return last, f"failed: {reason_of(store, last)}" if isinstance(last.event, JobFailed) else "done"


def _told_of(store: Store, job: str, types: tuple[str, ...]) -> Iterator[Recorded]:
    query = Query(items=(QueryItem(types=types, tags=(f"job:{job}",)),))
    return (store.codec.decode(stored) for stored in store.log.read(query, newest_first=True, limit=LOOKED_AT_MAX))


def reason_of(store: Store, failure: Recorded) -> str:
    """Return why a job failed, as far as that can be read."""
    content = store.open(failure)
    unread = unread_words(store, failure.event, content)
    return unread or (content.because if content and content.because else "nothing is known of why")


def note_ran(store: Store, run: Trial) -> bool:
    """Tell that a job did something; return False if another process has told of this run already."""
    event = JobRan(
        actor=SCHEDULE,
        cause=new_command_id(),
        box=None,
        job=run.job,
        slot=run.slot,
        due_at=run.due_at,
        attempt=run.attempt,
    )
    return _append(store, event, None)


def note_failed(store: Store, run: Trial, failure: Exception, now: int) -> int | None:
    """Tell that a job failed, unless another process has told of this attempt; return when it is tried again, if ever.

    Raises:
        StoreError: it cannot be recorded.
    """
    pause_s = retry_pause_s(run.attempt)
    retry_at = None if pause_s is None else now + pause_s * SECOND
    event = JobFailed(
        actor=SCHEDULE,
        cause=new_command_id(),
        box=None,
        job=run.job,
        slot=run.slot,
        due_at=run.due_at,
        attempt=run.attempt,
        retry_at=retry_at,
    )
    _append(store, event, Reason(because=_why(failure)))
    return retry_at


def _why(failure: Exception) -> str:
    expected = isinstance(failure, OSError | RemembrancerError)
    said = told(failure) if expected else unexpected(failure)
    # Whatever a failure says, it can be stored.
    writable = said.encode(errors="replace").decode().replace("\0", "�")
    return " ".join(writable.split())[:REASON_CHARS_MAX] or type(failure).__name__


def unexpected(failure: BaseException) -> str:
    """Return what a failure that nobody foresaw says of itself: its kind and its place, for its words may quote any."""
    frames = traceback.extract_tb(failure.__traceback__)
    place = f" at {frames[-1].name}:{frames[-1].lineno}" if frames else ""
    return f"{type(failure).__name__}{place}"


def _append(store: Store, event: JobRan | JobFailed, content: Reason | None) -> bool:
    (sealed,) = store.seal([Draft(event=event, content=content)])
    query = Query(items=(QueryItem(tags=(f"job:{event.job}",)),))
    for _ in range(RACES_MAX):
        head = store.log.head()
        if _is_told(store, event):
            return False
        try:
            store.log.append([store.codec.encode(sealed)], AppendCondition(query=query, after=head))
        except ConditionFailed:
            continue
        return True
    return False


def _is_told(store: Store, event: JobEvent) -> bool:
    """Say whether the log tells already of this attempt, or of a later one."""
    for recorded in last_events(store, event.job):
        before: AnyEvent = recorded.event
        if isinstance(before, JobEvent) and before.slot == event.slot:
            return before.attempt >= event.attempt
    return False
