"""Consolidate: the same thing noticed again and again becomes one practice, and what is known already is reaffirmed.

    Use 150-word abstracts (on three days)      Best practice: 150-word abstracts (3x verified, +30% read rate).
    User prefers shorter versions               Also: user prefers shorter versions.
    Read rate rose 30%

What is only nearly the same, or the same but for a value, is put to a person.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from ..policy import Policy
from ..suggestions import signature_of
from .cores import WEIGHTY, Core, cores, occasions, places, whose
from .heads import noticed_in, wordings_of
from .knowable import may_be_known
from .proposals import Consolidate, Proposal, Reaffirm, Suggest, Wording
from .quoting import counted, in_order, quoted, times
from .rewording import is_reworded, rough_key
from .sameness import MOST, Sayings, agree, compare, in_one_value, said_in
from .sayings import Saying
from .state import DreamState, Dreamt
from .turns import Turns
from .wording import compose_practice, core_of, language_of, one_line

__all__ = ["Core", "cores", "occasions", "propose_consolidate"]

FRAGMENTS = frozenset({"note", "evolution", "preference"})
"""Kinds of memories in which things are noticed."""
HEADS = frozenset({"practice", "pattern", "lesson"})
"""Kinds that what was noticed before stands in."""
SUGGESTED_FROM = 800
"""Likeness in thousandths from which a person is asked."""
CITED_MAX = 20
WORDINGS_MAX = 4
"""Other wordings that a practice keeps."""
WORDING_CHARS_MAX = 400
_EFFECT_CHARS_MAX = 200


def propose_consolidate(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield practices of what was noticed often, what reaffirms known ones, and what a person may decide.

    What a person keeps is neither retired nor counted, and only cited.
    """
    del now
    sayings = Sayings()
    live = [memory for memory in in_order(state.memories.values()) if _is_open(memory) and memory.id not in claimed]
    # What was taken in before, and came back, was counted then.
    fragments = [memory for memory in live if _is_fragment(memory) and memory.id not in state.taken_in]
    heads = [memory for memory in live if memory.belief.kind in HEADS and memory.belief.layer == "L4"]
    used: set[str] = set(claimed)
    for proposal in _reaffirmed(heads, fragments, state.taken_in, sayings):
        used.update(proposal.memories)
        yield proposal
    fragments = [memory for memory in fragments if memory.id not in used]
    kept = _Kept([memory for memory in live if memory.kept and memory.belief.kind in FRAGMENTS], sayings)
    declined, turns = Declined(state), Turns(state, sayings)
    for core in cores(fragments, state, policy, sayings):
        if declined.covers(core, sayings) or turns.between(core.members[0], core.members[-1]):
            continue
        proposal = _practice(core, kept.saying_the_same(core, sayings), policy)
        if proposal is not None:
            used.update(proposal.memories)
            yield proposal
    yield from _suggested(state, sayings, used, policy.dreams.suggestions - state.waiting)


def _is_open(memory: Dreamt) -> bool:
    """Say whether a memory stands, and whether its words can be read."""
    belief = memory.belief
    stands = belief.status == "live" and belief.review in {None, "passed"}
    failed = memory.person is not None and memory.person.word in {"failed", "doubtful"}
    return stands and not failed and memory.words is not None and bool(memory.words.text.strip())


def _is_fragment(memory: Dreamt) -> bool:
    belief = memory.belief
    # A fact keeps its key, and what holds for a time its end.
    tied = belief.fact is not None or belief.valid_to is not None or belief.expires_at is not None
    return belief.kind in FRAGMENTS and belief.layer in {"L2", "L4"} and not (memory.kept or memory.dreamt or tied)


