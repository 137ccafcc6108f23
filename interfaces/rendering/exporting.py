"""Exports as people read of them: what was made, and what a verification found."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .plain import count, one_line
from .stores import size

if TYPE_CHECKING:
    from ...application.exports.options import ExportReport
    from ...infrastructure.exports.verifying import ExportCheck


def print_export(report: ExportReport) -> None:
    """Print what was exported, and how to have it verified."""
    out = sys.stdout
    between = f", position {report.first:,} to {report.last:,}" if report.items else ": none is as asked for"
    held = (
        count(report.items, "event") + between
        if report.holds == "events"
        else count(report.items, "memory", "memories") + f", as believed at position {report.last:,}"
    )
    out.write(f"exported {held}, {size(sum(report.files.values()))} in {one_line(report.folder)}\n")
    if report.words == "sealed":
        out.write("words     left out\n")
    for why, number in sorted(report.unread.items()):
        out.write(f"words     {number:,} could not be read: {why}\n")
    out.write(f"manifest  {report.manifest}\n")
    if report.position is None:
        out.write("recorded  not: the store was opened read-only\n")
    out.write(f"anyone can verify it: remembrancer verify {one_line(report.folder)}\n")


def print_export_check(found: ExportCheck) -> None:
    """Print what a verification of an export found."""
    out = sys.stdout
    out.writelines(f"problem  {one_line(problem)}\n" for problem in found.problems)
    if found.problem_count > len(found.problems):
        out.write(f"         and {found.problem_count - len(found.problems):,} more\n")
    what = (
        count(found.items, "memory", "memories")
        if found.holds == "state"
        else f"{count(found.items, 'event')}, position {found.first} to {found.last}"
    )
    if found.ok:
        out.write(f"the export is whole and as it was signed: {what} of store {one_line(found.store or '')[:8]}\n")
    else:
        out.write(f"{count(found.problem_count, 'problem')} with {one_line(found.folder)}\n")
    if found.key is not None:
        out.write(f"key      {one_line(found.key)}\n")
    if not found.key_given:
        out.write(
            "note     this key came with the export; compare it with the one that you know, or give that by --key\n"
        )
