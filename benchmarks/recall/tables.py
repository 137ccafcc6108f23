"""What the terminal shows: a table for each set, and one of recall@5 over all of them."""

from collections.abc import Mapping, Sequence

from rich.table import Table

from .figures import Figures, mean_over_sets
from .running import Result
from .targets import MEAN, SATURATED, TARGETS


def of_set(results: Sequence[Result]) -> Table:
    """Return the figures of every system on one set, then the same for each category if there are several."""
    first = results[0]
    title = f"{first.set}: {first.memories:,} memories, {first.scopes:,} scopes, {first.all.queries:,} queries"
    table = Table(title=title, title_justify="left")
    table.add_column("category")
    table.add_column("system", no_wrap=True)
    for heading in ("R@3", "R@5", "R@10", "MRR@10", "nDCG@10", "build s", "first s", "p50 ms", "p95 ms", "p95 CPU"):
        table.add_column(heading, justify="right", no_wrap=True)
    for number, result in enumerate(results):
        spent = (result.build_s, result.first_s, result.times.p50_ms, result.times.p95_ms, result.times.cpu_p95_ms)
        table.add_row("" if number else "all", result.system, *_merit(result.all), *map(_time, spent))
    if len(first.categories) > 1:
        for category, figures in first.categories.items():
            table.add_section()
            for number, result in enumerate(results):
                label = "" if number else f"{category}, {figures.queries:,}"
                table.add_row(label, result.system, *_merit(result.categories[category]))
    return table


def summary(results: Sequence[Result]) -> Table:
    """Return recall@5 of every system on every set, beside what ours should reach."""
    systems = by_system(results)
    table = Table(title="recall@5", title_justify="left")
    table.add_column("set", no_wrap=True)
    for system in systems:
        table.add_column(system, justify="right")
    judged = [system for system in TARGETS if system in systems] or list(TARGETS)[:1]
    for system in judged:
        table.add_column(f"wanted: {system}", justify="right")
        table.add_column("stretch", justify="right")
        table.add_column("", no_wrap=True)
    for name in dict.fromkeys(result.set for result in results):
        table.add_row(*_row(name, {system: sets.get(name) for system, sets in systems.items()}, judged))
    table.add_section()
    complete = set(TARGETS[judged[0]]) - {MEAN} <= {result.set for result in results}
    rested = {system: mean_over_sets(sets, SATURATED) for system, sets in systems.items()}
    table.add_row(*_row(MEAN, rested, judged if complete else []))
    means = {system: mean_over_sets(sets) for system, sets in systems.items()}
    table.add_row(*_row("mean of all", means, judged))
    return table


def by_system(results: Sequence[Result]) -> dict[str, dict[str, Figures]]:
    """Return the figures of each system on each set."""
    systems: dict[str, dict[str, Figures]] = {}
    for result in results:
        systems.setdefault(result.system, {})[result.set] = result.all
    return systems


def _row(name: str, figures: Mapping[str, Figures | None], judged: Sequence[str]) -> list[str]:
    cells = [name, *("" if one is None else f"{one.recall_5:.3f}" for one in figures.values())]
    for system in judged:
        target, reached = TARGETS[system].get(name), figures.get(system)
        if target is None:
            cells += ["", "", ""]
            continue
        verdict = "" if reached is None else target.verdict(reached.recall_5)
        style = "red" if verdict.startswith("missed") else "green"
        stretch = "" if target.stretch is None else f"{target.stretch:.3f}"
        cells += [f"{target.wanted:.3f}", stretch, f"[{style}]{verdict}[/]"]
    return cells


def _merit(figures: Figures) -> list[str]:
    values = (figures.recall_3, figures.recall_5, figures.recall_10, figures.mrr_10, figures.ndcg_10)
    return [f"{value:.3f}" for value in values]


def _time(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"
