"""Loading what a decision reads: exactly what the commands name, and only what the agent may read."""

from collections.abc import Iterable, Sequence

from ..domain.boundary import Query, QueryItem
from ..domain.commands import (
    AnswerClaim,
    AnswerSuggestion,
    AnyCommand,
    AttachClaim,
    AuditClaim,
    CompleteDream,
    ConfirmMemory,
    ConsolidateMemories,
    ContradictMemory,
    EndSession,
    EstablishIdentity,
    ForgetMemory,
    HandOver,
    JudgeDecision,
    MakeSuggestion,
    MemoryCommand,
    MergeMemories,
    ObserveIntent,
    PauseDream,
    PromoteMemory,
    PurgeScratch,
    RecordMemory,
    ReleaseClaim,
    ReleaseMemory,
    ReplaceDocumentLine,
    ReplaceIdentityLine,
    RestoreMemory,
    ResumeDream,
    ReviewMemory,
    ReviseMemory,
    SessionCommand,
    StartDream,
    SufferTrauma,
    TaskCommand,
    WriteReflection,
)
from ..domain.content import LineTexts, MemoryText
from ..domain.decisions.grounds import dreams_of
from ..domain.dreams.runs import OPEN as DREAMING
from ..domain.errors import StoreDamaged
from ..domain.events import DreamStarted
from ..domain.facts import Facts, StandingLine
from ..domain.findings import Finding
from ..domain.policy import Policy
from ..domain.reviewing import is_reviewed
from ..domain.scopes import own, readable
from ..domain.sessions import MESSAGE
from ..domain.state import Belief
from ..domain.suggestions import signature_of
from ..domain.vocabulary import LINE_IMPORTANCE
from ..projections.beliefs import BELIEFS
from ..projections.dreams import DREAMS
from ..projections.facts import FACTS, owner_of
from ..projections.identity import IDENTITY
from ..projections.intents import INTENTS
from ..projections.sessions import SESSIONS
from ..projections.suggestions import SUGGESTIONS
from ..projections.tasks import TASKS
from .shelves import load_shelves
from .store import Footing, Store


def _find_secret(text: str) -> Finding | None:
    from ..infrastructure.secrets import find_secret  # only texts that must not hold secrets pay for what it knows

    return find_secret(text)


def fresh_facts(footing: Footing) -> Facts:
    """Return facts that name nothing yet."""
    return Facts(position=footing.position, policy=footing.policy, find_secret=_find_secret)


def load(store: Store, commands: Sequence[AnyCommand], footing: Footing, *, crowded: bool = False) -> Facts:
    """Return what `commands`, all of one agent, rest on; at least as new as `footing`, which conflicts count from.

    Args:
        crowded: reckon with more arrivals on the shelves than these commands bring.
    """
    facts = fresh_facts(footing)
    agent = commands[0].agent
    scopes = frozenset(readable(agent, facts.policy.teams))
    named = dict.fromkeys(memory for command in commands for memory in _named(command))
    for (memory,), belief in store.views.rows(BELIEFS, [(memory,) for memory in named]).items():
        if belief.scope in scopes:
            facts.memories[memory] = belief
    _load_runs(store, facts, commands)
    _load_words(store, facts, commands)
    _load_holders(store, facts, commands)
    load_shelves(store, facts, commands, crowded=crowded)
    _load_dreams(store, facts, commands)
    _load_holds(store, facts, commands)
    if any(isinstance(command, AttachClaim | AuditClaim | AnswerClaim | ReleaseClaim) for command in commands):
        from .claims.loading import load_claims  # most who record memories do without

        load_claims(store, facts, commands)
    if any(isinstance(command, EstablishIdentity | ReplaceIdentityLine) for command in commands):
        _load_identity(store, facts, agent)
    _load_standing(store, facts, commands, scopes)
    if any(isinstance(command, ReplaceDocumentLine) for command in commands):
        _load_documents(store, facts, commands)
    return facts


def stands_alone(command: AnyCommand, policy: Policy) -> bool:
    """Say whether neither what is stored or decided before nor the clock of another writer can matter to a command."""
    return (
        isinstance(command, RecordMemory)
        and command.fact is None
        and not command.evidence
        and command.kind not in policy.bounds
        and command.kind not in policy.lifetimes_s
        and not (command.kind == MESSAGE and command.session_tag)
        and not is_reviewed(policy.home_of(command.kind) or "", command.importance, policy.review)
    )


def _named(command: AnyCommand) -> Iterable[str]:
    match command:
        case RecordMemory():
            yield from command.evidence
        case MergeMemories() | ConsolidateMemories():
            yield from command.sources
            yield from command.evidence
        case WriteReflection():
            yield from command.evidence
        case PurgeScratch():
            yield from command.memories
        case MakeSuggestion():
            yield from command.concerned
        case SufferTrauma():
            yield from command.evidence
        case PromoteMemory() | ConfirmMemory() | JudgeDecision():
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


