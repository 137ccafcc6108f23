"""Claims, whatever happens in whatever order: the table is what the log says, and no failure leaves a lie behind."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from remembrancer import Remembrancer, RemembrancerError
from remembrancer.application.claims.gaps import gaps
from remembrancer.application.handler import execute
from remembrancer.application.requests import Caller
from remembrancer.application.requests import given as said_by
from remembrancer.domain.commands import AuditClaim
from remembrancer.domain.events import (
    ClaimAttached,
    ClaimAudited,
    ClaimReleased,
    MemoryForgotten,
    MemoryQuarantined,
    MemoryReleased,
    MemoryRestored,
    Recorded,
)
from remembrancer.projections.claims import CLAIMS
from settable_clock import SettableClock

MEMORIES = range(3)
CHECKS = ("one", "two")
ACTIONS = st.one_of(
    st.tuples(st.just("attach"), st.sampled_from(MEMORIES), st.sampled_from(CHECKS)),
    st.tuples(st.just("audit"), st.integers(0, 5), st.sampled_from(["passed", "failed", "unreachable"])),
    st.tuples(st.just("quarantine"), st.sampled_from(MEMORIES), st.just("")),
    st.tuples(st.just("release"), st.sampled_from(MEMORIES), st.just("")),
    st.tuples(st.just("forget"), st.sampled_from(MEMORIES), st.just("")),
    st.tuples(st.just("restore"), st.sampled_from(MEMORIES), st.just("")),
    st.tuples(st.just("let go"), st.integers(0, 5), st.just("")),
)


@settings(max_examples=25, deadline=None)
@given(actions=st.lists(ACTIONS, min_size=3, max_size=14))
def test_claims_at_every_position_are_what_the_log_says(actions: list[tuple[str, int, str]]) -> None:
    with TemporaryDirectory() as folder, Remembrancer.open(Path(folder) / "memory", clock=SettableClock()) as memory:
        for name in CHECKS:
            memory.add_check(name, file="memory.db")
        atlas = memory.agent("atlas")
        ids = [atlas.record(f"thing {number}").id for number in MEMORIES]
        for what, number, more in actions:
            try:
                act(memory, ids, what, number, more)
            except RemembrancerError:
                continue
        log = [memory.store.codec.decode(stored) for stored in memory.store.log.read()]
        for position in range(memory.position + 1):
            compare(memory, log[:position], ids, position)
        assert leaves_no_lie(log)
        assert memory.check() == []


def act(memory: Remembrancer, ids: Sequence[str], what: str, number: int, more: str) -> None:
    atlas, store = memory.agent("atlas"), memory.store
    claims = sorted(store.views.all_rows(CLAIMS), key=lambda row: row.attached_position)
    match what:
        case "attach":
            atlas.attach_claim(ids[number], check=more, every="1d")
        case "audit" if claims:
            claim = claims[number % len(claims)]
            found: dict[str, Any] = {"name": "one", "check": claim.checked_by, "declared": None, "finding": "so"}
            command = AuditClaim(
                **said_by(store, Caller(agent="atlas", actor="audit")),
                memory=claim.memory,
                claim=claim.claim,
                seen=claim.audited_position,
                result=more,  # pyright: ignore[reportArgumentType]
                **found,
            )
            execute(store, command)
        case "let go" if claims:
            atlas.release_claim(claims[number % len(claims)].claim, because="x")
        case "quarantine":
            atlas.quarantine(ids[number], because="x")
        case "release":
            atlas.release(ids[number], because="x")
        case "forget":
            atlas.forget(ids[number], because="x")
        case "restore":
            atlas.restore(ids[number])
        case _:
            pass


def compare(memory: Remembrancer, log: Sequence[Recorded], ids: Sequence[str], position: int) -> None:
    """Compare what the product says of a position with what is read off the log, looking backwards."""
    store = memory.store
    rows = {row.claim: row for row in store.views.all_rows(CLAIMS, position)}
    attached = [one for one in log if isinstance(one.event, ClaimAttached)]
    assert rows.keys() == {one.event.claim for one in attached if isinstance(one.event, ClaimAttached)}
    missing: set[str] = set()
    status = {one: status_of(log, one) for one in ids}
    for name, row in rows.items():
        audits = [one for one in log if isinstance(one.event, ClaimAudited) and one.event.claim == name]
        told = [(one.position, one.event.result) for one in audits if isinstance(one.event, ClaimAudited)]
        over = any(isinstance(one.event, ClaimReleased) and one.event.claim == name for one in log)
        answers = [(at, result) for at, result in told if result != "unreachable"]
        assert (row.status == "released") == over
        assert row.result == (told[-1][1] if told else None)
        assert row.audited_position == (told[-1][0] if told else None)
        assert row.attempt == len(told) - (told.index(answers[-1]) + 1 if answers else 0)
        failing = bool(answers) and answers[-1][1] == "failed"
        assert (row.failed_since is not None) == failing
        if failing and not over and status[row.memory] == "quarantined":
            missing.add(row.memory)
    if position:
        at = memory.agent("atlas").as_of(position).moment
        assert {gap.memory_id for gap in gaps(store, "atlas", at)} == missing


def leaves_no_lie(log: Sequence[Recorded]) -> bool:
    """Say whether each audit that failed took a memory that was believed out in the same append."""
    for at, one in enumerate(log):
        event = one.event
        if isinstance(event, ClaimAudited) and event.result == "failed" and status_of(log[:at], event.memory) == "live":
            after = log[at + 1].event if at + 1 < len(log) else None
            if not isinstance(after, MemoryQuarantined) or (after.memory, after.cause) != (event.memory, event.cause):
                return False
    return True


def status_of(log: Sequence[Recorded], memory: str) -> str:
    """Return what became of a memory, from its latest events backwards."""
    for at in range(len(log) - 1, -1, -1):
        event = log[at].event
        if memory not in event.memories:
            continue
        match event:
            case MemoryQuarantined():
                return "quarantined"
            case MemoryReleased():
                return "live"
            case MemoryForgotten():
                return "forgotten"
            case MemoryRestored():
                return event.to_status
            case _:
                return "live"
    return "none"
