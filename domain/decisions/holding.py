"""Deciding about legal holds: what must stay until a day."""

from collections.abc import Mapping

from ..boundary import QueryItem
from ..commands.privacy import PlaceHold, ReleaseHold
from ..errors import InvalidMoment, NotLive
from ..events import Draft, HoldPlaced, HoldReleased, ScratchPurged, SubjectErased
from ..facts import Decision
from ..moments import to_datetime
from ..state import Belief
from .grounds import reason

_GONE = (SubjectErased.TYPE, ScratchPurged.TYPE)


def place_hold(command: PlaceHold, beliefs: Mapping[str, Belief], now: int) -> Decision:
    """Decide a `PlaceHold`.

    Args:
        beliefs: the memories that it names, by id.

    Raises:
        InvalidMoment: it would end before it began.
        NotLive: one of the memories is erased.
        InvalidText: no reason is given.
    """
    if command.until <= now:
        until = to_datetime(command.until).isoformat(timespec="seconds")
        raise InvalidMoment(f"a hold until {until} would be over already; give a time to come")
    for memory in command.memories:
        if beliefs[memory].status == "erased":
            raise NotLive(memory, "erased", "hold")
    event = HoldPlaced(
        actor=command.actor,
        cause=command.cause,
        box=None,
        hold=command.hold,
        subject=command.subject,
        held=tuple(sorted(command.memories)),
        until=command.until,
    )
    named = [f"mem:{memory}" for memory in command.memories]
    named += [f"subject:{command.subject}"] if command.subject else []
    conflicts = tuple(QueryItem(types=_GONE, tags=(tag,)) for tag in named)
    return Decision(drafts=(Draft(event=event, content=reason(command)),), conflicts=conflicts)


def release_hold(command: ReleaseHold) -> Decision:
    """Decide a `ReleaseHold` of a hold that is in force.

    Raises:
        InvalidText: no reason is given.
    """
    event = HoldReleased(actor=command.actor, cause=command.cause, box=None, hold=command.hold)
    others = QueryItem(types=(HoldReleased.TYPE,), tags=(f"hold:{command.hold}",))
    return Decision(drafts=(Draft(event=event, content=reason(command)),), conflicts=(others,))
