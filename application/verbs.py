"""From what a caller hands in to a command: names become HMACs, times become microseconds, ids become whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypedDict

import msgspec

from ..domain.commands import (
    ArchiveMemory,
    ConfirmMemory,
    ContradictMemory,
    DecayMemory,
    ForgetMemory,
    MergeMemories,
    PromoteMemory,
    QuarantineMemory,
    RecordMemory,
    ReleaseMemory,
    RestoreMemory,
    ReviewMemory,
    ReviseMemory,
)
from ..domain.content import MemoryText
from ..domain.errors import (
    InvalidInput,
    InvalidMetadata,
    InvalidMoment,
    InvalidName,
    InvalidNumber,
    InvalidText,
    StoreReadOnly,
)
from ..domain.moments import offset_minutes, to_micros
from ..domain.state import evolve
from ..domain.texts import check_line, check_metadata
from ..projections.beliefs import BELIEFS
from .fields import RecordFields
from .handler import Receipt, execute, execute_all
from .memory import Memory
from .moment import Moment
from .reading import find_belief, look
from .store import Store, memory_ids, new_command_id, new_memory_id

BATCH = 1_000
"""Memories in one transaction of `record_many`."""

UTC_ZONE = "UTC"

RECORD_NAMES = frozenset({"text", *RecordFields.__annotations__})
"""What a record may say."""
TIMES = frozenset({"occurred_at", "valid_from", "valid_to"})


class Caller(msgspec.Struct, frozen=True):
    """On whose behalf something is asked."""

    agent: str
    actor: str
    """As people know it; a person's name is turned into a pseudonym when something is written."""


class Given(TypedDict):
    """What every command says of its caller."""

    agent: str
    actor: str
    cause: str
    because: str | None
    subjects: tuple[str, ...]
    idempotency: str | None
    digest: str | None


def given(
    store: Store,
    caller: Caller,
    *,
    because: str | None = None,
    subjects: Sequence[str] = (),
    idempotency_key: str | None = None,
    body: object = None,
) -> Given:
    """Return what a command says of its caller; `body` is what an idempotency key is compared by."""
    if store.read_only:
        raise StoreReadOnly(f"the store {str(store.path)!r} was opened read-only; open it writable to change it")
    tag = digest = None
    if idempotency_key is not None:
        check_line(idempotency_key, "the idempotency key", 1_000)
        tag = store.keys.name_tag("cmd", f"{caller.agent}\0{idempotency_key}")
        digest = _digest(body)
    return {
        "agent": caller.agent,
        "actor": actor_in_log(store, caller.actor),
        "cause": new_command_id(),
        "because": because,
        "subjects": names(subjects, "subjects"),
        "idempotency": tag,
        "digest": digest,
    }


def _digest(body: object) -> str:
    """Return the SHA-256 of a command's body, whatever it holds."""
    import hashlib

    try:
        encoded = msgspec.json.encode(body, enc_hook=repr, order="sorted")
    except (ValueError, TypeError, OverflowError):
        # It holds what JSON cannot say; the checks that follow refuse it in words of their own.
        encoded = ascii(body).encode()
    return hashlib.sha256(encoded).hexdigest()


def actor_in_log(store: Store, actor: str) -> str:
    """Return an actor as the log may hold it: a person as a pseudonym."""
    return f"user:{store.keys.pseudonym(actor)}" if actor.startswith("user:") else actor


def names(given_names: Sequence[str], what: str) -> tuple[str, ...]:
    """Return several names.

    Raises:
        InvalidName: one text was given where several are due.
    """
    if isinstance(given_names, str):
        raise InvalidName(f"{what} must be a list of texts, not one text: write [{given_names!r}]")
    return tuple(check_line(name, f"one of the {what}") for name in given_names) if given_names else ()


