"""Decisions at the command line: made with a confidence, judged, and what that says of the next."""

import pytest

from command_line import Run, assert_refused, position
from settable_clock import SettableClock

BY_CONFIDENCE = {9: ("right", "right", "wrong", "mixed"), 4: ("wrong", "right")}


@pytest.fixture
def week(timed: Run, clock: SettableClock) -> Run:
    """Six decisions of 1 May, judged on the two days after."""
    made: list[tuple[str, str]] = []
    for confidence, outcomes in BY_CONFIDENCE.items():
        for number, outcome in enumerate(outcomes):
            said = timed("decision", "made", f"Post {confidence}-{number}", "--confidence", str(confidence))
            made.append((said.id, outcome))
    for number, (memory, outcome) in enumerate(made):
        clock.set(2026, 5, 2 + number // 4, 9)
        assert timed("decision", "judged", memory, outcome, "--because", "the readers wrote").code == 0
    return timed


def test_a_decision_answers_with_its_memory_and_its_confidence(timed: Run) -> None:
    made = timed("decision", "made", "Publish at noon", "--confidence", "8")
    assert made.out == f"{made.id} L2 decision confidence 8\n"
    assert timed("decision", "made", "Publish at one", "--confidence", "0.7").out.endswith("confidence 7\n")
    assert timed("decision", "made", "Publish at two").out.endswith("confidence 5\n")


def test_a_decision_keeps_everything_that_its_options_say(timed: Run) -> None:
    basis = timed("record", "Noon is quiet").id
    made = timed(
        *("decision", "made", "-", "--confidence", "8", "--importance", "7", "--category", "security"),
        *("--evidence", basis[:10], "--because", "fewer readers", "--scope", "fleet", "--subject", "user:42"),
        *("--tag", "t", "--summary", "Noon", "--trigger", "The rush", "--source", "foreign", "--session", "s"),
        *("--metadata", '{"n": 1}', "--occurred-at", "2026-05-01T08:00:00Z", "--idempotency-key", "k", "--json"),
        stdin="中午发布\n".encode(),
    ).json
    expected = {
        "text": "中午发布",
        "kind": "decision",
        "confidence": 8,
        "importance": 7,
        "category": "security",
        "evidence": [basis],
        "scope": "fleet",
        "subjects": ["user:42"],
        "tags": ["t"],
        "summary": "Noon",
        "trigger": "The rush",
        "source": "foreign",
        "session": "s",
        "metadata": {"n": 1},
        "occurred_at": "2026-05-01T08:00:00+00:00",
    }
    assert {name: made[name] for name in expected} == expected


def test_a_judgement_says_how_long_after_it_came(timed: Run, clock: SettableClock) -> None:
    made = timed("decision", "made", "Publish at noon").id
    clock.forward(days=2, hours=3)
    judged = timed("decision", "judged", made, "right", "--because", "nobody complained", "--by", "user:ann")
    assert judged.out == f"{made} L2 decision judged right, 2 days 3 h after it was made\n"
    again = timed("decision", "judged", made[:10], "failure", "--because", "somebody did", "--json").json
    assert (again["outcome"], again["because"], again["after_s"]) == ("wrong", "somebody did", 51 * 3600)


def test_the_list_has_the_newest_first_with_what_came_of_each(week: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    week("decision", "made", "Post next")
    rows = [" ".join(line.split()[1:]) for line in week("decision").out.splitlines()]
    assert rows[2:5] == [
        "made conf outcome after decision",
        "2026-05-03 09:00Z 5 - - Post next",
        "2026-05-01 09:00Z 4 right 2 days Post 4-1",
    ]
    assert len(rows) == 10
    listed = week("decision", "list", "-n", "2", "--json").json["decisions"]
    assert [one["memory"]["text"] for one in listed] == ["Post next", "Post 4-1"]
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, week("decision").out.splitlines())) <= 80


def test_decisions_can_be_asked_as_of_an_earlier_day(week: Run) -> None:
    then = week("decision", "list", "--as-of", "2026-05-02", "--json").json["decisions"]
    assert [one["outcome"] for one in then] == [None, None, "mixed", "wrong", "right", "right"]
    quality = week("decision", "quality", "--as-of", "2026-05-02", "--json").json
    assert (quality["window"]["made"], quality["window"]["judged"]) == (6, 4)
    assert [day["day"] for day in quality["days"]] == ["2026-05-02"]
    assert week("decision", "quality", "--as-of", "2026-05-02").out.splitlines()[1].startswith("as of position ")


