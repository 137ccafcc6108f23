"""What unit tests of decisions share: beliefs that stand, runs, facts about them, and commands."""

from typing import Any

from msgspec.structs import replace

from remembrancer.domain.commands import AnyCommand, Command
from remembrancer.domain.content import MemoryText
from remembrancer.domain.decisions import decide
from remembrancer.domain.facts import Facts
from remembrancer.domain.intents import IntentRecord
from remembrancer.domain.policy import Policy
from remembrancer.domain.sessions import SessionRun
from remembrancer.domain.state import Belief
from remembrancer.domain.tasks import TaskRun

NOW = 1_000_000
AGENT = {"agent": "atlas", "actor": "agent:atlas", "cause": "cmd_1"}
PERSON = {**AGENT, "actor": "user:p1"}

_STANDING = Belief(
    memory="mem_a",
    agent="atlas",
    scope="agent:atlas",
    layer="L2",
    home_layer="L2",
    kind="note",
    status="live",
    former=None,
    importance=5,
    confidence=5,
    strength=1000,
    confirmations=0,
    category=None,
    source="own",
    triggered=False,
    fact=None,
    session=None,
    review=None,
    successor=None,
    revision=1,
    content_position=3,
    occurred_at=None,
    occurred_offset=None,
    valid_from=1000,
    valid_to=None,
    expires_at=None,
    recorded_at=1000,
    recorded_by="agent:atlas",
    recorded_position=3,
    changed_at=1000,
)


def standing(memory: str = "mem_a", **fields: Any) -> Belief:
    """Return a live note of atlas, but for what `fields` say otherwise."""
    layer = fields.get("layer", "L2")
    return replace(_STANDING, **{"memory": memory, "home_layer": layer, **fields})


def session(**fields: Any) -> SessionRun:
    """Return the session `s` of atlas, which has begun."""
    said: dict[str, Any] = {"started_at": 1000, "started_position": 2, "ended_at": None, "summary": None}
    return SessionRun(scope="agent:atlas", session="s", agent="atlas", **{**said, **fields})


def intent(memory: str = "mem_i", **fields: Any) -> IntentRecord:
    """Return the record of the intent `i` of atlas, which was met once."""
    counts: dict[str, Any] = {"uses": 1, "successes": 0, "rollbacks": 0, "examples": ""}
    said: dict[str, Any] = {"scope": "agent:atlas", "intent": "i", "first_at": 1000, "last_at": 1000, **counts}
    return IntentRecord(memory=memory, **{**said, **fields})


def facts(
    *there: Belief | TaskRun | SessionRun | IntentRecord, policy: Policy | None = None, **words: MemoryText
) -> Facts:
    """Return facts in which all that is `there` stands: memories on their shelves, as holders of their facts and as
    messages of their sessions; tasks, sessions and intents under their names. `words` come by memory id.
    """
    found = Facts(position=9, policy=policy or Policy())
    beliefs = [belief for belief in there if isinstance(belief, Belief)]
    for run in there:
        match run:
            case TaskRun():
                found.tasks[run.scope, run.task] = run
            case SessionRun():
                found.sessions[run.scope, run.session] = run
                heard = [b for b in beliefs if (b.kind, b.session, b.status) == ("message", run.session, "live")]
                found.messages[run.scope, run.session] = tuple(belief.memory for belief in heard)
            case IntentRecord():
                found.intents[run.scope, run.intent] = run
                found.uses[run.memory] = run.uses
            case Belief():
                pass
    for belief in beliefs:
        found.memories[belief.memory] = belief
        if belief.fact is not None:
            found.holders[belief.fact] = belief
    for scope in {"agent:atlas", "fleet", *(belief.scope for belief in beliefs)}:
        for kind in found.policy.bounds:
            shelf = [b for b in beliefs if (b.scope, b.kind, b.status) == (scope, kind, "live")]
            found.shelves[scope, kind] = {belief.memory: belief for belief in shelf}
    found.words.update(words)
    return found


def order(command: type[Command], **fields: Any) -> Any:
    """Return a command of atlas, or with `**PERSON` of a person through it, with a reason."""
    said: dict[str, Any] = {"because": "asked", **AGENT, **fields}
    return command(**said)


def events(known: Facts, command: AnyCommand, now: int = NOW) -> list[Any]:
    """Return what a command gives."""
    return [draft.event for draft in decide(known, command, now=now).drafts]


def after(known: Facts, *commands: AnyCommand, now: int = NOW) -> Facts:
    """Return `known` as it stands after commands, each of which is allowed."""
    for command in commands:
        known.include(decide(known, command, now=now).drafts, now)
    return known


def event(known: Facts, command: AnyCommand, now: int = NOW) -> Any:
    """Return the only event that a command gives."""
    (found,) = events(known, command, now)
    return found


def content(known: Facts, command: AnyCommand, now: int = NOW) -> Any:
    """Return the words of the first event that a command gives."""
    return decide(known, command, now=now).drafts[0].content
