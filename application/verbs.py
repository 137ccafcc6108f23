"""Carrying out what an agent asks for, and returning the memory that came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

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
from ..domain.errors import InvalidInput, RemembrancerError
from ..domain.events import NewMemory
from ..domain.state import evolve
from ..projections.beliefs import BELIEFS
from .handler import Receipt, execute, execute_all
from .memory import Memory
from .moment import Moment
from .requests import Caller, given, names, record_command, whole_ids
from .store import Store, memory_ids, new_memory_id

BATCH = 1_000
"""Memories in one transaction of `record_many`."""

UTC_ZONE = "UTC"


def record(store: Store, caller: Caller, text: str, fields: Mapping[str, Any]) -> Memory:
    """Record one memory and return it; with a known idempotency key, the one recorded then."""
    command = record_command(store, caller, {"text": text, **fields}, new_memory_id())
    receipt = execute(store, command, key=fields.get("idempotency_key"))
    return recorded_memory(store, receipt)


def record_many(store: Store, caller: Caller, items: Iterable[Mapping[str, Any]]) -> list[Memory]:
    """Record memories in batches of 1,000, one transaction each, and return them in their order.

    Raises:
        RemembrancerError: an item was refused, and its batch with it; the message says which, and how many items before
            it are stored. What is wrong with an item by itself is mostly found before the first batch is written.
    """
    given_items = _objects(items)
    commands = [
        _numbered(store, caller, item, memory, number)
        for number, (item, memory) in enumerate(zip(given_items, memory_ids(len(given_items)), strict=True), 1)
    ]
    memories: list[Memory] = []
    for start in range(0, len(commands), BATCH):
        keys = [item.get("idempotency_key") for item in given_items[start : start + BATCH]]
        try:
            receipts = execute_all(store, commands[start : start + BATCH], keys=keys)
        except RemembrancerError as refusal:
            if refusal.number is None:
                raise
            stored = f"; the {start} items before its batch are stored" if start else ""
            raise refusal.told_of(f"item {start + refusal.number + 1}", stored) from None
        memories.extend(recorded_memory(store, receipt) for receipt in receipts)
    return memories


def _objects(items: object) -> list[dict[str, Any]]:
    kind = type(items).__name__
    if isinstance(items, Mapping) or not isinstance(items, Iterable):
        raise InvalidInput(f"record_many takes a list of objects such as {{'text': …}}, not a {kind}")
    given_items: list[dict[str, Any]] = []
    for number, item in enumerate(cast("Iterable[object]", items), 1):
        if not isinstance(item, Mapping):
            raise InvalidInput(f"item {number}: found a {type(item).__name__}; write an object such as {{'text': …}}")
        given_items.append(dict(cast("Mapping[str, Any]", item)))
    return given_items


def _numbered(store: Store, caller: Caller, item: dict[str, Any], memory: str, number: int) -> RecordMemory:
    try:
        return record_command(store, caller, item, memory)
    except InvalidInput as refusal:
        raise refusal.told_of(f"item {number}") from None


def recorded_memory(store: Store, receipt: Receipt) -> Memory:
    """Return the memory that a record or merge made, as it stood right after."""
    # What only goes before it, such as the start of a session, is one event at most.
    number = 0 if isinstance(receipt.events[0].event, NewMemory) else 1
    memory = receipt.events[number].event.memories[0]
    belief = None
    for recorded in receipt.events:
        if memory in recorded.event.memories:
            belief = evolve(belief, recorded, memory)
    assert belief is not None, f"{memory} was recorded by the events of its command"
    content = receipt.drafts[number].content if receipt.drafts else None
    return Memory(store, belief, moment_after(receipt), content if isinstance(content, MemoryText) else None)


def moment_after(receipt: Receipt) -> Moment:
    """Return the moment right after a command, which is what its result shows, also when it is sent again."""
    last = receipt.events[-1]
    return Moment(position=last.position, at=last.at, zone=UTC_ZONE, past=True)


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
    if verb == "restore":
        from .archive_checking import check_before_restore

        check_before_restore(store, memory)
    common = given(
        store,
        caller,
        because=because,
        subjects=subjects,
        idempotency_key=idempotency_key,
        body={"verb": verb, "memory": memory, "because": because, "subjects": subjects, **fields},
    )
    command = CHANGES[verb](**common, memory=memory, **fields)
    receipt = execute(store, command, key=idempotency_key)
    moment = moment_after(receipt) if receipt.events else store.moment(None)
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
        body={
            "verb": "merge",
            "sources": ids,
            "text": text,
            "because": because,
            "summary": summary,
            "subjects": subjects,
        },
    )
    command = MergeMemories(**common, memory=new_memory_id(), sources=ids, text=text, summary=summary)
    receipt = execute(store, command, key=idempotency_key)
    return recorded_memory(store, receipt)
