"""Claims as they are shown: the memory, its check, and what that found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.checks import Check
from ...domain.claims import pace
from ...domain.content import ClaimFinding
from ...domain.errors import AmbiguousId, InvalidInput, UnknownClaim
from ...domain.ids import CLAIM, abbreviated
from ...domain.moments import to_datetime
from ...domain.state import is_expired
from ...projections.beliefs import BELIEFS
from ...projections.claims import CLAIMS
from ..entries import entry, unread_words
from ..memory import SEALED, Memory
from .declarations import check_tag, declaration_tag, declared

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from ...domain.claims import Claim
    from ...domain.state import Belief
    from ..reading import View
    from ..store import Store


class ClaimNote(msgspec.Struct, frozen=True, kw_only=True):
    """One claim, as it stood at the asked moment."""

    id: str
    agent: str
    """Who attached it."""
    scope: str
    memory: Memory
    check: str
    """Its name; `[sealed]` or `[erased]` where that cannot be read."""
    kind: str | None
    """Where the check looks, as it is declared now; None: it is not."""
    question: str | None
    """What a person is asked, if anybody is."""
    state: str
    """`new`, `verified`, `failed`, `unreachable`, `waiting` for a person, `asleep` while its memory is not believed for
    another reason, or `released`."""
    flagged: bool
    """Whether somebody should look."""
    changed: bool
    """Whether the check is declared otherwise by now than when it was attached or looked last."""
    every: str | None
    """Its pace, such as `1d`; None: it is answered once."""
    due_at: datetime | None
    verified_at: datetime | None
    """When it passed last."""
    failed_since: datetime | None
    attempts: int
    """How often in a row the world could not be asked."""
    finding: str | None
    """What was found last."""
    audited_at: datetime | None
    audited_by: str | None
    attached_at: datetime
    attached_by: str
    because: str | None

    def of_memory(self) -> dict[str, Any]:
        """Return it as plain values, without the memory that carries it."""
        plain = {name: value for name, value in msgspec.structs.asdict(self).items() if name != "memory"}
        times = ("due_at", "verified_at", "failed_since", "audited_at", "attached_at")
        plain.update({name: plain[name].isoformat() for name in times if plain[name] is not None})
        return plain

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**self.of_memory(), "memory": self.memory.to_json()}


class Declared:
    """What is declared now, by what stands for it in the log."""

    def __init__(self, store: Store) -> None:
        self._by_tag: dict[str, tuple[str, Check | InvalidInput]] = {}
        self._tags: dict[str, str] = {}
        try:
            found = declared(store)
        except InvalidInput:
            found = {}  # who lists claims is told of them all the same
        for name, check in found.items():
            tag = check_tag(store, name)
            self._by_tag[tag] = name, check
            if isinstance(check, Check):
                self._tags[tag] = declaration_tag(store, check)

    def name(self, tag: str) -> str | None:
        """Return the name that a tag stands for, None if it is declared no more."""
        found = self._by_tag.get(tag)
        return found[0] if found else None

    def check(self, tag: str) -> Check | None:
        """Return the check that a tag stands for, None if it cannot be run."""
        found = self._by_tag.get(tag)
        return found[1] if found and isinstance(found[1], Check) else None

    def tag_of(self, tag: str) -> str | None:
        """Return what stands for the declaration of the check that a tag stands for."""
        return self._tags.get(tag)


def claims(store: Store, view: View, *, memory: str | None = None, released: bool = False) -> list[ClaimNote]:
    """Return the claims in the scopes that the view's agent reads: what should be looked at first, then by when due.

    Args:
        memory: only those of this memory.
        released: those that were released as well.
    """
    position = view.moment.position
    if memory is None:
        status = ["open", "released"] if released else ["open"]
        rows = store.views.stab(CLAIMS, {"scope": view.scopes, "status": status}, position)
    else:
        found = store.views.having(CLAIMS, "memory", memory, position)
        rows = [row for row in found if row.scope in view.scopes and (released or row.status == "open")]
    return sorted(noted(store, view, rows), key=_order)


def noted(store: Store, view: View, rows: Iterable[Claim]) -> list[ClaimNote]:
    """Return claims as they are shown."""
    given = list(rows)
    if not given:
        return []
    known = Declared(store)
    beliefs = store.views.rows(BELIEFS, [(row.memory,) for row in given], view.moment.position)
    return [_note(store, view, row, beliefs[row.memory,], known) for row in given if (row.memory,) in beliefs]


def named(store: Store, view: View, asked: str) -> Claim:
    """Return the claim with an id, or with its first 4 and more characters, in the scopes of the view's agent.

    Raises:
        InvalidName: it is no id.
        UnknownClaim, AmbiguousId: it names none, or several.
    """
    prefix = abbreviated(asked, CLAIM, "claims")
    rows = store.views.rows(CLAIMS, [(one,) for one in store.views.starting_with(CLAIMS, prefix, 20)])
    found = [row for row in rows.values() if row.scope in view.scopes]
    if not found:
        raise UnknownClaim(asked)
    if len(found) > 1:
        raise AmbiguousId(asked, tuple(sorted(row.claim for row in found)))
    return found[0]


def is_asleep(belief: Belief, at: int) -> bool:
    """Say whether a memory is not believed for another reason than a quarantine: then nobody asks the world of it."""
    return belief.status not in {"live", "quarantined"} or is_expired(belief.expires_at, at)


def _order(note: ClaimNote) -> tuple[bool, bool, float, str]:
    due = note.due_at.timestamp() if note.due_at else float("inf")
    return note.state != "failed", not note.flagged, due, note.id


def _note(store: Store, view: View, row: Claim, belief: Belief, known: Declared) -> ClaimNote:
    attached = store.event(row.attached_position)
    first = entry(store, attached)
    last = None if row.audited_position is None else entry(store, store.event(row.audited_position))
    check = known.check(row.checked_by)
    return ClaimNote(
        id=row.claim,
        agent=row.agent,
        scope=row.scope,
        memory=Memory(store, belief, view.moment),
        check=_name(store, row, known),
        kind=check.kind if check else None,
        question=check.ask if check else None,
        state=_state(row, belief, check, view.moment.at),
        flagged=row.flagged and row.status == "open" and not is_asleep(belief, view.moment.at),
        changed=check is not None and known.tag_of(row.checked_by) != row.declared,
        every=None if row.every_s is None else pace(row.every_s),
        due_at=_when(row.due_at),
        verified_at=_when(row.verified_at),
        failed_since=_when(row.failed_since),
        attempts=row.attempt,
        finding=_finding(last.words) if last else None,
        audited_at=_when(row.audited_at),
        audited_by=last.actor if last else None,
        attached_at=first.at,
        attached_by=first.actor,
        because=first.because,
    )


def _name(store: Store, row: Claim, known: Declared) -> str:
    name = name_of(store, row)
    return known.name(row.checked_by) or name if name == SEALED else name


def name_of(store: Store, row: Claim) -> str:
    """Return the name of the check of a claim as it was attached, or what stands in place of it."""
    recorded = store.event(row.attached_position)
    content = store.open(recorded)
    unread = unread_words(store, recorded.event, content)
    return unread or (content.check if isinstance(content, ClaimFinding) and content.check else SEALED)


def _state(row: Claim, belief: Belief, check: Check | None, at: int) -> str:
    if row.status == "released":
        return "released"
    if is_asleep(belief, at):
        return "asleep"
    if check is not None and check.kind == "ask" and row.result in {None, "unreachable"}:
        return "waiting"
    return {None: "new", "passed": "verified"}.get(row.result, row.result or "new")


def _finding(words: Any) -> str | None:
    match words:
        case str():
            return words
        case {"finding": str(finding)}:
            return finding
        case _:
            return None


def _when(at: int | None) -> datetime | None:
    return None if at is None else to_datetime(at)
