"""The policy: every number and list that steers the layers, versioned, in clear, whole numbers only."""

import re
from typing import Any

import msgspec

from .boot import BootRules
from .claims import AuditRules
from .dreams.rules import DreamRules
from .errors import InvalidFile, InvalidMoment, InvalidName, UnknownKind
from .ledger import LedgerRules
from .lesson_rules import LessonRules
from .mirror_rules import MirrorRules
from .moments import zone_named
from .retention import RetentionRule
from .reviewing import ReviewRules
from .scopes import FLEET, check_scope
from .texts import check_agent, check_category
from .vocabulary import KEPT_KINDS, KINDS, LAYERS, Layer

_KIND = re.compile(r"[a-z][a-z0-9-]{0,31}")
NUMBER_MAX = 2**53 - 1
"""Largest whole number that every JSON reader keeps exact (RFC 8785, section 3.2.2.3)."""
DAYS_MAX = 100_000
"""Longest duration, 273 years: what it is added to stays within the calendar."""
SECONDS_MAX = DAYS_MAX * 86_400

RECALLED_MAX = 100
"""Memories that one recall may bring back."""
L2_SESSIONS = "L2 sessions"
LIFETIMES_S = {"diff": 300, "prompt": 300, "request": 300, "message": 86_400}
BOUNDS = {"decision": 10, "evolution": 50, "reflection": 30, "session": 5, "module": 200, "intent": 100}
EXTRA_WEIGHT = {"rollback": 4, "security": 4, "evolution": 2}
TRAUMA_WEIGHTS = {"rollback": 2, "security": 4, "performance": 1, "hallucination": 2, "architecture": 3}
TRAUMA_HALF_LIVES_DAYS = {"rollback": 30, "security": 180, "performance": 14, "hallucination": 30, "architecture": 90}
TRAUMA_SIGNALS: dict[str, tuple[str, ...]] = {
    "security": (
        "secret", "credential", "password", "token", "auth", "permission", "encrypt", "injection", "vulnerab",
        "安全", "密码", "密钥", "凭证", "权限", "漏洞", "注入",
    ),
    "performance": ("performance", "latency", "slow", "timeout", "memory leak", "throughput", "性能", "延迟", "超时"),
    "hallucination": ("hallucinat", "invented", "made up", "fabricat", "unsourced", "幻觉", "编造", "捏造"),
    "architecture": ("architectur", "layering", "coupling", "circular", "migration", "架构", "耦合", "迁移"),
    "rollback": ("rollback", "roll back", "revert", "回滚", "回退", "撤销"),
}  # fmt: skip


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How large one thing may be."""

    text_bytes: int = 1_048_576
    """A text, in bytes of UTF-8."""
    summary_chars: int = 200
    """A one-line summary, in characters."""
    metadata_bytes: int = 65_536
    """Metadata as JSON, in bytes."""
    task_bytes: int = 10_240
    """The state of a task as JSON, in bytes."""
    session_bytes: int = 2_048
    """The summary of a session, in bytes of UTF-8."""


class Gate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a promotion must have earned; a person's word always will do."""

    confirmations: int = 3
    importance: int = 7
    """Together with a trigger incident."""


