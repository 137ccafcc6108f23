"""Sessions: messages of L0 that live until it ends, and the summary that it leaves in L2."""

from typing import Any

from ..boundary import QueryItem
from ..commands import CoolSession, EndSession, SendMessage, SessionCommand, StartSession
from ..content import MemoryText, SessionName
from ..errors import SessionHasEnded, StateTooLarge, UnknownSession
from ..events import Draft, MemoryRecorded, MemoryReplaced, Recorded, SessionCooled, SessionEnded, SessionStarted
from ..facts import Decision, Facts
from ..moments import SECOND, to_datetime
from ..scopes import own
from ..sessions import SessionRun
from ..state import evolve, is_expired
from ..summaries import Message, summarised
from ..texts import check_line, check_text
from .bounds import cooled, retire_excess
from .grounds import about, draft, envelope, live, lowest_trust, reason, subjects, unchanged
from .recording import record

_SESSION_TYPES = (SessionStarted.TYPE, SessionEnded.TYPE)
_MESSAGE_TYPES = (MemoryRecorded.TYPE, MemoryReplaced.TYPE)
"""What brings a message; one that is the value of a fact may replace another."""
SUMMARY_CONFIDENCE = 5


def start(facts: Facts, command: StartSession) -> Decision:
    """Decide a `StartSession`; one that is open stays so."""
    run = _open_run(facts, command, "start")
    return Decision() if run is not None else Decision(drafts=(_begun(facts, command),), conflicts=_unchanged(command))


def send(facts: Facts, command: SendMessage, now: int) -> Decision:
    """Decide a `SendMessage`; the first one starts the session."""
    run = _open_run(facts, command, "speak in")
    said = record(facts, command.message, now)
    begun = (_begun(facts, command, keyed=False),) if run is None else ()
    return Decision(drafts=(*begun, *said.drafts), conflicts=(*_unchanged(command), *said.conflicts))


def end(facts: Facts, command: EndSession, now: int) -> Decision:
    """Decide an `EndSession`: its messages expire, what they came to stays as a summary."""
    scope = own(command.agent)
    run = _open_run(facts, command, "end")
    if run is None:
        raise UnknownSession(command.name)
    messages = facts.messages.get((scope, command.session), ())
    alive = tuple(memory for memory in messages if not is_expired(facts.memory(memory).expires_at, now))
    words = [facts.words[memory] for memory in messages if memory in facts.words]
    event = SessionEnded(
        **envelope(facts, command, scope),
        **_born(command, facts, messages),
        composed=command.summary is None,
        messages=alive,
    )
    content = MemoryText(
        because=reason(command, required=False).because,
        subjects=subjects((*command.subjects, *(name for word in words for name in word.subjects))),
        command=command.digest,
        text=_summary(facts, command, run, messages),
        session=command.name,
        tags=tuple(dict.fromkeys(tag for word in words for tag in word.tags)),
    )
    arrival = evolve(None, Recorded(position=facts.position + 1, at=now, event=event), command.memory)
    assert arrival is not None, "the summary of a session has a state"
    retired, crossed = retire_excess(facts, command, arrival)
    heard = QueryItem(types=_MESSAGE_TYPES, tags=(f"session:{command.session}",))
    return Decision(
        drafts=(Draft(event=event, content=content), *retired),
        # What was forgotten or erased meanwhile must not be quoted.
        conflicts=(*_unchanged(command), heard, *unchanged(*messages), *crossed),
    )


def cool(facts: Facts, command: CoolSession, now: int) -> Decision:
    """Decide a `CoolSession`; what is no summary of a session, or hot still, stays as it is."""
    belief = live(facts, command.memory, "cool", now)
    if belief.kind != "session" or belief.layer != "L2":
        return Decision()
    if now - belief.recorded_at < facts.policy.working.session_hot_s * SECOND:
        return Decision()
    event = SessionCooled(
        **envelope(facts, command, belief.scope),
        memory=belief.memory,
        ground="age",
        bound=None,
        kind=cooled(belief).kind,
    )
    retired, crossed = retire_excess(facts, command, cooled(belief))
    return Decision(
        drafts=(draft(event, about(facts, command, required=False)), *retired),
        conflicts=(*unchanged(belief.memory), *crossed),
    )


def _open_run(facts: Facts, command: SessionCommand, verb: str) -> SessionRun | None:
    """Return the session that a command names, None if nothing was said in it yet.

    Raises:
        SessionHasEnded: it is over.
    """
    check_line(command.name, "the session")
    run = facts.sessions.get((own(command.agent), command.session))
    if run is not None and run.ended_at is not None:
        raise SessionHasEnded(command.name, to_datetime(run.ended_at).isoformat(timespec="seconds"), verb)
    return run


def _begun(facts: Facts, command: SessionCommand, *, keyed: bool = True) -> Draft:
    event = SessionStarted(**envelope(facts, command, own(command.agent), keyed=keyed), session=command.session)
    return Draft(
        event=event,
        content=SessionName(session=command.name, subjects=subjects(command.subjects), command=command.digest),
    )


def _summary(facts: Facts, command: EndSession, run: SessionRun, messages: tuple[str, ...]) -> str:
    limit = facts.policy.limits.session_bytes
    if command.summary is None:
        return summarised([_message(facts, memory) for memory in messages], run.started_at, limit)
    summary = check_text(command.summary, "the summary", facts.policy.limits.text_bytes)
    if (size := len(summary.encode())) > limit:
        raise StateTooLarge(f"the summary of session {command.name!r}", size, limit)
    return summary


def _message(facts: Facts, memory: str) -> Message:
    words = facts.words.get(memory)
    speaker = (words.metadata or {}).get("speaker") if words else None
    return Message(speaker=speaker, text=words.text if words else None, at=facts.memory(memory).recorded_at)


def _born(command: EndSession, facts: Facts, messages: tuple[str, ...]) -> dict[str, Any]:
    return {
        "memory": command.memory,
        "kind": "session",
        "layer": "L2",
        "home_layer": "L2",
        "importance": 5,
        "confidence": SUMMARY_CONFIDENCE,
        "category": None,
        "source": lowest_trust(facts.memory(memory) for memory in messages),
        "triggered": False,
        "evidence": (),
        "fact": None,
        "session": command.session,
        "occurred_at": None,
        "occurred_offset": None,
        "valid_from": None,
        "valid_to": None,
        "expires_at": None,
    }


def _unchanged(command: SessionCommand) -> tuple[QueryItem, ...]:
    return (QueryItem(types=_SESSION_TYPES, tags=(f"scope:{own(command.agent)}", f"session:{command.session}")),)
