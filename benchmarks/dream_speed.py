"""How long dreams take, how they grow, and what an agent feels of its own dream."""

import multiprocessing
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from remembrancer import Agent, Remembrancer
from remembrancer.application.dreams.looking import look_around
from remembrancer.application.dreams.running import DreamProgress
from remembrancer.domain.dreams.proposing import propose
from remembrancer.infrastructure.group_commit import GroupCommit

from .measuring import Figure, Report, Scale, percentile, scratch, spend

BEGIN = datetime(2026, 1, 5, 9, tzinfo=UTC)
WANTED_S = 60.0
WANTED_LOCK_MS = 20.0
WANTED_SLOWER = 1.5
QUIET_S = 1
PATTERNS, PAIRS, GROUPS, SILENT = 150, 200, 200, 500
"""Planted for 10,000 memories: things seen three times, duplicates, likings that merge, notes that fall silent."""

_NOUNS = [
    "otter",
    "heron",
    "badger",
    "lynx",
    "marten",
    "pike",
    "wren",
    "stoat",
    "adder",
    "newt",
    "hawk",
    "mole",
    "vole",
    "shrew",
    "bream",
    "carp",
    "tench",
    "perch",
]
_DEEDS = [
    "counted",
    "moved",
    "painted",
    "sold",
    "repaired",
    "measured",
    "lent",
    "copied",
    "cleaned",
    "weighed",
    "sorted",
    "shipped",
    "labelled",
]
_PLACES = [
    "harbour",
    "quarry",
    "orchard",
    "viaduct",
    "cellar",
    "rectory",
    "foundry",
    "granary",
    "weir",
    "pier",
    "chapel",
    "mill",
    "barn",
    "loft",
    "kiln",
]
_ZH_DEEDS = ("清点", "搬运", "修理", "测量", "出售", "清洗", "称重", "登记")
_ZH_THINGS = ("账本", "木箱", "瓷器", "油画", "信件", "地图", "种子", "钟表")
_ZH_PLACES = ("码头", "仓库", "花园", "地窖", "磨坊", "教堂", "车站", "河岸")


class Clock:
    """Says what it is told."""

    def __init__(self) -> None:
        self.time = BEGIN

    def __call__(self) -> datetime:
        """Return the present."""
        return self.time


def run(scale: Scale) -> Report:
    """Dream over a full store; propose over growing ones; interact beside a dream."""
    memories = scale.pick(10_000, 1_000)
    with scratch() as folder:
        proposals, spent, lock_ms, learn_s = _dream(folder / "dream", memories)
    growth = [_proposing(count) for count in ((1_000, 3_000) if scale.quick else (10_000, 30_000, 100_000))]
    with scratch() as folder:
        without, beside = _interacting(folder / "beside", memories, scale.pick(60, 10))
    slower = percentile(beside, 95) / percentile(without, 95)
    size = f"{memories:,} live memories"
    return Report(
        benchmark="dream_speed",
        figures=[
            Figure(
                name=f"a dream over {size}, {proposals:,} proposals",
                value=spent,
                unit="s",
                target=WANTED_S,
                better="less",
            ),
            Figure(name="of that, learning which words keep company", value=learn_s, unit="s"),
            Figure(
                name="longest hold of the turn to write",
                value=max(lock_ms),
                unit="ms",
                target=WANTED_LOCK_MS,
                better="less",
            ),
            Figure(name="hold of the turn to write, 95 %", value=percentile(lock_ms, 95), unit="ms"),
            *(
                Figure(name=f"{what}, {count:,} memories", value=seconds, unit="s")
                for count, looking, proposing in growth
                for what, seconds in (("looking around", looking), ("proposing", proposing))
            ),
            Figure(
                name=f"growth of both, a memory, {growth[-1][0]:,} against {growth[0][0]:,}",
                value=(sum(growth[-1][1:]) / growth[-1][0]) / (sum(growth[0][1:]) / growth[0][0]),
                unit="times",
            ),
            Figure(name="`record` without a dream, 95 %", value=percentile(without, 95), unit="ms"),
            Figure(name="`record` beside a dream, 95 %", value=percentile(beside, 95), unit="ms"),
            Figure(name="beside / without, 95 %", value=slower, unit="times", target=WANTED_SLOWER, better="less"),
        ],
        notes=[f"interactions come {QUIET_S + 0.3} s apart: each meets a dream that has gone on after {QUIET_S} s"],
        samples={"lock_ms": lock_ms, "without_ms": without, "beside_ms": beside},
    )


