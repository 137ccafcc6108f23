"""Claims: how each stands, and when it is looked at next. Pure."""

import re
from typing import Literal

import msgspec
from msgspec.structs import replace

from .errors import InvalidNumber
from .events import ClaimAttached, ClaimAudited, ClaimReleased, ClaimResult, Recorded
from .moments import SECOND
from .texts import shown

AUDITOR = "audit"
"""The actor of what an audit does: nobody asked for it but the world."""
EVERY_S_MIN = 60
EVERY_S_MAX = 3_153_600_000
_EVERY = re.compile(r"([1-9][0-9]{0,9})([smhdw]?)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
PAUSE_S_MAX = 86_400
"""Longest pause before what could not be asked is asked again."""

ClaimStatus = Literal["open", "released"]


class Claim(msgspec.Struct, frozen=True):
    """One memory with one check, as of a position; the names of both stand sealed in its events."""

    claim: str
    memory: str
    agent: str
    scope: str
    checked_by: str
    """HMAC of the name of the check; `check` itself is a word of SQL."""
    declared: str | None
    """HMAC of the declaration by which it was attached, or audited last."""
    every_s: int | None
    status: ClaimStatus
    result: ClaimResult | None
    """Of the latest audit; None: there was none."""
    attempt: int
    flagged: bool
    due_at: int | None
    verified_at: int | None
    """When it passed last."""
    failed_since: int | None
    """Since when it has not held, as far as was seen; None: it did not fail last."""
    attached_position: int
    attached_at: int
    audited_position: int | None
    audited_at: int | None
    released_position: int | None


class AuditRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How claims are checked against the world, as a policy may set it."""

    every_s: int = 86_400
    """Seconds between audits of a claim that does not say."""
    attempts: int = 5
    """How often in a row the world may be out of reach until the claim is flagged."""
    first_pause_s: int = 60
    """Pause after the first of these; twice as long after each further one, at most a day."""
    timeout_s: int = 10
    """How long one check may take that does not say, seconds."""
    at_once: int = 4
    """Checks that run at the same time."""
    output_bytes: int = 65_536
    """How much of an answer is read."""
    look_s: int = 60
    """Seconds between looks of the schedule for what is due."""

    def faults(self) -> list[str]:
        """Return what is impossible in it, each as `<name> to <value>; it must be …`."""
        most = {"timeout_s": 3_600, "at_once": 64, "output_bytes": 16_777_216, "attempts": 1_000}
        return [
            f"{name} to {value}; it must be from 1 to {most.get(name, 8_640_000_000)}"
            for name, value in msgspec.structs.asdict(self).items()
            if not 1 <= value <= most.get(name, 8_640_000_000)
        ]


def evolve_claim(claim: Claim | None, recorded: Recorded) -> Claim | None:
    """Fold one event into the state of a claim."""
    match recorded.event:
        case ClaimAttached() as event:
            return Claim(
                claim=event.claim,
                memory=event.memory,
                agent=event.agent,
                scope=event.scope,
                checked_by=event.check,
                declared=event.declared,
                every_s=event.every_s,
                status="open",
                result=None,
                attempt=0,
                flagged=False,
                due_at=event.due_at,
                verified_at=None,
                failed_since=None,
                attached_position=recorded.position,
                attached_at=recorded.at,
                audited_position=None,
                audited_at=None,
                released_position=None,
            )
        case ClaimAudited() as event:
            assert claim is not None, f"position {recorded.position} audits what was never attached"
            return _audited(claim, event, recorded)
        case ClaimReleased():
            assert claim is not None, f"position {recorded.position} releases what was never attached"
            return replace(claim, status="released", due_at=None, released_position=recorded.position)
        case _:
            return claim


def _audited(claim: Claim, event: ClaimAudited, recorded: Recorded) -> Claim:
    verified, since = claim.verified_at, claim.failed_since
    match event.result:
        case "passed":
            verified, since = recorded.at, None
        case "failed":
            since = recorded.at if since is None else since
        case "unreachable":
            pass  # what was known of it before is all that is known
    return replace(
        claim,
        # Who looks elsewhere by now is told what was found last.
        result=event.result,
        declared=event.declared,
        attempt=event.attempt,
        flagged=event.flagged,
        due_at=event.next_at,
        verified_at=verified,
        failed_since=since,
        audited_position=recorded.position,
        audited_at=recorded.at,
    )


def next_look(rules: AuditRules, result: ClaimResult, attempt: int, every_s: int | None, now: int) -> int | None:
    """Return when a claim is looked at next, microseconds since 1970 UTC; None: nobody needs to.

    Args:
        attempt: how often in a row the world was out of reach, this time included.
        every_s: seconds between audits; None: it is answered once, by a person.

    >>> rules = AuditRules()
    >>> [next_look(rules, "unreachable", attempt, 300, 0) // SECOND for attempt in (1, 2, 3, 4, 5, 6)]
    [60, 120, 240, 300, 300, 300]
    """
    if result != "unreachable":
        return None if every_s is None else now + every_s * SECOND
    # The longest pause is that of a claim in order: it is looked at as often, not more and not less.
    pause_s = rules.first_pause_s * 2 ** min(attempt - 1, 32)
    return now + min(pause_s, max(every_s or PAUSE_S_MAX, rules.first_pause_s), PAUSE_S_MAX) * SECOND


def every_seconds(every: object) -> int:
    """Return a pace in seconds, as people write it: `90m`, `3h`, `1d`, `2w`, or seconds as a number.

    Raises:
        InvalidNumber: it is none, below a minute or above a century.

    >>> every_seconds("1d"), every_seconds("90m"), every_seconds(3600)
    (86400, 5400, 3600)
    """
    found = _EVERY.fullmatch(str(every)) if isinstance(every, str | int) and not isinstance(every, bool) else None
    if found is None:
        raise InvalidNumber(f"not a pace: {shown(every)}; write it as 90m, 3h, 1d or 2w")
    seconds = int(found[1]) * _SECONDS[found[2]]
    if not EVERY_S_MIN <= seconds <= EVERY_S_MAX:
        raise InvalidNumber(f"a pace of {seconds} s is out of range; it must be from 1m to 36500d")
    return seconds


def pace(every_s: int) -> str:
    """Return seconds as people write a pace.

    >>> pace(86400), pace(5400), pace(61)
    ('1d', '90m', '61s')
    """
    for unit in ("w", "d", "h", "m"):
        if every_s % _SECONDS[unit] == 0:
            return f"{every_s // _SECONDS[unit]}{unit}"
    return f"{every_s}s"
