"""Recording a memory: the checks of its layer, the owner of its fact, the bound of its kind."""

from typing import Any, get_args

from ..all_words import all_words
from ..boundary import QueryItem
from ..commands import RecordMemory
from ..content import MemoryText
from ..continuing import behind, has_parts
from ..errors import (
    FactHasOwner,
    InvalidMetadata,
    InvalidMoment,
    InvalidName,
    LessonIncomplete,
    OutOfOrder,
    Refused,
    SessionHasEnded,
    UnknownLayer,
)
from ..events import DecisionMade, Draft, FactTransferred, MemoryRecorded, MemoryReplaced, Recorded, SessionEnded
from ..facts import Decision, Facts
from ..moments import CALENDAR, SECOND, to_datetime
from ..reviewing import is_reviewed
from ..scopes import check_scope, check_writable, own
from ..sessions import MESSAGE
from ..state import Belief, evolve, holds_fact
from ..texts import check_category, check_line, check_metadata, check_range, check_text, shown
from ..vocabulary import KINDS, Layer, Source
from .bounds import retire_excess
from .grounds import (
    ARRIVALS,
    envelope,
    evidence,
    reason,
    refuse_by_layer,
    subjects,
    unchanged,
    with_factors,
    words_of_kind,
)

TAGS_MAX = 100
SOURCES: tuple[str, ...] = get_args(Source)


def record(facts: Facts, command: RecordMemory, now: int) -> Decision:
    """Decide a `RecordMemory`."""
    home = facts.policy.layer_of(command.kind)
    layer = _layer(command, home, facts)
    scope = check_scope(command.scope) if command.scope is not None else own(command.agent)
    check_writable(scope, command.agent, facts.policy.teams)
    content = _words(facts, command)
    refuse_by_layer(facts, home, *all_words(content))
    if command.fact is not None:
        _refuse_appended(facts, command, command.fact, content.text)
    _check_numbers(command)
    _check_times(command, now)
    common: dict[str, Any] = {
        **envelope(facts, command, scope),
        "memory": command.memory,
        "kind": command.kind,
        "layer": layer,
        "home_layer": home,
        "importance": command.importance,
        "confidence": command.confidence,
        "category": check_category(command.category) if command.category is not None else None,
        "source": command.source,
        "triggered": content.trigger is not None,
        "evidence": evidence(facts, command.evidence),
        "fact": command.fact,
        "session": command.session_tag,
        "occurred_at": command.occurred_at,
        "occurred_offset": command.occurred_offset,
        "valid_from": command.valid_from,
        "valid_to": command.valid_to,
        "expires_at": _expiry(facts, command, layer, now),
    }
    born = DecisionMade if command.kind == "decision" else MemoryRecorded
    event: MemoryRecorded | DecisionMade | MemoryReplaced = born(**common)
    conflicts = _open_session(facts, command, scope)
    if command.fact is not None and layer != "L6":
        types = (*ARRIVALS, FactTransferred.TYPE)
        conflicts = (*conflicts, QueryItem(types=types, tags=(f"fact:{command.fact}",)))
        holder = _holder(facts, command, command.fact, scope, now)
        if holder is not None:
            common["valid_from"] = _begin_after(holder, command, now)
            event = MemoryReplaced(**common, replaces=holder.memory)
        if command.fact in facts.holders:
            conflicts = (*conflicts, *unchanged(facts.holders[command.fact].memory))
    replaced = (event.replaces,) if isinstance(event, MemoryReplaced) else ()
    if is_reviewed(layer, command.importance, facts.policy.review):
        content = with_factors(facts, command, event, content, now, leaving=replaced)
    draft = Draft(event=event, content=content)
    if command.kind not in facts.policy.bounds:
        return Decision(drafts=(draft,), conflicts=conflicts)
    arrival = evolve(None, Recorded(position=facts.position + 1, at=now, event=event), command.memory)
    assert arrival is not None, "a recorded memory has a state"
    retired, crossed = retire_excess(facts, command, arrival, leaving=replaced)
    return Decision(drafts=(draft, *retired), conflicts=(*conflicts, *crossed))


def _refuse_appended(facts: Facts, command: RecordMemory, fact: str, text: str) -> None:
    """Refuse the old value of a fact with its correction behind it: a value says what holds now.

    Raises:
        CorrectionAppended: it is that.
    """
    holder = facts.holders.get(fact)
    before = facts.words.get(holder.memory) if holder is not None else None
    standing = [before.text] if before is not None and behind(before.text, text) is not None else []
    if not standing and not has_parts(text):
        return
    from ..corrections import refuse_appended  # most facts do without

    refuse_appended(text, standing, f"record --kind {command.kind} --key {command.key!r}")


def _open_session(facts: Facts, command: RecordMemory, scope: str) -> tuple[QueryItem, ...]:
    """Return the condition that the session in which a message is said does not end meanwhile.

    Raises:
        SessionHasEnded: it is over.
    """
    if command.kind != MESSAGE or command.session_tag is None:
        return ()
    run = facts.sessions.get((scope, command.session_tag))
    if run is not None and run.ended_at is not None:
        ended = to_datetime(run.ended_at).isoformat(timespec="seconds")
        raise SessionHasEnded(str(command.session), ended, "speak in")
    return (QueryItem(types=(SessionEnded.TYPE,), tags=(f"scope:{scope}", f"session:{command.session_tag}")),)


