"""With a master key the file alone opens nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from remembrancer.domain.errors import (
    KeysLocked,
)
from remembrancer.infrastructure.keys import KeyStore
from remembrancer.infrastructure.slots import slot_name

Query = Callable[..., list[tuple[Any, ...]]]
Contents = Callable[[Path], dict[str, tuple[str, int]]]

MASTER = bytes(range(32))


def test_a_store_key_is_wrapped_from_the_start_if_a_master_key_is_given(tmp_path: Path) -> None:
    with KeyStore(tmp_path, master=MASTER) as keys:
        assert (keys.wrapped, keys.locked, keys.at_hand) == (True, False, True)
        [(name, secret)] = keys.take_slots(1)
    with KeyStore(tmp_path, master=MASTER, read_only=True) as keys:
        assert (keys.wrapped, keys.locked, keys.slot_secret(name)) == (True, False, secret)


@pytest.mark.parametrize("master", [None, MASTER[::-1]])
@pytest.mark.parametrize("read_only", [True, False])
def test_without_the_right_master_key_nothing_is_at_hand(
    tmp_path: Path, master: bytes | None, read_only: bool, contents: Contents
) -> None:
    with KeyStore(tmp_path, master=MASTER) as keys:
        [(name, _)] = keys.take_slots(1)
        pseudonym = keys.pseudonym("user:1")
    before = contents(tmp_path)
    with KeyStore(tmp_path, master=master, read_only=read_only) as keys:
        assert (keys.locked, keys.at_hand, keys.made_anew) == (True, False, False)
        assert keys.slot_secret(name) is None
        assert keys.find_pseudonym("user:1") is None
        assert keys.subject_name(pseudonym) is None
        assert keys.subject_secret(pseudonym) is None
    assert contents(tmp_path) == before


NEEDS_A_SECRET: dict[str, Callable[[KeyStore], object]] = {
    "take": lambda keys: keys.take_slots(1),
    "pseudonym": lambda keys: keys.pseudonym("user:1"),
    "tag": lambda keys: keys.name_tag("fact", "a"),
    "tag about a person": lambda keys: keys.name_tag("fact", "a", ["sub_0000000000000000"]),
    "destroy a slot": lambda keys: keys.destroy_slot(slot_name(1, 1)),
    "destroy a person": lambda keys: keys.destroy_subject("user:1"),
    "wrap": lambda keys: keys.wrap(MASTER),
}


@pytest.mark.parametrize("act", NEEDS_A_SECRET.values(), ids=NEEDS_A_SECRET)
def test_what_needs_a_secret_says_how_to_unlock_the_keys(tmp_path: Path, act: Callable[[KeyStore], object]) -> None:
    KeyStore(tmp_path, master=MASTER).close()
    with KeyStore(tmp_path) as keys, pytest.raises(KeysLocked, match="set REMEMBRANCER_MASTER_KEY"):
        act(keys)


def test_a_person_given_by_pseudonym_can_be_destroyed_while_the_keys_are_locked(tmp_path: Path) -> None:
    with KeyStore(tmp_path, master=MASTER) as keys:
        pseudonym = keys.pseudonym("user:1")
    with KeyStore(tmp_path) as keys:
        assert keys.destroy_subject(pseudonym)
        assert not keys.destroy_subject(pseudonym)
    with KeyStore(tmp_path, master=MASTER) as keys:
        assert keys.subject_secret(pseudonym) is None


def test_wrapping_later_leaves_no_bare_store_key_and_keeps_every_key(tmp_path: Path, query: Query) -> None:
    with KeyStore(tmp_path, master=None) as keys:
        [(name, secret)] = keys.take_slots(1)
        [(store_key,)] = query("SELECT store_key FROM store")
        assert store_key in (tmp_path / "keys.db").read_bytes()
        assert not keys.wrapped
        keys.wrap(MASTER)
        assert keys.wrapped
    assert store_key not in (tmp_path / "keys.db").read_bytes()
    with KeyStore(tmp_path) as keys:
        assert keys.locked
    with KeyStore(tmp_path, master=MASTER) as keys:
        assert keys.slot_secret(name) == secret


def test_wrapping_again_changes_the_master_key(tmp_path: Path) -> None:
    with KeyStore(tmp_path, master=MASTER) as keys:
        tag = keys.name_tag("fact", "a")
        keys.wrap(MASTER[::-1])
    with KeyStore(tmp_path, master=MASTER) as keys:
        assert keys.locked
    with KeyStore(tmp_path, master=MASTER[::-1]) as keys:
        assert keys.name_tag("fact", "a") == tag


def test_a_master_key_beside_a_bare_store_key_does_nothing_by_itself(tmp_path: Path) -> None:
    KeyStore(tmp_path).close()
    with KeyStore(tmp_path, master=MASTER) as keys:
        assert (keys.wrapped, keys.locked, keys.at_hand) == (False, False, True)
