"""Exports as tests make and edit them."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from remembrancer import Remembrancer

EDITS: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "a line deleted": lambda lines: lines[:5] + lines[6:],
    "a line doubled": lambda lines: [*lines[:5], lines[5], *lines[5:]],
    "two lines swapped": lambda lines: [*lines[:5], lines[6], lines[5], *lines[7:]],
    "the end cut off": lambda lines: lines[:-2],
    "a layer changed": lambda lines: _replaced(lines, b'"layer":"L2"', b'"layer":"L4"'),
    "a time changed": lambda lines: _replaced(lines, b'"at":"1', b'"at":"2'),
    "a tag changed": lambda lines: _replaced(lines, b"kind:note", b"kind:nose"),
    "a word changed": lambda lines: _replaced(lines, b"barked", b"meowed"),
    "garbage": lambda lines: [*lines[:5], b"no JSON\n", *lines[6:]],
    "spaces": lambda lines: _replaced(lines, b'"data":{', b'"data": {'),
}
"""Ways of editing the lines of events; each changes something about line 6 or after it."""


def _replaced(lines: list[bytes], old: bytes, new: bytes) -> list[bytes]:
    number = next(number for number, line in enumerate(lines) if number >= 5 and old in line)
    return [*lines[:number], lines[number].replace(old, new, 1), *lines[number + 1 :]]


def edit(folder: Path, name: str, how: Callable[[list[bytes]], list[bytes]]) -> None:
    path = folder / name
    path.write_bytes(b"".join(how(path.read_bytes().splitlines(keepends=True))))


def live_a_little(memory: Remembrancer) -> None:
    """Record twenty notes and what comes of some of them, about a person here and there."""
    atlas = memory.agent("atlas")
    notes = [
        atlas.record(f"The dog barked {number} times", subjects=["user:42"] if number % 3 == 0 else [])
        for number in range(20)
    ]
    atlas.forget(notes[3].id, because="it does not matter")
    memory.agent("atlas", by="user:ann").record("=HYPERLINK(1)", session="walk", key="formula")
    memory.agent("bard").record("<script>alert('波')</script> | **bold** [a](http://b)", kind="preference")


def script_of(page: Path, folder: Path) -> Path:
    """Write the script that a page of the documentation shows into a folder."""
    (script,) = re.findall(r"```python\n(.*?)```", page.read_text(), flags=re.DOTALL)
    path = folder / "verify.py"
    path.write_text(script)
    return path


def run_script(script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script with nothing of this product to import."""
    return subprocess.run([sys.executable, "-I", script, *arguments], capture_output=True, text=True, check=False)
