"""Slot secrets are on disk before they are used, are never given twice, and are gone once destroyed."""

import re
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.errors import (
    StoreDamaged,
)
from remembrancer.infrastructure.ciphers import derive
from remembrancer.infrastructure.keys import KeyStore
from remembrancer.infrastructure.slots import SLOTS_IN_BLOCK, parse_slot, slot_name

Query = Callable[..., list[tuple[Any, ...]]]
Commits = Callable[[], int]
Start = Callable[[str], subprocess.Popen[str]]


def sizes(query: Query) -> list[int]:
    return [size for (size,) in query("SELECT size FROM blocks ORDER BY size")]


def test_slots_come_with_their_names_and_secrets(keys: KeyStore) -> None:
    taken = keys.take_slots(40)
    assert len(taken) == 40
    assert all(len(secret) == 32 for _, secret in taken)
    assert len({secret for _, secret in taken}) == len({name for name, _ in taken}) == 40
    assert keys.slot_secrets([name for name, _ in taken]) == [secret for _, secret in taken]


def test_a_slot_is_on_disk_when_it_is_handed_out(keys: KeyStore, elsewhere: KeyStore) -> None:
    [(name, secret)] = keys.take_slots(1)
    assert elsewhere.slot_secret(name) == secret


def test_a_slot_outlives_the_sudden_death_of_its_process(tmp_path: Path, in_another_process: Start) -> None:
    code = """
import os, signal
from remembrancer.infrastructure.keys import KeyStore
for name, secret in KeyStore(folder).take_slots(20):
    print(name, secret.hex(), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    lines = in_another_process(code).communicate()[0].splitlines()
    assert len(lines) == 20
    with KeyStore(tmp_path) as keys:
        assert [keys.slot_secret(line.split()[0]) for line in lines] == [
            bytes.fromhex(line.split()[1]) for line in lines
        ]


def test_blocks_grow_from_sixteen_slots_by_doubling_up_to_their_bound(
    tmp_path: Path, keys: KeyStore, query: Query
) -> None:
    keys.take_slots(1)
    assert sizes(query) == [16]
    for _ in range(16 + 32 + 64):
        keys.take_slots(1)
    assert sizes(query) == [16, 32, 64, 128]
    keys.take_slots(5000)
    assert max(sizes(query)) == SLOTS_IN_BLOCK


def test_many_slots_at_once_cost_one_commit(tmp_path: Path, keys: KeyStore, commits: Commits) -> None:
    before = commits()
    assert len(dict(keys.take_slots(3000))) == 3000
    assert commits() == before + 1


def test_slots_from_a_block_at_hand_cost_no_commit(tmp_path: Path, keys: KeyStore, commits: Commits) -> None:
    keys.take_slots(1)
    before = commits()
    keys.take_slots(15)
    assert commits() == before


def test_threads_never_get_the_same_slot(keys: KeyStore) -> None:
    taken: list[str] = []
    threads = [
        threading.Thread(target=lambda: [taken.extend(name for name, _ in keys.take_slots(3)) for _ in range(40)])
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == len(set(taken)) == 8 * 40 * 3


def test_processes_never_get_the_same_slot_and_read_those_of_each_other(
    tmp_path: Path, in_another_process: Start
) -> None:
    code = """
from remembrancer.infrastructure.keys import KeyStore
keys = KeyStore(folder)
for _ in range(30):
    for name, secret in keys.take_slots(5): print(name, secret.hex())
keys.close()
"""
    processes = [in_another_process(code) for _ in range(3)]
    lines = [line for process in processes for line in process.communicate()[0].splitlines()]
    assert [process.returncode for process in processes] == [0, 0, 0]
    given_out = dict(line.split() for line in lines)
    assert len(given_out) == len(lines) == 450
    with KeyStore(tmp_path) as keys:
        assert all(keys.slot_secret(name) == bytes.fromhex(secret) for name, secret in given_out.items())


def test_a_forked_process_takes_slots_of_a_block_of_its_own(tmp_path: Path, in_another_process: Start) -> None:
    code = """
