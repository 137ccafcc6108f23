"""The archive from the shell: what retired, its files, and what is said of those that are damaged."""

import json
from pathlib import Path

from archive_reading import flip, pages, sidecar_of
from command_line import Run


def archived(run: Run, text: str = "an old note") -> str:
    memory = run("record", text).id
    assert run("archive", memory, "--because", "it is history").code == 0
    return memory


def test_archiving_by_id_works_beside_the_commands_of_the_family(run: Run, store: Path) -> None:
    memory = run("record", "an old note").id
    answer = run("archive", memory, "--because", "it is history")
    assert answer.out == f"{memory} L6 note archived\n"
    (page,) = pages(store)
    listed = run("archive", "list")
    assert listed.code == 0
    assert memory[:12] in listed.out
    assert page.name in listed.out


def test_the_list_is_newest_first_and_knows_every_file(run: Run, store: Path) -> None:
    first, second = archived(run, "first"), archived(run, "second")
    answer = run("archive", "list", "--json").json
    assert [memory["id"] for memory in answer["memories"]] == [second, first]
    assert [memory["archive"]["file"] for memory in answer["memories"]] == [page.name for page in pages(store)][::-1]
    assert {memory["archive"]["state"] for memory in answer["memories"]} == {"whole"}
    assert answer["count"] == 2
    assert len(run("archive", "list", "--json", "-n", "1").json["memories"]) == 1


def test_the_list_can_be_asked_as_of_an_earlier_moment(run: Run, store: Path) -> None:
    first = archived(run, "first")
    archived(run, "second")
    run("archive", "restore", first)
    assert run("archive", "list", "--json").json["count"] == 1
    then = run("archive", "list", "--json", "--as-of", "6").json
    assert [memory["id"] for memory in then["memories"]] == [first]
    assert then["memories"][0]["archive"]["state"] == "whole"
    assert "as of position 6" in run("archive", "list", "--as-of", "6").out


def test_an_empty_archive_is_listed_as_empty(run: Run, store: Path) -> None:
    assert "0 memories in the archive" in run("archive", "list").out
    assert run("archive", "list", "--json").json["memories"] == []


def test_a_memory_is_shown_with_its_file(run: Run, store: Path) -> None:
    memory = archived(run)
    (page,) = pages(store)
    shown = run("archive", "show", memory)
    assert "an old note" in shown.out
    assert f"file       {page.name}, whole\n" in shown.out
    answer = run("archive", "show", memory, "--json").json
    assert (answer["id"], answer["archive"]["file"], answer["archive"]["position"]) == (memory, page.name, 5)


def test_a_memory_that_never_retired_is_shown_without_a_file(run: Run, store: Path) -> None:
    memory = run("record", "a note").id
    assert "it has never been in the archive" in run("archive", "show", memory).out
    assert run("archive", "show", memory, "--json").json["archive"] is None
    archived(run)
    retired = archived(run)
    assert run("archive", "show", retired, "--as-of", "9", "--json").json["archive"] is None


def test_a_restore_brings_a_memory_back(run: Run, store: Path) -> None:
    memory = archived(run)
    assert run("archive", "restore", memory, "--because", "needed again").out == f"{memory} L2 note\n"


def test_a_damaged_file_is_refused_in_one_line_found_by_a_check_and_by_a_doctor_and_mended(
    run: Run, store: Path
) -> None:
    memory = archived(run)
    (page,) = pages(store)
    flip(page)
    for command in (("archive", "restore", memory), ("restore", memory)):
        refused = run(*command)
        assert refused.code == 2
        assert refused.err.count("\n") == 1
        assert page.name in refused.err
        assert "the log still has the memory" in refused.err
    assert f"{page.name}, damaged" in run("archive", "show", memory).out
    assert f"{page.name} (damaged)" in run("archive", "list").out
    for command in ("check", "doctor"):
        found = run(*(("archive", "check") if command == "check" else ("doctor",)))
        assert found.code == 1
        assert page.name in found.out
    assert run("archive", "check", "--json").json["ok"] is False

    mended = run("archive", "check", "--repair")
    assert mended.code == 0
    assert f"wrote {page.name!r}" in mended.out
    assert run("archive", "check").out == "the archive files agree with the log: 1 memory in 1 whole file\n"
    assert run("doctor").code == 0
    assert run("archive", "restore", memory).code == 0


def test_a_missing_file_is_a_problem_for_a_check_alone(run: Run, store: Path) -> None:
    memory = archived(run)
    (page,) = pages(store)
    page.unlink()
    sidecar_of(page).unlink()
    found = run("archive", "check")
    assert found.code == 1
    assert f"the first is {memory}" in found.out
    assert "there is none; `remembrancer archive check --repair`" in run("archive", "show", memory).out
    assert run("restore", memory).code == 0


def test_files_that_cannot_be_written_fail_no_command_and_are_told_by_a_doctor(run: Run, store: Path) -> None:
    (store / "archive").write_text("in the way")
    memory = archived(run)
    sick = run("doctor")
    assert sick.code == 1
    assert "retired memories that wait for their files: 1" in sick.out
    assert "(waiting)" in run("archive", "list").out
    assert "not written yet" in run("archive", "show", memory).out
    check = run("archive", "check", "--repair")
    assert check.code == 2
    assert "cannot repair the archive files" in check.err
    (store / "archive").unlink()
    assert run("doctor").code == 0
    assert len(pages(store)) == 1


def test_a_policy_without_files_says_so(run: Run, store: Path, tmp_path: Path) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text("version = 2\n[archive]\nenabled = false\n")
    assert run("policy", "adopt", str(policy)).code == 0
    memory = archived(run)
    assert not (store / "archive").exists()
    assert "the policy wants no files" in run("archive", "show", memory).out
    refused = run("archive", "check", "--repair")
    assert refused.code == 2
    assert "archive.enabled = false" in refused.err


def test_history_goes_straight_to_the_archive(run: Run, store: Path, tmp_path: Path) -> None:
    lines = tmp_path / "history.jsonl"
    lines.write_text("".join(json.dumps({"text": f"line {number}"}) + "\n" for number in range(3)))
    assert run("import", str(lines), "--to-archive").code == 0
    assert run("archive", "check").out == "the archive files agree with the log: 3 memories in 1 whole file\n"


def test_a_read_only_check_changes_nothing(run: Run, store: Path) -> None:
    archived(run)
    (page,) = pages(store)
    flip(page)
    before = page.read_bytes()
    assert run("archive", "check", "--read-only").code == 1
    assert run("archive", "check", "--repair", "--read-only").code == 2
    assert page.read_bytes() == before


def test_mistakes_are_told_in_one_line(run: Run, store: Path) -> None:
    for arguments, told in (
        (("archive", "mem_0000"), "missing option '--because'"),
        (("archive", "mem_0000", "--because", "why"), "unknown memory 'mem_0000'"),
        (("archive", "--json"), "missing command"),
        (("archive", "show"), "missing argument 'ID'"),
        (("archive", "list", "-n", "0"), "0 is below 1"),
        (("archive", "show", "mem_0000", "--as-of", "99"), "no position 99"),
    ):
        answer = run(*arguments)
        assert answer.code == 2
        assert answer.err.count("\n") == 1
        assert told in answer.err


def test_help_names_the_family_and_the_command_of_its_own(run: Run) -> None:
    family = run("archive", "--help").out
    assert "archive ID --because WHY" in family
    assert all(name in family for name in ("list", "show", "restore", "check"))
    assert "Retire a memory to L6." in run("archive", "mem_0000", "--help").out
    assert "archive" in run("--help").out