def sentences(seed: int = 1) -> Iterator[str]:
    """Yield sentences without end, half of them Chinese, no two of which say the same."""
    rng, number = random.Random(seed), 0
    while True:
        number += 1
        mark = _mark(rng, number)
        if number % 2:
            yield (
                f"The {rng.choice(_NOUNS)} and the {rng.choice(_NOUNS)} of the {rng.choice(_PLACES)} were "
                f"{rng.choice(_DEEDS)} by {mark} and {rng.choice(_DEEDS)} near the {rng.choice(_PLACES)}"
            )
        else:
            yield (
                f"{rng.choice(_ZH_PLACES)}的{rng.choice(_ZH_THINGS)}由{mark}{rng.choice(_ZH_DEEDS)}，"
                f"后来在{rng.choice(_ZH_PLACES)}{rng.choice(_ZH_DEEDS)}{rng.choice(_ZH_THINGS)}"
            )


def likings(seed: int = 2) -> Iterator[tuple[str, str]]:
    """Yield without end two things that somebody likes, told in one language, every other time in Chinese."""
    rng, number = random.Random(seed), 0
    while True:
        number += 1
        pair = _mark(rng, number), _mark(rng, number)
        if number % 2:
            one, other = (f"User prefers the {rng.choice(_NOUNS)} {mark} of the {rng.choice(_PLACES)}" for mark in pair)
        else:
            one, other = (f"用户喜欢{rng.choice(_ZH_PLACES)}的{mark}{rng.choice(_ZH_THINGS)}" for mark in pair)
        yield one, other


def _mark(rng: random.Random, number: int) -> str:
    """Return a name that nothing else has."""
    return f"{rng.choice('bcdfgklmnprstvw')}{rng.choice('aeiou')}{rng.choice('lmnrst')}{number}"


def fill(agent: Agent, clock: Clock, memories: int) -> None:
    """Give an agent a life of 45 days that leaves so many live memories, a tenth of them for a dream to change."""
    words, share = sentences(), memories / 10_000
    silent = int(SILENT * share)
    record(agent, [{"text": next(words)} for _ in range(silent)])
    for _ in range(44):
        clock.time += timedelta(days=1)
        agent.record(f"{clock.time:%B %d}", kind="request")
    planted: list[list[dict[str, Any]]] = [[], [], []]
    for number in range(int(PATTERNS * share)):
        text = next(words)
        for day in planted:
            day.append({"text": text, "category": f"pattern-{number}"})
    for _ in range(int(PAIRS * share)):
        text = next(words)
        planted[0].append({"text": text})
        planted[2].append({"text": f"{text}."})
    for number, liked in zip(range(int(GROUPS * share)), likings(), strict=False):
        said = {"kind": "preference", "confidence": 8, "importance": 7, "category": f"group-{number}"}
        planted[1] += [{"text": text, **said} for text in liked]
    rest = memories - silent - sum(map(len, planted))
    planted[1] += [{"text": next(words)} for _ in range(rest)]
    for day in planted:
        record(agent, day)
        clock.time += timedelta(days=1)


def record(agent: Agent, items: list[dict[str, Any]]) -> None:
    """Record many memories."""
    agent.record_many(items)


