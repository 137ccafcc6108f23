"""Tasks at the command line: from a start over checkpoints and crashes to an outcome."""

import json

import pytest

from command_line import Run, assert_refused, position
from settable_clock import SettableClock

START = ("task", "start", "briefing", "--objective", "Cut it to 150 words")


@pytest.fixture
def day(timed: Run, clock: SettableClock) -> Run:
    """A task of 1 May: started at nine, a checkpoint at twenty past; it is twenty-five past eleven."""
    assert timed(*START, "--target", "tuesday.md", "--confidence", "0.6").code == 0
    clock.forward(minutes=20)
    assert timed("task", "checkpoint", "briefing", "--set", "words=410", "--set", "active_task=part two").code == 0
    clock.forward(hours=2, minutes=5)
    return timed


def test_each_step_of_a_task_answers_with_its_memory_and_how_it_stands(timed: Run, clock: SettableClock) -> None:
    started = timed(*START)
    assert started.out == f"{started.id} L1 task briefing: running, as it started\n"
    at = timed("task", "checkpoint", "briefing", "--set", "words=410")
    assert at.out == f"{started.id} L1 task briefing: running, checkpoint 1\n"
    paused = timed("task", "interrupt", "briefing", "--because", "lunch")
    assert paused.out == f"{started.id} L1 task briefing: interrupted, checkpoint 1\n"
    assert timed("task", "resume", "briefing").out.startswith("briefing: running, from a checkpoint just now, ")
    done = timed("task", "complete", "briefing", "150 words")
    assert done.out == f"{done.id} L2 task-context\n"
    assert done.id != started.id


def test_resuming_says_in_words_how_old_the_checkpoint_is(day: Run) -> None:
    lines = day("task", "resume", "briefing").out.splitlines()
    assert lines[0] == "briefing: running, from a checkpoint 2 h 5 min ago, 2026-05-01 09:20Z"
    assert lines[2:7] == [
        "objective    Cut it to 150 words",
        "target       tuesday.md",
        "confidence   0.6",
        "words        410",
        "active_task  part two",
    ]


def test_a_task_without_a_checkpoint_goes_on_from_its_start(timed: Run, clock: SettableClock) -> None:
    timed(*START)
    clock.forward(days=1, hours=3)
    told = timed("task", "resume", "briefing").out
    assert told.startswith("briefing: running, from its start 1 day 3 h ago, 2026-05-01 09:00Z\n")


def test_a_task_without_a_sign_of_life_is_interrupted_without_an_event(day: Run, clock: SettableClock) -> None:
    before = position(day)
    told = day("task", "show", "briefing").out
    assert told.startswith("briefing: interrupted, from a checkpoint 2 h 5 min ago, 2026-05-01 09:20Z\n")
    assert "interrupted  2026-05-01 10:20:00Z" in told
    assert position(day) == before


@pytest.mark.parametrize(
    ("moment", "told"),
    [
        ("2026-05-01T09:10:00Z", "running, from its start 10 min ago"),
        ("2026-05-01T10:19:59Z", "running, from a checkpoint 59 min 59 s ago"),
        ("2026-05-01T10:20:00Z", "interrupted, from a checkpoint 1 h ago"),
    ],
)
def test_a_task_can_be_asked_as_of_any_moment(day: Run, clock: SettableClock, moment: str, told: str) -> None:
    day("task", "resume", "briefing")
    clock.set(2026, 5, 3, 9)
    day("task", "complete", "briefing", "150 words")
    heading, standing, *_ = day("task", "show", "briefing", "--as-of", moment).out.splitlines()
    assert heading.startswith("as of position ")
    assert standing.startswith(f"briefing: {told}")
    assert day("task", "show", "briefing", "--as-of", moment, "--json").json["moment"]["zone"] == "UTC"


def test_an_earlier_day_has_the_state_of_then(day: Run, clock: SettableClock) -> None:
    clock.set(2026, 5, 2, 9)
    day("task", "checkpoint", "briefing", "--set", "words=160")
    assert day("task", "show", "briefing", "--as-of", "2026-05-01", "--json").json["state"]["words"] == 410
    assert day("task", "show", "briefing", "--json").json["state"]["words"] == 160
    assert day("task", "show", "briefing", "--valid-at", "2026-05-02", "--json").json["valid_at"][:10] == "2026-05-02"
    assert_refused(day("task", "show", "briefing", "--as-of", "2026-04-30"), "unknown task 'briefing'")