import os
from remembrancer.infrastructure.keys import KeyStore
keys = KeyStore(folder)
keys.take_slots(1)
pseudonym = keys.pseudonym("user:1")
child = os.fork()
names = [name for name, _ in keys.take_slots(3)]
assert None not in keys.slot_secrets(names) and keys.find_pseudonym("user:1") == pseudonym
sys.stdout.write("".join(f"{name}\\n" for name in names))
sys.stdout.flush()
if not child:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
keys.close()
"""
    process = in_another_process(code)
    names = process.communicate()[0].splitlines()
    assert process.returncode == 0
    assert len(set(names)) == 6
    assert len({name.partition(".")[0] for name in names}) == 2


def test_a_slot_is_not_handed_out_again_after_an_older_file_was_put_back(tmp_path: Path) -> None:
    with KeyStore(tmp_path) as keys:
        before = {name for name, _ in keys.take_slots(3)}
    older = (tmp_path / "keys.db").read_bytes()
    with KeyStore(tmp_path) as keys:
        lost = {name for name, _ in keys.take_slots(100)}
    (tmp_path / "keys.db").write_bytes(older)
    with KeyStore(tmp_path) as keys:
        again = {name for name, _ in keys.take_slots(100)}
        assert not again & (before | lost)
        assert None not in keys.slot_secrets(sorted(before))
        assert keys.slot_secrets(sorted(lost)) == [None] * 100


def test_a_destroyed_slot_is_not_at_hand_and_its_neighbours_are(keys: KeyStore) -> None:
    taken = keys.take_slots(5)
    assert keys.destroy_slot(taken[2][0])
    assert [keys.slot_secret(name) for name, _ in taken] == [
        None if place == 2 else secret for place, (_, secret) in enumerate(taken)
    ]
    assert not keys.destroy_slot(taken[2][0])


def test_slots_that_are_still_to_be_handed_out_survive_a_destruction(keys: KeyStore) -> None:
    [(name, _)] = keys.take_slots(1)
    keys.destroy_slot(name)
    taken = keys.take_slots(15)
    assert keys.slot_secrets([name for name, _ in taken]) == [secret for _, secret in taken]


def test_a_destruction_is_noticed_by_other_processes_that_had_read_the_slot(
    keys: KeyStore, elsewhere: KeyStore
) -> None:
    [(name, secret), (other, other_secret)] = keys.take_slots(2)
    assert elsewhere.slot_secret(name) == secret
    keys.destroy_slot(name)
    assert elsewhere.slot_secret(name) is None
    assert elsewhere.slot_secret(other) == other_secret
    elsewhere.destroy_slot(other)
    assert keys.slot_secret(other) is None


def test_nothing_of_a_block_before_a_destruction_is_left_in_the_file(
    tmp_path: Path, keys: KeyStore, query: Query
) -> None:
    names = [name for name, _ in keys.take_slots(1024)]
    [(sealed,)] = query("SELECT secrets FROM blocks WHERE size = 1024")
    pieces = [sealed[start : start + 64] for start in range(0, len(sealed), 1024)]
    assert all(piece in (tmp_path / "keys.db").read_bytes() for piece in pieces)
    keys.destroy_slot(names[700])
    assert not any(piece in (tmp_path / "keys.db").read_bytes() for piece in pieces)


def test_many_destructions_are_one_commit_and_none_is_no_commit(
    tmp_path: Path, keys: KeyStore, commits: Commits
) -> None:
    names = [name for name, _ in keys.take_slots(60)]
    names += [name for name, _ in keys.take_slots(60)]
    before = commits()
    assert keys.destroy_slots([*names, names[0], "no.slot", slot_name(1, 1)]) == 120
    assert commits() == before + 1
    assert keys.destroy_slots(names) == 0
    assert commits() == before + 1


def test_a_block_whose_slots_are_all_destroyed_leaves_the_file(tmp_path: Path, keys: KeyStore, query: Query) -> None:
    names = [name for name, _ in keys.take_slots(16)]
    keys.destroy_slots(names[1:])
    assert sizes(query) == [16]
    keys.destroy_slot(names[0])
    assert sizes(query) == []


def test_destructions_are_all_undone_if_one_of_them_fails(tmp_path: Path, keys: KeyStore, query: Query) -> None:
    small = keys.take_slots(16)
    large = keys.take_slots(32)
    names = [small[0][0], large[0][0]]
    assert None not in keys.slot_secrets(names)
    query("UPDATE blocks SET secrets = zeroblob(length(secrets)) WHERE size = 32")
    with pytest.raises(StoreDamaged, match="does not decrypt"):
        keys.destroy_slots(names)
    with KeyStore(tmp_path) as again:
        assert again.slot_secret(names[0]) == small[0][1]


@given(block=st.integers(0, 2**63 - 1), number=st.integers(0, 8191))
def test_the_name_of_a_slot_says_its_block_and_place(block: int, number: int) -> None:
    name = slot_name(block, number)
    assert re.fullmatch(r"[0-9a-hjkmnp-tv-z]{13}\.\d+", name)
    assert parse_slot(name) == (block, number)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "0.0",
        "0000000000000",
        "0000000000000.",
        "0000000000000.00",
        "0000000000000.-1",
        "000000000000u.1",
        "0000000000000.1\n",
        "zzzzzzzzzzzzz.1",
        "0000000000000.٣",
    ],
)
def test_what_is_no_name_of_a_slot_is_not_at_hand(keys: KeyStore, name: str) -> None:
    keys.take_slots(1)
    assert parse_slot(name) is None
    assert keys.slot_secret(name) is None


def test_a_place_beyond_its_block_is_not_at_hand(keys: KeyStore) -> None:
    [(name, _)] = keys.take_slots(1)
    assert keys.slot_secret(f"{name.partition('.')[0]}.16") is None


def test_blocks_can_be_read_with_nothing_but_the_published_form(tmp_path: Path, keys: KeyStore, query: Query) -> None:
    [(name, secret), *_] = keys.take_slots(3)
    slot = parse_slot(name)
    assert slot is not None
    [(store_key,)] = query("SELECT store_key FROM store")
    [(sealed,)] = query("SELECT secrets FROM blocks WHERE block = ?", slot[0])
    cipher = AESGCM(derive(store_key, b"remembrancer blocks 1"))
    bound = b"remembrancer block 1\0" + slot[0].to_bytes(8, "big")
    assert cipher.decrypt(sealed[:12], sealed[12:], bound)[:32] == secret


def test_a_block_that_does_not_decrypt_is_damage_and_is_named(tmp_path: Path, keys: KeyStore, query: Query) -> None:
    [(name, _)] = keys.take_slots(1)
    query("UPDATE blocks SET secrets = zeroblob(540)")
    with pytest.raises(StoreDamaged, match=f"^block {name.partition('.')[0]} in .*keys.db does not decrypt; "):
        keys.slot_secret(name)


def test_a_block_moved_to_another_number_does_not_decrypt(tmp_path: Path, keys: KeyStore, query: Query) -> None:
    keys.take_slots(1)
    query("UPDATE blocks SET block = 5")
    with pytest.raises(StoreDamaged, match="does not decrypt"):
        keys.slot_secret(slot_name(5, 0))
