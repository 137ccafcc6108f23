"""`python -m benchmarks.corrections`: judge the held-out texts, print precision and recall, write JSON.

The texts were written by somebody who had seen neither the rules nor the pairs that they are tuned by. Only counts are
printed, so that whoever tunes the rules does not learn the texts by running this.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from remembrancer.domain.corrections import refuse_appended
from remembrancer.domain.errors import CorrectionAppended

HELD_OUT = Path(__file__).with_name("held_out.jsonl")
TONGUES = ("en", "zh", "mixed")


class Item(msgspec.Struct, frozen=True):
    """One row of the set."""

    tongue: str
    stands: str
    """The lines of the document, or the old value."""

    said: str
    """The line to be added, or the whole text to be written in place of the old one."""

    corrects: bool

    @property
    def in_place(self) -> bool:
        """Whether what is said begins with all that stands, so that it is written in its place."""
        return self.said.startswith(self.stands)


class Tally(msgspec.Struct, frozen=True):
    """How some items were judged."""

    items: str
    texts: int
    corrections: int
    refused: int
    right: int
    """Of the refused, how many are corrections."""

    @property
    def precision(self) -> float | None:
        """Of what was refused, the part that had to be."""
        return self.right / self.refused if self.refused else None

    @property
    def recall(self) -> float | None:
        """Of what had to be refused, the part that was."""
        return self.right / self.corrections if self.corrections else None


def main(arguments: Sequence[str]) -> None:
    """Judge every item, print the counts, write JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corrections", description=main.__doc__)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    items = msgspec.json.decode(b"[" + b",".join(HELD_OUT.read_bytes().splitlines()) + b"]", type=list[Item])
    judged = [(item, is_refused(item)) for item in items]
    tallies = [
        _tally("all", judged),
        *(_tally(tongue, [pair for pair in judged if pair[0].tongue == tongue]) for tongue in TONGUES),
        _tally("added below", [pair for pair in judged if not pair[0].in_place]),
        _tally("written in place", [pair for pair in judged if pair[0].in_place]),
        _tally(
            "in place, old unknown",
            [(item, is_refused(item, old_known=False)) for item in items if item.in_place],
        ),
    ]
    Console(width=None if sys.stdout.isatty() else 120).print(_table(tallies))
    if asked.json:
        plain = [{**msgspec.to_builtins(one), "precision": one.precision, "recall": one.recall} for one in tallies]
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(plain)))


def is_refused(item: Item, *, old_known: bool = True) -> bool:
    """Say whether a text would be refused where it is put.

    Args:
        old_known: whether a text written in place is compared with the old one, as that of a fact recorded again is;
            a revision and the new words of a line are judged by themselves.
    """
    try:
        if item.in_place:
            refuse_appended(item.said, [item.stands] if old_known else (), "revise")
        else:
            refuse_appended(item.said, item.stands.splitlines(), "identity replace --line", lines=True)
    except CorrectionAppended:
        return True
    return False


def _tally(name: str, judged: Sequence[tuple[Item, bool]]) -> Tally:
    return Tally(
        items=name,
        texts=len(judged),
        corrections=sum(item.corrects for item, _ in judged),
        refused=sum(refused for _, refused in judged),
        right=sum(item.corrects and refused for item, refused in judged),
    )


def _table(tallies: Sequence[Tally]) -> Table:
    table = Table("items", "texts", "corrections", "refused", "rightly", "precision", "recall")
    for one in tallies:
        ratios = ("-" if ratio is None else f"{ratio:.3f}" for ratio in (one.precision, one.recall))
        table.add_row(one.items, *map(str, (one.texts, one.corrections, one.refused, one.right)), *ratios)
    return table


if __name__ == "__main__":
    main(sys.argv[1:])
