"""What came of doing, naively: tasks, sessions, intents, traumas, decisions, dreams, and which memory fed which.

As in the model of memories, which asks here: it shares no code with the product and looks backwards.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, NamedTuple

from remembrancer.domain.events import (
    AnyEvent,
    ContextAssembled,
    DecisionJudged,
    DreamCompleted,
    DreamPaused,
    DreamResumed,
    DreamStarted,
    HandedOver,
    IdentityLineReplaced,
    IntentLearned,
    IntentObserved,
    Line,
    MemoriesConsolidated,
    MemoriesMerged,
    MemoryConfirmed,
    MemoryContradicted,
    MemoryForgotten,
    MemoryPromoted,
    MemoryReleased,
    MemoryReplaced,
    MemoryRestored,
    MemoryReviewed,
    MemoryRevised,
    NewMemory,
    Recalled,
    Recorded,
    SessionEnded,
    SessionStarted,
    SuggestionAnswered,
    SuggestionMade,
    TaskCheckpointed,
    TaskCompleted,
    TaskInterrupted,
    TaskResumed,
    TaskStarted,
    TraumaSuffered,
)

TASK_EVENTS = (TaskStarted, TaskCheckpointed, TaskInterrupted, TaskResumed, TaskCompleted, HandedOver)
DREAM_EVENTS = (DreamStarted, DreamPaused, DreamResumed, DreamCompleted)
SPOKEN: dict[type, str] = {
    MemoriesMerged: "merged",
    MemoryForgotten: "forgotten",
    MemoryConfirmed: "confirmed",
    MemoryPromoted: "promoted",
    MemoryReleased: "released",
    MemoryRestored: "restored",
    MemoryRevised: "revised",
}
"""What a person says of a memory by each of these; by a review, its outcome."""
EXAMPLES = 5
CAUSES = 5

Row = dict[str, Any]
"""Every field of one row of a view, by name."""
Named = dict[tuple[str, ...], Row]


class Link(NamedTuple):
    source: str
    target: str
    relation: str
    position: int


class Doings:
    """What came of doing after the last of `log`."""

    def __init__(self, log: Sequence[Recorded]) -> None:
        self.log = list(log)

    def tasks(self) -> Named:
        """Return the latest run of each task, by scope and name."""
        names = self._names(TASK_EVENTS, lambda event: (event.scope, event.task) if event.task else None)
        return {name: self._task(name) for name in names}

    def sessions(self) -> Named:
        """Return each session that was started, by scope and name."""
        names = self._names((SessionStarted,), lambda event: (event.scope, event.session))
        return {name: self._session(name) for name in names}

    def intents(self) -> Named:
        """Return what became of each problem, by scope and intent."""
        names = self._names((IntentLearned,), lambda event: (event.scope, event.intent))
        return {name: self._intent(name) for name in names}

    def traumas(self) -> Named:
        """Return what each category of trauma weighed when its latest was suffered, by scope and category.

        The `level`, in millionths, is a float.
        """
        names = self._names((TraumaSuffered,), lambda event: (event.scope, event.category))
        return {name: self._trauma(name) for name in names}

    def decisions(self) -> Named:
        """Return each decision, by id."""
        names = self._names((NewMemory,), lambda event: (event.memory,) if event.kind == "decision" else None)
        return {name: self._decision(name[0]) for name in names}

    def references(self) -> Named:
        """Return how often recall gave each memory on each day, by id and day."""
        given = [
            (memory, datetime.fromtimestamp(recorded.event.asked_at // 1_000_000, UTC).strftime("%Y-%m-%d"))
            for recorded in self.log
            if isinstance(recorded.event, Recalled)
            for memory in set(recorded.event.hits)
        ]
        return {name: {"memory": name[0], "day": name[1], "count": given.count(name)} for name in given}

    def contexts(self) -> Named:
        """Return each memory that a context gave beside its boot, by memory and command."""
        given = [
            (memory, recorded.event.cause)
            for recorded in self.log
            if isinstance(recorded.event, ContextAssembled)
            for entry in recorded.event.entries
            for memory in entry.memories
            if entry.part != "boot"
        ]
        return {name: {"memory": name[0], "cause": name[1]} for name in given}

    def dreams(self) -> Named:
        """Return each dream, by its run."""
        names = self._names((DreamStarted,), lambda event: (event.run,))
        return {name: self._dream(name[0]) for name in names}

    def suggestions(self) -> Named:
        """Return each suggestion, by id."""
        names = self._names((SuggestionMade,), lambda event: (event.suggestion,))
        return {name: self._suggestion(name[0]) for name in names}

    def person_words(self) -> Named:
        """Return the last word of a person on each memory, by id."""
        found: Named = {}
        for recorded in self.log:
            event = recorded.event
            if event.actor.startswith("user:") and isinstance(event, (*SPOKEN, MemoryReviewed)):
                word = event.outcome if isinstance(event, MemoryReviewed) else SPOKEN[type(event)]
                found[event.memories[0],] = {"memory": event.memories[0], "word": word}
        return found

    def links(self) -> list[Link]:
        """Return which memory fed which, and where that was said first."""
        found: list[Link] = []
        for recorded in self.log:
            for source, target, relation in _fed(recorded.event):
                if not any(link[:3] == (source, target, relation) for link in found):
                    found.append(Link(source, target, relation, recorded.position))
        return found

    def _names(self, kinds: tuple[type, ...], name: Callable[[Any], tuple[str, ...] | None]) -> list[tuple[str, ...]]:
        found = [name(recorded.event) for recorded in self.log if isinstance(recorded.event, kinds)]
        return [known for known in dict.fromkeys(found) if known is not None]

    def _since_last(self, start: type, concerned: Callable[[Any], bool]) -> list[Recorded]:
        """Return the last event of a class that is concerned, and all that are after it."""
        concerning = [recorded for recorded in self.log if concerned(recorded.event)]
        starts = [place for place, recorded in enumerate(concerning) if isinstance(recorded.event, start)]
        return concerning[starts[-1] :]

    def _task(self, name: tuple[str, ...]) -> Row:
        def mine(event: AnyEvent) -> bool:
            if not isinstance(event, TASK_EVENTS) or event.task != name[1]:
                return False
            return name[0] in (event.scope, event.from_scope if isinstance(event, HandedOver) else event.scope)

        run = self._task_since_its_start(name, mine)
        if isinstance(run[0].event, HandedOver):
            return self._received_task(name, run)
        states = [r for r in run if isinstance(r.event, TaskStarted | TaskCheckpointed)]
        signs = [r.event.stale_at for r in run if isinstance(r.event, TaskStarted | TaskCheckpointed | TaskResumed)]
        last = run[-1]
        ended = isinstance(last.event, TaskCompleted | HandedOver)
        interrupted = isinstance(last.event, TaskInterrupted)
        return {
            "scope": name[0],
            "task": name[1],
            "agent": _said(run[0], "agent"),
            "memory": _said(last if isinstance(last.event, TaskCompleted) else run[0], "memory"),
            "status": "completed" if ended else "interrupted" if interrupted else "running",
            "started_at": run[0].at,
            "checkpoint_at": states[-1].at,
            "checkpoints": len(states) - 1,
            "stale_at": signs[-1],
            "interrupted_at": _said(last, "since") if interrupted else None,
            "ended_at": last.at if ended else None,
        }

    def _task_since_its_start(self, name: tuple[str, ...], mine: Callable[[Any], bool]) -> list[Recorded]:
        """Return what was done to a task from when it was started or received last."""
        run = [recorded for recorded in self.log if mine(recorded.event)]
        starts = [
            place
            for place, r in enumerate(run)
            if isinstance(r.event, TaskStarted) or (isinstance(r.event, HandedOver) and r.event.scope == name[0])
        ]
        return run[starts[-1] :]

    def _received_task(self, name: tuple[str, ...], run: list[Recorded]) -> Row:
        """Return a task that was received: as if it had been started and interrupted at once."""
        first, last = run[0], run[-1]
        states = [r for r in run if r is first or isinstance(r.event, TaskCheckpointed)]
        signs = [first.at, *(r.event.stale_at for r in run if isinstance(r.event, TaskCheckpointed | TaskResumed))]
        ended = last is not first and isinstance(last.event, TaskCompleted | HandedOver)
        interrupted = last is first or isinstance(last.event, TaskInterrupted)
        since = first.at if last is first else _said(last, "since") if interrupted else None
        return {
            "scope": name[0],
            "task": name[1],
            "agent": _said(first, "agent"),
            "memory": _said(last if isinstance(last.event, TaskCompleted) else first, "memory"),
            "status": "completed" if ended else "interrupted" if interrupted else "running",
            "started_at": first.at,
            "checkpoint_at": states[-1].at,
            "checkpoints": len(states) - 1,
            "stale_at": signs[-1],
            "interrupted_at": since,
            "ended_at": last.at if ended else None,
        }

    def _session(self, name: tuple[str, ...]) -> Row:
        def mine(event: AnyEvent) -> bool:
            return isinstance(event, SessionStarted | SessionEnded) and (event.scope, event.session) == name

        run = self._since_last(SessionStarted, mine)
        ended = run[-1] if isinstance(run[-1].event, SessionEnded) else None
        return {
            "scope": name[0],
            "session": name[1],
            "agent": _said(run[0], "agent"),
            "started_at": run[0].at,
            "started_position": run[0].position,
            "ended_at": ended.at if ended else None,
            "summary": _said(ended, "memory") if ended else None,
        }

    def _dream(self, run: str) -> Row:
        mine = [r for r in self.log if isinstance(r.event, DREAM_EVENTS) and run in _runs(r.event)]
        first, last = mine[0], mine[-1]
        match last.event:
            case DreamCompleted() as event:
                status, ended = event.outcome, last
            case DreamStarted() as event if event.run != run:
                status, ended = "abandoned", last
            case _:
                status, ended = "paused" if isinstance(last.event, DreamPaused) else "running", None
        return {
            "run": run,
            **{name: _said(first, name) for name in ("agent", "trigger", "slot", "due_at")},
            "status": status,
            "started_position": first.position,
            "started_at": first.at,
            "pauses": len([r for r in mine if isinstance(r.event, DreamPaused)]),
            "ended_position": ended.position if ended else None,
            "ended_at": ended.at if ended else None,
        }

    def _suggestion(self, name: str) -> Row:
        made = next(r for r in self.log if isinstance(r.event, SuggestionMade) and r.event.suggestion == name)
        answers = [r for r in self.log if isinstance(r.event, SuggestionAnswered) and r.event.suggestion == name]
        last = answers[-1] if answers else None
        return {
            **{field: _said(made, field) for field in ("suggestion", "agent", "scope", "change", "signature")},
            "status": _said(last, "answer") if last else "waiting",
            "made_position": made.position,
            "made_at": made.at,
            "answered_position": last.position if last else None,
            "answered_at": last.at if last else None,
        }

    def _intent(self, name: tuple[str, ...]) -> Row:
        def mine(event: AnyEvent) -> bool:
            return isinstance(event, IntentLearned | IntentObserved) and (event.scope, event.intent) == name

        first, *used = self._since_last(IntentLearned, mine)
        examples = [str(r.position) for r in used if _said(r, "exemplified")]
        return {
            "scope": name[0],
            "intent": name[1],
            "memory": _said(first, "memory"),
            "uses": len(used),
            "successes": len([r for r in used if _said(r, "outcome") == "success"]),
            "rollbacks": len([r for r in used if _said(r, "outcome") == "rollback"]),
            "first_at": first.at,
            "last_at": used[-1].at if used else first.at,
            "examples": " ".join(reversed(examples[-EXAMPLES:])),
        }

    def _trauma(self, name: tuple[str, ...]) -> Row:
        found = [
            (recorded.position, recorded.at, recorded.event)
            for recorded in self.log
            if isinstance(recorded.event, TraumaSuffered) and (recorded.event.scope, recorded.event.category) == name
        ]
        positions = [position for position, _, _ in found]
        suffered = [(at, event.weight, event.half_life_s) for _, at, event in found]
        return {
            "scope": name[0],
            "category": name[1],
            "count": len(suffered),
            "level": sum(_left(suffered[place:]) for place in range(len(suffered))),
            "at": suffered[-1][0],
            "half_life_s": suffered[-1][2],
            "newest": " ".join(str(position) for position in reversed(positions[-CAUSES:])),
        }

    def _decision(self, memory: str) -> Row:
        made = next(r for r in self.log if isinstance(r.event, NewMemory) and r.event.memory == memory)
        judged = [r for r in self.log if isinstance(r.event, DecisionJudged) and r.event.memory == memory]
        latest = judged[-1] if judged else None
        return {
            "memory": memory,
            **{name: _said(made, name) for name in ("agent", "scope", "confidence", "category")},
            "made_at": made.at,
            "made_position": made.position,
            "outcome": _said(latest, "outcome") if latest else None,
            "judged_at": latest.at if latest else None,
            "judged_by": _said(latest, "actor") if latest else None,
            "judged_position": latest.position if latest else None,
        }


def _said(recorded: Recorded, field: str) -> Any:
    return getattr(recorded.event, field)


def _runs(event: Any) -> tuple[str | None, ...]:
    """Return the dreams that an event is about: its own, and the one whose place it took."""
    return (event.run, event.takes_over) if isinstance(event, DreamStarted) else (event.run,)


def _left(suffered: Sequence[tuple[int, int, int]]) -> float:
    """Return what is left of the first trauma at the time of the last one, in millionths.

    Until the next trauma it halves as it was said to, then as the next one was.
    """
    level = suffered[0][1] * 1000.0
    for (at, _, half_life_s), (until, _, _) in pairwise(suffered):
        level *= 0.5 ** ((until - at) / (half_life_s * 1_000_000))
    return level


def _fed(event: AnyEvent) -> Iterator[tuple[str, str, str]]:
    """Yield source, target and relation of each link that an event makes."""
    match event:
        case NewMemory():
            yield from ((memory, event.memory, "evidence") for memory in event.evidence)
        case MemoryPromoted():
            yield from ((memory, event.memory, "promoted") for memory in event.evidence)
        case MemoryConfirmed():
            yield from ((memory, event.memory, "confirmed") for memory in event.evidence)
        case DecisionJudged():
            yield from ((memory, event.memory, "judged") for memory in event.evidence)
        case MemoryContradicted(by=str(by)):
            yield by, event.memory, "contradicted"
        case _:
            pass
    match event:
        case MemoryReplaced():
            yield event.replaces, event.memory, "replaced"
        case MemoriesMerged():
            yield from ((memory, event.memory, "merged") for memory in event.sources)
        case MemoriesConsolidated():
            yield from ((memory, event.memory, "consolidated") for memory in event.sources)
        case TaskCompleted():
            yield event.completes, event.memory, "completed"
        case HandedOver():
            yield event.hands, event.memory, "handed over"
        case SessionEnded():
            yield from ((memory, event.memory, "summarised") for memory in event.messages)
        case IdentityLineReplaced(replaced=str(ended), line=Line() as line):
            yield ended, line.memory, "replaced"
        case _:
            pass
