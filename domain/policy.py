"""The policy: every number and list that steers the layers, versioned, in clear, whole numbers only."""

import re
from typing import Any

import msgspec

from .errors import InvalidFile, InvalidMoment, InvalidName, UnknownKind
from .moments import zone_named
from .scopes import check_scope
from .texts import check_agent
from .vocabulary import KINDS, LAYERS, Layer

_KIND = re.compile(r"[a-z][a-z0-9-]{0,31}")
NUMBER_MAX = 2**53 - 1
"""Largest whole number that every JSON reader keeps exact (RFC 8785, section 3.2.2.3)."""

LIFETIMES_S = {"diff": 300, "prompt": 300, "request": 300, "message": 86_400}
BOUNDS = {"decision": 10, "evolution": 50, "reflection": 30, "session": 5, "module": 200}
EXTRA_WEIGHT = {"rollback": 4, "security": 4, "evolution": 2}


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How large one thing may be."""

    text_bytes: int = 1_048_576
    """A text, in bytes of UTF-8."""
    summary_chars: int = 200
    """A one-line summary, in characters."""
    metadata_bytes: int = 65_536
    """Metadata as JSON, in bytes."""


class Gate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a promotion must have earned; a person's word always will do."""

    confirmations: int = 3
    importance: int = 7
    """Together with a trigger incident."""


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One version of the policy. Each event says the version that it was decided under."""

    version: int = 1
    timezone: str = "UTC"
    """Zone of a bare date, an IANA name."""
    limits: Limits = Limits()
    lifetimes_s: dict[str, int] = msgspec.field(default_factory=lambda: dict(LIFETIMES_S))
    """Seconds from its writing until a memory of this kind expires; kinds without a line do not expire."""
    bounds: dict[str, int] = msgspec.field(default_factory=lambda: dict(BOUNDS))
    """Most live memories of a kind in one scope; what exceeds it retires to L6."""
    extra_weight: dict[str, int] = msgspec.field(default_factory=lambda: dict(EXTRA_WEIGHT))
    """Added to the importance of a memory of this category when a bound retires the least important."""
    gate: Gate = Gate()
    kinds: dict[str, Layer] = {}
    """Kinds of your own, with the layer where they are born (L2, L3 or L4)."""
    teams: dict[str, tuple[str, ...]] = {}
    """Agents that share the scope `team:NAME`."""

    def layer_of(self, kind: str) -> Layer:
        """Return the layer where memories of `kind` are born.

        Raises:
            UnknownKind: neither the product nor this policy knows it.
        """
        layer = self.home_of(kind) if isinstance(kind, str) else None
        if layer is None:
            raise UnknownKind(str(kind), (*KINDS, *self.kinds))
        return layer

    def home_of(self, kind: str) -> Layer | None:
        """Return the layer where memories of `kind` are born, None for a kind that is not, or no longer, known."""
        return KINDS.get(kind) or self.kinds.get(kind)

    def weight(self, importance: int, category: str | None) -> int:
        """Return how much a memory weighs against its neighbours under a bound."""
        return importance + (self.extra_weight.get(category, 0) if category else 0)


def policy_from(settings: dict[str, Any]) -> Policy:
    """Return the policy that `settings` describe; what they leave out keeps its default.

    Raises:
        InvalidFile: a name is unknown or a value impossible.
    """
    try:
        policy = msgspec.convert(settings, Policy)
    except msgspec.ValidationError as fault:
        raise InvalidFile(f"the policy is wrong: {fault}") from None
    _check(policy)
    return policy


def stored_policy(settings: dict[str, Any]) -> Policy:
    """Return a policy as it was adopted, whatever this machine or version would say of it today."""
    return msgspec.convert(settings, Policy)


def settings_of(policy: Policy) -> dict[str, Any]:
    """Return a policy as plain values, as `policy_from` reads them."""
    settings: dict[str, Any] = msgspec.to_builtins(policy)
    return settings


def _check(policy: Policy) -> None:
    try:
        zone_named(policy.timezone)
    except InvalidMoment as fault:
        raise InvalidFile(f"the policy is wrong: {fault}") from None
    numbers = {
        "version": policy.version,
        **{f"limits.{name}": value for name, value in msgspec.structs.asdict(policy.limits).items()},
        **{f"lifetimes_s.{name}": value for name, value in policy.lifetimes_s.items()},
        **{f"bounds.{name}": value for name, value in policy.bounds.items()},
        **{f"gate.{name}": value for name, value in msgspec.structs.asdict(policy.gate).items()},
    }
    for name, value in numbers.items():
        if not 1 <= value <= NUMBER_MAX:
            raise InvalidFile(f"the policy sets {name} to {value}; it must be from 1 to {NUMBER_MAX}")
    for category, value in policy.extra_weight.items():
        if not -100 <= value <= 100:
            raise InvalidFile(f"the policy sets extra_weight.{category} to {value}; it must be from -100 to 100")
    for kind, layer in policy.kinds.items():
        if kind in KINDS or not _KIND.fullmatch(kind):
            raise InvalidFile(f"the policy cannot declare the kind {kind!r}; use a new name of a-z, 0-9 and '-'")
        if layer not in {"L2", "L3", "L4"}:
            raise InvalidFile(f"the policy puts the kind {kind!r} into {layer}; kinds of your own live in L2, L3 or L4")
    for name in (*policy.lifetimes_s, *policy.bounds):
        if name not in KINDS and name not in policy.kinds:
            raise InvalidFile(f"the policy names the kind {name!r}, which is unknown")
    for kind in policy.lifetimes_s:
        if policy.layer_of(kind) != "L0":
            raise InvalidFile(f"the policy gives {kind!r} a lifetime; only the kinds of L0 expire")
    for kind in policy.bounds:
        if policy.layer_of(kind) == "L0":
            raise InvalidFile(f"the policy bounds {kind!r}; the kinds of L0 expire, and are never archived")
    for team, members in policy.teams.items():
        try:
            check_scope(f"team:{team}")
            for member in members:
                check_agent(member)
        except InvalidName as fault:
            raise InvalidFile(f"the policy's team {team!r} is wrong: {fault}") from None


assert set(KINDS.values()) <= set(LAYERS)
