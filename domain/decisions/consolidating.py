"""New memories that dreams write: what was noticed again and again as one, and how beliefs have changed."""

from ..commands import ConsolidateMemories, WriteReflection
from ..content import MemoryText
from ..errors import InvalidName, LessonIncomplete, Refused
from ..events import Draft, DreamReflected, MemoriesConsolidated, Recorded
from ..facts import Decision, Facts
from ..scopes import own
from ..state import Belief, evolve
from ..texts import check_category, check_line, check_metadata, check_text
from ..vocabulary import Layer
from .bounds import retire_excess
from .grounds import (
    envelope,
    evidence,
    live,
    lowest_trust,
    reason,
    refuse_by_layer,
    subjects,
    unchanged,
    with_factors,
    words_of_kind,
)

KNOWLEDGE: Layer = "L4"
SOURCE_LAYERS = frozenset({"L2", "L4"})


def consolidate(facts: Facts, command: ConsolidateMemories, now: int) -> Decision:
    """Decide a `ConsolidateMemories`: it passes the gate of L4 by having been seen often enough.

    Raises:
        Refused: it was not seen often enough, or its sources do not belong together.
        LessonIncomplete: it is a lesson without a trigger or a one-line summary.
    """
    ids = tuple(dict.fromkeys(command.sources))
    if not ids:
        raise InvalidName("a consolidation needs sources; name the memories in which the same was noticed")
    if facts.policy.layer_of(command.kind) != KNOWLEDGE:
        raise Refused(
            f"cannot consolidate into a {command.kind!r}: what was noticed often is knowledge, of {KNOWLEDGE}"
        )
    if command.kind == "lesson" and (command.trigger is None or command.summary is None):
        raise LessonIncomplete("a lesson needs a trigger incident and a one-line summary: give it both")
    sources = [live(facts, memory, "consolidate", now) for memory in ids]
    _check_together(sources)
    _check_seen(facts, command, sources)
    cited = tuple(memory for memory in evidence(facts, command.evidence) if memory not in ids)
    content = _words(facts, command, (*ids, *cited))
    refuse_by_layer(facts, KNOWLEDGE, content.text, content.summary, content.trigger)
    event = MemoriesConsolidated(
        **envelope(facts, command, sources[0].scope),
        memory=command.memory,
        kind=command.kind,
        layer=KNOWLEDGE,
        home_layer=KNOWLEDGE,
        importance=max(source.importance for source in sources),
        confidence=max(source.confidence for source in sources),
        category=None if command.category is None else check_category(command.category),
        source=lowest_trust([*sources, *(facts.memory(memory) for memory in cited)]),
        triggered=content.trigger is not None,
        evidence=cited,
        fact=None,
        session=None,
        occurred_at=None,
        occurred_offset=None,
        valid_from=min(source.valid_from for source in sources),
        valid_to=None,
        expires_at=None,
        sources=ids,
        confirmations=command.seen,
    )
    content = with_factors(facts, command, event, content, now, leaving=(*ids, *cited))
    arrival = evolve(None, Recorded(position=facts.position + 1, at=now, event=event), command.memory)
    assert arrival is not None, "a consolidated memory has a state"
    retired, crossed = retire_excess(facts, command, arrival, leaving=ids)
    return Decision(
        drafts=(Draft(event=event, content=content), *retired), conflicts=(*unchanged(*ids, *cited), *crossed)
    )


def reflect(facts: Facts, command: WriteReflection, now: int) -> Decision:
    """Decide a `WriteReflection`."""
    cited = evidence(facts, command.evidence)
    words = [facts.words[memory] for memory in cited if memory in facts.words]
    why = reason(command)
    content = MemoryText(
        because=why.because,
        subjects=subjects((*why.subjects, *(name for word in words for name in word.subjects))),
        command=why.command,
        rule=why.rule,
        composed_by=command.composed_by,
        text=words_of_kind(facts, "reflection", command.text),
    )
    event = DreamReflected(
        **envelope(facts, command, own(command.agent)),
        memory=command.memory,
        kind="reflection",
        layer="L2",
        home_layer="L2",
        importance=5,
        confidence=5,
        category=None,
        source=lowest_trust(facts.memory(memory) for memory in cited),
        triggered=False,
        evidence=cited,
        fact=None,
        session=None,
        occurred_at=None,
        occurred_offset=None,
        valid_from=None,
        valid_to=None,
        expires_at=None,
        upto=command.upto,
    )
    arrival = evolve(None, Recorded(position=facts.position + 1, at=now, event=event), command.memory)
    assert arrival is not None, "a reflection has a state"
    retired, crossed = retire_excess(facts, command, arrival)
    return Decision(drafts=(Draft(event=event, content=content), *retired), conflicts=(*unchanged(*cited), *crossed))


def _check_seen(facts: Facts, command: ConsolidateMemories, sources: list[Belief]) -> None:
    """Check that what was noticed passes the gate of L4 by how often that was.

    Raises:
        Refused: it does not, or was not noticed as often as is claimed.
    """
    ids = ", ".join(source.memory for source in sources)
    most, wanted = sum(1 + source.confirmations for source in sources), facts.policy.gate.confirmations
    if command.seen > most:
        raise Refused(f"cannot consolidate {ids} as seen {command.seen} times: they tell of {most} times at most")
    if command.seen < wanted:
        raise Refused(f"cannot consolidate {ids}: it was seen {command.seen} times; the gate asks for {wanted}")


def _check_together(sources: list[Belief]) -> None:
    """Check that memories are of one scope and of layers that are noticed in.

    Raises:
        Refused: they are not.
    """
    first = sources[0]
    for source in sources:
        if source.scope != first.scope:
            raise Refused(f"cannot consolidate {source.memory} ({source.scope}) with {first.memory} ({first.scope})")
        if source.layer not in SOURCE_LAYERS:
            raise Refused(f"cannot consolidate {source.memory}: it is in {source.layer}; only L2 and L4 are noticed in")


def _words(facts: Facts, command: ConsolidateMemories, ids: tuple[str, ...]) -> MemoryText:
    words = [facts.words[memory] for memory in ids if memory in facts.words]
    why, limits = reason(command), facts.policy.limits
    return MemoryText(
        because=why.because,
        subjects=subjects((*why.subjects, *(name for word in words for name in word.subjects))),
        command=why.command,
        rule=why.rule,
        composed_by=command.composed_by,
        text=words_of_kind(facts, command.kind, command.text),
        summary=None if command.summary is None else check_line(command.summary, "the summary", limits.summary_chars),
        trigger=None if command.trigger is None else check_text(command.trigger, "the trigger", limits.text_bytes),
        tags=tuple(dict.fromkeys(tag for word in words for tag in word.tags)),
        metadata=None if command.metadata is None else check_metadata(command.metadata),
    )