def _practice(core: Core, same: Sequence[str], policy: Policy) -> Proposal | None:
    """Return the practice of a core, None if it has no place in L4."""
    ids = tuple(memory.id for memory in (*core.members, *core.satellites))
    cited = tuple(dict.fromkeys((*(memory.id for memory in core.weighty), *same)))[:CITED_MAX]
    said, beside = [_text(memory) for memory in core.members], [_text(memory) for memory in core.satellites]
    noticed = _text(core.representative)
    text = compose_practice(noticed, said, beside, core.occasions)
    if not may_be_known(text):
        return None
    days = len({member.day for member in core.members})
    confirmed = core.occasions - days
    also = f" and confirmed {times(confirmed)}" if confirmed else ""
    return Proposal(
        stage="consolidate",
        rule="same-again",
        scope=core.representative.belief.scope,
        memories=(*ids, *cited),
        figures={
            "fragments": len(core.members),
            "days": days,
            "confirmations": confirmed,
            "occasions": core.occasions,
            "remarks": len(core.satellites),
        },
        because=(
            f"{counted(len(core.members), 'memory')} say the same: noticed on {counted(days, 'day')}{also}; "
            f"{counted(policy.dreams.sightings, 'occasion')} make a practice"
        ),
        effect=f"one practice takes the place of {counted(len(ids), 'memory')}: {one_line(text, _EFFECT_CHARS_MAX)}",
        action=Consolidate(
            occasions=core.occasions,
            kind="practice",
            sources=ids,
            evidence=cited,
            wording=Wording(text=text, sources=(*said, *beside), language=language_of([noticed])),
            summary=None,
            trigger=None,
            category=_commonest([memory.belief.category for memory in core.members]),
            core=core_of(noticed),
            wordings=_other_wordings(noticed, said),
        ),
    )


def _other_wordings(noticed: str, said: Sequence[str]) -> tuple[str, ...]:
    """Return other wordings of what was noticed that are short enough to be kept, those said most often first."""
    counts = Counter(text for text in said if text != noticed and len(text) <= WORDING_CHARS_MAX)
    ranked = sorted(counts, key=lambda text: (-counts[text], text))
    return tuple(ranked[:WORDINGS_MAX])


def _commonest(categories: Sequence[str | None]) -> str | None:
    counts = Counter(category for category in categories if category is not None)
    return min(counts, key=lambda category: (-counts[category], category), default=None)


class Declined:
    """What a person took back after a dream had made it: it is not made again."""

    def __init__(self, state: DreamState) -> None:
        self._known: dict[Hashable, list[Saying]] = {}
        for head in state.declined:
            if head.words is not None:
                self._known.setdefault(whose(head), []).append(_noticed(head))

    def covers(self, core: Core, sayings: Sayings) -> bool:
        """Say whether a core is about what was taken back."""
        said = sayings.of(core.representative)
        known = self._known.get(whose(core.representative), ())
        return any(is_reworded(one, said) or agree(one, said) for one in known)


class _Kept:
    """What a person keeps: it stays, and is cited by what says the same."""

    def __init__(self, memories: Sequence[Dreamt], sayings: Sayings) -> None:
        self._known: dict[Hashable, list[Dreamt]] = {}
        for memory in memories:
            self._known.setdefault((*whose(memory), rough_key(sayings.of(memory))), []).append(memory)

    def saying_the_same(self, core: Core, sayings: Sayings) -> list[str]:
        """Return the ids of those that say the same as a core."""
        said = sayings.of(core.representative)
        found = self._known.get((*whose(core.representative), rough_key(said)), ())
        return [memory.id for memory in found if is_reworded(said, sayings.of(memory))]


class _Head(msgspec.Struct, frozen=True):
    """What was noticed before."""

    memory: Dreamt
    said: Saying
    further: tuple[Saying, ...] = ()
    """Other wordings of it."""

    def says(self, said: Saying) -> bool:
        """Say whether a statement is any of its wordings but for light words."""
        return any(is_reworded(own, said) for own in (self.said, *self.further))

    def agrees(self, said: Saying, *, linked: bool) -> bool:
        """Say whether a statement may be one with any of its wordings."""
        return any(agree(own, said, linked=linked) for own in (self.said, *self.further))


