"""Looking around: all that the stages of a dream weigh, as it stands at one position."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...domain.boundary import Query, QueryItem
from ...domain.dreams.proposals import STAGES
from ...domain.dreams.state import DRIFT_DAYS, ActiveDays, DreamState, Dreamt, day_of, seen_at
from ...domain.events import DreamReflected, IntentObserved, MemoryConfirmed, MemoryRestored, MemoryRevised
from ...domain.events.base import DREAMT
from ...domain.moments import DAY, to_datetime, zone_named
from ...domain.scopes import own, writable
from ...domain.state import is_expired
from ...projections.beliefs import BELIEFS
from ...projections.lineage import LINEAGE
from ...projections.person_words import PERSON_WORDS
from ...projections.references import REFERENCES
from ...projections.suggestions import SUGGESTIONS
from ...projections.tasks import TASKS
from ..erasing.holds import covering
from ..moment import time_of
from ..reading import look
from .changes import changes
from .sayings import Sayings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from datetime import tzinfo

    from ...domain.content import MemoryText
    from ...domain.policy import Policy
    from ...domain.state import Belief
    from ...domain.tasks import TaskRun
    from ..moment import Asked
    from ..reading import View
    from ..store import Store

LAYERS = ("L2", "L3", "L4")
STATUSES = ("live", "superseded", "contradicted")
WORDED = frozenset({"note", "evolution", "reflection", "preference", "practice", "pattern", "lesson"})
"""Kinds whose words some stage reads, besides kinds of one's own."""
USES = (MemoryConfirmed.TYPE, MemoryRevised.TYPE, MemoryRestored.TYPE, IntentObserved.TYPE)
"""Events after which a memory has been of use."""
_EPOCH = date(1970, 1, 1).toordinal()


READING: frozenset[str] = frozenset({"consolidate", "reflect", "promote", "merge", "forget"})
"""Stages that read words; the others do with what stands in clear."""


def look_around(
    store: Store,
    agent: str,
    *,
    at: Asked | None = None,
    now: int | None = None,
    stages: Iterable[str] = STAGES,
    cache: Sayings | None = None,
) -> DreamState:
    """Return what a dream of an agent has before it.

    Args:
        at: as of when; None: as of `now`.
        now: which time it is, microseconds: says what has expired; None: the asked moment. A time that is past without
            an `at` asks for what was believed then.
        stages: those that will be asked: without one that reads words, none is opened.
        cache: what earlier passes of the same dream have read.

    Raises:
        InvalidMoment, UnknownPosition: the moment is none.
    """
    if at is None and now is not None and now < store.log.tip()[1]:
        at = to_datetime(now)
    view, sayings = look(store, agent, at, None), cache or Sayings()
    position = view.moment.position
    now = view.moment.at if now is None else now
    policy = store.policy(position)
    # A dream changes nothing where its agent may only read.
    view = replace(view, scopes=writable(view.scopes, agent, policy.writers))
    beliefs = _beliefs(store, view, now)
    read = _readable(store, beliefs, policy) if READING.intersection(stages) else []
    memories = _dreamt(store, beliefs, read, sayings, position)
    from ...infrastructure.search.likeness import alike  # takes a while to load

    clusters, likenesses = alike(
        (memory.id, memory.belief.scope, memory.terms) for memory in memories.values() if memory.terms
    )
    reflected_upto = _reflected_upto(store, agent, position)
    reflected_at = time_of(store.log, reflected_upto)
    since = store.log.position_at(reflected_at - DRIFT_DAYS * DAY)
    suggestions = store.views.all_rows(SUGGESTIONS, position)
    scratch = _scratch(store, view, now)
    return DreamState(
        agent=agent,
        scopes=view.scopes,
        position=position,
        memories=memories,
        scratch=scratch,
        held=frozenset(covering(store, [*memories, *(belief.memory for belief in scratch)])),
        tasks=_running_tasks(store, view),
        counts=_counts(store, view, policy),
        active=ActiveDays(tuple(store.log.active_days(agent, position))),
        clusters=clusters,
        likenesses=likenesses,
        taken_in=_taken_in(store, memories, position),
        changes=changes(store, agent, sayings, (since, position), _owned_by(agent)),
        reflected_upto=reflected_upto,
        reflected_at=reflected_at,
        suggested=frozenset(suggestion.signature for suggestion in suggestions),
        declined=_declined(store, view, sayings),
        waiting=sum(one.status == "waiting" and one.scope in view.scopes for one in suggestions),
    )


