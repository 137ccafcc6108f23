"""What a dream would do and what it did, as people read it, and how far it has come."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ...application.memory import ERASED, SEALED
from .memories import WIDE
from .plain import count, one_line, preview, short, stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import tzinfo

    from rich.table import Table
    from rich.text import Text

    from ...application.dreams.report import DreamReport, DreamStep
    from ...application.dreams.running import DreamProgress
    from ...domain.dreams.proposals import Shortfall

    Tell = Callable[[DreamProgress], None]
    Words = Callable[[str], str]
    """Gives the text of a memory by its id."""

NAMED = 3
"""Memories of one proposal that a table names."""
TOLD = 5
"""Steps of one stage that the summary of a dream tells one by one."""
FIRST_WORDS = 160
"""Characters of a memory that are quoted."""
STAGES = {
    "sweep": "what time has made due",
    "consolidate": "what was noticed again and again becomes one",
    "reflect": "how beliefs have changed",
    "promote": "what has earned a deeper layer",
    "merge": "what belongs together becomes one pattern",
    "decay": "what is not used grows weaker, what is used strong again",
    "archive": "what nobody asks for retires",
    "forget": "what does not hold, is said twice or is weak goes out of recall",
    "compact": "what exceeds its bound retires",
    "learn": "which words keep company",
}
"""What each stage is about."""
ENDS = {
    "done": "done",
    "yielded": "made way, for its agent was busy; the next dream goes on from there",
    "stopped": "stopped before its end; the next dream goes on from there",
    "abandoned": "given up: it gave no sign of life for too long, and another dream took its place",
    "running": "running",
    "paused": "paused, for its agent is busy",
}
"""How a dream stands, in words."""
_WHOLE_ID = re.compile(r"\b((?:mem|sug|drm)_[0-9a-z]{8})[0-9a-z]{8}\b")
_MEMORY_ID = re.compile(r"\bmem_[0-9a-z]{16}\b")
_EFFECT_WORDS = 60
"""Characters of a memory that the telling of an effect quotes."""


def abridged(text: str) -> str:
    """Return a sentence on one line, with the ids in it shortened.

    >>> abridged("mem_0123456789abcdef says so too")
    'mem_01234567 says so too'
    """
    return _WHOLE_ID.sub(r"\1", one_line(text))


def quoted(text: str, chars: int = FIRST_WORDS) -> str:
    """Return the first words of a memory in quotes; what stands for words that cannot be read stands as it is."""
    words = preview(text, chars)
    return words if words in {ERASED, SEALED} else f"“{words}”"


def worded(effect: str, words: Words) -> str:
    """Return the effect of a step on one line, with the first words of the memories that it names by their ids."""

    def name(found: re.Match[str]) -> str:
        told = preview(words(found[0]), _EFFECT_WORDS)
        return short(found[0]) if told in {ERASED, SEALED} else f'"{told}"'

    return abridged(_MEMORY_ID.sub(name, effect))


def times(number: int) -> str:
    """Return how often something was, in words.

    >>> times(1), times(3)
    ('once', '3 times')
    """
    return "once" if number == 1 else f"{number:,} times"


@contextmanager
def progress(*, json: bool) -> Iterator[Tell | None]:
    """Show on stderr how far a dream has come: JSON Lines if `json`, else a bar, if it is a terminal."""
    if json:
        yield _tell_json
        return
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    parts = (TextColumn("{task.description:<20}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*parts, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("looking around", total=None)

        def tell(come: DreamProgress) -> None:
            bar.update(task, description=come.stage, completed=come.done, total=come.total or None)

        yield tell


def _tell_json(come: DreamProgress) -> None:
    import msgspec

    sys.stderr.write(msgspec.json.encode(come).decode() + "\n")
    sys.stderr.flush()


def draw_preview(report: DreamReport, words: Words, zone: tzinfo) -> None:
    """Draw what a dream would do as a table, and what is one step short of a promotion."""
    from rich.text import Text

    from .screen import draw

    head = f"{report.agent}: {count(len(report.proposals), 'proposal') if report.proposals else 'nothing to do'}"
    parts: list[Any] = [
        Text(head, style="bold"),
        Text(f"a preview by {stamp(report.at, zone)}; nothing was changed", style="dim"),
    ]
    if report.proposals:
        parts += ["", _proposals(report.proposals, words)]
    if report.short:
        parts += [Text("\none step short of a promotion", style="bold cyan"), _short(report.short)]
    if report.proposals:
        parts.append(Text(f"\n{tally(report.proposals)}", style="dim"))
        parts.append(Text("`remembrancer dream` does it; what it leads to may lead to more", style="dim"))
    draw(*parts)


def _proposals(steps: Iterable[DreamStep], words: Words) -> Table:
    from rich.text import Text

    from .screen import PIPE_COLUMNS, columns, screen

    width = screen().width
    piped = width == PIPE_COLUMNS
    last = ("why", "what would change") if width >= WIDE else ("why, and → what would change",)
    table = columns("stage, rule", "memories", *last, narrowing=last)
    if not piped:
        table.padding = (0, 2, 1, 0)
    for step in steps:
        why, effect = abridged(step.because), worded(step.effect, words)
        rule = f"{step.stage}/{step.rule}" if piped else f"{step.stage}\n{step.rule}"
        told = (Text(why), Text(effect)) if width >= WIDE else (Text(f"{why}\n→ {effect}"),)
        table.add_row(Text(rule), _named(step.memories, ", " if piped else "\n"), *told)
    return table


def _first(memories: Sequence[str]) -> Text:
    """Return the first of some ids, and in short how many more there are: `mem_01234567 +2`."""
    from rich.text import Text

    rest = f" +{len(memories) - 1:,}" if len(memories) > 1 else ""
    return Text(f"{short(memories[0])}{rest}" if memories else "-", style="yellow")


def _named(memories: Sequence[str], between: str) -> Text:
    """Return the first of some ids, and how many more there are."""
    from rich.text import Text

    rest = [f"and {len(memories) - NAMED:,} more"] if len(memories) > NAMED else []
    return Text(between.join([*map(short, memories[:NAMED]), *rest]) or "-", style="yellow")


def _short(shortfalls: Iterable[Shortfall]) -> Table:
    from rich.text import Text

    from .screen import columns

    table = columns("memory", "what is missing", narrowing=("what is missing",))
    for one in shortfalls:
        table.add_row(Text(short(one.memory), style="yellow"), Text(abridged(one.missing)))
    return table


def tally(steps: Iterable[DreamStep]) -> str:
    """Return how many steps there are of each stage: `2 consolidate, 1 merge`."""
    return ", ".join(f"{len(those):,} {stage}" for stage, those in _by_stage(steps).items())


def _by_stage(steps: Iterable[DreamStep]) -> dict[str, list[DreamStep]]:
    found: dict[str, list[DreamStep]] = {}
    for step in steps:
        found.setdefault(step.stage, []).append(step)
    return {stage: found[stage] for stage in STAGES if stage in found}


def draw_report(report: DreamReport, words: Words, zone: tzinfo) -> None:
    """Draw what a dream did: stage by stage, what it passed over, what it leaves to a person, how to undo it."""
    from rich.text import Text

    from .screen import draw

    # A step without events asked for what already held.
    done = [step for step in report.proposals if step.outcome == "carried" and step.events]
    passed = [step for step in report.proposals if step.outcome == "passed-over"]
    parts: list[Any] = [Text(f"{report.agent}: {_headline(report, done)}", style="bold"), _facts(report, zone)]
    for stage, steps in _by_stage(done).items():
        parts += [_heading(stage, steps), _steps(steps, words), *_more(len(steps))]
    if passed:
        parts += [Text(f"\npassed over: {count(len(passed), 'proposal')}", style="bold cyan"), _passed(passed)]
        parts += _more(len(passed))
    parts += _afterwards(report, done)
    draw(*parts)


def _headline(report: DreamReport, done: Sequence[DreamStep]) -> str:
    if report.outcome != "done":
        return f"{count(len(done), 'step')}, then {ENDS[report.outcome]}"
    if done:
        return f"dreamt, {count(len(done), 'step')}"
    return "nothing was done" if any(step.outcome == "passed-over" for step in report.proposals) else "nothing to do"


def _facts(report: DreamReport, zone: tzinfo) -> Text:
    from rich.text import Text

    events = count(len(report.events), "event")
    pauses = f", stood back {times(report.pauses)}" if report.pauses else ""
    run = short(report.run) if report.run else "-"
    return Text(f"dream {run}, {stamp(report.at, zone)}, {events} with its start and end{pauses}", style="dim")


def _heading(stage: str, steps: Sequence[DreamStep]) -> Text:
    from rich.text import Text

    return Text(f"\n{stage}: {STAGES[stage]} ({len(steps):,})", style="bold cyan")


def _steps(steps: Sequence[DreamStep], words: Words) -> Table:
    """Return the first steps of a stage: what each made or changed, and its rule."""
    from rich.text import Text

    from .screen import columns

    table = columns("rule", "memories", "what changed", narrowing=("what changed",))
    table.show_header = False
    for step in steps[:TOLD]:
        made = f"{short(step.made)}: " if step.made else ""
        table.add_row(step.rule, _first(step.memories), Text(f"{made}{worded(step.effect, words)}"))
    return table


def _passed(steps: Sequence[DreamStep]) -> Table:
    from rich.text import Text

    from .screen import columns

    table = columns("rule", "memories", "why not", narrowing=("why not",))
    table.show_header = False
    for step in steps[:TOLD]:
        table.add_row(f"{step.stage}/{step.rule}", _first(step.memories), Text(abridged(step.remark or "")))
    return table


def _more(number: int) -> list[Text]:
    from rich.text import Text

    return [Text(f"and {number - TOLD:,} more", style="dim")] if number > TOLD else []


def _afterwards(report: DreamReport, done: Sequence[DreamStep]) -> Iterator[Text]:
    """Yield what is left to people: suggestions, undoing, looking closer."""
    from rich.text import Text

    suggested = sum(entry.type.startswith("suggestion.made") for entry in report.events)
    if suggested:
        waits = "1 suggestion waits" if suggested == 1 else f"{suggested:,} suggestions wait"
        yield Text(f"\n{waits} for a person: `remembrancer suggestions`", style="bold")
    if report.short and done:
        short_of = count(len(report.short), "memory is", "memories are")
        yield Text(f"\n{short_of} one step short of a promotion:", style="dim")
        yield Text("  `remembrancer dream --dry-run` names what is missing", style="dim")
    if done and report.run:
        yield Text(f"\n`remembrancer dreams show {short(report.run)}` tells all of it", style="dim")
        yield Text("`remembrancer restore ID` brings back what retired, was merged or forgotten", style="dim")
        yield Text("`remembrancer forget ID` takes away what was made", style="dim")
    if any(step.rule == "purge-scratch" for step in done):
        yield Text("the words of purged scratch are gone for ever", style="dim")
