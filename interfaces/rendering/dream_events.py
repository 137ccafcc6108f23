"""What dreams, suggestions and jobs did, as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .plain import count, one_line, short

if TYPE_CHECKING:
    from ...application.entries import LogEntry

FAMILIES = ("memory.consolidated", "dream.", "privacy.scratch_purged", "suggestion.", "job.")
"""The events, by the beginning of their names, that are told here."""
TRIGGERS = {
    "asked": "asked for",
    "night": "of the night",
    "heartbeat": "while nothing happened",
    "size": "because of the size of L4",
}
"""Why a dream began, behind `started`."""
ENDS = {
    "done": "ended",
    "yielded": "gave way to its agent, which stayed busy",
    "stopped": "stopped by whoever ran it",
}
"""How a dream ended, behind its name."""
_CHANGES = {
    "consolidation": "one memory of",
    "replacement": "a newer value for an older one:",
}


def dream_sentence(entry: LogEntry) -> str:
    """Return what happened, without who did it and why."""
    details = entry.details
    match entry.type.partition("/")[0]:
        case "memory.consolidated":
            seen = count(details["confirmations"], "time")
            return f"consolidated from {_ids(details['sources'])} as {details['kind']}, seen {seen}"
        case "dream.reflected":
            return f"recorded as {details['kind']} in {details['layer']}: how beliefs changed"
        case "privacy.scratch_purged":
            return f"{count(len(details['purged']), 'expired memory', 'expired memories')} of L0 purged for ever"
        case "dream.started":
            return _started(details)
        case "dream.paused":
            return f"dream {short(details['run'])} paused: its agent was busy (#{details['busy_at']})"
        case "dream.resumed":
            return f"dream {short(details['run'])} went on"
        case "dream.completed":
            return _completed(details)
        case "suggestion.made":
            return f"{short(details['suggestion'])} suggested: {_change(details)}"
        case "suggestion.answered":
            return f"{short(details['suggestion'])} {details['answer']}"
        case "job.ran":
            return _job(details, "ran")
        case "job.failed":
            return _job(details, "failed")
        case name:
            return name.rpartition(".")[2]


def _started(details: dict[str, Any]) -> str:
    slot = f" of {one_line(details['slot'])}" if details["slot"] else ""
    begun = f"dream {short(details['run'])} started, {TRIGGERS[details['trigger']]}{slot}"
    before = details["takes_over"]
    return begun if before is None else f"{begun}, in place of {short(before)}, which was cut short"


def _completed(details: dict[str, Any]) -> str:
    carried = ", ".join(f"{number} {stage}" for stage, number in details["carried"].items()) or "nothing to do"
    passed = f"; {details['passed_over']} passed over" if details["passed_over"] else ""
    return f"dream {short(details['run'])} {ENDS[details['outcome']]}: {carried}{passed}"


def _change(details: dict[str, Any]) -> str:
    concerned = _ids(details["concerned"])
    if details["change"] == "identity":
        return f"a line of {details['section'] or 'the identity'} from {concerned}"
    return f"{_CHANGES[details['change']]} {concerned}"


def _job(details: dict[str, Any], what: str) -> str:
    again = f", attempt {details['attempt']}" if details["attempt"] > 1 else ""
    return f"job {one_line(details['job'])} {what} ({one_line(details['slot'])}{again})"


def _ids(memories: list[str]) -> str:
    return ", ".join(map(short, memories))
