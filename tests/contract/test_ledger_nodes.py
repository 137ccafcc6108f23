"""The files of nodes are those of one tree, whoever wrote them and whatever happened to them."""

import errno
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from independent_ledger import made_up_leaves, mth, path, subproof
from remembrancer.domain.errors import InvalidNumber, ReopenNeeded, StoreFull, StoreReadOnly
from remembrancer.infrastructure.ledger.nodes import Nodes
from remembrancer.infrastructure.ledger.proofs import consistency_proof, inclusion_proof, range_proof, verify_range
from remembrancer.infrastructure.ledger.tree import BLOCK

LEAVES = made_up_leaves(200)
READ_ONLY = pytest.mark.parametrize("read_only", [False, True])


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()} if folder.exists() else {}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "ledger"


@pytest.fixture
def nodes(folder: Path) -> Iterator[Nodes]:
    with Nodes(folder) as opened:
        yield opened


@READ_ONLY
@given(parts=st.lists(st.integers(0, 60), max_size=6))
def test_roots_and_nodes_are_those_of_the_definition_at_every_size(
    tmp_path_factory: pytest.TempPathFactory, read_only: bool, parts: list[int]
) -> None:
    with Nodes(tmp_path_factory.mktemp("nodes") / "ledger", read_only=read_only) as nodes:
        for part in parts:
            nodes.extend(iter(LEAVES[nodes.size : nodes.size + part]))
        for size in range(nodes.size + 1):
            assert nodes.root(size) == mth(LEAVES[:size])
        assert nodes.root() == mth(LEAVES[: nodes.size])
        for level in range(9):
            for index in range(nodes.size >> level):
                assert nodes.node(level, index) == mth(LEAVES[index << level : (index + 1) << level])


def test_proofs_from_files_are_those_of_the_definition(nodes: Nodes) -> None:
    nodes.extend(LEAVES)
    for size in (1, 2, 3, 77, 128, 200):
        assert inclusion_proof(nodes, size // 2, size) == path(size // 2, LEAVES[:size])
        assert consistency_proof(nodes, (size + 1) // 2, size) == subproof((size + 1) // 2, LEAVES[:size], known=True)
    assert verify_range(LEAVES[3:150], 3, 150, 199, range_proof(nodes, 3, 150, 199), nodes.root(199))


def test_more_leaves_than_are_joined_at_once_give_the_same_tree(folder: Path, nodes: Nodes) -> None:
    leaves = made_up_leaves(BLOCK + 77)
    nodes.extend(leaves[:5])
    nodes.extend(leaves[5:])
    assert nodes.root() == mth(leaves)
    assert (folder / "level-00").read_bytes() == b"".join(leaves)


def test_the_folder_is_made_with_the_first_node_and_for_its_owner_only(folder: Path, nodes: Nodes) -> None:
    nodes.extend([])
    assert nodes.root() == mth([])
    assert not folder.exists()
    nodes.extend(LEAVES[:2])
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()} == {
        "level-00": 0o600,
        "level-01": 0o600,
    }


def test_a_tree_is_found_again_and_goes_on(folder: Path) -> None:
    for _ in range(4):
        with Nodes(folder) as nodes:
            assert nodes.fault is None
            nodes.extend(LEAVES[nodes.size : nodes.size + 37])
    with Nodes(folder) as nodes:
        assert (nodes.size, nodes.root()) == (148, mth(LEAVES[:148]))


def test_reading_only_writes_nothing_and_keeps_what_is_added(folder: Path, nodes: Nodes) -> None:
    nodes.extend(LEAVES[:77])
    before = files(folder)
    with Nodes(folder, read_only=True) as reader:
        reader.extend(LEAVES[77:150])
        assert [reader.root(size) for size in (76, 77, 150)] == [mth(LEAVES[:size]) for size in (76, 77, 150)]
        reader.truncate(100)
        reader.extend(LEAVES[100:131])
        assert reader.root() == mth(LEAVES[:131])
        reader.truncate(50)
        reader.extend(LEAVES[50:120])
        assert reader.root() == mth(LEAVES[:120])
        assert reader.refresh() == 77
    assert files(folder) == before


def test_reading_only_makes_no_folder(folder: Path) -> None:
    with Nodes(folder, read_only=True) as reader:
        reader.extend(LEAVES)
        assert reader.root() == mth(LEAVES)
    assert not folder.exists()


@given(turns=st.lists(st.tuples(st.booleans(), st.integers(1, 40)), max_size=12))
def test_two_that_write_the_same_tree_in_turn_agree(
    tmp_path_factory: pytest.TempPathFactory, turns: list[tuple[bool, int]]
) -> None:
    folder = tmp_path_factory.mktemp("nodes")
    with Nodes(folder) as one, Nodes(folder) as other:
        for turn, count in turns:
            writer = one if turn else other
            writer.extend(LEAVES[writer.size : writer.size + count])
            assert writer.root() == mth(LEAVES[: writer.size])
        size = max(one.size, other.size)
        assert one.refresh() == other.refresh() == size
        assert one.root() == other.root() == mth(LEAVES[:size])
        assert one.fault is None


def test_many_that_write_the_same_tree_at_once_agree(folder: Path) -> None:
    def write(step: int) -> bytes:
        with Nodes(folder) as nodes:
            while nodes.size < len(LEAVES):
                nodes.extend(LEAVES[nodes.size : nodes.size + step])
            return nodes.root()

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(write, range(1, 17))) == {mth(LEAVES)}
    with Nodes(folder) as nodes:
        assert (nodes.size, nodes.fault, nodes.root()) == (len(LEAVES), None, mth(LEAVES))


