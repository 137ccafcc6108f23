"""A second, naive memory: what must hold after any events, by scanning lists, from the event classes alone.

It shares no code with the product. Where the product folds events forwards, one by one, the model looks backwards for
the last event that decides what is asked. It is slow, and obvious.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from doings import Doings
from remembrancer.domain.events import (
    AgentEvent,
    AnyEvent,
    FactTransferred,
    HandedOver,
    IdentityEstablished,
    IdentityEvent,
    IdentityLineReplaced,
    IdentityRefreshed,
    Line,
    MemoriesConsolidated,
    MemoriesMerged,
    MemoryArchived,
    MemoryConfirmed,
    MemoryContradicted,
    MemoryDecayed,
    MemoryForgotten,
    MemoryPromoted,
    MemoryQuarantined,
    MemoryReleased,
    MemoryReplaced,
    MemoryRestored,
    MemoryReviewed,
    MemoryRevised,
    NewMemory,
    PolicyAdopted,
    Recorded,
    ScratchPurged,
    SessionCooled,
    SessionEnded,
    SubjectErased,
    TaskCheckpointed,
    TaskCompleted,
)

LAYERS = ("L0", "L1", "L2", "L3", "L4", "L5", "L6")
FULL = 1000
"""Strength of a fresh memory."""

State = dict[str, Any]
"""Every clear field of one memory, by name."""


class Words(NamedTuple):
    """One revision of a memory: its words stand in the event at `position` and began to hold at `begin`."""

    number: int
    position: int
    begin: int
    triggered: bool
    confidence: int


class Model(Doings):
    """What holds after the last of `log`; hand it a shorter list to ask about the past."""

    def __init__(self, log: Sequence[Recorded]) -> None:
        super().__init__(log)
        self._states: dict[str, State] = {}
        self._revisions: dict[str, list[Words]] = {}
        self._events: dict[str, list[Recorded]] = {}
        for recorded in self.log:
            for memory in set(recorded.event.memories):
                self._events.setdefault(memory, []).append(recorded)

    def memories(self) -> list[str]:
        """Return the ids of all memories that ever began, in the order in which they did."""
        found: list[str] = []
        for recorded in self.log:
            for memory in _begun(recorded.event):
                if memory not in found:
                    found.append(memory)
        return found

    def states(self) -> dict[str, State]:
        """Return the state of every memory."""
        if not self._states:
            self._states = {memory: self.state(memory) for memory in self.memories()}
        return self._states

    def state(self, memory: str) -> State:
        """Return the state of one memory."""
        birth = self._birth(memory)
        said = birth.event
        return {
            "memory": memory,
            "agent": said.agent,
            "scope": said.scope,
            "layer": self._layer(memory),
            "home_layer": self._home_layer(memory),
            "status": self._status(memory),
            "former": self._former(memory),
            "strength": self._strength(memory),
            "confirmations": self._confirmations(memory),
            "review": self._review(memory),
            "successor": self._successor(memory),
            "revision": self.revisions(memory)[-1].number,
            "content_position": self.revisions(memory)[-1].position,
            "triggered": self.revisions(memory)[-1].triggered,
            "valid_from": self.revisions(memory)[-1].begin,
            "valid_to": self._end(memory),
            "recorded_at": birth.at,
            "recorded_by": said.actor,
            "recorded_position": birth.position,
            "changed_at": self._changed_at(memory),
            **_as_born(said, memory),
            "kind": self._kind(memory),
            "confidence": self.revisions(memory)[-1].confidence,
            "expires_at": self._expiry(memory),
        }

    def revisions(self, memory: str) -> list[Words]:
        """Return what the memory has said, oldest first."""
        if memory not in self._revisions:
            self._revisions[memory] = self._all_words(memory)
        return self._revisions[memory]

    def _all_words(self, memory: str) -> list[Words]:
        birth = self._birth(memory)
        confidence = _as_born(birth.event, memory)["confidence"]
        triggered = birth.event.triggered if isinstance(birth.event, NewMemory) else False
        first = Words(1, birth.position, _begin(birth), triggered, confidence)
        later: list[Words] = []
        for r in self._about(memory):
            match r.event:
                case MemoryRevised() as said:
                    later.append(Words(said.revision, r.position, said.valid_from, said.triggered, confidence))
                case TaskCheckpointed() as said:
                    later.append(Words(said.revision, r.position, said.valid_from, triggered, said.confidence))
                case _:
                    pass
        return [first, *later]

    def layers(self, agent: str, at: int, valid_at: int | None = None) -> dict[str, list[State]]:
        """Return what `agent` finds in each layer when it asks at the time `at`, newest first.

        The identity comes in the order of its document; what it says no more comes last, by id.
        With `valid_at`, what was true at that time, in the words that were true then.
        """
        scopes = self.scopes(agent)
        found: dict[str, list[State]] = {layer: [] for layer in LAYERS}
        for state in self.states().values():
            if state["scope"] not in scopes or (state["expires_at"] is not None and state["expires_at"] <= at):
                continue
            if valid_at is None:
                shown = state if state["status"] in ("live", "archived") else None
            else:
                shown = self._as_true_at(state, valid_at)
            if shown is not None:
                found[state["layer"]].append(shown)
        for layer in LAYERS:
            found[layer].sort(key=lambda state: (state["recorded_position"], state["memory"]), reverse=True)
        document = [memory for memory, *_ in self.identity(agent)]
        standing = [state for memory in document for state in found["L5"] if state["memory"] == memory]
        ended = [state for state in found["L5"] if state not in standing]
        found["L5"] = standing + sorted(ended, key=lambda state: state["memory"])
        return found

    def facts(self) -> dict[str, tuple[str, str, str]]:
        """Return for each fact the memory that holds its value, its owner and its scope."""
        written = [value.fact for r in self.log for value in _values(r.event)]
        restored = [r.event.fact for r in self.log if isinstance(r.event, MemoryRestored)]
        return {name: self._fact(name) for name in (*written, *restored) if name}

    def identity(self, agent: str) -> list[tuple[str, str, int, int]]:
        """Return id, section, place and version of each line of an identity, in order."""
        mine = [r.event for r in self.log if isinstance(r.event, IdentityEvent) and r.event.agent == agent]
        lines: list[Line] = []
        version = 0
        for event in mine:
            version = event.version
            if isinstance(event, IdentityEstablished):
                lines = list(event.lines)
            if isinstance(event, IdentityRefreshed):
                lines = [*event.kept, *event.added]
            if isinstance(event, IdentityLineReplaced):
                lines = [line for line in lines if line.memory != event.replaced]
                lines += [event.line] if event.line else []
        ordered = sorted(lines, key=lambda line: (line.ordinal, line.memory))
        return [(line.memory, line.section, line.ordinal, version) for line in ordered]

    def agents(self) -> dict[str, int]:
        """Return each agent that has acted, with the time at which it first did."""
        acts = [(r.event.agent, r.at) for r in self.log if isinstance(r.event, AgentEvent)]
        return {agent: next(at for name, at in acts if name == agent) for agent, _ in acts}

    def policy(self) -> tuple[int, int, dict[str, Any]] | None:
        """Return version, position and settings of the policy in force."""
        for recorded in reversed(self.log):
            if isinstance(recorded.event, PolicyAdopted):
                return recorded.event.version, recorded.position, recorded.event.settings
        return None

    def scopes(self, agent: str) -> list[str]:
        """Return the scopes that `agent` may read."""
        in_force = self.policy()
        teams: dict[str, Sequence[str]] = in_force[2].get("teams", {}) if in_force else {}
        return [f"agent:{agent}", "fleet", *(f"team:{name}" for name, members in teams.items() if agent in members)]

    def _about(self, memory: str) -> list[Recorded]:
        return self._events[memory]

    def _of_words(self, memory: str) -> list[Recorded]:
        """Return what happened since the memory got its present words."""
        return [
            recorded for recorded in self._about(memory) if recorded.position >= self.revisions(memory)[-1].position
        ]

    def _birth(self, memory: str) -> Any:
        return next(recorded for recorded in self._about(memory) if memory in _begun(recorded.event))

    def _last(self, memory: str, decides: Callable[[AnyEvent], Any], otherwise: Any) -> Any:
        """Return what the last event that decides says; `decides` answers None where an event does not."""
        for recorded in reversed(self._about(memory)):
            answer = decides(recorded.event)
            if answer is not None:
                return answer
        return otherwise

    def _kind(self, memory: str) -> str:
        born = _as_born(self._birth(memory).event, memory)["kind"]
        return self._last(memory, lambda event: event.kind if isinstance(event, SessionCooled) else None, born)

    def _expiry(self, memory: str) -> int | None:
        said = _as_born(self._birth(memory).event, memory)["expires_at"]
        ends = [said] if said is not None else []
        ends += [r.at for r in self._about(memory) if isinstance(r.event, SessionEnded) and memory in r.event.messages]
        return min(ends, default=None)

    def _confirmations(self, memory: str) -> int:
        """Return how often its present words were seen to hold; what was consolidated had been by then."""
        born = self.revisions(memory)[-1].number == 1 and self._birth(memory).event
        seen = born.confirmations if isinstance(born, MemoriesConsolidated | HandedOver) else 0
        return seen + len([r for r in self._of_words(memory) if isinstance(r.event, MemoryConfirmed)])

    def _layer(self, memory: str) -> str:
        def decides(event: AnyEvent) -> str | None:
            match event:
                case MemoryArchived():
                    return "L6"
                case MemoriesConsolidated(sources=sources) if memory in sources:
                    return "L6"
                case MemoryPromoted() | MemoryRestored():
                    return event.to_layer
                case _:
                    return None

        return self._last(memory, decides, _born_in(self._birth(memory).event)[0])

    def _home_layer(self, memory: str) -> str:
        for recorded in reversed(self._about(memory)):
            match recorded.event:
                case MemoryArchived(from_layer=layer) | MemoryPromoted(to_layer=layer):
                    return layer
                case MemoriesConsolidated(sources=sources) if memory in sources:
                    return Model(self.log[: self.log.index(recorded)])._layer(memory)
                case _:
                    continue
        return _born_in(self._birth(memory).event)[1]

    def _status(self, memory: str) -> str:
        born = "archived" if _born_in(self._birth(memory).event)[0] == "L6" else "live"
        return self._last(memory, lambda event: _makes(event, memory), born)

    def _former(self, memory: str) -> str | None:
        for recorded in reversed(self._about(memory)):
            match recorded.event:
                case MemoryRestored():
                    return None
                case MemoryForgotten() | MemoryArchived():
                    pass
                case MemoriesMerged(sources=sources) | MemoriesConsolidated(sources=sources) if memory in sources:
                    pass
                case _:
                    continue
            return Model(self.log[: self.log.index(recorded)])._status(memory)
        return None

    def _strength(self, memory: str) -> int:
        return self._last(memory, lambda event: event.to_strength if isinstance(event, MemoryDecayed) else None, FULL)

    def _review(self, memory: str) -> str | None:
        reviews = [r.event.outcome for r in self._of_words(memory) if isinstance(r.event, MemoryReviewed)]
        return reviews[-1] if reviews else None

    def _successor(self, memory: str) -> str | None:
        for recorded in reversed(self._about(memory)):
            match recorded.event:
                case MemoryReplaced(replaces=replaced) as event if replaced == memory:
                    return event.memory
                case (MemoriesMerged() | MemoriesConsolidated()) as event if memory in event.sources:
                    return event.memory
                case (TaskCompleted(completes=ended) | HandedOver(hands=ended)) as event if ended == memory:
                    return event.memory
                case MemoryContradicted() as event:
                    return event.by
                case MemoryRestored(to_status="live"):
                    return None
                case IdentityLineReplaced(replaced=replaced) as event if replaced == memory:
                    return event.line.memory if event.line else None
                case _:
                    continue
        return None

    def _end(self, memory: str) -> int | None:
        """Return when it stopped being true: the earliest end that was ever said, but not before it began."""
        said = self._birth(memory).event
        ends = [said.valid_to] if isinstance(said, NewMemory) and said.valid_to is not None else []
        for recorded in self._about(memory):
            match recorded.event:
                case MemoryReplaced(replaces=ended) | TaskCompleted(completes=ended) if ended == memory:
                    ends.append(max(_begin(recorded), self._begun_by(memory, recorded.position)))
                case MemoryContradicted(valid_from=end):
                    ends.append(max(end, self._begun_by(memory, recorded.position)))
                case HandedOver(hands=handed) if handed == memory:
                    ends.append(max(recorded.at, self._begun_by(memory, recorded.position)))
                case IdentityRefreshed(dropped=dropped) if memory in dropped:
                    ends.append(recorded.at)
                case IdentityLineReplaced(replaced=replaced) if replaced == memory:
                    ends.append(recorded.at)
                case _:
                    pass
        return min(ends, default=None)

    def _begun_by(self, memory: str, position: int) -> int:
        """Return since when the words that a memory had at a position hold."""
        return [words.begin for words in self.revisions(memory) if words.position <= position][-1]

    def _changed_at(self, memory: str) -> int:
        birth = self._birth(memory)
        for recorded in reversed(self._about(memory)):
            match recorded.event:
                case IdentityRefreshed(kept=kept) if any(line.memory == memory for line in kept):
                    continue
                case _:
                    return recorded.at
        return birth.at

    def _as_true_at(self, state: State, moment: int) -> State | None:
        # That it was forgotten after it had ended changes nothing about when it was true.
        status = state["status"] if state["status"] != "forgotten" else state["former"]
        ended = status in ("superseded", "contradicted")
        if not ended and state["status"] not in ("live", "archived"):
            return None
        if state["valid_to"] is not None and moment >= state["valid_to"]:
            return None
        revisions = self.revisions(state["memory"])
        begun = [words for words in revisions if words.begin <= moment]
        if not begun:
            return None
        words = begun[-1]
        if words == revisions[-1]:
            return state
        until = next(later.begin for later in revisions if later.number > words.number)
        return {
            **state,
            "revision": words.number,
            "content_position": words.position,
            "triggered": words.triggered,
            "confidence": words.confidence,
            "valid_from": words.begin,
            "valid_to": until,
        }

    def _fact(self, name: str) -> tuple[str, str, str]:
        written = [value for r in self.log for value in _values(r.event) if value.fact == name]
        restored = [r.event for r in self.log if isinstance(r.event, MemoryRestored) and r.event.fact == name]
        given = [r.event for r in self.log if isinstance(r.event, FactTransferred) and r.event.fact == name]
        holder = [r.event for r in self.log if r.event in (*written, *restored, *given)][-1]
        owners = [r.event for r in self.log if r.event in (*written, *given)]
        last = owners[-1] if owners else holder
        owner = last.to if isinstance(last, FactTransferred) else last.agent
        return holder.memories[0], owner, holder.scope


def _values(event: AnyEvent) -> list[NewMemory]:
    """Return a new memory if it is the value of a fact; what goes straight to the archive is not."""
    return [event] if isinstance(event, NewMemory) and event.fact and event.layer != "L6" else []


def _begun(event: AnyEvent) -> tuple[str, ...]:
    match event:
        case NewMemory():
            return (event.memory,)
        case IdentityEstablished():
            return tuple(line.memory for line in event.lines)
        case IdentityRefreshed():
            return tuple(line.memory for line in event.added)
        case IdentityLineReplaced():
            return (event.line.memory,) if event.line else ()
        case _:
            return ()


def _begin(recorded: Recorded) -> int:
    """Return when what a new memory says began to hold."""
    event = recorded.event
    if isinstance(event, NewMemory):
        said = [time for time in (event.valid_from, event.occurred_at) if time is not None]
        if said:
            return said[0]
    return recorded.at


def _born_in(event: AnyEvent) -> tuple[str, str]:
    return (event.layer, event.home_layer) if isinstance(event, NewMemory) else ("L5", "L5")


def _as_born(event: AnyEvent, memory: str) -> State:
    """Return what was said of a memory at its birth; most of it never changes."""
    if isinstance(event, NewMemory):
        names = ("kind", "importance", "confidence", "category", "source", "fact", "session", "expires_at")
        return {name: getattr(event, name) for name in (*names, "occurred_at", "occurred_offset")}
    section = next(line.section for line in _lines(event) if line.memory == memory)
    unsaid = dict.fromkeys(("category", "fact", "session", "expires_at", "occurred_at", "occurred_offset"))
    return {"kind": section, "importance": 10, "confidence": 10, "source": "own", **unsaid}


def _lines(event: AnyEvent) -> Iterable[Line]:
    match event:
        case IdentityEstablished():
            return event.lines
        case IdentityRefreshed():
            return event.added
        case IdentityLineReplaced(line=Line() as line):
            return (line,)
        case _:
            return ()


def _makes(event: AnyEvent, memory: str) -> str | None:
    """Return the status that an event gives to an existing memory, None if it leaves it alone."""
    match event:
        case MemoryReplaced(replaces=ended) | TaskCompleted(completes=ended) | IdentityLineReplaced(replaced=ended):
            return "superseded" if ended == memory else None
        case HandedOver(hands=ended):
            return "superseded" if ended == memory else None
        case MemoriesMerged(sources=sources):
            return "merged" if memory in sources else None
        case MemoriesConsolidated(sources=sources):
            return "archived" if memory in sources else None
        case IdentityRefreshed(dropped=dropped):
            return "superseded" if memory in dropped else None
        case MemoryRestored():
            return event.to_status
        case _:
            return next((status for kind, status in _MADE if isinstance(event, kind)), None)


_MADE: tuple[tuple[type, str], ...] = (
    (MemoryForgotten, "forgotten"),
    (MemoryArchived, "archived"),
    (MemoryContradicted, "contradicted"),
    (MemoryQuarantined, "quarantined"),
    (MemoryReleased, "live"),
    (SubjectErased, "erased"),
    (ScratchPurged, "erased"),
)
