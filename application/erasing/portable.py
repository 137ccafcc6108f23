"""What is known of a person as a folder: `subject.json` for machines, `subject.md` for people."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.content import Reason
from ...domain.events import Draft, ExportMade
from ...infrastructure.exports.folder import ExportFolder
from ..requests import actor_in_log
from ..store import new_command_id
from .subjects import subject_file

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    from ..entries import LogEntry
    from ..store import Store
    from .subjects import SubjectFile

MACHINE_FILE = "subject.json"
PEOPLE_FILE = "subject.md"


class SubjectExport(msgspec.Struct, frozen=True, kw_only=True):
    """What was written about a person."""

    folder: str
    files: tuple[str, ...]
    memories: int
    recalls: int
    contexts: int
    events: int
    """What else is sealed for them, and what they did."""
    recorded: bool
    """Whether the log tells of it; a store that was opened read-only does not."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def export_subject(store: Store, name: str, folder: str | os.PathLike[str], actor: str) -> SubjectExport:
    """Write everything that is known of a person into a new folder, and tell the log.

    Raises:
        UnknownSubject: nobody of that name is known here, or no more.
        InvalidInput: the folder is in the store.
        FolderTaken, StoreReadOnly, StoreFull: nothing was written.
    """
    found = subject_file(store, name)
    machine = msgspec.json.format(msgspec.json.encode(found.to_json()), indent=2) + b"\n"
    with ExportFolder(folder, store=store.path) as out:
        out.write(MACHINE_FILE, machine)
        out.write(PEOPLE_FILE, page(found).encode())
        if not store.read_only:
            _tell(store, found, sha256(machine).hexdigest(), actor)
        out.keep()
    return SubjectExport(
        folder=str(out.final),
        files=(MACHINE_FILE, PEOPLE_FILE),
        memories=len(found.memories),
        recalls=len(found.recalls),
        contexts=len(found.contexts),
        events=len(found.events) + len(found.acts),
        recorded=not store.read_only,
    )


def _tell(store: Store, found: SubjectFile, digest: str, actor: str) -> None:
    event = ExportMade(
        actor=actor_in_log(store, actor),
        cause=new_command_id(),
        box=None,
        formats=("markdown",),
        words="open",
        for_agent=None,
        about=found.pseudonym,
        types=(),
        first=1,
        last=found.moment.position,
        valid_between=None,
        as_of=None,
        items=len(found.memories) + len(found.recalls) + len(found.contexts) + len(found.events),
        tree=0,
        manifest=store.keys.name_tag("export", digest),
    )
    (sealed,) = store.seal([Draft(event=event, content=Reason(because="everything known of a person was asked for"))])
    store.log.append([store.codec.encode(sealed)])


def page(found: SubjectFile) -> str:
    """Return what is known of a person as Markdown. Words stand in indented blocks, where nothing in them is markup."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: SubjectFile) -> Iterator[str]:
    yield f"# What is known of {_inline(found.name)}"
    yield ""
    yield f"As of position {found.moment.position}, {found.moment.instant.isoformat(timespec='seconds')}."
    yield f"Pseudonym in the log: `{found.pseudonym}`."
    yield from _heading(f"Memories ({len(found.memories)})")
    for one in found.memories:
        memory = one.memory
        yield f"### {memory.id}: {memory.kind} of {_inline(memory.agent)} in {memory.layer}, {memory.status}"
        yield ""
        yield f"Recorded {memory.recorded_at.isoformat(timespec='seconds')} by {_inline(memory.recorded_by)}."
        yield from _block(memory.text)
        for name in ("summary", "trigger", "key", "task", "session", "category"):
            value = getattr(memory, name)
            if value:
                yield f"- {name}: {_inline(str(value))}"
        yield ""
        yield from _events(one.history)
    theirs = {one.memory.id for one in found.memories}
    yield from _heading(f"Where it was recalled ({len(found.recalls)})")
    yield from _events(found.recalls)
    yield from _heading(f"Contexts of a model that held it ({len(found.contexts)})")
    for context in found.contexts:
        yield from _events([context])
        given = [memory for entry in context.details["entries"] for memory in entry["memories"] if memory in theirs]
        yield from _block(f"held of theirs: {', '.join(given) or 'nothing; the question was about them'}")
    yield from _heading(f"What else is about them ({len(found.events)})")
    yield from _events(found.events)
    yield from _heading(f"What they did ({len(found.acts)})")
    yield from _events(found.acts)
    yield from _heading(f"Legal holds ({len(found.holds)})")
    yield from (f"- {hold.id} until {hold.until.isoformat(timespec='seconds')}" for hold in found.holds)
    yield from _heading(f"Exports that may hold some of it ({len(found.exports)})")
    yield from (f"- position {one.position}, {one.at.isoformat(timespec='seconds')}" for one in found.exports)


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield f"## {text}"
    yield ""


def _events(entries: Iterable[LogEntry]) -> Iterator[str]:
    for one in entries:
        who = _inline(one.actor)
        yield f"- position {one.position}, {one.at.isoformat(timespec='seconds')}: {one.type} by {who}"
        if one.because:
            yield from _block(f"because: {one.because}")
        if one.words:
            yield from _block(one.words if isinstance(one.words, str) else "\n".join(_told(one.words)))
        hits = one.details.get("hits")
        if hits:
            yield from _block(f"gave: {', '.join(hits)}")


def _told(words: dict[str, Any]) -> Iterator[str]:
    """Yield what the words of an event say, one name a line; whom they are about is what the page is about."""
    for name, value in words.items():
        if name != "subjects":
            yield f"{name}: {value if isinstance(value, str) else msgspec.json.encode(value).decode()}"


def _block(text: str) -> Iterator[str]:
    yield ""
    yield from (f"        {line}" for line in text.splitlines())
    yield ""


def _inline(text: str) -> str:
    """Return a name on one line, in which nothing is markup."""
    line = " ".join(text.split())
    return "".join(f"\\{one}" if one in "\\`*_[]<>#|!&~" else one for one in line)
