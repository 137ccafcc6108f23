"""Orders about a store as a whole."""

from typing import Any

from .base import Command


class AdoptPolicy(Command, frozen=True, kw_only=True):
    """Put another policy in force."""

    settings: dict[str, Any]


class EnforceBound(Command, frozen=True, kw_only=True):
    """Retire what exceeds the bound of a kind in a scope, as when a policy has lowered it."""

    scope: str
    kind: str
