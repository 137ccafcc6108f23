"""Recall, whatever was recorded, asked and done: no failure, the newest by its own words, nothing that is gone."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lost_words import record_erasure
from remembrancer import Agent, InvalidInput, Refused, Remembrancer

ANY_TEXT = st.text(st.characters(codec=None), max_size=40) | st.text(
    "aB1_.-:/@'’,+#=中的服务か한สุ́\u200b\u0301\ud83d👍 \n", max_size=40
)
QUESTIONS = ANY_TEXT | st.sampled_from(
    ["what did we say yesterday?", "上周三 5月", "the 的", "AND OR NOT", "%", "mem_"]
)
ASKED = st.fixed_dictionaries(
    {},
    optional={
        "k": st.integers(1, 100),
        "scenario": st.sampled_from(["reply", "analysis", "earlier", "remember"]),
        "layers": st.lists(st.sampled_from(["L0", "L1", "L2", "L3", "L4", "L5", "L6"]), max_size=3),
        "tags": st.lists(st.sampled_from(["a", "标签"]), max_size=2),
        "session": st.sampled_from(["monday", "星期二"]),
        "explain": st.booleans(),
    },
)
SYLLABLES = st.lists(
    st.sampled_from(["ba", "zu", "ki", "lo", "mev", "tra", "qui", "xo", "nep", "gul"]), min_size=3, max_size=5
)
COMMON = ("tea", "cup", "red", "meeting", "服务器", "会议", "今天", "green", "lunch")
NUMBERS = count()


@contextmanager
def opened() -> Iterator[Remembrancer]:
    with TemporaryDirectory() as folder, Remembrancer.open(Path(folder) / "memory") as memory:
        yield memory


@pytest.fixture(scope="module")
def shared() -> Iterator[Agent]:
    """An agent whose memories only grow in number."""
    with opened() as memory:
        agent = memory.agent("atlas")
        agent.record_many({"text": " ".join(COMMON[at:] + COMMON[:at])} for at in range(len(COMMON)))
        yield agent


@given(text=ANY_TEXT, query=QUESTIONS, asked=ASKED)
def test_any_text_and_any_question_are_met_without_a_failure(
    shared: Agent, text: str, query: str, asked: dict[str, Any]
) -> None:
    with suppress(InvalidInput, Refused):  # empty, or no text that can be stored
        shared.record(text, tags=["a"], session="monday")
    hits = shared.recall(query, note=False, **asked)
    assert len(hits) <= asked.get("k", 5)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len({hit.memory.id for hit in hits}) == len(hits)
    assert all(0 < hit.score < 2 and hit.memory.status in {"live", "archived"} for hit in hits)
    if "layers" in asked:
        assert {hit.memory.layer for hit in hits} <= set(asked["layers"])


@given(
    syllables=SYLLABLES,
    around=st.lists(st.sampled_from(COMMON), max_size=12),
    place=st.integers(0, 12),
    kind=st.sampled_from(["note", "preference", "fact", "decision"]),
)
def test_what_was_just_recorded_is_found_first_by_its_own_rare_words(
    shared: Agent, syllables: list[str], around: list[str], place: int, kind: str
) -> None:
    rare = "".join(syllables) + f"x{next(NUMBERS)}"
    text = " ".join([*around[:place], rare, *around[place:]])
    one = shared.record(text, kind=kind)
    for query in (rare, f"{rare}?", f"What about {rare.upper()} then", f"关于{rare}的事"):
        hits = shared.recall(query, note=False)
        assert hits[0].memory.id == one.id, query
        assert hits[0].found == "direct"


FATES = ("forget", "erase", "quarantine", "revise", "forget and restore", "erase a forgotten one")


@settings(max_examples=30)
@given(
    texts=st.lists(st.lists(st.sampled_from(COMMON), min_size=1, max_size=6), min_size=1, max_size=8),
    fates=st.lists(st.tuples(st.integers(0, 7), st.sampled_from(FATES)), max_size=6),
    query=st.lists(st.sampled_from([*COMMON, "te", "serve"]), min_size=1, max_size=4).map(" ".join),
    asked=ASKED,
)
def test_what_is_forgotten_or_erased_is_returned_by_no_door(
    texts: list[list[str]], fates: list[tuple[int, str]], query: str, asked: dict[str, Any]
) -> None:
    with opened() as memory:
        agent = memory.agent("atlas")
        ids = [agent.record(" ".join(words), tags=["a"], session="monday").id for words in texts]
        then = memory.position
        gone: set[str] = set()
        erased: set[str] = set()
        for number, fate in fates:
            one = ids[number % len(ids)]
            if one not in gone | erased:
                _do(memory, one, fate, gone, erased)
        asked.pop("k", None)
        now = agent.recall(query, note=False, k=100, **asked)
        past = agent.as_of(then).recall(query, note=False, k=100, **asked)
        held = agent.valid_at(agent.moment.instant).recall(query, note=False, k=100, **asked)
        for hits, hidden in ((now, gone | erased), (held, gone | erased), (past, erased)):
            assert hidden.isdisjoint(found for hit in hits for found in (hit.memory.id, *hit.also))


def _do(memory: Remembrancer, one: str, fate: str, gone: set[str], erased: set[str]) -> None:
    agent = memory.agent("atlas")
    match fate:
        case "revise":
            agent.revise(one, "other words, tea", because="changed")
        case "quarantine":
            agent.quarantine(one, because="odd")
            gone.add(one)
        case "forget and restore":
            agent.forget(one, because="done")
            agent.restore(one)
        case "forget":
            agent.forget(one, because="done")
            gone.add(one)
        case _:
            if fate != "erase":
                agent.forget(one, because="done")
            record_erasure(memory, agent.show(one))
            erased.add(one)
