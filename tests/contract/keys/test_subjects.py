"""A person has one pseudonym until destroyed; names that people chose stand in clear as tags only."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from remembrancer.domain.errors import (
    KeysLocked,
    StoreDamaged,
)
from remembrancer.infrastructure.keys import KeyStore

Query = Callable[..., list[tuple[Any, ...]]]
Commits = Callable[[], int]
Contents = Callable[[Path], dict[str, tuple[str, int]]]
Start = Callable[[str], subprocess.Popen[str]]

SUBJECT = re.compile(r"sub_[0-9a-hjkmnp-tv-z]{16}")
TAG = re.compile(r"[0-9a-hjkmnp-tv-z]{26}")


def test_a_person_has_one_pseudonym_that_lasts(tmp_path: Path, keys: KeyStore, elsewhere: KeyStore) -> None:
    pseudonym = keys.pseudonym("user:42")
    assert SUBJECT.fullmatch(pseudonym)
    assert (
        keys.pseudonym("user:42") == elsewhere.pseudonym("user:42") == elsewhere.find_pseudonym("user:42") == pseudonym
    )
    keys.close()
    with KeyStore(tmp_path) as again:
        assert again.find_pseudonym("user:42") == pseudonym
        assert again.subject_name(pseudonym) == "user:42"
        assert len(again.subject_secret(pseudonym) or b"") == 32


def test_names_are_compared_as_given(keys: KeyStore) -> None:
    names = ["user:42", "user:42 ", "USER:42", "user:é", "user:e\u0301", "user:記憶", "user:a\0b"]
    pseudonyms = keys.pseudonyms([*names, *names])
    assert len(set(pseudonyms.values())) == len(names)
    assert [keys.subject_name(pseudonym) for pseudonym in pseudonyms.values()] == names


def test_new_people_are_stored_in_one_commit_and_known_ones_in_none(
    tmp_path: Path, keys: KeyStore, commits: Commits
) -> None:
    keys.pseudonym("user:1")
    before = commits()
    first = keys.pseudonyms(["user:1", "user:2", "user:3"])
    assert commits() == before + 1
    assert keys.pseudonyms(["user:3", "user:2"]) == {"user:3": first["user:3"], "user:2": first["user:2"]}
    assert commits() == before + 1


def test_looking_for_a_person_never_writes(tmp_path: Path, keys: KeyStore, contents: Contents) -> None:
    before = contents(tmp_path)
    assert keys.find_pseudonym("user:42") is None
    assert keys.subject_name("sub_0000000000000000") is None
    assert keys.subject_secret("sub_0000000000000000") is None
    assert contents(tmp_path) == before


def test_two_processes_that_meet_a_person_at_once_agree_on_the_pseudonym(
    tmp_path: Path, in_another_process: Start
) -> None:
    code = """
from remembrancer.infrastructure.keys import KeyStore
keys = KeyStore(folder)
for number in range(40): print(keys.pseudonym(f"user:{number}"))
keys.close()
"""
    processes = [in_another_process(code) for _ in range(2)]
    answers = [process.communicate()[0].split() for process in processes]
    assert answers[0] == answers[1]
    assert len(set(answers[0])) == 40


@pytest.mark.parametrize("by", ["name", "pseudonym"])
def test_a_destroyed_person_is_gone_under_name_and_pseudonym(keys: KeyStore, by: str) -> None:
    gone, stays = keys.pseudonym("user:1"), keys.pseudonym("user:2")
    assert keys.destroy_subject("user:1" if by == "name" else gone)
    assert keys.find_pseudonym("user:1") is None
    assert keys.subject_name(gone) is None
    assert keys.subject_secret(gone) is None
    assert keys.subject_name(stays) == "user:2"
    assert not keys.destroy_subject(gone)


def test_a_name_that_comes_back_after_its_destruction_is_another_person(keys: KeyStore) -> None:
    gone = keys.pseudonym("user:1")
    secret = keys.subject_secret(gone)
    keys.destroy_subject("user:1")
    again = keys.pseudonym("user:1")
    assert again != gone
    assert keys.subject_secret(again) != secret
    assert keys.subject_secret(gone) is None


def test_the_destruction_of_a_person_is_noticed_by_other_processes(keys: KeyStore, elsewhere: KeyStore) -> None:
    gone = keys.pseudonym("user:1")
    assert elsewhere.subject_name(gone) == "user:1"
    assert elsewhere.find_pseudonym("user:1") == gone
    keys.destroy_subject(gone)
    assert elsewhere.find_pseudonym("user:1") is None
    assert elsewhere.subject_secret(gone) is None
    assert elsewhere.pseudonym("user:1") != gone


def test_neither_the_name_of_a_person_nor_what_was_destroyed_is_in_the_file(
    tmp_path: Path, keys: KeyStore, query: Query
) -> None:
    pseudonym = keys.pseudonym("user:Athanasius")
    [(lookup, sealed)] = query("SELECT lookup, sealed FROM subjects")
    assert b"Athanasius" not in (tmp_path / "keys.db").read_bytes()
    keys.destroy_subject(pseudonym)
    left = (tmp_path / "keys.db").read_bytes()
    assert not [piece for piece in (lookup, sealed, pseudonym.encode()) if piece in left]


def test_a_person_whose_row_was_changed_is_damage_and_is_named(tmp_path: Path, keys: KeyStore, query: Query) -> None:
    pseudonym = keys.pseudonym("user:1")
    query("UPDATE subjects SET sealed = zeroblob(66)")
    with pytest.raises(StoreDamaged, match=f"^subject {pseudonym} in .* does not decrypt"):
        keys.subject_secret(pseudonym)


def test_the_tag_of_a_name_is_the_same_in_every_opening_and_another_in_every_store(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with KeyStore(tmp_path) as keys:
        tag = keys.name_tag("fact", "abstract-length")
        assert TAG.fullmatch(tag)
    with KeyStore(tmp_path) as again, KeyStore(tmp_path / "other") as other:
        assert again.name_tag("fact", "abstract-length") == tag
        assert other.name_tag("fact", "abstract-length") != tag


def test_families_and_names_have_tags_of_their_own(keys: KeyStore) -> None:
    named = [
        ("fact", "a"),
        ("session", "a"),
        ("task", "a"),
        ("fact", ""),
        ("fac", "ta"),
        ("facta", ""),
        ("fact", "\0a"),
    ]
    assert len({keys.name_tag(family, name) for family, name in named}) == len(named)


def test_a_name_about_people_has_a_tag_under_their_secrets_in_whatever_order_they_come(keys: KeyStore) -> None:
    one, two = keys.pseudonym("user:1"), keys.pseudonym("user:2")
    tags = [keys.name_tag("fact", "a", subjects) for subjects in ((), (one,), (two,), (one, two))]
    assert len(set(tags)) == 4
    assert keys.name_tag("fact", "a", (two, one, two)) == tags[3]


def test_once_a_person_is_destroyed_no_name_can_be_tried_against_a_tag(keys: KeyStore) -> None:
    one = keys.pseudonym("user:1")
    tag = keys.name_tag("fact", "a", (one,))
    keys.destroy_subject(one)
    with pytest.raises(KeysLocked, match=one):
        keys.name_tag("fact", "a", (one,))
    assert keys.name_tag("fact", "a", (keys.pseudonym("user:1"),)) != tag
