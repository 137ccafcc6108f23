"""Archive files: a projection that follows the log. What retires is in the log first, and in a file soon after.

Nothing waits for the files, and nothing fails with them: a thread writes them behind the commands and tries again what
fails, and what one process leaves the next one writes.
"""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..domain.errors import RemembrancerError, StoreError
from ..domain.events import MemoriesConsolidated, MemoryArchived, NewMemory
from ..infrastructure.archive.archivings import archivings, with_words
from ..infrastructure.archive.progress import Progress, read_progress, write_progress
from ..projections.node import OPEN

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from ..domain.events import AnyEvent
    from ..infrastructure.archive.archivings import Archiving, Place
    from ..infrastructure.archive.names import PairName
    from ..infrastructure.archive.page import KeptMemory
    from ..infrastructure.archive.shelf import Shelf
    from ..infrastructure.archive.writer import ArchiveWriter
    from .store import Store

FOLDER = "archive"
PAGE = 500
"""Memories in one file, at most; and in one step, but for what one event retired together."""
PAGE_BYTES_MAX = 16 * 1024 * 1024
"""A file is closed once the events in it have so many bytes."""
FAULTS = (OSError, RemembrancerError)
"""What may keep files from being written: the disk, or a store that is damaged or closed."""
PATIENCE_S = 10.0
"""How long a command that asks for files waits for another writer."""
PAUSE_S = 1.0
"""Pause after a command's own attempt has failed."""
PAUSE_MICROS_MAX = 3_600_000_000
"""A longer pause than this was never meant: a clock has been set back."""


def retires(event: AnyEvent) -> bool:
    """Say whether an event brings memories to L6."""
    if isinstance(event, MemoryArchived | MemoriesConsolidated):
        return True
    return isinstance(event, NewMemory) and event.layer == "L6"


