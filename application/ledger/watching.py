"""Watching over a log that is open: what an opening compares, and when its head is signed and noted outside of it."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from ...domain.errors import NotAsAnchored, RemembrancerError
from ...infrastructure.ledger.anchors import Anchor, note_place, read_anchor, store_at, write_anchor
from ...infrastructure.ledger.log_tree import FOLDER, LogTree
from ...infrastructure.ledger.session_marks import SessionMark, clear, left_over, marks
from .checkpointing import STORE, checkpoint, last_checkpoint

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ...domain.events import CheckpointReason
    from ...domain.ledger import VerifyMode
    from ..store import Store
    from .checkpointing import SignedCheckpoint


MODES: tuple[VerifyMode, ...] = ("off", "head", "full")
"""The milder first."""
FOLLOWING = frozenset({"archive", "nodes", "view"})
"""What findings are about that follows from the log: it can be made anew from it."""


class LedgerWatch:
    """Compares a log with what was noted of it, and keeps the notes up while it is open.

    Nothing of it stands in the way of an append: what cannot be signed or noted is told in the store's notices, and
    tried again at the next checkpoint.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._mark: SessionMark | None = None
        self._signed = 0
        """Up to where the log was signed when this one looked last."""
        self._tail = 0
        self._grew = False
        """Whether anything was appended here, or before by a session that was killed."""
        self._begun = False
        """Whether what is to be known of this session before it appends is on disk."""
        self._beginning = threading.Lock()
        self._busy = threading.Lock()

    def open(self) -> None:
        """Compare the log with what was noted of it; from then on keep the notes up.

        Raises:
            NotAsAnchored: it is another, and the store was opened to be written.
        """
        store, rules = self._store, self._store.policy().ledger
        try:
            _check(store, rules.verify)
        except NotAsAnchored as fault:
            if not store.read_only:
                raise
            store.notices.append(str(fault))
        if store.read_only:
            return
        self._tail = rules.tail
        self._signed = _signed_upto(store)
        try:
            self._grew = bool(left_over(store.id))
            self._mark = SessionMark(store.id)
            _note_place(store)
        except (OSError, RemembrancerError) as fault:
            store.notices.append(f"the head of the log cannot be noted outside of the store: {fault}")
        store.log.appending, store.log.appended = self._appending, self._appended

    @property
    def mark(self) -> Path | None:
        """The mark of this session in the state folder, if it could be made."""
        return None if self._mark is None else self._mark.path

    def forget(self) -> None:
        """End without signing anything: the opening failed further on."""
        self._store.log.appending = self._store.log.appended = None
        if self._mark is not None:
            self._mark.end()
            self._mark = None

    def close(self) -> None:
        """Sign and note the head if the log grew here; what others append is theirs to sign."""
        store = self._store
        if store.read_only:
            return
        store.log.appending = store.log.appended = None  # what is appended now signs itself
        with self._busy:
            if self._grew:
                sign_head(store, "closing")
            elif self._mark is not None:
                _tell_nothing_comes(store, self._mark.path)
        if self._mark is not None and self._grew and appended_by_nobody(store, marked=False):
            self._mark.leave()  # what came of this session could not be signed, and is nobody's forgery
            self._mark = None
        self.forget()

    def _appending(self) -> None:
        """Have it known, before the first event is on disk, that a session is at work: here, and in the store."""
        if self._begun:
            return
        with self._beginning:
            if self._begun or self._mark is None:
                return
            try:
                self._mark.sync()
                _tell_open(self._store, self._mark.path)
            except (OSError, RemembrancerError) as fault:
                self._store.notices.append(f"that a session is open cannot be noted: {fault}")
            self._begun = True

    def _appended(self, last: int) -> None:
        """Sign the head if the log has grown by so much since it was signed last."""
        self._grew = True
        if last - self._signed < self._tail or not self._busy.acquire(blocking=False):
            return
        try:
            self._signed = last  # also if it fails: the next attempt is as far away again
            sign_head(self._store, "tail")
        finally:
            self._busy.release()


