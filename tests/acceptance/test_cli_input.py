"""Bad input of every kind: one line on stderr, exit code 2, nothing on stdout, nothing stored."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from command_line import Answer, Run
from remembrancer import Remembrancer


def position(store: Path) -> int:
    with Remembrancer.open(store, read_only=True) as memory:
        return memory.position


def assert_refused(answer: Answer, *said: str) -> None:
    assert answer.code == 2, answer.out
    assert answer.out == ""
    assert answer.err.startswith("remembrancer: ")
    assert answer.err.count("\n") == 1
    assert answer.err.endswith("\n")
    for words in said:
        assert words in answer.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("layers", "--agent", "nobody"), "unknown agent 'nobody'; known here: atlas"),
        (("log", "--agent", "nobody"), "unknown agent 'nobody'"),
        (("record", "x", "--agent", "two words"), "not an agent's name: 'two words'"),
        (("record", "x", "--by", "ann"), "write user:NAME"),
        (("show", "mem_0000", "--agent", "atlas"), "unknown memory 'mem_0000'"),
        (("forget", "mem_0000", "--because", "b", "--agent", "atlas"), "unknown memory 'mem_0000'"),
        (("show", "mem", "--agent", "atlas"), "not an id: 'mem'"),
        (("layers", "--as-of", "2026-05-01T10:00:00"), "has no zone"),
        (("layers", "--valid-at", "2026-02-30"), "not a date: '2026-02-30'"),
        (("layers", "--as-of", "2026-02-30T10:00:00Z"), "not a time"),
        (("layers", "--as-of", "tomorrow"), "not a moment: 'tomorrow'"),
        (("layers", "--as-of", "10"), "the log holds positions 0 to 9"),
        (("diff", "7", "3"), "exchange them"),
        (("diff", "2026-02-30"), "not a date"),
        (("log", "--since", "2026-13-01"), "not a date: '2026-13-01'"),
        (("log", "--until", "2026-05-01T10:00"), "has no zone"),
        (("log", "--type", "memory.eaten"), "unknown event type 'memory.eaten'"),
        (("log", "--tag", "noise"), "write family:name"),
        (("log", "--after", "-1"), "'--after': -1 is below 0"),
        (("log", "-n", "0"), "'-n': 0 is below 1"),
        (("log", "--follow", "--newest-first"), "leave out --newest-first"),
        (("layers", "--layer", "L9"), "unknown layer 'L9'"),
        (("record", ""), "the text is empty"),
        (("record", " \n "), "the text is empty"),
        (("record",), "the text is empty"),
        (("record", "a\0b"), "a NUL character at character 1"),
        (("record", "a\udcffb"), "the lone surrogate U+DCFF"),
        (("record", "x" * 1_048_577), "over the limit of 1048576"),
        (("record", "x", "--kind", "rumour"), "unknown kind 'rumour'"),
        (("record", "x", "--layer", "L9"), "'L9'"),
        (("record", "x", "--layer", "L5"), "'L5'"),
        (("record", "x", "--importance", "11"), "importance is 11; it must be from 1 to 10"),
        (("record", "x", "--importance", "much"), "'--importance': 'much' is not a whole number"),
        (("record", "x", "--confidence", "0"), "confidence is 0"),
        (("record", "x", "--source", "rumour"), "use own or foreign"),
        (("record", "x", "--scope", "team:none"), "may not write to 'team:none'"),
        (("record", "x", "--subject", ""), "one of the subjects is empty"),
        (("record", "x", "--category", "Two Words"), "not a category"),
        (("record", "x", "--evidence", "mem_0000"), "unknown memory 'mem_0000'"),
        (("record", "x", "--kind", "lesson"), "lesson"),
        (("record", "x", "--occurred-at", "2026-05-01"), "has no zone"),
        (("record", "x", "--occurred-at", "2026-02-30T00:00:00Z"), "not a time"),
        (
            ("record", "x", "--valid-from", "2026-05-02T00:00:00Z", "--valid-to", "2026-05-01T00:00:00Z"),
            "would end at 2026-05-01",
        ),
        (("record", "x", "--metadata", "{"), "--metadata is no JSON"),
        (("record", "x", "--metadata", "[1]"), "must be a JSON object"),
        (("record", "x", "--metadata", '{"a": NaN}'), "metadata.a is nan"),
        (("record", "x", "--metadata", '{"a": "\\ud800"}'), "the lone surrogate U+D800"),
        (("record", "x", "--metadata", '{"a":' * 30 + "1" + "}" * 30), "nested deeper than 20 levels"),
        (("record", "x", "--metadata", '{"a":' * 200_000 + "1" + "}" * 200_000), "--metadata is nested too deeply"),
        (("record", "x", "--file", "y"), "given twice"),
        (("record", "--file", "missing.txt"), "cannot read 'missing.txt': No such file or directory"),
        (("record", "--file", "."), "Is a directory"),
        (("record", "--file", "a\0b"), "null"),
        (("policy", "adopt", "missing.toml"), "cannot read 'missing.toml'"),
        (("identity", "establish", "missing.toml", "--because", "b"), "cannot read 'missing.toml'"),
        (("identity", "replace", "hobbies", "--text", "x", "--because", "b", "--agent", "atlas"), "hobbies"),
        (("import", "missing.jsonl"), "missing.jsonl"),
        (("record", "x", "--read-only"), "read-only"),
        (("rebuild", "--read-only"), "read-only"),
        (("init", "--read-only"), "--read-only"),
        (("init",), "is a store already"),
    ],
)
def test_bad_input_is_refused_in_one_line_and_stores_nothing(
    run: Run, week: dict[str, str], tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    before = position(tmp_path / "memory")
    assert_refused(run(*arguments), said)
    assert position(tmp_path / "memory") == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("recrod", "x"), "no such command 'recrod'; did you mean 'record'?"),
        (("frobnicate",), "no such command 'frobnicate'; see `remembrancer --help`"),
        (("identity", "hide"), "no such command 'hide'; see `remembrancer identity --help`"),
        (("record", "--colour", "red"), "no such option: --colour"),
        (("record", "x", "--kind"), "option '--kind' requires an argument"),
        (("show",), "missing argument 'ID'"),
        (("show", "a", "b"), "unexpected extra argument"),
        (("--json",), "missing command"),
    ],
)
def test_a_mistake_in_the_arguments_is_told_in_one_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    assert_refused(run(*arguments), said)


@pytest.mark.parametrize(
    "verb",
    ["revise", "forget", "archive", "contradict", "quarantine", "release", "merge"],
)
def test_a_change_without_a_reason_is_refused(run: Run, week: dict[str, str], tmp_path: Path, verb: str) -> None:
    before = position(tmp_path / "memory")
    assert_refused(run(verb, week["short"], "--agent", "atlas", stdin=b"words"), "missing option '--because'")
    assert_refused(run(verb, week["short"], "--agent", "atlas", "--because", " ", stdin=b"words"))
    assert position(tmp_path / "memory") == before


@pytest.mark.parametrize("strength", ["2", "-0.5", "nan", "strong"])
def test_a_strength_outside_its_range_is_refused(run: Run, week: dict[str, str], strength: str) -> None:
    assert_refused(run("decay", "--agent", "atlas", "--", week["short"], strength))


def test_an_ambiguous_id_is_refused_with_all_that_it_fits(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for last in ("1", "2"):
        whole = f"mem_{last:0>16}"
        monkeypatch.setattr("remembrancer.application.verbs.new_memory_id", lambda whole=whole: whole)
        run("record", f"memory {last}")
    assert_refused(run("show", "mem_0000"), "ambiguous id 'mem_0000'", "mem_0000000000000001", "mem_0000000000000002")


def test_text_that_is_not_utf_8_is_refused(run: Run, store: Path) -> None:
    assert_refused(run("record", stdin=b"caf\xe9"), "stdin is not UTF-8 at byte 3")


def test_a_key_that_comes_back_with_other_words_is_refused(run: Run, store: Path) -> None:
    run("record", "One", "--idempotency-key", "k")
    assert_refused(run("record", "Two", "--idempotency-key", "k"), "idempotency key 'k'")


@pytest.mark.parametrize("command", [("record", "x"), ("layers",), ("log",), ("import", "x.jsonl"), ("doctor",)])
def test_a_missing_store_is_refused_with_the_way_to_make_one(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "x.jsonl").write_text('{"text": "x"}\n')
    assert_refused(run(*command), "no store at 'memory'", "`remembrancer init`")
    assert not (tmp_path / "memory").exists()


def test_a_folder_of_other_files_is_no_store(run: Run, tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "notes.txt").write_text("x")
    assert_refused(run("record", "x"), "no store at 'memory'")
    assert os.listdir(tmp_path / "memory") == ["notes.txt"]


def test_a_file_is_no_store(run: Run, tmp_path: Path) -> None:
    (tmp_path / "memory").write_text("x")
    assert_refused(run("record", "x"), "it is a file")
    assert_refused(run("init"), "is a file")


def test_a_file_that_only_has_the_name_of_a_log_is_no_store(run: Run, tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "memory.db").write_text("something else")
    assert_refused(run("record", "x"), "not a SQLite database")


def test_a_store_of_a_newer_version_is_refused(run: Run, store: Path) -> None:
    with sqlite3.connect(store / "memory.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert_refused(run("record", "x"), "format 99", "update remembrancer")


def test_a_truncated_store_is_refused(run: Run, week: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "memory" / "memory.db"
    os.truncate(file, file.stat().st_size // 2)
    assert_refused(run("record", "x"))


def test_doctor_answers_for_a_store_that_others_refuse_to_open(run: Run, week: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "memory" / "memory.db"
    os.truncate(file, file.stat().st_size // 2)
    answer = run("doctor")
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.startswith("problem  store ")
    assert answer.out.endswith("1 problem to look at\n")
    assert run("doctor", "--json").json["ok"] is False


def test_a_read_only_call_leaves_every_byte_as_it_was(run: Run, week: dict[str, str], tmp_path: Path) -> None:
    store = tmp_path / "memory"
    before = {file: file.read_bytes() for file in store.rglob("*") if file.is_file()}
    assert run("--read-only", "layers", "--agent", "atlas").code == 0
    assert run("log", "--read-only").code == 0
    assert {file: file.read_bytes() for file in store.rglob("*") if file.is_file()} == before


def test_a_bad_line_of_an_import_is_named_and_nothing_is_imported(run: Run, store: Path, tmp_path: Path) -> None:
    (tmp_path / "lines.jsonl").write_text('{"text": "good"}\n{"text": ""}\n')
    assert_refused(run("import", "lines.jsonl"), "line 2", "nothing was imported")
    assert position(store) == 2
    assert "line 2" in run("import", "lines.jsonl", "--skip-bad").out
    assert position(store) == 4, "the good line, and the checkpoint of the session"


def test_a_comparison_that_differs_answers_no(run: Run, week: dict[str, str], tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "memory" / "memory.db") as connection:
        connection.execute("UPDATE beliefs SET importance = 9 WHERE memory = ?", (week["grey"],))
    connection.close()
    answer = run("rebuild", "--check")
    assert answer.code == 1
    assert answer.out.splitlines()[-1].endswith("`remembrancer rebuild` folds the views again")
    assert run("doctor", "--json").code == 1
    assert run("rebuild").code == 0
    assert run("rebuild", "--check").code == 0


def test_words_without_their_keys_are_a_problem_that_doctor_reports(
    run: Run, week: dict[str, str], tmp_path: Path
) -> None:
    assert run("init", "other").code == 0
    shutil.copy(tmp_path / "other" / "keys.db", tmp_path / "memory" / "keys.db")
    answer = run("doctor")
    assert answer.code == 1
    assert "have no key at hand" in answer.out
    assert "[sealed]" in run("log", "--type", "memory.recorded").out


def test_a_fault_of_the_program_is_told_as_one(run: Run, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise ZeroDivisionError("over\nzero")

    monkeypatch.setattr("remembrancer.application.agent.Agent.record", break_down)
    answer = run("record", "x")
    assert answer.code == 70
    assert answer.err == (
        "remembrancer: internal fault: ZeroDivisionError: over zero; please report it with REMEMBRANCER_DEBUG=1\n"
    )
    monkeypatch.setenv("REMEMBRANCER_DEBUG", "1")
    assert "Traceback" in run("record", "x").err
