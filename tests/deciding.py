"""What unit tests of decisions share: beliefs that stand, facts about them, and commands."""

from typing import Any

from msgspec.structs import replace

from remembrancer.domain.commands import AnyCommand, Command
from remembrancer.domain.content import MemoryText
from remembrancer.domain.decisions import decide
from remembrancer.domain.facts import Facts
from remembrancer.domain.policy import Policy
from remembrancer.domain.state import Belief

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


def facts(*beliefs: Belief, policy: Policy | None = None, **words: MemoryText) -> Facts:
    """Return facts in which `beliefs` stand, on their shelves and as holders of their facts; `words` by memory id."""
    found = Facts(position=9, policy=policy or Policy())
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


def event(known: Facts, command: AnyCommand, now: int = NOW) -> Any:
    """Return the only event that a command gives."""
    (found,) = events(known, command, now)
    return found


def content(known: Facts, command: AnyCommand, now: int = NOW) -> Any:
    """Return the words of the first event that a command gives."""
    return decide(known, command, now=now).drafts[0].content
