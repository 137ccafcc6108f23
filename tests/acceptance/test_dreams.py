"""What dreams make of memories, as their agent and its people see it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from dream_lives import old_notes, seen_often
from remembrancer import Agent, InvalidMoment, Memory, Remembrancer, StoreReadOnly, UnknownStage
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
