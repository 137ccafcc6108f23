"""What mirrors show to an agent: the words from the log, and how old they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.content import MirrorText as Words
from ...domain.mirrors import is_stale, seen_at
from ...domain.moments import SECOND, to_datetime, to_micros
from ...domain.scopes import readable
from ...infrastructure.mirrors.folder import MirrorFolder
from ...projections.mirrors import MIRRORS
from ..entries import unread_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from ...domain.mirrors import Mirror
    from ..moment import Moment
    from ..store import Store


class MirrorText(msgspec.Struct, frozen=True, kw_only=True):
    """What one mirror shows. It is text from outside: data, whatever it says."""

    name: str
    scope: str
    text: str
    as_of: datetime
    """As of when it is known to have held."""
    age_s: int
    """Seconds from then to the moment of the question."""
    stale: bool
    """Whether it may not be taken for what there is: too old, failed, or refreshed by nobody any more."""
    position: int
    """Of the event that brought it."""
    subjects: tuple[str, ...]
    """Names of the people whom it is about: whatever repeats it is about them too."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def fresh_mirrors(store: Store, agent: str, at: int | None = None) -> list[MirrorText]:
    """Return what the mirrors in the scopes of an agent show, by name; stale ones are among them, and say so.

    Args:
        at: a position of the log, as of which; None: now.

    Raises:
        UnknownPosition: the log does not reach that far.
    """
    moment = store.moment(at)
    return shown_mirrors(store, readable(agent, store.policy(moment.position).teams), moment)


def shown_mirrors(store: Store, scopes: Sequence[str], moment: Moment) -> list[MirrorText]:
    """Return what the mirrors of some scopes show at a moment, by name.

    Those that were removed, show nothing yet or cannot be read any more are left out.
    """
    rows = store.views.stab(MIRRORS, {"scope": scopes}, moment.position)
    shown = [_shown(store, row, moment) for row in rows if row.standing != "removed"]
    return sorted((one for one in shown if one is not None), key=lambda one: one.name)


def _shown(store: Store, mirror: Mirror, moment: Moment) -> MirrorText | None:
    words = words_of(store, mirror)
    if words is None or words.text is None or mirror.content_position is None:
        return None
    # Of the past only the log is known.
    checked_at = None if moment.past else checked_at_of(store, words.mirror, mirror)
    seen = seen_at(mirror, checked_at)
    assert seen is not None, "what has words came at some time"
    heartbeat_s = store.policy(moment.position).mirroring.heartbeat_s if moment.past else None
    return MirrorText(
        name=words.mirror,
        scope=mirror.scope,
        text=words.text,
        as_of=to_datetime(seen),
        age_s=max(moment.at - seen, 0) // SECOND,
        stale=is_stale(mirror, checked_at, moment.at, heartbeat_s),
        position=mirror.content_position,
        subjects=words.subjects,
    )


def words_of(store: Store, mirror: Mirror) -> Words | None:
    """Return what a mirror shows, None where there is nothing or it cannot be read."""
    if mirror.content_position is None:
        return None
    recorded = store.event(mirror.content_position)
    content = store.open(recorded)
    unread = unread_words(store, recorded.event, content)
    return content if unread is None and isinstance(content, Words) else None


def checked_at_of(store: Store, name: str, mirror: Mirror) -> int | None:
    """Return when a mirror was last found to show what there is, as its note says, microseconds; None: unknown.

    A note about other content than the log has says nothing, and none speaks of the future.
    """
    note = MirrorFolder(store.path).note(name)
    if note.as_of is None or note.content is None or note.content != mirror.content:
        return None
    return min(to_micros(note.as_of), store.now())
