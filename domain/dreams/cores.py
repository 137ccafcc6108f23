"""Cores: the same thing, noticed on several days, with what was said beside it."""

from collections import Counter
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence

import msgspec

from ..policy import Policy
from .quoting import in_order
from .remarks import speaks_against
from .rewording import is_reworded, parted, rough_key
from .sameness import Sayings, agree, compare
from .sayings import Saying
from .state import DreamState, Dreamt

WEIGHTY = 8
"""Importance from which nothing retires as a remark on something else, whatever the gate."""
_COMMON = 60
"""Statements of one place that share a word, beyond which it tells too little for all of them to be compared."""


class Core(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was noticed again and again."""

    members: tuple[Dreamt, ...]
    """The memories that say it, in the order in which they were recorded."""
    satellites: tuple[Dreamt, ...]
    """What was said of it in other words and supports it, in the same order; none of it counts as an occasion."""
    weighty: tuple[Dreamt, ...]
    """What would be a satellite but is too important to retire: it may be cited."""
    occasions: int
    """How many different days it was noticed on, plus how often its members were confirmed."""
    representative: Dreamt
    """The member whose wording stands for all: the commonest, then the shortest."""


class Kernel:
    """Memories that say the same, word for word but for light words and inflection of the first of them."""

    def __init__(self, first: Dreamt, said: Saying) -> None:
        self.first, self.said = first, said
        self.members = [first]

    @property
    def occasions(self) -> int:
        """Different days, plus confirmations."""
        return occasions(self.members)

    @property
    def rank(self) -> tuple[int, int, str]:
        """Sorts those that were noticed most often to the front."""
        return -self.occasions, self.first.belief.recorded_position, self.first.id


def occasions(members: Iterable[Dreamt]) -> int:
    """Return on how many occasions something was noticed: each day once, and each confirmation."""
    members = list(members)
    return len({member.day for member in members}) + sum(member.belief.confirmations for member in members)


def cores(fragments: Sequence[Dreamt], state: DreamState, policy: Policy, sayings: Sayings | None = None) -> list[Core]:
    """Return what was noticed on `policy.dreams.sightings` occasions or more, most often noticed first.

    Fragments belong together that say the same; or that are of the same people and the same category, or of
    which one cites the other, if they agree in freer wordings: half of the words, all values, no contradiction.
    Fragments of different scopes, sources or people never meet, and a fragment is in one core at most. What supports a
    core is of no one but whom the core is of, and does not speak against it. Questions are left out, and what has no
    words. The order of `fragments` does not matter. Takes a time close to linear in their number.

    Args:
        state: that the fragments are of; it knows what became part of another one, and is cited all the same.
        sayings: what has been taken apart before.
    """
    sayings = sayings or Sayings()
    # Who asks has noticed nothing, whatever the answer is.
    kernels = _kernels([fragment for fragment in fragments if _tells(sayings.of(fragment))], sayings)
    meeting = Meeting(kernels, state.taken_in)
    groups = _groups(kernels, _agreeing(kernels, meeting))
    strong = [group for group in groups if _is_noticed([kernels[at] for at in group], policy)]
    # What was noticed twice may yet become a core of its own.
    single = [at for group in groups if len(group) == 1 for at in group if len(kernels[at].members) == 1]
    beside = _beside(kernels, meeting, strong, single)
    return [_core([kernels[at] for at in group], beside.get(nth, []), policy) for nth, group in enumerate(strong)]


def _tells(said: Saying) -> bool:
    return not said.asks and bool(said.sequence or said.plain)


def _kernels(fragments: Sequence[Dreamt], sayings: Sayings) -> list[Kernel]:
    """Return the statements that are made, those made most often first."""
    rough: dict[Hashable, list[Dreamt]] = {}
    for fragment in in_order(fragments):
        # What one was and what one is like are sightings of the same habit.
        timeless = fragment.belief.kind == "reflection"
        rough.setdefault((*whose(fragment), timeless, rough_key(sayings.of(fragment))), []).append(fragment)
    known: dict[Hashable, list[Kernel]] = {}
    for key, alike in rough.items():
        for fragment, apart in zip(alike, parted([sayings.of(fragment) for fragment in alike]), strict=True):
            _add(known.setdefault((key, apart), []), fragment, sayings.of(fragment))
    return sorted((kernel for alike in known.values() for kernel in alike), key=lambda kernel: kernel.rank)


def _add(alike: list[Kernel], fragment: Dreamt, said: Saying) -> None:
    for kernel in alike:
        if is_reworded(kernel.said, said, timeless=fragment.belief.kind == "reflection"):
            kernel.members.append(fragment)
            return
    alike.append(Kernel(fragment, said))


def whose(memory: Dreamt) -> tuple[str, ...]:
    """Return of whom a memory speaks, who said it, and where: two people who like the same do not make one."""
    return memory.belief.scope, memory.belief.source, *_people(memory)


def _people(memory: Dreamt) -> list[str]:
    if memory.words is None:
        return []
    speaker = (memory.words.metadata or {}).get("speaker")
    spoken = [] if speaker is None else [f"spoken by {speaker}"]
    return sorted((*memory.words.subjects, *spoken))


def places(memory: Dreamt) -> Iterator[tuple[str, ...]]:
    """Yield where a memory can meet others in other words: its people, with its category."""
    belief, words = memory.belief, memory.words
    if words is not None and words.subjects and belief.category is not None:
        yield belief.scope, belief.source, belief.category, *_people(memory)


class Meeting:
    """Which statements meet, by the place of one of their memories or by evidence."""

    def __init__(self, kernels: list[Kernel], taken_in: Mapping[str, str]) -> None:
        self.kernels = kernels
        self.at: dict[tuple[str, ...], list[int]] = {}
        self.linked: dict[int, set[int]] = {}
        self._chosen: dict[tuple[str, ...], list[int]] = {}
        of = {member.id: at for at, kernel in enumerate(kernels) for member in kernel.members}
        for at, kernel in enumerate(kernels):
            for place in sorted({place for member in kernel.members for place in places(member)}):
                self.at.setdefault(place, []).append(at)
            named = {cited for member in kernel.members for cited in member.evidence}
            for cited in sorted(taken_in.get(one, one) for one in named):
                other = of.get(cited)
                if other is not None and other != at and self._beside_each_other(other, at):
                    self.linked.setdefault(at, set()).add(other)
                    self.linked.setdefault(other, set()).add(at)

    def _beside_each_other(self, one: int, other: int) -> bool:
        (*here, people), (*there, others) = self._whose(one), self._whose(other)
        return here == there and (set(people) <= set(others) or set(others) <= set(people))

    def of_same_people(self, one: int, other: int) -> bool:
        """Say whether two statements are of the same people: only then they may be one."""
        return self._whose(one) == self._whose(other)

    def may_support(self, at: int, core: int) -> bool:
        """Say whether a statement is of nobody but whom another one is of: who is erased takes nothing else along."""
        return set(self._whose(at)[2]) <= set(self._whose(core)[2])

    def _whose(self, at: int) -> tuple[str, str, tuple[str, ...]]:
        scope, source, *people = whose(self.kernels[at].first)
        return scope, source, tuple(people)

    def beside(self, at: int, others: Container[int]) -> set[int]:
        """Return which of some statements stand in a place with another one."""
        kernel = self.kernels[at]
        here = {place for member in kernel.members for place in places(member)}
        return {other for place in here for other in self.chosen(place, others)}

    def chosen(self, place: tuple[str, ...], others: Container[int]) -> list[int]:
        """Return which of some statements stand in a place, found once."""
        known = self._chosen.get(place)
        if known is None:
            known = self._chosen[place] = [at for at in self.at.get(place, ()) if at in others]
        return known

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Give the statements that meet, two by two; where many meet in one place, those that share a rare word."""
        seen: set[tuple[int, int]] = set()
        for at in sorted(self.linked):
            seen.update((at, other) for other in self.linked[at] if at < other and self.of_same_people(at, other))
        for members in self.at.values():
            if len(members) <= _COMMON:
                seen.update((one, other) for nth, one in enumerate(members) for other in members[nth + 1 :])
            else:
                seen.update(self._sharing(members))
        yield from sorted(seen)

    def _sharing(self, members: list[int]) -> Iterator[tuple[int, int]]:
        """Give pairs of which the one can have half of the words of the other: they share one of its rarest half."""
        held: dict[str, list[int]] = {}
        for at in members:
            for word in self.kernels[at].said.topics:
                held.setdefault(word, []).append(at)
        for at in members:
            words = sorted(self.kernels[at].said.topics, key=lambda word: (len(held[word]), word))
            for word in words[: len(words) // 2 + 1]:
                if len(held[word]) <= _COMMON:
                    yield from ((min(at, other), max(at, other)) for other in held[word] if other != at)


def _agreeing(kernels: list[Kernel], meeting: Meeting) -> dict[int, list[int]]:
    """Return for each statement, by place, those that it may be one with in freer wordings."""
    found: dict[int, list[int]] = {}
    for one, other in meeting.pairs():
        linked = other in meeting.linked.get(one, ())
        if agree(kernels[one].said, kernels[other].said, linked=linked):
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    return found


def _groups(kernels: list[Kernel], agreeing: dict[int, list[int]]) -> list[list[int]]:
    """Return statements that are one, by place: with one of them all others agree, and none contradicts another."""
    taken: set[int] = set()
    groups: list[list[int]] = []
    for middle in sorted(range(len(kernels)), key=lambda at: (-len(agreeing.get(at, ())), at)):
        if middle in taken:
            continue
        chosen = [middle]
        for other in agreeing.get(middle, ()):
            said = kernels[other].said
            if other not in taken and not any(compare(kernels[at].said, said).conflicting for at in chosen[1:]):
                chosen.append(other)
        taken.update(chosen)
        groups.append(sorted(chosen))
    return sorted(groups)


def _is_noticed(group: list[Kernel], policy: Policy) -> bool:
    members = _members(group)
    seen = sum(1 + member.belief.confirmations for member in members)
    wanted = max(policy.dreams.sightings, policy.gate.confirmations)
    return len(members) > 1 and min(occasions(members), seen) >= wanted


def _members(group: Iterable[Kernel]) -> list[Dreamt]:
    return in_order(member for kernel in group for member in kernel.members)


def _beside(
    kernels: list[Kernel], meeting: Meeting, strong: list[list[int]], single: list[int]
) -> dict[int, list[tuple[int, Dreamt]]]:
    """Return for each core, by place, what supports it in other words, each with how much of its words it shares.

    What could support several cores supports the one that it cites, or shares most with; else none of them.
    """
    core_of = {at: nth for nth, group in enumerate(strong) for at in group}
    saying: dict[str, set[int]] = {}
    for at, nth in core_of.items():
        for word in _words(kernels[at].said):
            saying.setdefault(word, set()).add(nth)
    found: dict[int, list[tuple[int, Dreamt]]] = {}
    for at in single:
        cited = [other for other in meeting.linked.get(at, ()) if other in core_of]
        linked = {core_of[other] for other in cited if meeting.may_support(at, other)}
        if cited and not linked:
            continue
        met = linked or {core_of[other] for other in meeting.beside(at, core_of) if other in core_of}
        shares: list[tuple[int, int]] = []
        for nth in sorted(_told_apart(kernels[at].said, met, saying)):
            found_here = [compare(kernels[at].said, kernels[other].said) for other in strong[nth]]
            against = any(_speaks_against(kernels[at], kernels[other]) for other in strong[nth])
            if not against and not any(one.conflicting for one in found_here):
                shares.append((max(one.share for one in found_here), nth))
        shares.sort(key=lambda share: (-share[0], share[1]))
        if len(shares) == 1 or (shares and shares[0][0] > shares[1][0]):
            found.setdefault(shares[0][1], []).append((shares[0][0], kernels[at].first))
    return found


def _speaks_against(remark: Kernel, core: Kernel) -> bool:
    return speaks_against(_text(remark.first), remark.said, _text(core.first), core.said)


def _told_apart(said: Saying, met: set[int], saying: Mapping[str, set[int]]) -> set[int]:
    """Return the cores that tell which one a statement supports: of those that share no word with it, two will do.

    They neither share more with it than each other nor contradict it, so that further ones change nothing.
    """
    words = _words(said)
    if not words:
        return met
    related = met & set().union(*(saying.get(word, ()) for word in words))
    return related | set(sorted(met - related)[:2])


def _words(said: Saying) -> frozenset[str]:
    return said.words | said.topics


def _core(group: list[Kernel], beside: list[tuple[int, Dreamt]], policy: Policy) -> Core:
    members = _members(group)
    weighty = min(policy.gate.importance, WEIGHTY)
    light = [(share, memory) for share, memory in beside if memory.belief.importance < weighty]
    if len(light) > policy.dreams.satellites:
        light = [(share, memory) for share, memory in light if share]
        light.sort(key=lambda one: (-one[0], one[1].belief.recorded_position, one[1].id))
    return Core(
        members=tuple(members),
        satellites=tuple(in_order(memory for _, memory in light[: policy.dreams.satellites])),
        weighty=tuple(in_order(memory for _, memory in beside if memory.belief.importance >= weighty)),
        occasions=occasions(members),
        representative=_representative(group),
    )


def _representative(group: list[Kernel]) -> Dreamt:
    """Return the memory whose wording stands for all."""
    kernel = min(group, key=lambda kernel: (-len(kernel.members), kernel.rank))
    texts = Counter(_text(member) for member in kernel.members)
    return min(
        kernel.members,
        key=lambda member: (-texts[_text(member)], len(_text(member)), member.belief.recorded_position, member.id),
    )


def _text(memory: Dreamt) -> str:
    return memory.words.text if memory.words is not None else ""
