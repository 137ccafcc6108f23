"""The search index: what it finds, how well each answers, and that the past is what it was."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from naive_search import GROUPS, HISTORIES, QUANTUM, SAID, NaiveSearch, Said, askings, follow
from remembrancer.infrastructure.search import documents, postings
from remembrancer.infrastructure.search.documents import OPEN, Asked, Place
from remembrancer.infrastructure.search.index import Found, Group, SearchIndex
from remembrancer.infrastructure.search.packing import pack, unpack

LAYERS = ("L2", "L4")


@contextmanager
def laid_flat_often() -> Iterator[None]:
    """Let postings be laid flat after every few, and spans be looked through after two steps back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "LATE_MIN", 3)
        patch.setattr(documents, "BACK_MAX", 2)
        yield


def said(memory: str, words: str | None, **more: object) -> Said:
    fields: dict[str, object] = {
        "words": None if words is None else tuple(words.split()),
        "session": None,
        "scope": "agent:atlas",
        "layer": "L2",
        "status": "live",
        "valid": (0, None),
        "expires_at": None,
    }
    return Said(memory=memory, **{**fields, **more})  # type: ignore[arg-type]


def words(text: str) -> list[Group]:
    return [Group(((word, 1.0),), word) for word in text.split()]


def found(index: SearchIndex, text: str, **asked: object) -> list[str]:
    return [one.memory for one in index.search(words(text), asking(**asked), 10)]


def asking(**asked: object) -> Asked:
    fields: dict[str, object] = {
        "position": OPEN,
        "at": 0,
        "valid_at": None,
        "scopes": ("agent:atlas",),
        "layers": LAYERS,
    }
    return Asked(**{**fields, **asked})  # type: ignore[arg-type]


def built(*history: Said) -> SearchIndex:
    return follow(SearchIndex(), history)


# The law


@given(HISTORIES, GROUPS, st.data())
def test_relevance_is_that_of_a_naive_index_at_every_position(
    history: list[Said], groups: list[Group], data: st.DataObject
) -> None:
    with laid_flat_often():
        index = follow(SearchIndex(), history)
        asked = data.draw(askings(len(history) + 1))
        answer = index.search(groups, asked, 100)
    expected = NaiveSearch(history).search(groups, asked)
    assert {one.document: one.relevance for one in answer} == pytest.approx(expected, abs=QUANTUM)
    assert answer == sorted(answer, key=lambda one: (-one.relevance, -one.document))
    assert {index.memory_of(one.document) for one in answer} == {one.memory for one in answer}


@given(HISTORIES, GROUPS, st.data())
def test_an_answer_about_the_past_is_that_of_an_index_which_never_went_on(
    history: list[Said], groups: list[Group], data: st.DataObject
) -> None:
    with laid_flat_often():
        index = follow(SearchIndex(), history)
        asked = data.draw(askings(len(history)))
        then = follow(SearchIndex(), history[: asked.position])
        answer = index.search(groups, asked, 100)
        assert answer == then.search(groups, asked, 100)
        for one in answer:
            assert index.gains(groups, asked, one.document) == then.gains(groups, asked, one.document)
        assert index.all_of(asked).tolist() == then.all_of(asked).tolist()


@given(HISTORIES, st.lists(SAID, max_size=5), GROUPS, st.data())
def test_an_index_that_was_saved_on_the_way_answers_like_one_that_was_not(
    history: list[Said], more: list[Said], groups: list[Group], data: st.DataObject
) -> None:
    whole = follow(SearchIndex(), [*history, *more])
    reopened = unpack(pack(follow(SearchIndex(), history)))
    assert reopened is not None
    follow(reopened, more, first=len(history) + 1)
    asked = data.draw(askings(len(history) + len(more)))
    assert reopened.search(groups, asked, 100) == whole.search(groups, asked, 100)
    assert reopened.position == whole.position
    assert reopened.memories() == whole.memories()


@given(HISTORIES, GROUPS, st.integers(1, 3), st.data())
def test_the_k_best_are_the_first_k_of_all(
    history: list[Said], groups: list[Group], k: int, data: st.DataObject
) -> None:
    index = follow(SearchIndex(), history)
    asked = data.draw(askings(len(history)))
    assert index.search(groups, asked, k) == index.search(groups, asked, 100)[:k]


