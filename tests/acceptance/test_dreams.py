"""What dreams make of memories, as their agent and its people see it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from dream_lives import QUICK, old_notes, seen_often
from remembrancer import Agent, InvalidMoment, Memory, Refused, Remembrancer, StoreReadOnly, UnknownStage
from remembrancer.application.dreams import running
from remembrancer.application.dreams.running import DreamProgress
from settable_clock import SettableClock


def live(agent: Agent, layer: str, kind: str | None = None) -> list[Memory]:
    return [one for one in agent.layers()[layer] if one.status == "live" and kind in {None, one.kind}]


def sleep_on_it(agent: Agent, clock: SettableClock) -> None:
    clock.forward(hours=12)
    assert agent.dream().outcome == "done"
    clock.forward(hours=12)


def test_the_same_noticed_three_times_becomes_one_practice_that_cites_its_evidence(
    atlas: Agent, clock: SettableClock
) -> None:
    about: dict[str, Any] = {"category": "abstracts", "subjects": ["user:42"]}
    ids = seen_often(atlas, clock, "Use 150-word abstracts", 3, **about)
    ids.append(atlas.record("user prefers shorter versions", **about).id)
    ids.append(atlas.record("read rate rose 30%", **about).id)

    report = atlas.dream()

    (practice,) = live(atlas, "L4", "practice")
    assert practice.text.startswith("Best practice: 150-word abstracts (3x verified, +30% read rate)")
    assert "user prefers shorter versions" in practice.text
    assert practice.confirmations >= 3
    assert practice.subjects == ("user:42",)
    assert {atlas.show(memory_id).status for memory_id in ids} == {"archived"}
    assert {atlas.show(memory_id).layer for memory_id in ids} == {"L6"}
    assert {origin.memory.id for origin in atlas.why(practice.id).came_from} == set(ids)
    (step,) = [step for step in report.proposals if step.stage == "consolidate"]
    assert (step.outcome, step.made) == ("carried", practice.id)


def test_a_day_is_one_where_the_policy_lives(tmp_path: Path, clock: SettableClock) -> None:
    store = tmp_path / "shanghai"
    Remembrancer.open(store, clock=clock).close()
    (store / "remembrancer.toml").write_text('version = 2\ntimezone = "Asia/Shanghai"\n')
    with Remembrancer.open(store, clock=clock) as memory:
        for zhou, times in (("one day", ((1, 17), (2, 1), (2, 15))), ("three days", ((1, 15), (1, 17), (2, 17)))):
            agent = memory.agent(zhou.replace(" ", "-"))
            for day, hour in times:
                agent.record("Use 150-word abstracts", occurred_at=datetime(2026, 4, day, hour, tzinfo=UTC))
        agent.record("The calendar ends", occurred_at=datetime(9999, 12, 31, 23, tzinfo=UTC))
        clock.forward(days=1)
        reasons = [
            [step.because for step in memory.agent(name).dream(dry_run=True).proposals]
            for name in ("one-day", "three-days")
        ]
    assert [reason.partition(",")[2] for reason in reasons[0]] == [" on the same day"] * 2
    assert reasons[1] == ["3 memories say the same: noticed on 3 days; 3 occasions make a practice"]


def test_the_same_noticed_in_chinese_reads_as_chinese(atlas: Agent, clock: SettableClock) -> None:
    seen_often(atlas, clock, "使用150字摘要", 3, category="abstracts", subjects=["user:7"])
    atlas.record("阅读率提高了30%", category="abstracts", subjects=["user:7"])
    atlas.dream()
    (practice,) = live(atlas, "L4", "practice")
    assert practice.text.startswith("最佳实践：150字摘要（3次验证，阅读率 +30%）")


@pytest.mark.parametrize(
    "texts",
    [
        ("favourite colour is purple", "favourite colour is cyan", "favourite colour is green"),
        ("config.retry_1 is set to on", "config.retry_2 is set to on", "config.retry_3 is set to on"),
        ("Use 150-word abstracts", "Use 200-word abstracts", "Use 250-word abstracts"),
        ("The gate is open on Monday", "The gate is open on Tuesday", "The gate is open on Friday"),
        ("用户喜欢喝茶", "用户不喜欢喝茶", "用户没喝茶"),
        ("I love Chinese food", "I hate Chinese food", "I do not love Chinese food"),
        ("每周开三次会", "每周开四次会", "每周开五次会"),
    ],
)
def test_what_differs_in_a_value_stays_apart(atlas: Agent, clock: SettableClock, texts: tuple[str, ...]) -> None:
    ids: list[str] = []
    for text in texts:
        ids.append(atlas.record(text, kind="preference", confidence=8, importance=7, category="same").id)
        clock.forward(days=1)
    for _ in range(3):
        sleep_on_it(atlas, clock)
    assert {atlas.show(memory_id).status for memory_id in ids} == {"live"}


def test_entries_of_one_category_become_a_pattern_and_a_doubtful_one_is_only_carried(
    atlas: Agent, clock: SettableClock
) -> None:
    said: dict[str, Any] = {"kind": "preference", "category": "briefings", "subjects": ["user:42"]}
    first = atlas.record("User prefers 150-word abstracts", confidence=8, **said)
    second = atlas.record("User prefers bullet points", confidence=7, **said)
    doubtful = atlas.record("User dislikes tables", confidence=6, **said)
    sleep_on_it(atlas, clock)

    (pattern,) = live(atlas, "L4", "pattern")
    for words in ("150-word abstracts", "bullet points", "tables"):
        assert words in pattern.text
    assert [atlas.show(one.id).status for one in (first, second, doubtful)] == ["merged", "merged", "live"]
    relations = {origin.memory.id: origin.relation for origin in atlas.why(pattern.id).came_from}
    assert relations == {first.id: "merged", second.id: "merged", doubtful.id: "evidence"}
    assert pattern.confidence == 7


def test_a_dream_at_once_after_another_appends_its_start_and_its_end_only(
    memory: Remembrancer, clock: SettableClock
) -> None:
    atlas = memory.agent("atlas")
    old_notes(memory, clock, 60)
    seen_often(atlas, clock, "Use 150-word abstracts", 4)
    seen_often(atlas, clock, "Ship on Tuesdays", 2)
    for text in ("likes tea", "likes short mails", "likes maps"):
        atlas.record(f"User {text}", kind="preference", category="likes", confidence=8)
    atlas.record("The build runs on two cores", kind="fact", key="cores")
    atlas.record("The build runs on four cores", kind="fact", key="cores")
    first = atlas.dream()
    assert len(first.proposals) > 60
    before = memory.position
    second = atlas.dream()
    assert second.proposals == ()
    assert [entry.type for entry in second.events] == ["dream.started/1", "dream.completed/1"]
    assert memory.position == before + 2


def test_a_store_that_slept_forgets_nothing_on_waking(memory: Remembrancer, clock: SettableClock) -> None:
    atlas = memory.agent("atlas")
    notes = old_notes(memory, clock, 5, days=10)
    weak = atlas.record("User may like jazz", kind="preference", importance=3)
    for _ in range(60):
        clock.forward(days=1)
        atlas.dream()
    clock.forward(days=180)
    atlas.dream()
    assert {atlas.show(one).status for one in (*notes, weak.id)} == {"live"}
    assert atlas.recall("jazz")[0].memory.id == weak.id


def test_notes_without_a_reference_retire_and_what_is_recalled_stays(
    memory: Remembrancer, clock: SettableClock
) -> None:
    atlas = memory.agent("atlas")
    clock.set(2026, 5, 4, 9)
    forgotten = atlas.record("The quince tree was pruned in the walled garden")
    recalled = atlas.record("The zeppelin hangar has a leaking roof")
    for _ in range(35):
        clock.forward(days=1)
        atlas.record(f"{clock.time:%B %d}", kind="request")
        if clock.time.day % 10 == 0:
            assert atlas.recall("zeppelin hangar roof")[0].memory.id == recalled.id
    atlas.dream()
    assert (atlas.show(forgotten.id).layer, atlas.show(recalled.id).layer) == ("L6", "L2")
    assert [hit.memory.id for hit in atlas.recall("quince tree pruned")] == []
    assert atlas.recall("quince tree pruned", layers=["L6"])[0].memory.id == forgotten.id


def test_a_persons_word_is_never_undone(memory: Remembrancer, clock: SettableClock) -> None:
    ann = memory.agent("atlas", by="user:ann")
    atlas = memory.agent("atlas")
    kept, other = old_notes(memory, clock, 2)
    weak = atlas.record("User may like jazz", kind="preference", importance=3).id
    atlas.dream()
    ann.restore(kept, because="I need it")
    ann.review(weak, "passed", because="it is true")
    for _ in range(120):
        clock.forward(days=1)
        atlas.record(f"{clock.time:%B %d}", kind="request")
    atlas.dream()
    assert [atlas.show(one).status for one in (kept, other, weak)] == ["live", "archived", "live"]


def test_what_a_person_said_is_wrong_is_forgotten(memory: Remembrancer, clock: SettableClock) -> None:
    atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    wrong = atlas.record("User lives in Ulm", kind="preference", importance=9)
    ann.review(wrong.id, "failed", because="she moved")
    sleep_on_it(atlas, clock)
    assert atlas.show(wrong.id).status == "forgotten"


def test_duplicates_leave_one_belief_with_two_pieces_of_evidence(atlas: Agent, clock: SettableClock) -> None:
    first = atlas.record("The courier comes at noon")
    clock.forward(days=2)
    second = atlas.record("the courier comes at noon.")
    sleep_on_it(atlas, clock)
    assert (atlas.show(first.id).status, atlas.show(second.id).status) == ("live", "forgotten")
    assert atlas.show(first.id).confirmations == 1
    assert [origin.memory.id for origin in atlas.why(first.id).came_from] == [second.id]


def test_strength_falls_by_half_life_and_is_restored_by_use(memory: Remembrancer, clock: SettableClock) -> None:
    atlas = memory.agent("atlas")
    clock.set(2026, 5, 4, 9)
    note = atlas.record("The zeppelin hangar has a leaking roof", kind="evolution")
    for _ in range(31):
        clock.forward(days=1)
        atlas.record(f"{clock.time:%B %d}", kind="request")
    atlas.dream(["decay"])
    assert atlas.show(note.id).strength == 0.5
    assert atlas.recall("zeppelin hangar")
    atlas.dream(["decay"])
    assert atlas.show(note.id).strength == 1
    assert len([entry for entry in atlas.history(note.id) if entry.type == "memory.decayed/1"]) == 2


def test_only_what_passed_the_gate_is_promoted_and_what_is_one_step_short_is_told(
    atlas: Agent, clock: SettableClock
) -> None:
    confirmed, short, incident, plain = (
        atlas.record(text, importance=importance, trigger=trigger)
        for text, importance, trigger in (
            ("Rotate keys before the audit", 5, None),
            ("Warm the cache before the launch", 5, None),
            ("Never deploy during lunch", 8, "the outage of March"),
            ("The new lamp is brighter", 9, None),
        )
    )
    for one, times in ((confirmed, 3), (short, 2)):
        for _ in range(times):
            clock.forward(days=1)
            atlas.confirm(one.id)
    report = atlas.dream(["promote"])
    assert [atlas.show(one.id).layer for one in (confirmed, short, incident, plain)] == ["L4", "L2", "L4", "L2"]
    assert {one.memory for one in report.short} == {short.id, plain.id}


def test_an_observation_climbs_to_a_lesson_and_to_a_suggestion_that_waits_for_a_person(
    memory: Remembrancer, clock: SettableClock
) -> None:
    atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    ann.establish_identity({"version": 1, "mission": "Help people", "rules": ["Be brief"]}, because="it begins")
    for _ in range(3):
        atlas.record("Never answer before reading the whole thread", kind="reflection")
        sleep_on_it(atlas, clock)
    (lesson,) = live(atlas, "L4", "lesson")
    assert lesson.trigger
    assert lesson.summary
    assert atlas.suggestions() == []
    for _ in range(3):
        atlas.record("Never answer before reading the whole thread", kind="reflection")
        sleep_on_it(atlas, clock)
    (suggestion,) = atlas.suggestions()
    assert (suggestion.change, suggestion.section) == ("identity", "never")
    assert "Never answer before reading the whole thread" not in [line.text for line in atlas.identity().lines]
    ann.accept(suggestion.id)
    assert suggestion.text in atlas.identity().never
    sleep_on_it(atlas, clock)
    assert atlas.suggestions() == []


def test_a_dream_reflects_on_what_is_believed_and_not_on_events(memory: Remembrancer, clock: SettableClock) -> None:
    atlas = memory.agent("atlas")
    atlas.record("The office is in Ghent", kind="fact", key="office")
    sleep_on_it(atlas, clock)
    before = {one.id for one in atlas.layers()["L2"]}
    atlas.record("The office is in Bruges", kind="fact", key="office")
    sleep_on_it(atlas, clock)
    (entry,) = [one for one in live(atlas, "L2", "reflection") if one.id not in before]
    assert "The office is in Bruges" in entry.text
    assert "The office is in Ghent" in entry.text
    assert entry.text.startswith("2026-05-02")


def test_scratch_is_gone_for_ever_a_week_after_it_expired(memory: Remembrancer, clock: SettableClock) -> None:
    atlas = memory.agent("atlas")
    prompt = atlas.record("a prompt nobody needs any more", kind="prompt")
    clock.forward(days=6)
    atlas.dream()
    assert atlas.show(prompt.id).text == "a prompt nobody needs any more"
    clock.forward(days=2)
    atlas.dream()
    assert atlas.show(prompt.id).text == "[erased]"
    assert memory.check() == []


def test_what_a_dream_makes_of_foreign_words_stays_foreign_and_never_counts_for_own_ones(
    atlas: Agent, clock: SettableClock
) -> None:
    for source in ("foreign", "own", "foreign"):
        atlas.record("Use 150-word abstracts", source=source)
        clock.forward(days=1)
    atlas.dream()
    assert live(atlas, "L4", "practice") == []
    atlas.record("Use 150-word abstracts", source="foreign")
    atlas.dream()
    (practice,) = live(atlas, "L4", "practice")
    assert practice.source == "foreign"
    for _ in range(7):
        clock.forward(days=1)
        atlas.record("Use 150-word abstracts", source="foreign")
        atlas.dream()
    assert atlas.suggestions() == []


def test_a_preview_leaves_no_trace_and_can_look_ahead(memory: Remembrancer, clock: SettableClock) -> None:
    atlas = memory.agent("atlas")
    atlas.record("a prompt", kind="prompt")
    before = memory.position
    assert atlas.dream(dry_run=True).proposals == ()
    ahead = atlas.dream(dry_run=True, now=datetime(2026, 6, 1, tzinfo=UTC))
    assert [(step.stage, step.rule) for step in ahead.proposals] == [("sweep", "purge-scratch")]
    assert (memory.position, ahead.run) == (before, None)
    with pytest.raises(InvalidMoment, match="dry"):
        atlas.dream(now=datetime(2026, 6, 1, tzinfo=UTC))


def test_unknown_stages_are_refused(atlas: Agent) -> None:
    with pytest.raises(UnknownStage, match="consolidate"):
        atlas.dream(["consolidation"])


def test_a_read_only_store_previews_and_does_not_dream(memory: Remembrancer) -> None:
    memory.agent("atlas").record("a note")
    with Remembrancer.open(memory.store.path, read_only=True) as reading:
        assert reading.agent("atlas").dream(dry_run=True).outcome == "preview"
        with pytest.raises(StoreReadOnly):
            reading.agent("atlas").dream()


def test_every_run_can_be_told(memory: Remembrancer, clock: SettableClock) -> None:
    atlas = memory.agent("atlas")
    notes = old_notes(memory, clock, 3)
    report = atlas.dream()
    (note,) = atlas.dreams()
    assert (note.run, note.status, note.carried["archive"]) == (report.run, "done", 3)
    story = atlas.dream_story("latest")
    deeds = [deed for deed in story.deeds if deed.stage == "archive"]
    assert [deed.memories[0].id for deed in deeds] == notes
    assert all(deed.because for deed in deeds)
    clock.forward(days=1)
    assert atlas.as_of(memory.position).dream_story(report.run or "").note == note
    assert timedelta(0) <= (note.ended_at or note.started_at) - note.started_at


def test_the_events_of_a_dream_folded_again_give_the_same_views(memory: Remembrancer, clock: SettableClock) -> None:
    atlas = memory.agent("atlas")
    old_notes(memory, clock, 20)
    seen_often(atlas, clock, "Use 150-word abstracts", 4)
    atlas.dream()
    assert memory.check() == []


def test_what_has_no_room_as_one_memory_is_passed_over_and_the_dream_goes_on(
    memory: Remembrancer, clock: SettableClock
) -> None:
    memory.adopt_policy({"version": 2, "limits": {"text_bytes": 90}}, by="user:ann")
    atlas = memory.agent("atlas")
    # With how often it was noticed a practice is longer than what was noticed.
    ids = seen_often(
        atlas, clock, "Brief the board before each vote, and the press office as soon as the vote has ended", 3
    )
    report = atlas.dream()
    assert report.outcome == "done"
    (passed,) = [step for step in report.proposals if step.outcome == "passed-over"]
    assert (passed.stage, passed.memories) == ("consolidate", tuple(ids))
    assert "limit of 90" in (passed.remark or "")


def test_a_dream_that_gets_to_nothing_because_its_agent_is_always_busy_yields(
    memory: Remembrancer, clock: SettableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "IN_VAIN_MAX", 1)
    ids = old_notes(memory, clock, 3)
    memory.adopt_policy({"version": 2, "dreams": QUICK}, by="user:ann")
    atlas = memory.agent("atlas")

    def busy(progress: DreamProgress) -> None:
        del progress
        atlas.record("Busy", kind="request")

    assert atlas.dream(progress=busy).outcome == "yielded"
    assert {atlas.show(memory_id).status for memory_id in ids} == {"live"}


def test_what_ends_a_dream_is_told_also_where_its_end_cannot_be_recorded(
    memory: Remembrancer, clock: SettableClock
) -> None:
    old_notes(memory, clock, 3)

    def interrupt(progress: DreamProgress) -> None:
        del progress
        memory.close()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        memory.agent("atlas").dream(progress=interrupt)


def practice_of(atlas: Agent, clock: SettableClock, text: str = "Use 150-word abstracts") -> Memory:
    seen_often(atlas, clock, text, 3)
    assert atlas.dream().outcome == "done"
    return live(atlas, "L4", "practice")[0]


def test_a_practice_that_a_person_took_back_is_not_made_again(memory: Remembrancer, clock: SettableClock) -> None:
    atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    practice = practice_of(atlas, clock)
    ann.forget(practice.id, because="it is nonsense")
    seen_often(atlas, clock, "Use 150-word abstracts", 3)
    for _ in range(2):
        sleep_on_it(atlas, clock)
    assert live(atlas, "L4", "practice") == []


def test_a_practice_that_a_person_revised_is_not_confirmed_by_its_old_words(
    memory: Remembrancer, clock: SettableClock
) -> None:
    atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    practice = practice_of(atlas, clock)
    ann.revise(practice.id, "Best practice: 200-word abstracts", because="longer ones are read")
    seen_often(atlas, clock, "Use 150-word abstracts", 1)
    atlas.dream()
    assert atlas.show(practice.id).confirmations == 0


def test_evidence_that_was_counted_does_not_count_again_when_it_comes_back(atlas: Agent, clock: SettableClock) -> None:
    ids = seen_often(atlas, clock, "Use 150-word abstracts", 3)
    atlas.dream()
    (practice,) = live(atlas, "L4", "practice")
    for _ in range(3):
        for memory_id in ids:
            if atlas.show(memory_id).status == "archived":
                atlas.restore(memory_id)
        sleep_on_it(atlas, clock)
    assert atlas.show(practice.id).confirmations == 3


def test_what_was_said_again_after_something_else_keeps_its_place(atlas: Agent, clock: SettableClock) -> None:
    ids = [
        id_
        for text in ("The licence costs $100", "The licence costs $120", "The licence costs $100")
        for id_ in seen_often(atlas, clock, text, 1)
    ]
    atlas.dream()
    assert [atlas.show(memory_id).status for memory_id in ids] == ["live"] * 3


def test_a_pattern_that_was_merged_of_confident_entries_is_not_forgotten_as_unproved(
    memory: Remembrancer, clock: SettableClock
) -> None:
    atlas = memory.agent("atlas")
    for text in ("User prefers tea", "User prefers maps"):
        atlas.record(text, kind="preference", category="likes", confidence=9)
    sleep_on_it(atlas, clock)
    (pattern,) = live(atlas, "L4", "pattern")
    for _ in range(100):
        clock.forward(days=1)
        atlas.record(f"{clock.time:%B %d}", kind="request")
    atlas.dream()
    assert atlas.show(pattern.id).status == "live"


def test_what_a_person_merged_or_keeps_is_no_source_and_no_bound_takes_it(
    memory: Remembrancer, clock: SettableClock
) -> None:
    atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    said: dict[str, Any] = {"kind": "preference", "category": "pens", "confidence": 9}
    pair = [atlas.record(text, **said).id for text in ("User prefers green ink", "User prefers fine nibs")]
    merged = ann.merge(pair, "Pen: green ink and fine nibs only", because="she said so")
    for text in ("User prefers heavy barrels", "User prefers brass clips"):
        atlas.record(text, **said)
    decisions = [atlas.decide(f"Decision {number} about {word}").id for number, word in enumerate(("a", "bb", "ccc"))]
    for memory_id in decisions:
        ann.confirm(memory_id)
    memory.adopt_policy({"version": 2, "bounds": {"decision": 1}}, by="user:ann")
    sleep_on_it(atlas, clock)
    assert atlas.show(merged.id).status == "live"
    assert {atlas.show(memory_id).status for memory_id in decisions} == {"live"}
    before = memory.position
    assert atlas.dream().proposals == ()
    assert memory.position == before + 2


def test_a_note_that_others_cite_is_in_use(memory: Remembrancer, clock: SettableClock) -> None:
    atlas = memory.agent("atlas")
    clock.set(2026, 5, 4, 9)
    cited = atlas.record("The pump was replaced in March")
    other = atlas.record("The fence was painted in April")
    for _ in range(40):
        clock.forward(days=1)
        atlas.record(f"Checked on {clock.time:%B %d}", kind="evolution", evidence=[cited.id])
    atlas.dream()
    assert [atlas.show(one.id).status for one in (cited, other)] == ["live", "archived"]


def test_a_suggestion_whose_memories_changed_meanwhile_is_refused(memory: Remembrancer, clock: SettableClock) -> None:
    atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    ann.establish_identity({"version": 1, "mission": "Help people"}, because="it begins")
    for _ in range(6):
        atlas.record("Never answer before reading the whole thread", kind="reflection")
        sleep_on_it(atlas, clock)
    (suggestion,) = atlas.suggestions()
    ann.revise(suggestion.concerned[0].id, "Answer at once", because="people wait", summary="Answer at once")
    with pytest.raises(Refused, match="given new words since"):
        ann.accept(suggestion.id)
    assert atlas.identity().never == ()