def _reaffirmed(
    heads: Sequence[Dreamt], fragments: Sequence[Dreamt], taken_in: Mapping[str, str], sayings: Sayings
) -> Iterator[Proposal]:
    """Yield what is known and was noticed once more: in the same words, or in freer ones at the same place.

    What cites something that was taken in before is at the same place as well.
    """
    known = [_Head(memory, _noticed(memory), _further(memory)) for memory in heads]
    by_id = {head.memory.id: head for head in known}
    by_key: dict[Hashable, list[_Head]] = {}
    by_place: dict[tuple[str, ...], list[_Head]] = {}
    for head in known:
        for key in {rough_key(said): None for said in (head.said, *head.further)}:
            by_key.setdefault((*whose(head.memory), key), []).append(head)
        for place in places(head.memory):
            by_place.setdefault(place, []).append(head)
    again: dict[str, list[Dreamt]] = {}
    for fragment in fragments:
        said = sayings.of(fragment)
        same = [head for head in by_key.get((*whose(fragment), rough_key(said)), ()) if head.says(said)]
        if not same and not said.asks:
            cited = dict.fromkeys(taken_in[cited] for cited in fragment.evidence if cited in taken_in)
            linked = [by_id[head] for head in cited if head in by_id]
            beside = [head for place in places(fragment) for head in by_place.get(place, ())]
            same = [
                head
                for near, by_evidence in ((linked, True), (beside, False))
                for head in near
                if _may_take_in(head.memory, fragment) and head.agrees(said, linked=by_evidence)
            ]
        if same:
            again.setdefault(same[0].memory.id, []).append(fragment)
    for head in known:
        if head.memory.id in again:
            yield _known_already(head.memory, again[head.memory.id])


def _noticed(head: Dreamt) -> Saying:
    return said_in(noticed_in(head), head)


def _further(head: Dreamt) -> tuple[Saying, ...]:
    return tuple(said_in(text, head) for text in wordings_of(head)[1:])


def _may_take_in(head: Dreamt, fragment: Dreamt) -> bool:
    """Say whether what is put in freer words may confirm a head: a practice of dreams, of these people at most."""
    (*here, people), (*there, others) = _apart(head), _apart(fragment)
    if fragment.belief.importance >= WEIGHTY:
        return False  # what matters so much is not taken for granted in other words
    return head.dreamt and head.belief.kind == "practice" and here == there and people >= others


def _apart(memory: Dreamt) -> tuple[str, str, frozenset[str]]:
    scope, source, *people = whose(memory)
    return scope, source, frozenset(people)


def _known_already(head: Dreamt, fragments: Sequence[Dreamt]) -> Proposal:
    ids = tuple(fragment.id for fragment in fragments)
    confirmed = head.belief.confirmations
    before = f", which was confirmed {times(confirmed)} before" if confirmed else ""
    one = len(ids) == 1
    return Proposal(
        stage="consolidate",
        rule="known-already",
        scope=head.belief.scope,
        memories=(head.id, *ids),
        figures={"fragments": len(ids), "confirmations": head.belief.confirmations},
        because=f"{counted(len(ids), 'memory')} {'says' if one else 'say'} what {head.id} says{before}",
        effect=f"{quoted(head)} is confirmed, and {counted(len(ids), 'memory')} {'retires' if one else 'retire'} to L6",
        action=Reaffirm(memory=head.id, fragments=ids),
    )


