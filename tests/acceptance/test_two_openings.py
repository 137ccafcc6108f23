"""Two openings of one store: what one of them adopts or records binds the next decision of the other."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Remembrancer
from remembrancer.domain.errors import FactHasOwner, InvalidText, OutOfOrder
from remembrancer.domain.policy import settings_of


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[Remembrancer, Remembrancer]]:
    with Remembrancer.open(tmp_path / "store") as one, Remembrancer.open(tmp_path / "store") as other:
        one.agent("atlas").record("The first words, after which this opening remembers where it stands.")
        yield one, other


def changed(memory: Remembrancer, **settings: Any) -> dict[str, Any]:
    return {**settings_of(memory.policy), "version": memory.policy.version + 1, **settings}


def test_what_a_policy_of_another_opening_allows_is_allowed_at_once(both: tuple[Remembrancer, Remembrancer]) -> None:
    one, other = both
    other.adopt_policy(changed(other, kinds={"recipe": "L3"}), by="user:ann")
    assert one.agent("atlas").record("Knead it twice.", kind="recipe").layer == "L3"


def test_what_a_policy_of_another_opening_forbids_is_refused_at_once(both: tuple[Remembrancer, Remembrancer]) -> None:
    one, other = both
    limits = settings_of(other.policy)["limits"]
    other.adopt_policy(changed(other, limits={**limits, "text_bytes": 20}), by="user:ann")
    position = one.position
    with pytest.raises(InvalidText, match="over the limit of 20"):
        one.agent("atlas").record("These words have more than twenty bytes.")
    assert one.position == position


def test_a_policy_is_compared_with_the_one_that_another_opening_adopted(
    both: tuple[Remembrancer, Remembrancer],
) -> None:
    one, other = both
    known = settings_of(one.policy)
    other.adopt_policy(changed(other, kinds={"recipe": "L3"}), by="user:ann")
    with pytest.raises(OutOfOrder):
        one.adopt_policy(known, by="user:ann")


def test_a_fact_that_another_opening_took_has_an_owner(both: tuple[Remembrancer, Remembrancer]) -> None:
    one, other = both
    other.agent("borea").record("9 o'clock", kind="fact", key="opening hours", scope="fleet")
    with pytest.raises(FactHasOwner):
        one.agent("atlas").record("10 o'clock", kind="fact", key="opening hours", scope="fleet")
