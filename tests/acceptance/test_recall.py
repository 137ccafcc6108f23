"""Recall: the right memory, by its words, in any language, from the layers that were meant, and nobody else's."""

from datetime import timedelta
from typing import Any

import pytest

from remembrancer import (
    Agent,
    InvalidNumber,
    InvalidText,
    Remembrancer,
    UnknownLayer,
    UnknownScenario,
)
from settable_clock import SettableClock


def texts(agent: Any, query: str, **asked: Any) -> list[str]:
    """Return what was found by what was asked, apart from what it made think of."""
    hits = agent.recall(query, **{"k": 10, "note": False, **asked})
    return [hit.memory.text for hit in hits if hit.found == "direct"]


def ways(agent: Agent, query: str) -> list[tuple[str, str]]:
    return [(hit.found, hit.memory.text) for hit in agent.recall(query, k=10, note=False)]


OTHERS = (
    "The lift is out of order",
    "周末去爬山",
    "She prefers green tea",
    "会议改到下午三点",
    "A backup runs every night",
)


@pytest.fixture
def filled(atlas: Agent) -> Agent:
    """An agent with a few memories that no test asks for."""
    atlas.record_many({"text": text} for text in OTHERS)
    return atlas


# Text and language


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("用户服务器部署在腾讯云国内节点", ["腾讯云", "部署", "服务器", "节点", "腾讯云的节点在哪里？"]),
        ("步2 重跑gen-itgc后50条悬空引用清零，修复已验证", ["悬空", "itgc", "gen", "gen-itgc", "GEN-ITGC", "50"]),
        ("这是中文", ["这是中文", "中文"]),
        ("これは日本語です", ["これは日本語です", "日本語", "日本"]),
        ("이건 한국어야", ["이건 한국어야", "한국어", "한국"]),
        ("Это русский", ["Это русский", "русские", "РУССКИЙ"]),
        ("यह रूसी है", ["यह रूसी है", "रूसी"]),
        ("นี่คือภาษาไทย", ["ภาษาไทย", "ภาษา"]),
        ("Das ist Straßenbau in München", ["strassenbau", "MÜNCHEN", "Mu\u0308nchen"]),
        ("資料庫備份失敗", ["数据库备份", "备份", "備份"]),
        ("Ｆｕｌｌ ｗｉｄｔｈ", ["full width", "ＷＩＤＴＨ"]),
        ("Melanie painted a sunrise over the lake", ["When did Melanie paint a sunrise?", "sunrises", "painting"]),
        ("the deploy token is {user} of {0} and %s", ["deploy", "{user}", "tokens"]),
        ("first part\n---\nsecond half", ["second", "first", "---half"]),
        ("launch 🚀 went well", ["🚀", "launch"]),
        ("She doesn't like O'Brien's naïve façade", ["obrien", "O'Brien", "façade", "naïve", "naive"]),
    ],
)
def test_a_memory_is_found_by_its_words_in_any_script(filled: Agent, text: str, queries: list[str]) -> None:
    filled.record(text)
    for query in queries:
        assert texts(filled, query)[:1] == [text], query


FIVE = ("这是中文", "これは日本語です", "이건 한국어야", "Это русский", "यह रूसी है")


@pytest.mark.parametrize("text", FIVE)
def test_each_of_five_scripts_is_found_first_by_itself(atlas: Agent, text: str) -> None:
    atlas.record_many({"text": one} for one in FIVE)
    assert texts(atlas, text)[0] == text


@pytest.mark.parametrize(
    "query",
    ["", "  ", "???", "的", "是", "了", "the", "what is it?", "——", "。，！", "\u200b", "\x00", '"', "*", "`", "\n"],
)
def test_a_question_that_asks_for_nothing_finds_nothing(filled: Agent, query: str) -> None:
    filled.record("the 的 是 了 what is it")
    assert filled.recall(query, note=False) == []


def test_a_question_that_nothing_answers_finds_nothing_and_not_everything(filled: Agent) -> None:
    assert filled.recall("量子纠缠", note=False) == []
    assert filled.recall("zzyzx qwrtpsdf", note=False) == []