class Archive:
    """The archive files of an open store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.folder = store.path / FOLDER
        self._process = os.getpid()
        self._starting = threading.Lock()
        self._writer: ArchiveWriter | None = None
        self._failed: Progress | None = None
        """The last failure, which may have kept itself from being written down."""
        self._reached = -1
        """How far this process has seen the files follow; -1 until it has looked for what a crash may have left."""

    @property
    def enabled(self) -> bool:
        """Whether the policy in force wants files."""
        return self._store.policy().archive.enabled

    def shelf(self) -> Shelf:
        """Return the folder of the files."""
        from ..infrastructure.archive.shelf import Shelf

        return Shelf(self.folder, self._store.id)

    def progress(self) -> Progress:
        """Return how far the files follow, and what failed last; from the beginning if they are of a longer log."""
        progress = self._noted()
        return replace(progress, position=0) if progress.position > self._store.log.head() else progress

    def ask(self) -> None:
        """Have what retired written soon, by the thread of this process."""
        if self._writer is None:
            try:
                with self._starting:
                    self._writer = self._writer or self._start()
            except RuntimeError:
                return  # there can be no more threads now: what retired waits for another command, or opening
        self._writer.ask()

    def resume(self) -> None:
        """Have written what earlier processes left, unless it is too early to try again."""
        if self._store.read_only:
            return
        try:
            progress = self.progress()
            if self.enabled and self._pause_micros(progress) == 0 and self._waits(progress):
                self.ask()
        except StoreError:
            return  # views that cannot be read are for whoever reads them: files are no reason to refuse an opening

    def drain(self) -> None:
        """Write what waits now; what keeps it from being written is noted, and tried again later."""
        from ..infrastructure.archive.lock import ArchiveBusy

        try:
            self.write(patience_s=PATIENCE_S)
        except ArchiveBusy:
            return  # whoever is at work writes what waits here as well
        except FAULTS as failure:
            self._note(failure, PAUSE_S)

    def close(self) -> None:
        """Write for a moment more what waits, and end the thread."""
        if self._writer is not None and self._process == os.getpid():
            self._writer.close()

    def write(self, leave_off: Callable[[], bool] = bool, *, patience_s: float = 0) -> None:
        """Write what waits, page by page.

        Args:
            leave_off: asked before each page.
            patience_s: how long to wait for another writer.

        Raises:
            ArchiveBusy: another writer is at work.
            OSError, RemembrancerError: it cannot be written; what is written by then is whole.
        """
        from ..infrastructure.archive.lock import turn

        if not self.enabled or not self._waits(self.progress()):
            return
        shelf = self.shelf()
        shelf.make()
        with turn(self.folder, patience_s) as mine:
            progress = self.progress()
            uncertain = mine.cut_short or self._reached < 0 or progress.position < self._reached
            found: Collection[Place] | None = None
            mine.begin()
            while True:
                if leave_off():
                    if not uncertain:
                        mine.finish()
                    return  # else the next one has to look again
                page = archivings(self._store.log, after=progress.position, upto=OPEN, limit=PAGE)
                if not page:
                    break
                if found is None:
                    found = recovered(shelf, page[0].at) if uncertain else ()
                write_missing(self._store, shelf, page, found)
                progress = Progress(position=page[-1].position)
                write_progress(self.folder, progress)
                self._failed, self._reached = None, progress.position
                if len(page) < PAGE:
                    break  # what retires meanwhile is asked for anew, and comes together until then
            mine.finish()

    def _start(self) -> ArchiveWriter:
        from ..infrastructure.archive.writer import ArchiveWriter

        progress = self._noted()
        return ArchiveWriter(
            self.write,
            FAULTS,
            self._note,
            pause_s=self._pause_micros(progress) / 1_000_000,
            failures=progress.failures,
        )

    def _noted(self) -> Progress:
        progress = read_progress(self.folder)
        return progress if self._failed is None else replace(self._failed, position=progress.position)

    def _waits(self, progress: Progress) -> bool:
        return bool(archivings(self._store.log, after=progress.position, upto=OPEN, limit=1))

    def _pause_micros(self, progress: Progress) -> int:
        pause = progress.try_at - self._store.now()
        return pause if 0 < pause <= PAUSE_MICROS_MAX else 0

    def _note(self, failure: Exception, pause_s: float) -> None:
        """Note a failure where `doctor` and other processes find it, as far as that can be written."""
        from ..infrastructure.archive.lock import ArchiveBusy, turn

        now, before = self._store.now(), self._noted()
        self._failed = replace(
            before,
            failures=before.failures + 1,
            failure=told(failure),
            failed_at=now,
            try_at=now + round(pause_s * 1_000_000),
        )
        try:
            with turn(self.folder):
                write_progress(self.folder, self._noted())
        except (ArchiveBusy, OSError):
            return  # this process remembers it, and another that meets it will say so itself


def told(failure: Exception) -> str:
    """Return what a failure says, in one line."""
    if isinstance(failure, OSError) and failure.strerror:
        where = f" ({os.fsdecode(failure.filename)!r})" if failure.filename else ""
        return f"{failure.strerror}{where}"
    return str(failure)


def recovered(shelf: Shelf, since: int) -> set[Place]:
    """Return what stands in whole files though no progress says so, and remove what a writer left by half.

    Args:
        since: when the first memory retired that may have no file; microseconds since 1970 UTC.
    """
    from ..domain.errors import ArchiveDamaged
    from ..infrastructure.archive.names import time_stamp

    found: set[Place] = set()
    for name, parts in shelf.parts()[0].items():
        if name.ts < time_stamp(since):
            continue
        if len(parts) < 2:
            shelf.remove([name.page, name.sidecar])
            continue
        try:
            found.update(one.place for one in shelf.read(name).memories)
        except ArchiveDamaged:
            continue  # what it should hold is written anew; a check will name it
    return found


def write_missing(store: Store, shelf: Shelf, retired: Iterable[Archiving], found: Collection[Place]) -> list[PairName]:
    """Write files for what retired, in order, and return their names.

    A file never reaches past a memory of its kind that stands in another one. So the files of a kind follow each other
    in time, and a memory is looked for in the first that ends when it retired or later.

    Args:
        found: what stands in a file already.
    """
    from ..infrastructure.archive.page import kept

    written: list[PairName] = []
    runs: dict[str, list[KeptMemory]] = {}
    sizes: dict[str, int] = {}

    def end(kind: str) -> None:
        run = runs.pop(kind, None)
        if run:
            written.append(shelf.write(kind, tuple(run)))

    for archiving, stored in with_words(store.log, retired):
        kind = archiving.belief.kind
        if archiving.place in found:
            end(kind)
            continue
        if kind not in runs:
            runs[kind], sizes[kind] = [], 0
        runs[kind].append(kept(archiving.position, archiving.belief, stored))
        sizes[kind] += len(stored.body)
        if len(runs[kind]) >= PAGE or sizes[kind] >= PAGE_BYTES_MAX:
            end(kind)
    for kind in tuple(runs):
        end(kind)
    if written:
        shelf.sync()
    return written
