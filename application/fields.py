"""The names that the verbs with many arguments take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime


class WordedFields(TypedDict, total=False):
    """The names that whatever records words takes besides these; each may be left out."""

    scope: str | None
    """None: the agent's own."""
    importance: int
    """1 to 10; 5."""
    subjects: Sequence[str]
    """Names of the people it is about, such as `user:42`."""
    tags: Sequence[str]
    key: str | None
    """Name of a fact: the same key again replaces the value."""
    category: str | None
    """A slug of at most 32 characters, in clear. `rollback`, `security` and `evolution` weigh more under a bound."""
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


class RecordFields(WordedFields, total=False):
    """The names that `record` takes; each may be left out."""

    kind: str
    """`note` unless said otherwise; decides the layer."""
    layer: str | None
    """None: where its kind lives; `L6`: straight to the archive."""
    confidence: int
    """1 to 10; 5."""


class LogNames(TypedDict, total=False):
    """Which events of the log are wanted; what is left out does not filter."""

    after: int
    """A position: only what came after it."""
    agent: str | None
    types: Sequence[str]
    """Names with or without schema number; `memory` means every type of that family."""
    tags: Sequence[str]
    """`family:name`, all of them, with names as people know them: `subject:user:42`, `mem:mem_…`."""
    session: str | None
    since: datetime | None
    until: datetime | None
    limit: int | None
    newest_first: bool


class ImportOptions(TypedDict, total=False):
    """How a file is imported."""

    agent: str | None
    """Whose memories they become."""
    agent_field: str | None
    """The field of each line that says whose they become."""
    by: str | None
    """The person who imports, `user:NAME`; None: the import itself."""
    timezone: str | None
    """IANA name of the zone in which times without an offset are read; None: they are refused."""
    skip_bad: bool
    to_archive: bool
    """Straight to L6."""
    kind: str
    key: str | None
    """Of an export: the key that must have signed it, as `ledger key` prints it; None: the one that came with it."""
    progress: Callable[[int, int | None], None] | None
    """Told how many bytes are read, and of how many."""
