"""Mirrors: live state that is brought in from outside on a schedule.

The log says that a mirror is declared and what was found. What is run stands in the policy file only: of that the log
holds a keyed hash, from which nothing can be run.
"""

from typing import Literal

from ..content import MirrorText
from .base import Event

MirrorStanding = Literal["enabled", "disabled", "removed"]
MirrorFault = Literal["failed", "unreachable"]


class MirrorEvent(Event, frozen=True, kw_only=True):
    """Something about one mirror."""

    CONTENT = MirrorText

    mirror: str
    """HMAC of its name."""
    scope: str
    """Who reads it: `agent:NAME`, `team:NAME` or `fleet`."""

    def _own_tags(self) -> tuple[str, ...]:
        return (f"mirror:{self.mirror}",)


class MirrorDeclared(MirrorEvent, frozen=True, kw_only=True):
    """The policy file declared a mirror, another way of refreshing it, or that it is over."""

    TYPE = "mirror.declared/1"

    standing: MirrorStanding
    every_s: int
    """Seconds between two refreshes."""
    cost_per_run: int
    """Whole units of the policy's `cost_unit`."""
    declaration: str
    """HMAC of the declaration, by which another one is noticed."""


class MirrorRefreshed(MirrorEvent, frozen=True, kw_only=True):
    """A mirror was brought up to date: with other content than before, or with a sign of life."""

    TYPE = "mirror.refreshed/1"

    changed: bool
    """Whether its box holds content; else it is as it was."""
    content: str
    """HMAC of the content, under the secrets of those whom it is about."""
    size_bytes: int
    """Of the content, in UTF-8."""
    took_ms: int


class MirrorFailed(MirrorEvent, frozen=True, kw_only=True):
    """A mirror could not be brought up to date; the last good copy stays, and is stale."""

    TYPE = "mirror.failed/1"

    fault: MirrorFault
    """Whether the world answered something else than was asked, or not at all."""
    attempt: int
    """1 for the first since the last success."""
    retry_at: int
    """When it is tried again, microseconds."""
