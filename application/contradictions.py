"""Contradictions: what is believed in two places, and answered differently there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.contradicting import Statement, conflicts, statement
from ..domain.state import is_expired
from ..projections.beliefs import BELIEFS
from .memory import Memory
from .reading import View, agents
from .standing import LEFT_OUT, told_by

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..domain.contradicting import Ground
    from ..domain.state import Belief
    from .store import Store

LAYERS = ("L3", "L4", "L5")
"""What is believed: facts, lessons, preferences, practices, and the identity. Notes of L2 are what was said."""
PAGE = 500


class Contradiction(msgspec.Struct, frozen=True, kw_only=True):
    """Two memories that answer differently."""

    ground: Ground
    """`key`: two values of one key; `words`: the same is told with a difference."""
    older: Memory
    newer: Memory
    differing: tuple[tuple[str, str], ...]
    """What the older one says, and what the newer one says for it; empty where one of them says nothing."""

    @property
    def because(self) -> str:
        """In what they differ, in one line."""
        told = ", ".join(f"{mine or 'nothing'!r} there, {its or 'nothing'!r} here" for mine, its in self.differing[:3])
        key = f"key {self.newer.key or self.older.key!r}: " if self.ground == "key" else ""
        return f"{key}{told}"

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "ground": self.ground,
            "because": self.because,
            "differing": [list(pair) for pair in self.differing],
            "older": self.older.to_json(),
            "newer": self.newer.to_json(),
        }


def contradictions(store: Store, view: View) -> list[Contradiction]:
    """Return what contradicts each other among all that a view may read, the newest first."""
    where = {"scope": view.scopes, "layer": LAYERS, "status": ["live"]}
    rows = store.views.stab(BELIEFS, where, view.moment.position)
    erased = store.erased()
    believed = [
        row
        for row in sorted(rows, key=lambda row: (row.recorded_position, row.memory))
        if row.kind not in LEFT_OUT and row.memory not in erased and _holds(row, view.moment.at)
    ]
    by_id = {row.memory: row for row in believed}
    found = conflicts(list(_statements(store, believed)))
    told = [
        Contradiction(
            ground=one.ground,
            older=Memory(store, by_id[one.one], view.moment),
            newer=Memory(store, by_id[one.other], view.moment),
            differing=one.differing,
        )
        for one in found
    ]
    return sorted(told, key=lambda one: (one.newer.position, one.older.position), reverse=True)


def all_contradictions(store: Store) -> list[Contradiction]:
    """Return what contradicts each other anywhere in a store, whoever may read it."""
    moment, policy = store.moment(None), store.policy()
    scopes = {f"agent:{agent}": None for agent in agents(store)} | {f"team:{team}": None for team in policy.teams}
    return contradictions(store, View(agent="store", moment=moment, valid_at=None, scopes=(*scopes, "fleet")))


def _holds(belief: Belief, at: int) -> bool:
    begun = belief.valid_from <= at and (belief.valid_to is None or at < belief.valid_to)
    return begun and not is_expired(belief.expires_at, at)


def _statements(store: Store, believed: Sequence[Belief]) -> Iterator[Statement]:
    """Yield what memories say, in their order, as far as it can be read."""
    for start in range(0, len(believed), PAGE):
        some = believed[start : start + PAGE]
        told = told_by(store, some)
        for belief in some:
            if belief.memory not in told:
                continue
            text, key, subjects = told[belief.memory]
            yield statement(
                belief.memory,
                text,
                key=key,
                subjects=subjects,
                terms=() if text.isascii() else store.searcher.tokenizer.terms(text),
                whose=belief.agent if belief.kind == "mission" else None,
            )
