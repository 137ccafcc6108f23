"""Verifying a store: the tree is recomputed from the log, and compared with everything that was ever signed of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.errors import RemembrancerError, StoreBusy, StoreError, StoreReadOnly
from ...domain.events import CheckpointSigned, LedgerAccepted, StoreImported
from ...infrastructure.ledger.anchors import read_anchor
from ...infrastructure.ledger.findings import Finding, places
from ...infrastructure.ledger.kept import KeptLeaves
from ...infrastructure.ledger.log_tree import FOLDER
from ...infrastructure.ledger.reading_beside import read_whole
from ...infrastructure.ledger.scan import LogScan, rows_of_type
from ...infrastructure.ledger.session_marks import marks
from ...infrastructure.ledger.state_folder import is_store_id
from .heads import Heads, anchored, is_known_here, origins_told, sizes_told
from .known_keys import known_keys
from .origins import imported_from
from .witnessing import witnessed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...infrastructure.ledger.notes import VerifierKey
    from ..store import Store

    Progress = Callable[[str, int, int], None]
    """Told what is looked at, how much of it was, and of how much."""

NAMED_MAX = 1_000
"""Findings that a report names; the others are counted."""


class VerifyReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a verification found."""

    store: str
    """Id of the store."""
    events: int
    """How many the log has."""
    root: str | None
    """Root of the tree over all of them, 64 hexadecimal digits; None if one is missing."""
    checkpoints: int
    """How many signed heads the log was compared with: its own, the anchor, copies of witnesses, and `against`."""
    signed: int
    """The largest position that something signed or anchored covers."""
    count: int
    """How many things are wrong."""
    findings: tuple[Finding, ...]
    """What is wrong, in order of positions; at most `NAMED_MAX` of them."""
    notes: tuple[str, ...]
    """What is not wrong, but worth knowing, such as what could not be compared."""
    replayed: bool
    """Whether the views were compared with a replay."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.count

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong, one line each, with its position."""
        return tuple(line(finding) for finding in self.findings)

    @property
    def first_bad(self) -> int | None:
        """The first position at which something is wrong; None if nothing is, or if it is about no position."""
        return next((one.position for one in self.findings if one.position is not None), None)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**msgspec.to_builtins(self), "ok": self.ok, "first_bad": self.first_bad}


def line(finding: Finding) -> str:
    """Return a finding in one line, with its position."""
    if finding.position is None or finding.said.startswith("position"):
        return finding.said
    return f"{places(finding.position, finding.last or finding.position)}: {finding.said}"


def verify_store(
    store: Store,
    *,
    replay: bool = False,
    against: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    keys: Sequence[str] = (),
    progress: Progress | None = None,
) -> VerifyReport:
    """Recompute the tree from the log and compare all there is: nothing is changed, and nothing stops it midway.

    Args:
        replay: whether the views are compared with a replay, and the nodes of the ledger with the log.
        against: files with checkpoints that were kept elsewhere.
        keys: texts of further keys that may have signed, as `ledger key` prints them.

    Raises:
        InvalidFile: a file of `against` cannot be read, or a key is none.
    """
    tell = progress or _say_nothing
    with store.log.snapshot() as connection:
        told = rows_of_type(connection, CheckpointSigned.TYPE)
        imported = imported_from(rows_of_type(connection, StoreImported.TYPE), store.codec)
    store_id, findings = _true_id(store, told, imported)
    heads = Heads(known_keys(store_id, keys), store_id)
    # In this order: a session that ends meanwhile moves the anchor on, and only then takes its mark away.
    sessions = bool(marks(store_id))
    heads.add(anchored(store_id))
    heads.add(witnessed(store, heads))
    files = [against] if isinstance(against, str | os.PathLike) else list(against or ())
    for file in files:
        heads.add_file(os.fspath(file))
    with store.log.snapshots() as (connection, beside), KeptLeaves(store.path / FOLDER) as kept:
        accepted = rows_of_type(connection, LedgerAccepted.TYPE)
        told = [*rows_of_type(connection, CheckpointSigned.TYPE), *accepted]
        sizes = heads.sizes() | sizes_told(told, store.codec)
        scan = LogScan(
            connection, store_id, store.codec, kept, beside=beside, sizes=sizes, watched=CheckpointSigned.TYPE
        )
        read_whole(scan, lambda done, total: tell("events", done, total))
        heads.add_events(scan, accepted, imported, store.codec)
        findings += [*scan.findings, *heads.compare(scan, kept)]
    heads.look_at_tail(scan, lambda head: sessions or _is_vouched_for(store, head))
    findings += _others(store, heads, replay=replay, tell=tell)
    findings = heads.unsettled(findings)
    findings.sort(key=lambda one: (one.position is None, one.position or 0))
    return VerifyReport(
        store=store_id,
        events=scan.events,
        root=scan.root.hex() if scan.root else None,
        checkpoints=heads.count,
        signed=heads.covered,
        count=len(findings),
        findings=tuple(findings[:NAMED_MAX]),
        notes=tuple(heads.notes),
        replayed=replay,
    )