def test_a_checkpoint_takes_json_or_text_and_null_takes_a_name_out(timed: Run) -> None:
    timed(*START, "--state", '{"notes": ["a"], "gone": 1}')
    state = timed(
        *("task", "checkpoint", "briefing", "--state", '{"step": 1, "more": {"n": null}}', "--set", "step=2"),
        *("--set", 'list=[1, "b"]', "--set", "words=part=two", "--set", "empty=", "--set", "gone=null", "--json"),
    ).json["state"]
    assert state == {
        "objective": "Cut it to 150 words",
        "notes": ["a"],
        "step": 2,
        "more": {"n": None},
        "list": [1, "b"],
        "words": "part=two",
        "empty": "",
    }


def test_completing_clears_l1_and_keeps_state_and_outcome_in_l2(day: Run) -> None:
    context = day("task", "complete", "briefing", "--outcome", "150 words", "--because", "it is Tuesday", "--json").json
    assert context["text"] == "Task briefing: Cut it to 150 words\nOutcome: 150 words"
    assert context["metadata"]["state"]["words"] == 410
    counts = day("layers", "--json").json["counts"]
    assert (counts["L1"], counts["L2"]) == (0, 1)
    told = day("task", "show", "briefing").out
    assert told.startswith("briefing: completed 2026-05-01 11:25Z\n")
    assert "\noutcome    150 words\n" in told


def test_an_outcome_may_come_from_stdin(day: Run) -> None:
    context = day("task", "complete", "briefing", "-", "--json", stdin="150 words，没有丢数字\n".encode()).json
    assert context["metadata"]["outcome"] == "150 words，没有丢数字"


def test_a_completed_task_can_be_started_anew_under_its_name(day: Run) -> None:
    day("task", "complete", "briefing", "150 words")
    assert day("task", "start", "briefing", "--objective", "Cut it to 100 words").code == 0
    assert day("task", "show", "briefing", "--json").json["state"] == {"objective": "Cut it to 100 words"}


def test_the_list_has_the_open_tasks_first_and_says_how_old_each_state_is(day: Run, clock: SettableClock) -> None:
    day("task", "start", "index", "--objective", "Speed up the index")
    day("task", "complete", "briefing", "150 words")
    clock.forward(minutes=2)
    title, where, head, *rows = day("task", "list").out.splitlines()
    assert (title, where.split()[0], head.split()) == (
        "default: 2 tasks",
        "position",
        ["task", "status", "last", "state", "objective"],
    )
    assert " ".join(rows[0].split()) == "index running 2 min ago Speed up the index"
    assert rows[1].endswith("2 h 7 min ago  Cut it to 150 words → 150 words")


def test_a_list_as_json_is_one_document_also_of_an_earlier_day(day: Run, clock: SettableClock) -> None:
    clock.set(2026, 5, 2, 9)
    day("task", "start", "index", "--objective", "Speed up the index")
    assert [one["name"] for one in day("task", "list", "--json").json["tasks"]] == ["index", "briefing"]
    then = day("task", "--as-of", "2026-05-01", "--json").json
    assert [(one["name"], one["status"]) for one in then["tasks"]] == [("briefing", "interrupted")]
    assert then["moment"]["instant"].startswith("2026-05-01T23:59:59")


def test_a_family_without_the_name_of_a_command_lists(day: Run) -> None:
    assert day("task").out == day("task", "list").out
    assert day("task", "--json").json == day("task", "list", "--json").json


def test_the_log_and_the_story_tell_of_a_task_in_sentences(day: Run, clock: SettableClock) -> None:
    day("task", "resume", "briefing", "--because", "the machine is back")
    clock.forward(minutes=5)
    day("task", "interrupt", "briefing")
    context = day("task", "complete", "briefing", "150 words").id
    state = day("task", "list", "--as-of", "3", "--json").json["tasks"][0]["memory"]
    noted = "target: tuesday.md, confidence: 0.6, words: 410, active_task: part two"
    log = [line.split("default  ")[1] for line in day("log", "--agent", "default").out.splitlines()]
    assert log == [
        f"{state[:12]} new task 'briefing': Cut it to 150 words",
        f"{state[:12]} checkpoint 1 of task 'briefing': {noted}",
        f"{state[:12]} resumed from its state of 2 h 5 min ago, because the machine is back",
        f"{state[:12]} interrupted",
        f"{context[:12]} task 'briefing' completed: Task briefing: Cut it to 150 words Outcome: 150 words",
    ]
    assert "is the context that it left" in day("why", state).out
    assert "the task that it completes" in day("why", context).out
    assert "checkpoint 1 of task 'briefing': target: tuesday.md" in day("history", state).out
    assert "metadata    target: tuesday.md, confidence: 0.6, words: 410" in day("show", state).out


