"""Events as people read them: each a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...domain.moments import to_datetime
from .dream_events import FAMILIES, dream_sentence
from .mirrors import FAMILIES as MIRRORED
from .mirrors import mirror_sentence
from .plain import ago, count, lasting, one_line, preview, short, stamp, values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import tzinfo

    from ...application.entries import LogEntry

_GROUNDS = {
    "confirmed": "it was confirmed often enough",
    "incident": "it matters and names its incident",
    "person": "a person said so",
}

_CHECKPOINTS = {
    "asked": "asked for",
    "dream": "a dream ended",
    "export": "an export was made",
    "closing": "a session ended",
    "tail": "the log had grown",
    "accepted": "a person vouched for the log",
}

_ABOUT_MEMORIES = ("memory.", "fact.", "task.", "session.", "intent.", "decision.", "dream.reflected")
"""Families of events whose subject is the first memory that they name, if they name one."""

_WORDED = (
    "memory.recorded",
    "memory.replaced",
    "memory.merged",
    "memory.revised",
    "memory.handed_over",
    "identity",
    "task.started",
    "task.checkpointed",
    "task.completed",
    "session.started",
    "session.ended",
    "intent.learned",
    "decision.made",
    "recall.recalled",
    "context.assembled",
    "memory.consolidated",
    "dream.reflected",
    "suggestion.made",
    "mirror.refreshed",
)
"""The events that bring words, also where no key at hand opens them."""


def sentence(entry: LogEntry) -> str:
    """Return what happened, without who did it and why; the memory is the subject."""
    details = entry.details
    match entry.type.partition("/")[0]:
        case "memory.recorded":
            return f"recorded as {details['kind']} in {details['layer']}"
        case "memory.replaced":
            return f"recorded as {details['kind']} in {details['layer']}, in place of {short(details['replaces'])}"
        case "memory.merged":
            return f"merged from {_ids(details['sources'])}"
        case "memory.revised":
            return f"given new words (revision {details['revision']})"
        case "memory.promoted":
            return f"promoted from {details['from_layer']} to {details['to_layer']} ({_GROUNDS[details['ground']]})"
        case "memory.handed_over":
            return (
                f"handed over from {details['giver']} ({details['from_scope']}), who had it as "
                f"{short(details['hands'])}, to {entry.agent} ({entry.scope})"
            )
        case "fact.transferred":
            return f"fact transferred from {details['owner']} to {details['to']}"
        case "memory.decayed":
            return f"strength set from {details['from_strength'] / 1000:g} to {details['to_strength'] / 1000:g}"
        case "memory.archived":
            bound, unreferenced = details["bound"], details["ground"] == "unreferenced"
            how = f", over the bound of {bound}" if bound else ", not given by recall any more" if unreferenced else ""
            return f"archived from {details['from_layer']}{how}"
        case "memory.restored":
            return f"restored to {details['to_layer']}, {details['to_status']} again"
        case "memory.contradicted":
            return "contradicted" + (f" by {short(details['by'])}" if details["by"] else "")
        case "memory.reviewed":
            return f"reviewed as {details['outcome']}"
        case "memory.confirmed":
            return "confirmed" + (f" by {_ids(details['evidence'])}" if details["evidence"] else "")
        case "task.started":
            return f"{_task(entry)} started"
        case "task.checkpointed":
            return f"checkpoint {details['revision'] - 1} of {_task(entry)}"
        case "task.interrupted":
            return "interrupted" + (_stale_for(entry) if details["ground"] == "stale" else "")
        case "task.resumed":
            return f"resumed from its state of {ago(entry.at - to_datetime(details['checkpoint_at']))}"
        case "task.completed":
            return f"{_task(entry)} completed: {short(details['memory'])} is its context in {details['layer']}"
        case "session.started":
            return f"session {_name(entry, 'session')}started"
        case "session.ended":
            how = "composed" if details["composed"] else "given"
            return f"session {_name(entry, 'session')}ended: summary {how}, {_alive(details['messages'])} expired"
        case "session.cooled":
            bound = f"over the bound of {details['bound']}" if details["bound"] else "by age"
            return f"hot no more, {bound}: a {details['kind']} now"
        case "intent.learned":
            return f"learned as intent in {details['layer']}"
        case "intent.observed":
            return "met" + (f", with {details['outcome']}" if details["outcome"] else "")
        case "trauma.suffered":
            days = details["half_life_s"] / 86_400
            return f"trauma of {details['category']}, weight {details['weight'] / 1000:g}, halves in {days:g} days"
        case "decision.made":
            return f"decided with confidence {details['confidence']}"
        case "decision.judged":
            return f"judged {details['outcome']}" + (f" by {_ids(details['evidence'])}" if details["evidence"] else "")
        case "recall.recalled":
            given = f": {_ids(details['hits'])}" if details["hits"] else ""
            return f"recall for {details['scenario']} gave {count(len(details['hits']), 'memory', 'memories')}{given}"
        case "context.assembled":
            entries = count(len(details["entries"]), "entry", "entries")
            return f"context of {count(details['tokens'], 'token')} given, {entries}{_left_out(details['omitted'])}"
        case "ledger.checkpoint_signed":
            return f"checkpoint of {count(details['size'], 'event')} signed ({_CHECKPOINTS[details['reason']]})"
        case "ledger.accepted":
            found, anchored = count(details["found_size"], "event"), count(details["anchored_size"], "event")
            return f"a log of {found} accepted in place of the anchored one of {anchored}"
        case "model.fitted":
            learned = count(details["documents"], "revision"), count(details["terms"], "term")
            return f"the company that words keep learned from {learned[0]} up to {details['upto']:,}: {learned[1]}"
        case "identity.established":
            return f"identity established at version {details['version']} ({count(len(details['lines']), 'line')})"
        case "identity.refreshed":
            return (
                f"identity moved from version {details['from_version']} to {details['version']} "
                f"({len(details['added'])} added, {len(details['dropped'])} dropped, {len(details['kept'])} kept)"
            )
        case "identity.line_replaced":
            return _line_sentence(details)
        case "identity.document_line_replaced":
            return _document_sentence(entry, details)
        case "boot.read":
            what = count(len(details["vintages"]), "document")
            job = f", for the job {details['woken_for']}" if details["woken_for"] else ""
            return f"woke up with other words than before: {what}{job}"
        case "policy.adopted":
            return f"policy of version {details['version']} adopted"
        case "privacy.export_made":
            return _export(details)
        case "store.imported":
            return f"{count(details['upto'], 'event')} of store {details['origin'][:8]} imported"
        case "store.created":
            return f"store {details['store'][:8]} created"
        case "privacy.subject_erased":
            by = f" by the rule {details['retention']}" if details["retention"] else ""
            person = "a person and " if details["subject"] else ""
            return f"{person}{count(len(details['erased']), 'memory', 'memories')} erased for ever{by}"
        case "privacy.hold_placed":
            covers = _ids(details["held"]) or "a person"
            return f"hold {details['hold']} placed over {covers} until {to_datetime(details['until']):%Y-%m-%d %H:%MZ}"
        case "privacy.hold_released":
            return f"hold {details['hold']} released"
        case name if name.startswith("claim."):
            from .claims import claim_sentence

            return claim_sentence(entry)
        case name if name.startswith(MIRRORED):
            return mirror_sentence(entry)
        case name if name.startswith(FAMILIES):
            return dream_sentence(entry)
        case name:
            return name.rpartition(".")[2]


def _left_out(omitted: int) -> str:
    return f", {omitted:,} left out" if omitted else ""


def _export(details: dict[str, Any]) -> str:
    of_state = details["as_of"] is not None
    held = count(details["items"], "memory", "memories") if of_state else count(details["items"], "event")
    left_out = "" if details["words"] == "open" else " without words"
    return f"{held}{left_out} exported, up to position {details['last']:,}"


def _line_sentence(details: dict[str, Any]) -> str:
    line, replaced = details["line"], details["replaced"]
    if line is None:
        return f"identity line {short(replaced)} taken out"
    return f"a line of {line['section']} added" if replaced is None else f"a line of {line['section']} replaced"


def _document_sentence(entry: LogEntry, details: dict[str, Any]) -> str:
    ended = "replaced" if details["successor"] else "taken out"
    done = "written" if details["begun"] else ended
    return f"a line of {details['document']} ({entry.scope}) {done}"


def _name(entry: LogEntry, what: str) -> str:
    """Return a name that an event brought, quoted and with a blank behind it; nothing where it cannot be read."""
    name = entry.words.get(what) if isinstance(entry.words, dict) else None
    return "" if name is None else f"{one_line(name)!r} "


def _task(entry: LogEntry) -> str:
    return f"task {_name(entry, 'task')}".rstrip()


def _stale_for(entry: LogEntry) -> str:
    return f", stale for {lasting(entry.at - to_datetime(entry.details['since']))}"


def _alive(messages: list[str]) -> str:
    return count(len(messages), "message")


def _ids(memories: Iterable[str]) -> str:
    return ", ".join(map(short, memories))


def words(entry: LogEntry) -> str | None:
    """Return the words that an event brought, on one line."""
    found = entry.words
    if isinstance(found, str):
        return found if entry.type.startswith(_WORDED) else None
    if found is None:
        return None
    if entry.type.startswith("task.checkpointed"):
        state: dict[str, Any] = found.get("metadata") or {}
        return preview(values({name: one for name, one in state.items() if name != "objective"})) or None
    if "example" in found:
        return preview(values(found["example"]))
    if "lines" in found:
        return preview(" / ".join(found["lines"].values()))
    said = found.get("text") or found.get("query")
    return None if said is None else preview(said)


def event_line(entry: LogEntry, zone: tzinfo) -> str:
    """Return an event on one line: position, time, who, which memory, what, and the words or the reason."""
    subject = f"{short(entry.memories[0])} " if entry.type.startswith(_ABOUT_MEMORIES) and entry.memories else ""
    by = "" if entry.actor == f"agent:{entry.agent}" else f" by {who(entry)}"
    said = words(entry)
    tail = f": {said}" if said else f", because {preview(entry.because)}" if entry.because else ""
    agent = entry.agent or "-"
    return f"{entry.position:>5}  {stamp(entry.at, zone)} {agent:<8} {subject}{_brief(entry)}{by}{tail}"


def _brief(entry: LogEntry) -> str:
    """Return what happened in fewer words, where the words of the memory follow."""
    details = entry.details
    match entry.type.partition("/")[0]:
        case "memory.recorded":
            return f"new {details['layer']} {details['kind']}"
        case "memory.replaced":
            return f"new {details['layer']} {details['kind']} for {short(details['replaces'])}"
        case "memory.handed_over":
            return f"handed over from {details['giver']}"
        case "memory.revised":
            return "revised"
        case "task.started":
            return f"new {_task(entry)}"
        case "task.completed":
            return f"{_task(entry)} completed"
        case "memory.consolidated":
            return f"new {details['layer']} {details['kind']} of {_ids(details['sources'])}"
        case "dream.reflected":
            return f"new {details['layer']} {details['kind']}"
        case "decision.made":
            return f"new {details['layer']} decision, confidence {details['confidence']}"
        case "recall.recalled":
            return f"recall for {details['scenario']}, {count(len(details['hits']), 'hit')}"
        case _:
            return sentence(entry)


def who(entry: LogEntry) -> str:
    """Return the actor; of an agent the name alone, of a dream its run, of an import not even that."""
    if entry.actor.startswith("import:"):
        return "import"
    if entry.actor.startswith("dream:"):
        return f"dream {short(one_line(entry.actor.removeprefix('dream:')))}"
    return one_line(entry.actor).removeprefix("agent:")


def print_events(entries: Iterator[LogEntry], zone: tzinfo, *, at_once: bool) -> None:
    """Print events as they come, one a line; cut to the width of a terminal."""
    import sys

    if not sys.stdout.isatty():
        for entry in entries:
            sys.stdout.write(event_line(entry, zone) + "\n")
            if at_once:
                sys.stdout.flush()
        return
    from .screen import cut, screen

    console = screen()
    for entry in entries:
        text = cut(event_line(entry, zone))
        text.stylize("dim", 0, 7 + len(stamp(entry.at, zone)))
        console.print(text, no_wrap=True, overflow="ellipsis")


def draw_history(title: str, entries: list[LogEntry], zone: tzinfo) -> None:
    """Draw events as a table of when, who, what and why."""
    from rich.text import Text

    from .screen import columns, draw

    table = columns("#", "when", "who", "what", "why", narrowing=("who", "what", "why"), right=("#",))
    for entry in entries:
        said = words(entry)
        what = sentence(entry) + (f": {said}" if said else "")
        table.add_row(
            str(entry.position), stamp(entry.at, zone), Text(who(entry)), Text(what), Text(preview(entry.because or ""))
        )
    draw(Text(title, style="bold"), table)