def micros(moment: datetime | None, what: str) -> int | None:
    """Return a time as microseconds.

    Raises:
        InvalidMoment: it is a date, no time at all, or has no zone.
    """
    if moment is None:
        return None
    if not isinstance(moment, datetime):
        kind = "a date without a time" if isinstance(moment, date) else f"a {type(moment).__name__}"
        raise InvalidMoment(f"{what} must be a datetime with its zone, not {kind}")
    return to_micros(moment)


def thousandths(number: object, what: str) -> int:
    """Return a number from 0 to 1 as thousandths.

    Raises:
        InvalidNumber: it is none.
    """
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
        raise InvalidNumber(f"{what} must be a number from 0 to 1, not {number!r}")
    return round(number * 1000)


def record(store: Store, caller: Caller, text: str, fields: Mapping[str, Any]) -> Memory:
    """Record one memory and return it; with a known idempotency key, the one recorded then."""
    command = record_command(store, caller, {"text": text, **fields}, new_memory_id())
    receipt = execute(store, command, key=fields.get("idempotency_key"))
    return recorded_memory(store, receipt, command.memory)


def record_many(store: Store, caller: Caller, items: Iterable[Mapping[str, Any]]) -> list[Memory]:
    """Record memories in batches of 1,000, one transaction each; all are checked before the first is written.

    Raises:
        InvalidInput: one of them is wrong; the message says which, and nothing was stored.
    """
    given_items = [dict(item) for item in items]
    commands = [
        _numbered(store, caller, item, memory, number)
        for number, (item, memory) in enumerate(zip(given_items, memory_ids(len(given_items)), strict=True), 1)
    ]
    memories: list[Memory] = []
    for start in range(0, len(commands), BATCH):
        batch = commands[start : start + BATCH]
        keys = [item.get("idempotency_key") for item in given_items[start : start + BATCH]]
        receipts = execute_all(store, batch, keys=keys)
        memories.extend(
            recorded_memory(store, receipt, command.memory) for receipt, command in zip(receipts, batch, strict=True)
        )
    return memories


def _numbered(store: Store, caller: Caller, item: dict[str, Any], memory: str, number: int) -> RecordMemory:
    try:
        return record_command(store, caller, item, memory)
    except InvalidInput as refusal:
        raise type(refusal)(f"item {number}: {refusal}") from None


def record_command(store: Store, caller: Caller, fields: Mapping[str, Any], memory: str) -> RecordMemory:
    """Return the command that records what `fields` say.

    Raises:
        InvalidInput: a name is unknown, or a value is not of its kind.
    """
    unknown = fields.keys() - RECORD_NAMES
    if unknown:
        raise InvalidName(f"a record has no {', '.join(sorted(map(repr, unknown)))}; put it into metadata")
    if "text" not in fields:
        raise InvalidText("a record has no text; give it words")
    said = dict(fields)
    idempotency_key = said.pop("idempotency_key", None)
    common = given(
        store,
        caller,
        because=fields.get("because"),
        subjects=fields.get("subjects", ()),
        idempotency_key=idempotency_key,
        body=said,
    )
    # Most records say little: what is not said is left to the defaults of the command.
    said = {name: value for name, value in said.items() if name not in common}
    if "tags" in said:
        said["tags"] = names(said["tags"], "tags")
    if "evidence" in said:
        said["evidence"] = whole_ids(store, caller, names(said["evidence"], "evidence"))
    for name in TIMES & said.keys():
        said[name] = micros(fields[name], name)
    if said.get("occurred_at") is not None:
        said["occurred_offset"] = offset_minutes(fields["occurred_at"])
    if said.get("key") is not None:
        said["fact"] = _name_tag(store, "fact", said["key"], common["subjects"])
    if said.get("session") is not None:
        said["session_tag"] = _name_tag(store, "session", said["session"], ())
    if said.get("metadata") is not None:
        said["metadata_bytes"] = _size(said["metadata"])
    return RecordMemory(**common, memory=memory, **said)


