"""Refreshing mirrors: ask the world, tell the log what changed, and put the file in place.

The event comes before the file, so the file never says what the log does not know. Whatever the world does, the last
good copy stays until there is a better one.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import msgspec

from ...domain.boundary import Query, QueryItem
from ...domain.content import MirrorText
from ...domain.errors import MirrorOverBudget, Refused, UnknownMirror
from ...domain.events import Draft, MirrorFailed, MirrorRefreshed, SubjectErased
from ...domain.mirror_rules import NAME_IN_MESSAGE
from ...domain.mirroring import check_budget, check_spent
from ...domain.mirrors import due_at, retry_after_s
from ...domain.moments import SECOND, to_datetime
from ...infrastructure.mirrors.folder import MirrorFolder, MirrorNote
from ...infrastructure.world.running import run
from ..erasing.asking import order
from ..store import new_command_id
from .declaring import BY_HAND, all_declared, append_for, note_all, note_declared, one_declared, row_of, tag_of
from .reading import checked_at_of

if TYPE_CHECKING:
    import threading
    from collections.abc import Mapping

    from ...domain.mirroring import Declaration
    from ...domain.mirrors import Mirror
    from ...domain.world import Outcome
    from ..store import Store

AT_ONCE = 4
"""Mirrors that are refreshed at once: one that hangs holds up no other."""
FINDING_CHARS_MAX = 500


class MirrorResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one refresh."""

    name: str
    result: str
    """`changed`, `unchanged`, `failed`, `unreachable`, `refused`, `busy`: another process is at it, or `stopped`."""
    detail: str | None = None
    """Why it failed or was refused, or what had to be done to read it."""
    size_bytes: int = 0
    took_ms: int = 0
    position: int | None = None
    """Of the event that tells of it, if one does."""
    file: str | None = None
    """Where what it shows stands."""
    not_committed: str | None = None
    """Why its file is not in its git folder, if it should be."""

    @property
    def good(self) -> bool:
        """Whether what it shows is what there is."""
        return self.result in {"changed", "unchanged"}

    def to_json(self) -> dict[str, object]:
        """Return it as plain values."""
        plain: dict[str, object] = msgspec.to_builtins(self)
        return plain


def refresh_one(store: Store, name: str, *, actor: str) -> MirrorResult:
    """Refresh a mirror now, whether it is due or not.

    Raises:
        UnknownMirror, InvalidFile: the policy file declares none of that name, or something impossible.
        Refused: it is disabled, over its budget, or was about somebody who was erased.
        StoreReadOnly: nothing may be written here.
    """
    order(store, actor, None, ())
    return _refresh(store, name, one_declared(store, name), all_declared(store).mirrors, actor)


def refresh_due(store: Store, *, actor: str, stop: threading.Event | None = None) -> list[MirrorResult]:
    """Refresh what is due, by name; one that fails keeps no other from it.

    Raises:
        InvalidFile: the policy file cannot be read.
        StoreReadOnly: nothing may be written here.
    """
    from concurrent.futures import ThreadPoolExecutor

    order(store, actor, None, ())
    found = all_declared(store)
    note_all(store, found)
    due = due_names(store, found.mirrors, store.now())

    def refresh(name: str) -> MirrorResult | None:
        if stop is not None and stop.is_set():
            return None
        try:
            return _refresh(store, name, found.mirrors[name], found.mirrors, actor, stop)
        except (Refused, UnknownMirror) as refusal:
            return MirrorResult(name=name, result="refused", detail=str(refusal))

    if len(due) <= 1:
        return [one for one in map(refresh, due) if one is not None]
    with ThreadPoolExecutor(min(AT_ONCE, len(due)), thread_name_prefix="remembrancer-mirror") as pool:
        return [one for one in pool.map(refresh, due) if one is not None]


def due_names(store: Store, mirrors: Mapping[str, Declaration], now: int) -> list[str]:
    """Return the enabled mirrors that are due at a time, microseconds, those first that are due longest."""
    waiting = [(next_at(store, name, said), name) for name, said in mirrors.items() if said.enabled]
    return [name for at, name in sorted(waiting) if at <= now and refused(store, name, mirrors) is None]


