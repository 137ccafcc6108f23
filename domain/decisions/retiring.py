"""Going and coming back: forget, archive, restore, release."""

from msgspec.structs import replace

from ..boundary import QueryItem
from ..commands import ArchiveMemory, ForgetMemory, ReleaseMemory, RestoreMemory
from ..errors import FactHasOwner, NothingToRestore, NotLive, Refused, SessionHasEnded
from ..events import MemoryArchived, MemoryForgotten, MemoryReleased, MemoryRestored, SessionEnded
from ..facts import Decision, Facts
from ..holds import PLACED, refuse_held
from ..moments import to_datetime
from ..sessions import MESSAGE
from ..state import Belief, holds_fact
from .bounds import retire_excess
from .grounds import ARRIVALS, about, draft, envelope, live, named, unchanged

FORGETTABLE = frozenset({"live", "archived", "quarantined", "superseded", "contradicted"})
RESTORABLE = frozenset({"forgotten", "archived", "merged"})

KEPT_BY_RESTORE = frozenset({"superseded", "contradicted", "quarantined"})
"""What a memory was when it was forgotten, and is again when it is restored."""


def forget(facts: Facts, command: ForgetMemory, now: int) -> Decision:
    """Decide a `ForgetMemory`.

    Raises:
        OnHold: the law wants it to stay.
    """
    del now
    belief = named(facts, command, "forget")
    if belief.status not in FORGETTABLE:
        raise NotLive(belief.memory, belief.status, "forget")
    refuse_held("forget", belief.memory, facts.held.get(belief.memory))
    event = MemoryForgotten(**envelope(facts, command, belief.scope), memory=belief.memory)
    return Decision(drafts=(draft(event, about(facts, command)),), conflicts=(PLACED, *unchanged(belief.memory)))


def archive(facts: Facts, command: ArchiveMemory, now: int) -> Decision:
    """Decide an `ArchiveMemory`."""
    belief = live(facts, command.memory, "archive", now)
    if belief.layer == "L0":
        raise Refused(f"cannot archive {belief.memory}: scratch expires by itself; record what matters as a note")
    event = MemoryArchived(
        **envelope(facts, command, belief.scope),
        memory=belief.memory,
        from_layer=belief.layer,
        ground=command.ground,
        bound=None,
    )
    return Decision(drafts=(draft(event, about(facts, command)),), conflicts=unchanged(belief.memory))


def restore(facts: Facts, command: RestoreMemory, now: int) -> Decision:
    """Decide a `RestoreMemory`; whom somebody restores by name is not retired by the bound that it crosses."""
    belief = named(facts, command, "restore")
    if belief.status not in RESTORABLE:
        raise NothingToRestore(belief.memory, belief.status)
    conflicts = (*unchanged(belief.memory), *_said_in_time(facts, belief, "bring a message back into"))
    status = belief.former if belief.former in KEPT_BY_RESTORE else "live"
    # What comes back as superseded or contradicted holds no fact: a newer value may.
    fact = belief.fact if status in {"live", "quarantined"} else None
    if fact is not None:
        _check_fact_is_free(facts, belief, fact, now)
        conflicts = (QueryItem(types=ARRIVALS, tags=(f"fact:{fact}",)), *conflicts)
    event = MemoryRestored(
        **envelope(facts, command, belief.scope),
        memory=belief.memory,
        from_status=belief.status,
        to_status=status,
        to_layer=belief.home_layer,
        kind=belief.kind,
        fact=fact,
    )
    retired, crossed = retire_excess(facts, command, replace(belief, status=status, layer=belief.home_layer), keep=True)
    return Decision(
        drafts=(draft(event, about(facts, command, required=False)), *retired), conflicts=(*conflicts, *crossed)
    )


def release(facts: Facts, command: ReleaseMemory, now: int) -> Decision:
    """Decide a `ReleaseMemory`."""
    del now
    belief = named(facts, command, "release")
    if belief.status != "quarantined":
        raise Refused(f"cannot release {belief.memory}: it is {belief.status}, not quarantined")
    in_time = _said_in_time(facts, belief, "bring a message back into")
    event = MemoryReleased(**envelope(facts, command, belief.scope), memory=belief.memory, kind=belief.kind)
    retired, crossed = retire_excess(facts, command, replace(belief, status="live"), keep=True)
    return Decision(
        drafts=(draft(event, about(facts, command)), *retired),
        conflicts=(*unchanged(belief.memory), *in_time, *crossed),
    )


def _said_in_time(facts: Facts, belief: Belief, verb: str) -> tuple[QueryItem, ...]:
    """Check that a message does not outlive its session; return the condition that this rests on.

    Raises:
        SessionHasEnded: it would.
    """
    if belief.kind != MESSAGE or belief.session is None:
        return ()
    run = facts.sessions.get((belief.scope, belief.session))
    if run is not None and run.ended_at is not None:
        words = facts.words.get(belief.memory)
        name = words.session if words and words.session else "of this message"
        raise SessionHasEnded(name, to_datetime(run.ended_at).isoformat(timespec="seconds"), verb)
    return (QueryItem(types=(SessionEnded.TYPE,), tags=(f"scope:{belief.scope}", f"session:{belief.session}")),)


def _check_fact_is_free(facts: Facts, belief: Belief, fact: str, now: int) -> None:
    holder = facts.holders.get(fact)
    if holder is None or holder.memory == belief.memory or not holds_fact(holder, now):
        return
    words = facts.words.get(belief.memory)
    key = words.key if words and words.key else belief.memory
    if holder.agent != belief.agent:
        raise FactHasOwner(key, facts.owner(fact, holder))
    raise Refused(
        f"cannot restore {belief.memory}: fact {key!r} has the newer value {holder.memory}; forget that one first"
    )