def _suggested(state: DreamState, sayings: Sayings, used: AbstractSet[str], room: int) -> Iterator[Proposal]:
    """Yield what a person may decide: pairs that are nearly the same, or the same but for a newer value.

    Args:
        room: how many suggestions more may wait.
    """
    pairs = [
        (pair.similarity, state.memories[pair.one], state.memories[pair.other])
        for pair in state.likenesses
        if pair.similarity >= SUGGESTED_FROM and _may_be_asked(state, pair.one) and _may_be_asked(state, pair.other)
    ]
    pairs.sort(key=lambda pair: (-pair[0], pair[1].id, pair[2].id))
    asked = _asked_before(state, pairs)
    for similarity, one, other in pairs:
        if room <= 0:
            return
        if one.id in used or other.id in used or one.id in asked or other.id in asked:
            continue
        proposal = _suggestion(one, other, similarity, sayings)
        if proposal is not None:
            room -= 1
            asked |= {one.id, other.id}
            yield proposal


def _may_be_asked(state: DreamState, memory: str) -> bool:
    found = state.memories.get(memory)
    if found is None or not _is_open(found) or found.dreamt or found.kept or found.belief.fact is not None:
        return False
    return found.belief.kind in FRAGMENTS | HEADS


def _asked_before(state: DreamState, pairs: Sequence[tuple[int, Dreamt, Dreamt]]) -> set[str]:
    """Return the memories that a person was asked about: of those that are all alike, one pair is asked once ever."""
    if not state.suggested:
        return set()
    asked: set[str] = set()
    for _, one, other in pairs:
        ids = (one.id, other.id)
        if not state.suggested.isdisjoint((signature_of("consolidation", ids), signature_of("replacement", ids))):
            asked.update(ids)
    return asked


def _suggestion(one: Dreamt, other: Dreamt, similarity: int, sayings: Sayings) -> Proposal | None:
    said, its_saying = sayings.of(one), sayings.of(other)
    if said.asks != its_saying.asks or said.denies != its_saying.denies:
        return None  # a question or a denial is no other wording of a statement
    found = compare(said, its_saying)
    mine, its = one.belief, other.belief
    if (mine.scope, mine.source) != (its.scope, its.source) or one.words is None or other.words is None:
        return None
    older, newer = sorted(in_order((one, other)), key=lambda memory: memory.day)
    # Long enough for what differs to be seen.
    said_before, said_now = (quoted(memory, _EFFECT_CHARS_MAX) for memory in (older, newer))
    figures = {"similarity": similarity, "shared": found.share}
    # What is in different layers is never merged, whoever asks for it.
    if found.relation == "overlapping" and found.share >= MOST and mine.layer == its.layer:
        return Proposal(
            stage="consolidate",
            rule="nearly-the-same",
            scope=mine.scope,
            memories=(older.id, newer.id),
            figures=figures,
            because=f"{older.id} and {newer.id} are alike by {similarity // 10}%, and do not say quite the same",
            effect=f"a person is asked whether {said_before} and {said_now} are one",
            action=Suggest(change="consolidation", section=None, concerned=(older.id, newer.id), text=_text(newer)),
        )
    same_place = (one.words.subjects and one.words.subjects == other.words.subjects) or (
        mine.category is not None and mine.category == its.category
    )
    differs_once = found.conflicting and in_one_value(sayings.of(one), sayings.of(other))
    differs_once = differs_once and _kinds_of_marks(sayings.of(one)) == _kinds_of_marks(sayings.of(other))
    # What was said of two days in the same words differs by no value that anybody can see.
    told_anew = older.day < newer.day and _text(older) != _text(newer)
    if differs_once and same_place and mine.kind == its.kind and told_anew:
        return Proposal(
            stage="consolidate",
            rule="newer-value",
            scope=mine.scope,
            memories=(older.id, newer.id),
            figures=figures,
            because=f"{newer.id} is like {older.id} by {similarity // 10}%, is newer, and differs in a value",
            effect=f"a person is asked whether {said_now} takes the place of {said_before}",
            action=Suggest(change="replacement", section=None, concerned=(newer.id, older.id), text=_text(newer)),
        )
    return None


def _kinds_of_marks(said: Saying) -> list[str]:
    return sorted(mark for mark, _ in said.marks)


def _text(memory: Dreamt) -> str:
    assert memory.words is not None, "only what can be read is put together"
    return memory.words.text
