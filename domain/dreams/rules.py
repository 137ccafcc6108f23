"""The numbers of dreams, as a policy may set them."""

import re
from collections.abc import Iterator

import msgspec

from ..vocabulary import FULL_STRENGTH

_AT = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
HALF_LIVES_DAYS = {"L2": 30, "L3": 90, "L4": 180}


class DreamRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a dream comes, how it makes way, and what each of its stages goes by.

    Days of age are days on which the agent was active: while it sleeps, nothing grows old.
    """

    at: str = "04:00"
    """When the night's dream is due, in the agent's local time."""
    zones: dict[str, str] = {}
    """Zone of an agent, an IANA name; agents without one live in the policy's."""
    heartbeat_s: int = 1_800
    """Seconds between looks at agents that have been quiet for as long."""
    l4_entries: int = 1_000
    """Live entries of L4 above which a dream starts."""
    quiet_s: int = 5
    """Seconds without an event of its agent after which a paused dream goes on."""
    patience_s: int = 60
    """Seconds after which a paused dream ends for this time."""
    pause_noted_s: int = 30
    """Seconds in which at most one pause is told by an event."""
    lease_s: int = 120
    """Seconds without a sign of life after which another dream may take the place of one that has not ended."""
    scratch_days: int = 7
    """Days by the clock after which the words of expired scratch are destroyed."""
    sightings: int = 3
    """How often the same must have been noticed to become one practice, or an observation a lesson."""
    satellites: int = 4
    """Fragments in other words that one practice takes in, at most."""
    suggestions: int = 20
    """Memories that are nearly the same are not suggested to people while so many suggestions wait."""
    identity_sightings: int = 6
    """How often a lesson must have been confirmed until it is suggested for the identity."""
    merge_confidence: int = 7
    merge_clauses: int = 8
    """Entries that one pattern joins, at most."""
    half_lives_days: dict[str, int] = msgspec.field(default_factory=lambda: dict(HALF_LIVES_DAYS))
    """By layer, after how many days without use the strength of a memory has halved; layers without a line keep it."""
    bands: tuple[int, ...] = (750, 500, 250, 125)
    """Strengths in thousandths: an event tells only of a fall below one of them, or of a rise above."""
    archive_days: int = 30
    """Days without a reference after which notes and task contexts retire."""
    weak_days: int = 90
    weak_references: int = 2
    """An entry of L4 that was never confirmed, is below the gate's importance and had fewer references than these in
    `weak_days` is forgotten."""
    drift_changes: int = 2
    """Changes of one belief within a week, none of which came of a failure, that count as a drift."""
    learn_growth_percent: int = 5
    """Growth of the store after which a dream learns anew which words keep company."""

    def faults(self) -> Iterator[str]:
        """Yield what is impossible in it, each as `<name> to <value>; it must be …`."""
        if not _AT.fullmatch(self.at):
            yield f"at to {self.at!r}; it must be a time such as 04:00"
        numbers = {name: value for name, value in msgspec.structs.asdict(self).items() if isinstance(value, int)}
        numbers.update({f"half_lives_days.{layer}": days for layer, days in self.half_lives_days.items()})
        for name, value in numbers.items():
            if not 1 <= value <= 3_153_600_000:
                yield f"{name} to {value}; it must be from 1 to 3153600000"
        for layer in self.half_lives_days.keys() - {"L2", "L3", "L4"}:
            yield f"half_lives_days.{layer}; only L2, L3 and L4 lose strength"
        falling = all(one > other for one, other in zip(self.bands, self.bands[1:], strict=False))
        if not self.bands or not falling or not all(0 < band < FULL_STRENGTH for band in self.bands):
            yield f"bands to {list(self.bands)}; they must fall, between 999 and 1"
        if self.lease_s <= self.patience_s + self.quiet_s:
            waits = self.patience_s + self.quiet_s
            yield f"lease_s to {self.lease_s}; it must be longer than a pause, patience_s and quiet_s ({waits})"