def sign_head(store: Store, reason: CheckpointReason, *, actor: str = STORE) -> SignedCheckpoint | None:
    """Do what `checkpoint_and_anchor` does; what fails is told in the notices, and the next checkpoint tries again."""
    if store.watch is None:
        return None
    try:
        return checkpoint_and_anchor(store, reason, actor=actor)
    except (OSError, RemembrancerError) as fault:
        store.notices.append(f"the head of the log could not be signed: {fault}; the next checkpoint tries again")
        return None


def checkpoint_and_anchor(
    store: Store,
    reason: CheckpointReason,
    *,
    actor: str = STORE,
    force: bool = False,
    back: bool = False,
    keys: Sequence[str] = (),
) -> SignedCheckpoint | None:
    """Sign the head of the log, note it outside of the store and hand it to the witnesses.

    `checkpointing.checkpoint` says what is returned and raised.

    Args:
        back: whether the anchor may step back.
        keys: those that are known from now on.
    """
    from .witnessing import hand_on

    killed = left_over(store.id)
    with LogTree(store.log, store.id, store.path, read_only=False) as tree:
        made = checkpoint(store, reason, actor=actor, force=force, tree=tree)
        last = made or last_checkpoint(store)
        if last is not None:
            _note_head(store, tree, last, back=back, keys=keys)
    clear(killed)
    _tell_what_is_open(store, last, ends=reason == "closing")
    if made is not None:
        hand_on(store, made)
    return made


def _tell_open(store: Store, mark: Path) -> None:
    """Say in the store that a session is open, unless one of this user said so already and is not over."""
    from ...infrastructure.ledger.open_notes import is_told, tell_open
    from ...infrastructure.ledger.signing import signer

    own = signer(store.id)
    if not is_told(store.path / FOLDER, own.key) or set(marks(store.id)) <= {mark}:
        tell_open(store.path / FOLDER, store.id, own, store.log.head())


def _tell_what_is_open(store: Store, last: SignedCheckpoint | None, *, ends: bool) -> None:
    """Say in the store whether more is to come after a checkpoint."""
    from ...infrastructure.ledger.open_notes import take_back, tell_open
    from ...infrastructure.ledger.signing import signer

    ending = store.watch.mark if store.watch is not None and ends else None
    own = signer(store.id)
    if last is None or set(marks(store.id)) <= {ending}:
        take_back(store.path / FOLDER, own.key)
    else:
        tell_open(store.path / FOLDER, store.id, own, last.size)


def _tell_nothing_comes(store: Store, mark: Path) -> None:
    """Have the store say no longer that more is to come, where a session ends that appended nothing and is the last."""
    from ...infrastructure.ledger.open_notes import take_back
    from ...infrastructure.ledger.signing import known_signer

    with suppress(RemembrancerError):  # what cannot be read here is told by whatever needs it
        own = known_signer(store.id)
        if own is not None and set(marks(store.id)) <= {mark}:
            take_back(store.path / FOLDER, own.key)


def _note_head(store: Store, tree: LogTree, last: SignedCheckpoint, *, back: bool, keys: Sequence[str]) -> None:
    """Note the head up to a checkpoint, that one included."""
    anchor = None if back else read_anchor(store.id)
    if anchor is not None and anchor.size >= last.position:
        return
    tree.grow(last.position)
    root = tree.nodes.root(last.position).hex()
    noted = Anchor(
        size=last.position,
        root=root,
        note=last.note,
        path=os.path.abspath(store.path),
        verify=store.policy().ledger.verify,
        keys=tuple(keys),
    )
    write_anchor(store.id, noted, back=back)


