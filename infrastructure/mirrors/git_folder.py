"""A folder of a git repository that a mirror's file is committed to. What git refuses is said, and stops nothing."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from ...domain.world import Limits
from ..world.command import run_argv

if TYPE_CHECKING:
    from pathlib import Path

TIMEOUT_S = 20
_GIT = (
    "git",
    "-c", "core.hooksPath=/dev/null",
    "-c", "commit.gpgSign=false",
    "-c", "user.name=remembrancer",
    "-c", "user.email=remembrancer@localhost",
)  # fmt: skip
_NOT_GIVEN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")


def commit(folder: Path, file: str, text: str, message: str) -> str | None:
    """Put a file into a folder and commit that file alone; return why it is not committed, None if it is.

    Nothing is committed where the repository has it already, and nothing is pushed.
    """
    try:
        _put(folder / file, text)
    except OSError as fault:
        return f"{file} cannot be written to the git folder: {fault.strerror}"
    # `--` ends the options: a name is never read as one. Of what others have staged nothing is taken along.
    for arguments in (("add", "--", file), ("diff", "--cached", "--quiet", "--", file)):
        code, said = _git(folder, *arguments)
        if arguments[0] == "diff" and code == 0:
            return None
        if code not in {0, 1} or (arguments[0] == "add" and code):
            return said
    code, said = _git(folder, "commit", "-q", "-m", message, "--", file)
    return said if code else None


def _put(path: Path, text: str) -> None:
    with suppress(OSError):
        if path.read_bytes() == text.encode():
            return
    half = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
    try:
        half.write_bytes(text.encode())
        os.replace(half, path)
    finally:
        half.unlink(missing_ok=True)


def _git(folder: Path, *arguments: str) -> tuple[int, str]:
    environ = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    for name in _NOT_GIVEN:
        environ.pop(name, None)
    done = run_argv((*_GIT, *arguments), Limits(timeout_s=TIMEOUT_S), folder, environ=environ, name="git")
    return (-1 if done.code is None else done.code), done.detail
