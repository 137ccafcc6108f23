"""Claims, checks and audits as people read them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .plain import count, one_line, preview, short, stamp, values

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ...application.claims.auditing import Audited, AuditReport
    from ...application.claims.declarations import CheckNote
    from ...application.claims.notes import ClaimNote
    from ...application.claims.reviewing import ReviewedAgain
    from ...application.entries import LogEntry

FAMILY = "claim."
"""The events, by the beginning of their names, that are told here."""


def claim_sentence(entry: LogEntry) -> str:
    """Return what happened to a claim, without who did it and why."""
    details = entry.details
    about = short(details["memory"])
    words: dict[str, Any] = entry.words if isinstance(entry.words, dict) else {}
    check = f" {one_line(str(words['check']))}" if words.get("check") else ""
    match entry.type.partition("/")[0]:
        case "claim.attached":
            return f"{about} given the check{check}"
        case "claim.audited":
            found = f" ({preview(str(words['finding']))})" if words.get("finding") else ""
            flag = ", somebody should look" if details["flagged"] else ""
            return f"check{check} of {about} {details['result']}{found}{flag}"
        case _:
            return f"{about} no longer carries claim {short(details['claim'])}"


def draw_claims(agent: str, title: str, found: Sequence[ClaimNote], zone: tzinfo) -> None:
    """Draw claims, one a line; below them how to answer what waits for a person."""
    from rich.text import Text

    from .screen import columns, cut, draw

    if not found:
        draw(Text(f"{agent}: no memory carries a check", style="bold"), Text(title, style="dim"))
        return
    table = columns("id", "check", "state", "since", "due", "memory", "found", narrowing=("memory", "found"))
    for one in found:
        state = f"{one.state}, look" if one.flagged else one.state
        since = one.failed_since or one.verified_at
        table.add_row(
            Text(short(one.id), style="yellow"),
            one_line(one.check) + ("*" if one.changed else ""),
            Text(state, style="bold red" if one.state == "failed" or one.flagged else ""),
            stamp(since, zone) if since else "",
            _due(one, zone),
            cut(f"{short(one.memory.id)} {preview(one.memory.text)}"),
            cut(preview(one.question if one.state == "waiting" and one.question else one.finding or "")),
        )
    parts: list[Any] = [Text(f"{agent}: {count(len(found), 'claim')}", style="bold"), Text(title, style="dim"), table]
    if any(one.state == "waiting" for one in found):
        parts.append(Text("answer with `remembrancer claim answer CLAIM yes|no --because WHY`", style="dim"))
    if any(one.changed for one in found):
        parts.append(Text("* declared otherwise since it was looked at last", style="dim"))
    draw(*parts)


def _due(one: ClaimNote, zone: tzinfo) -> str:
    if one.due_at is None:
        return ""
    pace = f", every {one.every}" if one.every else ""
    return f"{stamp(one.due_at, zone)}{pace}"


def claim_line(one: ClaimNote, what: str) -> str:
    """Return what became of a claim on one line."""
    pace = f" every {one.every}" if one.every else ""
    now = "" if one.memory.status == "live" else f", the memory is {one.memory.status}"
    return f"{one.id} {what}: {short(one.memory.id)} by {one_line(one.check)}{pace}{now}"


def print_claims(found: Sequence[ClaimNote], zone: tzinfo) -> None:
    """Print below a memory what its checks found, and since when."""
    sys.stdout.write("\nclaims\n")
    for one in found:
        when = f" since {stamp(one.failed_since, zone, precise=True)}" if one.failed_since else ""
        said = f": {one_line(one.finding)}" if one.finding else ""
        sys.stdout.write(f"  {one_line(one.check)}  {one.state}{when}{said}\n")


def print_audit(report: AuditReport, zone: tzinfo) -> None:
    """Print what came of an audit: each claim on a line, then how many there were of each kind."""
    out = sys.stdout
    out.writelines(f"{_audited(one, zone)}\n" for one in report.audited)
    out.writelines(f"{_reviewed(one)}\n" for one in report.reviewed)
    if not report.audited:
        out.write("nothing is due\n" if not report.reviewed else "")
    else:
        numbers = (f"{report.count(result)} {result}" for result in ("passed", "failed", "unreachable"))
        out.write(f"{', '.join(numbers)}\n")
    if report.waiting:
        out.write(f"{count(report.waiting, 'claim waits', 'claims wait')} for a person\n")


def _reviewed(one: ReviewedAgain) -> str:
    changed = one_line("; ".join(one.changed))
    return f"{one.outcome:<11}  {one_line(one.agent)} {short(one.memory)} reviewed again: {changed}"


def _audited(one: Audited, zone: tzinfo) -> str:
    became = f"; the memory is {one.consequence}" if one.consequence else ""
    look = "; somebody should look" if one.flagged else ""
    again = f"; next {stamp(one.next_at, zone)}" if one.next_at and one.result == "unreachable" else ""
    refused = f"; not recorded: {one_line(one.refused)}" if one.refused else ""
    where = f"{one_line(one.agent)} {short(one.memory)} {one_line(one.check)}"
    return f"{one.result:<11}  {where}: {one_line(one.finding)}{became}{look}{again}{refused}"


def draw_checks(found: Sequence[CheckNote]) -> None:
    """Draw checks, one a line, as their declarations say them."""
    from rich.text import Text

    from .screen import columns, cut, draw

    if not found:
        draw(Text("no check is declared; `remembrancer check add NAME …` declares one"))
        return
    table = columns("name", "says", "claims", narrowing=("says",), right=("claims",))
    for one in found:
        says = one_line(one.problem) if one.problem else values(_plain(one.says))
        table.add_row(
            Text(one_line(one.name), style="yellow"), cut(says, "red" if one.problem else ""), str(one.claims)
        )
    draw(table)


def check_line(one: CheckNote) -> str:
    """Return a check on one line."""
    return f"{one.name}: {values(_plain(one.says))}"


def _plain(says: dict[str, Any]) -> dict[str, Any]:
    import msgspec

    return msgspec.to_builtins(says)
