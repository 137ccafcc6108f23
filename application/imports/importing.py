"""Importing memories from files: everything is read and tried first, then stored; large files are read twice."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec

from ...domain.errors import InvalidFile, InvalidInput, KeyReused
from ...domain.ids import make_id
from ...domain.moments import zone_named
from ...domain.texts import check_agent, check_person
from ...infrastructure.sources.opening import open_source
from ..handler import execute_all
from .events import Events
from .lines import LineOptions, Lines
from .rehearsing import Rehearsal
from .replaying import Replay, erased_in
from .surveying import BATCH_BYTES_MAX, MAKING, REFUSALS, Fault, Survey

if TYPE_CHECKING:
    import os

    from ...domain.commands import AnyCommand
    from ...infrastructure.sources.item import Item, Source
    from ..store import Store
    from .surveying import Translator

RUN = "imp_"
DEFAULT_AGENT = "default"
BATCH = 1_000
"""Lines of one agent in one transaction."""
BATCH_IN_ORDER = 500
"""Events of a log in one transaction."""
WAITING_MAX = 10_000
"""Lines of all agents that wait for their transactions."""
PROGRESS_BYTES = 256 * 1024

Progress = Callable[[int, int | None], None]
"""Told bytes read and bytes in all, of all readings together; None: how many is not known."""


class ImportReport(msgspec.Struct, frozen=True, kw_only=True):
    """What an import did."""

    run: str
    """Its id: what it stored was caused by `import:<run>`, unless a person imported."""
    recorded: int
    """Lines, notes or events that were stored."""
    known: int
    """Those that were there already, from an earlier import or an earlier line."""
    skipped: tuple[Fault, ...]
    """Those that are bad, in order."""
    left_out: tuple[tuple[str, int], ...]
    """Why events of a log have no place here, and how many; no faults."""
    agents: tuple[str, ...]
    """Whose memories they are, in the order in which they came."""


def import_path(
    store: Store,
    path: str | os.PathLike[str],
    *,
    agent: str | None = None,
    agent_field: str | None = None,
    by: str | None = None,
    timezone: str | None = None,
    skip_bad: bool = False,
    to_archive: bool = False,
    kind: str = "note",
    key: str | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Import JSON Lines, a folder of Markdown notes, one note, or what `log --json` printed; `-` is standard input.

    It may be repeated: what was imported before is not stored again.

    Args:
        agent: whose memories they become; None: `default`, or in a log each event's own agent.
        agent_field: the field that names the agent of each line, in place of `agent`.
        by: the person who imports, `user:NAME`; None: nobody vouches for it.
        timezone: IANA name of the zone of times without one; None: such times are refused.
        skip_bad: import the good lines though others are bad.
        to_archive: straight to L6.
        kind: kind of lines that say none.
        key: refused; only exports are signed, and those go another way.
        progress: told bytes read and bytes in all.

    Raises:
        InvalidInput: an option is wrong, the source cannot be read, or one of its lines is bad; nothing was stored.
        InvalidFile: also if other writers made a line bad while it ran; the message says how much was stored.
        StoreError: the store could not be read or written; what was stored before stays, and importing again goes on.
    """
    if key is not None:
        raise InvalidInput("a key was given, and only an export is signed; leave it out, or name the folder of one")
    options = _options(agent, agent_field, timezone, to_archive=to_archive, kind=kind)
    run = make_id(RUN, secrets.token_bytes(10))
    actor = f"import:{run}" if by is None else check_person(by)
    with closing(open_source(path, progress)) as source:
        if source.form == "log":
            if agent_field is not None or to_archive:
                raise InvalidInput("a log says itself whose its events are and in which layer; leave these options out")
            job = _log_job(store, _Meter(source, progress, readings=3), actor, agent, by)
        else:
            lines = Lines(store, actor, options)
            survey = Survey(store, lines, Rehearsal(store, remember=False), keeps_ids=False)
            job = _Job(survey, lines, _Meter(source, progress, readings=2))
        return _run(store, job, run, str(path), skip_bad=skip_bad, in_order=source.form == "log")


class _Meter:
    """Reads a source and says how far it has come."""

    def __init__(self, source: Source, progress: Progress | None, *, readings: int) -> None:
        self._source = source
        self._progress = progress
        self._total = None if source.size_bytes is None else source.size_bytes * readings
        self._read = self._said = 0

    def items(self) -> Iterator[Item]:
        """Yield the items of the source once more."""
        for item in self._source.items():
            yield item
            self.count(item)

    def count(self, item: Item) -> None:
        """Count an item as read once more."""
        self._read += item.size_bytes
        if self._progress is not None and self._read - self._said >= PROGRESS_BYTES:
            self._said = self._read
            self._progress(self._read, self._total)

    def end(self) -> None:
        """Say that all is read."""
        if self._progress is not None:
            self._progress(self._read if self._total is None else self._total, self._total)


class _Job(msgspec.Struct, frozen=True):
    survey: Survey
    translator: Translator
    meter: _Meter


def _options(
    agent: str | None, agent_field: str | None, timezone: str | None, *, to_archive: bool, kind: str
) -> LineOptions:
    if agent is not None and agent_field is not None:
        raise InvalidInput("both an agent and an agent field are named; name one agent for all lines, or the field")
    return LineOptions(
        agent=check_agent(DEFAULT_AGENT if agent is None else agent),
        agent_field=agent_field,
        zone=None if timezone is None else zone_named(timezone),
        kind=kind,
        to_archive=to_archive,
    )