def _dream(folder: Path, memories: int) -> tuple[int, float, list[float], float]:
    clock = Clock()
    with _lock_times() as times, Remembrancer.open(folder, clock=clock) as memory:
        atlas = memory.agent("atlas")
        fill(atlas, clock, memories)
        times.clear()
        carried = 0

        def dream() -> None:
            nonlocal carried
            carried = sum(step.outcome == "carried" for step in atlas.dream(_WITHOUT_LEARNING).proposals)

        spent = spend(dream).wall_s
        held = times.copy()
        learning = spend(lambda: atlas.dream(["learn"])).wall_s
    return carried, spent + learning, held, learning


_WITHOUT_LEARNING = ["sweep", "consolidate", "reflect", "promote", "merge", "decay", "archive", "forget", "compact"]


class _TimedLock:
    """A lock that notes for how long it is held, in milliseconds, whoever holds it."""

    def __init__(self) -> None:
        self.held: list[float] = []
        self._lock = threading.Lock()
        self._since = 0.0

    def __enter__(self) -> None:
        self._lock.acquire()
        self._since = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.held.append((time.perf_counter() - self._since) * 1000)
        self._lock.release()


@contextmanager
def _lock_times() -> Iterator[list[float]]:
    """Note how long the turn to write is held in a store that is opened meanwhile, by commits and by copying."""
    lock, name, begin = _TimedLock(), "__init__", GroupCommit.__init__

    def begun(this: GroupCommit, *given: Any) -> None:
        begin(this, *given)
        this.lock = lock  # type: ignore[assignment]

    setattr(GroupCommit, name, begun)
    try:
        yield lock.held
    finally:
        setattr(GroupCommit, name, begin)


def _proposing(memories: int) -> tuple[int, float, float]:
    """Return how many memories there are, and the seconds of looking around and of proposing."""
    clock = Clock()
    with scratch() as folder, Remembrancer.open(folder / "store", clock=clock) as memory:
        atlas = memory.agent("atlas")
        fill(atlas, clock, memories)
        states: list[Any] = []
        looking = spend(lambda: states.append(look_around(memory.store, "atlas")))
        now, policy = memory.store.now(), memory.policy
        proposing = spend(lambda: propose(states[0], now, policy))
    return memories, looking.wall_s, proposing.wall_s


def _interacting(folder: Path, memories: int, times: int) -> tuple[list[float], list[float]]:
    """Return the milliseconds of single records without a dream, and beside one in another process."""
    clock = Clock()
    with Remembrancer.open(folder, clock=clock) as memory:
        atlas = memory.agent("atlas")
        fill(atlas, clock, memories)
        memory.adopt_policy({"version": 2, "dreams": {"quiet_s": QUIET_S}}, by="user:bench")
        without = _records(atlas, times, lambda: time.sleep(QUIET_S + 0.3))
        spawning = multiprocessing.get_context("spawn")
        ours, theirs = spawning.Pipe()
        dreaming = spawning.Process(target=_dream_beside, args=(str(folder), clock.time.isoformat(), theirs))
        dreaming.start()
        theirs.close()
        ours.recv()  # it has begun
        beside = _records(atlas, times, lambda: _until_working(ours))
        ours.close()
        dreaming.join()
    return without, beside


def _records(agent: Agent, times: int, wait: Any) -> list[float]:
    spent: list[float] = []
    for number in range(times):
        wait()
        spent.append(spend(lambda n=number: agent.record(f"Somebody asks for the {n}th time")).wall_s * 1000)
    return spent


def _until_working(tell: Any) -> None:
    """Wait until the dream carries something out, or for a while if it has nothing left to do."""
    while tell.poll():
        tell.recv()
    tell.poll(QUIET_S + 2)


def _dream_beside(folder: str, moment: str, tell: Any) -> None:
    """Dream again and again until nobody listens any more."""
    at = datetime.fromisoformat(moment)
    gone = threading.Event()
    with Remembrancer.open(folder, clock=lambda: at) as memory:

        def said(progress: DreamProgress) -> None:
            try:
                tell.send(progress.done)
            except OSError:
                gone.set()

        tell.send("begun")
        while not gone.is_set():
            memory.agent("atlas").dream(progress=said)
            said(DreamProgress("none", 0, 0))
            time.sleep(0.1)
