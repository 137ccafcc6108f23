"""Exporting, verifying and importing from the command line."""

from pathlib import Path

import pytest

from command_line import Run, assert_refused


def test_an_export_is_made_verified_and_imported(
    run: Run, week: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = run("export", "out", "--format", "html", "--format", "csv", "--because", "the yearly audit")
    assert made.code == 0
    assert made.out.startswith("exported 8 events, position 1 to 8, ")
    assert "anyone can verify it: remembrancer verify " in made.out
    (tmp_path / "memory").rename(tmp_path / "elsewhere")  # no store is needed
    found = run("verify", "out")
    assert (found.code, found.err) == (0, "")
    assert found.out.startswith("the export is whole and as it was signed: 8 events, position 1 to 8 of store ")
    assert run("verify", "out", "--key", "out/key.txt", "--json").json["ok"]

    assert run("--store", "new", "init").code == 0
    monkeypatch.setenv("REMEMBRANCER_AGENT", "bard")
    assert (
        run("--store", "new", "--by", "user:ann", "import", "out", "--key", "out/key.txt").out
        == "imported 8 of atlas\n"
    )
    monkeypatch.delenv("REMEMBRANCER_AGENT")
    told = run("--store", "new", "--agent", "atlas", "show", week["short"]).out
    assert "She wants long abstracts" in told
    events = run("--store", "new", "log", "--json").json
    assert (events[8]["type"], events[8]["actor"]) == ("store.imported/1", "user:ann")
    assert "8 events of store " in run("--store", "new", "log").out
    assert run("--store", "new", "verify").code == 0
    assert_refused(run("--store", "new", "import", "out"), "something was recorded there already")


def test_an_edited_export_is_told_line_by_line_with_exit_code_1(run: Run, week: dict[str, str], tmp_path: Path) -> None:
    assert run("export", "out").code == 0
    events = tmp_path / "out" / "events.jsonl"
    events.write_bytes(events.read_bytes().replace(b"The sky is grey", b"The sky is pink"))
    found = run("verify", "out")
    assert found.code == 1
    assert "problem  events.jsonl line 5 (position 5) was changed\n" in found.out
    assert "2 problems with out\n" in found.out
    assert run("verify", "out", "--json").json["problem_count"] == 2
    assert run("--store", "new", "init").code == 0
    assert_refused(run("--store", "new", "import", "out"), "nothing was imported")


def test_options_narrow_an_export(run: Run, week: dict[str, str]) -> None:
    told = run("export", "a", "--from", "2026-05-03", "--to", "2026-05-04", "--sealed", "--json").json
    assert (told["first"], told["last"], told["items"], told["words"]) == (4, 5, 2, "sealed")
    assert run("export", "b", "--agent", "atlas", "--json").json["items"] == 6
    assert run("export", "g", "--type", "dream").out.startswith("exported 0 events: none is as asked for, ")
    assert run("export", "c", "--type", "memory.forgotten", "--json").json["items"] == 1
    assert run("export", "d", "--as-of", "2026-05-03").out.startswith("exported 2 memories, as believed at position 4")
    assert run("--read-only", "export", "e", "--json").json["position"] is None
    assert run("export", "f", "--to", "2026-05-03", "--valid", "--json").json["items"] == 4


def test_the_agent_of_the_environment_narrows_nothing(
    run: Run, week: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMEMBRANCER_AGENT", "bard")
    assert run("export", "a", "--json").json["items"] == 8


def test_mistakes_are_told_in_one_line(run: Run, week: dict[str, str], tmp_path: Path) -> None:
    assert_refused(run("export", "out", "--format", "xml"), "no format 'xml'")
    assert_refused(run("export", "memory"), "something stands there already")
    assert_refused(run("export", "out", "--subject", "user:nobody"), "no person of that name")
    assert_refused(run("export", "out", "--agent", "bard"), "unknown agent 'bard'; known here: atlas")
    assert_refused(run("export", "memory/out"), "an erasure could not take it away; name a folder elsewhere")
    assert_refused(run("export", "out", "--as-of", "3", "--from", "2"), "a state has no range")
    assert_refused(run("verify", "nowhere"), "is no export")
    assert_refused(run("verify", "memory"), "is no export")
    assert_refused(run("verify", "memory", "--replay"), "verified by itself")
    assert not (tmp_path / "out").exists()