def _log_job(store: Store, meter: _Meter, actor: str, agent: str | None, by: str | None) -> _Job:
    rehearsal = Rehearsal(store, remember=True)
    erased = erased_in(meter.items())
    events = Events(store, actor, agent=agent, by_person=by is not None, erased=erased, now=store.now())

    def is_live(memory: str) -> bool:
        belief = rehearsal.belief(memory)
        return belief is not None and belief.status == "live"

    replay = Replay(store, events, is_live)
    return _Job(Survey(store, replay, rehearsal, keeps_ids=True), replay, meter)


def _run(store: Store, job: _Job, run: str, path: str, *, skip_bad: bool, in_order: bool) -> ImportReport:
    survey = job.survey
    survey.read(job.meter.items())
    if survey.bad and not skip_bad:
        raise InvalidFile(_refusal(path, survey.bad))
    writing = _Writing(store, job.translator, skip_bad=skip_bad, in_order=in_order)
    if survey.kept is None:
        _read_again(job, writing)
    else:
        for item, command in survey.kept:
            writing.add(item, command)
            job.meter.count(item)
    writing.flush()
    store.archive.drain()
    job.meter.end()
    return ImportReport(
        run=run,
        recorded=writing.recorded + survey.implied,
        known=survey.known + writing.known,
        skipped=(*survey.bad, *writing.bad),
        left_out=tuple(survey.left_out.items()),
        agents=tuple(survey.agents),
    )


def _read_again(job: _Job, writing: _Writing) -> None:
    wanted = iter(job.survey.todo)
    following = next(wanted, None)
    for ordinal, item in enumerate(job.meter.items()):
        if ordinal == following:
            following = next(wanted, None)
            try:
                command = job.translator.command(item)
            except REFUSALS as refusal:
                writing.refuse(item, str(refusal))
            else:
                writing.add(item, command)


def _refusal(path: str, bad: list[Fault]) -> str:
    more = f"; {len(bad) - 1} more are bad" if len(bad) > 1 else ""
    return f"{path!r}, {bad[0]}{more}; nothing was imported: mend what is bad, or skip it with --skip-bad"


class _Writing:
    """Carries out commands in transactions of one agent each."""

    def __init__(self, store: Store, translator: Translator, *, skip_bad: bool, in_order: bool) -> None:
        """Take how items become commands.

        Args:
            in_order: whether the order among agents counts, and a command may name what one before it made.
        """
        self._store = store
        self._translator = translator
        self._skip_bad = skip_bad
        self._in_order = in_order
        self._waiting: dict[str, list[tuple[Item, AnyCommand]]] = {}
        self._made: set[str] = set()
        """Ids that commands among the waiting ones will make; kept in order only."""
        self._count = 0
        self._size = 0
        self.recorded = 0
        self.known = 0
        self.bad: list[Fault] = []

    def add(self, item: Item, command: AnyCommand) -> None:
        """Take in one more item, and store what has come together."""
        if self._in_order and self._must_wait(command):
            self.flush()
        if self._in_order and isinstance(command, MAKING):
            self._made.add(command.memory)
        batch = self._waiting.setdefault(command.agent, [])
        batch.append((item, command))
        self._count += 1
        self._size += item.size_bytes
        if self._count >= WAITING_MAX or self._size >= BATCH_BYTES_MAX:
            self.flush()
        elif len(batch) >= (BATCH_IN_ORDER if self._in_order else BATCH):
            self._store_batch(self._waiting.pop(command.agent))

    def flush(self) -> None:
        """Store all that waits."""
        for batch in self._waiting.values():
            self._store_batch(batch)
        self._waiting = {}

    def _must_wait(self, command: AnyCommand) -> bool:
        """Say whether a command cannot be in one transaction with those that wait."""
        return bool(self._waiting.keys() - {command.agent}) or not self._made.isdisjoint(_named(command))

    def _store_batch(self, batch: list[tuple[Item, AnyCommand]]) -> None:
        self._made.clear()
        self._count -= len(batch)
        self._size -= sum(item.size_bytes for item, _ in batch)
        try:
            self._execute([command for _, command in batch])
        except REFUSALS:
            # Other writers came in between: one by one, so that it is known which line they made bad.
            for item, command in batch:
                try:
                    self._execute([command])
                except KeyReused:
                    self.refuse(item, self._translator.reused(item, within=False))
                except REFUSALS as refusal:
                    self.refuse(item, str(refusal))

    def _execute(self, commands: list[AnyCommand]) -> None:
        for command, receipt in zip(commands, execute_all(self._store, commands), strict=True):
            fresh = bool(receipt.events) and receipt.events[0].event.cause == command.cause
            self.recorded += fresh
            self.known += not fresh

    def refuse(self, item: Item, why: str) -> None:
        """Take in that an item became bad since it was read first.

        Raises:
            InvalidFile: bad items are not skipped.
        """
        fault = Fault(item.where, why)
        if not self._skip_bad:
            raise InvalidFile(
                f"{fault}; another writer came in between, and {self.recorded} are stored: import again to go on"
            )
        self.bad.append(fault)


def _named(command: AnyCommand) -> Iterable[str]:
    """Return the ids of the memories that must be there for a command."""
    if not isinstance(command, MAKING):
        yield getattr(command, "memory", "")
        yield getattr(command, "by", None) or ""
    yield from getattr(command, "evidence", ())
    yield from getattr(command, "sources", ())
