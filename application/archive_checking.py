"""Archive files compared with the log: single ones before a restore, all of them on demand, and mended from the log."""

from __future__ import annotations

from bisect import bisect_left
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ..domain.errors import ArchiveDamaged, Refused, StoreBusy, StoreError, StoreReadOnly
from ..domain.moments import to_datetime
from ..infrastructure.archive.archivings import all_archivings, archivings, last_archiving, waiting
from ..infrastructure.archive.lock import ArchiveBusy, turn
from ..infrastructure.archive.names import PairName, time_stamp
from ..projections.beliefs import BELIEFS
from ..projections.node import OPEN
from .archiving import PAGE, PATIENCE_S, told, write_missing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..infrastructure.archive.archivings import Archiving, Place
    from ..infrastructure.archive.names import Part
    from ..infrastructure.archive.page import KeptMemory, Page
    from ..infrastructure.log import StoredEvent
    from .memory import Memory
    from .store import Store

NAMED_MAX = 5
"""How many problems a doctor names before it refers to the check."""

FileState = Literal["whole", "damaged", "missing", "waiting", "off"]


class ArchiveReport(msgspec.Struct, frozen=True, kw_only=True):
    """How the archive files are."""

    files: int
    """Pairs that are whole."""
    memories: int
    """How many memories stand in them."""
    waiting: int
    """How many have retired and are not written yet."""
    problems: tuple[str, ...]
    """What is wrong with the files; after a repair, what still is."""
    repaired: tuple[str, ...] = ()
    """What a repair did."""

    @property
    def ok(self) -> bool:
        """Whether there are no problems."""
        return not self.problems

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**msgspec.to_builtins(self), "ok": self.ok}


class ArchivedFile(msgspec.Struct, frozen=True, kw_only=True):
    """Where a retired memory stands, besides the log."""

    position: int
    """Of its archiving."""
    archived_at: datetime
    file: str | None
    state: FileState
    """`damaged` also if it may stand in a damaged file; `off` where the policy wants no files."""


