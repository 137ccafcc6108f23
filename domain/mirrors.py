"""Mirrors: what the log says of each, when one is due, and when it is stale. Pure."""

import msgspec
from msgspec.structs import replace

from .events import MirrorDeclared, MirrorFailed, MirrorRefreshed, MirrorStanding, Recorded
from .moments import SECOND
from .schedules import retry_pause_s

STALE_CADENCES = 2
"""A mirror is stale once it is older than so many of its cadences."""
PAUSE_S_MIN = 960
"""Pause between tries of what failed again and again, where its cadence is shorter."""


class Mirror(msgspec.Struct, frozen=True):
    """One mirror, as far as the log says; what it shows stands in its event. Times are microseconds since 1970 UTC."""

    mirror: str
    """HMAC of its name."""
    scope: str
    standing: MirrorStanding
    every_s: int
    cost_per_run: int
    declaration: str
    """HMAC of its declaration."""
    declared_position: int
    declared_at: int
    content: str | None
    """HMAC of what it shows; None: nothing yet."""
    content_position: int | None
    content_at: int | None
    """When it came to show that."""
    size_bytes: int
    refreshed_at: int | None
    """When the log last says that it showed what there was."""
    failed_position: int | None
    """None: the last refresh that is told of was no failure."""
    failed_at: int | None
    attempt: int
    """Failures since the last success."""
    retry_at: int | None


def evolve_mirror(mirror: Mirror | None, recorded: Recorded) -> Mirror | None:
    """Fold one event into the state of a mirror."""
    match recorded.event:
        case MirrorDeclared() as event:
            return _declared(mirror, event, recorded)
        case MirrorRefreshed() as event:
            assert mirror is not None, f"position {recorded.position} refreshes what was never declared"
            now = replace(
                mirror, refreshed_at=recorded.at, failed_position=None, failed_at=None, attempt=0, retry_at=None
            )
            if not event.changed:
                return now
            return replace(
                now,
                content=event.content,
                content_position=recorded.position,
                content_at=recorded.at,
                size_bytes=event.size_bytes,
            )
        case MirrorFailed() as event:
            assert mirror is not None, f"position {recorded.position} tells of what was never declared"
            return replace(
                mirror,
                failed_position=recorded.position,
                failed_at=recorded.at,
                attempt=event.attempt,
                retry_at=event.retry_at,
            )
        case _:
            return mirror


def _declared(mirror: Mirror | None, event: MirrorDeclared, recorded: Recorded) -> Mirror:
    before = mirror or Mirror(
        mirror=event.mirror,
        scope=event.scope,
        standing=event.standing,
        every_s=event.every_s,
        cost_per_run=event.cost_per_run,
        declaration=event.declaration,
        declared_position=recorded.position,
        declared_at=recorded.at,
        content=None,
        content_position=None,
        content_at=None,
        size_bytes=0,
        refreshed_at=None,
        failed_position=None,
        failed_at=None,
        attempt=0,
        retry_at=None,
    )
    return replace(
        before,
        scope=event.scope,
        standing=event.standing,
        every_s=event.every_s,
        cost_per_run=event.cost_per_run,
        declaration=event.declaration,
        declared_position=recorded.position,
        declared_at=recorded.at,
        # Another declaration is tried at once: what failed was the one before.
        attempt=0,
        retry_at=None,
    )


def retry_after_s(attempt: int, every_s: int) -> int:
    """Return after how many seconds what failed is tried again: soon at first, then by its cadence.

    >>> [retry_after_s(attempt, 3_600) for attempt in (1, 2, 5, 6, 60)]
    [60, 120, 960, 3600, 3600]
    """
    pause_s = retry_pause_s(attempt)
    return max(every_s, PAUSE_S_MIN) if pause_s is None else pause_s


def due_at(mirror: Mirror | None, every_s: int, checked_at: int | None) -> int:
    """Return when a mirror is to be refreshed; 0: at once.

    Args:
        checked_at: when it was last found to show what there is, also where no event tells of it.
    """
    if mirror is None:
        return 0
    if mirror.retry_at is not None:
        return mirror.retry_at
    known = max(checked_at or 0, mirror.refreshed_at or 0)
    # What was seen by another declaration says nothing of this one.
    return known + every_s * SECOND if known >= mirror.declared_at else 0


def seen_at(mirror: Mirror, checked_at: int | None) -> int | None:
    """Return as of when what a mirror shows is known to have held; None: it shows nothing."""
    if mirror.content_at is None:
        return None
    return max(mirror.content_at, mirror.refreshed_at or 0, checked_at or 0)


def is_stale(mirror: Mirror, checked_at: int | None, at: int, heartbeat_s: int | None = None) -> bool:
    """Say whether what a mirror shows may not be taken for what there is.

    It is older than two of its cadences, its last refresh failed, or nobody refreshes it any more.

    Args:
        heartbeat_s: how seldom an unchanged mirror is told of, where only the log is known: of a past moment.
    """
    seen = seen_at(mirror, checked_at)
    if seen is None or mirror.standing != "enabled" or mirror.failed_at is not None:
        return True
    allowed_s = STALE_CADENCES * mirror.every_s
    if heartbeat_s is not None:
        allowed_s = max(allowed_s, heartbeat_s + mirror.every_s)
    return at - seen > allowed_s * SECOND
