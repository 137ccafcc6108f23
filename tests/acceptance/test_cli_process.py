"""The command line as a process: what it loads, pipes, signals, bytes and encodings."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ENTRY = "import sys; from remembrancer.interfaces.main import main; sys.exit(main())"
HEAVY = {"asyncio", "concurrent", "eventsourcing", "http", "logging", "numpy", "pydantic", "rich", "unittest"}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "REMEMBRANCER_STORE": str(tmp_path / "memory"), "REMEMBRANCER_AGENT": ""}


@pytest.fixture
def shell(environment: dict[str, str]) -> "Shell":
    return Shell(environment)


class Shell:
    """Starts processes of the command line."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment

    def start(self, *arguments: str | bytes, **options: object) -> "subprocess.Popen[bytes]":
        channels = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen([sys.executable, "-c", ENTRY, *arguments], env=self.environment, **channels)  # type: ignore[call-overload,no-any-return]

    def __call__(self, *arguments: str | bytes, **options: object) -> tuple[int, bytes, bytes]:
        with self.start(*arguments, **options) as process:
            out, err = process.communicate(timeout=60)
            return process.returncode, out or b"", err

    def loaded(self, *arguments: str) -> set[str]:
        """Return the top-level modules that a command has loaded by its end."""
        code = (
            "import sys; from remembrancer.interfaces.main import main; code = main(); "
            "print(*sys.modules, file=sys.stderr); sys.exit(code)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], env=self.environment, capture_output=True, text=True, check=True
        )
        return {name.partition(".")[0] for name in done.stderr.split()}


def test_asking_the_version_loads_nothing_but_the_entry(shell: Shell) -> None:
    assert not shell.loaded("--version") & (HEAVY | {"msgspec", "sqlite3", "typer", "cryptography"})


@pytest.mark.parametrize(
    "command", [("record", "x", "--importance", "7"), ("layers", "--json"), ("log", "-n", "1"), ("show", "--help")]
)
def test_a_common_command_loads_nothing_that_it_does_not_use(shell: Shell, command: tuple[str, ...]) -> None:
    assert shell("init")[0] == 0
    assert not shell.loaded(*command) & HEAVY


def test_a_well_formed_command_is_read_without_typer(shell: Shell) -> None:
    assert shell("init")[0] == 0
    assert not shell.loaded("record", "x", "--tag", "y", "--json") & {"typer", "rich"}


def test_a_pipe_that_was_closed_ends_it_quietly(shell: Shell) -> None:
    shell("init")
    for command in (("log",), ("log", "--json"), ("layers",), ("--help",)):
        reader, writer = os.pipe()
        os.close(reader)
        code, _, err = shell(*command, stdout=writer)
        os.close(writer)
        assert (code, err) == (0, b"")


def test_a_full_disk_behind_stdout_is_told_in_one_line(shell: Shell) -> None:
    shell("init")
    with open("/dev/full", "wb") as full:
        code, _, err = shell("log", stdout=full)
    assert (code, err) == (2, b"remembrancer: No space left on device\n")


def test_following_the_log_shows_what_another_process_records_until_it_is_interrupted(shell: Shell) -> None:
    shell("init")
    with shell.start("log", "--follow", "--json") as follower:
        assert follower.stdout is not None
        assert follower.stderr is not None
        assert [json.loads(follower.stdout.readline())["position"] for _ in range(2)] == [1, 2]
        shell("record", "news")
        assert json.loads(follower.stdout.readline())["words"] == {"text": "news"}
        assert json.loads(follower.stdout.readline())["type"].startswith("ledger.checkpoint_signed")
        follower.send_signal(signal.SIGINT)
        assert follower.stdout.read() == b""
        assert follower.stderr.read() == b""
        assert follower.wait(timeout=60) == 130


def test_arguments_that_are_not_utf_8_are_refused_in_one_line(shell: Shell) -> None:
    shell("init")
    code, out, err = shell("record", b"caf\xe9")
    assert (code, out, err.count(b"\n")) == (2, b"", 1)
    assert b"lone surrogate U+DCE9" in err
    code, out, err = shell(b"caf\xe9")
    assert (code, out, err.count(b"\n")) == (2, b"", 1)


def test_a_screen_without_the_letters_shows_them_as_escapes_and_json_stays_utf_8(shell: Shell) -> None:
    shell.environment["PYTHONIOENCODING"] = "ascii"
    shell("init")
    assert shell("record", "café")[0] == 0
    code, out, _ = shell("layers")
    assert code == 0
    assert rb"caf\xe9" in out
    assert "café".encode() in shell("layers", "--json")[1]


def test_an_error_beside_json_leaves_stdout_empty(shell: Shell) -> None:
    code, out, err = shell("layers", "--json")
    assert (code, out) == (2, b"")
    assert err.startswith(b"remembrancer: no store at ")