@given(HISTORIES, GROUPS, st.data())
def test_what_each_word_gave_adds_up_to_what_the_document_gained_by_itself(
    history: list[Said], groups: list[Group], data: st.DataObject
) -> None:
    alone = [one._replace(session=None) for one in history]
    index = follow(SearchIndex(), alone)
    asked = data.draw(askings(len(history)))
    for one in index.search(groups, asked, 100):
        gains = index.gains(groups, asked, one.document)
        assert sum(gain for _, gain in gains) == pytest.approx(one.relevance, rel=1e-4)
        assert [gain for _, gain in gains] == sorted((gain for _, gain in gains), reverse=True)


# Examples


def test_an_empty_index_and_an_empty_query_find_nothing() -> None:
    assert found(SearchIndex(), "tea") == []
    assert found(built(said("m1", "tea")), "") == []
    assert found(built(said("m1", "")), "tea") == []


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    index = built(said("m1", "red tea"), said("m2", "red cup"), said("m3", "red box"))
    assert found(index, "red tea")[0] == "m1"
    assert found(index, "red cup")[0] == "m2"


def test_of_equals_the_newer_comes_first() -> None:
    assert found(built(said("m1", "tea"), said("m2", "tea"), said("m3", "tea")), "tea") == ["m3", "m2", "m1"]


def test_a_word_that_is_asked_twice_weighs_twice() -> None:
    index = built(said("m1", "tea box"), said("m2", "cup box"))
    twice = [Group((("tea", 1.0),), "tea", 2), Group((("cup", 1.0),), "cup")]
    best, other = index.search(twice, asking(), 10)
    assert (best.memory, other.memory) == ("m1", "m2")
    assert best.relevance == pytest.approx(2 * other.relevance, rel=1e-5)


def test_a_group_counts_once_by_its_best_member() -> None:
    index = built(said("m1", "tea chai"), said("m2", "tea"), said("m3", "box"))
    group = [Group((("tea", 1.0), ("chai", 0.8)), "tea")]
    both, one = (index.search(group, asking(), 10)[place].relevance for place in (1, 0))
    assert both < one  # the second name adds nothing, and makes the document longer


def test_revised_words_are_found_and_those_before_are_not() -> None:
    index = built(said("m1", "tea"), said("m1", "cup"))
    assert found(index, "cup") == ["m1"]
    assert found(index, "tea") == []
    assert found(index, "tea", position=1) == ["m1"]
    assert found(index, "cup", position=1) == []


def test_what_is_forgotten_was_there_before_and_is_there_when_restored() -> None:
    index = built(said("m1", "tea"), said("m1", None, status="forgotten"), said("m1", None))
    assert [found(index, "tea", position=position) for position in range(4)] == [[], ["m1"], [], ["m1"]]


def test_what_was_superseded_is_found_only_by_those_who_ask_what_was_true_then() -> None:
    index = built(said("m1", "python", valid=(1, None)), said("m1", None, status="superseded", valid=(1, 10)))
    assert found(index, "python") == []
    assert [found(index, "python", valid_at=at) for at in (0, 1, 9, 10)] == [[], ["m1"], ["m1"], []]
    assert found(index, "python", position=1) == ["m1"]


def test_at_a_valid_time_the_revision_of_that_time_is_found() -> None:
    index = built(*(said("m1", word, valid=(at, None)) for word, at in (("red", 1), ("blue", 5), ("green", 9))))
    expected = {0: [], 1: ["red"], 4: ["red"], 5: ["blue"], 8: ["blue"], 9: ["green"], 99: ["green"]}
    words_at = {at: [w for w in ("red", "blue", "green") if found(index, w, valid_at=at)] for at in expected}
    assert words_at == expected


def test_what_has_expired_by_the_asked_time_is_not_found() -> None:
    index = built(said("m1", "tea", expires_at=5))
    assert [found(index, "tea", at=at) for at in (4, 5, 6)] == [["m1"], [], []]
    assert [found(index, "tea", at=at, position=1) for at in (4, 5)] == [["m1"], []]


def test_scopes_that_are_prefixes_of_each_other_do_not_meet() -> None:
    names = ("agent:user_1", "agent:user_10", "agent:userX1", "agent:malice", "agent:alice", "team:user_1")
    index = built(*(said(name, "tea", scope=name) for name in names))
    for name in names:
        assert found(index, "tea", scopes=(name,)) == [name]
    assert found(index, "tea", scopes=("agent:user_", "agent:", "")) == []


