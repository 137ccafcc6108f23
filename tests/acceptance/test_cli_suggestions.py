"""`remembrancer suggestions`: what dreams leave to people, as a shell sees it."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from command_line import Run, assert_refused
from remembrancer import Agent, Refused, Remembrancer
from remembrancer.application.handler import execute
from remembrancer.application.requests import Caller, given
from remembrancer.domain.commands import MakeSuggestion
from remembrancer.domain.events import SubjectErased
from remembrancer.domain.ids import SUGGESTION, make_id

BECAUSE = "it says the same as mem_0123456789abcdef, on 6 days"


def suggest(memory: Remembrancer, change: str, concerned: list[str], text: str, section: str | None = None) -> str:
    """Have a dream of atlas suggest something; return the id of the suggestion."""
    suggestion = make_id(SUGGESTION, os.urandom(10))
    caller = Caller(agent="atlas", actor="dream:drm_0123456789abcdef")
    fields: dict[str, Any] = {"change": change, "section": section, "concerned": tuple(concerned), "text": text}
    execute(
        memory.store,
        MakeSuggestion(**given(memory.store, caller, because=BECAUSE), suggestion=suggestion, **fields),
    )
    return suggestion


@pytest.fixture
def asked(memory: Remembrancer, atlas: Agent) -> dict[str, str]:
    """A store in which three suggestions wait; their ids, and those of memories, by what they are."""
    ann = memory.agent("atlas", by="user:ann")
    ann.establish_identity({"version": 1, "mission": "Write briefings that are read"}, because="Atlas starts")
    purple = atlas.record("The favourite colour is purple", kind="preference").id
    cyan = atlas.record("The favourite colour is cyan", kind="preference").id
    lesson = atlas.record(
        "Name the source of every number", kind="lesson", trigger="post 7", summary="Name your sources"
    ).id
    one = atlas.record("摘要不超过150字", kind="preference").id
    other = atlas.record("摘要最多150字", kind="preference").id
    return {
        "purple": purple,
        "cyan": cyan,
        "one": one,
        "other": other,
        "line": suggest(memory, "identity", [lesson], "Name the source of every number", "always"),
        "merge": suggest(memory, "consolidation", [one, other], "摘要不超过150字"),
        "newer": suggest(memory, "replacement", [cyan, purple], "The favourite colour is cyan"),
    }


@pytest.fixture
def answer(run: Run, asked: dict[str, str]) -> Run:
    """Calls `suggestions` for atlas in that store."""
    del asked

    def call(*arguments: str) -> Any:
        return run("--agent", "atlas", "suggestions", *arguments)

    return call


def test_suggestions_lists_what_waits_with_the_memories_and_how_to_answer(answer: Run, asked: dict[str, str]) -> None:
    found = answer().out
    lines = [line.strip() for line in found.splitlines()]
    assert lines[0] == "atlas: 3 suggestions wait for a person"
    assert f"{asked['newer'][:12]}  does the newer one hold, and the older one no longer?" in lines
    assert f"{asked['merge'][:12]}  shall these 2 become one memory?" in lines
    assert f"{asked['line'][:12]}  shall this be a line of the identity, among always?" in lines
    assert "“摘要不超过150字”" in lines
    assert f"newer  {asked['cyan'][:12]} L4 preference: “The favourite colour is cyan”" in lines
    assert f"older  {asked['purple'][:12]} L4 preference: “The favourite colour is purple”" in lines
    assert found.count(", because it says the same as mem_01234567, on 6 days\n") == 3
    assert lines[-2] == "answer with `remembrancer suggestions accept ID`"


def test_suggestions_as_json_holds_the_memories(answer: Run, asked: dict[str, str]) -> None:
    found = answer("--json").json
    assert [one["id"] for one in found["suggestions"]] == [asked["newer"], asked["merge"], asked["line"]]
    newer = found["suggestions"][0]
    assert [memory["id"] for memory in newer["concerned"]] == [asked["cyan"], asked["purple"]]
    assert (newer["status"], newer["because"]) == ("waiting", BECAUSE)


def test_accepting_a_line_puts_it_into_the_identity(answer: Run, run: Run, asked: dict[str, str]) -> None:
    said = answer("accept", asked["line"], "--by", "user:ann", "--because", "it held")
    assert said.out == f"{asked['line']} accepted: the line stands in the identity\n"
    assert "Name the source of every number" in run("--agent", "atlas", "identity", "show").out
    assert answer().out.startswith("atlas: 2 suggestions wait for a person\n")


def test_accepting_a_newer_value_contradicts_the_older_one(answer: Run, run: Run, asked: dict[str, str]) -> None:
    short = asked["newer"][:12]
    assert answer("accept", short, "--json").json["status"] == "accepted"
    older = run("--agent", "atlas", "show", asked["purple"], "--json").json
    assert (older["status"], older["successor"]) == ("contradicted", asked["cyan"])


def test_accepting_one_memory_of_several_merges_them(answer: Run, run: Run, asked: dict[str, str]) -> None:
    assert answer("accept", asked["merge"]).code == 0
    one, other = (run("--agent", "atlas", "show", asked[name], "--json").json for name in ("one", "other"))
    assert (one["status"], other["status"]) == ("merged", "merged")
    assert run("--agent", "atlas", "show", one["successor"], "--json").json["text"] == "摘要不超过150字"


def test_what_was_declined_is_told_with_who_and_why_and_changes_nothing(
    answer: Run, run: Run, asked: dict[str, str]
) -> None:
    said = answer("decline", asked["merge"], "--because", "one is for the title", "--by", "user:ann")
    assert said.out == f"{asked['merge']} declined: it is not suggested again\n"
    assert run("--agent", "atlas", "show", asked["one"], "--json").json["status"] == "live"
    assert asked["merge"][:12] not in answer().out
    told = answer("--all").out
    assert told.startswith("atlas: 3 suggestions\n")
    assert re.search(r"declined \S+ \S+ by user:ann, because one is for the title\n", told)


def test_whoever_is_logged_in_answers_unless_a_person_is_named(
    answer: Run, asked: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "bob")
    assert answer("decline", asked["line"], "--because", "no", "--json").json["answered_by"] == "user:bob"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("accept", "sug_zzzzzzzz"), "no suggestion"),
        (("accept", "sug"), "not an id"),
        (("accept",), "missing argument"),
        (("decline", "sug_zzzzzzzz"), "--because"),
        (("accept", "sug_0000000", "--by", "ann"), "user:"),
        (("withdraw", "sug_0000000"), "withdraw"),
    ],
)
def test_what_is_wrong_with_an_answer_is_told_in_one_line(answer: Run, arguments: tuple[str, ...], said: str) -> None:
    assert_refused(answer(*arguments), said)


@pytest.mark.parametrize("which", ["line", "merge", "newer"])
def test_a_suggestion_is_answered_once(answer: Run, asked: dict[str, str], which: str) -> None:
    assert answer("accept", asked[which]).code == 0
    assert_refused(answer("decline", asked[which], "--because", "no"), "was accepted before")
    assert_refused(answer("accept", asked[which]), "was accepted before")


def test_what_no_longer_can_be_done_is_refused_and_goes_on_waiting(
    answer: Run, atlas: Agent, asked: dict[str, str]
) -> None:
    atlas.forget(asked["one"], because="it is over")
    assert_refused(answer("accept", asked["merge"]), asked["one"])
    assert "(forgotten): “摘要不超过150字”" in answer().out


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_suggestions_keep_to_the_width(answer: Run, columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert max(map(cell_len, answer().out.splitlines())) <= int(columns)


def test_where_nothing_waits_that_is_said(run: Run, store: Path) -> None:
    del store
    assert run("suggestions").out.startswith("default: nothing waits for a person\n")
    assert run("suggestions", "--json").json["suggestions"] == []
    assert run("--agent", "nobody", "suggestions").code == 2


def test_of_an_erased_memory_nothing_is_quoted(memory: Remembrancer, answer: Run, asked: dict[str, str]) -> None:
    event = SubjectErased(
        actor="user:ann", cause="cmd_0", box=None, erased=(asked["cyan"],), derived=(), subject=None, retention=None
    )
    memory.store.log.append((memory.store.codec.encode(event),))
    told = answer().out
    assert f"newer  {asked['cyan'][:12]} L4 preference (erased): [erased]" in told
    assert "colour is cyan" not in told
    (newer,) = (one for one in answer("--json").json["suggestions"] if one["id"] == asked["newer"])
    assert newer["text"] == "[erased]"
    assert_refused(answer("accept", asked["newer"]), "its words are [erased]")
    assert answer("decline", asked["newer"], "--because", "it is gone").code == 0


def test_what_becomes_of_a_suggestion_is_sealed_for_the_people_that_it_is_about(memory: Remembrancer) -> None:
    atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    ann.establish_identity({"version": 1, "mission": "Write briefings that are read"}, because="Atlas starts")
    held, gone = (
        atlas.record(f"Never ring 42 at {when}", kind="preference", subjects=["user:42"]).id
        for when in ("night", "noon")
    )
    yes = suggest(memory, "identity", [held], "Never ring 42 at night", "never")
    no = suggest(memory, "identity", [gone], "Never ring 42 at noon", "never")
    before = memory.position
    ann.accept(yes, because="42 sleeps badly")
    ann.decline(no, because="42 is up at noon")
    about = f"subject:{memory.store.keys.find_pseudonym('user:42')}"
    told = [(one.type, about in one.tags) for one in memory.store.log.read(after=before)]
    assert told == [
        ("suggestion.answered/1", True),
        ("identity.line_replaced/1", True),
        ("suggestion.answered/1", True),
    ]


def test_a_suggestion_whose_words_cannot_be_read_is_not_accepted(memory: Remembrancer) -> None:
    atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    lesson = atlas.record("Never ring 42 at night", kind="preference", subjects=["user:42"]).id
    asked = suggest(memory, "identity", [lesson], "Never ring 42 at night", "never")
    memory.store.keys.destroy_subject("user:42")
    with pytest.raises(Refused, match=r"its words are \[sealed\]"):
        ann.accept(asked)
    assert ann.decline(asked, because="nobody knows what it said").status == "declined"
