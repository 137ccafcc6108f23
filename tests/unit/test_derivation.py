"""What an event says of whom: whose words it brings, whom it repeats, and what counts as made of what."""

from typing import Any

import pytest

from remembrancer.domain.derivation import made_of_evidence, repeated, spoken_of, touches, worded
from remembrancer.domain.events import (
    AnyEvent,
    ContextAssembled,
    ContextEntry,
    FactTransferred,
    HandedOver,
    HoldPlaced,
    IdentityLineReplaced,
    IdentityRefreshed,
    IntentObserved,
    Line,
    MemoriesMerged,
    MemoryConfirmed,
    MemoryContradicted,
    MemoryRecorded,
    MemoryReplaced,
    MemoryRevised,
    Recalled,
    SessionEnded,
    SuggestionMade,
)

EVENT: dict[str, Any] = {
    "actor": "agent:atlas",
    "cause": "cmd_0",
    "box": None,
    "agent": "atlas",
    "scope": "agent:atlas",
    "policy": 1,
    "command": None,
}
NEW: dict[str, Any] = {
    **EVENT,
    "memory": "new",
    "kind": "note",
    "layer": "L2",
    "home_layer": "L2",
    "importance": 5,
    "confidence": 5,
    "category": None,
    "source": "own",
    "triggered": False,
    "evidence": ("cited",),
    "fact": None,
    "session": None,
    "occurred_at": None,
    "occurred_offset": None,
    "valid_from": None,
    "valid_to": None,
    "expires_at": None,
}
HOLD: dict[str, Any] = {"actor": "user:x", "cause": "cmd_0", "box": None, "hold": "hold_0", "subject": None}


def line(memory: str) -> Line:
    return Line(memory=memory, section="rules", ordinal=0)


@pytest.mark.parametrize(
    ("event", "brings", "speaks", "repeats"),
    [
        (MemoryRecorded(**NEW), ("new",), ("new",), ()),
        (MemoryReplaced(**NEW, replaces="old"), ("new",), ("new",), ()),
        (
            HandedOver(**NEW, hands="old", giver="atlas", from_scope="agent:atlas", confirmations=0, task=None),
            ("new",),
            ("new",),
            ("old",),
        ),
        (FactTransferred(**EVENT, memory="m", fact="f", owner="atlas", to="bo"), (), ("m",), ()),
        (MemoriesMerged(**NEW, sources=("a", "b")), ("new",), ("new",), ("a", "b", "cited")),
        (SessionEnded(**NEW, composed=True, messages=("m",)), ("new",), ("new",), ("m",)),
        (MemoryRevised(**EVENT, memory="m", revision=2, triggered=False, valid_from=0), ("m",), ("m",), ()),
        (IntentObserved(**EVENT, memory="m", intent="i", outcome=None, exemplified=True), (), ("m",), ()),
        (MemoryConfirmed(**EVENT, memory="m", evidence=("e",)), (), ("m",), ("e",)),
        (MemoryContradicted(**EVENT, memory="m", by="b", valid_from=0), (), ("m",), ("b",)),
        (
            IdentityRefreshed(
                **EVENT, version=2, from_version=1, kept=(line("kept"),), added=(line("added"),), dropped=("out",)
            ),
            ("added",),
            ("added",),
            (),
        ),
        (IdentityLineReplaced(**EVENT, version=1, replaced="old", line=line("l")), ("l",), ("l", "old"), ()),
        (
            SuggestionMade(
                **EVENT, suggestion="sug_0", change="identity", section=None, concerned=("c",), signature="0"
            ),
            (),
            (),
            ("c",),
        ),
        (
            Recalled(
                **EVENT,
                scenario="reply",
                hits=("h",),
                scores=(1,),
                asked_at=0,
                asked_position=0,
                past=False,
                valid_at=None,
                session=None,
            ),
            (),
            (),
            ("h",),
        ),
        (
            ContextAssembled(
                **EVENT,
                renderer=1,
                counter="estimate/1",
                budget=1,
                tokens=1,
                size_bytes=1,
                entries=(
                    ContextEntry(part="boot", memories=("b", "h"), size_bytes=1),
                    ContextEntry(part="memories", memories=("h",), size_bytes=1),
                ),
                omitted=0,
                scenario="reply",
                asked_position=0,
                session=None,
            ),
            (),
            (),
            ("b", "h"),
        ),
        (HoldPlaced(**HOLD, held=("h",), until=1), (), (), ("h",)),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, tuple) else "",
)
def test_an_event_says_whose_words_are_in_its_box(
    event: AnyEvent, brings: tuple[str, ...], speaks: tuple[str, ...], repeats: tuple[str, ...]
) -> None:
    assert (worded(event), spoken_of(event), repeated(event)) == (brings, speaks, repeats)
    assert all(touches(event, {memory}) for memory in (*speaks, *repeats))
    assert not touches(event, {"another"})


def test_only_what_was_made_of_its_evidence_goes_with_it() -> None:
    assert made_of_evidence(MemoriesMerged(**NEW, sources=("a", "b")))
    assert not made_of_evidence(MemoryRecorded(**NEW))
