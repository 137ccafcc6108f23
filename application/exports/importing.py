"""Importing the export of a whole log: an equal store under keys of its own, with the evidence of where it is from."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ...domain.errors import InvalidFile, InvalidInput, StoreReadOnly
from ...domain.events import (
    CheckpointSigned,
    JobFailed,
    JobRan,
    LedgerAccepted,
    ModelFitted,
    PolicyAdopted,
    StoreCreated,
    StoreImported,
)
from ...domain.ids import make_id
from ...domain.moments import to_datetime
from ...domain.texts import check_person
from ...infrastructure.exports import lines, manifest
from ...infrastructure.exports.log_copy import LogCopy, not_empty, take_place
from ...infrastructure.exports.verifying import read_manifest, verify_export
from ...infrastructure.ledger.anchors import note_place
from ...infrastructure.ledger.log_tree import FOLDER as NODES
from ...infrastructure.private_files import make_private_folder, new_private_file
from ...infrastructure.rows import tags_text
from ...infrastructure.sealing import Sealer
from ...infrastructure.sqlite_log import SqliteLog
from ...projections.core import CORE
from ..imports.importing import RUN, ImportReport
from ..ledger.watching import sign_head
from ..opening import LOG_FILE, open_store
from ..reading import agents
from ..requests import actor_in_log
from ..store import new_command_id
from .translating import Translation

if TYPE_CHECKING:
    from ...infrastructure.exports.manifest import Manifest
    from ..store import Store

EVIDENCE = "evidence"
"""Folder in a store, beside the log, for what shows where its events came from."""
LEAVES_FILE = "leaves.bin"
"""The leaves of the origin's tree, 32 bytes each: their root is the one that its checkpoint states."""
HARMLESS = frozenset(
    kind.TYPE
    for kind in (StoreCreated, PolicyAdopted, CheckpointSigned, LedgerAccepted, ModelFitted, JobRan, JobFailed)
)
"""Types of events that a store may hold in which nothing was recorded."""
PAGE = 1_000
_KEPT = (manifest.FILE, manifest.NOTE_FILE, manifest.CHECKPOINT_FILE, manifest.KEY_FILE)

Progress = Callable[[int, "int | None"], None]


def check_options(options: dict[str, object]) -> None:
    """Refuse options that make no sense for the export of a whole log.

    Raises:
        InvalidInput: there are some.
    """
    given = sorted(name for name, value in options.items() if value and (name, value) != ("kind", "note"))
    if given:
        raise InvalidInput(
            f"the export of a log is imported as it is, without {', '.join(given)}; leave out what would change it"
        )


def import_export(
    store: Store,
    folder: str,
    *,
    by: str | None = None,
    key: str | None = None,
    progress: Progress | None = None,
) -> tuple[ImportReport, Store]:
    """Put the log of an export in the place of that of a store in which nothing was recorded yet.

    The events keep their positions, times, types, actors and ids. The store gets a new id, as a log of its own; names
    and words come under its own keys. A last event tells of it, and names the evidence.

    Args:
        by: the person who imports, `user:NAME`; None: the import itself.
        key: the key that must have signed it; None: the one that came with it, which anybody may have made.

    Returns:
        What was imported, and the store opened anew; `store` is closed.

    Raises:
        InvalidFile: the export was edited, is of a part of a log, or has no words to read; nothing was imported.
        StoreNotEmpty: something was recorded in the store before.
        StoreReadOnly, StoreBusy, KeysLocked, StoreFull: nothing was imported.
    """
    if store.read_only:
        raise StoreReadOnly(f"the store {str(store.path)!r} was opened read-only; open it writable to import into it")
    _check_empty(store)
    said, data = _checked(Path(folder), folder, key)
    run, store_id = make_id(RUN, secrets.token_bytes(10)), secrets.token_hex(16)
    actor = f"import:{run}" if by is None else check_person(by)
    path, half = store.path, LogCopy(store.path / f".{secrets.token_hex(8)}.db")
    leaves = _Leaves(store.path / EVIDENCE / said.store)
    try:
        _copy(store, half, said, data, Path(folder), actor, store_id, leaves, progress)
        leaves.keep(Path(folder))
        _fold(store, half.path)
        store.close()
        take_place(half.path, path / LOG_FILE, HARMLESS)
    except BaseException:
        half.drop()
        leaves.drop()
        raise
    shutil.rmtree(path / NODES, ignore_errors=True)
    note_place(os.path.abspath(path), store_id)
    again = open_store(
        path, clock=lambda: to_datetime(store.now()), embedder=store.embedder, synthesizer=store.synthesizer
    )
    sign_head(again, "closing")  # till now only the origin's key vouched for what came, and it is not known here
    report = ImportReport(
        run=run,
        recorded=said.range.last,
        known=0,
        skipped=(),
        left_out=(),
        agents=tuple(agents(again)),
    )
    return report, again