def _declined(store: Store, view: View, sayings: Sayings) -> tuple[Dreamt, ...]:
    """Return what dreams made in L4 and a person took back."""
    position, owned = view.moment.position, _owned_by(view.agent)
    where = {"scope": view.scopes, "layer": ["L4"], "status": ["forgotten"]}
    found = [one for one in store.views.stab(BELIEFS, where, position) if one.recorded_by.startswith(DREAMT)]
    said = store.views.rows(PERSON_WORDS, [(one.memory,) for one in found], position)
    taken_back = [
        one
        for one in sorted(found, key=lambda one: (one.recorded_position, one.memory))
        if owned(one) and (one.memory,) in said and said[one.memory,].word in {"forgotten", "failed"}
    ]
    return tuple(_dreamt(store, taken_back, taken_back, sayings, position).values())


def _taken_in(store: Store, memories: Mapping[str, Dreamt], position: int) -> dict[str, str]:
    """Return what became part of something that stands, or confirmed it: each with its id."""
    grown = [one.id for one in memories.values() if one.dreamt or one.belief.confirmations]
    links = store.views.among(LINEAGE, "target", grown, position)
    return {
        link.source: link.target
        for link in sorted(links, key=lambda link: (link.position, link.target))
        if link.relation in {"consolidated", "merged", "confirmed"}
    }


def glance(store: Store, agent: str) -> DreamState:
    """Return what a sweep has before it now: tasks, sessions and bounds; it reads nobody's words.

    Scratch is left out: what cannot be undone is left to dreams.
    """
    view = look(store, agent, None, None)
    position = view.moment.position
    view = replace(view, scopes=writable(view.scopes, agent, store.policy(position).writers))
    where = {"scope": view.scopes, "kind": ["session"], "status": ["live"]}
    sessions = filter(_owned_by(agent), store.views.stab(BELIEFS, where, position))
    return DreamState(
        agent=agent,
        scopes=view.scopes,
        position=position,
        memories={belief.memory: Dreamt(belief=belief, words=None) for belief in sessions},
        scratch=(),
        tasks=_running_tasks(store, view),
        counts=_counts(store, view, store.policy(position)),
        active=ActiveDays(()),
        clusters=(),
        likenesses=(),
        taken_in={},
        changes=(),
        reflected_upto=0,
        reflected_at=0,
        suggested=frozenset(),
    )


def _owned_by(agent: str) -> Callable[[Belief], bool]:
    """Return what tells the memories that an agent's dream may touch: its own, also those that it shares."""
    return lambda belief: belief.scope == own(agent) or belief.agent == agent


def _beliefs(store: Store, view: View, now: int) -> list[Belief]:
    where = {"scope": view.scopes, "layer": LAYERS, "status": STATUSES}
    owned = _owned_by(view.agent)
    found = store.views.stab(BELIEFS, where, view.moment.position)
    kept = [belief for belief in found if owned(belief) and not is_expired(belief.expires_at, now)]
    return sorted(kept, key=lambda belief: (belief.recorded_position, belief.memory))


def _dreamt(
    store: Store, beliefs: Sequence[Belief], read: Sequence[Belief], sayings: Sayings, position: int
) -> dict[str, Dreamt]:
    ids = [belief.memory for belief in beliefs]
    words = _words(store, read, sayings)
    evidence, references = _evidence(store, ids, position), _references(store, ids, position)
    touched = _touched(store, beliefs, position)
    for belief in beliefs:
        # To be cited is to be of use.
        for cited in evidence.get(belief.memory, ()):
            touched[cited] = max(touched.get(cited, 0), day_of(belief.recorded_at))
    persons = store.views.rows(PERSON_WORDS, [(memory,) for memory in ids], position)
    zone = zone_named(store.policy(position).timezone)
    return {
        belief.memory: Dreamt(
            belief=belief,
            words=words.get(belief.memory),
            terms=sayings.terms(store, belief.content_position) if belief.memory in words else (),
            evidence=tuple(sorted(evidence.get(belief.memory, ()))),
            dreamt=belief.recorded_by.startswith(DREAMT),
            references=tuple(sorted(references.get(belief.memory, ()))),
            person=persons.get((belief.memory,)),
            seen_on=_day_in(zone, seen_at(belief)),
            touched_on=touched.get(belief.memory, 0),
        )
        for belief in beliefs
    }


