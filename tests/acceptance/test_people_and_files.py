"""What takes a person's word, and what openings take from the files that people edit."""

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer import InvalidFile, InvalidInput, InvalidName, Refused, Remembrancer
from remembrancer.domain.policy import stored_policy

IDENTITY: dict[str, Any] = {"version": 1, "mission": "Serve", "rules": ["Be kind", "Be brief"]}


def write_identity(store: Path, agent: str, document: dict[str, Any]) -> None:
    folder = store / "identity"
    folder.mkdir(exist_ok=True)
    (folder / f"{agent}.json").write_text(json.dumps(document), encoding="utf-8")


def test_openings_that_meet_over_a_new_identity_file_all_succeed(tmp_path: Path) -> None:
    store = tmp_path / "memory"
    Remembrancer.open(store).close()
    write_identity(store, "atlas", IDENTITY)
    with Remembrancer.open(store) as one, Remembrancer.open(store) as other:
        head = one.position
        ann = other.agent("atlas", by="user:ann")
        ann.establish_identity(IDENTITY, because="the same again")
        assert one.position == head
        assert one.agent("atlas").identity().rules == ("Be kind", "Be brief")


def test_an_identity_file_that_is_named_for_no_agent_is_refused_by_name(tmp_path: Path) -> None:
    store = tmp_path / "memory"
    Remembrancer.open(store).close()
    write_identity(store, "Bob Miller <b@x>", IDENTITY)
    with pytest.raises(InvalidFile, match="is named for no agent"):
        Remembrancer.open(store)


@pytest.mark.parametrize("rules", [["Be kind", "Be kind"], ["def main(): return 1"], ["the password is hunter2xyz9"]])
def test_an_identity_file_with_a_line_that_no_identity_may_have_is_refused_by_name(
    tmp_path: Path, rules: list[str]
) -> None:
    store = tmp_path / "memory"
    Remembrancer.open(store).close()
    write_identity(store, "atlas", {**IDENTITY, "rules": rules})
    with pytest.raises((InvalidInput, Refused), match=r"identity/atlas\.json: "):
        Remembrancer.open(store)
    write_identity(store, "atlas", IDENTITY)
    with Remembrancer.open(store) as memory:
        assert memory.agent("atlas").identity().mission == "Serve"


def test_replacing_a_line_by_one_that_stands_is_refused_and_both_stay(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        ann = memory.agent("atlas", by="user:ann")
        ann.establish_identity(IDENTITY, because="begin")
        with pytest.raises(Refused, match="stands in rules already"):
            ann.replace_identity_line("rules", line="Be kind", text="Be brief", because="tidy")
        assert ann.identity().rules == ("Be kind", "Be brief")


def test_a_policy_is_adopted_by_a_person_whose_name_stays_sealed(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        with pytest.raises(InvalidName, match="write user:NAME"):
            memory.adopt_policy({"version": 2}, by="Alice Smith")
        memory.adopt_policy({"version": 2}, by="user:Alice Smith")
        assert [entry.actor for entry in memory.log()][-1] == "user:Alice Smith"
        bodies = b"".join(stored.body for stored in memory.store.log.read())
        assert b"Alice" not in bodies


def test_a_policy_that_was_adopted_is_read_as_it_was_whatever_this_machine_knows() -> None:
    assert stored_policy({"version": 3, "timezone": "Mars/Olympus"}).timezone == "Mars/Olympus"


def test_a_lineage_that_meets_again_and_again_is_told_once(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        level = [atlas.record("a0").id, atlas.record("b0").id]
        for number in range(1, 19):
            level = [atlas.record(f"{name}{number}", evidence=level).id for name in "ab"]
        story = json.dumps(atlas.why(level[0]).to_json())
        assert all(f'"{name}{number}"' in story for name in "ab" for number in range(18))


def test_a_refused_item_says_which_it_is_and_what_is_stored(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        items = [{"text": f"note {number}"} for number in range(1_005)]
        with pytest.raises(ValueError, match=r"item 3: unknown kind 'nope'"):
            atlas.record_many([*items[:2], {"text": "x", "kind": "nope"}])
        assert list(atlas.layers()["L2"]) == []
        with pytest.raises(ValueError, match=r"item 1006: .*; the 1000 items before its batch are stored"):
            atlas.record_many([*items, {"text": "x", "kind": "nope"}])
        assert len(atlas.layers()["L2"]) == 1_000


@pytest.mark.parametrize(
    "hidden",
    [
        {"metadata": {"deep": [{"key": "AKIAIOSFODNN7EXAMPLE"}]}},
        {"tags": ["AKIAIOSFODNN7EXAMPLE"]},
        {"because": "the key is AKIAIOSFODNN7EXAMPLE"},
        {"metadata": {"example": "def add(a, b):\n    return a + b"}},
    ],
    ids=["metadata", "a tag", "the reason", "code in metadata"],
)
def test_knowledge_takes_no_secret_or_code_wherever_it_hides(tmp_path: Path, hidden: dict[str, Any]) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        head = memory.position
        with pytest.raises(Refused, match="L3 to L5 take no"):
            atlas.record("Keys are kept in the vault", kind="practice", **hidden)
        assert memory.position == head


@pytest.mark.parametrize("name", ["user:42\n", " user:42", "user:42 "])
def test_a_name_has_no_blanks_around_it_that_would_make_it_another(tmp_path: Path, name: str) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory, pytest.raises(ValueError, match="one of the subjects"):
        memory.agent("atlas").record("x", subjects=[name])
