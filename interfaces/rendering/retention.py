"""Rules of retention as people read them: what is due, what stays, what comes next."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .plain import count, one_line, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.erasing.retention import RuleReport


def draw_retention(reports: Sequence[RuleReport], zone: tzinfo, *, dry_run: bool) -> None:
    """Print a line for each rule."""
    if not reports:
        sys.stdout.write("the policy has no rules of retention\n")
    for one in reports:
        verb = "due" if dry_run else "erased"
        parts = [f"{count(len(one.due), 'memory', 'memories')} {verb}"]
        parts += [f"{len(one.derived):,} more that were made of them"] if one.derived else []
        parts += [f"{len(one.held):,} held"] if one.held else []
        parts += [f"next {stamp(one.next_at, zone)}"] if one.next_at else []
        sys.stdout.write(f"{one.rule}: {', '.join(parts)}\n")
        if one.unfinished is not None:
            sys.stdout.write(f"  not finished: {one_line(one.unfinished)}\n")