def _day_in(zone: tzinfo, at: int) -> int:
    try:
        return to_datetime(at).astimezone(zone).toordinal() - _EPOCH
    except OverflowError:  # the last day of the calendar has no morning after it
        return day_of(at)


def _readable(store: Store, beliefs: Sequence[Belief], policy: Policy) -> list[Belief]:
    """Return the memories whose words stages read."""
    erased = store.erased()
    return [
        belief
        for belief in beliefs
        if belief.status == "live"
        and (belief.kind in WORDED or belief.kind in policy.kinds)
        and belief.memory not in erased
    ]


def _words(store: Store, read: Sequence[Belief], sayings: Sayings) -> dict[str, MemoryText]:
    """Return the words of memories, as far as they can be read."""
    sayings.open(store, (belief.content_position for belief in read))
    found = ((belief.memory, sayings.words(belief.content_position)) for belief in read)
    return {memory: words for memory, words in found if words is not None}


def _evidence(store: Store, ids: Collection[str], position: int) -> dict[str, list[str]]:
    cited: dict[str, list[str]] = {}
    for link in store.views.among(LINEAGE, "target", ids, position):
        if link.relation == "evidence":
            cited.setdefault(link.target, []).append(link.source)
    return cited


def _references(store: Store, ids: Collection[str], position: int) -> dict[str, list[tuple[int, int]]]:
    given: dict[str, list[tuple[int, int]]] = {}
    for row in store.views.among(REFERENCES, "memory", ids, position):
        given.setdefault(row.memory, []).append((date.fromisoformat(row.day).toordinal() - _EPOCH, row.count))
    return given


def _touched(store: Store, beliefs: Sequence[Belief], position: int) -> dict[str, int]:
    """Return the last day on which each memory was of use otherwise than by recall, exactly."""
    # What last changed on the day of its recording was not of use on a later one, whatever the change was.
    changed = [belief.memory for belief in beliefs if day_of(belief.changed_at) > day_of(belief.recorded_at)]
    return {memory: day_of(at) for memory, at in store.log.last_at(changed, USES, position).items()}


def _scratch(store: Store, view: View, now: int) -> tuple[Belief, ...]:
    statuses = ("live", "superseded", "contradicted", "quarantined", "forgotten", "merged")
    where = {"scope": view.scopes, "layer": ["L0"], "status": statuses}
    owned = _owned_by(view.agent)
    found = store.views.stab(BELIEFS, where, view.moment.position)
    expired = [belief for belief in found if owned(belief) and is_expired(belief.expires_at, now)]
    return tuple(sorted(expired, key=lambda belief: (belief.recorded_position, belief.memory)))


def _running_tasks(store: Store, view: View) -> tuple[TaskRun, ...]:
    """Return the tasks that can still go stale: neither interrupted, nor completed, nor erased."""
    position = view.moment.position
    runs = store.views.stab(TASKS, {"scope": [own(view.agent)], "status": ["running"]}, position)
    held = store.views.rows(BELIEFS, [(run.memory,) for run in runs], position)
    return tuple(run for run in runs if held[run.memory,].status == "live")


def _counts(store: Store, view: View, policy: Policy) -> Mapping[tuple[str, str], int]:
    counts: dict[tuple[str, str], int] = {}
    for kind in policy.bounds:
        for scope in view.scopes:
            where = {"scope": [scope], "kind": [kind], "status": ["live"], "layer": [str(policy.home_of(kind))]}
            counts[scope, kind] = store.views.count(BELIEFS, where, view.moment.position)
    return counts


def _reflected_upto(store: Store, agent: str, position: int) -> int:
    """Return the position up to which the changes of an agent's beliefs have been written down."""
    reflections = QueryItem(types=(DreamReflected.TYPE,), tags=(f"{DREAMT}{agent}",))
    for stored in store.log.read(Query(items=(reflections,)), upto=position, limit=1, newest_first=True):
        event = store.codec.decode(stored).event
        assert isinstance(event, DreamReflected), f"position {stored.position} says how beliefs had changed"
        return event.upto
    return 0
