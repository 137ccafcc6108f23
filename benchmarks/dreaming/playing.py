"""Playing a simulated life through the public face, with a dream each night, and reading what came of it."""

import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from pathlib import Path
from typing import Self

import msgspec

from remembrancer import Agent, Remembrancer
from remembrancer.domain.events import MemoriesConsolidated, MemoriesMerged, MemoryForgotten, SuggestionMade
from remembrancer.projections.beliefs import BELIEFS
from remembrancer.projections.lineage import LINEAGE

from .acts import Act, Confirm, Contradict, EndSession, EstablishIdentity, Message, Recall, Record, RunTask
from .life import Life
from .scoring import Labels, Outcome

AGENT = "atlas"
NIGHT = timedelta(days=1, hours=4)
"""From the begin of a day to the dream of the night that follows."""
CARRYING = frozenset({"merged", "consolidated", "confirmed", "evidence"})
"""Relations by which one memory carries another on."""


class Night(msgspec.Struct, frozen=True, kw_only=True):
    """What one dream left."""

    day: int
    position: int
    """The last position after it."""
    seconds: float
    carried: int
    live: int
    """Live memories of the agent's layers but L0 and L5."""
    over: tuple[str, ...]
    """Bounds of the policy that were crossed after it: none may be."""


class Player:
    """One life, played into a store."""

    def __init__(self, life: Life, folder: Path) -> None:
        self.life = life
        self.folder = folder
        self.nights: list[Night] = []
        self.ids: dict[str, str] = {}
        """Of each label."""
        self.identity = b""
        """After the first day."""
        self._now = life.begin
        self.memory = Remembrancer.open(folder, clock=lambda: self._now)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.memory.close()

    @property
    def agent(self) -> Agent:
        """Whose life it is."""
        return self.memory.agent(AGENT)

    def play(self, tell: Callable[[int], None] = lambda _: None) -> None:
        """Play all days and dream each night."""
        for day, acts in enumerate(self.life.days):
            for act in acts:
                self._now = max(self._now, act.at)
                self._do(act)
            self.memory.store.notes.flush()
            if day == 0:
                self.identity = self._identity()
            self._now = max(self._now, self.life.begin + timedelta(days=day) + NIGHT)
            self._dream(day)
            tell(day)

    def _do(self, act: Act) -> None:
        agent = self.agent
        match act:
            case Record():
                cited = [self.ids[label] for label in act.evidence]
                self.ids[act.label] = agent.record(**act.fields, evidence=cited).id
            case Confirm():
                agent.confirm(self.ids[act.label])
            case Contradict():
                agent.contradict(self.ids[act.label], by=self.ids[act.by], because="it turned out otherwise")
            case Recall():
                agent.recall(act.query, k=act.k)
            case Message():
                agent.session(act.session).message(act.text, speaker=act.speaker)
            case EndSession():
                agent.session(act.session).end()
            case RunTask():
                task = agent.task(act.name)
                task.start(objective=act.objective)
                task.complete(act.outcome)
            case EstablishIdentity():
                person = self.memory.agent(AGENT, by="user:01")
                person.establish_identity(act.document, because="it begins")

    def _dream(self, day: int) -> None:
        began = time.perf_counter()
        report = self.agent.dream()
        spent = time.perf_counter() - began
        assert report.outcome == "done", f"the dream of day {day} ended as {report.outcome}"
        self.nights.append(
            Night(
                day=day,
                position=self.memory.position,
                seconds=spent,
                carried=sum(step.outcome == "carried" for step in report.proposals),
                live=sum(len(view) for layer, view in self.agent.layers().items() if layer in {"L1", "L2", "L3", "L4"}),
                over=tuple(self._crossed()),
            )
        )

    def _crossed(self) -> Iterable[str]:
        """Yield the bounds that are crossed."""
        policy = self.memory.policy
        for kind, bound in policy.bounds.items():
            where = {
                "scope": [f"agent:{AGENT}"],
                "kind": [kind],
                "status": ["live"],
                "layer": [str(policy.home_of(kind))],
            }
            count = self.memory.store.views.count(BELIEFS, where)
            if count > bound:
                yield f"{kind}: {count} of {bound}"

    def _identity(self) -> bytes:
        return msgspec.json.encode(self.agent.identity().to_json())

    def outcome(self) -> Outcome:
        """Read what came of the life."""
        store = self.memory.store
        labels = {memory: label for label, memory in self.ids.items()}
        rows = {memory: row for (memory,), row in store.views.rows(BELIEFS, [(one,) for one in labels]).items()}
        sources: dict[str, set[str]] = {}
        for link in store.views.all_rows(LINEAGE):
            if link.relation in CARRYING:
                sources.setdefault(link.target, set()).add(link.source)

        def held(memory: str) -> Labels:
            return frozenset(labels[one] for one in _reached(memory, sources) if one in labels)

        practices: dict[str, Labels] = {}
        lessons: dict[str, Labels] = {}
        patterns: dict[str, Labels] = {}
        proposals: list[Labels] = []
        forgotten: dict[str, str] = {}
        absorbed: set[str] = set()
        for stored in store.log.read():
            recorded = store.codec.decode(stored)
            match recorded.event:
                case MemoriesConsolidated() as event:
                    (lessons if event.kind == "lesson" else practices)[event.memory] = held(event.memory)
                    absorbed.update(event.sources)
                case MemoriesMerged() as event if event.actor.startswith("dream:"):
                    own = frozenset(labels[one] for one in event.sources if one in labels)
                    patterns[event.memory] = own.union(*(patterns.get(one, frozenset()) for one in event.sources))
                    absorbed.update(event.sources)
                case SuggestionMade(change="identity") as event:
                    proposals.append(frozenset[str]().union(*map(held, event.concerned)))
                case MemoryForgotten() as event if event.actor.startswith("dream:") and event.memory in labels:
                    content = store.open(recorded)
                    rule = content.rule or "" if content is not None else ""
                    forgotten[labels[event.memory]] = rule.partition("/")[2]
                case _:
                    pass
        live = {row.memory for row in store.views.all_rows(BELIEFS) if row.status == "live"}
        carried = set[str]().union(*(_reached(memory, sources) for memory in live))
        return Outcome(
            status={label: rows[memory].status for label, memory in self.ids.items()},
            layer={label: rows[memory].layer for label, memory in self.ids.items()},
            practices=[found for memory, found in practices.items() if memory not in absorbed],
            patterns=[found for memory, found in patterns.items() if memory not in absorbed],
            lessons=[found for memory, found in lessons.items() if memory not in absorbed],
            proposals=proposals,
            forgotten_by=forgotten,
            carried={label: memory in carried for label, memory in self.ids.items()},
            identity=(self.identity, self._identity()),
        )


def _reached(memory: str, sources: dict[str, set[str]]) -> set[str]:
    reached, left = {memory}, [memory]
    while left:
        for source in sources.get(left.pop(), ()):
            if source not in reached:
                reached.add(source)
                left.append(source)
    return reached