def test_what_was_cut_off_can_be_added_anew(folder: Path, nodes: Nodes) -> None:
    nodes.extend(LEAVES[:150])
    nodes.truncate(99)
    assert nodes.root() == mth(LEAVES[:99])
    other = made_up_leaves(40, "other")
    nodes.extend(other)
    with Nodes(folder) as again:
        assert (again.size, again.fault) == (139, None)
        assert again.root() == mth(LEAVES[:99] + other)


@given(level=st.integers(0, 6), cut=st.integers(0, 3000), data=st.data())
def test_whatever_of_a_file_is_missing_the_rest_is_the_same_tree_and_can_be_completed(
    tmp_path_factory: pytest.TempPathFactory, level: int, cut: int, data: st.DataObject
) -> None:
    folder, size = tmp_path_factory.mktemp("nodes"), data.draw(st.integers(64, 200))
    with Nodes(folder) as nodes:
        nodes.extend(LEAVES[:size])
    whole = files(folder)
    file = folder / f"level-{level:02}"
    file.write_bytes(whole[file.name][:cut])
    with Nodes(folder) as nodes:
        assert (nodes.fault is None) == (cut >= len(whole[file.name]) or (level == 0 and cut % 32 == 0))
        assert nodes.root() == mth(LEAVES[: nodes.size])
        nodes.extend(LEAVES[nodes.size : size])
        assert nodes.root() == mth(LEAVES[:size])
    assert files(folder) == whole


def test_a_file_that_is_gone_is_made_again(folder: Path) -> None:
    with Nodes(folder) as nodes:
        nodes.extend(LEAVES)
    whole = files(folder)
    (folder / "level-03").unlink()
    with Nodes(folder) as nodes:
        assert (nodes.size, nodes.fault) == (7, f"the nodes in {str(folder)!r} are not complete")
        nodes.extend(LEAVES[7:])
    assert files(folder) == whole


@pytest.mark.parametrize("level", range(8))
def test_bytes_that_a_crash_left_wrong_at_the_end_of_a_file_are_found(folder: Path, level: int) -> None:
    with Nodes(folder) as nodes:
        nodes.extend(LEAVES)
    whole = files(folder)
    file = folder / f"level-{level:02}"
    file.write_bytes(whole[file.name][:-32] + bytes(32))
    with Nodes(folder) as nodes:
        assert (nodes.size, nodes.fault) == (0, f"the nodes in {str(folder)!r} are not those of one tree")
        nodes.extend(LEAVES)
        assert nodes.root() == mth(LEAVES)
    assert files(folder) == whole


@pytest.mark.parametrize("writes", range(8))
def test_a_crash_while_adding_after_a_crash_while_cutting_leaves_a_tree(
    folder: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    with Nodes(folder) as nodes:
        nodes.extend(LEAVES[:100])
    os.truncate(folder / "level-00", 10 * 32)  # and the levels above have the nodes that were to go
    left, pwrite = iter(range(writes)), os.pwrite

    def failing(file: int, data: memoryview, at: int) -> int:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, "no space left on device")
        return pwrite(file, data, at)

    added = LEAVES[:10] + made_up_leaves(54, "other")
    with Nodes(folder) as nodes, monkeypatch.context() as context:
        context.setattr(os, "pwrite", failing)
        with nullcontext() if writes == 7 else pytest.raises(StoreFull, match="no room for the ledger's nodes"):
            nodes.extend(added[10:])
        assert nodes.root() == mth(added[: nodes.size])
    with Nodes(folder) as nodes:
        assert (nodes.size, nodes.fault) == (64 if writes == 7 else 10, None)
        assert nodes.root() == mth(added[: nodes.size])


def test_files_that_another_process_made_anew_are_found(folder: Path, nodes: Nodes) -> None:
    nodes.extend(LEAVES[:50])
    shutil.rmtree(folder)
    with Nodes(folder) as other:
        other.extend(LEAVES[:20])
    assert nodes.refresh() == 20
    nodes.extend(LEAVES[20:30])
    with Nodes(folder, read_only=True) as reader:
        assert reader.root() == mth(LEAVES[:30])


@pytest.mark.parametrize("size", [100, 128])
def test_a_writer_whose_files_another_cut_leaves_no_hole(folder: Path, nodes: Nodes, size: int) -> None:
    nodes.extend(LEAVES[:size])
    with Nodes(folder) as other:
        other.truncate(10)
    with pytest.raises(ReopenNeeded, match="was cut by another process"):
        nodes.extend(LEAVES[size : size + 20])
    with pytest.raises(ReopenNeeded, match="level-00' was cut by another process"):
        nodes.node(0, 50)
    nodes.truncate(50)
    assert nodes.refresh() == 10
    nodes.extend(LEAVES[10:120])
    assert nodes.root() == mth(LEAVES[:120])


def test_nothing_is_said_of_what_the_tree_does_not_have(nodes: Nodes) -> None:
    nodes.extend(LEAVES[:5])
    for level, index in [(0, 5), (0, -1), (2, 1), (3, 0), (-1, 0)]:
        with pytest.raises(InvalidNumber, match=f"no node {index} of level {level} in a tree of 5 leaves"):
            nodes.node(level, index)
    for size in (-1, 6):
        with pytest.raises(InvalidNumber, match=f"no root at size {size}"):
            nodes.root(size)
        with pytest.raises(InvalidNumber, match=f"no tree of {size} leaves"):
            nodes.truncate(size)


def test_a_folder_that_cannot_be_made_or_read_is_named(folder: Path) -> None:
    folder.write_text("a file")
    with Nodes(folder) as nodes:
        assert nodes.size == 0
        assert nodes.fault is not None
        with pytest.raises(StoreReadOnly, match=f"cannot write the ledger's nodes in '{folder}'"):
            nodes.extend(LEAVES)
