"""Keys in a folder of their own, and ways to look at their file from outside."""

import hashlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from remembrancer.infrastructure.keys import KeyStore


@pytest.fixture
def keys(tmp_path: Path) -> Iterator[KeyStore]:
    with KeyStore(tmp_path) as opened:
        yield opened


@pytest.fixture
def elsewhere(tmp_path: Path, keys: KeyStore) -> Iterator[KeyStore]:
    """The same keys on a connection of its own, as another process has them."""
    assert keys.at_hand
    with KeyStore(tmp_path) as opened:
        yield opened


@pytest.fixture
def query(tmp_path: Path) -> Callable[..., list[tuple[object, ...]]]:
    """Run a statement on the file of the keys from outside."""

    def run(sql: str, *values: object) -> list[tuple[object, ...]]:
        db = sqlite3.connect(tmp_path / "keys.db", isolation_level=None)
        try:
            return db.execute(sql, values).fetchall()
        finally:
            db.close()

    return run


@pytest.fixture
def commits(tmp_path: Path) -> Callable[[], int]:
    """Read the file change counter in SQLite's header, which each commit raises by one."""
    return lambda: int.from_bytes((tmp_path / "keys.db").read_bytes()[24:28], "big")


@pytest.fixture
def contents() -> Callable[[Path], dict[str, tuple[str, int]]]:
    """Give the name, hash and time of change of each file in a folder."""
    return lambda folder: {
        file.name: (hashlib.sha256(file.read_bytes()).hexdigest(), file.stat().st_mtime_ns) for file in folder.iterdir()
    }


@pytest.fixture
def in_another_process(tmp_path: Path) -> Callable[[str], subprocess.Popen[str]]:
    """Run code in a process of its own, with the folder of the keys as `folder`."""

    def start(code: str) -> subprocess.Popen[str]:
        program = f"import sys; from pathlib import Path; folder = Path({str(tmp_path)!r})\n{code}"
        return subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=os.environ)

    return start
