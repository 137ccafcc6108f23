"""What most decisions check first, and the condition that their answer rests on."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from ..boundary import QueryItem
from ..commands import Command, MemoryCommand
from ..content import AnyContent, MemoryText, Reason
from ..errors import IdentityIsProtected, InvalidText, KeptByOthers, NotLive, StateTooLarge
from ..events import (
    AnyEvent,
    Birth,
    DecisionMade,
    DocumentLineReplaced,
    Draft,
    DreamReflected,
    HandedOver,
    IdentityEstablished,
    IdentityLineReplaced,
    IdentityRefreshed,
    IntentLearned,
    MemoriesConsolidated,
    MemoriesMerged,
    MemoryArchived,
    MemoryContradicted,
    MemoryForgotten,
    MemoryPromoted,
    MemoryQuarantined,
    MemoryRecorded,
    MemoryReleased,
    MemoryReplaced,
    MemoryRestored,
    MemoryRevised,
    Recorded,
    ScratchPurged,
    SessionCooled,
    SessionEnded,
    SubjectErased,
    TaskCheckpointed,
    TaskCompleted,
)
from ..facts import Facts
from ..reviewing import is_reviewed
from ..state import Belief, evolve, is_expired
from ..texts import check_line, check_text
from ..vocabulary import WITHOUT_CODE_OR_SECRETS, Layer, Source, Status

STATE_TYPES: tuple[str, ...] = tuple(
    event.TYPE
    for event in (
        MemoryReplaced,
        MemoriesMerged,
        MemoriesConsolidated,
        MemoryRevised,
        MemoryPromoted,
        MemoryForgotten,
        MemoryArchived,
        MemoryRestored,
        MemoryContradicted,
        MemoryQuarantined,
        MemoryReleased,
        SessionCooled,
        SubjectErased,
        ScratchPurged,
        TaskCheckpointed,
        TaskCompleted,
        HandedOver,
    )
)
"""Events after which a decision about a memory must be made again."""

ARRIVALS: tuple[str, ...] = tuple(
    event.TYPE
    for event in (
        MemoryRecorded,
        MemoryReplaced,
        MemoriesMerged,
        TaskCompleted,
        SessionEnded,
        SessionCooled,
        IntentLearned,
        DecisionMade,
        MemoriesConsolidated,
        DreamReflected,
        MemoryRestored,
        MemoryReleased,
        HandedOver,
    )
)
"""Events that make a memory live, and so may cross a bound or take a fact."""

LINE_TYPES: tuple[str, ...] = tuple(
    event.TYPE for event in (DocumentLineReplaced, IdentityEstablished, IdentityLineReplaced, IdentityRefreshed)
)
"""Events that begin and end lines of L5."""

TEXT_BYTES_MAX_BECAUSE = 10_000


def unchanged(*memories: str) -> tuple[QueryItem, ...]:
    """Return the condition that the state of these memories did not change meanwhile."""
    return tuple(QueryItem(types=STATE_TYPES, tags=(f"mem:{memory}",)) for memory in memories)


def unchanged_line(memory: str) -> tuple[QueryItem, ...]:
    """Return the condition that a line of L5 did not end meanwhile."""
    return (QueryItem(types=LINE_TYPES, tags=(f"mem:{memory}",)),)


def dreams_of(agent: str) -> QueryItem:
    """Return what any dream of an agent did."""
    return QueryItem(tags=(f"dream:{agent}",))


def named(facts: Facts, command: MemoryCommand, verb: str) -> Belief:
    """Return the memory that `command` names, whatever its status.

    Raises:
        UnknownMemory: there is none for this agent.
        IdentityIsProtected: it is a line of the identity.
        KeptByOthers: it is a task's or an intent's, and the verb is none for these.
    """
    return _permitted(facts.memory(command.memory), verb)


def live(facts: Facts, memory: str, verb: str, now: int) -> Belief:
    """Return a memory that is live at `now`.

    Raises:
        UnknownMemory, IdentityIsProtected: as `named`.
        NotLive: it is not live.
    """
    belief = _permitted(facts.memory(memory), verb)
    status: Status = "expired" if is_expired(belief.expires_at, now) and belief.status == "live" else belief.status
    if status != "live":
        raise NotLive(belief.memory, status, verb)
    return belief


VERBS_OF_KEPT: dict[str, frozenset[str]] = {
    "task": frozenset(),
    "intent": frozenset({"forget", "archive", "restore", "quarantine", "release", "review", "confirm", "decay"}),
}
"""What may happen to the memories of kinds that commands of their own keep, besides these commands."""


def _permitted(belief: Belief, verb: str) -> Belief:
    if belief.layer == "L5":
        raise IdentityIsProtected(verb, belief.memory)
    if belief.kind in VERBS_OF_KEPT and verb not in VERBS_OF_KEPT[belief.kind]:
        raise KeptByOthers(verb, belief.memory, belief.kind)
    return belief


def reason(command: Command, *, required: bool = True) -> Reason:
    """Return why, as the content of an event.

    Raises:
        InvalidText: no reason was given where one is due, or it cannot be stored.
    """
    because = command.because
    if because is None and required:
        raise InvalidText("a reason is missing; say why with `because`")
    if because is not None:
        check_text(because, "the reason", TEXT_BYTES_MAX_BECAUSE)
    return Reason(because=because, subjects=subjects(command.subjects), command=command.digest, rule=command.rule)


def about(facts: Facts, command: MemoryCommand, *cited: str, required: bool = True) -> Reason:
    """Return why, sealed for the subjects of all memories that the command names: it often repeats their words."""
    given = reason(command, required=required)
    words = [facts.words[memory] for memory in (command.memory, *cited) if memory in facts.words]
    return Reason(
        because=given.because,
        subjects=subjects((*given.subjects, *(name for word in words for name in word.subjects))),
        command=given.command,
        rule=given.rule,
    )


def subjects(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of people, checked, sorted, once each.

    Raises:
        InvalidText: one is no line of text.
    """
    return tuple(sorted({check_line(name, "a subject") for name in names})) if names else ()