def _check_empty(store: Store) -> None:
    for stored in store.log.read():
        if stored.type not in HARMLESS:
            raise not_empty(store.path, stored.type)


def _checked(path: Path, folder: str, key: str | None) -> tuple[Manifest, bytes]:
    """Return the manifest of an export that can be imported.

    Raises:
        InvalidFile: it cannot.
    """
    found = verify_export(path, key=key)
    if not found.ok:
        more = f"; {found.problem_count - 1} more" if found.problem_count > 1 else ""
        raise InvalidFile(f"cannot import {folder!r}: {found.problems[0]}{more}; nothing was imported: export it again")
    said, data = read_manifest(path)
    why = None
    if said.holds != "events":
        why = "it holds beliefs and not the events that they follow from"
    elif said.words != "open":
        why = "its words were left out (--sealed), and the keys of another store are not here"
    elif said.filters or not said.complete or (said.range.first, said.range.last) != (1, said.checkpoint.size):
        why = "it is a part of a log"
    if why:
        raise InvalidFile(f"cannot import {folder!r}: {why}; export the whole log, with its words")
    return said, data


def _copy(
    store: Store,
    copy: LogCopy,
    said: Manifest,
    data: bytes,
    path: Path,
    actor: str,
    store_id: str,
    leaves: _Leaves,
    progress: Progress | None,
) -> None:
    people = msgspec.json.decode((path / manifest.PEOPLE_FILE).read_bytes(), type=dict[str, str])
    translation = Translation(store.keys, Sealer(store.keys, store_id), people, store_id)
    reader, done, last_at = lines.Lines(said.store), 0, 0
    with open(path / lines.FILE, "rb") as file:
        for page in _pages(file):
            events = [reader.parsed(line) for line in page]
            copy.add(translation.rows(events))
            leaves.add(b"".join(map(reader.leaf, events)))
            done, last_at = done + len(page), int(events[-1].at)
            if progress is not None:
                progress(done, said.range.last)
    event = StoreImported(
        actor=actor_in_log(store, actor),
        cause=new_command_id(),
        box=None,
        origin=said.store,
        upto=said.range.last,
        origin_size=said.checkpoint.size,
        origin_root=said.checkpoint.root,
        manifest=store.keys.name_tag("export", sha256(data).hexdigest()),
    )
    new = store.codec.encode(event)
    copy.add([(done + 1, max(store.now(), last_at), new.type, tags_text(new.tags), new.body)])
    copy.finish()


def _pages(file: Iterator[bytes]) -> Iterator[list[bytes]]:
    while page := list(islice(file, PAGE)):
        yield page


def _fold(store: Store, path: Path) -> None:
    """Fold the views of a new log."""
    codec = store.codec
    with SqliteLog(path, projections=CORE, decode=codec.decode, known_types=codec.known_types, clock=store.now):
        pass


class _Leaves:
    """The evidence of where events came from: the origin's manifest, checkpoint and key, and the leaves of its tree."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        shutil.rmtree(folder, ignore_errors=True)  # of an import that did not come to its end
        make_private_folder(folder)
        self._file = os.fdopen(new_private_file(folder / LEAVES_FILE), "wb")

    def add(self, leaves: bytes) -> None:
        """Add leaves."""
        self._file.write(leaves)

    def drop(self) -> None:
        """Remove them: nothing was imported."""
        self._file.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        with suppress(OSError):  # that of another origin may stand beside it
            self._folder.parent.rmdir()

    def keep(self, export: Path) -> None:
        """Copy the rest beside them, and bring all to the disk."""
        with self._file as file:
            file.flush()
            os.fsync(file.fileno())
        for name in _KEPT:
            with os.fdopen(new_private_file(self._folder / name), "wb") as copy:
                copy.write((export / name).read_bytes())
                copy.flush()
                os.fsync(copy.fileno())
