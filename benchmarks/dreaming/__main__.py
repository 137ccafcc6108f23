"""`python -m benchmarks.dreaming`: live 180 days with a dream each night, and compare with what was planted."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from ..measuring import machine, scratch
from .life import live
from .playing import Night, Player
from .replaying import days_that_differ
from .scoring import Score, score

WANTED_PRECISION, WANTED_RECALL = 0.95, 0.9


def main(arguments: Sequence[str]) -> None:
    """Play a life, print the scores of each stage, write JSON."""
    asked = _parser().parse_args(arguments)
    console, facts = Console(width=None if sys.stdout.isatty() else 120), machine()
    life = live(seed=asked.seed, templates=asked.templates, size=asked.size, days=asked.days)
    console.print(", ".join(f"{name} {value}" for name, value in facts.items()))
    with scratch() as folder, Progress(console=console) as progress, Player(life, folder / "store") as player:
        task = progress.add_task("living", total=asked.days)
        began = time.perf_counter()
        player.play(lambda _: progress.advance(task))
        lived_s = time.perf_counter() - began
        scores = score(life.truth, player.outcome())
        differing = days_that_differ(player.memory, player.nights)
        faults = player.memory.check()
        events = player.memory.position
    console.print(_table(scores))
    for one in scores:
        if asked.misses and (one.misses or one.false):
            console.print(f"{one.family}: missed {one.misses[: asked.misses]}, wrong {one.false[: asked.misses]}")
    for line in _told(player.nights, lived_s, events, len(player.ids)):
        console.print(line)
    console.print(
        f"days whose layers differ from a replay: {differing or 'none'}; faults of the views: {faults or 'none'}"
    )
    if asked.json:
        plain = {"machine": facts, "templates": asked.templates, "scores": scores, "nights": player.nights}
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(plain)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dreaming", description=main.__doc__)
    parser.add_argument("--templates", choices=["seen", "held-out", "both", "third"], default="both")
    parser.add_argument("--size", type=float, default=1.0, help="1 is some 10,000 memories")
    parser.add_argument("--days", type=int, default=180)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", type=int, default=0, help="name so many of what was missed or wrong, a family")
    parser.add_argument("--json", type=Path)
    return parser


def _table(scores: Sequence[Score]) -> Table:
    table = Table("stage", "family", "planted", "found", "proposed", "precision", "recall", "")
    for one in scores:
        met = one.precision >= WANTED_PRECISION and one.recall >= WANTED_RECALL
        table.add_row(
            one.stage,
            one.family,
            str(one.planted),
            str(one.found),
            str(one.proposed),
            f"{one.precision:.3f}",
            f"{one.recall:.3f}",
            "" if met else "missed",
        )
    return table


def _told(nights: Sequence[Night], lived_s: float, events: int, memories: int) -> list[str]:
    seconds = sorted(night.seconds for night in nights)
    over = [f"day {night.day}: {', '.join(night.over)}" for night in nights if night.over]
    return [
        f"{memories:,} memories, {events:,} events, lived in {lived_s:.0f} s",
        f"dreams: median {seconds[len(seconds) // 2]:.2f} s, longest {seconds[-1]:.2f} s",
        f"proposals carried out: {sum(night.carried for night in nights):,}",
        f"live memories: {max(night.live for night in nights):,} at most, {nights[-1].live:,} at the end",
        f"bounds crossed after a dream: {over or 'none'}",
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
