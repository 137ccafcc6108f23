"""Witnesses: who is handed each signed checkpoint, so that it is kept where whoever edits the store cannot reach it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from .state_folder import make_folder

FAULTS = (OSError, subprocess.SubprocessError, UnicodeError)
"""What a witness fails with."""
NOTES_BYTES_MAX = 1 << 30
SAID_CHARS_MAX = 200

_GIT = (
    "git",
    "-c", "core.hooksPath=/dev/null",
    "-c", "commit.gpgSign=false",
    "-c", "user.name=remembrancer",
    "-c", "user.email=remembrancer@localhost",
    "-c", "protocol.ext.allow=never",
)  # fmt: skip


class Witness(Protocol):
    """Somebody who keeps checkpoints."""

    kind: str
    where: str

    def hand(self, note: str) -> None:
        """Hand over a signed note; one that is there is not added again.

        Raises:
            OSError, SubprocessError, UnicodeError: it did not take it.
        """
        ...

    def text(self) -> str | None:
        """Return all notes that it keeps, one after the other; None if it cannot be asked that.

        Raises:
            OSError, SubprocessError, UnicodeError: it did not answer.
        """
        ...


class FileWitness:
    """A file that notes are appended to."""

    kind = "file"

    def __init__(self, path: Path) -> None:
        self.where = os.fspath(path)

    def hand(self, note: str) -> None:
        """Append a note, durably."""
        file = os.open(self.where, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600)
        try:
            size, data = os.fstat(file).st_size, note.encode()
            if size and os.pread(file, len(data), max(0, size - len(data))) == data:
                return
            os.write(file, b"\n" + data if size else data)
            os.fsync(file)
        finally:
            os.close(file)

    def text(self) -> str | None:
        """Return what the file holds; None if there is none yet."""
        try:
            with open(self.where, encoding="utf-8", newline="\n") as file:
                return file.read(NOTES_BYTES_MAX)
        except FileNotFoundError:
            return None


class GitWitness:
    """A branch of a git repository, with one file for each store.

    Args:
        where: an address that `git push` takes, or a folder.
        folder: where a clone of that branch is kept.
        name: of the file.
    """

    kind = "git"

    def __init__(self, where: str, branch: str, folder: Path, name: str, timeout_s: int) -> None:
        self.where = where
        self._branch = branch
        self._folder = folder
        self._name = name
        self._timeout_s = timeout_s

    def hand(self, note: str) -> None:
        """Commit a note and push it."""
        kept = self._fetched()
        file = self._folder / self._name
        if kept.endswith(note):
            return
        file.write_text(f"{kept}\n{note}" if kept else note, encoding="utf-8", newline="\n")
        self._git("add", "--", self._name)
        size = note.split("\n", 2)[1]
        self._git("commit", "-q", "-m", f"{self._name}: checkpoint of {size} events")
        self._git("push", "-q", self.where, f"HEAD:refs/heads/{self._branch}")

    def text(self) -> str | None:
        """Return the file as the repository has it; None if it has none."""
        return self._fetched() or None

    def _fetched(self) -> str:
        """Bring the branch here, and return what its file holds."""
        if not (self._folder / ".git").is_dir():
            make_folder(self._folder)
            self._git("init", "-q")
        refs = f"refs/heads/{self._branch}"
        if not self._git("ls-remote", self.where, refs).strip():
            # What an earlier push did not get there is begun anew.
            self._git("symbolic-ref", "HEAD", f"refs/heads/new-{self._branch}")
            self._git("update-ref", "-d", f"refs/heads/new-{self._branch}")
            return ""
        self._git("fetch", "-q", "--no-tags", self.where, refs)
        self._git("checkout", "-q", "-f", "-B", self._branch, "FETCH_HEAD")
        try:
            return (self._folder / self._name).read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""

    def _git(self, *arguments: str) -> str:
        environ = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
        for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
            environ.pop(name, None)
        return _run((*_GIT, *arguments), self._timeout_s, folder=self._folder, environ=environ)


class CommandWitness:
    """A program that gets the note on its standard input."""

    kind = "command"

    def __init__(self, argv: Sequence[str], timeout_s: int) -> None:
        self.where = " ".join(argv)
        self._argv = argv
        self._timeout_s = timeout_s

    def hand(self, note: str) -> None:
        """Run the program; it has the note if it ends with 0."""
        _run(self._argv, self._timeout_s, given=note)

    def text(self) -> str | None:
        """Return None: a program is only told."""
        return None


def _run(
    argv: Sequence[str],
    timeout_s: int,
    *,
    given: str = "",
    folder: Path | None = None,
    environ: dict[str, str] | None = None,
) -> str:
    """Run a program without a shell and return what it printed.

    Raises:
        OSError: it cannot be run.
        SubprocessError: it took too long.
        ChildProcessError: it ended with something else than 0.
    """
    done = subprocess.run(  # noqa: S603 - what is run stands in the policy file of whoever runs this
        argv, input=given.encode(), capture_output=True, timeout=timeout_s, cwd=folder, env=environ, check=False
    )
    if done.returncode:
        said = " ".join(done.stderr.decode(errors="replace").split())[:SAID_CHARS_MAX]
        raise ChildProcessError(f"{argv[0]} ended with {done.returncode}" + (f": {said}" if said else ""))
    return done.stdout.decode()
