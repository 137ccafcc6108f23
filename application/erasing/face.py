"""The verbs of an officer: who is known here, erasing, holding, and what the rules of retention do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.texts import check_person

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from ..moment import Asked as Moment
    from ..store import Store
    from .holds import HoldNote
    from .portable import SubjectExport
    from .report import ErasureReport
    from .retention import RuleReport
    from .subjects import SubjectFile, SubjectLine


class Officer:
    """What is done for people and for the law, over the whole store."""

    _store: Store

    def subjects(self) -> list[SubjectLine]:
        """Return all people whom words here are about or who acted here, by name; then those who were erased."""
        from .subjects import subjects

        return subjects(self._store)

    def subject(self, name: str) -> SubjectFile:
        """Return everything that is known of a person, such as `user:42`.

        Raises:
            UnknownSubject: nobody of that name is known here, or no more.
        """
        from .subjects import subject_file

        return subject_file(self._store, name)

    def export_subject(self, name: str, folder: str | os.PathLike[str], *, by: str | None = None) -> SubjectExport:
        """Write everything that is known of a person into a new folder, for people and for machines.

        Raises:
            UnknownSubject: nobody of that name is known here, or no more.
            FolderTaken, StoreReadOnly, StoreFull: nothing was written.
        """
        from .portable import export_subject

        return export_subject(self._store, name, folder, _actor(by))

    def erase(
        self, what: str | Sequence[str], *, because: str | None = None, by: str | None = None, dry_run: bool = False
    ) -> ErasureReport:
        """Take away for ever the words about a person, or those of memories, with all that was made of them.

        Args:
            what: the name of a person, such as `user:42`, or one or several ids of memories.
            because: why; it stays, so it must not repeat what is erased. Only a dry run does without.
            by: the person who asks, `user:NAME`; None: the store itself.
            dry_run: only say what would be reached.

        Raises:
            UnknownSubject, UnknownMemory: there is nobody and nothing of that name.
            OnHold: the law wants some of it to stay.
            InvalidText: no reason is given, or it repeats what is to be erased.
        """
        from .asking import asked_about
        from .erasing import Erasure

        erasure = Erasure(self._store, asked_about(self._store, what), because=because, actor=_actor(by))
        return erasure.preview() if dry_run else erasure.carry_out()

    def hold(self, what: str | Sequence[str], *, until: Moment, because: str, by: str | None = None) -> HoldNote:
        """Keep the words about a person, or memories, from being forgotten or erased until a time.

        Raises:
            InvalidMoment, InvalidText: it would end in the past, or no reason is given.
            UnknownMemory, NotLive: a memory is not there, or erased.
        """
        from .asking import asked_about
        from .holds import place

        return place(self._store, asked_about(self._store, what), until, because, _actor(by))

    def holds(self, *, ended: bool = False) -> list[HoldNote]:
        """Return the holds in force, those that end last first; with `ended`, also those that are over."""
        from .holds import holds

        return holds(self._store, ended=ended)

    def release_hold(self, hold: str, *, because: str, by: str | None = None) -> HoldNote:
        """End a hold before its time.

        Raises:
            UnknownHold: no hold of that id is in force.
        """
        from .holds import release

        return release(self._store, hold, because, _actor(by))

    def retain(self, *, dry_run: bool = False, by: str | None = None) -> list[RuleReport]:
        """Erase what the rules of retention no longer keep, and return what was; or only say what is due.

        Raises:
            StoreReadOnly, StoreFull, StoreBusy, KeysLocked: not all of it was erased.
        """
        from .retention import keep, look

        return look(self._store) if dry_run else keep(self._store, _actor(by))


def _actor(by: str | None) -> str:
    from .asking import NOBODY

    return NOBODY if by is None else check_person(by)
