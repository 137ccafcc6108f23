"""Drawing on stdout with Rich: a terminal is filled to its width, a pipe gets whole lines without colour."""

import os
import sys

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

PIPE_COLUMNS = 10_000
"""Width of what is piped: wide enough that nothing is cut or wrapped."""


def screen() -> Console:
    """Return the console for stdout. Nothing in a text is markup."""
    wide = not sys.stdout.isatty() and not os.environ.get("COLUMNS")
    return Console(
        file=sys.stdout,
        width=PIPE_COLUMNS if wide else None,
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=False,
    )


def cut(text: str, style: str = "") -> Text:
    """Return a text that ends at the right edge of the terminal, or of its column."""
    return Text(text, style=style, no_wrap=True, overflow="ellipsis")


def draw(*parts: RenderableType) -> None:
    """Print parts one below the other, without blanks at the ends of lines in a pipe."""
    console = screen()
    if console.is_terminal:
        _print(console, parts)
        return
    with console.capture() as captured:
        _print(console, parts)
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def _print(console: Console, parts: tuple[RenderableType, ...]) -> None:
    for part in parts:
        if isinstance(part, Text):
            console.print(part, no_wrap=part.no_wrap, overflow=part.overflow)
        else:
            console.print(part)


def columns(*names: str, narrowing: tuple[str, ...], right: tuple[str, ...] = ()) -> Table:
    """Return an empty table; its columns are kept whole, except those that are `narrowing` where room is short."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_edge=False)
    for name in names:
        justify = "right" if name in right else "left"
        table.add_column(name, no_wrap=name not in narrowing, overflow="fold", justify=justify)
    return table
