"""An erasure as an officer reads it: what went, what came back, and what is left to them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .plain import count, one_line, short, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from ...application.erasing.report import ErasureReport

LISTED_MAX = 20
"""Memories that are listed; `--json` lists all."""


def draw_erasure(report: ErasureReport, zone: tzinfo) -> None:
    """Print how far an erasure reaches."""
    sys.stdout.writelines(f"{line}\n" for line in _lines(report, zone))


def _lines(report: ErasureReport, zone: tzinfo) -> Iterator[str]:
    derived = sum(one.derived for one in report.memories)
    made = f", {derived:,} of them since they were made of others" if derived else ""
    verb = "would be erased" if report.dry_run else "erased for ever"
    yield f"{count(len(report.memories), 'memory', 'memories')} {verb}{made}"
    for one in report.memories[:LISTED_MAX]:
        why = ", made of others" if one.derived else ""
        when = stamp(one.recorded_at, zone)
        yield f"  {short(one.id)} {one.layer} {one.kind} of {one_line(one.agent)}, {one.status}, recorded {when}{why}"
    if len(report.memories) > LISTED_MAX:
        yield f"  and {len(report.memories) - LISTED_MAX:,} more: --json lists them all"
    if report.words:
        yield f"sealed words that go: {', '.join(f'{what} {number:,}' for what, number in report.words.items())}"
    if report.restored:
        again = "would be live again" if report.dry_run else "live again, and weighed anew by the next dream"
        yield f"{again}: {', '.join(map(short, report.restored))}"
    yield from _section("not brought back", report.not_restored)
    yield from _section("held", [f"{hold} forbids it" for hold in report.held])
    yield from _section("lines in files of yours that say some of it; edit them yourself", report.lines)
    copies = [f"position {one.position}, {stamp(one.at, zone)}: {', '.join(one.formats)}" for one in report.exports]
    yield from _section("exports that left the store and may hold some of it", copies)
    yield from _section("models that were given some of it", report.models)
    yield from _section("beyond reach", report.beyond)
    if report.unfinished is not None:
        yield f"not finished: {one_line(report.unfinished)}; the next writable opening tries again"


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"{title}:"
        yield from (f"  {one_line(line)}" for line in lines)
