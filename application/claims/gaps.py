"""Gaps: what was believed until the world said otherwise. What is not known is said; what was believed is not.

A gap names its subject and never its value: the key of a fact (`deploy.port`), else the name of the check that failed.
The words of the memory stay in quarantine, where `show` finds them; a line of an identity stands where a person wrote
it, for no audit may touch it, and the gap beside it says that it holds no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...domain.content import ClaimFinding, MemoryText
from ...domain.moments import to_datetime
from ...domain.scopes import readable
from ...projections.beliefs import BELIEFS
from ...projections.claims import CLAIMS

if TYPE_CHECKING:
    from datetime import datetime

    from ...domain.claims import Claim
    from ...domain.state import Belief
    from ..moment import Moment
    from ..store import Store


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was believed, and is not known since."""

    memory_id: str
    claim_id: str
    since: datetime
    """When an audit first found that it does not hold."""
    about: str
    """The subject, without its value: the key of a fact, else the name of the check."""
    identity: bool
    """Whether it is a line of an identity: that stands until a person replaces it."""

    @property
    def summary_words(self) -> str:
        """The gap as a context says it."""
        words = f"unknown since {self.since.date().isoformat()}: {self.about}"
        return f"{words} (a line of the identity says otherwise; do not rely on it)" if self.identity else words


def gaps(store: Store, agent: str, at: Moment | None = None) -> list[Gap]:
    """Return what an agent does not know any more at a moment, the longest unknown first."""
    moment = store.moment(None) if at is None else at
    policy = store.policy(moment.position if moment.past else None)
    where = {"scope": readable(agent, policy.teams), "status": ["open"]}
    failed = [row for row in store.views.stab(CLAIMS, where, moment.position) if row.failed_since is not None]
    if not failed:
        return []
    beliefs = store.views.rows(BELIEFS, [(row.memory,) for row in failed], moment.position)
    found: dict[str, Gap] = {}
    for row in sorted(failed, key=lambda row: (row.failed_since or 0, row.claim)):
        belief = beliefs.get((row.memory,))
        if belief is not None and row.memory not in found and _is_gap(belief):
            found[row.memory] = Gap(
                memory_id=row.memory,
                claim_id=row.claim,
                since=to_datetime(row.failed_since or 0),
                about=_about(store, row, belief),
                identity=belief.layer == "L5",
            )
    return list(found.values())


def _is_gap(belief: Belief) -> bool:
    """Say whether it would be believed but for what an audit found; what was replaced since is known again."""
    if belief.layer == "L5":
        return belief.status == "live"
    return belief.status == "quarantined"


def _about(store: Store, row: Claim, belief: Belief) -> str:
    if belief.memory in store.erased():
        return "something that was erased"
    if belief.fact is not None:
        words = store.open(store.event(belief.content_position))
        if isinstance(words, MemoryText) and words.key:
            return words.key
    attached = store.open(store.event(row.attached_position))
    if isinstance(attached, ClaimFinding) and attached.check:
        return f"what the check {attached.check} looks at"
    return "something whose name cannot be read"