def _load_runs(store: Store, facts: Facts, commands: Sequence[AnyCommand]) -> None:
    """Load the tasks, sessions and intents that commands name, each with its memories."""
    scope = own(commands[0].agent)
    for command in commands:
        match command:
            case HandOver(task=str(task)):
                for place in (scope, own(command.to)):
                    run = store.views.row(TASKS, (place, task))
                    if run is not None:
                        facts.tasks[place, task] = run
            case TaskCommand():
                run = store.views.row(TASKS, (scope, command.task))
                if run is not None:
                    facts.tasks[scope, command.task] = run
            case RecordMemory(kind="message", session_tag=str(tag)):
                spoken_in = store.views.row(SESSIONS, (scope, tag))
                if spoken_in is not None:
                    facts.sessions[scope, tag] = spoken_in
            case SessionCommand():
                session = store.views.row(SESSIONS, (scope, command.session))
                if session is not None:
                    facts.sessions[scope, command.session] = session
                if isinstance(command, EndSession):
                    _load_messages(store, facts, scope, command.session)
            case RestoreMemory() | ReleaseMemory():
                _load_session_of(store, facts, command.memory)
            case ObserveIntent():
                key = (command.scope or scope, command.intent)
                record = store.views.row(INTENTS, key)
                if record is not None:
                    facts.intents[key] = record
            case _:
                pass
    held = [run.memory for run in (*facts.tasks.values(), *facts.intents.values())]
    for (memory,), belief in store.views.rows(BELIEFS, [(memory,) for memory in held]).items():
        facts.memories[memory] = belief


def _load_session_of(store: Store, facts: Facts, memory: str) -> None:
    """Load the session that a message was said in."""
    belief = facts.memories.get(memory)
    if belief is not None and belief.kind == MESSAGE and belief.session is not None:
        session = store.views.row(SESSIONS, (belief.scope, belief.session))
        if session is not None:
            facts.sessions[belief.scope, belief.session] = session


def _load_messages(store: Store, facts: Facts, scope: str, session: str) -> None:
    """Load what was said in a session, as far as it was not forgotten since."""
    said = session_messages(store, scope, session)
    facts.messages[scope, session] = tuple(belief.memory for belief in said if belief.status == "live")
    facts.memories.update({belief.memory: belief for belief in said})


def session_messages(store: Store, scope: str, session: str, at: int | None = None) -> list[Belief]:
    """Return the messages of a session, oldest first, whatever became of them."""
    found = store.views.having(BELIEFS, "session", session, at)
    said = [belief for belief in found if belief.scope == scope and belief.kind == MESSAGE]
    return sorted(said, key=lambda belief: belief.recorded_position)


def _load_dreams(store: Store, facts: Facts, commands: Sequence[AnyCommand]) -> None:
    for command in commands:
        match command:
            case StartDream() | PauseDream() | ResumeDream() | CompleteDream():
                runs = store.views.stab(DREAMS, {"agent": [command.agent], "status": DREAMING})
                facts.dream = max(runs, key=lambda run: run.started_position, default=None)
                signs = Query(items=(dreams_of(command.agent),))
                facts.dreamt_at = max(
                    (sign.at for sign in store.log.read(signs, limit=1, newest_first=True)), default=0
                )
                if isinstance(command, StartDream) and command.slot is not None:
                    _load_night(store, facts, command.agent, command.slot)
            case MakeSuggestion():
                signature = signature_of(command.change, command.concerned)
                if store.views.having(SUGGESTIONS, "signature", signature):
                    facts.suggested.add(signature)
            case AnswerSuggestion():
                suggestion = store.views.row(SUGGESTIONS, (command.suggestion,))
                if suggestion is not None and suggestion.scope in readable(command.agent, facts.policy.teams):
                    facts.suggestions[command.suggestion] = suggestion
            case _:
                pass


def _load_holds(store: Store, facts: Facts, commands: Sequence[AnyCommand]) -> None:
    """Load the holds over what commands would take away."""
    taken = [
        memory for command in commands if isinstance(command, ForgetMemory | PurgeScratch) for memory in _named(command)
    ]
    if taken:
        from .erasing.holds import covering  # most stores never have one

        facts.held.update(covering(store, taken))


def _load_night(store: Store, facts: Facts, agent: str, slot: str) -> None:
    """Load which dream took a night, if any did."""
    taken = Query(items=(QueryItem(types=(DreamStarted.TYPE,), tags=(f"slot:{agent}/{slot}",)),))
    for stored in store.log.read(taken, limit=1):
        event = store.codec.decode(stored).event
        assert isinstance(event, DreamStarted), f"position {stored.position} was found as a dream"
        facts.nights[slot] = event.run