def found_wrong(store: Store, keys: Sequence[VerifierKey]) -> list[Finding]:
    """Return what is wrong with a log by itself, whatever was noted of it elsewhere.

    Args:
        keys: further ones that may sign.
    """
    with store.log.snapshot() as connection, KeptLeaves(store.path / FOLDER) as kept:
        accepted = rows_of_type(connection, LedgerAccepted.TYPE)
        told = [*rows_of_type(connection, CheckpointSigned.TYPE), *accepted]
        sizes, heads = sizes_told(told, store.codec), Heads([*known_keys(store.id), *keys], store.id)
        scan = LogScan(connection, store.id, store.codec, kept, sizes=sizes, watched=CheckpointSigned.TYPE)
        read_whole(scan)
        imported = imported_from(rows_of_type(connection, StoreImported.TYPE), store.codec)
        heads.add_events(scan, accepted, imported, store.codec)
        return heads.unsettled([*scan.findings, *heads.compare(scan, kept)])


def _true_id(
    store: Store, told: Sequence[tuple[object, ...]], imported: Mapping[str, int]
) -> tuple[str, list[Finding]]:
    """Return the id that the log was signed under, and what is wrong if its first event says another one."""
    if is_known_here(store.id):
        return store.id, []
    for named in origins_told(told, imported, store.codec):
        if named != store.id and is_store_id(named) and is_known_here(named):
            said = f"it says that this is store {store.id}, but what is signed and noted is of store {named}"
            return named, [Finding("event", 1, said)]
    return store.id, []


def _is_vouched_for(store: Store, head: int) -> bool:
    """Say whether somebody who is known here says that the end of the log is to be signed yet."""
    from .covering import uncovered

    try:
        anchor = read_anchor(store.id)
        return anchor is not None and uncovered(store, anchor.size, head) is None
    except (RemembrancerError, msgspec.DecodeError):
        return False


def verify_at(
    where: str | os.PathLike[str],
    *,
    replay: bool = False,
    against: Sequence[str | os.PathLike[str]] = (),
    keys: Sequence[str] = (),
    progress: Progress | None = None,
) -> VerifyReport:
    """Open a store read-only and verify it; what is too damaged for that is a finding. `verify_store` says the rest.

    Raises:
        NotAStore: there is none, and no log of one.
    """
    from ..opening import LOG_FILE, open_store

    try:
        store = open_store(where, read_only=True, watched=False, keyless=True)
        try:
            report = verify_store(store, replay=replay, against=against, keys=keys, progress=progress)
            return report if store.keys.at_hand or store.keys.locked else _keyless(report)
        finally:
            store.close()
    except StoreError as fault:
        if isinstance(fault, StoreBusy | StoreReadOnly) or not os.path.exists(os.path.join(where, LOG_FILE)):
            raise
        return VerifyReport(
            store="",
            events=0,
            root=None,
            checkpoints=0,
            signed=0,
            count=1,
            findings=(Finding("store", 1 if "store.created" in str(fault) else None, str(fault)),),
            notes=(),
            replayed=False,
        )


def _keyless(report: VerifyReport) -> VerifyReport:
    said = "no keys could be read, which verifying does not need; an opening for writing mends what a killed one left"
    return msgspec.structs.replace(report, notes=(*report.notes, said))


def _say_nothing(_what: str, _done: int, _total: int) -> None:
    """Nobody wants to know how far it is."""


def _others(store: Store, heads: Heads, *, replay: bool, tell: Progress) -> list[Finding]:
    """Return what is wrong with what follows from the log."""
    findings: list[Finding] = []
    from ..archive_checking import archive_problems

    try:
        findings += [Finding("archive", None, said) for said in archive_problems(store)]
    except (RemembrancerError, OSError) as fault:
        findings.append(Finding("archive", None, f"the archive cannot be compared with the log: {fault}"))
    if not replay:
        findings += [one for one in heads.node_findings if one.kind != "nodes"]
        heads.notes += [line(one) for one in heads.node_findings if one.kind == "nodes"]
        return findings
    findings += heads.node_findings
    from ..rebuilding import check_views

    try:
        wrong = check_views(store, lambda done, total: tell("views", done, total))
        findings += [Finding("view", None, said) for said in wrong]
    except (StoreError, AssertionError, LookupError, ValueError) as fault:
        findings.append(Finding("view", None, f"the views cannot be compared with a replay: {fault}"))
    return findings
