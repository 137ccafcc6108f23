"""What an agent believed at a past position, in a short history and in one ten times as long."""

import random
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec

from remembrancer import Agent, Remembrancer

from .history import ASKED, LIVE_L4_MAX, fill
from .measuring import Figure, Report, Scale, median, percentile, scratch, spend

LAYER = "L4"


class Asked(msgspec.Struct):
    """One history, and the times of what was asked of it, in ms."""

    agent: Agent
    head: int
    known: Sequence[str]
    layer_ms: list[float] = []
    memory_ms: list[float] = []
    live: list[int] = []


def run(scale: Scale) -> Report:
    """Ask both histories in turn, at positions spread evenly over each."""
    short, long = scale.pick(100_000, 20_000), scale.pick(1_000_000, 100_000)
    rounds = scale.pick(400, 200)
    with scratch() as folder, ExitStack() as stack:
        histories = [_history(stack, folder / str(count), count) for count in (short, long)]
        rng = random.Random(2)
        for number in range(rounds):
            for history in histories:
                position = max(2, history.head * (number + 1) // rounds)
                _ask_layer(history, position)
                _ask_memory(history, position, rng)
    return _report(histories)


def _history(stack: ExitStack, path: Path, count: int) -> Asked:
    with Remembrancer.open(path) as memory:
        known = fill(memory.store, count, sealed=False).known
    memory = stack.enter_context(Remembrancer.open(path))  # reopened: no page of it is cached by the writer
    return Asked(agent=memory.agent(ASKED), head=memory.position, known=known)


def _ask_layer(history: Asked, position: int) -> None:
    def ask() -> None:
        found = history.agent.as_of(position).layers()[LAYER]
        clear = [(m.id, m.layer, m.kind, m.status, m.importance, m.confidence, m.position) for m in found]
        history.live.append(len(clear))

    history.layer_ms.append(spend(ask).wall_s * 1000)


def _ask_memory(history: Asked, position: int, rng: random.Random) -> None:
    """Ask for a memory that was recorded by then, as far as the order of ids tells."""
    memory = history.known[rng.randrange(max(1, len(history.known) * (position - 2) // history.head * 9 // 10))]

    def ask() -> None:
        found = history.agent.as_of(position).show(memory)
        assert (found.id, found.status) == (memory, found.belief.status)

    history.memory_ms.append(spend(ask).wall_s * 1000)


def _report(histories: Sequence[Asked]) -> Report:
    figures: list[Figure] = []
    samples: dict[str, list[float]] = {}
    for history in histories:
        size = f"{history.head // 1000 * 1000:,} events"
        figures += [
            Figure(name=f"layer at {size}", value=median(history.layer_ms), unit="ms", target=5, better="less"),
            Figure(name=f"layer at {size}, 95 %", value=percentile(history.layer_ms, 95), unit="ms"),
            Figure(name=f"memory at {size}", value=median(history.memory_ms), unit="ms", target=0.5, better="less"),
            Figure(name=f"memory at {size}, 95 %", value=percentile(history.memory_ms, 95), unit="ms"),
            Figure(name=f"live in the layer at {size}", value=median(history.live), unit="memories"),
        ]
        samples |= {f"layer_ms_{history.head}": history.layer_ms, f"memory_ms_{history.head}": history.memory_ms}
    short, long = histories
    for name, growth in (
        ("layer, growth", median(long.layer_ms) / median(short.layer_ms)),
        ("memory, growth", median(long.memory_ms) / median(short.memory_ms)),
    ):
        figures.append(Figure(name=name, value=growth, unit="times", target=2, better="less"))
    notes = [
        f"Up to {LIVE_L4_MAX} live memories; positions spread evenly over the history; every clear field is read.",
        "The events were appended without words (no sealing): beliefs are clear, so as-of opens no box.",
    ]
    return Report(benchmark="as_of", figures=figures, samples=samples, notes=notes)