def test_the_quality_is_told_together_by_day_and_by_confidence(week: Run) -> None:
    lines = week("decision", "quality").out.splitlines()
    assert lines[0] == "default: how decisions turned out"
    assert lines[3:6] == [
        "the last 6 decisions: 6 judged, 3 right, 2 wrong, 1 mixed",
        "58 % right, a mixed one counting a half; confidence 7.3 on average",
        "Brier score 0.25 (0 is best, 0.25 a coin); judged after 1 day 8 h on average",
    ]
    by_day = lines[lines.index("by day") + 1 :]
    assert [" ".join(line.split()) for line in by_day[:3]] == [
        "day judged right wrong mixed quality",
        "2026-05-03 2 1 1 0 50 % █████░░░░░",
        "2026-05-02 4 2 1 1 62 % ██████░░░░",
    ]
    assert lines[-4] == "calibration: how often decisions of one confidence turned out right"
    assert [" ".join(line.split()) for line in lines[-3:]] == [
        "confidence judged right 0 % right: █ actual, │ expected 100 %",
        "4 2 50 % ████████████████│███░░░░░░░░░░░░░░░░░░░░",
        "9 4 62 % █████████████████████████░░░░░░░░░░░│░░░",
    ]


@pytest.mark.parametrize("width", ["80", "120"])
def test_the_quality_keeps_to_the_width_and_its_plot_stays_whole(
    week: Run, monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    out = week("decision", "quality").out
    assert max(map(len, out.splitlines())) <= int(width)
    assert "█████████████████████████░░░░░░░░░░░│░░░" in out


def test_the_quality_as_json_has_the_window_all_days_and_each_confidence(week: Run) -> None:
    found = week("decision", "quality", "--json").json
    assert found["window"]["brier"] == pytest.approx((2 * 0.01 + 0.81 + 0.16 + 0.16 + 0.36) / 6)
    assert [day["judged"] for day in found["days"]] == [2, 4]
    assert len(week("decision", "quality", "--json", "-n", "1").json["days"]) == 1
    shares = {one["confidence"]: one["share"] for one in found["calibration"]}
    assert shares == {**dict.fromkeys(range(1, 11)), 4: 0.5, 9: 0.625}


def test_days_beyond_those_asked_for_are_counted(week: Run) -> None:
    out = week("decision", "quality", "-n", "1").out
    assert "by day, the newest 1 of 2" in out
    assert "2026-05-02" not in out


def test_the_quality_without_judgements_is_short(timed: Run) -> None:
    assert timed("decision", "quality").out.splitlines()[-1] == "the last 0 decisions: 0 judged"
    timed("decision", "made", "Publish at noon")
    assert timed("decision", "quality").out.splitlines()[-1] == "the last 1 decision: 0 judged"


def test_decisions_that_retired_still_count(timed: Run) -> None:
    ids = [timed("decision", "made", f"Post {number}").id for number in range(12)]
    assert "L6 decision archived judged right" in timed("decision", "judged", ids[0], "right", "--because", "b").out
    assert timed("decision", "quality", "--json").json["window"]["made"] == 12


def test_the_log_and_the_story_tell_of_a_decision_in_sentences(timed: Run) -> None:
    letter = timed("record", "A reader complained").id
    made = timed("decision", "made", "Publish at noon", "--confidence", "8", "--because", "it is quiet").id
    timed("decision", "judged", made, "wrong", "--because", "a letter", "--evidence", letter)
    log = timed("log", "--after", "3").out
    assert f"{made[:12]} new L2 decision, confidence 8: Publish at noon\n" in log
    assert f"{made[:12]} judged wrong by {letter[:12]}, because a letter\n" in log
    story = timed("why", made).out
    assert "decided with confidence 8, by default" in story
    assert "note, as evidence of how it turned out: “A reader complained”" in story
    assert "decision, was judged on it: “Publish at noon”" in timed("why", letter).out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("judged", "mem_0000", "right", "--because", "b"), "unknown memory 'mem_0000'"),
        (("judged", "MEMORY", "maybe", "--because", "b"), "not an outcome of a decision: 'maybe'"),
        (("judged", "NOTE", "right", "--because", "b"), "cannot judge"),
        (("judged", "MEMORY", "right"), "missing option '--because'"),
        (("judged", "MEMORY", "right", "--because", ""), "the reason is empty"),
        (("judged", "MEMORY", "--because", "b"), "missing argument 'OUTCOME'"),
        (("judged", "MEMORY", "right", "--because", "b", "--evidence", "mem_0000"), "unknown memory"),
        (("made", ""), "the text is empty"),
        (("made", "x", "--confidence", "0"), "must be from 1 to 10"),
        (("made", "x", "--confidence", "11"), "not 11"),
        (("made", "x", "--confidence", "NaN"), "not nan"),
        (("made", "x", "--confidence", "much"), "not 'much'"),
        (("made", "x", "--importance", "11"), "importance is 11"),
        (("made", "x", "--category", "Two Words"), "not a category"),
        (("made", "x", "--metadata", "{"), "--metadata is no JSON"),
        (("made", "x", "--read-only"), "read-only"),
        (("list", "-n", "0"), "'-n': 0 is below 1"),
        (("quality", "--as-of", "99"), "no position 99"),
    ],
)
def test_what_is_wrong_with_a_decision_is_told_in_one_line(timed: Run, arguments: tuple[str, ...], said: str) -> None:
    ids = {"MEMORY": timed("decision", "made", "Publish at noon").id, "NOTE": timed("record", "x").id}
    before = position(timed)
    assert_refused(timed("decision", *(ids.get(word, word) for word in arguments)), said)
    assert position(timed) == before
