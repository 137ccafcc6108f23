"""What the Python face is handed by mistake is refused in words, and nothing is stored."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Agent, InvalidInput, Remembrancer


def nested(levels: int) -> dict[str, Any]:
    outer: dict[str, Any] = {}
    inner = outer
    for _ in range(levels):
        inner["in"] = {}
        inner = inner["in"]
    return outer


def endless() -> dict[str, Any]:
    ring: dict[str, Any] = {}
    ring["in"] = ring
    return ring


REFUSED: dict[str, Callable[[Any], object]] = {
    "no items": lambda atlas: atlas.record_many(None),
    "an object for items": lambda atlas: atlas.record_many({"text": "a"}),
    "a text for an item": lambda atlas: atlas.record_many(["a"]),
    "a number for a name of a field": lambda atlas: atlas.record_many([{1: "a"}]),
    "one bad item": lambda atlas: atlas.record_many([{"text": "a"}, {"text": " "}]),
    "a number for subjects": lambda atlas: atlas.record("a", subjects=5),
    "a number for tags": lambda atlas: atlas.record("a", tags=5),
    "a number for evidence": lambda atlas: atlas.record("a", evidence=5),
    "deep metadata": lambda atlas: atlas.record("a", metadata=nested(100_000)),
    "deep metadata with an idempotency key": lambda atlas: atlas.record(
        "a", metadata=nested(100_000), idempotency_key="k"
    ),
    "endless metadata": lambda atlas: atlas.record("a", metadata=endless(), idempotency_key="k"),
    "no id": lambda atlas: atlas.show(None),
    "a number for an id": lambda atlas: atlas.show(5),
    "a number for ids": lambda atlas: atlas.merge(5, "a", because="b"),
    "a naive time": lambda atlas: atlas.record("a", occurred_at=datetime(2026, 1, 1)),  # noqa: DTZ001  # meant
    "a date for a time": lambda atlas: atlas.record("a", occurred_at=date(2026, 1, 1)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_input_is_refused_and_nothing_is_stored(tmp_path: Path, what: str) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        before = memory.position
        with pytest.raises(InvalidInput) as refusal:
            REFUSED[what](memory.agent("atlas"))
        assert "\n" not in str(refusal.value)
        assert memory.position == before


def ascii_start(moment: Any) -> str:
    """Return a short name; very long numbers have none of their own."""
    return "long" if isinstance(moment, int) and abs(moment) > 2**64 else ascii(moment)[:12]


@pytest.mark.parametrize(
    "moment",
    [-1, 2**63, 10**30, -(10**5000), 10**5000, "9" * 30, "9" * 5000, "١", 5.5, True, b"1", "yesterday"],
    ids=ascii_start,
)
def test_what_is_no_moment_is_refused(tmp_path: Path, moment: Any) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        for ask in (atlas.as_of, atlas.valid_at):
            with pytest.raises(InvalidInput) as refusal:
                ask(moment)
            assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/New_York", "Pacific/Kiritimati"])
@pytest.mark.parametrize(
    "moment", [datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC), "9999-12-31", "0001-01-01"]
)
def test_the_ends_of_the_calendar_are_moments_or_refused_in_every_zone(
    tmp_path: Path, zone: str, moment: datetime | str
) -> None:
    folder = tmp_path / "memory"
    folder.mkdir()
    (folder / "remembrancer.toml").write_text(f'version = 2\ntimezone = "{zone}"\n')

    def ask(atlas: Agent) -> None:
        for reads in (atlas.as_of(moment), atlas.valid_at(moment), atlas.as_of(moment).valid_at(moment)):
            assert sum(len(layer) for layer in reads.layers().values()) in {0, 1}
            assert str(reads.moment)
            assert reads.valid_instant is None or reads.valid_instant.tzinfo

    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        atlas.record("something")
        try:
            ask(atlas)
        except InvalidInput as refusal:
            assert "outside the calendar" in str(refusal)  # noqa: PT017  # either answer is right