def next_at(store: Store, name: str, said: Declaration) -> int:
    """Return when a mirror is refreshed next, microseconds; 0: at once."""
    row = row_of(store, name)
    checked_at = None if row is None else checked_at_of(store, name, row)
    return due_at(row, said.every_s, checked_at)


def refused(store: Store, name: str, mirrors: Mapping[str, Declaration]) -> Refused | None:
    """Return why a mirror may not be refreshed now, None if it may."""
    said, rules = mirrors[name], store.policy().mirroring
    if not said.enabled:
        return Refused(f"mirror {name!r} is disabled; `remembrancer mirror enable {name}` first")
    row = row_of(store, name)
    if row is not None and _was_about_erased(store, row):
        return _about_erased(name)
    try:
        check_budget(name, mirrors, rules)
        check_spent(name, spent_today(store, mirrors), said.cost_per_run, rules)
    except MirrorOverBudget as over:
        return over
    return None


def spent_today(store: Store, mirrors: Mapping[str, Declaration]) -> int:
    """Return what refreshes have cost today (UTC), in units, whatever came of them."""
    folder, today = MirrorFolder(store.path), _day(store.now())
    notes = ((folder.note(name), said) for name, said in mirrors.items() if said.cost_per_run)
    return sum(note.runs * said.cost_per_run for note, said in notes if note.day == today)


def _refresh(
    store: Store,
    name: str,
    said: Declaration,
    mirrors: Mapping[str, Declaration],
    actor: str,
    stop: threading.Event | None = None,
) -> MirrorResult:
    folder = MirrorFolder(store.path)
    with folder.turn(name) as mine:
        if not mine:
            return MirrorResult(name=name, result="busy", detail="another process refreshes it")
        refusal = refused(store, name, mirrors)
        if refusal is not None:
            raise refusal
        note_declared(store, name, said, actor=BY_HAND)
        began = time.monotonic()
        folder.write_note(_counted(folder.note(name), store.now()))
        outcome = run(said.spec(), said.limits(store.policy().mirroring), store.path, stop)
        took_ms = round((time.monotonic() - began) * 1000)
        if outcome.state == "ok":
            return _take_in(store, name, said, outcome, took_ms, actor)
        if stop is not None and stop.is_set():
            # Nothing is known of the world: who ran this went away.
            return MirrorResult(name=name, result="stopped", took_ms=took_ms)
        return _tell_failure(store, name, said, outcome, took_ms, actor)


def _take_in(store: Store, name: str, said: Declaration, outcome: Outcome, took_ms: int, actor: str) -> MirrorResult:
    tag, size = tag_of(store, name), len(outcome.text.encode())
    people = sorted(set(said.subjects))
    pseudonyms = list(store.keys.pseudonyms(people).values()) if people else []
    digest = store.keys.name_tag("mirror-content", outcome.text, pseudonyms)
    heartbeat = store.policy().mirroring.heartbeat_s * SECOND
    changed = False

    def draft(known: Mirror | None) -> Draft | None:
        nonlocal changed
        changed = known is None or known.content != digest
        quiet = known is not None and known.failed_at is None
        if not changed and quiet and known and store.now() - (known.refreshed_at or 0) < heartbeat:
            return None
        event = MirrorRefreshed(
            actor=order(store, actor, None, ())["actor"],
            cause=new_command_id(),
            box=None,
            mirror=tag,
            scope=said.scope,
            changed=changed,
            content=digest,
            size_bytes=size,
            took_ms=took_ms,
        )
        words = MirrorText(mirror=name, text=outcome.text, read_as=outcome.detail or None, subjects=tuple(people))
        return Draft(event=event, content=words if changed else None)

    position = append_for(store, tag, draft)
    row = row_of(store, name)
    if row is not None and _was_about_erased(store, row):
        # They were erased while the world was asked.
        MirrorFolder(store.path).remove(name)
        raise _about_erased(name)
    not_committed = _put_in_place(store, name, said, outcome.text, digest, changed=changed)
    return MirrorResult(
        name=name,
        result="changed" if changed else "unchanged",
        detail=outcome.detail or None,
        size_bytes=size,
        took_ms=took_ms,
        position=position,
        file=str(MirrorFolder(store.path).file(name, said.ending)),
        not_committed=not_committed,
    )