class Working(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long what is at hand stays at hand."""

    task_stale_s: int = 3_600
    """Seconds without a sign of life after which a task counts as interrupted."""
    session_hot_s: int = 604_800
    """Seconds after its end at which the summary of a session becomes a task context."""


class RiskShares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much each part says of a risk, in percent, and how each is measured; see `domain/risk.py`."""

    rollback: int = 40
    trauma: int = 40
    novelty: int = 20
    """The three make 100."""
    prior_uses: int = 4
    """Judged uses that an intent nobody has judged counts as."""
    prior_rollbacks: int = 1
    """Rollbacks among them."""
    trauma_half: int = 4
    """Weight of trauma at which its part is half of its share."""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a recall looks, and how much it brings back."""

    tiers: tuple[tuple[str, ...], ...]
    """Layers (`L4`), or the sessions of L2 (`L2 sessions`), the more important first."""
    k: int
    """Memories in the answer, at most."""


SCENARIOS = {
    "reply": Scenario((("L4",), ("L3", "L2"), ("L2 sessions",)), 3),
    "analysis": Scenario((("L4",), ("L2", "L3"), ("L6",)), 5),
    "earlier": Scenario((("L2", "L3"), ("L4",)), 3),
    "remember": Scenario((("L4",), ("L2", "L3")), 3),
}


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much of its relevance each part can take from a found memory, in thousandths; see `domain/ranking.py`."""

    strength: int = 100
    recency: int = 30
    confidence: int = 50
    place: int = 50
    time: int = 250
    """How much a memory gains that happened when the query says."""
    recency_half_life_days: int = 90
    vectors: int = 300
    """How much of the relevance comes from an embedder, where there is one."""


class ArchiveFiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether what retires is also written to files."""

    enabled: bool = True


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
    working: Working = Working()
    trauma_weights: dict[str, int] = msgspec.field(default_factory=lambda: dict(TRAUMA_WEIGHTS))
    """The categories of trauma, each with how much one of weight 1 weighs."""
    trauma_half_lives_days: dict[str, int] = msgspec.field(default_factory=lambda: dict(TRAUMA_HALF_LIVES_DAYS))
    """Days after which a trauma of this category weighs half; 30 for a category without a line."""
    trauma_signals: dict[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: dict(TRAUMA_SIGNALS))
    """Words, or beginnings of words, by which an envelope touches a category."""
    risk: RiskShares = RiskShares()
    archive: ArchiveFiles = ArchiveFiles()
    boot: BootRules = BootRules()
    dreams: DreamRules = DreamRules()
    ledger: LedgerRules = LedgerRules()
    mirroring: MirrorRules = MirrorRules()
    lessons: LessonRules = LessonRules()
    review: ReviewRules = ReviewRules()
    audits: AuditRules = AuditRules()
    retention: tuple[RetentionRule, ...] = ()
    """What is erased how long after it was recorded; none: nothing is by itself."""
    scenarios: dict[str, Scenario] = msgspec.field(default_factory=lambda: dict(SCENARIOS))
    """What a recall is for."""
    weights: Weights = Weights()
    kinds: dict[str, Layer] = {}
    """Kinds of your own, with the layer where they are born (L2, L3 or L4)."""
    teams: dict[str, tuple[str, ...]] = {}
    """Agents that share the scope `team:NAME`."""
    writers: dict[str, tuple[str, ...]] = {}
    """Of `fleet` and `team:NAME`: the agents that may write there; one that is left out is written by all its readers.
    People write everywhere."""

    def layer_of(self, kind: str) -> Layer:
        """Return the layer where memories of `kind` are born.

        Raises:
            UnknownKind: neither the product nor this policy knows it.
        """
        layer = self.home_of(kind) if isinstance(kind, str) and kind not in KEPT_KINDS else None
        if layer is None:
            raise UnknownKind(str(kind), (*KINDS, *self.kinds))
        return layer

    def home_of(self, kind: str) -> Layer | None:
        """Return the layer where memories of `kind` are born, None for a kind that is not, or no longer, known."""
        return KINDS.get(kind) or KEPT_KINDS.get(kind) or self.kinds.get(kind)

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
        **{f"bounds.{name}": value for name, value in policy.bounds.items()},
        **{f"gate.{name}": value for name, value in msgspec.structs.asdict(policy.gate).items()},
        **{f"trauma_weights.{name}": value for name, value in policy.trauma_weights.items()},
        "risk.trauma_half": policy.risk.trauma_half,
    }
    seconds = {
        **{f"lifetimes_s.{name}": value for name, value in policy.lifetimes_s.items()},
        **{f"working.{name}": value for name, value in msgspec.structs.asdict(policy.working).items()},
    }
    days = {f"trauma_half_lives_days.{name}": value for name, value in policy.trauma_half_lives_days.items()}
    for found, most in ((numbers, NUMBER_MAX), (seconds, SECONDS_MAX), (days, DAYS_MAX)):
        for name, value in found.items():
            if not 1 <= value <= most:
                raise InvalidFile(f"the policy sets {name} to {value}; it must be from 1 to {most}")
    _check_trauma(policy)
    _check_recall(policy)
    _check_dreams(policy)
    _check_retention(policy)
    for fault in policy.boot.faults():
        raise InvalidFile(f"the policy sets boot.{fault}")
    for fault in policy.mirroring.faults():
        raise InvalidFile(f"the policy sets mirroring.{fault}")
    for fault in policy.ledger.faults():
        raise InvalidFile(f"the policy sets ledger.{fault}")
    for fault in policy.lessons.faults():
        raise InvalidFile(f"the policy sets lessons.{fault}")
    for fault in policy.review.faults():
        raise InvalidFile(f"the policy sets review.{fault}")
    for fault in policy.audits.faults():
        raise InvalidFile(f"the policy sets audits.{fault}")
    for category, value in policy.extra_weight.items():
        if not -100 <= value <= 100:
            raise InvalidFile(f"the policy sets extra_weight.{category} to {value}; it must be from -100 to 100")
    for kind, layer in policy.kinds.items():
        if kind in KINDS or kind in KEPT_KINDS or not _KIND.fullmatch(kind):
            raise InvalidFile(f"the policy cannot declare the kind {kind!r}; use a new name of a-z, 0-9 and '-'")
        if layer not in {"L2", "L3", "L4"}:
            raise InvalidFile(f"the policy puts the kind {kind!r} into {layer}; kinds of your own live in L2, L3 or L4")
    for name in (*policy.lifetimes_s, *policy.bounds):
        if policy.home_of(name) is None:
            raise InvalidFile(f"the policy names the kind {name!r}, which is unknown")
    for kind in policy.lifetimes_s:
        if policy.home_of(kind) != "L0":
            raise InvalidFile(f"the policy gives {kind!r} a lifetime; only the kinds of L0 expire")
    for kind in policy.bounds:
        if policy.home_of(kind) in {"L0", "L1"}:
            raise InvalidFile(f"the policy bounds {kind!r}; the kinds of L0 and L1 are never archived")
    for team, members in policy.teams.items():
        try:
            check_scope(f"team:{team}")
            for member in members:
                check_agent(member)
        except InvalidName as fault:
            raise InvalidFile(f"the policy's team {team!r} is wrong: {fault}") from None
    shared = {FLEET, *(f"team:{team}" for team in policy.teams)}
    for scope, agents in policy.writers.items():
        if scope not in shared:
            raise InvalidFile(f"the policy's writers are wrong: {scope[:70]!r} is none of {', '.join(sorted(shared))}")
        try:
            for agent in agents:
                check_agent(agent)
        except InvalidName as fault:
            raise InvalidFile(f"the policy's writers are wrong: {fault}") from None


def _check_retention(policy: Policy) -> None:
    names: set[str] = set()
    for rule in policy.retention:
        for fault in rule.faults():
            raise InvalidFile(f"the policy's rule of retention {rule.name[:40]!r} {fault}")
        if rule.kind is not None and policy.home_of(rule.kind) is None:
            raise InvalidFile(f"the policy's rule of retention {rule.name!r} names the kind {rule.kind!r}, unknown")
        if rule.name in names:
            raise InvalidFile(f"the policy has two rules of retention called {rule.name!r}; rename one")
        names.add(rule.name)


def _check_dreams(policy: Policy) -> None:
    for fault in policy.dreams.faults():
        raise InvalidFile(f"the policy sets dreams.{fault}")
    for agent, zone in policy.dreams.zones.items():
        try:
            check_agent(agent)
            zone_named(zone)
        except (InvalidName, InvalidMoment) as fault:
            raise InvalidFile(f"the policy's dreams.zones are wrong: {fault}") from None


def _check_recall(policy: Policy) -> None:
    for name, scenario in policy.scenarios.items():
        for place in (place for tier in scenario.tiers for place in tier):
            if place not in {*LAYERS, L2_SESSIONS}:
                raise InvalidFile(
                    f"the policy's scenario {name!r} looks into {place!r}; use L0 to L6 or {L2_SESSIONS!r}"
                )
        if not 1 <= scenario.k <= RECALLED_MAX:
            raise InvalidFile(
                f"the policy's scenario {name!r} brings back {scenario.k}; it must be from 1 to {RECALLED_MAX}"
            )
    weights = policy.weights
    taken = (weights.strength, weights.recency, weights.confidence, weights.place)
    if min(*taken, weights.time, weights.vectors) < 0 or sum(taken) > 1000 or weights.vectors > 1000:
        raise InvalidFile("the policy's weights are in thousandths: none below 0, and the parts 1000 at most together")
    if not 1 <= weights.recency_half_life_days <= DAYS_MAX:
        raise InvalidFile(
            f"the policy sets weights.recency_half_life_days to {weights.recency_half_life_days}; "
            f"it must be from 1 to {DAYS_MAX}"
        )


def _check_trauma(policy: Policy) -> None:
    for category in policy.trauma_weights:
        try:
            check_category(category)
        except InvalidName as fault:
            raise InvalidFile(f"the policy's category of trauma {category!r} is wrong: {fault}") from None
    for name, table in (
        ("trauma_half_lives_days", policy.trauma_half_lives_days),
        ("trauma_signals", policy.trauma_signals),
    ):
        for category in table.keys() - policy.trauma_weights.keys():
            raise InvalidFile(f"the policy's {name} name the category {category!r}, which trauma_weights do not")
    for category, signals in policy.trauma_signals.items():
        if not all(signal.strip() for signal in signals):
            raise InvalidFile(
                f"the policy's trauma_signals of {category!r} hold a blank one, which any text would have"
            )
    risk = policy.risk
    shares = (risk.rollback, risk.trauma, risk.novelty)
    if min(shares) < 0 or sum(shares) != 100:
        raise InvalidFile(f"the policy's shares of risk are {shares}; they must be 0 or more and make 100")
    if not 0 <= risk.prior_rollbacks < risk.prior_uses <= NUMBER_MAX:
        raise InvalidFile(
            f"the policy's risk.prior_rollbacks is {risk.prior_rollbacks}; it must be from 0 to below "
            f"risk.prior_uses ({risk.prior_uses})"
        )


assert set(KINDS.values()) <= set(LAYERS)
