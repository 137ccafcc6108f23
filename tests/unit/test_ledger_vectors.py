"""Trees and proofs that other implementations of RFC 6962 publish as test data.

The eight entries and their hashes are those that implementations of Certificate Transparency share; the cases are from
the `testdata` of github.com/transparency-dev/merkle.
"""

from base64 import b64decode
from hashlib import sha256

import pytest

from independent_ledger import NaiveTree, leaf
from remembrancer.infrastructure.ledger.proofs import (
    consistency_proof,
    inclusion_proof,
    verify_consistency,
    verify_inclusion,
)
from remembrancer.infrastructure.ledger.tree import EMPTY_ROOT, Frontier, node_hash

ENTRIES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
LEAVES = [leaf(bytes.fromhex(entry)) for entry in ENTRIES]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
INCLUSION: list[tuple[int, int, list[str]]] = [
    (0, 1, []),
    (0, 8, ["lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=", "Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=",
            "a0eq8p7jwq+a+Im8H7klTavTEXfxYjLdaqsDXKOb9uQ="]),
    (5, 8, ["vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=", "yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=",
            "037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc="]),
    (2, 3, ["+sVCA+fMaWzw38tCySodnbr3CtnmIfS9jZhmLwDjwSU="]),
    (1, 5, ["bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=", "Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=",
            "vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms="]),
]  # fmt: skip
CONSISTENCY: list[tuple[int, int, list[str]]] = [
    (1, 1, []),
    (1, 8, ["lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=", "Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=",
            "a0eq8p7jwq+a+Im8H7klTavTEXfxYjLdaqsDXKOb9uQ="]),
    (6, 8, ["DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=", "yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=",
            "037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc="]),
    (2, 5, ["Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=", "vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms="]),
    (6, 7, ["DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=", "sIaT7C5yFZcTBkHoIR5+7cy0wmQTlj7ubB4u0W/7Gl8=",
            "037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc="]),
]  # fmt: skip
OTHER = b64decode("ZG9uJ3QgY2FyZSAy")
ANOTHER = b64decode("ZG9uJ3QgY2FyZSAx")
RANDOM_LEAF = b64decode("q6yroAAAAAAAAAAAAAAAAAAAAAAAAAAAAGAGHgASNFY=")


def root(size: int) -> bytes:
    return bytes.fromhex(ROOTS[size])


def decoded(proof: list[str]) -> list[bytes]:
    return [b64decode(one) for one in proof]


def test_the_tree_of_the_shared_entries_has_the_published_root_at_every_size() -> None:
    tree = Frontier()
    assert tree.root() == EMPTY_ROOT == root(0)
    for size, leaf_hash in enumerate(LEAVES, start=1):
        tree.append(leaf_hash)
        assert tree.root() == root(size)


def test_a_node_has_the_published_hash() -> None:
    published = "aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb"
    assert node_hash(b"N123", b"N456") == bytes.fromhex(published)


@pytest.mark.parametrize(("index", "size", "proof"), INCLUSION)
def test_published_inclusion_proofs_are_made_and_verify(index: int, size: int, proof: list[str]) -> None:
    assert inclusion_proof(NaiveTree(LEAVES), index, size) == decoded(proof)
    assert verify_inclusion(LEAVES[index], index, size, decoded(proof), root(size))


@pytest.mark.parametrize(("first", "second", "proof"), CONSISTENCY)
def test_published_consistency_proofs_are_made_and_verify(first: int, second: int, proof: list[str]) -> None:
    assert consistency_proof(NaiveTree(LEAVES), first, second) == decoded(proof)
    assert verify_consistency(first, second, root(first), root(second), decoded(proof))