def words_of_kind(facts: Facts, kind: str, text: object) -> str:
    """Return the text of a memory of a kind, if it fits.

    Raises:
        InvalidText: it says nothing, is too long, or cannot be stored.
        StateTooLarge: it sums up a session and is longer than such a summary may be.
    """
    limits = facts.policy.limits
    words = check_text(text, "the text", limits.text_bytes)
    if kind == "session" and (size := len(words.encode())) > limits.session_bytes:
        raise StateTooLarge("the summary of a session", size, limits.session_bytes)
    return words


def evidence(facts: Facts, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return ids of evidence, once each.

    Raises:
        UnknownMemory: one is not there for this agent.
    """
    return tuple(facts.memory(memory).memory for memory in dict.fromkeys(ids))


def lowest_trust(beliefs: Iterable[Belief]) -> Source:
    """Return whose words a text made of memories is: from outside, as soon as one of them is."""
    return "foreign" if any(belief.source == "foreign" for belief in beliefs) else "own"


def refuse_by_layer(facts: Facts, layer: Layer, *texts: str | None, what: str = "the text") -> None:
    """Refuse source code and secrets where the layer takes none; `what` names the texts in messages.

    Raises:
        SourceCodeRefused, SecretRefused: one of `texts` holds some.
    """
    if layer in WITHOUT_CODE_OR_SECRETS:
        from ..refusals import refuse_code_and_secrets  # only these layers pay for what it knows

        for text in texts:
            if text is not None:
                refuse_code_and_secrets(text, what, facts.find_secret)


def with_factors(
    facts: Facts, command: Command, event: Birth, words: MemoryText, now: int, *, leaving: tuple[str, ...] = ()
) -> MemoryText:
    """Return the words of a new memory with its review, where it is bound for L4 and matters enough.

    Args:
        leaving: ids of those whose place it takes.

    Raises:
        InstructionRefused: it is text from outside that gives instructions.
    """
    if not is_reviewed(event.layer, event.importance, facts.policy.review):
        return words
    from .reviewing import Bound, factors_for  # what compares texts takes a while to load

    belief = evolve(None, Recorded(position=facts.position + 1, at=now, event=event), event.memory)
    assert belief is not None, "a new memory has a state"
    bound = Bound(belief=belief, evidence=event.evidence, leaving=leaving)
    return replace(words, factors=factors_for(facts, command, bound, words, now))


def envelope(facts: Facts, command: Command, scope: str, *, keyed: bool = True) -> dict[str, Any]:
    """Return the fields that every event of an agent has.

    Args:
        keyed: whether it carries the idempotency key of the command; not what only goes before its answer.
    """
    return {
        "actor": command.actor,
        "cause": command.cause,
        "box": None,
        "agent": command.agent,
        "scope": scope,
        "policy": facts.policy.version,
        "command": command.idempotency if keyed else None,
    }


def draft(event: AnyEvent, content: AnyContent | None) -> Draft:
    """Return a draft; content that says nothing is left out."""
    if isinstance(content, Reason) and content == Reason():
        content = None
    return Draft(event=event, content=content)