def _name_tag(store: Store, family: str, name: str, subjects: tuple[str, ...]) -> str:
    """Return the HMAC of a name; under the secrets of the people it is about, if any."""
    check_line(name, f"the {'key' if family == 'fact' else family}")
    pseudonyms = store.keys.pseudonyms(subjects).values() if subjects else ()
    return store.keys.name_tag(family, name, tuple(pseudonyms))


def _size(metadata: object) -> int:
    try:
        return len(msgspec.json.encode(check_metadata(metadata)))
    except (TypeError, msgspec.EncodeError) as fault:
        raise InvalidMetadata(f"metadata cannot be written as JSON: {fault}") from None


def recorded_memory(store: Store, receipt: Receipt, memory: str) -> Memory:
    """Return the memory that a record or merge made, as it stood right after."""
    events = receipt.events
    first = events[0]
    memory = memory if receipt.drafts else first.event.memories[0]
    belief = None
    for recorded in events:
        if memory in recorded.event.memories:
            belief = evolve(belief, recorded, memory)
    assert belief is not None, f"{memory} was recorded by the events of its command"
    content = receipt.drafts[0].content if receipt.drafts else None
    return Memory(store, belief, _moment_after(receipt), content if isinstance(content, MemoryText) else None)


def _moment_after(receipt: Receipt) -> Moment:
    """Return the moment right after a command, which is what its result shows, also when it is sent again."""
    last = receipt.events[-1]
    return Moment(position=last.position, at=last.at, zone=UTC_ZONE, past=True)


def whole_ids(store: Store, caller: Caller, asked: Sequence[str]) -> tuple[str, ...]:
    """Return ids in full.

    Raises:
        UnknownMemory, AmbiguousId: one names no memory that the agent may read, or several.
    """
    if not asked:
        return ()
    view = look(store, caller.agent, None, None)
    return tuple(find_belief(store, view, memory).memory for memory in asked)


CHANGES = {
    "revise": ReviseMemory,
    "promote": PromoteMemory,
    "decay": DecayMemory,
    "forget": ForgetMemory,
    "archive": ArchiveMemory,
    "restore": RestoreMemory,
    "contradict": ContradictMemory,
    "quarantine": QuarantineMemory,
    "release": ReleaseMemory,
    "review": ReviewMemory,
    "confirm": ConfirmMemory,
}
"""Verbs about one existing memory."""


def change_memory(
    store: Store,
    caller: Caller,
    verb: str,
    asked: str,
    *,
    idempotency_key: str | None,
    because: str | None,
    subjects: Sequence[str] = (),
    **fields: Any,
) -> Memory:
    """Carry out a verb about one memory and return the memory as it stands after it."""
    memory = whole_ids(store, caller, (asked,))[0]
    common = given(
        store,
        caller,
        because=because,
        subjects=subjects,
        idempotency_key=idempotency_key,
        body={"verb": verb, "memory": memory, "because": because, **fields},
    )
    command = CHANGES[verb](**common, memory=memory, **fields)
    receipt = execute(store, command, key=idempotency_key)
    moment = _moment_after(receipt) if receipt.events else store.moment(None)
    belief = store.views.row(BELIEFS, (memory,), moment.position)
    assert belief is not None, f"{memory} was there when the command was decided"
    return Memory(store, belief, moment)


def merge(
    store: Store,
    caller: Caller,
    sources: Sequence[str],
    text: str,
    *,
    because: str | None,
    summary: str | None,
    subjects: Sequence[str],
    idempotency_key: str | None,
) -> Memory:
    """Merge memories and return the one that they became."""
    ids = whole_ids(store, caller, names(sources, "ids"))
    common = given(
        store,
        caller,
        because=because,
        subjects=subjects,
        idempotency_key=idempotency_key,
        body={"verb": "merge", "sources": ids, "text": text, "because": because, "summary": summary},
    )
    command = MergeMemories(**common, memory=new_memory_id(), sources=ids, text=text, summary=summary)
    receipt = execute(store, command, key=idempotency_key)
    return recorded_memory(store, receipt, command.memory)
