"""Decisions through the Python face: made with a confidence, judged later, and weighed when there are too many."""

import itertools
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from lost_words import destroy_every_slot, record_erasure
from remembrancer import (
    Agent,
    InvalidInput,
    InvalidNumber,
    InvalidText,
    KeptByOthers,
    KeyReused,
    NotADecision,
    NotLive,
    Remembrancer,
    StoreReadOnly,
    UnknownKind,
    UnknownMemory,
)
from remembrancer.application.memory import ERASED, SEALED
from settable_clock import SettableClock


def judged(agent: Agent, outcome: str, confidence: int = 5) -> str:
    """Make a decision and judge it; return its id."""
    made = agent.decide(f"decision {outcome}", confidence=confidence)
    agent.judge(made.id, outcome, because="seen")
    return made.id


def test_a_decision_is_kept_with_its_confidence_and_told_with_how_it_turned_out(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    note = atlas.record("the numbers")
    made = atlas.decide("周五发布 ship on Friday", confidence=0.8, tags=["release"], evidence=[note.id], because="票数")
    assert (made.kind, made.layer, made.confidence, made.tags) == ("decision", "L2", 8, ("release",))
    [open_one] = atlas.decisions()
    assert (open_one.memory, open_one.confidence, open_one.made_at) == (made, 8, clock.time)
    assert (open_one.outcome, open_one.judged_at, open_one.judged_by, open_one.after, open_one.because) == (None,) * 5

    clock.forward(days=3)
    verdict = memory.agent("atlas", by="user:ann").judge(
        made.id[:9], "wrong", because="回滚了 it broke", evidence=[note.id]
    )
    assert (verdict.outcome, verdict.judged_by, verdict.after) == ("wrong", "user:ann", timedelta(days=3))
    assert (verdict.because, verdict.judged_at, verdict.confidence) == ("回滚了 it broke", clock.time, 8)
    assert atlas.decisions() == [verdict]
    assert verdict.to_json()["after_s"] == 3 * 86_400
    assert memory.check() == []


def test_recording_a_decision_is_making_it(memory: Remembrancer, atlas: Agent) -> None:
    recorded = atlas.record("ship it", kind="decision", confidence=3)
    made = atlas.decide("wait", confidence=3)
    assert [decision.memory for decision in atlas.decisions()] == [made, recorded]
    assert len(list(memory.log(types=["decision.made"]))) == 2


@pytest.mark.parametrize(
    ("said", "kept"),
    [("right", "right"), ("success", "right"), ("wrong", "wrong"), ("failure", "wrong"), ("mixed", "mixed")],
)
def test_success_and_failure_are_understood_as_right_and_wrong(atlas: Agent, said: str, kept: str) -> None:
    made = atlas.decide("x")
    assert atlas.judge(made.id, said, because="seen").outcome == kept


def test_the_latest_judgement_counts_and_each_earlier_day_shows_its_own(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    made = atlas.decide("ship it", confidence=9)
    for day, outcome in ((2, "right"), (3, "wrong"), (4, "mixed")):
        clock.set(2026, 5, day, 9)
        atlas.judge(made.id, outcome, because=f"as of day {day}")
    for _ in range(2):
        outcomes = [atlas.as_of(f"2026-05-0{day}").decisions()[0].outcome for day in (1, 2, 3, 4)]
        assert outcomes == [None, "right", "wrong", "mixed"]
        assert atlas.as_of("2026-04-30").decisions() == []
        becauses = [atlas.as_of(f"2026-05-0{day}").decisions()[0].because for day in (2, 3, 4)]
        assert becauses == ["as of day 2", "as of day 3", "as of day 4"]
        window = atlas.as_of("2026-05-02").decision_quality().window
        assert (window.made, window.judged, window.right, window.wrong) == (1, 1, 1, 0)
        quality = atlas.decision_quality()
        assert (quality.window.judged, quality.window.mixed) == (1, 1)
        assert [(day.day, day.mixed) for day in quality.days] == [(date(2026, 5, 4), 1)]
        memory.rebuild()
    assert memory.check() == []


def test_a_decision_that_has_retired_is_judged_as_well(memory: Remembrancer, atlas: Agent) -> None:
    made = [atlas.decide(f"decision {number}") for number in range(12)]
    assert atlas.show(made[0].id).status == "archived"
    verdict = atlas.judge(made[0].id, "right", because="it held")
    assert (verdict.outcome, verdict.memory.status) == ("right", "archived")
    assert [decision.memory.id for decision in atlas.decisions()] == [each.id for each in reversed(made)]
    assert atlas.decision_quality().window.made == 12
    assert len(atlas.layers()["L2"]) == 10
    assert memory.check() == []


def test_only_a_decision_that_is_there_has_an_outcome(memory: Remembrancer, atlas: Agent) -> None:
    note, gone = atlas.record("a note"), atlas.decide("forgotten")
    atlas.forget(gone.id, because="x")
    erased = atlas.decide("erased")
    record_erasure(memory, erased)
    atlas.intent({"role": "x"})
    atlas.task("t").start(objective="o")
    foreign = memory.agent("nova").decide("nova's own")
    head = memory.position
    for memory_id, refusal in (
        (note.id, NotADecision),
        (atlas.intents()[0].memory.id, KeptByOthers),
        (atlas.task("t").memory.id, KeptByOthers),
        (gone.id, NotLive),
        (erased.id, NotLive),
        (foreign.id, UnknownMemory),
        ("mem_0000000000000000", UnknownMemory),
    ):
        with pytest.raises(refusal) as raised:
            atlas.judge(memory_id, "right", because="x")
        assert "\n" not in str(raised.value)
    with pytest.raises(InvalidInput, match="not an outcome of a decision: 'good'; use right, wrong, mixed"):
        atlas.judge(atlas.decide("x").id, "good", because="x")
    with pytest.raises(InvalidText):
        atlas.judge(atlas.decisions()[0].memory.id, "right", because=" ")
    assert memory.position == head + 1


def test_a_decision_that_is_shared_is_judged_by_another_agent(memory: Remembrancer, atlas: Agent) -> None:
    made = atlas.decide("for all of us", scope="fleet")
    verdict = memory.agent("nova").judge(made.id, "right", because="it held here")
    assert verdict.judged_by == "agent:nova"
    assert [decision.judged_by for decision in atlas.decisions()] == ["agent:nova"]
    assert memory.agent("nova").decisions() == []
    assert memory.agent("nova").decision_quality().window.made == 0


def test_the_window_is_about_the_last_forty_decisions(atlas: Agent, clock: SettableClock) -> None:
    for number in range(50):
        made = atlas.decide(f"decision {number}", confidence=10 if number < 10 else 6)
        clock.forward(minutes=1)
        if number < 20 or number >= 40:
            outcome = "wrong" if number < 10 else ("right", "mixed", "wrong")[number % 3]
            atlas.judge(made.id, outcome, because="seen")
        clock.forward(minutes=1)
    window = atlas.decision_quality().window
    outcomes = [("right", "mixed", "wrong")[number % 3] for number in (*range(10, 20), *range(40, 50))]
    assert (window.made, window.judged) == (40, 20)
    assert (window.right, window.mixed, window.wrong) == tuple(map(outcomes.count, ("right", "mixed", "wrong")))
    assert window.confidence_mean == pytest.approx(6)
    assert window.after_mean_s == pytest.approx(60)
    results = {"right": 1.0, "mixed": 0.5, "wrong": 0.0}
    assert window.brier == pytest.approx(sum((0.6 - results[each]) ** 2 for each in outcomes) / 20)
    assert len(atlas.decisions()) == 40
    assert len(atlas.decisions(limit=50)) == 50
    assert len(atlas.decisions(limit=3)) == 3


def test_the_daily_history_holds_ninety_days_and_outlives_the_window_and_the_bound(
    tmp_path: Path, clock: SettableClock
) -> None:
    start = clock.time
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        atlas = memory.agent("atlas")
        for number in range(95):
            judged(atlas, "right" if number % 2 else "wrong")
            clock.forward(days=1)
        for outcome in ("right", "mixed", "wrong", "right"):
            judged(atlas, outcome)
        days = atlas.decision_quality().days
        memory.rebuild()
    with Remembrancer.open(tmp_path / "m", clock=clock, read_only=True) as memory:
        assert memory.agent("atlas").decision_quality().days == days
        assert memory.check() == []
    assert len(days) == 90
    assert [day.day for day in days] == [(start + timedelta(days=number)).date() for number in range(95, 5, -1)]
    assert (days[0].judged, days[0].right, days[0].mixed, days[0].wrong, days[0].quality) == (4, 2, 1, 1, 0.625)
    assert all((day.judged, day.quality) in {(1, 1.0), (1, 0.0)} for day in days[1:])


def test_calibration_tells_how_often_decisions_with_a_confidence_turned_out_right(atlas: Agent) -> None:
    for outcome, count in (("right", 3), ("mixed", 1), ("wrong", 1)):
        for _ in range(count):
            judged(atlas, outcome, confidence=9)
    judged(atlas, "wrong", confidence=2)
    atlas.decide("not judged", confidence=5)
    calibration = atlas.decision_quality().calibration
    assert [row.confidence for row in calibration] == list(range(1, 11))
    told = {row.confidence: (row.judged, row.right, row.share) for row in calibration}
    assert told[9] == (5, 3.5, 0.7)
    assert told[2] == (1, 0, 0.0)
    assert told[5] == (0, 0, None)


def test_the_quality_of_no_decisions_is_told_without_dividing_by_nothing(memory: Remembrancer) -> None:
    quality = memory.agent("nobody").decision_quality()
    assert (quality.window.made, quality.window.brier, quality.window.confidence_mean) == (0, None, None)
    assert quality.days == ()
    assert {row.share for row in quality.calibration} == {None}


@pytest.mark.parametrize("category", ["rollback", "security", "evolution"])
def test_what_teaches_more_stays_when_routine_retires(memory: Remembrancer, atlas: Agent, category: str) -> None:
    heavy = atlas.decide("the heavy one", category=category)
    routine = [atlas.decide(f"routine {number}") for number in range(15)]
    kept = [each.id for each in atlas.layers()["L2"]]
    assert heavy.id in kept
    assert kept == [each.id for each in reversed([heavy, *routine[6:]])]
    because = atlas.history(routine[0].id)[-1].because
    assert because is not None
    assert "more than 10 live memories of kind decision in agent:atlas; this one weighed least (5)" in because
    assert memory.check() == []


def test_an_important_routine_decision_stays_before_a_light_security_one(atlas: Agent) -> None:
    light = atlas.decide("light", category="security", importance=1)
    for number in range(10):
        atlas.decide(f"important {number}", importance=9)
    assert atlas.show(light.id).status == "archived"


def test_a_decision_that_is_sent_again_with_its_key_is_made_and_judged_once(memory: Remembrancer, atlas: Agent) -> None:
    made = [atlas.decide("ship it", confidence=8, idempotency_key="d") for _ in range(2)]
    assert made[0] == made[1]
    verdicts = [atlas.judge(made[0].id, "right", because="x", idempotency_key="j") for _ in range(2)]
    assert verdicts[0] == verdicts[1]
    assert len(list(memory.log(types=["decision"]))) == 2
    other = atlas.decide("another")
    head = memory.position
    for again in (
        lambda: atlas.decide("ship it", confidence=7, idempotency_key="d"),
        lambda: atlas.decide("wait", confidence=8, idempotency_key="d"),
        lambda: atlas.record("ship it", confidence=8, idempotency_key="d"),
        lambda: atlas.judge(made[0].id, "wrong", because="x", idempotency_key="j"),
        lambda: atlas.judge(other.id, "right", because="x", idempotency_key="j"),
        lambda: atlas.judge(made[0].id, "right", because="x", idempotency_key="d"),
    ):
        with pytest.raises(KeyReused):
            again()
    assert memory.position == head


def test_where_nothing_may_be_written_decisions_are_read_and_none_is_made_or_judged(
    tmp_path: Path, clock: SettableClock
) -> None:
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        made = judged(memory.agent("atlas"), "right")
    with Remembrancer.open(tmp_path / "m", clock=clock, read_only=True) as memory:
        atlas = memory.agent("atlas")
        assert [decision.outcome for decision in atlas.decisions()] == ["right"]
        assert atlas.decision_quality().window.right == 1
        for verb in (lambda: atlas.decide("x"), lambda: atlas.judge(made, "wrong", because="x")):
            with pytest.raises(StoreReadOnly) as refusal:
                verb()
            assert "\n" not in str(refusal.value)


def test_decisions_whose_keys_are_gone_keep_outcomes_and_figures(memory: Remembrancer, atlas: Agent) -> None:
    made = atlas.decide("about her", subjects=["user:42"], confidence=9)
    memory.agent("atlas", by="user:ann").judge(made.id, "wrong", because="she said no")
    kept = atlas.decide("about nobody")
    quality = atlas.decision_quality()
    memory.store.keys.destroy_subject("user:42")
    newest, oldest = atlas.decisions()
    assert (newest.memory.text, oldest.memory.text) == ("about nobody", SEALED)
    assert (oldest.outcome, oldest.because, oldest.judged_by) == ("wrong", SEALED, "user:ann")
    destroy_every_slot(memory)
    assert {decision.memory.text for decision in atlas.decisions()} == {SEALED}
    assert atlas.decision_quality() == quality
    assert atlas.judge(kept.id, "right", because="anyhow").outcome == "right"
    assert memory.check() == []


def test_an_erased_decision_stays_in_the_figures_without_its_words(memory: Remembrancer, atlas: Agent) -> None:
    made = judged(atlas, "right", confidence=7)
    before = memory.position
    record_erasure(memory, atlas.show(made))
    for reads in (atlas, atlas.as_of(before)):
        [decision] = reads.decisions()
        assert (decision.memory.text, decision.because, decision.outcome) == (ERASED, ERASED, "right")
        assert reads.decision_quality().window.right == 1


@pytest.mark.parametrize("confidence", [0, 11, -1, 1.5, 7.0, float("nan"), float("inf"), True, "8", None])
def test_a_confidence_is_from_1_to_10_or_a_share(memory: Remembrancer, atlas: Agent, confidence: object) -> None:
    head = memory.position
    with pytest.raises(InvalidNumber) as refusal:
        atlas.decide("x", confidence=confidence)  # pyright: ignore[reportArgumentType]  # what the test is about
    assert "\n" not in str(refusal.value)
    assert memory.position == head


def test_shares_become_tenths_and_none_becomes_nothing(atlas: Agent) -> None:
    assert [atlas.decide("x", confidence=share).confidence for share in (0.0, 0.04, 0.8, 1.0)] == [1, 1, 8, 10]


def test_a_decision_is_no_other_kind_whatever_else_is_said(memory: Remembrancer, atlas: Agent) -> None:
    head = memory.position
    with pytest.raises(InvalidInput):
        atlas.decide("x", kind="note")  # pyright: ignore[reportCallIssue]  # what the test is about
    with pytest.raises(InvalidInput):
        atlas.decide("x", mood="good")  # pyright: ignore[reportCallIssue]  # what the test is about
    for kind in ("task", "intent"):
        with pytest.raises(UnknownKind):
            atlas.record("x", kind=kind)
    assert memory.position == head


def test_a_decision_that_was_made_in_the_past_is_judged_from_when_it_was_recorded(
    atlas: Agent, clock: SettableClock
) -> None:
    made = atlas.decide("x", occurred_at=datetime(2020, 1, 1, tzinfo=UTC))
    clock.forward(hours=1)
    assert atlas.judge(made.id, "right", because="x").after == timedelta(hours=1)


def test_a_clock_that_steps_back_judges_nothing_before_it_was_made(atlas: Agent, clock: SettableClock) -> None:
    made = atlas.decide("x")
    clock.forward(days=-1)
    assert atlas.judge(made.id, "right", because="x").after == timedelta(0)


def test_every_order_of_judgements_gives_the_figures_of_the_last_ones(memory: Remembrancer) -> None:
    for number, order in enumerate(itertools.permutations(["right", "wrong", "mixed"])):
        agent = memory.agent(f"agent-{number}")
        made = agent.decide("x")
        for outcome in order:
            agent.judge(made.id, outcome, because="seen")
        window = agent.decision_quality().window
        assert (window.judged, {name: getattr(window, name) for name in order}) == (
            1,
            {name: int(name == order[-1]) for name in order},
        )


def test_decisions_of_a_team_that_was_left_are_neither_listed_nor_counted_and_take_no_place_in_the_list(
    memory: Remembrancer, atlas: Agent
) -> None:
    memory.adopt_policy({"version": 2, "teams": {"red": ["atlas"]}}, by="user:ann")
    mine = [atlas.decide(f"mine {number}").id for number in range(3)]
    for number in range(3):
        atlas.decide(f"ours {number}", scope="team:red")
    assert len(atlas.decisions()) == 6
    memory.adopt_policy({"version": 3}, by="user:ann")
    assert [decision.memory.id for decision in atlas.decisions(limit=2)] == [mine[2], mine[1]]
    assert len(atlas.decisions()) == 3
    assert atlas.decision_quality().window.made == 3
