"""Whatever the umask, only its owner may read what the product keeps, and enter where it is kept."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from remembrancer import Remembrancer
from whole_stores import fill


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that all of a user's folders lie in, made by nobody yet."""
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    monkeypatch.delenv("REMEMBRANCER_STATE", raising=False)
    return home


@pytest.fixture(params=[0o000, 0o077], ids=lambda mask: f"{mask:03o}")
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a careless and a careful account take away from the rights of new files."""
    before = os.umask(request.param)
    yield
    os.umask(before)


def too_open(folder: Path) -> dict[str, str]:
    """Return the rights of what others than the owner may touch."""
    found = {path: stat.S_IMODE(path.lstat().st_mode) for path in (folder, *folder.rglob("*"))}
    return {str(path.relative_to(folder)): f"{mode:03o}" for path, mode in found.items() if mode & 0o077}


def test_what_a_whole_life_leaves_is_its_owners_alone(home: Path, umask: None) -> None:
    store = home / "stores" / "atlas"
    fill(store)
    kept = {path.name for path in home.rglob("*")}
    assert {"memory.db", "keys.db", "remembrancer.toml", "custom_dict.txt", "archive", "index"} <= kept
    assert any(name.startswith("translations-") for name in kept)
    assert too_open(home) == {}


def test_what_stands_beside_the_files_of_an_open_store_is_its_owners_alone(home: Path, umask: None) -> None:
    store = home / "stores" / "atlas"
    with Remembrancer.open(store) as memory:
        memory.agent("atlas").record("Something to write ahead")
        assert (store / "memory.db-wal").exists()
        assert (store / "memory.db-shm").exists()
        assert too_open(home) == {}


def test_a_folder_that_was_there_keeps_the_rights_that_its_owner_gave_it(home: Path, umask: None) -> None:
    home.mkdir()
    home.chmod(0o750)
    (home / "shared").mkdir()
    (home / "shared").chmod(0o755)
    with Remembrancer.open(home / "shared" / "store") as memory:
        memory.agent("atlas").record("Something")
    assert stat.S_IMODE((home / "shared").stat().st_mode) == 0o755
    assert stat.S_IMODE((home / "shared" / "store").stat().st_mode) == 0o700
