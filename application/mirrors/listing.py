"""How the mirrors stand: freshness, cost, and who reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.durations import duration
from ...domain.mirroring import MONTH_DAYS
from ...domain.mirrors import is_stale, seen_at
from ...domain.moments import SECOND, to_datetime
from ...domain.scopes import readable
from ...infrastructure.mirrors.folder import MirrorFolder
from ..entries import entry
from ..reading import agents
from .declaring import all_declared, known_names, row_of
from .reading import checked_at_of
from .refreshing import next_at, refused

if TYPE_CHECKING:
    from datetime import datetime

    from ...domain.mirroring import Declaration
    from ...domain.mirrors import Mirror
    from ..store import Store


class MirrorLine(msgspec.Struct, frozen=True, kw_only=True):
    """One mirror."""

    name: str
    standing: str
    """`enabled`, `disabled`, `refused` (why: `finding`), `broken` (the policy file says something impossible of it), or
    `undeclared`: the log knows it, and the policy file does not."""
    scope: str | None
    source: str | None
    """Where it looks: `command`, `url`, `sql` or `python`."""
    every: str | None
    as_of: datetime | None
    """As of when what it shows is known to have held; None: it shows nothing."""
    age_s: int | None
    stale: bool
    changed_at: datetime | None
    result: str | None
    """What came of the last refresh."""
    finding: str | None
    """Why that failed, or why there is none."""
    next_at: datetime | None
    """When it is refreshed next; None: it is not."""
    size_bytes: int
    file: str | None
    cost_per_run: int
    cost_per_day: float
    """By its cadence, in the unit of the policy."""
    cost_per_month: float
    """Of 30 days."""
    cost_unit: str
    readers: tuple[str, ...]
    """The agents that read it."""
    subjects: tuple[str, ...]
    git: str | None
    not_committed: str | None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def mirrors(store: Store) -> list[MirrorLine]:
    """Return the mirrors that the policy file declares, and those that only the log knows, by name.

    Raises:
        InvalidFile: the policy file cannot be read, or other accounts may write it.
    """
    found = all_declared(store)
    lines = [_line(store, name, said, found.mirrors) for name, said in found.mirrors.items()]
    lines += [_odd(store, name, "broken", fault) for name, fault in found.faults.items()]
    declared = {line.name for line in lines}
    why = "the policy file does not declare it"
    lines += [_odd(store, name, "undeclared", why) for name in known_names(store) if name not in declared]
    return sorted(lines, key=lambda line: line.name)


def awaits_content(store: Store, agent: str, name: str) -> bool:
    """Say whether there is a mirror of that name for an agent, which has brought in nothing yet."""
    row = row_of(store, name)
    if row is None or row.standing == "removed" or row.content_position is not None:
        return False
    return row.scope in readable(agent, store.policy().teams)


def _line(store: Store, name: str, said: Declaration, declared: dict[str, Declaration]) -> MirrorLine:
    row = row_of(store, name)
    refusal = refused(store, name, declared) if said.enabled else None
    standing = "disabled" if not said.enabled else "refused" if refusal else "enabled"
    due = next_at(store, name, said) if standing == "enabled" else None
    line = _known(store, name, row, standing)
    folder = MirrorFolder(store.path)
    file = folder.file(name, said.ending)
    note = folder.note(name)
    return msgspec.structs.replace(
        line,
        scope=said.scope,
        source=said.source,
        every=duration(said.every_s),
        finding=str(refusal) if refusal else line.finding,
        next_at=None if due is None else to_datetime(max(due, store.now())),
        file=str(file) if file.is_file() else None,
        cost_per_run=said.cost_per_run,
        cost_per_day=said.cost_per_day,
        cost_per_month=said.cost_per_day * MONTH_DAYS,
        readers=_readers(store, said.scope),
        subjects=said.subjects,
        git=said.git or None,
        not_committed=note.not_committed if said.git else None,
    )


def _odd(store: Store, name: str, standing: str, why: str) -> MirrorLine:
    line = _known(store, name, row_of(store, name), standing)
    return msgspec.structs.replace(line, finding=why, stale=True)


def _known(store: Store, name: str, row: Mirror | None, standing: str) -> MirrorLine:
    """Return what the log says of a mirror."""
    now = store.now()
    checked_at = None if row is None else checked_at_of(store, name, row)
    seen = None if row is None else seen_at(row, checked_at)
    result, finding = _last(store, row)
    return MirrorLine(
        name=name,
        standing=standing,
        scope=row.scope if row else None,
        source=None,
        every=duration(row.every_s) if row else None,
        as_of=None if seen is None else to_datetime(seen),
        age_s=None if seen is None else max(now - seen, 0) // SECOND,
        stale=row is None or standing != "enabled" or is_stale(row, checked_at, now),
        changed_at=to_datetime(row.content_at) if row and row.content_at is not None else None,
        result=result,
        finding=finding,
        next_at=None,
        size_bytes=row.size_bytes if row else 0,
        file=None,
        cost_per_run=row.cost_per_run if row else 0,
        cost_per_day=0,
        cost_per_month=0,
        cost_unit=store.policy().mirroring.cost_unit,
        readers=_readers(store, row.scope) if row else (),
        subjects=(),
        git=None,
        not_committed=None,
    )


def _last(store: Store, row: Mirror | None) -> tuple[str | None, str | None]:
    """Return what came of the last refresh that the log tells of, and why it failed."""
    if row is None or (row.refreshed_at is None and row.failed_position is None):
        return None, None
    if row.failed_position is None:
        return "ok", None
    told = entry(store, store.event(row.failed_position))
    return str(told.details["fault"]), told.because


def _readers(store: Store, scope: str) -> tuple[str, ...]:
    teams = store.policy().teams
    return tuple(agent for agent in agents(store) if scope in readable(agent, teams))
