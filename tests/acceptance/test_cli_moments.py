"""Asking the past at the command line, and the options that every command shares."""

from pathlib import Path

import pytest

from command_line import Run


@pytest.mark.parametrize(
    ("moment", "text"),
    [
        ("5", "She wants short abstracts"),
        ("2026-05-04", "She wants short abstracts"),
        ("2026-05-05", "She wants long abstracts"),
        ("2026-05-05T13:59:00+02:00", "She wants short abstracts"),
        ("2026-05-05T14:00:00+02:00", "She wants long abstracts"),
    ],
)
def test_show_as_of_a_moment_gives_the_words_believed_then(
    run: Run, week: dict[str, str], moment: str, text: str
) -> None:
    assert run("show", week["short"], "--agent", "atlas", "--as-of", moment, "--json").json["text"] == text


def test_an_answer_about_the_past_begins_with_position_instant_and_zone(run: Run, week: dict[str, str]) -> None:
    line = "as of position 5, 2026-05-04 23:59:59 UTC"
    past = ("--agent", "atlas", "--as-of", "2026-05-04")
    assert run("show", week["short"], *past).out.startswith(f"{line}\n")
    assert run("layers", *past).out.splitlines()[1] == line
    assert run("why", week["short"], *past).out.startswith(f"{line}\n")
    assert run("history", week["short"], *past).out.splitlines()[0].endswith(line)
    assert run("identity", "show", *past).out == f"atlas has no identity, {line}\n"


@pytest.mark.parametrize("command", ["layers", "show", "why", "history", "identity"])
def test_an_answer_about_the_past_as_json_says_its_moment(run: Run, week: dict[str, str], command: str) -> None:
    arguments = {"layers": (), "identity": ("show",)}.get(command, (week["short"],))
    asked = ("--as-of", "2026-05-04", "--valid-at", "2026-05-03", "--agent", "atlas", "--json")
    answer = run(command, *arguments, *asked).json
    assert answer["moment"] == {"position": 5, "instant": "2026-05-04T23:59:59.999999+00:00", "zone": "UTC"}
    assert answer["valid_at"] == "2026-05-03T23:59:59.999999+00:00"


def test_what_was_true_at_a_time_is_another_question_than_what_was_believed(run: Run, week: dict[str, str]) -> None:
    def sky(*asked: str) -> list[str]:
        layers = run("layers", "--agent", "atlas", "--layer", "L3", *asked, "--json").json["layers"]
        return [one["text"] for one in layers["L3"]]

    assert sky("--valid-at", "2026-05-03") == ["The sky is blue"]
    assert sky("--valid-at", "2026-05-04") == ["The sky is grey"]
    assert sky("--as-of", "2026-05-03", "--valid-at", "2026-05-04") == ["The sky is blue"]


def test_a_memory_is_unknown_before_it_was_recorded(run: Run, week: dict[str, str]) -> None:
    assert run("show", week["grey"], "--agent", "atlas", "--as-of", "4").code == 2


def test_history_and_why_stop_at_the_asked_moment(run: Run, week: dict[str, str]) -> None:
    asked = (week["short"], "--agent", "atlas", "--as-of", "5", "--json")
    assert [event["position"] for event in run("history", *asked).json["events"]] == [3]
    assert [one["memory"]["id"] for one in run("why", *asked).json["fed"]] == [week["grey"]]


def test_dates_are_read_and_told_in_the_zone_of_the_policy(run: Run, store: Path, tmp_path: Path) -> None:
    policy = run("policy", "default").out.replace("version = 1", "version = 2").replace("UTC", "Asia/Kathmandu")
    (tmp_path / "policy.toml").write_text(policy)
    run("policy", "adopt", "policy.toml")
    moment = run("layers", "--as-of", "2030-01-01", "--json").json["moment"]
    assert moment["instant"] == "2030-01-01T23:59:59.999999+05:45"
    assert moment["zone"] == "Asia/Kathmandu"
    run("record", "x", "--occurred-at", "2026-05-01T00:00:00Z")
    assert "2026-05-01 05:45+05:45" in run("layers").out


def test_shared_options_stand_before_or_after_the_command(run: Run, store: Path) -> None:
    run("--agent", "atlas", "record", "x")
    run("record", "y", "--agent", "atlas")
    before = run("--store", "memory", "--agent", "atlas", "--json", "layers", "--layer", "L2").json
    after = run("layers", "--layer", "L2", "--json", "--agent", "atlas", "--store", "memory").json
    assert before["layers"] == after["layers"]
    assert before["counts"] == {"L2": 2}
    assert run("identity", "--agent", "atlas", "show", "--json").json["agent"] == "atlas"


def test_of_two_agents_named_on_one_line_the_last_one_counts(run: Run, store: Path) -> None:
    assert run("--agent", "atlas", "record", "x", "--agent", "borea", "--json").json["agent"] == "borea"


def test_store_and_agent_come_from_the_environment_unless_they_are_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMEMBRANCER_STORE", "elsewhere")
    monkeypatch.setenv("REMEMBRANCER_AGENT", "borea")
    run("init")
    assert (tmp_path / "elsewhere").is_dir()
    assert run("record", "x", "--json").json["agent"] == "borea"
    assert run("record", "x", "--agent", "atlas", "--json").json["agent"] == "atlas"
    monkeypatch.setenv("REMEMBRANCER_AGENT", "nobody")
    assert run("layers").code == 2


def test_the_log_is_narrowed_to_an_agent_only_where_one_is_written(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("record", "x", "--agent", "atlas", "--subject", "user:42")
    run("subject", "erase", "user:42", "--because", "a letter of May")
    monkeypatch.setenv("REMEMBRANCER_AGENT", "atlas")
    assert [entry["type"] for entry in run("log", "--type", "privacy", "--json").json] == ["privacy.subject_erased/2"]
    assert {entry["agent"] for entry in run("log", "--agent", "atlas", "--json").json} == {"atlas"}


def test_the_default_agent_reads_an_empty_store_without_complaint(run: Run, store: Path) -> None:
    assert run("layers").out.splitlines()[-1].startswith("empty: L0 scratch, L1 working, L2 episodic")
    assert run("identity", "show").code == 0


def test_a_person_who_is_named_acts_through_the_agent(run: Run, store: Path) -> None:
    memory = run("record", "x", "--by", "user:ann", "--agent", "atlas", "--json").json
    assert (memory["agent"], memory["recorded_by"]) == ("atlas", "user:ann")
    assert "by user:ann" in run("log", "--agent", "atlas").out
