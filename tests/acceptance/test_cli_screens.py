"""What a text may hold, it cannot do to the terminal; and what a screen looks like."""

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from command_line import Run

EVIL = "red: \x1b[31m bell: \x07 c1: \x9b31m flip: \u202egnp.exe"


@pytest.fixture
def evil(run: Run, store: Path) -> str:
    return run("record", "-", stdin=EVIL.encode()).id


@pytest.mark.parametrize("command", ["show", "layers", "history", "why", "log", "diff"])
def test_what_could_steer_a_terminal_is_shown_as_an_escape(run: Run, evil: str, command: str) -> None:
    arguments = {"layers": (), "log": (), "diff": ("2",)}.get(command, (evil,))
    out = run(command, *arguments).out
    assert r"red: \x1b[31m bell: \x07 c1: \x9b31m flip: \u202egnp.exe" in out
    assert not set(out) & set("\x1b\x07\x9b\u202e")


def test_names_reasons_and_metadata_are_made_safe_as_well(run: Run, store: Path) -> None:
    metadata = json.dumps({"\x1b[1m": "\x1b[2m"})
    memory = run("record", "x", "--tag", "\x1b[3m", "--because", "\x1b[4m", "--metadata", metadata).id
    for out in (run("show", memory).out, run("history", memory).out, run("why", memory).out):
        assert "\x1b" not in out


def test_a_refusal_shows_what_was_typed_without_obeying_it(run: Run, store: Path) -> None:
    for arguments in (
        ("\x1b[31m",),
        ("record", "--\x1b[31m"),
        ("show", "\x1b[31m"),
        ("record", "--file", "\x1b[31m\n"),
    ):
        answer = run(*arguments)
        assert answer.code == 2
        assert "\x1b" not in answer.err
        assert answer.err.count("\n") == 1


def test_json_holds_a_text_as_it_is(run: Run, evil: str) -> None:
    answer = run("show", evil, "--json")
    assert answer.json["text"] == EVIL
    assert "\x1b" not in answer.out


def test_json_holds_other_scripts_as_they_are(run: Run, store: Path) -> None:
    run("record", "用户喜欢简短 🙂")
    assert "用户喜欢简短 🙂" in run("layers", "--json").out
    assert "用户喜欢简短 🙂" in run("log", "--json").out


def test_markup_in_a_text_is_shown_and_not_followed(run: Run, store: Path) -> None:
    text = "[bold]loud[/bold] [link=x] :smile: [/]"
    memory = run("record", text).id
    for arguments in (("layers",), ("show", memory), ("history", memory), ("why", memory), ("log",)):
        assert text in run(*arguments).out


@pytest.mark.parametrize("width", ["60", "80", "120"])
def test_lines_keep_to_the_width_and_ids_stay_whole(
    run: Run, week: dict[str, str], monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    run("record", "中文记忆：用户喜欢简短的摘要，不要行话。" * 9, "--agent", "atlas")
    run("record", "unbroken" * 50, "--agent", "atlas")
    monkeypatch.setenv("COLUMNS", width)
    layers = run("layers", "--agent", "atlas").out
    assert week["grey"][:12] in layers
    for out in (layers, run("why", week["grey"], "--agent", "atlas").out, run("diff", "2", "--agent", "atlas").out):
        assert max(map(cell_len, out.splitlines())) <= int(width)


def test_wide_characters_do_not_push_a_column_out_of_line(run: Run, store: Path) -> None:
    run("record", "晴", "--kind", "fact", "--key", "天气")
    run("record", "plain", "--kind", "module", "--key", "b")
    lines = run("layers", "--layer", "L3").out.splitlines()
    head = next(line for line in lines if line.startswith("id "))
    rows = [line for line in lines if line.startswith("mem_")]
    starts = {cell_len(row.split(" = ")[0].rpartition("  ")[0]) + 2 for row in rows}
    assert starts == {head.index("text")}


def test_a_pipe_gets_whole_lines_without_colour_or_blanks_at_their_ends(run: Run, store: Path) -> None:
    text = "word " * 60 + "end"
    run("record", text)
    for out in (run("layers").out, run("log").out, run("diff", "2").out):
        assert text in out
        assert "\x1b" not in out
        assert not [line for line in out.splitlines() if line != line.rstrip()]


def test_a_text_of_several_lines_takes_one_in_a_list_and_all_in_show(run: Run, store: Path) -> None:
    memory = run("record", "-", stdin=b"first\n\tsecond\n").id
    assert "first second" in run("layers").out
    assert "\nfirst\n    second\n" in run("show", memory).out


def test_help_lists_every_command_with_a_whole_line(run: Run) -> None:
    answer = run()
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == run("--help").out == run("-h").out
    listed = answer.out.partition("Commands:\n")[2].splitlines()
    assert len(listed) >= 27
    assert not [line for line in listed if line.endswith("...")]


@pytest.mark.parametrize("command", ["record", "layers", "log", "identity", "policy", "import"])
def test_the_help_of_a_command_names_the_shared_options(run: Run, command: str) -> None:
    out = run(command, "--help").out
    assert out.startswith(f"Usage: remembrancer {command} ")
    for option in ("--store", "--agent", "--by", "--json", "--read-only"):
        assert option in out


def test_the_version_is_said_wherever_it_is_asked(run: Run) -> None:
    assert run("--version").out == run("--json", "--version").out
    assert run("--version").out.startswith("remembrancer 0.")


def test_what_is_shared_is_marked_in_a_list(run: Run, store: Path) -> None:
    run("record", "for all", "--scope", "fleet", "--agent", "atlas")
    assert "[fleet] for all" in run("layers", "--agent", "atlas").out