def test_the_end_of_a_long_text_is_found(filled: Agent) -> None:
    long = "lorem ipsum dolor sit amet " * 300 + "heliotrope"
    longer = "好的文字和别的内容 " * 20_000 + "珊瑚礁"
    filled.record(long)
    filled.record(longer)
    assert texts(filled, "heliotrope") == [long]
    assert texts(filled, "珊瑚礁") == [longer]


@pytest.mark.parametrize("query", ["bad \ud83d end", "\udc00", "a" * 100_000, "长" * 20_000, "x\x00y" * 50])
def test_any_question_is_answered(filled: Agent, query: str) -> None:
    assert isinstance(filled.recall(query, note=False), list)


@pytest.mark.parametrize("query", [None, 7, b"tea", ["tea"]])
def test_a_question_that_is_no_text_is_refused(atlas: Agent, query: Any) -> None:
    with pytest.raises(InvalidText, match="the query must be text"):
        atlas.recall(query)


# Code, and what other query languages stumble over


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("use pre-edit hooks", "pre-edit"),
        ("run ask-codex now", "ask-codex"),
        ("open the agentic-os dashboard", "agentic-os dashboard"),
        ("people don't use agents here", "don't use agents"),
        ("saved to Downloads/transcripts", "Downloads/transcripts"),
        ("TODO: fix the parser", "TODO: fix"),
        ("see grammar::fa for it", "grammar::fa"),
        ("tested on ubuntu 20.04", "ubuntu 20.04"),
        ("written in C++ mostly", "C++"),
        ("call function() twice", "function()"),
        ("mail a@b.com about it", "a@b.com"),
        ("where sum= /total", "sum= /"),
        ("set config.retry_1 to five", "config.retry_1"),
        ("the `backtick` token", "`backtick`"),
        ("true AND false OR NOT null", "AND OR NOT null"),
        ('she said "quoted" twice', '"quoted'),
        ("a wild* card", "wild*"),
        ("columns (a, b)", "columns NEAR(a, b)"),
        ("released v1.2.3-rc1 today", "v1.2.3-rc1"),
        ("path is ../../etc/passwd", "../../etc/passwd"),
        ("100% done; DROP TABLE memories;", "DROP TABLE memories; --"),
    ],
)
def test_signs_of_code_are_no_query_language(filled: Agent, text: str, query: str) -> None:
    filled.record(text)
    assert texts(filled, query)[:1] == [text]


def test_a_name_with_its_number_is_told_from_the_next(filled: Agent) -> None:
    filled.record("config.retry_1 is five")
    filled.record("config.retry_2 is nine")
    assert texts(filled, "config.retry_1")[0] == "config.retry_1 is five"
    assert texts(filled, "config.retry_2")[0] == "config.retry_2 is nine"


# Beyond shared words


def test_chinese_and_english_meet(filled: Agent) -> None:
    filled.record("用户服务器部署在腾讯云国内节点")
    filled.record("The invoice was paid in March")
    assert texts(filled, "which cloud is the server on?")[0] == "用户服务器部署在腾讯云国内节点"
    assert texts(filled, "发票付了吗")[0] == "The invoice was paid in March"


def test_near_words_meet(filled: Agent) -> None:
    filled.record("He bought an automobile")
    assert texts(filled, "a new car")[:1] == ["He bought an automobile"]


def test_names_of_one_thing_meet_as_the_dictionary_says(filled: Agent) -> None:
    filled.record("信任验证的结果是通过")
    assert texts(filled, "five-factor")[:1] == ["信任验证的结果是通过"]


# Scenarios and layers


@pytest.fixture
def layered(atlas: Agent) -> Agent:
    for kind in ("message", "note", "session", "fact", "preference"):
        atlas.record(f"kettle as a {kind}", kind=kind)
    atlas.archive(atlas.record("kettle in the attic").id, because="old")
    return atlas


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        ("reply", ["preference", "fact", "note", "session"]),
        ("analysis", ["preference", "fact", "note", "session", "attic"]),
        ("earlier", ["fact", "note", "session", "preference"]),
        ("remember", ["preference", "fact", "note", "session"]),
    ],
)
def test_a_scenario_looks_into_its_layers_in_its_order(layered: Agent, scenario: str, expected: list[str]) -> None:
    found = [text.split()[-1] for text in texts(layered, "kettle", scenario=scenario)]
    assert sorted(found) == sorted(expected)
    assert (found[-1] if scenario == "earlier" else found[0]) == "preference"