def _put_in_place(store: Store, name: str, said: Declaration, text: str, digest: str, *, changed: bool) -> str | None:
    """Write the file and its note; return why the file is not committed, if it should be."""
    folder, now = MirrorFolder(store.path), to_datetime(store.now())
    before = folder.note(name)
    folder.write_content(name, said.ending, text)
    row = row_of(store, name)
    not_committed = None
    if said.git:
        from ...infrastructure.mirrors.git_folder import commit

        message = store.policy().mirroring.commit_message.replace(NAME_IN_MESSAGE, name)
        file = folder.file(name, said.ending).name
        not_committed = commit(store.path / os.path.expanduser(said.git), file, text, message)
    folder.write_note(
        MirrorNote(
            mirror=name,
            as_of=now,
            changed_at=to_datetime(row.content_at) if row and row.content_at is not None else now,
            content=digest,
            result="changed" if changed else "unchanged",
            tried_at=now,
            not_committed=not_committed,
            day=before.day,
            runs=before.runs,
        )
    )
    return not_committed


def _tell_failure(
    store: Store, name: str, said: Declaration, outcome: Outcome, took_ms: int, actor: str
) -> MirrorResult:
    assert outcome.state != "ok", "what went well is no failure"
    fault, tag, now = outcome.state, tag_of(store, name), store.now()
    finding = " ".join(outcome.detail.split())[:FINDING_CHARS_MAX] or fault
    people = tuple(sorted(set(said.subjects)))

    def draft(known: Mirror | None) -> Draft | None:
        assert known is not None, "what is refreshed was declared"
        attempt = known.attempt + 1
        event = MirrorFailed(
            actor=order(store, actor, None, ())["actor"],
            cause=new_command_id(),
            box=None,
            mirror=tag,
            scope=known.scope,
            fault=fault,
            attempt=attempt,
            retry_at=now + retry_after_s(attempt, known.every_s) * SECOND,
        )
        # What a program complains of may quote what it shows.
        return Draft(event=event, content=MirrorText(mirror=name, because=finding, subjects=people))

    position = append_for(store, tag, draft)
    folder = MirrorFolder(store.path)
    folder.write_note(
        msgspec.structs.replace(folder.note(name), result=fault, tried_at=to_datetime(now), finding=finding)
    )
    return MirrorResult(name=name, result=fault, detail=finding, took_ms=took_ms, position=position)


def _counted(note: MirrorNote, now: int) -> MirrorNote:
    today = _day(now)
    return msgspec.structs.replace(note, day=today, runs=note.runs + 1 if note.day == today else 1)


def _day(now: int) -> str:
    return to_datetime(now).date().isoformat()


def _about_erased(name: str) -> Refused:
    return Refused(
        f"mirror {name!r} was about somebody who was erased, and would bring them back; take them out of what it "
        f"shows, then `remembrancer mirror enable {name}`"
    )


def _was_about_erased(store: Store, row: Mirror) -> bool:
    """Say whether somebody whom a mirror was about was erased since it was declared: it would bring them back."""
    if row.content_position is None:
        return False
    box = store.event(row.content_position).event.box
    people = store.erased_people().intersection(box.subjects if box else ())
    if not people:
        return False
    erasures = Query(items=(QueryItem(types=(SubjectErased.TYPE, *SubjectErased.BEFORE)),))
    events = (store.codec.decode(one).event for one in store.log.read(erasures, after=row.declared_position))
    return any(isinstance(event, SubjectErased) and event.subject in people for event in events)
