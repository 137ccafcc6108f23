"""Looking around in a real store: what a dream has before it, now and on past days."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lost_words import destroy_every_slot, record_erasure
from noting import note
from remembrancer import Agent, Memory, Remembrancer
from remembrancer.application.dreams.looking import glance, look_around
from remembrancer.application.dreams.sayings import Sayings
from remembrancer.application.handler import execute
from remembrancer.application.store import new_memory_id
from remembrancer.domain.commands import DecayMemory, MakeSuggestion, StartDream, WriteReflection
from remembrancer.domain.dreams.state import Change, DreamState, day_of
from remembrancer.domain.moments import to_micros
from remembrancer.domain.suggestions import signature_of
from settable_clock import SettableClock

DREAMING: dict[str, Any] = {"agent": "atlas", "actor": "dream:run", "cause": "cmd_1", "because": "it was due"}


def today(clock: SettableClock) -> int:
    return day_of(to_micros(clock()))


def looked(memory: Remembrancer, **asked: Any) -> DreamState:
    return look_around(memory.store, "atlas", **asked)


def reflect(memory: Remembrancer, *cited: str) -> str:
    """Have a dream write a reflection of all that has happened so far."""
    made = new_memory_id()
    command = WriteReflection(**DREAMING, memory=made, text="It was a day", evidence=cited, upto=memory.position)
    execute(memory.store, command)
    return made


def told(changes: tuple[Change, ...]) -> list[tuple[str, str | None, str | None]]:
    return [(one.how, one.before, one.after) for one in changes]


def test_it_sees_what_lives_in_l2_to_l4_and_what_was_believed_there_in_the_order_of_recording(
    memory: Remembrancer, atlas: Agent
) -> None:
    memory.agent("atlas", by="user:ann").establish_identity(
        {"version": 1, "mission": "m", "rules": [], "never": [], "always": [], "philosophies": []}, because="day one"
    )
    note_, old = atlas.record("It rained"), atlas.record("The sky is blue", kind="fact", key="sky")
    new = atlas.record("The sky is grey", kind="fact", key="sky")
    wrong, lesson = (
        atlas.record("All is well", kind="preference"),
        atlas.record("Look first", kind="lesson", summary="look", trigger="fell"),
    )
    atlas.contradict(wrong.id, because="it is not")
    for gone in (atlas.record("x"), atlas.record("y"), atlas.record("z")):
        match gone.text:
            case "x":
                atlas.forget(gone.id, because="noise")
            case "y":
                atlas.archive(gone.id, because="done")
            case _:
                atlas.quarantine(gone.id, because="odd")
    atlas.record("prompt", kind="prompt")
    atlas.task("t").start(objective="o")
    seen = looked(memory)
    assert [*seen.memories] == [note_.id, old.id, new.id, wrong.id, lesson.id]
    assert [one.belief.status for one in seen.memories.values()] == [
        "live", "superseded", "live", "contradicted", "live",
    ]  # fmt: skip
    assert (seen.agent, seen.position, seen.scopes) == ("atlas", memory.position, ("agent:atlas", "fleet"))


def test_of_shared_scopes_it_sees_what_the_agent_recorded_itself(memory: Remembrancer, atlas: Agent) -> None:
    memory.adopt_policy({"version": 2, "teams": {"red": ["atlas", "nova"]}}, by="user:ann")
    nova = memory.agent("nova")
    nova.record("of nova alone")
    nova.record("shared by nova", scope="team:red")
    mine = [atlas.record("shared", scope=scope).id for scope in ("team:red", "fleet")]
    assert [*looked(memory).memories] == mine


def test_it_reads_the_words_that_stages_read_and_takes_their_terms_without_following_the_log(
    memory: Remembrancer, atlas: Agent
) -> None:
    memory.adopt_policy({"version": 2, "kinds": {"ritual": "L2"}}, by="user:ann")
    read = [atlas.record(text, kind=kind, subjects=["user:bo"], summary="s") for text, kind in (
        ("The lifts were running", "note"), ("用户偏好短摘要", "preference"), ("Tea at five", "ritual"))]  # fmt: skip
    decision = atlas.decide("Ship it")
    indexed = memory.store.searcher._follower.index.position
    seen = looked(memory).memories
    words = [seen[one.id].words for one in read]
    assert [each and each.text for each in words] == [one.text for one in read]
    assert seen[read[0].id].terms == ("lift", "run")
    assert seen[read[1].id].terms == tuple(memory.store.searcher.tokenizer.terms("用户偏好短摘要"))
    assert (seen[decision.id].words, seen[decision.id].terms) == (None, ())
    assert memory.store.searcher._follower.index.position == indexed


def test_revised_words_are_those_of_the_revision(memory: Remembrancer, atlas: Agent) -> None:
    kept = atlas.record("short abstracts")
    atlas.revise(kept.id, "long abstracts", because="she said so")
    words = looked(memory).memories[kept.id].words
    assert words is not None
    assert words.text == "long abstracts"


def test_words_that_are_erased_or_whose_key_is_gone_are_none(memory: Remembrancer, atlas: Agent) -> None:
    lost = atlas.record("lost")
    destroy_every_slot(memory)
    kept, erased = atlas.record("kept"), atlas.record("erased")
    before = memory.position
    record_erasure(memory, erased)
    seen = looked(memory).memories
    assert {each: one.words and one.words.text for each, one in seen.items()} == {lost.id: None, kept.id: "kept"}
    then = looked(memory, at=before).memories
    assert (then[erased.id].belief.status, then[erased.id].words, then[erased.id].terms) == ("live", None, ())


def test_what_one_pass_has_read_the_next_one_need_not_read_again(memory: Remembrancer, atlas: Agent) -> None:
    kept = atlas.record("kept")
    cache = Sayings()
    first = looked(memory, cache=cache)
    destroy_every_slot(memory)
    assert looked(memory, cache=cache).memories == first.memories
    assert looked(memory).memories[kept.id].words is None


def test_it_knows_what_a_memory_rests_on_who_wrote_it_and_what_a_person_said(
    memory: Remembrancer, atlas: Agent
) -> None:
    seen = [atlas.record("one").id, atlas.record("two").id]
    told_of = atlas.record("both", evidence=seen).id
    memory.agent("atlas", by="user:ann").confirm(seen[0], because="I saw it")
    written = reflect(memory, seen[1])
    found = looked(memory).memories
    assert found[told_of].evidence == tuple(sorted(seen))
    assert found[written].evidence == (seen[1],)
    assert [found[each].dreamt for each in (*seen, told_of, written)] == [False, False, False, True]
    assert (found[seen[0]].kept, found[seen[1]].person) == (True, None)


def test_it_counts_references_by_day_up_to_the_asked_moment(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    kept, other = atlas.record("kept"), atlas.record("other")
    first = today(clock)
    note(memory, "what?", [kept.id])
    note(memory, "what?", [kept.id, other.id])
    assert memory.store.notes.flush()
    before = memory.position
    clock.forward(days=3)
    note(memory, "what?", [kept.id])
    assert memory.store.notes.flush()
    assert looked(memory).memories[kept.id].references == ((first, 2), (first + 3, 1))
    assert looked(memory).memories[other.id].references == ((first, 1),)
    assert looked(memory, at=before).memories[kept.id].references == ((first, 2),)
    assert looked(memory).memories[kept.id].used_on == first + 3


USES: dict[str, Callable[[Agent, str], object]] = {
    "confirm": lambda agent, each: agent.confirm(each, because="seen"),
    "revise": lambda agent, each: agent.revise(each, "new words", because="better"),
    "restore": lambda agent, each: (agent.forget(each, because="no"), agent.restore(each)),
    "decay": lambda agent, each: agent.decay(each, 0.5),
    "review": lambda agent, each: agent.review(each, "doubtful", because="hm"),
    "promote": lambda agent, each: agent.promote(each, "L4", because="I say so"),
}


@pytest.mark.parametrize("use", USES)
def test_confirming_revising_and_restoring_are_uses_and_nothing_else_is(
    memory: Remembrancer, clock: SettableClock, use: str
) -> None:
    ann = memory.agent("atlas", by="user:ann")
    each = ann.record("It rained")
    clock.forward(days=5)
    USES[use](ann, each.id)
    used_on, counts = today(clock), use in {"confirm", "revise", "restore"}
    clock.forward(days=5)
    ann.decay(each.id, 0.4)
    seen = looked(memory).memories[each.id]
    assert seen.touched_on == (used_on if counts else 0)
    assert seen.used_on == (used_on if counts else used_on - 5)


def test_meeting_a_problem_again_is_a_use_of_its_intent(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    met = atlas.intent({"role": "refactor"}).memory
    clock.forward(days=2)
    atlas.intent({"role": "refactor"})
    assert looked(memory).memories[met.id].touched_on == today(clock)


def test_active_days_are_those_on_which_the_agent_did_anything_but_dream(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    began = today(clock)
    kept = atlas.record("day 0")
    for act in ("sleep", "dream", "recall", "other", "person", "sleep", "record"):
        clock.forward(days=1)
        match act:
            case "dream":
                execute(memory.store, DecayMemory(**DREAMING, memory=kept.id, strength=500))
                execute(memory.store, StartDream(**DREAMING, run="run", trigger="night", stages=("sweep",)))
            case "recall":
                note(memory, "what?", [kept.id])
                assert memory.store.notes.flush()
            case "other":
                memory.agent("nova").record("busy")
            case "person":
                memory.agent("atlas", by="user:ann").confirm(kept.id)
            case "record":
                atlas.record("day 7")
            case _:
                pass
    assert [day - began for day in looked(memory).active.days] == [0, 3, 5, 7]
    assert look_around(memory.store, "nobody").active.days == ()


@pytest.mark.parametrize("seed", range(5))
def test_active_days_are_what_a_reading_of_the_whole_log_finds(
    memory: Remembrancer, clock: SettableClock, seed: int
) -> None:
    chance = random.Random(seed)
    kept = memory.agent("atlas").record("kept")
    for _ in range(60):
        clock.forward(hours=chance.choice([0, 0.01, 1, 5, 23, 24, 60]))
        actor = chance.choice(["atlas", "nova", "dream"])
        if actor == "dream":
            strength = chance.randrange(1000)
            execute(memory.store, DecayMemory(**DREAMING, memory=kept.id, strength=strength))
        else:
            memory.agent(actor).record(f"note of {actor}")
    events = [memory.store.event(position) for position in range(1, memory.position + 1)]
    for upto in (memory.position, memory.position // 2, 0):
        for agent in ("atlas", "nova"):
            acted = {
                day_of(one.at)
                for one in events
                if one.position <= upto
                and getattr(one.event, "agent", None) == agent
                and not one.event.actor.startswith("dream:")
            }
            assert memory.store.log.active_days(agent, upto) == sorted(acted)


def test_it_sees_running_tasks_expired_scratch_and_how_full_the_shelves_are(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    atlas.task("running").start(objective="o")
    atlas.task("done").start(objective="o")
    atlas.task("done").complete("well")
    atlas.decide("one")
    old = [atlas.record("old prompt", kind="prompt"), atlas.record("old diff", kind="diff")]
    memory.agent("nova").record("not mine", kind="prompt")
    atlas.forget(old[1].id, because="noise")
    record_erasure(memory, atlas.record("erased prompt", kind="prompt"))
    clock.forward(minutes=5)
    fresh = atlas.record("fresh prompt", kind="prompt")
    seen = looked(memory)
    assert [run.memory for run in seen.tasks] == [atlas.task("running").memory.id]
    assert [belief.memory for belief in seen.scratch] == [one.id for one in old]
    assert (seen.counts["agent:atlas", "decision"], seen.counts["fleet", "decision"]) == (1, 0)
    later = looked(memory, now=to_micros(clock()) + 3_600_000_000)
    assert [belief.memory for belief in later.scratch] == [*(one.id for one in old), fresh.id]


def test_what_is_alike_is_told_by_the_words_of_one_scope(memory: Remembrancer, atlas: Agent) -> None:
    alike = [atlas.record(text).id for text in ("User prefers window seats", "The user prefers window seats again")]
    atlas.record("User prefers window seats", scope="fleet")
    atlas.record("Deploy failed on Monday")
    seen = looked(memory)
    assert seen.clusters == (tuple(sorted(alike)),)
    assert [{pair.one, pair.other} for pair in seen.likenesses] == [set(alike)]


def test_changes_of_belief_tell_what_was_believed_before_and_after(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    atlas.record("a note is no belief")
    tea = atlas.record("User prefers tea", kind="preference")
    atlas.record("The port is 80", kind="fact", key="port")
    atlas.record("The port is 443", kind="fact", key="port")
    clock.forward(hours=1)
    atlas.revise(tea.id, "User prefers coffee", because="asked")
    said = atlas.record("No, tea after all")
    atlas.contradict(tea.id, by=said.id, because="said so")
    doubted = atlas.record("Reviews take 3 days", kind="practice")
    atlas.review(doubted.id, "failed", because="they take 5")
    atlas.forget(doubted.id, because="wrong")
    odd = atlas.record("Ship on Fridays", kind="practice")
    atlas.quarantine(odd.id, because="odd")
    atlas.release(odd.id, because="it is fine")
    changes = looked(memory).changes
    assert told(changes) == [
        ("learned", None, "User prefers tea"),
        ("learned", None, "The port is 80"),
        ("replaced", "The port is 80", "The port is 443"),
        ("revised", "User prefers tea", "User prefers coffee"),
        ("contradicted", "User prefers coffee", "No, tea after all"),
        ("learned", None, "Reviews take 3 days"),
        ("forgotten", "Reviews take 3 days", None),
        ("learned", None, "Ship on Fridays"),
        ("quarantined", "Ship on Fridays", None),
        ("learned", None, "Ship on Fridays"),
    ]
    assert [one.failed for one in changes] == [False] * 4 + [True, False, True, False, True, False]
    assert (changes[3].memory, changes[3].thread, changes[3].at) == (tea.id, tea.id, to_micros(clock()))
    assert (changes[4].memory, changes[4].thread) == (said.id, tea.id)
    assert changes[1].thread == changes[2].thread
    assert changes[1].thread not in {changes[1].memory, changes[2].memory}


def test_a_promotion_out_of_l2_is_learned_and_what_a_dream_does_is_no_change(
    memory: Remembrancer, atlas: Agent
) -> None:
    deep = atlas.record("Look before you leap", importance=8, trigger="fell")
    atlas.promote(deep.id, "L3", because="it holds")
    memory.agent("atlas", by="user:ann").promote(deep.id, "L4", because="indeed")
    retired = atlas.record("The sky is blue", kind="fact")
    atlas.archive(retired.id, because="done")
    atlas.restore(retired.id)
    atlas.forget(retired.id, because="oops")
    atlas.restore(retired.id)
    reflect(memory, deep.id)
    assert told(looked(memory).changes) == [
        ("learned", None, "Look before you leap"),
        ("learned", None, "The sky is blue"),
        ("forgotten", "The sky is blue", None),
        ("learned", None, "The sky is blue"),
    ]


def test_changes_reach_a_week_back_beyond_the_last_reflection(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    assert (looked(memory).reflected_upto, looked(memory).reflected_at) == (0, 0)
    atlas.record("too old", kind="preference")
    clock.forward(days=3)
    kept = atlas.record("drifting", kind="preference")
    clock.forward(days=5)
    upto, at = memory.position, memory.store.log.tip()[1]
    reflect(memory, kept.id)
    atlas.record("new", kind="preference")
    seen = looked(memory)
    assert (seen.reflected_upto, seen.reflected_at) == (upto, at)
    assert [one.after for one in seen.changes] == ["too old", "drifting", "new"]
    clock.forward(days=5)
    memory.agent("nova").record("not mine", kind="preference")
    reflect(memory, kept.id)
    assert [one.after for one in looked(memory).changes] == ["new"]


def test_it_knows_what_was_ever_suggested(memory: Remembrancer, atlas: Agent) -> None:
    ids = tuple(atlas.record(text).id for text in ("one", "two"))
    execute(
        memory.store,
        MakeSuggestion(**DREAMING, suggestion="sug_1", change="consolidation", concerned=ids, text="one or two"),
    )
    assert looked(memory).suggested == {signature_of("consolidation", ids)}
    assert looked(memory, at=memory.position - 1).suggested == frozenset()


def test_a_past_day_is_seen_as_it_was_seen_on_that_day(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    kept: list[Memory] = []
    days: list[tuple[int, int, DreamState]] = []
    for number in range(6):
        kept.append(atlas.record(f"Use {number} abstracts", kind="preference", subjects=["user:bo"]))
        atlas.confirm(kept[number // 3 * 2].id, because="seen")
        note(memory, "abstracts?", [kept[0].id])
        assert memory.store.notes.flush()
        if number == 2:
            atlas.contradict(kept[1].id, by=kept[2].id, because="no")
        if number == 3:
            reflect(memory, kept[3].id)
        days.append((memory.position, to_micros(clock()), looked(memory)))
        clock.forward(days=1)
    for position, at, then in days:
        assert looked(memory, at=position) == then
        assert looked(memory, now=at) == then
    memory.rebuild()
    assert looked(memory) == looked(memory, at=memory.position)
    assert looked(memory, at=days[2][0]) == days[2][2]


def test_a_store_without_anything_and_one_that_may_not_be_written_can_be_looked_at(
    tmp_path: Path, clock: SettableClock
) -> None:
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        empty = looked(memory)
        assert (empty.memories, empty.clusters, empty.active.days) == ({}, (), ())
        kept = memory.agent("atlas").record("It rained").id
        full = looked(memory)
    with Remembrancer.open(tmp_path / "m", clock=clock, read_only=True) as memory:
        assert looked(memory, at=full.position) == full
        assert [*full.memories] == [kept]


def test_a_sweep_glances_at_sessions_tasks_and_bounds_alone(memory: Remembrancer, atlas: Agent) -> None:
    atlas.record("It rained")
    atlas.record("prompt", kind="prompt")
    atlas.task("t").start(objective="o")
    atlas.session("s").message("hello")
    summary = atlas.session("s").end()
    seen = glance(memory.store, "atlas")
    assert [*seen.memories] == [summary.id]
    assert [run.memory for run in seen.tasks] == [atlas.task("t").memory.id]
    assert (seen.counts["agent:atlas", "session"], seen.scratch) == (1, ())