def difference(store: Store, anchor: Anchor | None) -> str | None:
    """Return in what a log differs from what was noted of it, None if it does not.

    The root at the anchored size is read from the nodes, and recomputed from the log where they give another; what came
    after the last checkpoint is hashed again.
    """
    last, head = last_checkpoint(store), store.log.head()
    if anchor is not None and head < anchor.size:
        return f"its log ends at position {head:,}, but {anchor.size:,} was anchored with root {anchor.root[:16]}…"
    with LogTree(store.log, store.id, store.path, read_only=store.read_only) as tree:
        size = anchor.size if anchor else 0
        heads = [(anchor.size, anchor.root, "was anchored")] if anchor else []
        if last is not None and last.size > size:  # a session was killed before it noted what it had signed
            size = last.size
            heads.append((last.size, last.root, "was signed"))
        for held, root, what in heads:
            if not tree.fits(held, bytes.fromhex(root)):
                found = tree.nodes.root(held).hex()[:16] if tree.nodes.size >= held else "none"
                return f"the root at position {held:,} is {found}…, but {root[:16]}… {what}"
        edited = tree.first_edited(last.size if last else 0, min(head, tree.nodes.size))
        if edited is not None and edited <= size:
            return f"the event at position {edited:,} was changed since it was anchored"
        if edited is not None:
            store.notices.append(
                f"the ledger kept another hash of the event at position {edited:,}, which nobody signed"
            )
            tree.nodes.truncate(edited - 1)  # nobody vouches for what is kept of it: it is made again from the log
    return None


def _check(store: Store, mode: VerifyMode) -> None:
    """Compare the log with what was noted of it.

    Raises:
        NotAsAnchored: it is another.
    """
    try:
        anchor = read_anchor(store.id)  # before the head: a session that ends meanwhile moves it on
    except RemembrancerError as fault:
        if mode == "off":
            return
        raise NotAsAnchored(str(fault)) from fault
    # What the log says of itself does not switch off how it is looked at: a session must have noted that before.
    if anchor is not None and MODES.index(anchor.verify) > MODES.index(mode):
        mode = anchor.verify
    if mode == "off":
        return
    found = difference(store, anchor) or appended_by_nobody(store)
    if found is None and mode == "full":
        from .verifying import line, verify_store

        report = verify_store(store)
        # What a key signed that is not known here is as good as all else up to what was noted, or what is found first.
        noted = report.events if anchor is None else anchor.size
        wrong = [
            line(one)
            for one in report.findings
            if one.kind not in FOLLOWING and not (one.kind == "key" and one.position and one.position <= noted)
        ]
        more = f", and {len(wrong) - 1:,} more" if len(wrong) > 1 else ""
        found = f"it does not verify: {wrong[0]}{more}" if wrong else None
        # Who may not open the store cannot mend them.
        store.notices.extend(line(one) for one in report.findings if one.kind in FOLLOWING)
    if found is not None:
        raise NotAsAnchored(
            f"store {os.fspath(store.path)!r} is not as it was left: {found}; open it read-only, put the right "
            "copy back, or vouch for this one with `remembrancer ledger accept --because WHY`"
        )


def appended_by_nobody(store: Store, *, marked: bool = True) -> str | None:
    """Return what stands beyond the anchor and nobody who is known here vouches for, None if nothing does.

    Args:
        marked: whether marks of sessions explain it.
    """
    head = store.log.head()
    # In this order: a session makes its mark before it appends, and moves the anchor before it takes the mark away.
    if marked and marks(store.id):
        return None
    try:
        anchor = read_anchor(store.id)
    except RemembrancerError:
        return None if marked else "there is no anchor that can be read"
    if anchor is None or anchor.size >= head:
        return None
    from .covering import uncovered

    return uncovered(store, anchor.size, head)


def _signed_upto(store: Store) -> int:
    last = last_checkpoint(store)
    return last.size if last else 0


def _note_place(store: Store) -> None:
    """Note which store stands in the folder; tell if it was another."""
    path = os.path.abspath(store.path)
    before = store_at(path)
    if before == store.id:
        return
    if before is not None:
        store.notices.append(
            f"another store stood in {path!r} before: {before} instead of {store.id}; put it back if it was not you"
        )
    note_place(path, store.id)