@pytest.mark.parametrize(("scenario", "k"), [("reply", 3), ("analysis", 5), ("earlier", 3), ("remember", 3)])
def test_a_scenario_says_how_many_are_brought_back(atlas: Agent, scenario: str, k: int) -> None:
    atlas.record_many({"text": f"kettle number {number}"} for number in range(9))
    assert len(atlas.recall("kettle", scenario=scenario, note=False)) == k
    assert len(atlas.recall("kettle", scenario=scenario, k=7, note=False)) == 7


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        (["L0"], ["kettle as a message"]),
        (["L4"], ["kettle as a preference"]),
        (["L6"], ["kettle in the attic"]),
        (["L2"], ["kettle as a note", "kettle as a session"]),
        ([], []),
        (["L1", "L5"], []),
    ],
)
def test_layers_override_those_of_the_scenario(layered: Agent, layers: list[str], expected: list[str]) -> None:
    assert sorted(texts(layered, "kettle", layers=layers)) == expected


def test_a_policy_has_scenarios_of_its_own(memory: Remembrancer, layered: Agent) -> None:
    memory.adopt_policy(
        {"version": 2, "scenarios": {"attic": {"tiers": [["L6"]], "k": 1}, "reply": {"tiers": [["L4"]], "k": 3}}},
        by="user:ann",
    )
    assert texts(layered, "kettle", scenario="attic", k=None) == ["kettle in the attic"]
    assert texts(layered, "kettle") == ["kettle as a preference"]
    with pytest.raises(UnknownScenario):
        layered.recall("kettle", scenario="analysis")


