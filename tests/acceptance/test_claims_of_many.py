"""Claims of many: agents, openings, people, a schedule, an export, the command line."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from claiming import CHECKED, Truth, checking, claimed, found_gaps, results
from command_line import Run, assert_refused
from remembrancer import (
    Agent,
    Remembrancer,
    UnknownClaim,
    UnknownMemory,
)
from remembrancer.scheduler.auditing import AuditClaims
from remembrancer.scheduler.listing import entries
from scheduling import run_due, told
from settable_clock import SettableClock


@pytest.fixture
def truth(tmp_path: Path) -> Truth:
    return Truth(tmp_path / "settings.txt")


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock()


@pytest.fixture
def memory(tmp_path: Path, clock: SettableClock, truth: Truth) -> Iterator[Remembrancer]:
    with checking(tmp_path / "memory", clock, truth) as opened:
        yield opened


@pytest.fixture
def atlas(memory: Remembrancer) -> Agent:
    return memory.agent("atlas")


def test_a_line_of_an_identity_stands_and_a_gap_is_told_beside_it(
    memory: Remembrancer, truth: Truth, tmp_path: Path
) -> None:
    ann = memory.agent("atlas", by="user:ann")
    ann.establish_identity({"version": 1, "mission": "Publish", "rules": [CHECKED]}, because="to begin")
    line = next(one.id for one in ann.layers()["L5"] if one.text == CHECKED)
    ann.attach_claim(line, check="review")
    truth.holds(False)

    (one,) = memory.audit().audited
    assert (one.result, one.consequence, one.flagged) == ("failed", None, True)
    assert ann.show(line).status == "live"
    (gap,) = found_gaps(memory)
    assert gap.identity
    assert gap.summary_words.startswith("unknown since 2026-05-01: what the check review looks at (a line of the ident")

    ann.replace_identity_line("rules", line=CHECKED, text="Posts are published unchecked", because="nobody checks them")
    assert found_gaps(memory) == []
    assert memory.audit(due=False).audited == ()


def test_audits_of_several_openings_tell_of_a_claim_once(
    memory: Remembrancer, atlas: Agent, truth: Truth, clock: SettableClock
) -> None:
    for _ in range(8):
        claimed(atlas, kind="note", key=None)
    truth.holds(False)
    folder = memory.store.path

    def audit(_: int) -> int:
        with Remembrancer.open(folder, clock=clock) as other:
            return sum(one.position is not None for one in other.audit().audited)

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(audit, range(4))) == 8
    assert len([*memory.log(types=["claim.audited"])]) == 8
    assert len([*memory.log(types=["memory.quarantined"])]) == 8


def test_no_agent_sees_or_touches_the_claims_of_another(memory: Remembrancer, atlas: Agent) -> None:
    fact = claimed(atlas)
    shared = claimed(atlas, kind="note", key=None, scope="fleet")
    other = memory.agent("other", by="user:bob")
    own = next(one.id for one in atlas.claims(fact))

    assert [one.memory.id for one in other.claims()] == [shared]
    with pytest.raises(UnknownMemory):
        other.attach_claim(fact, check="review")
    with pytest.raises(UnknownMemory):
        other.claims(fact)
    for call in (
        lambda: other.answer_claim(own, yes=True, because="x"),
        lambda: other.release_claim(own, because="x"),
    ):
        with pytest.raises(UnknownClaim):
            call()


def test_a_gap_is_told_to_whom_it_belongs(memory: Remembrancer, atlas: Agent, truth: Truth) -> None:
    claimed(atlas)
    shared = claimed(atlas, kind="note", key=None, scope="fleet")
    truth.holds(False)
    memory.audit()

    assert len(found_gaps(memory)) == 2
    assert [(one.memory_id, one.about) for one in found_gaps(memory, "other")] == [
        (shared, "what the check review looks at")
    ]


def test_what_was_found_of_a_person_goes_with_that_person(
    memory: Remembrancer, atlas: Agent, truth: Truth, tmp_path: Path
) -> None:
    fact = claimed(atlas, subjects=["user:42"])
    truth.holds(False)
    memory.audit()
    assert found_gaps(memory)

    memory.erase("user:42", because="request 17")

    for one in atlas.history(fact):
        assert one.words in {None, "[erased]"}, one.type
    assert [(one.check, one.finding) for one in atlas.claims(released=True)] == [("[erased]", "[erased]")]
    assert found_gaps(memory) == []
    assert memory.audit(due=False).audited == ()
    assert memory.check() == []


def test_the_schedule_audits_what_is_due(
    memory: Remembrancer, atlas: Agent, truth: Truth, clock: SettableClock
) -> None:
    fact = claimed(atlas)
    jobs = [AuditClaims()]

    assert len(told(run_due(memory, jobs), "ended")) == 1
    assert run_due(memory, jobs) == []
    clock.forward(days=1)
    truth.holds(False)
    run_due(memory, jobs)
    assert atlas.show(fact).status == "quarantined"
    (listed,) = entries(memory.store, jobs=jobs)
    assert listed.outlook.last_result == "done"
    assert listed.outlook.next_at == memory.store.now() + 86_400_000_000
    assert not [*memory.log(types=["job"])]


def test_the_schedule_tries_again_where_nothing_could_be_run(memory: Remembrancer, atlas: Agent) -> None:
    claimed(atlas)
    (memory.store.path / "remembrancer.toml").write_text("[checks")

    run_due(memory, [AuditClaims()])

    (failure,) = memory.log(types=["job.failed"])
    assert "cannot be read" in (failure.because or "")
    (listed,) = entries(memory.store, jobs=[AuditClaims()])
    assert listed.outlook.last_result is not None
    assert listed.outlook.last_result.startswith("failed")


def test_an_export_of_a_log_brings_its_claims_and_no_check(
    memory: Remembrancer, atlas: Agent, truth: Truth, tmp_path: Path
) -> None:
    fact = claimed(atlas)
    memory.audit()
    memory.export(tmp_path / "out")

    with Remembrancer.open(tmp_path / "other") as other:
        other.import_path(str(tmp_path / "out"))
        (note,) = other.agent("atlas").claims()
        assert (note.memory.id, note.check, note.kind, note.state) == (fact, "review", None, "verified")
        assert other.checks() == []
        (one,) = other.audit(due=False).audited
        assert one.result == "unreachable"
        other.add_check("review", **truth.check)
        (one,) = other.audit(due=False).audited
        assert one.result == "passed"
        assert other.check() == []


def test_the_command_line_tells_the_same(run: Run, truth: Truth) -> None:
    run("init")
    fact = run("record", CHECKED, "--kind", "fact", "--key", "posts.review").id
    assert_refused(run("claim", "attach", fact, "--check", "review"), "no check 'review' is declared")
    run("check", "add", "review", "--file", str(truth.path), "--contains", "review: on")
    assert_refused(run("check", "add", "review", "--file", "b"), "declared already")
    claim = run("claim", "attach", fact, "--check", "review", "--every", "2h").id
    assert run("claim", "attach", fact, "--check", "review", "--every", "2h").id == claim
    assert_refused(run("claim", "attach", fact, "--check", "review", "--every", "soon"), "not a pace")
    assert [one["name"] for one in run("checks", "--json").json] == ["review"]

    assert run("audit").code == 0
    truth.holds(False)
    assert run("check", "try", "review").code == 1
    assert run("audit").code == 0
    failed = run("audit", "--all", "--json")
    assert failed.code == 1
    assert [one["consequence"] for one in failed.json["audited"]] == ["quarantined"]

    (listed,) = run("claims", "--json").json["claims"]
    assert (listed["id"], listed["state"], listed["every"]) == (claim, "failed", "2h")
    for told_of in (run("claims").out, run("claim", "list", "--memory", fact).out):
        assert "failed" in told_of
        assert "review" in told_of
    assert "by audit" in run("why", fact).out
    assert "failed" in run("history", fact).out
    shown = run("show", fact, "--json").json
    assert shown["verified_at"] is not None
    assert [(one["check"], one["state"]) for one in shown["claims"]] == [("review", "failed")]
    assert f"review  failed since {listed['failed_since'][:10]}" in run("show", fact).out
    assert_refused(run("claim", "answer", claim, "maybe", "--because", "x"), "say yes or no")
    assert run("claim", "release", claim, "--because", "enough").code == 0
    assert run("claims", "--json").json["claims"] == []
    assert run("check", "remove", "review").code == 0


def test_the_command_line_asks_a_person(run: Run) -> None:
    run("init")
    fact = run("record", CHECKED).id
    run("check", "add", "person", "--ask", "Does a person check every post?", "--until", "2030-01-01")
    claim = run("claim", "attach", fact, "--check", "person").id

    assert "1 claim waits for a person" in run("audit").out
    assert "Does a person" in run("claims", "--json").out
    assert run("claim", "answer", claim, "no", "--because", "nobody does", "--by", "user:ann").code == 0
    assert run("show", fact, "--json").json["status"] == "quarantined"


def test_an_audit_reviews_again_what_matters(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    lesson: dict[str, Any] = {"kind": "lesson", "trigger": "the outage of May", "importance": 8}
    old = atlas.record("Restart the proxy after a deploy", summary="Restart the proxy after a deploy", **lesson)
    small = atlas.record("Tea is in the kitchen", kind="preference", importance=3)
    judged = atlas.record("Deploy on Mondays", summary="Deploy on Mondays", **lesson)
    memory.agent("atlas", by="user:ann").review(judged.id, "passed", because="I know")
    assert memory.audit(due=False).reviewed == ()

    clock.forward(days=400)
    assert memory.audit().reviewed == ()
    report = memory.audit(due=False)

    assert [(one.memory, one.outcome) for one in report.reviewed] == [(old.id, "passed")]
    assert report.reviewed[0].changed[0].startswith("currency pass to warn: 400 days old")
    (event,) = [one for one in atlas.history(old.id) if one.type.startswith("memory.reviewed")]
    assert event.actor == "audit"
    assert memory.audit(due=False).reviewed == ()
    assert not [one for one in atlas.history(small.id) if one.type.startswith("memory.reviewed")]


def test_a_claim_that_passes_has_an_important_entry_reviewed_again(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    lesson: dict[str, Any] = {"kind": "lesson", "trigger": "the outage of May", "importance": 8, "summary": CHECKED}
    claimed(atlas, key=None, **lesson)
    assert memory.audit().reviewed == ()

    clock.forward(days=400)
    assert [one.changed[0].partition(":")[0] for one in memory.audit().reviewed] == ["currency pass to warn"]


def test_an_audit_says_what_the_world_says_whoever_may_write_where(
    memory: Remembrancer, truth: Truth, clock: SettableClock
) -> None:
    memory.adopt_policy({"version": 2, "writers": {"fleet": ["boss"]}, "teams": {"news": ["atlas"]}}, by="user:ann")
    ann = memory.agent("atlas", by="user:ann")
    shared, of_team = (ann.record(f"{CHECKED} ({scope})", scope=scope).id for scope in ("fleet", "team:news"))
    for one in (shared, of_team):
        ann.attach_claim(one, check="review")
    memory.adopt_policy({"version": 3, "teams": {"news": ["boreas"]}}, by="user:ann")
    truth.holds(False)

    assert results(memory) == [("failed", "quarantined")] * 2
    assert {one.agent for one in memory.log(types=["claim.audited"])} == {"atlas", "boreas"}


def test_an_operating_truth_of_the_fleet_that_fails_is_a_gap_for_every_agent(
    memory: Remembrancer, truth: Truth
) -> None:
    ann = memory.agent("atlas", by="user:ann")
    ann.replace_document_line("operating-truth", text=CHECKED, because="to begin", scope="fleet")
    (line,) = ann.layers()["L5"]
    ann.attach_claim(line.id, check="review")
    truth.holds(False)

    (one,) = memory.audit().audited
    assert (one.result, one.consequence, one.flagged) == ("failed", None, True)
    for name in ("atlas", "boreas"):
        assert [gap.identity for gap in found_gaps(memory, name)] == [True]
        assert "unknown since 2026-05-01" in memory.agent(name).context("who checks posts").text
    ann.replace_document_line(
        "operating-truth", line=CHECKED, text="Posts go out as they are", because="nobody does", scope="fleet"
    )
    assert found_gaps(memory, "boreas") == []
    assert memory.audit(due=False).audited == ()
