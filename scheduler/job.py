"""What a job of a schedule is: it knows what is due, does it, and can say when it comes next without running."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from ..domain.moments import SECOND, to_datetime
from ..domain.schedules import ATTEMPTS_MAX, lateness

if TYPE_CHECKING:
    import threading
    from collections.abc import Sequence

    from ..application.jobs import Trial
    from ..application.store import Store
    from ..domain.policy import Policy

Lane = Literal["dreams", "files", "world"]
"""Jobs of one lane wait for each other."""


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """One run of a job, for one agent or for the whole store, that is due."""

    run: Trial
    agent: str | None
    why: str
    """In words; quotes nobody's."""
    found_at: int
    """When it was found to be due, microseconds since 1970 UTC."""
    night: str | None = None
    """The local date of the night that it is for, where nobody has dreamt it."""

    @property
    def again(self) -> bool:
        """Whether it failed before."""
        return self.run.attempt > 1

    def late_s(self, now: int) -> int:
        """Return how many seconds after its time a night comes; nothing else has an hour of its own."""
        return 0 if self.night is None else max(now - self.run.due_at, 0) // SECOND

    def because(self, now: int) -> str:
        """Return why it runs, and how late."""
        late = lateness(self.late_s(now))
        again = f"attempt {self.run.attempt} of {ATTEMPTS_MAX}" if self.again else None
        return ", ".join(part for part in (self.why, late, again) if part)


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """When a job comes next, and how it went last. Times are microseconds since 1970 UTC."""

    next_at: int | None
    """None: not before something happens."""
    waits_for: str | None = None
    """What has to happen first, where no time is known."""
    zone: str
    """The IANA name of the zone that it goes by."""
    last_at: int | None = None
    last_result: str | None = None
    last_late_s: int | None = None
    """How long after its time the last run began, in seconds; None: it had none."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "next_at": _iso(self.next_at),
            "waits_for": self.waits_for,
            "zone": self.zone,
            "last_at": _iso(self.last_at),
            "last_result": self.last_result,
            "last_late_s": self.last_late_s,
        }


class Job(ABC):
    """Something that is due again and again, for each agent or for the whole store."""

    name: ClassVar[str]
    """A slug, by which the log knows it."""
    lane: ClassVar[Lane]
    tells: ClassVar[bool]
    """Whether a run that did something is told by an event of its own; dreams tell of themselves."""

    @abstractmethod
    def every_s(self, policy: Policy) -> int:
        """Return how often to look whether it is due, in seconds."""

    @abstractmethod
    def subjects(self, store: Store) -> Sequence[str | None]:
        """Return the agents that it is about, each by itself; (None,) for what is about the whole store."""

    @abstractmethod
    def due(self, store: Store, agent: str | None, now: int) -> Due | None:
        """Return what is due at a time, microseconds since 1970 UTC."""

    @abstractmethod
    def carry_out(self, store: Store, due: Due, stop: threading.Event) -> str | None:
        """Do what is due until it is done or `stop` is set; return what came of it, None if nothing had to be done.

        Raises:
            DreamIsRunning, AlreadyDreamt: somebody else does it, or did: no failure.
        """

    @abstractmethod
    def outlook(self, store: Store, agent: str | None, now: int) -> Outlook:
        """Return when it comes next, and how it went last."""


class StoreJob(Job):
    """A job that is about the whole store."""

    def subjects(self, store: Store) -> Sequence[None]:
        """Return the whole store."""
        del store
        return (None,)


def _iso(at: int | None) -> str | None:
    return None if at is None else to_datetime(at).isoformat()
