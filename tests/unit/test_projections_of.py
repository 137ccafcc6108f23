"""What a projection says of itself: which classes of events may change it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from remembrancer.domain.events import AgentEvent, AnyEvent, MemoriesMerged, NewMemory
from remembrancer.infrastructure.codec import CODEC
from remembrancer.infrastructure.log import StoredEvent
from remembrancer.projections.beliefs import BELIEFS
from remembrancer.projections.core import CORE
from remembrancer.projections.projection import Projection

FOLDER = Path(__file__).parents[1] / "golden"


def released_events() -> Iterator[AnyEvent]:
    """Yield one event of every type ever released, also as a person's; of a new memory, also as other kinds."""
    for file in sorted(FOLDER.glob("*.json")):
        golden = msgspec.json.decode(file.read_bytes())
        stored = StoredEvent(
            position=7, at=0, type=golden["type"], tags=tuple(golden["tags"]), body=golden["body"].encode()
        )
        event = CODEC.decode(stored).event
        yield event
        if isinstance(event, AgentEvent):
            yield replace(event, actor="user:sub_1")
        if isinstance(event, NewMemory):
            yield from (replace(event, kind=kind) for kind in ("decision", "message"))


EVENTS = list(released_events())


@pytest.mark.parametrize("projection", CORE, ids=lambda projection: projection.name)
def test_an_event_changes_only_the_views_that_name_its_class(projection: Projection[Any]) -> None:
    unforeseen = [
        event.TYPE for event in EVENTS if list(projection.keys(event)) and not isinstance(event, projection.of)
    ]

    assert not unforeseen


@pytest.mark.parametrize("projection", CORE, ids=lambda projection: projection.name)
def test_a_view_names_no_class_whose_events_never_change_it(projection: Projection[Any]) -> None:
    changing = [event for event in EVENTS if list(projection.keys(event))]
    idle = [named.__name__ for named in projection.of if not any(isinstance(event, named) for event in changing)]

    assert not idle


def test_only_what_names_a_memory_changes_beliefs() -> None:
    assert {event.TYPE for event in EVENTS if not list(BELIEFS.keys(event))} == {
        "store.created/1",
        "policy.adopted/1",
        "session.started/1",
        "recall.recalled/1",
        "boot.read/1",
        "context.assembled/1",
        "model.fitted/1",
        "trauma.suffered/1",
        "dream.started/1",
        "dream.paused/1",
        "dream.resumed/1",
        "dream.completed/1",
        "suggestion.made/1",
        "suggestion.answered/1",
        "job.ran/1",
        "job.failed/1",
        "store.imported/1",
        "privacy.export_made/1",
        "privacy.hold_released/1",
        "privacy.hold_placed/1",
        "ledger.checkpoint_signed/1",
        "ledger.accepted/1",
        "claim.attached/1",
        "claim.audited/1",
        "claim.released/1",
        "mirror.declared/1",
        "mirror.refreshed/1",
        "mirror.failed/1",
    }
    merged = next(event for event in EVENTS if isinstance(event, MemoriesMerged))
    assert set(BELIEFS.keys(merged)) == {(memory,) for memory in (merged.memory, *merged.sources)}
