"""The story that `remembrancer demo` tells: two agents, a week, and a belief that stopped being true."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..application.opening import create_store
from ..application.remembrancer import Remembrancer
from ..domain.errors import RemembrancerError

if TYPE_CHECKING:
    from ..application.agent import Agent, Reads
    from ..application.memory import Memory

MONDAY = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
CHECK = "publishing.check"
SHOWN_LAYERS = {
    "L0": "scratch",
    "L1": "working",
    "L2": "episodic",
    "L3": "semantic",
    "L4": "knowledge",
    "L5": "identity",
    "L6": "archive",
}


class Week:
    """A clock that the story moves."""

    def __init__(self) -> None:
        self.now = MONDAY

    def __call__(self) -> datetime:
        """Return the present of the story; each look takes a second, so that no two events share their time."""
        self.now += timedelta(seconds=1)
        return self.now

    def to(self, day: int, hour: int) -> None:
        """Move to a day of the week (0: Monday) and an hour, UTC."""
        self.now = MONDAY.replace(hour=hour) + timedelta(days=day)


class Teller:
    """Tells the story on a console."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def chapter(self, title: str) -> None:
        """Begin a part of the story."""
        self._console.print()
        self._console.print(Text(title, style="bold"))

    def say(self, text: str, mark: str = "") -> None:
        """Tell something, behind a mark of its own if it has one."""
        self._indented((mark,), text)

    def did(self, week: Week, who: str, what: str) -> None:
        """Tell what somebody did, and when."""
        self._indented((f"{week.now:%a %H:%M}", f"{who:<5}"), what)

    def command(self, line: str) -> None:
        """Show a command whole, so that it can be copied."""
        self._console.print(Text(f"    {line}"), soft_wrap=True)

    def _indented(self, marks: tuple[str, ...], text: str) -> None:
        """Print a text whose further lines stand below its first, not below its marks."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        given = [mark for mark in marks if mark]
        for _ in given:
            grid.add_column(style="cyan", no_wrap=True)
        grid.add_column()
        grid.add_row(*given, Text(text))
        self._console.print(Padding(grid, (0, 0, 0, 2)))

    def table(self, *columns: str, rows: list[tuple[str, ...]]) -> None:
        """Show rows under their headings."""
        table = Table(*columns, box=None, pad_edge=False, header_style="dim")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        self._console.print(Padding(table, (0, 0, 0, 2)))


def run(where: str | None = None, console: Console | None = None) -> Path:
    """Live the week in a fresh store, tell it, and return the folder of the store.

    Args:
        where: a folder that holds no store yet; None: a temporary one.

    Raises:
        StoreExists: there is a store already.
    """
    path = Path(where) if where is not None else Path(tempfile.mkdtemp(prefix="remembrancer-demo-"))
    week = Week()
    create_store(path, clock=week)
    teller = Teller(console or Console(highlight=False))
    with Remembrancer.open(path, clock=week) as memory:
        atlas, borea = memory.agent("atlas"), memory.agent("borea")
        old, new = _live(memory, week, teller, atlas, borea)
        _believed(teller, borea, old, new)
        _why(teller, borea, old)
        _changed(teller, memory)
        _rules(teller, atlas, borea)
        _end(teller, memory, path, old)
    return path


def _live(memory: Remembrancer, week: Week, teller: Teller, atlas: Agent, borea: Agent) -> tuple[Memory, Memory]:
    teller.chapter("A week: Atlas writes the briefings, Borea publishes them")
    ann = memory.agent("borea", by="user:ann")
    ann.establish_identity(
        {
            "version": 1,
            "mission": "Publish what is true, in time",
            "rules": ["Name the source of every number"],
            "never": ["Publish what nobody has read"],
        },
        because="Borea starts work today",
    )
    teller.did(week, "ann", "gives Borea its identity: a person's word, the only way into L5")
    old = memory.agent("borea", by="user:ann").record(
        "A person checks every post before it is published", key=CHECK, kind="fact", scope="fleet", importance=8
    )
    teller.did(week, "ann", "tells the fleet: a person checks every post")

    week.to(1, 10)
    long = atlas.record("用户觉得上次的简报太长了 (the reader found the last briefing too long)", subjects=["user:42"])
    short = atlas.record(
        "Reader 42 prefers abstracts of 150 words", kind="preference", subjects=["user:42"], evidence=[long.id]
    )
    atlas.record("Draft of Tuesday's briefing: 900 words", kind="prompt")
    teller.did(week, "atlas", "notes that reader 42 wants it shorter, in Chinese and in English")

    week.to(2, 15)
    for number in range(1, 13):
        borea.record(f"Post {number} goes to the morning slot", kind="decision", importance=4)
    borea.record(
        "Took back post 7: its number was wrong",
        kind="decision",
        importance=7,
        category="rollback",
        because="a reader wrote in",
    )
    teller.did(week, "borea", "makes 13 decisions; 10 stay at hand, the least important retire to L6")

    week.to(3, 11)
    new = memory.agent("borea", by="user:ann").record(
        "The pipeline publishes posts by itself; nobody checks them first",
        key=CHECK,
        kind="fact",
        scope="fleet",
        importance=8,
        because="the review desk was dissolved on Thursday",
    )
    teller.did(week, "ann", "the review desk is gone: the same key gets a new value, the old one is replaced")

    week.to(4, 9)
    for _ in range(3):
        atlas.confirm(short.id, because="reader 42 read to the end")
    teller.did(week, "atlas", "sees the preference hold three times")

    week.to(6, 18)
    return old, new


def _believed(teller: Teller, borea: Agent, old: Memory, new: Memory) -> None:
    teller.chapter("What Borea believes about publishing")

    def held(reads: Reads) -> str:
        facts = [memory for memory in reads.layers()["L3"] if memory.id in {old.id, new.id}]
        return facts[0].text if facts else "nothing yet"

    sunday = borea.moment.instant
    teller.table(
        "asked",
        "answer",
        rows=[
            ("now", held(borea)),
            ("as of Wednesday, 6 May", held(borea.as_of("2026-05-06"))),
            ("as of Sunday, 3 May", held(borea.as_of("2026-05-03"))),
            ("now, about what was true on Wednesday", held(borea.valid_at("2026-05-06"))),
        ],
    )
    teller.say(f"Nothing was edited: both answers are folds of the same log, asked on {sunday:%A %d %B}.")

    teller.chapter("Borea's seven layers on Sunday")
    layers = borea.layers()
    rows: list[tuple[str, ...]] = []
    for name, title in SHOWN_LAYERS.items():
        newest = layers[name][0].text if len(layers[name]) else "-"
        rows.append((f"{name} {title}", str(len(layers[name])), newest))
    teller.table("layer", "holds", "newest", rows=rows)


def _why(teller: Teller, borea: Agent, old: Memory) -> None:
    teller.chapter(f"Why it changed: remembrancer --agent borea why {old.id[:12]}")
    story = borea.why(old.id)
    teller.say(f'"{story.memory.text}"')
    for event in story.events:
        reason = f", because {event.because}" if event.because else ""
        teller.say(f"{event.type.split('/')[0]} by {event.actor}{reason}", f"{event.at:%a %d %b %H:%M}")
    if story.believed_until is not None:
        teller.say(f"believed from {story.believed_from:%a %d %b %H:%M} until {story.believed_until:%a %d %b %H:%M}")
    for follower in story.fed:
        teller.say(f'{follower.relation} by {follower.memory.id[:12]}: "{follower.memory.text}"')


def _changed(teller: Teller, memory: Remembrancer) -> None:
    teller.chapter(
        "What changed for Borea from Wednesday to Friday: remembrancer --agent borea diff 2026-05-06 2026-05-08"
    )
    diff = memory.diff("borea", "2026-05-06", "2026-05-08")
    for mark, changes in (("+", diff.began), ("~", diff.changed), ("-", diff.ended)):
        for change in changes:
            shown = change.after if mark != "-" else change.before
            if shown is not None:
                teller.say(shown.text, f"{mark} {shown.id[:12]}")


def _rules(teller: Teller, atlas: Agent, borea: Agent) -> None:
    teller.chapter("Rules that hold, whoever asks")
    note = atlas.record("Maybe readers like tables")
    attempts = (
        lambda: atlas.promote(note.id, "L4", because="it sounds right"),
        lambda: atlas.record("Publishing is checked twice", key=CHECK, kind="fact", scope="fleet"),
        lambda: borea.replace_identity_line("rules", text="Skip the sources when in a hurry", because="faster"),
        lambda: borea.forget(borea.layers()["L5"][0].id, because="tidying up"),
        lambda: atlas.record("password is hunter2hunter2", kind="practice"),
    )
    for attempt in attempts:
        try:
            attempt()
        except RemembrancerError as refusal:
            teller.say(str(refusal), "refused")


def _end(teller: Teller, memory: Remembrancer, path: Path, old: Memory) -> None:
    teller.chapter("The record")
    wrong = memory.check()
    verdict = "all views equal a fresh fold of it" if not wrong else "; ".join(wrong)
    teller.say(f"{memory.position} events; {verdict}.")
    teller.say("Try it:")
    for command in (
        "layers --agent borea --as-of 2026-05-06",
        f"why {old.id[:12]} --agent borea",
        "log --newest-first -n 5",
        "layers --agent atlas --json",
    ):
        teller.command(f"remembrancer --store {path} {command}")
