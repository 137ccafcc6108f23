"""Telling a story: a clock that it moves, and a console that it is told on."""

from datetime import UTC, datetime, timedelta

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

WRAPPED = "fold"
"""How a text goes on below itself; Rich's other ways cut lines of wide characters before their end."""
MONDAY = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)


class Week:
    """The clock of the story, which begins on a Monday."""

    def __init__(self) -> None:
        self.now = MONDAY

    def __call__(self) -> datetime:
        """Return the present of the story; each look takes a second, so that no two events share their time."""
        self.now += timedelta(seconds=1)
        return self.now

    def to(self, day: int, hour: int, minute: int = 0) -> None:
        """Move to a day (0: the first Monday, 7: the next one) and a time of it, UTC."""
        self.now = MONDAY.replace(hour=hour, minute=minute) + timedelta(days=day)


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
        grid.add_column(overflow=WRAPPED)
        grid.add_row(*given, Text(text))
        self._console.print(Padding(grid, (0, 0, 0, 2)))

    def table(self, *columns: str, rows: list[tuple[str, ...]]) -> None:
        """Show rows under their headings."""
        table = Table(*(Column(one, overflow=WRAPPED) for one in columns), box=None, pad_edge=False, header_style="dim")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        self.show(table)

    def show(self, *parts: RenderableType) -> None:
        """Show what a command would draw."""
        for part in parts:
            self._console.print(Padding(part, (0, 0, 0, 2)))