@pytest.mark.parametrize(("index", "size", "proof"), INCLUSION)
def test_published_ways_to_spoil_an_inclusion_proof_are_noticed(index: int, size: int, proof: list[str]) -> None:
    leaf_hash, path, top = LEAVES[index], decoded(proof), root(size)
    for other, others in [
        (index - 1, size),
        (index + 1, size),
        (index ^ 2, size),
        (index, size * 2),
        (index, size // 2),
    ]:
        assert not verify_inclusion(leaf_hash, other, others, path, top)
    assert not verify_inclusion(b"WrongLeaf", index, size, path, top)
    assert not verify_inclusion(leaf_hash, index, size, path, EMPTY_ROOT)
    assert not verify_inclusion(leaf_hash, index, size, path, sha256(b"WrongRoot").digest())
    for spoilt in ([*path, b""], [*path, top], [b"", *path], [top, *path], [*path[:1], top, *path[1:]]):
        assert not verify_inclusion(leaf_hash, index, size, spoilt, top)
    if path:
        assert not verify_inclusion(leaf_hash, index, size, path[:-1], top)


@pytest.mark.parametrize(("first", "second", "proof"), CONSISTENCY)
def test_published_ways_to_spoil_a_consistency_proof_are_noticed(first: int, second: int, proof: list[str]) -> None:
    path, old, new = decoded(proof), root(first), root(second)
    for one, two in [(first - 1, second), (first ^ 2, second), (first, second * 2), (first, second // 2)]:
        assert not verify_consistency(one, two, old, new, path)
    for one, two in [(sha256(b"WrongRoot").digest(), new), (old, sha256(b"WrongRoot").digest())]:
        assert not verify_consistency(first, second, one, two, path)
    for spoilt in ([*path, b""], [*path, old], [*path, new], [b"", *path], [old, *path], [new, *path]):
        assert not verify_consistency(first, second, old, new, spoilt)
    if path:
        for spoilt in ([], path[:-1], [path[0], *path]):
            assert not verify_consistency(first, second, old, new, spoilt)
        assert not verify_consistency(first, second, new, old, path)


@pytest.mark.parametrize("top", [EMPTY_ROOT, b""])
@pytest.mark.parametrize("leaf_hash", [RANDOM_LEAF, b""])
@pytest.mark.parametrize(("index", "size"), [(0, 0), (0, 1), (1, 0), (2, 1)])
def test_nothing_is_in_a_tree_that_is_empty_or_has_no_root(index: int, size: int, leaf_hash: bytes, top: bytes) -> None:
    assert not verify_inclusion(leaf_hash, index, size, [], top)


def test_the_only_leaf_of_a_tree_is_its_root() -> None:
    only = b64decode("DTrtAjFI/9KiWfvQzcf7PPl1ZYdg03dbgq9vkKrMLfw=")
    assert verify_inclusion(only, 0, 1, [], only)
    assert not verify_inclusion(b"", 0, 1, [], only)
    assert not verify_inclusion(only, 0, 1, [], b"")


@pytest.mark.parametrize(
    ("first", "second", "old", "new", "proof"),
    [
        (0, 1, EMPTY_ROOT, EMPTY_ROOT, [EMPTY_ROOT]),
        (0, 0, EMPTY_ROOT, OTHER, []),
        (1, 1, EMPTY_ROOT, OTHER, []),
        (2, 1, ANOTHER, OTHER, []),
        (1, 0, ANOTHER, OTHER, []),
        (0, 1, ANOTHER, OTHER, []),
        (0, 1, EMPTY_ROOT, OTHER, []),
        (1, 1, ANOTHER, OTHER, []),
        (0, 0, ANOTHER, ANOTHER, []),
        (0, 0, ANOTHER, OTHER, []),
        (1, 2, ANOTHER, OTHER, []),
        (1, 1, EMPTY_ROOT, EMPTY_ROOT, [EMPTY_ROOT]),
        (0, 0, EMPTY_ROOT, EMPTY_ROOT, [EMPTY_ROOT]),
    ],
)
def test_published_cases_that_prove_no_growth(
    first: int, second: int, old: bytes, new: bytes, proof: list[bytes]
) -> None:
    assert not verify_consistency(first, second, old, new, proof)


def test_equal_sizes_with_equal_roots_need_no_proof() -> None:
    assert verify_consistency(1, 1, OTHER, OTHER, [])
