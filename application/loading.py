"""Loading what a decision reads: exactly what the commands name, and only what the agent may read."""

from collections.abc import Iterable, Sequence

from ..domain.commands import (
    AnyCommand,
    ConfirmMemory,
    ContradictMemory,
    EstablishIdentity,
    MemoryCommand,
    MergeMemories,
    PromoteMemory,
    RecordMemory,
    ReplaceIdentityLine,
)
from ..domain.content import LineTexts, MemoryText
from ..domain.decisions.merging import MERGED_KIND
from ..domain.errors import StoreDamaged
from ..domain.facts import Facts, StandingLine
from ..domain.policy import Policy
from ..domain.scopes import own, readable
from ..domain.state import Belief
from ..projections.beliefs import BELIEFS
from ..projections.facts import FACTS
from ..projections.identity import IDENTITY
from .store import Footing, Store


def load(store: Store, commands: Sequence[AnyCommand], footing: Footing) -> Facts:
    """Return what `commands`, all of one agent, rest on; at least as new as `footing`, which conflicts count from."""
    facts = Facts(position=footing.position, policy=footing.policy)
    agent = commands[0].agent
    scopes = frozenset(readable(agent, facts.policy.teams))
    named = dict.fromkeys(memory for command in commands for memory in _named(command))
    for (memory,), belief in store.views.rows(BELIEFS, [(memory,) for memory in named]).items():
        if belief.scope in scopes:
            facts.memories[memory] = belief
    _load_words(store, facts, commands)
    _load_holders(store, facts, commands)
    _load_shelves(store, facts, commands)
    if any(isinstance(command, EstablishIdentity | ReplaceIdentityLine) for command in commands):
        _load_identity(store, facts, agent)
    return facts


def stands_alone(command: AnyCommand, policy: Policy) -> bool:
    """Say whether neither what is stored or decided before nor the clock of another writer can matter to a command."""
    return (
        isinstance(command, RecordMemory)
        and command.fact is None
        and not command.evidence
        and command.kind not in policy.bounds
        and command.kind not in policy.lifetimes_s
    )


def _named(command: AnyCommand) -> Iterable[str]:
    match command:
        case RecordMemory():
            yield from command.evidence
        case MergeMemories():
            yield from command.sources
        case PromoteMemory() | ConfirmMemory():
            yield command.memory
            yield from command.evidence
        case ContradictMemory():
            yield command.memory
            if command.by is not None:
                yield command.by
        case MemoryCommand():
            yield command.memory
        case _:
            pass


def _load_words(store: Store, facts: Facts, commands: Sequence[AnyCommand]) -> None:
    read = {memory for command in commands if not isinstance(command, RecordMemory) for memory in _named(command)}
    for memory in read & facts.memories.keys():
        content = store.open(store.event(facts.memories[memory].content_position))
        if isinstance(content, MemoryText):
            facts.words[memory] = content


def _load_holders(store: Store, facts: Facts, commands: Sequence[AnyCommand]) -> None:
    keys = {command.fact for command in commands if isinstance(command, RecordMemory) and command.fact is not None}
    changed = (facts.memories.get(command.memory) for command in commands if isinstance(command, MemoryCommand))
    keys.update(belief.fact for belief in changed if belief is not None and belief.fact is not None)
    rows = store.views.rows(FACTS, [(key,) for key in keys])
    holders = store.views.rows(BELIEFS, [(row.memory,) for row in rows.values()])
    for (fact,), row in rows.items():
        if (row.memory,) not in holders:
            raise StoreDamaged(f"the views disagree about {row.memory}; fold them again with `remembrancer rebuild`")
        facts.holders[fact] = holders[row.memory,]


def _load_shelves(store: Store, facts: Facts, commands: Sequence[AnyCommand]) -> None:
    for command in commands:
        for scope, kind in _shelves(facts, command):
            if kind in facts.policy.bounds and (scope, kind) not in facts.shelves:
                rows = store.views.stab(BELIEFS, {"scope": [scope], "kind": [kind], "status": ["live"]})
                home = facts.policy.home_of(kind)
                facts.shelves[scope, kind] = {belief.memory: belief for belief in rows if belief.layer == home}


def _shelves(facts: Facts, command: AnyCommand) -> Iterable[tuple[str, str]]:
    match command:
        case RecordMemory():
            yield command.scope or own(command.agent), command.kind
        case MergeMemories():
            sources = _known(facts, command.sources)
            for source in sources:
                yield source.scope, source.kind
                yield source.scope, MERGED_KIND.get(source.layer, source.kind)
        case MemoryCommand():
            for belief in _known(facts, (command.memory,)):
                yield belief.scope, belief.kind
        case _:
            pass


def _known(facts: Facts, memories: Sequence[str]) -> list[Belief]:
    return [facts.memories[memory] for memory in memories if memory in facts.memories]


def _load_identity(store: Store, facts: Facts, agent: str) -> None:
    lines = identity_lines(store, agent)
    facts.identity = tuple(line for line, _ in lines)
    facts.identity_version = max((version for _, version in lines), default=0)


def identity_lines(store: Store, agent: str, at: int | None = None) -> list[tuple[StandingLine, int]]:
    """Return the lines of an agent's identity in order, each with the version of the document it stands in."""
    rows = store.views.stab(IDENTITY, {"agent": [agent]}, at)
    lines: list[tuple[StandingLine, int]] = []
    places = store.views.rows(BELIEFS, [(row.memory,) for row in rows], at)
    for row in sorted(rows, key=lambda row: (row.ordinal, row.memory)):
        if (row.memory,) not in places:
            raise StoreDamaged(f"the views disagree about {row.memory}; fold them again with `remembrancer rebuild`")
        content = store.open(store.event(places[row.memory,].content_position))
        text = content.lines.get(row.memory) if isinstance(content, LineTexts) else None
        lines.append(
            (StandingLine(memory=row.memory, section=row.section, ordinal=row.ordinal, text=text), row.version)
        )
    return lines
