"""Answers of the ledger: what a verification found, and who witnesses."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .plain import count, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...application.ledger.verifying import VerifyReport
    from ...application.ledger.witnessing import WitnessState

SHOWN = 20
"""Findings that people are shown; `--json` has more."""


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None] | None]:
    """Show a bar on stderr, if it is a terminal, for each part of a verification."""
    from .stores import progress as bar

    with bar("verifying") as tell:
        yield None if tell is None else (lambda _what, done, total: tell(done, total))


def print_verification(report: VerifyReport) -> None:
    """Print what a verification found: what is wrong, in order of positions, and how it stands as a whole."""
    out = sys.stdout
    out.writelines(f"problem  {one_line(problem)}\n" for problem in report.problems[:SHOWN])
    if report.count > SHOWN:
        out.write(f"         and {report.count - SHOWN:,} more, which --json names\n")
    out.writelines(f"note     {one_line(note)}\n" for note in report.notes)
    looked = f"{count(report.events, 'event')}, {count(report.checkpoints, 'signed head')}"
    if report.ok:
        views = ", the views agree with a replay" if report.replayed else ""
        out.write(f"ok       the log is what was signed up to position {report.signed:,}: {looked}{views}\n")
        if report.root:
            out.write(f"root     {report.root}\n")
    else:
        where = "" if report.first_bad is None else f", the first at position {report.first_bad:,}"
        out.write(f"\n{count(report.count, 'problem')} found in {looked}{where}\n")


def print_witnesses(witnesses: Sequence[WitnessState]) -> None:
    """Print who is handed each checkpoint, and how far each has come."""
    out = sys.stdout
    if not witnesses:
        out.write("no witness is named; name one in the policy file, under [ledger.witness]\n")
    for one in witnesses:
        out.write(f"{one.kind:<8} {one_line(one.where)}  {one_line(one.said)}\n")
