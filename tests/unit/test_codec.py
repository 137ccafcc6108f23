"""Events survive bytes and back, and what is no event is refused with its place."""

import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.errors import NewerStore, StoreDamaged
from remembrancer.domain.events import (
    EVENT_TYPES,
    AgentEvent,
    AnyEvent,
    Event,
    MemoryForgotten,
    PolicyAdopted,
    StoreCreated,
)
from remembrancer.domain.policy import NUMBER_MAX, Policy, settings_of
from remembrancer.infrastructure.codec import CODEC, KNOWN_TYPES, Codec, decode, encode
from remembrancer.infrastructure.log import NewEvent, StoredEvent

WORDS = st.text(max_size=8) | st.sampled_from(["agent:記憶", "\U00010400", "ﬀ", "\uffff", '\x7f\x1f"\\/', "\u2028"])
NUMBERS = st.integers(-NUMBER_MAX, NUMBER_MAX)
SETTINGS = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)


def values_of(annotation: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for what a field may hold."""
    origin, arguments = get_origin(annotation) or annotation, get_args(annotation)
    if origin in {types.UnionType, Union}:
        return st.one_of(*map(values_of, arguments))
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple:
        if arguments[-1] is not Ellipsis:
            return st.tuples(*map(values_of, arguments))
        return st.lists(values_of(arguments[0]), max_size=3).map(tuple)
    if origin is dict:
        return st.dictionaries(WORDS, NUMBERS if arguments[1] is int else SETTINGS, max_size=4)
    if issubclass(origin, msgspec.Struct):
        return st.builds(origin, **{field.name: values_of(field.type) for field in msgspec.structs.fields(origin)})
    return {bool: st.booleans(), int: NUMBERS, str: WORDS, type(None): st.none()}[origin]


EVENTS: st.SearchStrategy[AnyEvent] = st.sampled_from(EVENT_TYPES).flatmap(values_of)


def stored(new: NewEvent, position: int = 7) -> StoredEvent:
    return StoredEvent(position=position, at=1_700_000_000_000_000, type=new.type, tags=new.tags, body=new.body)


def with_body(body: bytes, type_name: str = "memory.forgotten/1") -> StoredEvent:
    return StoredEvent(position=7, at=0, type=type_name, tags=(), body=body)


FORGOTTEN = MemoryForgotten(
    actor="agent:atlas",
    cause="cmd_0000000000000000",
    box=None,
    agent="atlas",
    scope="agent:atlas",
    policy=1,
    command=None,
    memory="mem_0000000000000000",
)
BODY = encode(FORGOTTEN).body


@given(EVENTS)
def test_an_event_survives_bytes_and_back_and_gives_the_same_bytes_again(event: AnyEvent) -> None:
    new = encode(event)
    recorded = decode(stored(new))
    assert recorded.event == event
    assert type(recorded.event) is type(event)
    assert (recorded.position, recorded.at) == (7, 1_700_000_000_000_000)
    assert encode(recorded.event).body == new.body


@given(EVENTS)
def test_a_body_is_canonical_json_byte_for_byte(event: AnyEvent) -> None:
    body = encode(event).body
    assert body == rfc8785.dumps(msgspec.json.decode(body))


@given(EVENTS)
def test_what_was_encoded_passes_the_check(event: AnyEvent) -> None:
    assert CODEC.check(stored(encode(event))).event == event


def test_names_beyond_the_basic_plane_are_sorted_by_their_utf16_units() -> None:
    event = PolicyAdopted(
        actor="file:x", cause="c", box=None, version=2, settings={"teams": {"ﬀ": ["a"], "\U00010400": [], "é": []}}
    )
    body = encode(event).body
    assert body.index("é".encode()) < body.index("\U00010400".encode()) < body.index("ﬀ".encode())


def test_the_type_and_tags_of_a_new_event_are_those_of_its_class() -> None:
    new = encode(FORGOTTEN)
    assert new.type == "memory.forgotten/1"
    assert new.tags == FORGOTTEN.tags
    assert new.event is FORGOTTEN


def annotations_within(annotation: Any) -> Iterator[Any]:
    yield annotation
    for inner in get_args(annotation):
        yield from annotations_within(inner)
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        for inner in get_type_hints(annotation).values():
            yield from annotations_within(inner)


@pytest.mark.parametrize("event_type", EVENT_TYPES)
def test_no_field_of_an_event_may_hold_a_fraction(event_type: type[AnyEvent]) -> None:
    for field in msgspec.structs.fields(event_type):
        assert float not in annotations_within(field.type), field.name


def test_the_settings_of_a_policy_hold_no_fraction() -> None:
    with pytest.raises(msgspec.ValidationError, match="float"):
        msgspec.convert({**settings_of(Policy()), "version": 1.5}, Policy)


@pytest.mark.parametrize("event_type", EVENT_TYPES)
def test_an_event_says_neither_its_position_nor_its_time(event_type: type[AnyEvent]) -> None:
    assert not {"position", "at"} & {field.name for field in msgspec.structs.fields(event_type)}


def test_an_unknown_type_is_said_to_come_from_a_newer_version() -> None:
    with pytest.raises(
        NewerStore, match=r"^event 7 has the type 'memory.dreamt/3', which this version does not know; "
    ):
        decode(with_body(BODY, "memory.dreamt/3"))


def test_a_type_that_names_a_python_path_is_looked_up_and_not_imported() -> None:
    with pytest.raises(NewerStore, match="antigravity"):
        decode(with_body(b"{}", "antigravity:Event"))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="empty"),
        pytest.param(BODY[:-1], id="cut"),
        pytest.param(BODY + b"x", id="with trailing bytes"),
        pytest.param(b"[" + BODY + b"]", id="a list"),
        pytest.param(b"null", id="null"),
        pytest.param(b"{}", id="without fields"),
        pytest.param(BODY.replace(b'"policy":1', b'"policy":"1"'), id="with text for a number"),
        pytest.param(BODY.replace(b'"policy":1', b'"policy":1.5'), id="with a fraction"),
        pytest.param(BODY.replace(b'"policy":1', b'"policy":1,"more":2'), id="with an unknown field"),
        pytest.param(BODY.replace(b"atlas", b"\xff\xfe"), id="not utf-8"),
        pytest.param(BODY.replace(b"atlas", b"\\ud800"), id="with half a surrogate pair"),
        pytest.param(BODY.replace(b"null", b"[" * 100_000, 1), id="nested without end"),
    ],
)
def test_a_body_that_is_no_event_is_damage_at_its_position(body: bytes) -> None:
    assert body != BODY
    with pytest.raises(StoreDamaged, match=r"^event 7 is damaged: .*'memory.forgotten/1'"):
        decode(with_body(body))


def test_settings_nested_without_end_are_damage() -> None:
    body = (
        b'{"actor":"a","box":null,"cause":"c","settings":'
        + b'{"a":' * 100_000
        + b"1"
        + b"}" * 100_000
        + b',"version":1}'
    )
    with pytest.raises(StoreDamaged, match=r"^event 7 is damaged"):
        decode(with_body(body, "policy.adopted/1"))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(BODY.replace(b"{", b'{"actor":"agent:else",', 1), id="a name twice"),
        pytest.param(BODY.replace(b",", b", ", 1), id="a space"),
        pytest.param(b"{" + b",".join(reversed(BODY[1:-1].split(b","))) + b"}", id="another order"),
        pytest.param(BODY.replace(b"atlas", b"\\u0061tlas"), id="an escape that is not needed"),
    ],
)
def test_the_check_refuses_a_body_that_says_the_same_in_other_bytes(body: bytes) -> None:
    assert decode(with_body(body)).event == FORGOTTEN
    with pytest.raises(StoreDamaged, match=r"^event 7 is damaged: its body is not canonical JSON"):
        CODEC.check(StoredEvent(position=7, at=0, type="memory.forgotten/1", tags=FORGOTTEN.tags, body=body))


def test_the_check_refuses_tags_that_are_not_those_of_the_event() -> None:
    with pytest.raises(StoreDamaged, match=r"^event 7 is damaged: it carries the tags \['agent:else'\]"):
        CODEC.check(StoredEvent(position=7, at=0, type="memory.forgotten/1", tags=("agent:else",), body=BODY))


def test_the_known_types_are_those_of_the_closed_table() -> None:
    assert {event_type.TYPE for event_type in EVENT_TYPES} <= KNOWN_TYPES


class NoteTaken(AgentEvent, frozen=True, kw_only=True):
    """A note was taken; third of its schema."""

    TYPE = "note.taken/3"

    words: tuple[str, ...]
    weight: int


def split_words(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "words": fields["words"].split()}


def add_weight(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "weight": len(fields["words"])}


NOTES = Codec(
    types=(NoteTaken, StoreCreated),
    upcasters={"note.taken/1": ("note.taken/2", split_words), "note.taken/2": ("note.taken/3", add_weight)},
)
COMMON: dict[str, Any] = {
    "actor": "a",
    "agent": "x",
    "box": None,
    "cause": "c",
    "command": None,
    "policy": 1,
    "scope": "fleet",
}


@pytest.mark.parametrize(
    ("type_name", "fields"),
    [
        ("note.taken/1", {"words": "one two"}),
        ("note.taken/2", {"words": ["one", "two"]}),
        ("note.taken/3", {"words": ["one", "two"], "weight": 2}),
    ],
)
def test_each_schema_ever_written_reads_as_the_one_of_today(type_name: str, fields: dict[str, Any]) -> None:
    old = with_body(rfc8785.dumps({**COMMON, **fields}), type_name)
    event: Event = NOTES.decode(old).event
    assert event == NoteTaken(**COMMON, words=("one", "two"), weight=2)


def test_the_check_of_an_old_schema_wants_canonical_bytes_and_takes_its_tags_as_they_are() -> None:
    body = rfc8785.dumps({**COMMON, "words": "one two"})
    old = StoredEvent(position=7, at=0, type="note.taken/1", tags=("note:old",), body=body)
    event: Event = NOTES.check(old).event
    assert isinstance(event, NoteTaken)
    with pytest.raises(StoreDamaged, match="not canonical"):
        NOTES.check(msgspec.structs.replace(old, body=body.replace(b",", b" ,")))


def test_types_reached_through_upcasters_are_known() -> None:
    assert NOTES.known_types == {"note.taken/1", "note.taken/2", "note.taken/3", "store.created/1"}


@pytest.mark.parametrize("body", [b"[]", b"1", b"{}", b'{"words":5}', b'{"words":"x"}', b"{"])
def test_an_old_body_that_leads_to_no_event_is_damage_at_its_position(body: bytes) -> None:
    with pytest.raises(StoreDamaged, match=r"^event 7 is damaged: .*'note.taken/"):
        NOTES.decode(with_body(body, "note.taken/1"))


def test_upcasters_that_go_round_are_refused() -> None:
    steps = {"x/1": ("x/2", add_weight), "x/2": ("x/1", add_weight)}
    with pytest.raises(AssertionError, match="x/1 -> x/2 -> x/1"):
        Codec(types=(NoteTaken,), upcasters=steps)


def test_upcasters_that_end_at_no_type_of_today_are_refused() -> None:
    with pytest.raises(AssertionError, match="x/1 -> x/2"):
        Codec(types=(NoteTaken,), upcasters={"x/1": ("x/2", add_weight)})


def test_an_upcaster_that_leads_away_from_a_type_of_today_is_refused() -> None:
    with pytest.raises(AssertionError, match=r"note.taken/3 is written today"):
        Codec(types=(NoteTaken,), upcasters={"note.taken/3": ("note.taken/3", add_weight)})
