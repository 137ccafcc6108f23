"""Stores with one of everything that the product writes, and what tells whether any byte of a folder has changed."""

import hashlib
import io
import os
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from remembrancer import Remembrancer
from remembrancer.infrastructure.search.dictionary import add_word
from remembrancer.interfaces.demo import run as live_the_demo
from word_embedder import WordEmbedder

PLACES = ("REMEMBRANCER_STATE", "XDG_CACHE_HOME", "XDG_STATE_HOME", "HOME")
"""Variables that say where something may be kept outside the store."""


def fill(folder: Path) -> None:
    """Make a store that went through a life, nights, learning, vectors, a dictionary, and a mended archive."""
    live_the_demo(str(folder), Console(file=io.StringIO()))
    add_word(folder, "wexlum")
    with Remembrancer.open(folder, embedder=WordEmbedder()) as memory:
        atlas = memory.agent("atlas")
        atlas.record("The gate of the north wing is opened at eight", kind="fact", key="gate", subjects=["user:42"])
        atlas.record("一个临时的提示", kind="prompt")
        atlas.task("open task").start(objective="Look after the north wing")
        atlas.session("open session").message("Is the north wing open?")
        assert atlas.recall("north wing", k=3)
        memory.learn()
        assert memory.store.vectors is not None
        memory.store.vectors.complete()
        memory.store.searcher.save()
        page = next((folder / "archive" / "l6").glob("*.json.gz"))
        page.write_bytes(b"damaged")
        memory.check_archive(repair=True)


Stamp = tuple[str, int, int, str]


def stamps(*folders: Path) -> dict[str, Stamp]:
    """Return what tells each file and folder from what it was: kind, rights, time of change, hash of its bytes."""
    found: dict[str, Stamp] = {}
    for folder in folders:
        for path in (folder, *sorted(folder.rglob("*"))) if folder.exists() else ():
            state = path.lstat()
            digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
            kind = "folder" if path.is_dir() else "file"
            found[os.fspath(path)] = (kind, state.st_mode & 0o7777, state.st_mtime_ns, digest)
    return found


def unchanged(*folders: Path) -> Callable[[], None]:
    """Return what fails if anything under `folders` is no longer as it is now."""
    before = stamps(*folders)

    def check() -> None:
        after = stamps(*folders)
        assert {path: after.get(path) for path in before.keys() | after.keys()} == before

    return check
