"""Loading the shelves that commands may crowd: what stands where a bound holds, and what would have to leave."""

from collections.abc import Iterable, Sequence

from ..domain.commands import (
    AnyCommand,
    CompleteTask,
    ConsolidateMemories,
    EndSession,
    EnforceBound,
    HandOver,
    MemoryCommand,
    MergeMemories,
    ObserveIntent,
    RecordMemory,
    WriteReflection,
)
from ..domain.decisions.merging import MERGED_KIND
from ..domain.facts import Facts
from ..domain.intents import STANDING
from ..domain.scopes import own
from ..domain.sessions import SUMMED_UP
from ..projections.beliefs import BELIEFS
from ..projections.intents import INTENTS
from ..projections.person_words import PERSON_WORDS
from .memory import reference_counts
from .store import Store


def load_shelves(store: Store, facts: Facts, commands: Sequence[AnyCommand], *, crowded: bool) -> None:
    """Load the shelves on which commands may put something, with what says which memory has to leave them.

    Args:
        crowded: reckon with more arrivals than these commands bring.
    """
    for command in commands:
        for scope, kind in _shelves(facts, command):
            if kind in facts.policy.bounds and (scope, kind) not in facts.shelves:
                rows = store.views.stab(BELIEFS, {"scope": [scope], "kind": [kind], "status": ["live"]})
                home = facts.policy.home_of(kind)
                facts.shelves[scope, kind] = {belief.memory: belief for belief in rows if belief.layer == home}
                if kind == "intent":
                    facts.uses.update(store.views.sums(INTENTS, "uses", "memory", facts.shelves[scope, kind]))
                members = _leaving(facts, scope, kind)
                # Which weighs least is asked where one has to go: most commands find room.
                if crowded or len(members) + len(commands) > facts.policy.bounds[kind]:
                    facts.references.update(reference_counts(store, members))
                    said = store.views.rows(PERSON_WORDS, [(memory,) for memory in members]).values()
                    facts.kept.update(word.memory for word in said if word.keeps)


def _leaving(facts: Facts, scope: str, kind: str) -> list[str]:
    """Return the ids of what may have to leave a shelf; summaries of sessions may cool onto theirs."""
    members = dict.fromkeys(facts.shelves[scope, kind])
    if kind == SUMMED_UP:
        members.update(dict.fromkeys(facts.shelves.get((scope, "session"), {})))
        members.update({memory: None for memory, belief in facts.memories.items() if belief.kind == "session"})
    return list(members)


def _shelves(facts: Facts, command: AnyCommand) -> Iterable[tuple[str, str]]:
    """Yield scope and kind of each shelf on which a command may put something."""
    for scope, kind in _aimed_at(facts, command):
        yield scope, kind
        if kind == "session":
            yield scope, SUMMED_UP


def _aimed_at(facts: Facts, command: AnyCommand) -> Iterable[tuple[str, str]]:
    match command:
        case EndSession():
            yield own(command.agent), "session"
        case CompleteTask():
            yield own(command.agent), "task-context"
        case ObserveIntent():
            scope = command.scope or own(command.agent)
            record = facts.intents.get((scope, command.intent))
            belief = facts.memories.get(record.memory) if record else None
            # One more use of what stands there already pushes nothing out.
            if belief is None or belief.status not in STANDING:
                yield scope, "intent"
        case EnforceBound():
            yield command.scope, command.kind
        case HandOver():
            for belief in facts.known((command.memory,)):
                yield command.to_scope or own(command.to), belief.kind
                yield belief.scope, belief.kind
        case RecordMemory():
            yield command.scope or own(command.agent), command.kind
        case ConsolidateMemories():
            for source in facts.known(command.sources[:1]):
                yield source.scope, command.kind
        case WriteReflection():
            yield own(command.agent), "reflection"
        case MergeMemories():
            sources = facts.known(command.sources)
            for source in sources:
                yield source.scope, source.kind
                yield source.scope, command.kind or MERGED_KIND.get(source.layer, source.kind)
        case MemoryCommand():
            for belief in facts.known((command.memory,)):
                yield belief.scope, belief.kind
        case _:
            pass
