"""Mirrors as people read them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from .plain import count, lasting, one_line, preview, shown, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.entries import LogEntry
    from ...application.mirrors.listing import MirrorLine
    from ...application.mirrors.reading import MirrorText
    from ...application.mirrors.refreshing import MirrorResult

FAMILIES = ("mirror.",)
"""The events, by the beginning of their names, that are told here."""


def draw_mirrors(found: Sequence[MirrorLine], zone: tzinfo) -> None:
    """Draw mirrors, one a line, then why some are not as they should be."""
    from rich.text import Text

    from .screen import columns, cut, draw

    if not found:
        draw(Text("no mirror is declared; `remembrancer mirror add NAME --every 3h --command LINE` declares one"))
        return
    names = ("mirror", "state", "age", "every", "last", "next", "run", "day", "month", "read by")
    table = columns(*names, narrowing=("read by",), right=("run", "day", "month"))
    for one in found:
        table.add_row(
            one.name,
            Text(_state(one), style="" if one.standing == "enabled" and not one.stale else "bold"),
            _age(one.age_s),
            one.every or "-",
            one.result or "-",
            stamp(one.next_at, zone) if one.next_at else "-",
            f"{one.cost_per_run:,}",
            _cost(one.cost_per_day),
            _cost(one.cost_per_month),
            cut(f"{one.scope}: {', '.join(map(one_line, one.readers)) or 'nobody yet'}" if one.scope else "-"),
        )
    parts: list[object] = [table]
    parts += [Text(f"{one.name}: {preview(one.finding)}", style="dim") for one in found if one.finding]
    parts += [Text(f"{one.name}: {preview(one.not_committed)}", style="dim") for one in found if one.not_committed]
    unit = next((one.cost_unit for one in found if one.cost_unit), "")
    day = sum(one.cost_per_day for one in found if one.standing == "enabled")
    if day:
        month = sum(one.cost_per_month for one in found if one.standing == "enabled")
        parts.append(Text(f"together {_cost(day)} a day, {_cost(month)} a month {one_line(unit)}".rstrip()))
    draw(*parts)  # pyright: ignore[reportArgumentType]  # texts and a table


def mirror_line(one: MirrorLine) -> str:
    """Return how a mirror stands on one line, with what it costs."""
    unit = f" {one_line(one.cost_unit)}" if one.cost_unit else ""
    cost = f"{one.cost_per_run:,} a run, {_cost(one.cost_per_day)} a day, {_cost(one.cost_per_month)} a month{unit}"
    said = f"{one.name} {_state(one)}, every {one.every}, from {one.source}, read by {one.scope}"
    return f"{said}: {cost if one.cost_per_run else 'costs nothing'}"


def result_line(one: MirrorResult) -> str:
    """Return what came of a refresh on one line."""
    told = f": {preview(one.detail)}" if one.detail else ""
    kept = f"; not committed: {preview(one.not_committed)}" if one.not_committed else ""
    size = f" ({count(one.size_bytes, 'byte')})" if one.good else ""
    return f"{one.name} {one.result}{size}{told}{kept}"


def mirror_text(one: MirrorText, zone: tzinfo) -> str:
    """Return what a mirror shows, below a line that says how old it is."""
    stale = ", stale" if one.stale else ""
    text = shown(one.text)
    return f"# {one.name} as of {stamp(one.as_of, zone)} ({_age(one.age_s)} old{stale})\n{text.rstrip()}\n"


def mirror_sentence(entry: LogEntry) -> str:
    """Return what an event about a mirror says happened."""
    details = entry.details
    said = entry.words.get("mirror") if isinstance(entry.words, dict) else None
    name = f"mirror {one_line(said)}" if said else "a mirror"
    match entry.type.partition("/")[0]:
        case "mirror.declared":
            every = lasting(timedelta(seconds=details["every_s"]))
            return f"{name} {details['standing']}" + ("" if details["standing"] == "removed" else f", every {every}")
        case "mirror.refreshed":
            return f"{name} refreshed: " + (count(details["size_bytes"], "byte") if details["changed"] else "as it was")
        case _:
            again = f", attempt {details['attempt']}" if details["attempt"] > 1 else ""
            how = "is unreachable" if details["fault"] == "unreachable" else "failed"
            return f"{name} {how}{again}"


def _state(one: MirrorLine) -> str:
    if one.standing != "enabled":
        return one.standing
    return "new" if one.as_of is None and one.result is None else "stale" if one.stale else "fresh"


def _age(age_s: int | None) -> str:
    return "-" if age_s is None else lasting(timedelta(seconds=age_s))


def _cost(cost: float) -> str:
    return f"{cost:,.2f}".rstrip("0").rstrip(".")
