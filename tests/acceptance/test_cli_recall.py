"""`remembrancer recall` and `remembrancer forget --matching`, as a shell sees them."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from rich.cells import cell_len

from command_line import Answer, Run
from remembrancer import Remembrancer
from remembrancer.infrastructure.search.vectors import Vectors

ENTRY = "import sys; from remembrancer.interfaces.main import main; sys.exit(main())"


@pytest.fixture
def atlas(run: Run, week: dict[str, str]) -> Run:
    """Calls the command line as atlas, whose week is there to be asked."""
    del week

    def call(*arguments: str, stdin: bytes = b"") -> Answer:
        return run("--agent", "atlas", *arguments, stdin=stdin)

    return call


def found(answer: Answer) -> list[str]:
    """Return the texts that a recall gave as JSON, the best first."""
    assert answer.code == 0, answer.err
    return [hit["memory"]["text"] for hit in answer.json["hits"]]


def assert_refused(answer: Answer, said: str) -> None:
    assert (answer.code, answer.err.count("\n")) == (2, 1), answer.out
    assert said in answer.err, answer.err


def test_a_recall_tells_of_each_memory_its_score_what_it_is_and_what_it_says(atlas: Run, week: dict[str, str]) -> None:
    answer = atlas("recall", "which colour has the sky?")
    assert (answer.code, answer.err) == (0, "")
    title, place, blank, head, said = answer.out.splitlines()[:5]
    assert title.startswith("atlas: ")
    assert place.startswith("position ")
    assert blank == ""
    score, *told = head.split("  ")
    assert 0 < float(score) <= 1.25
    assert told == [week["grey"][:12], "L3 fact", "2026-05-04 12:00Z"]
    assert said == "       sky = The sky is grey"


def test_a_recall_as_json_holds_the_hits_with_the_moment_and_what_was_asked(atlas: Run, week: dict[str, str]) -> None:
    answer = atlas("recall", "sky", "-k", "1", "--scenario", "earlier", "--json").json
    assert (answer["agent"], answer["query"], answer["scenario"]) == ("atlas", "sky", "earlier")
    assert answer["moment"]["zone"] == "UTC"
    (hit,) = answer["hits"]
    assert (hit["memory"]["id"], hit["found"], hit["also"]) == (week["grey"], "direct", [])
    assert not {"parts", "terms"} & hit.keys()


def test_a_question_may_come_from_stdin(atlas: Run) -> None:
    assert found(atlas("recall", "-", "--json", stdin="天空 sky\n".encode()))[0] == "The sky is grey"


def test_a_chinese_question_finds_an_english_memory(atlas: Run) -> None:
    assert found(atlas("recall", "天空是什么颜色？", "--json"))[0] == "The sky is grey"


def test_the_past_is_asked_by_position_date_and_valid_time(atlas: Run) -> None:
    assert found(atlas("recall", "sky", "--as-of", "2026-05-03", "--json")) == ["The sky is blue"]
    assert found(atlas("recall", "sky", "--valid-at", "2026-05-03", "--json"))[0] == "The sky is blue"
    assert found(atlas("recall", "abstracts", "--as-of", "2026-05-04", "--json"))[0] == "She wants short abstracts"
    title = atlas("recall", "sky", "--as-of", "2026-05-03").out.splitlines()[1]
    assert title.startswith("as of position ")
    assert title.endswith(", 2026-05-03 23:59:59 UTC")


def test_what_was_forgotten_is_found_only_in_the_time_when_it_was_believed(atlas: Run) -> None:
    assert "A dog barked" not in atlas("recall", "barked dog").out
    assert found(atlas("recall", "barked dog", "--as-of", "2026-05-06", "--json"))[0] == "A dog barked"


def test_a_recall_may_be_narrowed_to_layers_tags_and_a_session(atlas: Run) -> None:
    barked = ("recall", "dog", "--as-of", "2026-05-06", "--json")
    assert found(atlas(*barked, "--tag", "noise", "--session", "walk")) == ["A dog barked"]
    assert found(atlas(*barked, "--tag", "noise", "--tag", "other")) == []
    assert found(atlas(*barked, "--session", "other")) == []
    assert found(atlas(*barked, "--layers", "l3, L4")) == []
    assert found(atlas(*barked, "--layers", "L2")) == ["A dog barked"]


def test_an_explanation_shows_what_each_word_gave_and_what_each_part_took(atlas: Run) -> None:
    out = atlas("recall", "what colour had the sky yesterday?", "--explain").out
    lines = [line.split() for line in out.splitlines()]
    assert next(line for line in lines if line[:1] == ["words:"])[1] == "sky"
    assert ["part", "value", "effect", "at", "most"] in lines
    assert ["confidence", "0.50", "-2.5", "%", "-5", "%"] in lines
    assert ["time", "0.00", "+0", "%", "+25", "%"] in lines
    hit = atlas("recall", "sky", "--explain", "--json").json["hits"][0]
    assert set(hit["terms"]) == {"sky"}
    assert hit["parts"]["place"] == {"value": 0.5, "share": 0.05}
    taken = sum(part["share"] * (1 - part["value"]) for part in hit["parts"].values())
    assert hit["score"] == pytest.approx(hit["relevance"] * (1 - taken), abs=1e-5)


def test_a_hit_that_was_not_found_by_its_words_is_marked_and_explained(atlas: Run) -> None:
    atlas("record", "The abstracts of the sky report are grey", "--kind", "note")
    filled = atlas("recall", "colour of the report", "--explain").out
    assert "  filled\n" in filled
    assert filled.endswith("\nfilled: suggested by what the others say\n")
    alike = atlas("recall", "abstracst").out
    assert "  fallback\n" in alike
    assert alike.endswith("\nfallback: nothing holds these words; this holds some that look alike\n")


def test_memories_with_the_same_words_are_one_hit_that_names_the_others(atlas: Run) -> None:
    ids = [atlas("record", text).id for text in ("Tea at four", "tea  at FOUR", "tea at four")]
    (hit,) = atlas("recall", "tea", "--json").json["hits"]
    assert {hit["memory"]["id"], *hit["also"]} == set(ids)
    out = atlas("recall", "tea").out
    assert f"also {', '.join(one[:12] for one in hit['also'])}: the same words" in out


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("zebra crossing", "nothing found: no memory that atlas may read answers 'zebra crossing'\n"),
        ("the ?!", "nothing found: 'the ?!' asks for nothing but words that say little, such as 'the' or 的\n"),
        ("", "nothing found: '' asks for nothing but words that say little, such as 'the' or 的\n"),
    ],
)
def test_nothing_found_is_said_in_one_line_and_is_no_failure(atlas: Run, query: str, said: str) -> None:
    answer = atlas("recall", query)
    assert (answer.code, answer.out, answer.err) == (0, said, "")
    assert found(atlas("recall", query, "--json")) == []


def test_nothing_found_in_the_past_says_when(atlas: Run) -> None:
    out = atlas("recall", "sky", "--as-of", "2026-05-02").out
    assert out.startswith("nothing found as of position ")
    assert out.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--scenario", "chat"), "unknown scenario 'chat'"),
        (("--layers", "L2,L9"), "unknown layer 'L9'"),
        (("-k", "0"), "0 is below 1"),
        (("-k", "101"), "k must be a whole number from 1 to 100, not 101"),
        (("--as-of", "soon"), "'soon'"),
    ],
)
def test_what_a_recall_cannot_be_narrowed_to_is_refused(atlas: Run, arguments: tuple[str, ...], said: str) -> None:
    assert_refused(atlas("recall", "sky", *arguments), said)


def test_an_unknown_agent_is_refused_and_not_answered_with_nothing(atlas: Run) -> None:
    assert_refused(atlas("recall", "sky", "--agent", "nobody"), "unknown agent 'nobody'")


def test_a_text_with_escapes_is_found_and_shown_without_obeying_it(atlas: Run) -> None:
    atlas("record", "-", stdin=b"red: \x1b[31m barn")
    out = atlas("recall", "barn").out
    assert r"red: \x1b[31m barn" in out
    for query in ("\x1b[31m", "zebra \x1b[31m"):
        assert "\x1b" not in atlas("recall", query).out


@pytest.mark.parametrize("width", ["60", "80", "120"])
def test_a_recall_keeps_to_the_width_of_the_terminal(atlas: Run, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    atlas("record", "天空是灰色的，明天可能会下雨，所以请带伞。" * 9)
    atlas("record", "sky" + "unbroken" * 50 + " sky")
    monkeypatch.setenv("COLUMNS", width)
    out = atlas("recall", "天空 sky", "--explain", "-k", "9").out
    assert max(map(cell_len, out.splitlines())) <= int(width)


# Forgetting what is found


def test_forgetting_what_matches_lists_it_and_needs_a_word_where_nobody_can_be_asked(
    atlas: Run, week: dict[str, str]
) -> None:
    asked = ("forget", "--matching", "sky", "--because", "it was a dream")
    answer = atlas(*asked)
    assert_refused(answer, "nobody is here to be asked whether to forget the 1 found; say --yes")
    assert week["grey"][:12] in answer.out
    assert "The sky is grey" in answer.out
    refused = atlas(*asked, "--json")
    assert (refused.code, refused.out) == (2, "")
    assert atlas("show", week["grey"], "--json").json["status"] == "live"


def test_with_yes_it_forgets_what_it_found_and_says_what_that_was(atlas: Run, week: dict[str, str]) -> None:
    twin = atlas("record", "the sky IS grey").id
    answer = atlas("forget", "--matching", "grey", "--because", "it was a dream", "--yes")
    assert (answer.code, answer.err) == (0, "")
    assert set(answer.out.splitlines()[-2:]) == {f"{week['grey']} L3 fact forgotten", f"{twin} L2 note forgotten"}
    assert atlas("recall", "sky").out.startswith("nothing found")
    assert atlas("history", twin, "--json").json["events"][-1]["because"] == "it was a dream"


def test_it_forgets_at_most_as_many_as_it_was_told_and_never_what_only_looks_alike(atlas: Run) -> None:
    for number in range(5):
        atlas("record", f"Tea number {number}")
    yes = ("--because", "b", "--yes", "--json")
    assert len(atlas("forget", "--matching", "tea", *yes).json["forgotten"]) == 3
    assert len(atlas("forget", "--matching", "tea", "-k", "1", *yes).json["forgotten"]) == 1
    nothing = atlas("forget", "--matching", "abstracst", *yes)
    assert (nothing.code, nothing.json["forgotten"], nothing.json["left"]) == (0, [], 0)
    assert atlas("forget", "--matching", "zebra", "--because", "b").out.startswith("nothing found: ")


def test_forgetting_an_id_goes_on_working_and_the_two_ways_do_not_mix(atlas: Run, week: dict[str, str]) -> None:
    why = ("--because", "b")
    assert_refused(atlas("forget", *why), "nothing to forget is named; give the id of a memory, or a query")
    assert_refused(atlas("forget", week["grey"], "--matching", "sky", *why), "leave out the id")
    assert_refused(atlas("forget", "--matching", "sky", "--idempotency-key", "x", *why), "--idempotency-key")
    assert_refused(atlas("forget", "--matching", "sky"), "--because")
    assert atlas("forget", week["grey"], *why).out == f"{week['grey']} L3 fact forgotten\n"


@contextmanager
def asked_to_forget(store: Path, query: str) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """A process that asks at a terminal whether to forget what it found, and where to answer it."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "REMEMBRANCER_STORE": str(store), "REMEMBRANCER_AGENT": "atlas"}
    command = [sys.executable, "-c", ENTRY, "forget", "--matching", query, "--because", "b"]
    try:
        with subprocess.Popen(
            command, env=environment, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as asking:
            yield asking, ours
    finally:
        os.close(theirs)
        os.close(ours)


@pytest.mark.parametrize(
    ("said", "code", "status"), [(b"y\n", 0, "forgotten"), (b"n\n", 1, "live"), (b"\n", 1, "live")]
)
def test_somebody_at_a_terminal_is_asked(
    atlas: Run, week: dict[str, str], tmp_path: Path, said: bytes, code: int, status: str
) -> None:
    with asked_to_forget(tmp_path / "memory", "sky") as (asking, terminal):
        os.write(terminal, said)
        out, err = asking.communicate(timeout=60)
    assert (asking.returncode, err) == (code, b"forget it? [y/N] ")
    assert week["grey"][:12].encode() in out
    assert (b"nothing was forgotten" in out) == (code == 1)
    assert atlas("show", week["grey"], "--json").json["status"] == status


def test_what_somebody_else_forgot_while_it_asked_is_told_and_the_rest_is_forgotten(atlas: Run, tmp_path: Path) -> None:
    first, second = (atlas("record", f"Tea at {hour}").id for hour in ("four", "five"))
    with asked_to_forget(tmp_path / "memory", "tea") as (asking, terminal):
        assert asking.stderr is not None
        assert asking.stderr.read(len(b"forget these 2? [y/N] ")) == b"forget these 2? [y/N] "
        assert atlas("forget", first, "--because", "it was said wrongly").code == 0
        os.write(terminal, b"yes\n")
        out, _ = asking.communicate(timeout=60)
    assert asking.returncode == 1
    told = out.decode().splitlines()[-2:]
    assert told[0] == f"{second} L2 note forgotten"
    assert told[1].startswith("refused: ")
    assert first in told[1]


def test_a_search_for_what_to_forget_leaves_no_recall_in_the_log(atlas: Run) -> None:
    assert atlas("forget", "--matching", "zebra", "--because", "b").code == 0
    assert atlas("log", "--type", "recall", "--json").json == []


# The dictionary and the index


def test_a_word_and_names_of_one_thing_are_added_listed_and_found(atlas: Run, tmp_path: Path) -> None:
    memory = atlas("record", "Huimai reviewed the frame").id
    assert atlas("recall", "惠迈").out.startswith("nothing found")
    assert atlas("dictionary", "add", "惠迈 = Huimai").out.startswith("added 惠迈 = Huimai; ")
    assert atlas("dictionary", "add", "云计算 5000 n", "--json").json == {"names": ["云计算"], "frequency": 5000}
    assert (tmp_path / "memory" / "custom_dict.txt").read_text() == "惠迈 = Huimai\n云计算 5000 n\n"
    assert atlas("recall", "惠迈", "--json").json["hits"][0]["memory"]["id"] == memory
    listed = atlas("dictionary", "list").out
    assert listed.startswith("with the package\n")
    assert listed.endswith("  惠迈 = Huimai\n  云计算 5000\n")
    assert atlas("dictionary", "--json").json["own"][0] == {"names": ["惠迈", "Huimai"], "frequency": None}


def test_a_line_that_is_no_entry_or_is_there_is_refused(atlas: Run) -> None:
    assert "nothing yet" in atlas("dictionary").out
    assert_refused(atlas("dictionary", "add", "# a comment"), "a comment")
    atlas("dictionary", "add", "惠迈 = Huimai")
    assert_refused(atlas("dictionary", "add", "Huimai = 惠迈"), "is in the dictionary already; nothing was added")
    assert_refused(atlas("dictionary", "add", "x", "--read-only"), "--read-only")


def test_trying_a_text_shows_its_terms_where_they_are_and_their_other_names(atlas: Run) -> None:
    terms = {one["term"]: one for one in atlas("dictionary", "test", "the sky over 五元组审查", "--json").json["terms"]}
    assert {"sky", "五元组", "审查"} <= set(terms)
    assert "the" not in terms
    assert (terms["sky"]["kind"], terms["sky"]["documents"]) == ("word", 2)
    assert "天空" in {one["word"] for one in (*terms["sky"]["near"], *terms["sky"]["translations"])}
    shown = atlas("dictionary", "test", "-", stdin=b"skies").out
    assert shown.splitlines()[1].split() == ["sky", "skies", "word", "2"]
    assert "\n  translated: " in shown
    assert atlas("dictionary", "test", "the").out.startswith("no terms: ")


def test_trying_a_text_counts_nothing_that_the_agent_may_not_read(atlas: Run) -> None:
    (term,) = atlas("dictionary", "test", "sky", "--agent", "boreas", "--json").json["terms"]
    assert term["documents"] == 0
    assert not any(one["documents"] for one in (*term["near"], *term["translations"]))


def test_the_state_of_the_index_is_told_before_and_after_it_is_made_anew(atlas: Run, week: dict[str, str]) -> None:
    del week
    before = atlas("index", "status", "--json").json
    assert (before["memories"], before["documents"], before["saved_position"]) == (4, 5, None)
    assert before["position"] == atlas("rebuild", "--check", "--json").json["position"]
    assert "saved         no; it is made from the log by whoever asks\n" in atlas("index").out
    assert atlas("index", "rebuild").out.startswith(f"made anew from {before['position']} events\n\n")
    after = atlas("index", "--json").json
    assert (after["saved_position"], after["documents"]) == (before["position"], 5)
    assert after["size_bytes"] > 0
    atlas("record", "One more")
    assert " 2 events behind, " in atlas("index", "status").out
    assert_refused(atlas("index", "rebuild", "--read-only"), "--read-only")


def test_the_state_of_the_index_counts_vectors_by_embedder(atlas: Run, tmp_path: Path, week: dict[str, str]) -> None:
    assert atlas("index", "--json").json["vectors"] == []
    with Remembrancer.open(tmp_path / "memory") as memory:
        folder = memory.store.searcher.folder
        vectors = Vectors(folder, "hash 1", 2, memory.store.keys, memory.store.id)
        vectors.put([(week["grey"], 5), (week["short"], 2)], np.eye(2, dtype=np.float32), frozenset)
    (folder / "vectors-0.bin").write_bytes(b"of another store")
    lines = [line for line in atlas("index").out.splitlines() if line.startswith("vectors")]
    assert lines[0].startswith("vectors       of another store or with a lost key, 16 bytes")
    assert lines[1].startswith("vectors       2 by hash 1, ")
    assert [one["vectors"] for one in atlas("index", "--json").json["vectors"]] == [0, 2]
