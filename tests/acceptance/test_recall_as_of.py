"""Recall of the past: what was believed then is found as it was found then, whatever happened since."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Agent, Remembrancer
from settable_clock import SettableClock


def texts(reads: Any, query: str, **asked: Any) -> list[str]:
    hits = reads.recall(query, **{"k": 10, "note": False, **asked})
    return [hit.memory.text for hit in hits if hit.found == "direct"]


def told(reads: Any, query: str) -> list[object]:
    """Return all that an answer says."""
    hits = reads.recall(query, k=10, note=False, explain=True)
    return [(hit.memory.id, hit.memory.text, hit.found, hit.score, hit.terms, hit.also) for hit in hits]


def day(number: int) -> datetime:
    return datetime(2026, 1, number, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock(day(1))


def test_of_a_replaced_fact_each_moment_finds_the_one_that_held(atlas: Agent, clock: SettableClock) -> None:
    atlas.record("the user prefers Python", kind="fact", key="language")
    clock.set(2026, 1, 10, 12)
    atlas.record("the user prefers Rust", kind="fact", key="language")
    clock.set(2026, 1, 20)
    assert texts(atlas, "what does the user prefer?") == ["the user prefers Rust"]
    assert texts(atlas.as_of(day(15)), "what does the user prefer?") == ["the user prefers Rust"]
    assert texts(atlas.as_of(day(5)), "what does the user prefer?") == ["the user prefers Python"]
    assert texts(atlas.as_of(day(1) - timedelta(days=1)), "what does the user prefer?") == []
    assert texts(atlas.valid_at(day(5)), "what does the user prefer?") == ["the user prefers Python"]
    assert texts(atlas.valid_at(day(15)), "what does the user prefer?") == ["the user prefers Rust"]


def test_what_has_expired_since_was_there_before(atlas: Agent, clock: SettableClock) -> None:
    atlas.record("the diff of heliotrope", kind="diff")
    then = clock() + timedelta(seconds=60)
    clock.forward(days=400)
    atlas.record("a year has gone by")
    assert texts(atlas.as_of(then), "heliotrope", layers=["L0"]) == ["the diff of heliotrope"]
    assert texts(atlas.as_of(then + timedelta(days=1)), "heliotrope", layers=["L0"]) == []
    assert texts(atlas, "heliotrope", layers=["L0"]) == []


def test_what_was_recorded_later_about_an_earlier_time_was_not_known_before(atlas: Agent, clock: SettableClock) -> None:
    clock.set(2026, 8, 1, 9)
    atlas.record("the heron nested in March", occurred_at=datetime(2026, 3, 1, tzinfo=UTC))
    clock.set(2026, 9, 1, 9)
    june, april = datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)
    assert texts(atlas.as_of(june), "heron") == []
    assert texts(atlas.valid_at(april), "heron") == ["the heron nested in March"]
    assert texts(atlas.valid_at(april).as_of(june), "heron") == []
    assert texts(atlas.valid_at(datetime(2026, 2, 1, tzinfo=UTC)), "heron") == []


def test_an_earlier_wording_is_found_by_its_own_words_in_its_own_time(atlas: Agent, clock: SettableClock) -> None:
    one = atlas.record("the door is red")
    clock.set(2026, 1, 10, 12)
    atlas.revise(one.id, "the door is blue", because="painted")
    clock.set(2026, 1, 20, 12)
    atlas.revise(one.id, "the gate is blue", because="a slip")
    clock.set(2026, 1, 30, 12)
    for moment, found, lost in ((5, "red", "blue"), (15, "blue door", "red"), (25, "gate", "door")):
        (text,) = texts(atlas.as_of(day(moment)), found)
        assert set(found.split()) <= set(text.split())
        assert texts(atlas.as_of(day(moment)), lost) == []
        assert texts(atlas.valid_at(day(moment)), found) == [text]
        assert texts(atlas.valid_at(day(moment)), lost) == []


LATER: dict[str, Callable[[Agent, str], object]] = {
    "forgotten": lambda agent, mem: agent.forget(mem, because="done"),
    "archived": lambda agent, mem: agent.archive(mem, because="old"),
    "quarantined": lambda agent, mem: agent.quarantine(mem, because="odd"),
    "contradicted": lambda agent, mem: agent.contradict(mem, because="wrong"),
    "merged": lambda agent, mem: agent.merge([mem, agent.record("x").id], "both", because="alike"),
    "revised": lambda agent, mem: agent.revise(mem, "something else", because="changed"),
}


@pytest.mark.parametrize("became", LATER)
def test_what_became_of_a_memory_later_does_not_hide_it_then(
    memory: Remembrancer, atlas: Agent, clock: SettableClock, became: str
) -> None:
    one = atlas.record("heliotrope in the window")
    position, moment = memory.position, clock()
    before = told(atlas, "heliotrope window")
    clock.forward(days=1)
    LATER[became](atlas, one.id)
    assert texts(atlas, "heliotrope") == []
    assert texts(atlas.as_of(position), "heliotrope") == ["heliotrope in the window"]
    assert told(atlas.as_of(position), "heliotrope window") == before
    assert texts(atlas.as_of(moment), "heliotrope") == ["heliotrope in the window"]


def test_a_wrong_belief_is_found_by_those_who_ask_what_was_held_true_while_it_was(
    atlas: Agent, clock: SettableClock
) -> None:
    one = atlas.record("I love Chinese food")
    clock.set(2026, 1, 10, 12)
    other = atlas.record("I hate Chinese food")
    atlas.contradict(one.id, by=other.id, because="changed")
    assert texts(atlas, "Chinese food") == ["I hate Chinese food"]
    assert texts(atlas.valid_at(day(5)), "Chinese food") == ["I love Chinese food"]


def test_the_filter_of_a_past_comes_before_the_cut(memory: Remembrancer, atlas: Agent) -> None:
    atlas.record("one long text about tea with many other words around it")
    then = memory.position
    atlas.record_many({"text": f"tea {number}"} for number in range(300))
    assert texts(atlas.as_of(then), "tea", k=1) == ["one long text about tea with many other words around it"]


def test_a_team_of_then_is_asked_as_it_was(memory: Remembrancer, atlas: Agent) -> None:
    memory.adopt_policy({"version": 2, "teams": {"red": ["atlas", "borea"]}}, by="user:ann")
    atlas.record("heliotrope", scope="team:red")
    then = memory.position
    memory.adopt_policy({"version": 3, "teams": {"red": ["atlas"]}}, by="user:ann")
    borea = memory.agent("borea")
    borea.record("a note")
    assert texts(borea, "heliotrope") == []
    assert texts(borea.as_of(then), "heliotrope") == ["heliotrope"]


def test_a_fallback_of_the_past_knows_no_later_words(memory: Remembrancer, atlas: Agent) -> None:
    atlas.record("heliotropism of plants")
    then = memory.position
    before = told(atlas, "heliotropsim")
    assert [hit[2] for hit in before] == ["fallback"]  # type: ignore[index]
    atlas.record_many({"text": f"heliotropsi{letter}"} for letter in "abcdefghijkl")
    assert told(atlas.as_of(then), "heliotropsim") == before


STORY: list[Callable[[Agent, list[str]], object]] = [
    lambda agent, _: agent.record("the heron eats fish at dawn", session="s"),
    lambda agent, _: agent.record("鹭在黎明时吃鱼", session="s", tags=["bird"]),
    lambda agent, _: agent.record("a fish dish for dinner", kind="preference"),
    lambda agent, _: agent.record("the car is broken", kind="fact", key="car"),
    lambda agent, ids: agent.revise(ids[0], "the heron eats frogs at dawn", because="seen"),
    lambda agent, ids: agent.forget(ids[1], because="double"),
    lambda agent, _: agent.record("the automobile is repaired", kind="fact", key="car"),
    lambda agent, ids: agent.archive(ids[2], because="old"),
    lambda agent, ids: agent.decay(ids[0], 0.3),
    lambda agent, ids: agent.confirm(ids[0], because="seen again"),
    lambda agent, ids: agent.restore(ids[1]),
    lambda agent, ids: agent.restore(ids[2]),
    lambda agent, ids: agent.merge([ids[0], ids[1]], "the heron eats fish and frogs", because="one"),
    lambda agent, _: agent.record("a fish dish for dinner"),
    lambda agent, ids: agent.contradict(ids[2], because="no longer"),
]
QUESTIONS = ("heron at dawn", "fish", "car repair", "dinner dish yesterday", "鱼", "herom", "frogs")


@pytest.mark.parametrize("saved", [True, False], ids=["saved index", "no saved index"])
def test_at_every_position_a_question_is_answered_as_it_was_when_the_log_ended_there(
    tmp_path: Path, clock: SettableClock, saved: bool
) -> None:
    answers: dict[int, list[list[object]]] = {}
    with Remembrancer.open(tmp_path / "memory", clock=clock) as memory:
        atlas = memory.agent("atlas")
        ids: list[str] = []
        for step in STORY:
            made = step(atlas, ids)
            known = getattr(made, "id", None)
            if isinstance(known, str) and known not in ids:
                ids.append(known)
            answers[memory.position] = [told(atlas, query) for query in QUESTIONS]
            clock.forward(hours=20)
        if saved:
            memory.store.searcher.save()
    with Remembrancer.open(tmp_path / "memory", clock=clock) as memory:
        atlas = memory.agent("atlas")
        for position, answer in answers.items():
            assert [told(atlas.as_of(position), query) for query in QUESTIONS] == answer, position
