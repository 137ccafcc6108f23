"""Making an export: select, write, sign, tell the log, and give the folder its name."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, cast

from ...domain.boundary import AppendCondition, Query
from ...domain.content import Reason
from ...domain.errors import StoreBusy
from ...domain.events import Draft, ExportMade
from ...domain.moments import to_datetime
from ...domain.policy import settings_of
from ...domain.texts import check_person
from ...infrastructure.exports import manifest
from ...infrastructure.exports.folder import ExportFolder
from ...infrastructure.exports.report_page import ReportHead
from ...infrastructure.ledger.log_tree import LogTree
from ...infrastructure.log import ConditionFailed
from ...version import __version__
from ..moment import Moment, time_of
from ..requests import actor_in_log
from ..store import ERASURES, new_command_id
from .options import ExportReport, check_forms
from .selecting import select
from .signing import sign_text, signed_head
from .writing import Files

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from ...domain.events import ExportedForm
    from ..moment import Asked
    from ..store import Store
    from .options import Progress
    from .selecting import Selection
    from .signing import SignedHead
    from .writing import Written

STORE = "agent:store"
"""Who exports where nobody else is named."""
PATIENCE_S = 10.0
"""How long to wait for notes of recalls to be recorded, seconds."""
TOOL = f"remembrancer {__version__}"


def export(
    store: Store,
    folder: str | os.PathLike[str],
    *,
    agent: str | None = None,
    subject: str | None = None,
    types: Sequence[str] = (),
    since: Asked | None = None,
    until: Asked | None = None,
    valid: bool = False,
    as_of: Asked | None = None,
    formats: Sequence[str] = ("jsonl",),
    sealed: bool = False,
    because: str | None = None,
    by: str | None = None,
    progress: Progress | None = None,
) -> ExportReport:
    """Export events, or the memories of a moment, to a new folder that a stranger can verify; see `ExportFilters`.

    Everything is streamed. What was begun and not finished leaves nothing under the name of the folder.

    Raises:
        InvalidInput: an option is wrong, or the folder is in the store; FolderTaken: something stands there already.
        UnknownSubject, UnknownAgent, UnknownPosition: what it is narrowed to is not there.
        StoreReadOnly: the folder cannot be written, or a read-only session has no key to sign with.
        StoreDamaged: the log cannot be read, or is not the one that its ledger was made from.
        StoreBusy: words were erased while they were exported; nothing was kept.
    """
    wanted, actor = check_forms(formats), STORE if by is None else check_person(by)
    if not store.read_only:
        store.notes.flush(PATIENCE_S)  # what was recalled a moment ago belongs to it
    with (
        LogTree(store.log, store.id, store.path, read_only=store.read_only) as tree,
        ExportFolder(folder, store=store.path) as out,
    ):
        head = signed_head(store, tree)
        selection = select(
            store,
            head.size,
            agent=agent,
            subject=subject,
            types=types,
            since=since,
            until=until,
            valid=valid,
            as_of=as_of,
            sealed=sealed,
        )
        erasures, moment = _last_erasure(store), _end_of(store, selection)
        with out.writing():
            files = Files(store, out, selection, wanted, _report_head(store, selection, moment))
            if selection.as_of is None:
                proof = files.write_events(tree, head.size, head.root, progress)
            else:
                proof = []
                files.write_state(selection.as_of, progress)
            files.finish(moment)
            said = _finish(store, out, selection, head, files.written, proof, moment)
        if erasures != _last_erasure(store):
            raise _erased_meanwhile()
        digest = sha256(said).hexdigest()
        position = None
        if not store.read_only:
            event = _event(store, actor, selection, wanted, files.written, head, digest)
            position = _told(store, event, because, selection, erasures)
        out.keep()
    return ExportReport(
        folder=str(out.final),
        holds="events" if selection.as_of is None else "state",
        items=files.written.items,
        first=selection.first,
        last=selection.last,
        words="sealed" if sealed else "open",
        unread=files.written.unread,
        checkpoint=head.size,
        manifest=digest,
        position=position,
        files={name: entry.bytes for name, entry in sorted(out.entries.items())},
    )


def _finish(
    store: Store,
    out: ExportFolder,
    selection: Selection,
    head: SignedHead,
    written: Written,
    proof: list[str],
    moment: Moment,
) -> bytes:
    """Write the checkpoint, the key, the manifest and its signature; return the manifest."""
    out.write(manifest.CHECKPOINT_FILE, head.note.encode())
    out.write(manifest.KEY_FILE, f"{head.signer.key.text}\n".encode())
    policy = store.policy(moment.position)
    is_state = selection.as_of is not None
    said = manifest.Manifest(
        store=store.id,
        tool=TOOL,
        made_at=to_datetime(store.now()).isoformat(),
        recorded=not store.read_only,
        holds="state" if is_state else "events",
        words="sealed" if selection.sealed else "open",
        filters=selection.filters(),
        range=manifest.Span(selection.first, selection.last),
        complete=selection.is_whole,
        as_of=_moment_told(selection.as_of),
        counts={
            "memories" if is_state else "events": written.items,
            "statuses" if is_state else "types": dict(sorted(written.by_name.items())),
            "unread": dict(sorted(written.unread.items())),
        },
        policy={"version": policy.version, "settings": settings_of(policy)},
        checkpoint=manifest.Head(head.size, head.root.hex()),
        proof="none" if is_state else "range" if selection.is_whole else "inclusion",
        range_proof=proof,
        key=head.signer.key.text,
        files=dict(sorted(out.entries.items())),
    ).encoded()
    out.write(manifest.FILE, said)
    out.write(manifest.NOTE_FILE, sign_text(head, manifest.note_text(store.id, said)).encode())
    return said


def _event(
    store: Store,
    actor: str,
    selection: Selection,
    formats: tuple[ExportedForm, ...],
    written: Written,
    head: SignedHead,
    digest: str,
) -> ExportMade:
    return ExportMade(
        actor=actor_in_log(store, actor),
        cause=new_command_id(),
        box=None,
        formats=formats,
        words="sealed" if selection.sealed else "open",
        for_agent=selection.agent,
        about=selection.pseudonym,
        types=selection.types,
        first=selection.first,
        last=selection.last,
        valid_between=selection.valid,
        as_of=None if selection.as_of is None else selection.as_of.position,
        items=written.items,
        tree=head.size,
        manifest=store.keys.name_tag("export", digest),
    )


def _told(store: Store, event: ExportMade, because: str | None, selection: Selection, erasures: int) -> int:
    """Tell the log of an export, unless something was erased meanwhile; return the position.

    Raises:
        StoreBusy: something was erased meanwhile.
    """
    subjects = () if selection.subject is None else (selection.subject,)
    content = None if because is None else Reason(because=because, subjects=subjects)
    (sealed,) = store.seal([Draft(event, content)])
    condition = AppendCondition(query=Query(items=(ERASURES,)), after=erasures)
    try:
        return store.log.append([store.codec.encode(sealed)], condition).last
    except ConditionFailed:
        raise _erased_meanwhile() from None


def _erased_meanwhile() -> StoreBusy:
    return StoreBusy("words were erased while they were exported; nothing of the export was kept: export again")


def _last_erasure(store: Store) -> int:
    """Return the position of the last event that takes words away; 0: there is none."""
    found = store.log.read(Query(items=(ERASURES,)), limit=1, newest_first=True)
    return next((stored.position for stored in found), 0)


def _end_of(store: Store, selection: Selection) -> Moment:
    """Return the moment that the report of an export ends with."""
    if selection.as_of is not None:
        return selection.as_of
    last = selection.last
    return Moment(position=last, at=time_of(store.log, last), zone=store.policy().timezone, past=True)


def _moment_told(moment: Moment | None) -> dict[str, Any] | None:
    if moment is None:
        return None
    return {"position": moment.position, "instant": moment.instant.isoformat(), "zone": moment.zone}


def _report_head(store: Store, selection: Selection, moment: Moment) -> ReportHead:
    said: dict[str, Any] = selection.filters()
    narrowed = "; ".join(f"{name}: {_plain(value)}" for name, value in said.items()) or "nothing, all is here"
    facts = [
        ("store", store.id),
        ("made", to_datetime(store.now()).isoformat(timespec="seconds")),
        ("by", TOOL),
        ("words", "left out" if selection.sealed else "as far as their keys are there"),
        ("narrowed to", narrowed),
    ]
    if selection.as_of is None:
        facts.insert(1, ("events", f"position {selection.first} to {selection.last}"))
        title = "What an agent memory recorded"
    else:
        title = "What an agent memory believed"
    return ReportHead(title=title, facts=tuple(facts), believed_at=str(moment))


def _plain(value: Any) -> str:
    return ", ".join(map(str, cast("list[Any]", value))) if isinstance(value, list) else str(value)
