"""What a record may say besides its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime


class RecordFields(TypedDict, total=False):
    """The names that `record` takes; each may be left out."""

    kind: str
    """`note` unless said otherwise; decides the layer."""
    scope: str | None
    """None: the agent's own."""
    layer: str | None
    """None: where its kind lives; `L6`: straight to the archive."""
    importance: int
    """1 to 10; 5."""
    confidence: int
    """1 to 10; 5."""
    subjects: Sequence[str]
    """Names of the people it is about, such as `user:42`."""
    tags: Sequence[str]
    key: str | None
    """Name of a fact: the same key again replaces the value."""
    category: str | None
    """A slug of at most 32 characters, stored in clear."""
    summary: str | None
    """One line."""
    trigger: str | None
    """The incident that taught it."""
    evidence: Sequence[str]
    """Ids of the memories that it rests on."""
    source: str
    """`own`, or `foreign` for text from outside."""
    session: str | None
    metadata: dict[str, Any] | None
    occurred_at: datetime | None
    valid_from: datetime | None
    """None: from `occurred_at`, else from now."""
    valid_to: datetime | None
    because: str | None
    idempotency_key: str | None