def _layer(command: RecordMemory, home: Layer, facts: Facts) -> Layer:
    if command.layer is None or command.layer == home:
        return home
    if command.layer == "L6":
        if home == "L0":
            raise UnknownLayer(f"kind {command.kind!r} is scratch and is never archived; record a note instead")
        return "L6"
    there = [kind for kind, layer in {**KINDS, **facts.policy.kinds}.items() if layer == command.layer]
    advice = f"for {command.layer} use one of {', '.join(there)}" if there else f"leave the layer out, or use {home}"
    raise UnknownLayer(f"kind {command.kind!r} lives in {home}, not in {command.layer!r}; {advice}")


def _words(facts: Facts, command: RecordMemory) -> MemoryText:
    limits = facts.policy.limits
    text = words_of_kind(facts, command.kind, command.text)
    summary = None if command.summary is None else check_line(command.summary, "the summary", limits.summary_chars)
    trigger = None if command.trigger is None else check_text(command.trigger, "the trigger", limits.text_bytes)
    if command.kind == "lesson" and (summary is None or trigger is None):
        missing = " and ".join(
            name for name, value in (("a trigger incident", trigger), ("a one-line summary", summary)) if value is None
        )
        raise LessonIncomplete(f"a lesson needs a trigger incident and a one-line summary; {missing} is missing")
    if command.metadata is not None:
        check_metadata(command.metadata)
        if command.metadata_bytes > limits.metadata_bytes:
            raise InvalidMetadata(
                f"metadata has {command.metadata_bytes} bytes, over the limit of {limits.metadata_bytes}; shorten it"
            )
    if len(command.tags) > TAGS_MAX:
        raise InvalidName(f"{len(command.tags)} tags are too many; use at most {TAGS_MAX}")
    why = reason(command, required=False)
    return MemoryText(
        because=why.because,
        subjects=subjects(command.subjects),
        command=command.digest,
        text=text,
        summary=summary,
        trigger=trigger,
        tags=tuple(dict.fromkeys(check_line(tag, "a tag") for tag in command.tags)),
        key=None if command.key is None else check_line(command.key, "the key"),
        session=None if command.session is None else check_line(command.session, "the session"),
        metadata=command.metadata,
    )


def _check_numbers(command: RecordMemory) -> None:
    check_range(command.importance, "importance", 1, 10)
    check_range(command.confidence, "confidence", 1, 10)
    if command.source not in SOURCES:
        raise InvalidName(f"not a source: {shown(command.source)}; use own or foreign")


def _check_times(command: RecordMemory, now: int) -> None:
    low, high = CALENDAR
    for name, value in (
        ("occurred_at", command.occurred_at),
        ("valid_from", command.valid_from),
        ("valid_to", command.valid_to),
    ):
        if value is not None and not low <= value < high:
            raise InvalidMoment(f"{name} is outside the calendar; use the years 1 to 9999")
    begin = _begin(command, now)
    if command.valid_to is not None and command.valid_to <= begin:
        raise InvalidMoment(
            f"the belief would end at {to_datetime(command.valid_to).isoformat()}, not after it began at "
            f"{to_datetime(begin).isoformat()}; give a valid_from before it"
        )


def _expiry(facts: Facts, command: RecordMemory, layer: Layer, now: int) -> int | None:
    lifetime_s = facts.policy.lifetimes_s.get(command.kind)
    return now + lifetime_s * SECOND if lifetime_s is not None and layer == "L0" else None


def _holder(facts: Facts, command: RecordMemory, fact: str, scope: str, now: int) -> Belief | None:
    """Return the memory that holds the fact's value now, None if the fact is free.

    Raises:
        FactHasOwner: another agent owns the fact.
        Refused: the value is in another scope, whose readers would see a private value, or miss that theirs ended.
    """
    holder = facts.holders.get(fact)
    if holder is None or not holds_fact(holder, now):
        return None
    owner = facts.owner(fact, holder)
    if owner != command.agent:
        raise FactHasOwner(str(command.key), owner)
    if holder.scope != scope:
        raise Refused(
            f"fact {command.key!r} has its value in {holder.scope}, not in {scope}; record the new one there, or "
            f"forget {holder.memory} first"
        )
    return holder


def _begin(command: RecordMemory, now: int) -> int:
    """Return when what is recorded begins to hold."""
    if command.valid_from is not None:
        return command.valid_from
    return now if command.occurred_at is None else command.occurred_at


def _begin_after(holder: Belief, command: RecordMemory, now: int) -> int | None:
    """Return when the new value of a fact begins to hold, which is when the old one ends; None: when it is recorded.

    Raises:
        OutOfOrder: the old one would end before it began.
    """
    asked = command.valid_from if command.valid_from is not None else command.occurred_at
    if asked is None:
        # A value that was to hold from later on is replaced before it does.
        return holder.valid_from if holder.valid_from > now else None
    if asked < holder.valid_from:
        raise OutOfOrder(
            f"the new value would begin at {to_datetime(asked).isoformat()}, before {holder.memory}, which it "
            f"replaces, began at {to_datetime(holder.valid_from).isoformat()}; give a later valid_from"
        )
    return asked
