"""Trauma and risk through the Python face: wounds teach caution, and caution fades unless there are new ones."""

import itertools
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from lost_words import destroy_every_slot
from remembrancer import (
    Agent,
    InvalidEnvelope,
    InvalidFile,
    InvalidNumber,
    KeyReused,
    NotReadable,
    Remembrancer,
    StoreReadOnly,
    UnknownCategory,
    UnknownMemory,
)
from remembrancer.application.trauma import Risk
from settable_clock import SettableClock

PLAIN = {"role": "rename a variable"}
TOUCHES = {
    "security": [
        {"role": "rotate the auth token"},
        {"role": "x", "constraints": ["不得泄露密码"]},
        {"role": "安全 audit"},
    ],
    "performance": [{"role": "x", "forbidden": ["Latency above 5 ms"]}, {"role": "降低延迟"}],
    "hallucination": [
        {"role": "summarise", "forbidden_signals": ["made up quotes"]},
        {"role": "x", "constraints": ["不编造"]},
    ],
    "architecture": [{"role": "Migration of the store"}, {"role": "减少耦合"}],
    "rollback": [{"role": "REVERT the release"}, {"role": "回滚"}],
}


def sums_up(risk: Risk) -> bool:
    """Say whether a risk is from 0 to 1 and the sum of its parts, each of which explains itself."""
    parts = risk.parts.values()
    assert list(risk.parts) == ["rollback", "trauma", "novelty"]
    assert all(0 <= part.value <= 1 and 0 <= part.share <= 1 and part.because for part in parts)
    assert sum(part.share for part in parts) == pytest.approx(1)
    assert all(part.contribution == part.share * part.value for part in parts)
    assert risk.value == pytest.approx(sum(part.contribution for part in parts))
    return 0 <= risk.value <= 1


@pytest.mark.parametrize(
    ("category", "days"),
    [("rollback", 30), ("security", 180), ("performance", 14), ("hallucination", 30), ("architecture", 90)],
)
def test_a_trauma_weighs_half_after_one_half_life_and_a_quarter_after_two(
    memory: Remembrancer, atlas: Agent, clock: SettableClock, category: str, days: int
) -> None:
    suffered = atlas.trauma(category, because="痛 it hurt")
    assert (suffered.category, suffered.count, suffered.level, suffered.half_life_days) == (category, 1, 1.0, days)
    start = clock.time
    for halvings in range(1, 4):
        clock.forward(days=days)
        [level] = atlas.traumas()
        assert level.level == pytest.approx(0.5**halvings, abs=1e-6)
        assert (level.count, level.last_at) == (1, start)
    clock.forward(days=days * 40)
    assert atlas.traumas()[0].level == 0
    assert atlas.as_of(start).traumas()[0].level == 1.0
    assert atlas.as_of(start + timedelta(days=days)).traumas()[0].level == pytest.approx(0.5, abs=1e-6)
    memory.rebuild()
    assert atlas.as_of(start + timedelta(days=2 * days)).traumas()[0].level == pytest.approx(0.25, abs=1e-6)
    assert memory.check() == []


def test_traumas_add_up_and_tell_their_newest_five_causes(atlas: Agent, clock: SettableClock) -> None:
    for number in range(6):
        atlas.trauma("rollback", because=f"第 {number} time", weight=2)
        clock.forward(days=30)
    level = atlas.trauma("rollback", because="第 6 time", weight=2)
    clock.forward(days=30)
    assert level.count == 7
    assert level.level == pytest.approx(sum(2 * 0.5**n for n in range(7)), abs=1e-5)
    assert [cause.because for cause in level.causes] == [f"第 {number} time" for number in (6, 5, 4, 3, 2)]
    assert {cause.weight for cause in level.causes} == {2.0}
    positions = [cause.position for cause in level.causes]
    assert positions == sorted(positions, reverse=True)
    [asked] = atlas.traumas()
    assert asked.level == pytest.approx(level.level / 2, abs=1e-5)


def test_security_weighs_more_than_performance_in_its_level_and_in_a_risk(memory: Remembrancer) -> None:
    risks: dict[str, float] = {}
    for category in ("security", "performance"):
        agent = memory.agent(category)
        agent.trauma(category, because="x")
        risks[category] = agent.risk({**PLAIN, "categories": [category]}).value
    assert risks["security"] > risks["performance"] > memory.agent("nobody").risk(PLAIN).value
    atlas = memory.agent("atlas")
    atlas.trauma("performance", because="x")
    atlas.trauma("security", because="x")
    assert [(level.category, level.weight) for level in atlas.traumas()] == [("security", 4), ("performance", 1)]