def test_a_start_sent_twice_with_one_key_happens_once(timed: Run) -> None:
    assert timed(*START, "--idempotency-key", "k").id == timed(*START, "--idempotency-key", "k").id
    assert position(timed) == 4, "the task, and the checkpoint of the session"


def test_people_and_agents_have_tasks_of_their_own(timed: Run) -> None:
    timed(*START, "--agent", "atlas", "--by", "user:ann")
    assert "by user:ann" in timed("log", "--after", "2").out
    assert_refused(timed("task", "show", "briefing", "--agent", "borea"), "unknown agent 'borea'")
    assert_refused(timed("task", "show", "briefing"), "unknown task 'briefing'")


TOO_LARGE = json.dumps({"notes": "x" * 10_240})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "index"), "unknown task 'index'"),
        (("checkpoint", "index", "--set", "a=1"), "unknown task 'index'; start it first"),
        (("resume", "index"), "unknown task 'index'"),
        (("interrupt", "index"), "unknown task 'index'"),
        (("complete", "index", "done"), "unknown task 'index'"),
        (("show", ""), "the task is empty"),
        (("start", "index"), "missing option '--objective'"),
        (("start", "index", "--objective", ""), "the objective is empty"),
        (("start", "briefing", "--objective", "again"), "task 'briefing' is interrupted since 2026-05-01T10:20:00"),
        (("start", "index", "--objective", "x", "--confidence", "11"), "must be from 1 to 10"),
        (("start", "index", "--objective", "x", "--confidence", "much"), "not 'much'"),
        (("start", "index", "--objective", "x", "--confidence", "NaN"), "is nan"),
        (("start", "index", "--objective", "x", "--state", "{"), "--state is no JSON"),
        (("start", "index", "--objective", "x", "--state", "[1]"), "--state must be a JSON object"),
        (("start", "index", "--objective", "x", "--state", '{"target": 1}', "--target", "y"), "--state holds 'target'"),
        (("start", "index", "--objective", "x", "--state", '{"because": 1}'), "--state holds 'because'"),
        (("start", "index", "--objective", "x", "--state", TOO_LARGE), "bytes, over the limit of 10240"),
        (("checkpoint", "briefing", "--state", TOO_LARGE), "bytes, over the limit of 10240"),
        (("checkpoint", "briefing", "--set", "a"), "--set takes NAME=VALUE, such as step=3, not 'a'"),
        (("checkpoint", "briefing", "--set", "=1"), "--set takes NAME=VALUE"),
        (("checkpoint", "briefing", "--set", "a=NaN"), "is nan"),
        (("checkpoint", "briefing", "--set", "objective=null"), "the objective is empty"),
        (("complete", "briefing"), "no outcome: give it as an argument, or with --outcome"),
        (("complete", "briefing", "a", "--outcome", "b"), "given twice"),
        (("complete", "briefing", ""), "the outcome is empty"),
        (("show", "briefing", "--as-of", "tomorrow"), "not a moment: 'tomorrow'"),
        (("list", "--as-of", "99"), "no position 99"),
        (("hide",), "no such command 'hide'; see `remembrancer task --help`"),
        (("start", "index", "--objective", "x", "--read-only"), "read-only"),
    ],
)
def test_what_is_wrong_with_a_task_is_told_in_one_line(day: Run, arguments: tuple[str, ...], said: str) -> None:
    before = position(day)
    assert_refused(day("task", *arguments), said)
    assert position(day) == before


@pytest.mark.parametrize("verb", ["checkpoint", "interrupt", "resume", "complete"])
def test_nothing_happens_to_a_task_after_its_completion(day: Run, verb: str) -> None:
    day("task", "complete", "briefing", "150 words")
    more = {"complete": ("again",), "checkpoint": ("--set", "a=1")}.get(verb, ())
    assert_refused(
        day("task", verb, "briefing", *more),
        f"cannot {verb} task 'briefing': it was completed at 2026-05-01T11:25:00+00:00; start it anew",
    )


def test_a_state_may_hold_any_name(timed: Run) -> None:
    odd = {"self": 1, "name": 2, "changes": 3, "\x1b[31m": "\x1b[32m"}
    assert timed(*START, "--state", json.dumps(odd), "--json").json["state"].items() >= odd.items()
    for command in (("task", "show", "briefing"), ("task", "list"), ("log",), ("layers",)):
        assert "\x1b" not in timed(*command).out


@pytest.mark.parametrize("width", ["80", "120"])
def test_lists_keep_to_the_width(day: Run, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    day("task", "start", "long " * 30, "--objective", "unbroken" * 60)
    assert max(map(len, day("task", "list").out.splitlines())) <= int(width)