class FileFinder:
    """Finds the files that memories stand in; reads each file once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shelf = store.archive.shelf()
        self._by_kind: dict[str, list[PairName]] = {}
        try:
            names = self._shelf.parts()[0]
        except OSError:
            names = dict[PairName, set["Part"]]()
        # Where only a sidecar is left, the page is missing, which is no damage.
        for name in sorted(name for name, parts in names.items() if "page" in parts):
            self._by_kind.setdefault(name.kind, []).append(name)
        self._pages: dict[PairName, Page | ArchiveDamaged] = {}

    def find(self, archiving: Archiving) -> PairName | None:
        """Return the file that a memory stands in, as it retired; None if there is none.

        Raises:
            ArchiveDamaged: the file, or one that may be it, is damaged, or says something else than the log.
        """
        damaged: ArchiveDamaged | None = None
        for name in self._candidates(archiving):
            page = self._read(name)
            if isinstance(page, ArchiveDamaged):
                damaged = damaged or page
                continue
            for one in page.memories:
                if one.place == archiving.place:
                    position = archiving.belief.content_position
                    _compare(name, one, position, self._store.log.get(position))
                    return name
        if damaged is not None:
            raise damaged
        return None

    def _candidates(self, archiving: Archiving) -> Iterator[PairName]:
        """Yield the files that end when a memory retired, and the first that end later."""
        names = self._by_kind.get(archiving.belief.kind, [])
        since = time_stamp(archiving.at)
        later = None
        for name in names[bisect_left(names, since, key=lambda name: name.ts) :]:
            if name.ts != since:
                later = later or name.ts
                if name.ts != later:
                    return
            yield name

    def _read(self, name: PairName) -> Page | ArchiveDamaged:
        if name not in self._pages:
            try:
                self._pages[name] = self._shelf.read(name)
            except ArchiveDamaged as fault:
                self._pages[name] = fault
        return self._pages[name]


def check_before_restore(store: Store, memory: str) -> None:
    """Verify the file of a memory that is to leave the archive. That it has none is no obstacle.

    Raises:
        ArchiveDamaged: the file is not what was written.
    """
    belief = store.views.row(BELIEFS, (memory,))
    if belief is None or belief.layer != "L6" or not store.archive.enabled:
        return
    archiving = last_archiving(store.log, memory, OPEN)
    if archiving is not None:
        FileFinder(store).find(archiving)


def files_of(store: Store, memories: Sequence[Memory], upto: int) -> list[ArchivedFile | None]:
    """Return where memories stand that had retired at position `upto`; None for those that never had."""
    finder, progress, enabled = FileFinder(store), store.archive.progress(), store.archive.enabled
    found: list[ArchivedFile | None] = []
    for memory in memories:
        archiving = last_archiving(store.log, memory.id, upto)
        if archiving is None:
            found.append(None)
            continue
        file, state = _file_and_state(finder, archiving)
        if state == "missing":
            state = "off" if not enabled else "waiting" if archiving.position > progress.position else state
        found.append(
            ArchivedFile(position=archiving.position, archived_at=to_datetime(archiving.at), file=file, state=state)
        )
    return found


def _file_and_state(finder: FileFinder, archiving: Archiving) -> tuple[str | None, FileState]:
    try:
        name = finder.find(archiving)
    except ArchiveDamaged as fault:
        return fault.file, "damaged"
    return (None, "missing") if name is None else (name.page, "whole")


def check_archive(store: Store, *, repair: bool = False) -> ArchiveReport:
    """Compare all archive files with the log.

    Args:
        repair: write what waits, move what is damaged to `archive/damaged/`, and write from the log what is missing.

    Raises:
        Refused, StoreReadOnly, StoreBusy: nothing can be repaired, since the policy wants no files, the store was
            opened read-only, or another process is writing files.
        StoreError: the files cannot be written.
    """
    return _repaired(store) if repair else _Look(store).report()


def archive_problems(store: Store) -> tuple[str, ...]:
    """Return what is wrong with the archive files, without counting what is right."""
    return _Look(store).everything_wrong()


def troubles(store: Store) -> list[str]:
    """Return what is wrong with the archive files, after trying once more to write what waits."""
    if not store.read_only:
        store.archive.drain()
    problems = archive_problems(store)
    rest = len(problems) - NAMED_MAX
    more = [f"{rest} more problems with archive files; see `remembrancer archive check`"] if rest > 0 else []
    return [*problems[:NAMED_MAX], *more]


class _Look:
    """What one look at all files finds."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shelf = store.archive.shelf()
        # Read in this order: whatever is written meanwhile is then there when it is looked for.
        self.progress = store.archive.progress()
        self.problems: list[str] = []
        self.bad: list[str] = []
        """Files that are not as they should be."""
        self.found: dict[Place, PairName] = {}
        """Where what retired stands."""
        self.files = 0
        self._retired: dict[Place, int] = {}
        self._read_all()

    def report(self, repaired: Sequence[str] = ()) -> ArchiveReport:
        """Return what was found."""
        return ArchiveReport(
            files=self.files,
            memories=len(self.found),
            waiting=waiting(self._store.log, self.progress.position) if self._store.archive.enabled else 0,
            problems=self.everything_wrong(),
            repaired=tuple(repaired),
        )

    def everything_wrong(self) -> tuple[str, ...]:
        """Return all problems, one line each."""
        return *self.problems, *self._missing(), *self._failing()

    def expected(self) -> Iterator[Archiving]:
        """Yield what should have its file by now, in order."""
        after = 0
        while page := archivings(self._store.log, after=after, upto=self.progress.position, limit=PAGE):
            yield from page
            after = page[-1].position

    def _read_all(self) -> None:
        try:
            names, strange = self._shelf.parts()
        except OSError as fault:
            self.problems.append(f"the archive files cannot be listed: {told(fault)}")
            return
        first = archivings(self._store.log, after=self.progress.position, upto=OPEN, limit=1)
        in_the_works = time_stamp(first[0].at) if first else None
        self._retired = all_archivings(self._store.log)
        for file in strange:
            self._blame(f"{file!r} is not the name of an archive file; move it elsewhere", file)
        for name, parts in sorted(names.items()):
            if len(parts) == 2:
                self._read(name)
            elif in_the_works is None or name.ts < in_the_works:
                there, lacking = (name.page, "sidecar") if "page" in parts else (name.sidecar, "page")
                self._blame(f"archive file {there!r}: its {lacking} is missing", there)

    def _read(self, name: PairName) -> None:
        try:
            page = self._shelf.read(name)
            words = self._words_of(page)
            for one in page.memories:
                self._check(name, one, words)
        except ArchiveDamaged as fault:
            self._blame(f"archive file {name.page!r} is damaged: {fault.why}", name.page, name.sidecar)
            return
        self.found.update((one.place, name) for one in page.memories)
        self.files += 1

    def _words_of(self, page: Page) -> dict[int, StoredEvent]:
        """Return the events that hold the words of what a file says, by position, as far as the log knows it."""
        positions = {self._retired[one.place] for one in page.memories if one.place in self._retired}
        return {stored.position: stored for stored in self._store.log.some(sorted(positions))}

    def _check(self, name: PairName, one: KeptMemory, words: Mapping[int, StoredEvent]) -> None:
        if one.place not in self._retired:
            raise ArchiveDamaged(
                name.page, f"it says that {one.id} retired at position {one.position}; the log does not know it"
            )
        if one.place in self.found:
            raise ArchiveDamaged(name.page, f"{one.id} stands in {self.found[one.place].page!r} as well")
        position = self._retired[one.place]
        _compare(name, one, position, words.get(position))

    def _blame(self, problem: str, *files: str) -> None:
        self.problems.append(problem)
        self.bad.extend(files)

    def _missing(self) -> list[str]:
        if not self._store.archive.enabled:
            return []
        upto = self.progress.position
        if all(place in self.found for place in self._retired if place[0] <= upto):
            return []  # none is missing: they need not be looked at one by one
        missing = [one for one in self.expected() if one.place not in self.found]
        if not missing:
            return []
        first = missing[0]
        problem = (
            f"retired memories that stand in no whole file: {len(missing)}, the first is {first.belief.memory} "
            f"(position {first.position}); the log has them: `remembrancer archive check --repair` writes their files"
        )
        return [problem]

    def _failing(self) -> list[str]:
        progress = self.progress
        number = waiting(self._store.log, progress.position) if progress.failure else 0
        if not number or not self._store.archive.enabled:
            return []
        problem = (
            f"retired memories that wait for their files: {number}; the last of {progress.failures} attempts failed at "
            f"{to_datetime(progress.failed_at):%Y-%m-%d %H:%M:%SZ}: {progress.failure}; the log has them: mend what "
            "stands in the way, and they are written by themselves"
        )
        return [problem]