@pytest.mark.parametrize(
    ("category", "envelope"), [(category, each) for category, found in TOUCHES.items() for each in found]
)
def test_the_words_of_an_envelope_touch_a_category_in_both_languages(
    atlas: Agent, category: str, envelope: dict[str, Any]
) -> None:
    before = atlas.risk(envelope)
    assert category in before.categories
    atlas.trauma(category, because="x")
    after = atlas.risk(envelope)
    assert after.value > before.value
    assert category in after.parts["trauma"].because
    assert atlas.risk(PLAIN).parts["trauma"].value == 0


def test_a_trauma_raises_the_risk_of_a_similar_change_and_time_lowers_it_again(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    envelope = {"role": "refactor", "constraints": ["keep auth"], "target": "a.py"}
    calm = atlas.risk(envelope)
    atlas.trauma("security", because="a token leaked", envelope={**envelope, "target": "b.py"})
    hurt = clock.time
    values = [atlas.risk(envelope).value]
    for _ in range(3):
        clock.forward(days=180)
        values.append(atlas.risk(envelope).value)
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 4
    assert values[-1] > calm.value
    assert atlas.as_of(hurt).risk(envelope).value == values[0]
    assert atlas.as_of("2026-04-30").risk(envelope).value == calm.value
    memory.rebuild()
    assert atlas.risk(envelope).value == values[-1]


def test_risk_rises_with_rollbacks_and_falls_with_successes_and_familiarity(atlas: Agent) -> None:
    steps: list[tuple[str | None, Risk]] = [(None, atlas.risk(PLAIN))]
    for outcome in ("success", "success", "rollback", "rollback", "success", None):
        atlas.intent(PLAIN, outcome)
        steps.append((outcome, atlas.risk(PLAIN)))
    for (_, before), (outcome, after) in itertools.pairwise(steps):
        assert sums_up(after)
        change = after.parts["rollback"].value - before.parts["rollback"].value
        assert (change > 0) == (outcome == "rollback")
        assert (change < 0) == (outcome == "success")
        assert after.parts["novelty"].value < before.parts["novelty"].value
    assert steps[-1][1].parts["rollback"].because.startswith("2 of 5 judged uses were rolled back")
    assert steps[0][1].parts["novelty"].because == "never met before"


def test_any_number_of_rollbacks_and_traumas_keeps_a_risk_from_0_to_1(atlas: Agent) -> None:
    envelope = {"role": "x", "categories": ["security", "rollback", "performance", "hallucination", "architecture"]}
    assert sums_up(atlas.risk(envelope))
    for category in envelope["categories"]:
        atlas.trauma(category, because="x", weight=100)
    for _ in range(30):
        atlas.intent(envelope, "rollback")
    worst = atlas.risk(envelope)
    assert sums_up(worst)
    assert worst.value > 0.7
    assert json.loads(json.dumps(worst.to_json()))["value"] == worst.value


@pytest.mark.parametrize("rollback", range(0, 101, 7))
def test_whatever_the_shares_a_risk_stays_from_0_to_1(memory: Remembrancer, atlas: Agent, rollback: int) -> None:
    atlas.trauma("security", because="x", weight=100)
    for version, trauma in enumerate(range(0, 101 - rollback, 9), 2):
        shares = {"rollback": rollback, "trauma": trauma, "novelty": 100 - rollback - trauma}
        memory.adopt_policy({"version": version, "risk": {**shares, "trauma_half": 1}}, by="user:ann")
        assert sums_up(atlas.risk({"role": "auth"}))


def test_a_policy_changes_weights_half_lives_and_categories(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    atlas.trauma("performance", because="slow")
    slow = {"role": "x", "categories": ["performance"]}
    before, adopted = atlas.risk(slow).value, memory.position
    with pytest.raises(UnknownCategory, match="unknown category 'privacy'; use one of"):
        atlas.trauma("privacy", because="x")
    with pytest.raises(UnknownCategory, match="'privacy'"):
        atlas.risk({"role": "x", "categories": ["privacy"]})
    memory.adopt_policy(
        {
            "version": 2,
            "trauma_weights": {"performance": 9, "privacy": 5, "taste": 1},
            "trauma_half_lives_days": {"performance": 14, "privacy": 10},
            "trauma_signals": {"privacy": ["GDPR", "隐私", "ｐｅｒｓｏｎ"]},
        },
        by="user:ann",
    )
    assert atlas.risk(slow).value > before
    assert atlas.as_of(adopted).risk(slow).value == before
    assert atlas.trauma("privacy", because="x").half_life_days == 10
    assert atlas.trauma("taste", because="x").half_life_days == 30
    with pytest.raises(UnknownCategory, match="'security'"):
        atlas.trauma("security", because="x")
    clock.forward(days=10)
    levels = {level.category: level.level for level in atlas.traumas()}
    assert levels["privacy"] == pytest.approx(0.5, abs=1e-6)
    for role in ("gdpr export", "用户隐私", "persons"):
        assert atlas.risk({"role": role}).categories == ("privacy",)
    assert atlas.risk({"role": "auth"}).categories == ()


@pytest.mark.parametrize(
    "settings",
    [
        {"trauma_weights": {"security": 0}, "trauma_half_lives_days": {}, "trauma_signals": {}},
        {"trauma_half_lives_days": {"security": 0}},
        {"trauma_half_lives_days": {"security": 2**53 - 1}},
        {"trauma_half_lives_days": {"nothing": 1}},
        {"risk": {"rollback": 50, "trauma": 50, "novelty": 50}},
        {"risk": {"rollback": -20, "trauma": 60, "novelty": 60}},
        {"risk": {"prior_uses": 1, "prior_rollbacks": 1}},
        {"working": {"task_stale_s": 2**53 - 1}},
        {"lifetimes_s": {"message": 2**53 - 1}},
    ],
)
def test_a_policy_that_says_something_impossible_is_refused(memory: Remembrancer, settings: dict[str, Any]) -> None:
    head = memory.position
    with pytest.raises(InvalidFile) as refusal:
        memory.adopt_policy({"version": 2, **settings}, by="user:ann")
    assert "\n" not in str(refusal.value)
    assert memory.position == head


def test_the_longest_durations_that_a_policy_may_say_work(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    memory.adopt_policy(
        {
            "version": 2,
            "trauma_half_lives_days": {"security": 100_000},
            "working": {"task_stale_s": 8_640_000_000, "session_hot_s": 8_640_000_000},
            "lifetimes_s": {"message": 8_640_000_000},
        },
        by="user:ann",
    )
    atlas.trauma("security", because="x")
    atlas.task("t").start(objective="o")
    assert atlas.session("S").message("hi").expires_at is not None
    clock.forward(days=50_000)
    assert atlas.task("t").status == "running"
    assert atlas.traumas()[0].level == pytest.approx(0.5**0.5, abs=1e-6)
    assert memory.check() == []


def test_a_trauma_keeps_the_half_life_under_which_it_was_suffered_until_the_next(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    atlas.trauma("rollback", because="x")
    memory.adopt_policy({"version": 2, "trauma_half_lives_days": {"rollback": 1}}, by="user:ann")
    clock.forward(days=30)
    assert atlas.traumas()[0].level == pytest.approx(0.5, abs=1e-6)
    assert atlas.trauma("rollback", because="y").level == pytest.approx(1.5, abs=1e-6)
    clock.forward(days=1)
    assert atlas.traumas()[0].level == pytest.approx(0.75, abs=1e-6)


def test_teams_and_the_fleet_share_their_wounds_and_agents_keep_their_own(memory: Remembrancer, atlas: Agent) -> None:
    memory.adopt_policy({"version": 2, "teams": {"red": ["atlas", "nova"]}}, by="user:ann")
    nova, lone = memory.agent("nova"), memory.agent("lone")
    atlas.trauma("security", because="mine")
    assert atlas.trauma("security", because="ours", scope="team:red").count == 1
    shared = lone.trauma("security", because="everybody's", scope="fleet")
    assert (shared.count, shared.level) == (1, 1.0)
    assert [cause.because for cause in shared.causes] == ["everybody's"]
    counts = {agent.name: agent.traumas()[0].count for agent in (atlas, nova, lone)}
    assert counts == {"atlas": 3, "nova": 2, "lone": 1}
    assert [cause.because for cause in nova.traumas()[0].causes] == ["everybody's", "ours"]
    risks = [agent.risk({"role": "auth"}).value for agent in (atlas, nova, lone)]
    assert risks == sorted(risks, reverse=True)
    assert len(set(risks)) == 3
    head = memory.position
    for scope in ("team:red", "agent:atlas"):
        with pytest.raises(NotReadable):
            lone.trauma("security", because="x", scope=scope)
    assert memory.position == head


def test_risk_counts_the_uses_of_all_scopes_that_the_agent_reads(memory: Remembrancer, atlas: Agent) -> None:
    nova = memory.agent("nova")
    nova.intent(PLAIN, "rollback", scope="fleet")
    nova.intent(PLAIN, "rollback")
    assert atlas.risk(PLAIN).parts["rollback"].because.startswith("1 of 1 judged uses")
    assert nova.risk(PLAIN).parts["rollback"].because.startswith("2 of 2 judged uses")


def test_a_trauma_names_its_evidence(memory: Remembrancer, atlas: Agent) -> None:
    note = atlas.record("the log of that night", subjects=["user:42"])
    atlas.trauma("security", because="read it there", evidence=[note.id[:9]])
    [entry] = memory.log(types=["trauma.suffered"])
    assert list(entry.details["evidence"]) == [note.id]
    assert entry.words == {"subjects": ("user:42",)}
    head = memory.position
    with pytest.raises(UnknownMemory):
        memory.agent("nova").trauma("security", because="x", evidence=[note.id])
    assert memory.position == head


def test_a_trauma_under_an_envelope_of_a_category_that_the_policy_does_not_know_is_refused(
    memory: Remembrancer, atlas: Agent
) -> None:
    head = memory.position
    with pytest.raises(UnknownCategory, match="unknown category 'weather'"):
        atlas.trauma("security", because="x", envelope={"role": "deploy", "categories": ["weather"]})
    assert memory.position == head


def test_a_trauma_that_is_sent_again_with_its_key_counts_once(memory: Remembrancer, atlas: Agent) -> None:
    for _ in range(2):
        assert atlas.trauma("security", because="x", weight=2, idempotency_key="k").count == 1
    head = memory.position
    for again in (
        lambda: atlas.trauma("security", because="y", weight=2, idempotency_key="k"),
        lambda: atlas.trauma("security", because="x", weight=1, idempotency_key="k"),
        lambda: atlas.trauma("rollback", because="x", weight=2, idempotency_key="k"),
        lambda: atlas.trauma("security", because="x", weight=2, scope="fleet", idempotency_key="k"),
        lambda: atlas.trauma("security", because="x", weight=2, envelope=PLAIN, idempotency_key="k"),
    ):
        with pytest.raises(KeyReused):
            again()
    assert memory.position == head


def test_the_level_survives_every_reopening_and_can_be_read_where_nothing_may_be_written(
    tmp_path: Path, clock: SettableClock
) -> None:
    for turn in range(1, 4):
        with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
            assert memory.agent("atlas").trauma("security", because="x").count == turn
    with Remembrancer.open(tmp_path / "m", clock=clock, read_only=True) as memory:
        atlas = memory.agent("atlas")
        assert (atlas.traumas()[0].level, atlas.risk({"role": "auth"}).categories) == (3.0, ("security",))
        with pytest.raises(StoreReadOnly) as refusal:
            atlas.trauma("security", because="x")
        assert "\n" not in str(refusal.value)


def test_traumas_without_keys_weigh_as_before(memory: Remembrancer, atlas: Agent) -> None:
    atlas.trauma("security", because="she told me", subjects=["user:42"], envelope=PLAIN)
    atlas.trauma("security", because="nobody in particular")
    risk = atlas.risk({"role": "auth"}).to_json()
    memory.store.keys.destroy_subject("user:42")
    assert [cause.because for cause in atlas.traumas()[0].causes] == ["nobody in particular", "[sealed]"]
    destroy_every_slot(memory)
    [level] = atlas.traumas()
    assert [cause.because for cause in level.causes] == ["[sealed]", "[sealed]"]
    assert (level.count, level.level) == (2, 2.0)
    assert atlas.risk({"role": "auth"}).to_json() == risk
    assert memory.check() == []


@pytest.mark.parametrize("weight", [0, -1, 0.0001, 100.001, 1e308])
def test_a_weight_is_from_a_thousandth_to_a_hundred(memory: Remembrancer, atlas: Agent, weight: float) -> None:
    head = memory.position
    with pytest.raises(InvalidNumber, match="weight"):
        atlas.trauma("security", because="x", weight=weight)
    assert memory.position == head
    assert atlas.trauma("security", because="x", weight=0.001).level == 0.001
    assert atlas.trauma("security", because="x", weight=100).level == 100.001


def test_asking_for_a_risk_stores_nothing(memory: Remembrancer, atlas: Agent) -> None:
    head = memory.position
    atlas.risk({"role": "auth", "diff": "def f():\n    return 1\n"})
    with pytest.raises(InvalidEnvelope):
        atlas.risk({"constraints": ["no role"]})
    assert memory.position == head


def test_a_problem_touches_the_categories_of_the_traumas_that_it_brought(atlas: Agent) -> None:
    plain, other = {"role": "tidy up"}, {"role": "tidy down"}
    atlas.trauma("architecture", because="the layers were mixed", envelope=plain)

    assert atlas.risk({**plain, "target": "b.py"}).categories == ("architecture",)
    assert atlas.risk(other).categories == ()
    assert atlas.risk(plain).value > atlas.risk(other).value
