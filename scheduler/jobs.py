"""The jobs of a schedule. A further one joins by a line here: whatever runs, lists or tries again goes through them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .auditing import AuditClaims
from .dreaming import HeartbeatDreams, NightlyDreams, SizeDreams
from .filing import ArchiveFiles
from .mirroring import Mirrors
from .retaining import Retention

if TYPE_CHECKING:
    from .job import Job

JOBS: tuple[Job, ...] = (
    NightlyDreams(),
    HeartbeatDreams(),
    SizeDreams(),
    ArchiveFiles(),
    Retention(),
    AuditClaims(),
    Mirrors(),
)
"""In the order in which they take their turn where several are due at once."""
