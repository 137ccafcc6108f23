"""Mirrors at the command line."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from command_line import Run, assert_refused


@pytest.fixture
def board(run: Run, store: Path, tmp_path: Path) -> Path:
    """A file, and a mirror of it."""
    assert run("record", "something to be known by").code == 0
    file = tmp_path / "board.txt"
    file.write_text("one post waits\n")
    assert run("mirror", "add", "board", "--every", "3h", "--command", "cat", str(file)).code == 0
    return file


def test_a_mirror_is_declared_refreshed_shown_and_removed(run: Run, board: Path, store: Path) -> None:
    assert "board" in run("mirrors").out
    assert run("mirror", "refresh", "board").out == "board changed (15 bytes)\n"
    assert run("mirror", "refresh", "--due").out == "nothing is due\n"
    shown = run("mirror", "show", "board").out.splitlines()
    assert shown[0].startswith("# board as of ")
    assert shown[1:] == ["one post waits"]
    board.unlink()
    failed = run("mirror", "refresh", "board")
    assert (failed.code, failed.out.split(":")[0]) == (1, "board failed")
    assert "stale" in run("mirror", "show", "board").out
    listed = run("mirrors").out
    assert "stale" in listed
    assert "default" in listed
    assert "No such file" in listed
    assert run("mirror", "remove", "board").out == "board removed\n"
    assert run("mirrors").out.startswith("no mirror is declared")
    log = run("log").out
    for told in (
        "mirror board enabled, every 3 h",
        "mirror board refreshed: 15 bytes",
        "mirror board failed",
        "mirror board removed",
    ):
        assert told in log


def test_a_mirror_that_has_brought_in_nothing_is_told_from_none_and_only_to_its_readers(run: Run, board: Path) -> None:
    assert_refused(run("mirror", "show", "board"), "mirror 'board' has brought in nothing yet; `remembrancer mirrors`")
    assert_refused(run("mirror", "show", "bord"), "no mirror 'bord'")
    line = ("--every", "3h", "--command", "date")
    assert run("mirror", "add", "hers", *line, "--scope", "agent:default").code == 0
    assert run("record", "I act", "--agent", "bolt").code == 0
    assert_refused(run("mirror", "show", "hers", "--agent", "bolt"), "no mirror 'hers'")


def test_every_answer_is_one_document(run: Run, board: Path) -> None:
    assert run("mirror", "refresh", "board", "--json").json["result"] == "changed"
    assert run("mirror", "refresh", "--due", "--json").json == []
    (line,) = run("mirrors", "--json").json
    assert (line["name"], line["standing"], line["stale"], line["readers"]) == ("board", "enabled", False, ["default"])
    assert run("mirror", "list", "--json").json[0]["name"] == "board"
    assert run("mirror", "show", "board", "--json").json["text"] == "one post waits\n"
    assert run("mirror", "disable", "board", "--json").json["standing"] == "disabled"
    assert run("mirror", "enable", "board", "--because", "needed", "--json").json["standing"] == "enabled"
    added = run("mirror", "add", "more", "--every", "1d", "--command", "date", "--cost", "3", "--json").json
    assert (added["cost_per_day"], added["cost_per_month"]) == (3, 90)
    assert run("mirror", "remove", "more", "--json").json == {"name": "more", "standing": "removed"}


def test_each_way_of_looking_is_declared_on_one_line(run: Run, store: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "shop.db")) as made:
        made.execute("CREATE TABLE posts(id)")
        made.commit()
    add = ("mirror", "add")
    lines = (
        (*add, "shop", "--every", "1h", "--sql", str(tmp_path / "shop.db"), "SELECT count(*) FROM posts"),
        (*add, "lines", "--every", "1h", "--command", "printf '%s|' 'a b'", "--", "-c", "--d"),
        (*add, "function", "--every", "1h", "--python", "platform:python_implementation", "--ending", "txt"),
    )
    for line in lines:
        assert run(*line).code == 0
    assert run("mirror", "refresh", "--due").code == 0
    mirrors = store / "mirrors"
    assert (mirrors / "shop.md").read_text() == "0"
    assert (mirrors / "lines.md").read_text() == "a b|-c|--d|"
    assert (mirrors / "function.txt").read_text()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("mirror", "add", "x", "--every", "3h"), "looks at nothing"),
        (("mirror", "add", "x", "--every", "3h", "stray"), "belong to nothing"),
        (("mirror", "add", "x", "--every", "3h", "--command", "echo 'half"), "quotation"),
        (("mirror", "add", "X", "--every", "3h", "--command", "date"), "mirror's name"),
        (("mirror", "add", "x", "--every", "often", "--command", "date"), "such as 3h"),
        (("mirror", "add", "x", "--every", "3h", "--sql", "shop.db"), "query"),
        (("mirror", "add", "x", "--every", "3h", "--url", "ftp://example.org"), "http"),
        (("mirror", "refresh"), "--due"),
        (("mirror", "refresh", "board", "--due"), "--due"),
        (("mirror", "refresh", "nowhere"), "no mirror 'nowhere'"),
        (("mirror", "show", "nowhere"), "no mirror 'nowhere'"),
        (("mirror", "remove", "nowhere"), "no mirror 'nowhere'"),
        (("mirror", "enable", "nowhere"), "no mirror 'nowhere'"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(run: Run, board: Path, line: tuple[str, ...], said: str) -> None:
    assert_refused(run(*line), said)


def test_what_a_mirror_says_steers_no_terminal(run: Run, board: Path) -> None:
    board.write_text("red: \x1b[31m\x1b]0;title\x07 \u202eback\n")
    assert run("mirror", "refresh", "board").code == 0
    for answer in (run("mirror", "show", "board").out, run("log").out):
        assert "\x1b" not in answer
        assert "\u202e" not in answer
        assert "red: " in answer
