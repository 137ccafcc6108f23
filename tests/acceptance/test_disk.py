"""A full disk: what was acknowledged stays, reading goes on, nothing half-made is left. Mounts a real one."""

import itertools
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from remembrancer import Remembrancer, StoreError, StoreFull

Mount = Callable[[str], Path]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Mount]:
    """Mounts a disk of the asked size, or makes it another size."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = False

    def mount(size: str) -> Path:
        nonlocal mounted
        options = f"size={size}" if not mounted else f"remount,size={size}"
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, check=False
        )
        if done.returncode:
            pytest.skip("only root may mount a small disk")
        mounted = True
        return folder

    yield mount
    if mounted:
        subprocess.run(["umount", folder], check=True)


def fill(memory: Remembrancer) -> int:
    """Record until the disk is full; return how many were acknowledged."""
    atlas = memory.agent("atlas")
    for count in itertools.count():
        try:
            atlas.record(f"{count} " + "x" * 5_000)
        except StoreFull as refusal:
            if "the disk is full; nothing was stored" in str(refusal):
                return count
            raise
    raise AssertionError("no disk is endless")


def test_a_full_disk_refuses_to_record_and_loses_nothing_that_was_acknowledged(disk: Mount) -> None:
    folder = disk("2m") / "memory"
    with Remembrancer.open(folder) as memory:
        count = fill(memory)
        assert len(memory.agent("atlas").layers()["L2"]) == count
    disk("20m")
    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        atlas.record("there is room again")
        assert [belief.text.split()[0] for belief in atlas.layers()["L2"]] == [
            "there",
            *(str(number) for number in reversed(range(count))),
        ]
        assert memory.check() == []


@pytest.mark.parametrize("read_only", [False, True])
def test_a_store_on_a_full_disk_can_still_be_read(disk: Mount, read_only: bool) -> None:
    folder = disk("2m") / "memory"
    with Remembrancer.open(folder) as memory:
        count = fill(memory)
    with Remembrancer.open(folder, read_only=read_only) as memory:
        assert len(memory.agent("atlas").layers()["L2"]) == count


@pytest.mark.parametrize("size", ["8k", "48k", "128k"])
def test_a_store_that_does_not_fit_is_not_made_and_leaves_no_file(disk: Mount, size: str) -> None:
    folder = disk(size) / "memory"
    with pytest.raises(StoreError):
        Remembrancer.open(folder)
    assert not [*folder.iterdir()]
    disk("4m")
    with Remembrancer.open(folder) as memory:
        assert memory.agent("atlas").record("it fits").text == "it fits"