def test_a_question_of_the_past_is_answered_by_the_scenarios_and_weights_of_then(
    memory: Remembrancer, layered: Agent
) -> None:
    then = memory.position
    memory.adopt_policy({"version": 2, "scenarios": {"reply": {"tiers": [["L6"]], "k": 3}}}, by="user:ann")
    assert texts(layered, "kettle") == ["kettle in the attic"]
    assert "kettle as a preference" in texts(layered.as_of(then), "kettle")


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        ({"scenario": "replies"}, UnknownScenario),
        ({"scenario": ""}, UnknownScenario),
        ({"layers": ["L7"]}, UnknownLayer),
        ({"layers": ["l4"]}, UnknownLayer),
        ({"k": 0}, InvalidNumber),
        ({"k": -1}, InvalidNumber),
        ({"k": 101}, InvalidNumber),
        ({"k": 2.5}, InvalidNumber),
        ({"k": True}, InvalidNumber),
    ],
)
def test_what_cannot_be_meant_is_refused(layered: Agent, asked: dict[str, Any], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        layered.recall("kettle", **asked)
    assert layered.recalls() == []


# Filters come before the cut


def test_tags_are_filtered_before_the_best_are_cut_off(atlas: Agent) -> None:
    atlas.record("one long text about tea with many other words around it", tags=["drink", "hot"])
    atlas.record_many({"text": f"tea {number}", "tags": ["drink"]} for number in range(300))
    assert texts(atlas, "tea", tags=["hot"], k=1) == ["one long text about tea with many other words around it"]
    assert texts(atlas, "tea", tags=["hot", "drink"], k=1) == texts(atlas, "tea", tags=["hot"], k=1)
    assert texts(atlas, "tea", tags=["ho"]) == []
    assert len(texts(atlas, "tea", tags=["drink"], k=100)) == 100


def test_a_session_is_filtered_before_the_best_are_cut_off(atlas: Agent) -> None:
    atlas.record("one long text about tea with many other words around it", session="monday")
    atlas.record_many({"text": f"tea {number}", "session": "mon"} for number in range(300))
    assert texts(atlas, "tea", session="monday", k=1) == ["one long text about tea with many other words around it"]
    assert texts(atlas, "tea", session="m") == []


def test_scopes_are_filtered_before_the_best_are_cut_off(memory: Remembrancer, atlas: Agent) -> None:
    atlas.record("one long text about tea with many other words around it")
    memory.agent("borea").record_many({"text": f"tea {number}"} for number in range(300))
    assert texts(atlas, "tea", k=1) == ["one long text about tea with many other words around it"]


def test_retired_memories_do_not_crowd_out_what_is_believed(atlas: Agent) -> None:
    kept = atlas.record("one long text about tea with many other words around it", kind="fact")
    for number in range(60):
        atlas.record(f"tea {number}", kind="fact", key="tea")
    assert kept.text in texts(atlas, "tea", k=2)
    assert len(texts(atlas, "tea", k=10)) == 2


# Isolation

NAMES = ("alice", "malice", "alic", "alice2", "Alice", "user_1", "userX1", "user_10", "al.ice")


def test_an_agent_finds_nothing_of_others_however_alike_their_names_are(memory: Remembrancer) -> None:
    agents = {name: memory.agent(name) for name in NAMES}
    for name, agent in agents.items():
        agent.record(f"heliotrope of {name}")
    for name, agent in agents.items():
        hits = agent.recall("heliotrope", k=100, scenario="analysis", note=False)
        assert [hit.memory.text for hit in hits] == [f"heliotrope of {name}"]
        assert agent.recall(next(other for other in NAMES if other != name), layers=["L6"], note=False) == []


def test_what_others_record_changes_neither_hits_nor_scores(memory: Remembrancer, atlas: Agent) -> None:
    atlas.record("tea with milk")
    atlas.record("tea with lemon and a cup")
    before = [(hit.score, hit.memory.id) for hit in atlas.recall("cup of tea", explain=True, note=False)]
    memory.agent("borea").record_many({"text": f"tea cup {number}"} for number in range(50))
    assert [(hit.score, hit.memory.id) for hit in atlas.recall("cup of tea", note=False)] == before


def test_what_is_shared_is_found_by_those_who_share_it(memory: Remembrancer, atlas: Agent) -> None:
    memory.adopt_policy({"version": 2, "teams": {"red": ["atlas", "borea"], "re": ["cirrus"]}}, by="user:ann")
    atlas.record("heliotrope for the team", scope="team:red")
    atlas.record("heliotrope for all", scope="fleet")
    atlas.record("heliotrope for me")
    found = {name: sorted(texts(memory.agent(name), "heliotrope")) for name in ("atlas", "borea", "cirrus")}
    assert found == {
        "atlas": ["heliotrope for all", "heliotrope for me", "heliotrope for the team"],
        "borea": ["heliotrope for all", "heliotrope for the team"],
        "cirrus": ["heliotrope for all"],
    }
    memory.adopt_policy({"version": 3, "teams": {}}, by="user:ann")
    assert texts(memory.agent("borea"), "heliotrope") == ["heliotrope for all"]


def test_metadata_makes_nobody_an_owner(memory: Remembrancer, atlas: Agent) -> None:
    atlas.record("heliotrope", metadata={"agent": "borea", "scope": "fleet", "speaker": "Ann"})
    assert texts(memory.agent("borea"), "heliotrope") == []
    assert texts(atlas, "what did Ann say?") == ["heliotrope"]


# What comes back


def test_the_same_words_come_back_once_with_the_others_named(atlas: Agent) -> None:
    twins = [atlas.record(text).id for text in ("Buy tea", "buy  TEA", "buy\ntea")]
    atlas.record("buy coffee")
    first, second = atlas.recall("buy tea", note=False)
    assert {first.memory.id, *first.also} == set(twins)
    assert (second.memory.text, second.also) == ("buy coffee", ())


@pytest.mark.parametrize(
    ("text", "twin", "other"),
    [
        ("We ship on Friday.", "we ship on friday!", "We ship on Friday?"),
        ("今天下雨，带伞。", "今天下雨,带伞", "今天下雨，不带伞。"),
        ("Version 1.2 of C++ ships", "version 1.2 of Ｃ++ ships.", "Version 12 of C++ ships"),
    ],
)
def test_the_marks_that_end_sentences_and_wide_forms_make_no_other_words(
    atlas: Agent, text: str, twin: str, other: str
) -> None:
    twins = {atlas.record(each).id for each in (text, twin)}
    alone = atlas.record(other).id
    hits = [(hit.memory.id, *hit.also) for hit in atlas.recall(text, k=5, note=False)]
    assert {frozenset(each) for each in hits} == {frozenset(twins), frozenset({alone})}


def test_places_are_filled_below_the_direct_ones_by_what_the_best_hits_say(atlas: Agent) -> None:
    atlas.record("Project Heron moves to Lisbon with Marta")
    atlas.record("Marta speaks Portuguese")
    atlas.record("the cellar is damp")
    hits = atlas.recall("heron", k=3, note=False)
    assert [(hit.found, hit.memory.text) for hit in hits] == [
        ("direct", "Project Heron moves to Lisbon with Marta"),
        ("filled", "Marta speaks Portuguese"),
    ]
    assert hits[1].score < hits[0].score


def test_without_an_empty_place_nothing_is_filled(atlas: Agent) -> None:
    atlas.record("Project Heron moves to Lisbon with Marta")
    atlas.record("Marta speaks Portuguese")
    assert [hit.found for hit in atlas.recall("heron", k=1, note=False)] == ["direct"]


def test_where_no_word_is_known_parts_of_words_are_and_that_is_said(filled: Agent) -> None:
    filled.record("The heliotropes are in bloom")
    assert ways(filled, "helioptrope") == [("fallback", "The heliotropes are in bloom")]
    assert ways(filled, "helio") == [("fallback", "The heliotropes are in bloom")]


def test_parts_of_words_of_others_are_no_fallback(memory: Remembrancer, filled: Agent) -> None:
    memory.agent("borea").record("The heliotropes are in bloom")
    assert filled.recall("helioptrope", note=False) == []


def test_hits_come_best_first_and_each_memory_once(filled: Agent) -> None:
    filled.record_many({"text": f"tea {number} {'with milk ' * (number % 3)}"} for number in range(40))
    hits = filled.recall("tea with milk", k=30, note=False)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len({hit.memory.id for hit in hits}) == len(hits) == 30


def test_an_explanation_adds_up_to_the_score(atlas: Agent, clock: SettableClock) -> None:
    atlas.record("green tea with milk", confidence=3, kind="preference")
    clock.forward(days=40)
    atlas.record("green tea yesterday", occurred_at=clock() - timedelta(days=1))
    for hit in atlas.recall("green tea yesterday", explain=True, note=False):
        assert hit.parts is not None
        taken = sum(part.share * (1 - part.value) for part in hit.parts.parts if part.name != "time")
        added = sum(part.share * part.value for part in hit.parts.parts if part.name == "time")
        assert hit.score == hit.parts.value == pytest.approx(hit.parts.relevance * (1 - taken) * (1 + added))
        assert sum(gain for _, gain in hit.terms) == pytest.approx(hit.parts.relevance, rel=1e-3)
        assert {word for word, _ in hit.terms} <= {"green", "tea", "yesterday"}
        told = hit.to_json()
        assert set(told["parts"]) == {"strength", "recency", "confidence", "place", "time"}


def test_without_being_asked_nothing_is_explained_and_scores_are_the_same(filled: Agent) -> None:
    (plain,) = (hit for hit in filled.recall("lift", note=False) if hit.found == "direct")
    (told,) = (hit for hit in filled.recall("lift", note=False, explain=True) if hit.found == "direct")
    assert (plain.parts, plain.terms, plain.score) == (None, (), told.score)


@pytest.mark.parametrize(("query", "first"), [("the walk yesterday", "in the sun"), ("上周的 walk", "in the rain")])
def test_a_time_that_is_named_is_preferred_and_shuts_nothing_out(
    atlas: Agent, clock: SettableClock, query: str, first: str
) -> None:
    clock.set(2026, 5, 13, 9)
    for days, text in ((8, "a walk in the rain"), (1, "a walk in the sun"), (30, "a walk in the fog")):
        atlas.record(text, occurred_at=clock() - timedelta(days=days))
    found = texts(atlas, query)
    assert found[0].endswith(first)
    assert len(found) == 3


def test_of_like_memories_the_surer_and_the_stronger_come_first(atlas: Agent) -> None:
    weak = atlas.record("tea in the morning", confidence=2)
    strong = atlas.record("tea every morning", confidence=9)
    assert atlas.recall("morning tea", note=False)[0].memory.id == strong.id
    atlas.decay(strong.id, 0.01)
    assert atlas.recall("morning tea", note=False)[0].memory.id == weak.id


# Being up to date, and being remembered


def test_each_change_is_found_at_once(atlas: Agent) -> None:
    one = atlas.record("the door is red")
    assert texts(atlas, "red door") == ["the door is red"]
    atlas.revise(one.id, "the door is blue", because="painted")
    assert texts(atlas, "blue") == ["the door is blue"]
    assert texts(atlas, "red") == []
    atlas.forget(one.id, because="gone")
    assert texts(atlas, "door") == []
    atlas.restore(one.id)
    assert texts(atlas, "door") == ["the door is blue"]
    atlas.quarantine(one.id, because="odd")
    assert texts(atlas, "door", scenario="analysis") == []
    atlas.release(one.id, because="fine")
    other = atlas.record("the gate is grey")
    merged = atlas.merge([one.id, other.id], "door blue, gate grey", because="one thing")
    assert texts(atlas, "door gate") == [merged.text]


def test_what_expires_is_found_until_then(atlas: Agent, clock: SettableClock) -> None:
    atlas.record("the diff of heliotrope", kind="diff")
    assert texts(atlas, "heliotrope", layers=["L0"]) == ["the diff of heliotrope"]
    clock.forward(seconds=301)
    assert texts(atlas, "heliotrope", layers=["L0"]) == []


def test_summary_trigger_key_tags_and_speaker_are_words_of_a_memory_too(atlas: Agent) -> None:
    atlas.record(
        "Check the backups.",
        kind="lesson",
        summary="Restore once a quarter",
        trigger="The outage of the penguin cluster",
        tags=["disaster"],
        key="runbook",
        metadata={"speaker": "Octavia"},
    )
    for query in ("quarter", "penguin", "disaster", "runbook", "octavia", "backup"):
        assert texts(atlas, query) == ["Check the backups."], query


def test_a_recall_is_remembered_unless_that_is_declined(memory: Remembrancer, atlas: Agent) -> None:
    kept = atlas.record("the lift is out", subjects=["user:42"])
    position = memory.position
    atlas.recall("lift", note=False)
    assert memory.store.notes.flush()
    assert memory.position == position
    (hit,) = atlas.recall("is the lift back?", subjects=["user:7"], scenario="analysis")
    (noted,) = atlas.recalls()
    assert (noted.query, noted.scenario) == ("is the lift back?", "analysis")
    assert [one.memory.id for one in noted.hits] == [kept.id] == [hit.memory.id]
    assert atlas.show(kept.id).references == 1


def test_what_is_recalled_is_not_found_by_the_question_that_found_it(memory: Remembrancer, atlas: Agent) -> None:
    atlas.record("the lift is out")
    atlas.recall("lift heliotrope")
    assert memory.store.notes.flush()
    assert texts(atlas, "heliotrope") == []


def test_near_duplicates_are_folded_into_one_hit_and_what_differs_is_not(atlas: Agent) -> None:
    same = ["The deploy failed.", "deploy failed", "“Deploy”, failed!"]
    other = ["The deploy never failed", "The deploy failed?", "deploy 2 failed", "deploy 3 failed"]
    for text in (*same, *other):
        atlas.record(text)

    hits = atlas.recall("deploy failed", k=10)
    assert len(hits) == 1 + len(other)
    (folded,) = [hit for hit in hits if hit.also]
    assert len(folded.also) == 2
    assert {hit.memory.text for hit in hits if not hit.also} == set(other)