def _compare(name: PairName, one: KeptMemory, content_position: int, stored: StoredEvent | None) -> None:
    """Refuse a memory whose words a file has otherwise than the log."""
    if stored is None or not one.event.is_of(stored):
        raise ArchiveDamaged(name.page, f"it has {one.id} otherwise than the log at position {content_position}")


def _repaired(store: Store) -> ArchiveReport:
    if store.read_only:
        raise StoreReadOnly("the store was opened read-only; open it writable to repair its archive files")
    if not store.archive.enabled:
        raise Refused(
            "cannot repair archive files: the policy has archive.enabled = false; adopt one that wants files first"
        )
    store.archive.drain()
    done: list[str] = []
    shelf = store.archive.shelf()
    try:
        shelf.make()
        with turn(store.archive.folder, PATIENCE_S) as mine:
            look = _Look(store)
            mine.begin()
            moved = shelf.set_aside(look.bad)
            done += [f"moved {file!r} to {shelf.aside.name!r}" for file in moved]
            written = write_missing(store, shelf, look.expected(), look.found)
            done += [f"wrote {name.page!r}" for name in written]
            mine.finish()
    except ArchiveBusy:
        raise StoreBusy("another process has been writing archive files all the while; try again") from None
    except OSError as fault:
        raise StoreError(f"cannot repair the archive files: {told(fault)}; mend that and try again") from None
    return _Look(store).report(done)