def _load_words(store: Store, facts: Facts, commands: Sequence[AnyCommand]) -> None:
    read = {memory for command in commands if not isinstance(command, RecordMemory) for memory in _named(command)}
    read.update(run.memory for run in facts.tasks.values())
    read.update(memory for messages in facts.messages.values() for memory in messages)
    places = {memory: facts.memories[memory].content_position for memory in read & facts.memories.keys()}
    opened = store.open_at(places.values())
    for memory, position in places.items():
        content = opened[position]
        words = content.words(memory) if isinstance(content, LineTexts) else content
        if isinstance(words, MemoryText):
            facts.words[memory] = words


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
        facts.owners[fact] = owner_of(row, holders[row.memory,].agent)
    _load_values(store, facts, commands)


def _load_values(store: Store, facts: Facts, commands: Sequence[AnyCommand]) -> None:
    """Load the words of facts that are written again: the new value must not begin with the old one and correct it."""
    for command in commands:
        holder = facts.holders.get(command.fact or "") if isinstance(command, RecordMemory) else None
        if holder is None or holder.memory in facts.words or holder.memory in store.erased():
            continue
        content = store.open(store.event(holder.content_position))
        if isinstance(content, MemoryText):
            facts.words[holder.memory] = content


def _load_standing(store: Store, facts: Facts, commands: Sequence[AnyCommand], scopes: frozenset[str]) -> None:
    """Load what is believed, for what is written and reviewed to be compared with."""
    if any(_is_to_be_reviewed(facts, command) for command in commands):
        from .standing import load_standing  # most commands write nothing that is reviewed

        load_standing(store, facts, scopes, frozenset(_leaving(facts, commands)))


def _leaving(facts: Facts, commands: Sequence[AnyCommand]) -> Iterable[str]:
    """Yield the ids of lines that end with some commands, as far as that is known before they are decided."""
    for command in commands:
        if isinstance(command, EstablishIdentity):
            # What nobody can read is in no document.
            yield from (line.memory for line in facts.identity if line.text is None)
        if isinstance(command, ReplaceDocumentLine | ReplaceIdentityLine) and command.line is not None:
            yield command.line


def _is_to_be_reviewed(facts: Facts, command: AnyCommand) -> bool:
    rules = facts.policy.review
    match command:
        case RecordMemory():
            return is_reviewed(facts.policy.home_of(command.kind) or "", command.importance, rules)
        case ReviewMemory():
            return command.outcome is None
        case EstablishIdentity():
            return is_reviewed("L5", LINE_IMPORTANCE, rules)
        case ReplaceIdentityLine() | ReplaceDocumentLine():
            return command.text is not None and is_reviewed("L5", LINE_IMPORTANCE, rules)
        case PromoteMemory():
            return any(is_reviewed(command.to, one.importance, rules) for one in facts.known((command.memory,)))
        case ReviseMemory():
            return any(is_reviewed(one.layer, one.importance, rules) for one in facts.known((command.memory,)))
        case ConsolidateMemories():
            return any(is_reviewed("L4", one.importance, rules) for one in facts.known(command.sources))
        case MergeMemories():
            return any(is_reviewed(one.layer, one.importance, rules) for one in facts.known(command.sources))
        case _:
            return False


def _load_identity(store: Store, facts: Facts, agent: str) -> None:
    lines = identity_lines(store, agent)
    facts.identity = tuple(line for line, _ in lines)
    facts.identity_version = max((version for _, version in lines), default=0)


def _load_documents(store: Store, facts: Facts, commands: Sequence[AnyCommand]) -> None:
    from .boot.documents import document_state  # most commands are about none

    for command in commands:
        if isinstance(command, ReplaceDocumentLine):
            key = command.scope, command.document
            if key not in facts.documents:
                facts.documents[key] = document_state(store, *key)
    if len(commands) > 1:  # what one ends, the next one sees
        lines = [line.memory for state in facts.documents.values() for line in state.lines]
        rows = store.views.rows(BELIEFS, [(memory,) for memory in lines])
        facts.memories.update({memory: belief for (memory,), belief in rows.items()})


def identity_lines(store: Store, agent: str, at: int | None = None) -> list[tuple[StandingLine, int]]:
    """Return the lines of an agent's identity in order, each with the version of the document it stands in."""
    rows = store.views.stab(IDENTITY, {"agent": [agent]}, at)
    lines: list[tuple[StandingLine, int]] = []
    places = store.views.rows(BELIEFS, [(row.memory,) for row in rows], at)
    erased = store.erased()
    for row in rows:
        if (row.memory,) not in places:
            raise StoreDamaged(f"the views disagree about {row.memory}; fold them again with `remembrancer rebuild`")
    opened = store.open_at(belief.content_position for (memory,), belief in places.items() if memory not in erased)
    for row in sorted(rows, key=lambda row: (row.ordinal, row.memory)):
        content = opened.get(places[row.memory,].content_position)
        text = content.lines.get(row.memory) if isinstance(content, LineTexts) and row.memory not in erased else None
        lines.append(
            (StandingLine(memory=row.memory, section=row.section, ordinal=row.ordinal, text=text), row.version)
        )
    return lines
