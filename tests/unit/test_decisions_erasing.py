"""Deciding an erasure: what the log says of it, and what it must not say."""

from typing import Any

import msgspec
import pytest

from remembrancer.domain.commands.privacy import EraseWords
from remembrancer.domain.decisions.erasing import ERASED_MAX, erase
from remembrancer.domain.errors import InvalidText, OnHold
from remembrancer.domain.events import SubjectErased
from remembrancer.domain.facts import Decision
from remembrancer.domain.holds import PLACED, Hold
from remembrancer.domain.quoting import pieces, quotes

NOW = 1_000
HOLD = Hold(hold="hold_0", subject=None, held=("a",), until=NOW + 1, placed_position=7)


def decided(named: list[str], derived: list[str] | None = None, texts: tuple[str, ...] = (), **said: Any) -> Decision:
    held, over = said.pop("holds", {}), said.pop("over", None)
    fields: dict[str, Any] = {"because": "a letter", "subject": None, "name": None, **said}
    command = EraseWords(agent="store", actor="user:x", cause="cmd_0", **fields)
    return erase(command, named, derived or [], held, over, texts)


def events(decision: Decision) -> list[SubjectErased]:
    return [draft.event for draft in decision.drafts if isinstance(draft.event, SubjectErased)]


def test_an_erasure_names_what_it_reached_and_what_went_with_it_in_order() -> None:
    decision = decided(["c", "a"], ["b"], subject="sub_0", retention="old-notes")
    (event,) = events(decision)
    assert (event.erased, event.derived, event.subject) == (("a", "b", "c"), ("b",), "sub_0")
    assert (event.retention, decision.conflicts) == ("old-notes", (PLACED,))
    assert decision.drafts[0].content is not None
    assert decision.drafts[0].content.because == "a letter"


def test_a_person_of_whom_nothing_is_known_is_erased_by_an_event_all_the_same() -> None:
    (event,) = events(decided([], subject="sub_0"))
    assert (event.erased, event.subject) == ((), "sub_0")


def test_many_memories_are_told_of_in_several_events() -> None:
    ids = [f"mem_{number:05}" for number in range(ERASED_MAX + 1)]
    first, last = events(decided(ids[:-1], ids[-1:], subject="sub_0"))
    assert (len(first.erased), first.derived, last.erased, last.derived) == (ERASED_MAX, (), (ids[-1],), (ids[-1],))
    assert {first.subject, last.subject} == {"sub_0"}


@pytest.mark.parametrize("said", [{"holds": {"a": HOLD}}, {"over": HOLD}])
def test_a_hold_in_force_forbids_it(said: dict[str, Any]) -> None:
    with pytest.raises(OnHold, match="hold_0"):
        decided(["a"], **said)


@pytest.mark.parametrize("changed", [{"until": NOW}, {"released_at": 5}])
def test_a_hold_is_over_at_its_end_and_once_it_was_released(changed: dict[str, Any]) -> None:
    assert HOLD.binds(NOW)
    assert not msgspec.structs.replace(HOLD, **changed).binds(NOW)


@pytest.mark.parametrize(
    ("because", "texts", "name"),
    [
        (None, (), None),
        ("User:Ann asked for it", (), "user:ann"),
        ("for Ann, who asked", (), "user:ann"),
        ("that he Lives in Lyon is wrong", ("lives in Lyon",), None),
        ("he said that the door code changes on Monday", ("the door code changes on Tuesday",), None),
        ("她住在里昂的河边小屋里", ("我们知道她住在里昂的河边小屋, 很久了",), None),
    ],
)
def test_a_reason_is_needed_and_must_not_repeat_what_goes(
    because: str | None, texts: tuple[str, ...], name: str | None
) -> None:
    with pytest.raises(InvalidText):
        decided(["a"], texts=texts, because=because, name=name)


def test_a_reason_may_share_ordinary_words() -> None:
    assert events(
        decided(["a"], texts=("she wants it so", "42"), because="request 42: she wants it gone", name="user:42")
    )


def test_a_quotation_is_found_by_the_characters_in_a_row_that_it_shares() -> None:
    assert pieces("ABC", 5) == {"abc"}
    assert pieces("", 5) == set()
    assert quotes("the heliotrope tea", ["more HELIOTROPE"], 10)
    assert not quotes("the heliotrope tea", ["helio", "trope"], 10)
    assert quotes("喝紫藤花茶", ["她的紫藤花"], 6)
