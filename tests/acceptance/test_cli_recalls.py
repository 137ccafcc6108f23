"""`remembrancer recalls`, and recalls in the log, as a shell sees them."""

from pathlib import Path

import pytest

from command_line import Run
from noting import note
from remembrancer import Remembrancer


@pytest.fixture
def asked(run: Run, week: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The week of atlas, and three questions about it; ids by what they are."""
    with Remembrancer.open(tmp_path / "memory") as memory:
        then = memory.store.moment(7)
        note(memory, "how long should\nabstracts be?", [week["short"]], session="writing", tags=["style"])
        note(memory, "how long were they to be?", [week["short"], week["blue"]], scenario="earlier", moment=then)
        note(memory, "天气怎么样 \x1b[31m?", layers=("L4", "L2"))
    del run
    return week


def test_recalls_lists_each_question_with_what_it_gave_newest_first(run: Run, asked: dict[str, str]) -> None:
    answer = run("recalls", "--agent", "atlas")
    assert answer.code == 0, answer.err
    title, place, *lines = answer.out.splitlines()
    assert title == "atlas: 3 recalls"
    assert place.startswith("position ")
    told = [line for line in lines if line]
    assert told[0].endswith(" reply (layers L4, L2): 天气怎么样 \\x1b[31m?")
    assert told[1].strip() == "nothing"
    assert told[2].endswith(" earlier (as of position 7): how long were they to be?")
    assert told[3].split() == ["0.900", asked["short"][:12], "L4", "preference:", "She", "wants", "long", "abstracts"]
    assert told[4].split() == ["0.800", asked["blue"][:12], "L3", "fact:", "The", "sky", "is", "blue"]
    assert told[5].endswith(" reply (tags style; session writing): how long should abstracts be?")
    assert len(told) == 7


def test_recalls_as_json_holds_the_questions_and_the_memories(run: Run, asked: dict[str, str]) -> None:
    found = run("recalls", "--agent", "atlas", "--json", "-n", "2").json
    assert found["agent"] == "atlas"
    assert [one["query"] for one in found["recalls"]] == ["天气怎么样 \x1b[31m?", "how long were they to be?"]
    hits = found["recalls"][1]["hits"]
    assert [(hit["score"], hit["memory"]["id"]) for hit in hits] == [(0.9, asked["short"]), (0.8, asked["blue"])]
    position = found["recalls"][1]["position"]
    earlier = run("recalls", "--agent", "atlas", "--json", "--as-of", str(position)).json
    assert [one["position"] for one in earlier["recalls"]] == [position, position - 1]
    assert run("recalls", "--agent", "atlas", "--json", "--as-of", str(position - 2)).json["recalls"] == []


@pytest.mark.usefixtures("asked")
def test_recalls_may_be_narrowed_to_a_session(run: Run) -> None:
    found = run("recalls", "--agent", "atlas", "--json", "--session", "writing").json
    assert [one["session"] for one in found["recalls"]] == ["writing"]


def test_an_agent_that_never_recalled_has_an_empty_list(run: Run, week: dict[str, str]) -> None:
    del week
    assert run("recalls", "--agent", "atlas").out.splitlines()[0] == "atlas: 0 recalls"
    assert run("recalls", "--agent", "nobody").code == 2


@pytest.mark.usefixtures("asked")
def test_the_log_tells_recalls_in_sentences(run: Run) -> None:
    lines = run("log", "--agent", "atlas", "--type", "recall").out.splitlines()
    assert [line.partition(" atlas    ")[2] for line in lines] == [
        "recall for reply, 1 hit: how long should abstracts be?",
        "recall for earlier, 2 hits: how long were they to be?",
        "recall for reply, 0 hits: 天气怎么样 \\x1b[31m?",
    ]


@pytest.mark.usefixtures("asked")
def test_recalls_of_another_log_are_left_out_of_an_import_and_counted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "log.json").write_text(run("log", "--json").out)
    assert run("--store", "other", "init").code == 0
    left = run("--store", "other", "import", "log.json", "--json").json["left_out"]
    assert dict(left)["what was recalled there was not recalled here"] == 3
    assert run("--store", "other", "recalls", "--agent", "atlas", "--json").json["recalls"] == []