def test_what_others_say_changes_nothing_of_an_answer() -> None:
    own = [said("m1", "tea cup red"), said("m2", "tea")]
    others = [said(f"x{number}", "tea tea cup tea", scope="agent:other") for number in range(20)]
    alone = built(*own)
    beside = built(*others[:10], *own, *others[10:])
    asked = asking()
    assert [(one.memory, one.relevance) for one in beside.search(words("tea cup"), asked, 9)] == [
        (one.memory, one.relevance) for one in alone.search(words("tea cup"), asked, 9)
    ]


def test_scopes_and_layers_are_filtered_before_the_best_are_cut_off() -> None:
    crowd = [said(f"x{number}", "tea", scope="agent:other") for number in range(500)]
    deep = [said(f"d{number}", "tea", layer="L6") for number in range(500)]
    index = built(*crowd, said("m1", "tea and a lot of other words that make it less relevant"), *deep)
    assert [one.memory for one in index.search(words("tea"), asking(), 1)] == ["m1"]


def test_any_number_of_scopes_is_kept_apart() -> None:
    index = SearchIndex()
    for number in range(40_000):
        index.place(Place(f"m{number}", f"agent:{number}", "L2", "forgotten", 1, 0, None, None), number)
    last = said("m", "tea", scope="agent:39999")
    follow(index, [last], first=40_000)
    for number in range(40_000, 40_003):
        follow(index, [said(f"n{number}", "tea", scope=f"agent:{number}")], first=number + 1)
    assert found(index, "tea", scopes=("agent:39999",)) == ["m"]


def test_neighbours_in_a_session_lend_context_and_those_of_other_sessions_do_not() -> None:
    turns = [("m1", "tea"), ("m2", "cup"), ("m3", "tea red"), ("m4", "box")]
    in_one = built(*(said(memory, text, session="s") for memory, text in turns))
    apart = built(*(said(memory, text, session=memory) for memory, text in turns))
    lent, bare = (
        {one.memory: one.relevance for one in index.search(words("tea cup"), asking(), 9)} for index in (in_one, apart)
    )
    assert lent["m1"] == pytest.approx(bare["m1"] + 0.2 * bare["m2"] + 0.1 * bare["m3"])
    assert lent["m2"] == pytest.approx(bare["m2"] + 0.2 * bare["m1"] + 0.2 * bare["m3"])
    assert "m4" not in lent


def test_what_may_not_be_read_lends_no_context() -> None:
    index = built(
        said("m1", "tea", session="s"),
        said("m2", "tea", session="s", layer="L6"),
        said("m3", "tea", session="s", status="forgotten"),
    )
    alone = built(said("m1", "tea"), said("m2", "tea", layer="L6"), said("m3", "tea", status="forgotten"))
    assert index.search(words("tea"), asking(), 9) == alone.search(words("tea"), asking(), 9)


def test_a_change_that_moves_nothing_takes_no_room() -> None:
    index = built(said("m1", "tea"))
    size = len(pack(index))
    follow(index, [said("m1", None)] * 1000, first=2)
    assert len(pack(index)) <= size + 4  # the digits of the position
    assert found(index, "tea", position=500) == ["m1"]


@pytest.mark.parametrize("back", [1, 30, 31, 32, 33, 900])
def test_a_memory_that_moved_often_is_found_where_it_stood(back: int) -> None:
    moves: Sequence[Said] = [said("m1", None, layer=("L2", "L4")[number % 2]) for number in range(1000)]
    index = built(said("m1", "tea"), said("m2", "tea"), *moves)
    position = len(moves) + 2 - back
    layer = moves[position - 3].layer
    assert set(found(index, "tea", position=position, layers=(layer,))) == ({"m1", "m2"} if layer == "L2" else {"m1"})


def test_an_answer_is_the_same_however_often_and_in_whatever_order_one_asks() -> None:
    index = built(*(said(f"m{number}", f"tea w{number} w{number % 7}", session="s") for number in range(200)))
    first = index.search(words("tea w3"), asking(), 50)
    index.search(words("w1 w2 w3"), asking(position=20), 50)
    index.gains(words("tea w5"), asking(), 7)
    assert index.search(words("tea w3"), asking(), 50) == first
    assert isinstance(first[0], Found)
