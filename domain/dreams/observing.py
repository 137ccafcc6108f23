"""Observe: what an agent notices about itself again and again becomes a lesson, and is confirmed when seen again."""

from collections.abc import Hashable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, timedelta

from ..policy import Policy
from .clauses import language_of
from .consolidating import Declined
from .cores import Core, cores
from .heads import noticed_in
from .knowable import may_be_known
from .proposals import Consolidate, Proposal, Reaffirm, Wording
from .quoting import counted, in_order, quoted, times
from .rewording import is_reworded, rough_key
from .sameness import Sayings, said_in
from .sayings import Saying
from .state import DreamState, Dreamt
from .wording import capital, one_line

RULE = "observation"
_DATES_MAX = 6
"""Dates that a trigger names; of more, the first and the last."""
_QUOTE_CHARS_MAX = 200
_EPOCH = date(1970, 1, 1)


def propose_observations(state: DreamState, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield what the agent wrote of itself on enough occasions, and lessons that it saw to hold once more."""
    open_ones = [
        memory for memory in in_order(state.memories.values()) if _is_open(memory) and memory.id not in claimed
    ]
    noticed = [
        memory
        for memory in open_ones
        if memory.belief.kind == "reflection" and not memory.kept and memory.id not in state.taken_in
    ]
    if not noticed:
        return
    sayings = Sayings()
    lessons = [memory for memory in open_ones if memory.belief.kind == "lesson"]
    again = _noticed_again(lessons, noticed, sayings)
    for lesson in lessons:
        if lesson.id in again:
            yield _known(lesson, again[lesson.id])
    known = {memory.id for memories in again.values() for memory in memories}
    declined = Declined(state)
    for core in cores([memory for memory in noticed if memory.id not in known], state, policy, sayings):
        proposal = None if declined.covers(core, sayings) else _lesson(core, policy)
        if proposal is not None:
            yield proposal


def _is_open(memory: Dreamt) -> bool:
    """Say whether a memory is a lesson, or something that the agent itself noticed, and can be read."""
    belief = memory.belief
    if belief.status != "live" or belief.review not in {None, "passed"} or memory.words is None:
        return False
    return (belief.kind, belief.layer) == ("lesson", "L4") or (
        (belief.kind, belief.layer) == ("reflection", "L2") and not memory.dreamt
    )


def _noticed_again(lessons: Sequence[Dreamt], noticed: Sequence[Dreamt], sayings: Sayings) -> dict[str, list[Dreamt]]:
    """Return by the id of a lesson in what it was noticed again."""
    known: dict[Hashable, list[tuple[Saying, str]]] = {}
    for lesson in lessons:
        said = said_in(noticed_in(lesson), lesson)
        known.setdefault((lesson.belief.scope, lesson.belief.source, rough_key(said)), []).append((said, lesson.id))
    found: dict[str, list[Dreamt]] = {}
    for memory in noticed:
        said = sayings.of(memory)
        for other, lesson in known.get((memory.belief.scope, memory.belief.source, rough_key(said)), ()):
            if is_reworded(other, said, timeless=True):
                found.setdefault(lesson, []).append(memory)
                break
    return found


def _known(lesson: Dreamt, noticed: Sequence[Dreamt]) -> Proposal:
    fragments = tuple(memory.id for memory in noticed)
    seen, one = counted(len(fragments), "reflection"), len(fragments) == 1
    confirmed = lesson.belief.confirmations
    before = f", which was confirmed {times(confirmed)} before" if confirmed else ""
    return Proposal(
        stage="reflect",
        rule=RULE,
        scope=lesson.belief.scope,
        memories=(lesson.id, *fragments),
        figures={"confirmations": confirmed, "noticed": len(fragments)},
        because=f"{seen} noticed again what {lesson.id} says{before}",
        effect=f"the lesson {quoted(lesson)} is confirmed, and {seen} {'retires' if one else 'retire'} to L6",
        action=Reaffirm(memory=lesson.id, fragments=fragments),
    )


def _lesson(core: Core, policy: Policy) -> Proposal | None:
    """Return the lesson that reflections teach, None if it has no place among lessons."""
    noticed = core.members
    days = sorted({memory.day for memory in noticed})
    said = noticed_in(core.representative)
    first = min(noticed, key=lambda memory: (memory.day, memory.belief.recorded_position))
    trigger = _trigger(days, core.occasions - len(days), noticed_in(first))
    if not may_be_known(said, trigger):
        return None
    ids = tuple(memory.id for memory in noticed)
    sources = tuple(memory.words.text for memory in noticed if memory.words is not None)
    categories = {memory.belief.category for memory in noticed}
    return Proposal(
        stage="reflect",
        rule=RULE,
        scope=first.belief.scope,
        memories=ids,
        figures={"occasions": core.occasions, "sightings": policy.dreams.sightings},
        because=f"noticed on {core.occasions} occasions; {policy.dreams.sightings} make it a lesson",
        effect=f"{counted(len(ids), 'reflection')} become the lesson: {one_line(said, _QUOTE_CHARS_MAX)}",
        action=Consolidate(
            occasions=core.occasions,
            kind="lesson",
            sources=ids,
            evidence=(),
            wording=Wording(text=capital(said), sources=sources, language=language_of(sources)),
            summary=one_line(said, policy.limits.summary_chars),
            trigger=trigger,
            category=categories.pop() if len(categories) == 1 else None,
            core=said,
        ),
    )


def _trigger(days: Sequence[int], more: int, wording: str) -> str:
    """Return the incident that taught a lesson: on which days it was noticed, and how it was first put.

    Args:
        more: how often it was noticed besides, as confirmations tell.
    """
    dates = [(_EPOCH + timedelta(days=day)).isoformat() for day in days]
    if len(dates) > _DATES_MAX:
        half = _DATES_MAX // 2
        dates = [*dates[:half], "…", *dates[-half:]]
    line = one_line(wording, _QUOTE_CHARS_MAX)
    if language_of([wording]) == "zh":
        return f"于{'、'.join(dates)}注意到{f'，另有{more}次' if more else ''}：{line}"
    return f"noticed on {', '.join(dates)}{f', and {times(more)} more' if more else ''}: {line}"
