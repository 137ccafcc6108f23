"""A dream that somebody asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.errors import InvalidMoment, StoreReadOnly
from ..recall.noting import PATIENCE_S
from ..requests import micros
from .previewing import preview
from .running import Dreamer, Occasion

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from ..requests import Caller
    from ..store import Store
    from .report import DreamReport
    from .running import DreamProgress


def dream(
    store: Store,
    caller: Caller,
    *,
    stages: Sequence[str] | None,
    dry_run: bool,
    now: datetime | None,
    progress: Callable[[DreamProgress], None] | None,
    because: str | None,
) -> DreamReport:
    """Dream for the caller's agent, or say what a dream would do.

    Raises:
        DreamIsRunning, UnknownStage: see `Dreamer`.
        InvalidMoment: another time was given, and it is no dry run.
        StoreReadOnly: the store was opened read-only, and it is no dry run.
    """
    if dry_run:
        return preview(store, caller.agent, stages=stages, now=micros(now, "now"))
    if now is not None:
        raise InvalidMoment("a dream goes by the clock; another time is for previews: add dry_run (`--dry-run`)")
    if store.read_only:
        raise StoreReadOnly(
            f"the store {str(store.path)!r} was opened read-only; open it writable, or ask for a preview"
        )
    # Recalls that wait to be noted are no interruption, and count as use.
    store.notes.flush(PATIENCE_S)
    return Dreamer(store, caller.agent, Occasion(because=because), stages=stages, progress=progress).run()
