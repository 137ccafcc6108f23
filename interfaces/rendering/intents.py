"""Intents as people read them: one in a line, one in full, and lists of them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .memories import WIDE, line
from .plain import SIGNATURE_CHARS, count, day, one_line, preview, stamp, values

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, tzinfo

    from ...application.intents import Intent, SimilarIntent


def intent_line(intent: Intent) -> str:
    """Return an intent on one line: what a command that counted a use of it answers."""
    return f"{line(intent.memory)} {_signature(intent)}: {_counts(intent)}"


def _signature(intent: Intent) -> str:
    return "[sealed]" if intent.signature is None else intent.signature[:SIGNATURE_CHARS]


def _counts(intent: Intent) -> str:
    uses = count(intent.uses, "use")
    return f"{uses}, {count(intent.successes, 'success', 'successes')}, {count(intent.rollbacks, 'rollback')}"


def print_intent(intent: Intent, zone: tzinfo, title: str | None) -> None:
    """Print one intent in full: its problem, its counts, and the examples that are at hand."""
    out = sys.stdout
    if title:
        out.write(f"{title}\n")
    facts = {
        "signature": intent.signature,
        **_problem(intent),
        "scope": intent.scope,
        "first met": stamp(intent.first_at, zone, precise=True),
        "last met": stamp(intent.last_at, zone, precise=True),
        "memory": intent.memory.id,
    }
    out.write(f"{_counts(intent)}\n\n")
    out.writelines(f"{name:<11}  {one_line(told)}\n" for name, told in facts.items() if told)
    if intent.examples:
        out.write("\nexamples, newest first\n")
        out.writelines(f"  {values(example)}\n" for example in intent.examples)


def _problem(intent: Intent) -> dict[str, str | None]:
    given = intent.envelope
    if given is None:
        return {"problem": one_line(intent.memory.text)}
    return {
        "role": given.role,
        "risk": given.risk,
        "constraints": "; ".join(given.constraints),
        "forbidden": "; ".join(given.forbidden_signals),
        "categories": ", ".join(given.categories),
    }


def draw_intents(agent: str, title: str, intents: Sequence[Intent], zone: tzinfo, limit: int | None) -> None:
    """Draw intents as a table."""
    rest = f", {limit:,} shown" if limit is not None and len(intents) > limit else ""
    heading = f"{agent}: {count(len(intents), 'intent')}{rest}"
    _draw(heading, title, [("", intent) for intent in intents[:limit]], zone)


def draw_similar(agent: str, title: str, found: Sequence[SimilarIntent], zone: tzinfo) -> None:
    """Draw the intents that are most like a problem, the most similar first."""
    heading = f"{agent}: {count(len(found), 'similar intent')}"
    _draw(heading, title, [(f"{one.similarity:.2f}", one.intent) for one in found], zone)


def _draw(heading: str, title: str, rows: Sequence[tuple[str, Intent]], zone: tzinfo) -> None:
    from rich.text import Text

    from .screen import columns, cut, draw, screen

    wide = screen().width >= WIDE
    alike = ("alike",) if any(similarity for similarity, _ in rows) else ()
    counted = ("uses", "success", "rollback")
    table = columns("signature", *alike, *counted, "last met", "problem", narrowing=("problem",), right=counted)
    for similarity, intent in rows:
        table.add_row(
            Text(_signature(intent), style="yellow"),
            *([similarity] if alike else []),
            f"{intent.uses:,}",
            f"{intent.successes:,}",
            f"{intent.rollbacks:,}",
            _when(intent.last_at, zone, wide=wide),
            cut(preview(intent.memory.text)),
        )
    draw(Text(heading, style="bold"), Text(title, style="dim"), *([table] if rows else []))


def _when(moment: datetime, zone: tzinfo, *, wide: bool) -> str:
    return stamp(moment, zone) if wide else day(moment, zone)
