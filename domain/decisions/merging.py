"""Merging: one memory of several. It never promotes, and keeps the lowest trust of its sources."""

from ..commands import MergeMemories
from ..content import MemoryText
from ..errors import InvalidName, LessonIncomplete, Refused
from ..events import Draft, MemoriesMerged, Recorded
from ..facts import Decision, Facts
from ..state import Belief, evolve
from ..texts import check_line, check_text
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

MERGED_KIND = {"L2": "note", "L3": "fact", "L4": "pattern"}
"""Kind of a merge of memories of different kinds, by layer."""


def merge(facts: Facts, command: MergeMemories, now: int) -> Decision:
    """Decide a `MergeMemories`."""
    ids = tuple(dict.fromkeys(command.sources))
    if len(ids) < 2:
        raise InvalidName("a merge needs at least two different memories; to change one, revise it")
    sources = [live(facts, memory, "merge", now) for memory in ids]
    first = sources[0]
    for other in sources[1:]:
        if (other.scope, other.layer) != (first.scope, first.layer):
            raise Refused(
                f"cannot merge {other.memory} ({other.layer}, {other.scope}) with {first.memory} "
                f"({first.layer}, {first.scope}): a merge stays within one layer and scope; promote first"
            )
    if first.layer == "L0":
        raise Refused(f"cannot merge {first.memory}: scratch expires and is never merged; record a note instead")
    content = _words(facts, command, ids)
    refuse_by_layer(facts, first.layer, content.text, content.summary)
    kind = _asked_kind(facts, command, first) or _kind(sources, content)
    words_of_kind(facts, kind, content.text)
    event = MemoriesMerged(
        **envelope(facts, command, first.scope),
        memory=command.memory,
        kind=kind,
        layer=first.layer,
        home_layer=first.layer,
        importance=max(source.importance for source in sources),
        confidence=min(source.confidence for source in sources),
        category=_shared_category(sources),
        source=lowest_trust([*sources, *(facts.memory(memory) for memory in command.evidence)]),
        triggered=content.trigger is not None,
        evidence=evidence(facts, command.evidence),
        fact=None,
        session=None,
        occurred_at=None,
        occurred_offset=None,
        valid_from=min(source.valid_from for source in sources),
        valid_to=_latest_end(sources),
        expires_at=None,
        sources=ids,
    )
    content = with_factors(facts, command, event, content, now, leaving=(*ids, *event.evidence))
    arrival = evolve(None, Recorded(position=facts.position + 1, at=now, event=event), command.memory)
    assert arrival is not None, "a merged memory has a state"
    retired, crossed = retire_excess(facts, command, arrival, leaving=ids)
    return Decision(
        drafts=(Draft(event=event, content=content), *retired), conflicts=(*unchanged(*ids, *event.evidence), *crossed)
    )


def _asked_kind(facts: Facts, command: MergeMemories, source: Belief) -> str | None:
    """Return the kind that the merge shall be of, if it was said.

    Raises:
        UnknownKind: there is none.
        Refused: it lives in another layer than the sources.
    """
    if command.kind is None or facts.policy.layer_of(command.kind) == source.layer:
        return command.kind
    raise Refused(f"cannot merge into a {command.kind!r}: {source.memory} is in {source.layer}, where there are none")


def _kind(sources: list[Belief], content: MemoryText) -> str:
    """Return the kind that all share, else that of their layer.

    Raises:
        LessonIncomplete: it would be a lesson without a one-line summary.
    """
    kinds = {source.kind for source in sources}
    general = MERGED_KIND[sources[0].layer]
    if kinds != {"lesson"}:
        return kinds.pop() if len(kinds) == 1 else general
    # Where no key to read the incidents is at hand, what is left teaches less than a lesson.
    if content.trigger is None:
        return general
    if content.summary is None:
        raise LessonIncomplete("a merge of lessons is a lesson; it needs a one-line summary: give it one")
    return "lesson"


def _words(facts: Facts, command: MergeMemories, ids: tuple[str, ...]) -> MemoryText:
    limits = facts.policy.limits
    named = (*ids, *command.evidence)
    words = [facts.words[memory] for memory in named if memory in facts.words]
    triggers = [word.trigger for word in words if word.trigger]
    why = reason(command)
    return MemoryText(
        because=why.because,
        subjects=subjects((*command.subjects, *(name for word in words for name in word.subjects))),
        command=command.digest,
        rule=command.rule,
        composed_by=command.composed_by,
        text=check_text(command.text, "the text", limits.text_bytes),
        summary=None if command.summary is None else check_line(command.summary, "the summary", limits.summary_chars),
        trigger="\n".join(dict.fromkeys(triggers)) or None,
        tags=tuple(dict.fromkeys(tag for word in words for tag in word.tags)),
    )


def _latest_end(sources: list[Belief]) -> int | None:
    """A merge is true as long as one of its sources is."""
    ends = [source.valid_to for source in sources]
    return None if None in ends else max(end for end in ends if end is not None)


def _shared_category(sources: list[Belief]) -> str | None:
    categories = {source.category for source in sources}
    return categories.pop() if len(categories) == 1 else None
