"""Bringing back what only stood back for what was erased: sources of merges and consolidations that stay themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.commands import RestoreMemory
from ...domain.errors import RemembrancerError
from ...projections.beliefs import BELIEFS
from ...projections.lineage import LINEAGE
from ..handler import execute
from ..requests import Caller, given

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ..store import Store

RESTORER = "erasure"
"""The actor of it: it is nobody's word on a memory, so dreams may go on with it."""
BECAUSE = "what it had become part of was erased"


def stood_back(store: Store, gone: Collection[str]) -> tuple[str, ...]:
    """Return the ids of what had become part of something that was believed when it went, and stays; sorted."""
    links = store.views.among(LINEAGE, "target", sorted(gone))
    parts = {link.source: link.target for link in links if link.relation in {"merged", "consolidated"}}
    believed = {memory for memory in set(parts.values()) if _was_believed(store, memory)}
    rows = store.views.rows(BELIEFS, [(source,) for source in sorted(parts) if source not in gone])
    return tuple(
        sorted(
            belief.memory
            for belief in rows.values()
            if belief.status in {"merged", "archived"}
            and belief.successor == parts[belief.memory]
            and belief.successor in believed
        )
    )


def _was_believed(store: Store, memory: str) -> bool:
    """Say whether a memory is live, or was when it was erased."""
    rows = [row for _, _, row in store.views.history(BELIEFS, (memory,)) if row.status != "erased"]
    return bool(rows) and rows[-1].status == "live"


def restore_all(store: Store, memories: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Make memories live again; return the ids of those that are, and why others are not."""
    restored: list[str] = []
    refused: list[str] = []
    for memory in memories:
        belief = store.views.row(BELIEFS, (memory,))
        assert belief is not None, f"{memory} fed what was erased"
        caller = Caller(agent=belief.agent, actor=RESTORER)
        try:
            execute(store, RestoreMemory(**given(store, caller, because=BECAUSE), memory=memory))
            restored.append(memory)
        except RemembrancerError as refusal:
            refused.append(str(refusal))
    return tuple(restored), tuple(refused)
