"""From what a caller hands in to a command: names become HMACs, times become microseconds, ids become whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypedDict

import msgspec

from ..domain.commands import RecordMemory
from ..domain.errors import (
    InvalidMetadata,
    InvalidMoment,
    InvalidName,
    InvalidNumber,
    InvalidText,
    StoreReadOnly,
)
from ..domain.moments import offset_minutes, to_micros
from ..domain.texts import check_line, check_metadata, shown
from .fields import RecordFields
from .reading import find_belief, look
from .store import Store, new_command_id

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
        encoded = _ascii(body)
    except RecursionError:
        encoded = b""  # nested deeper than metadata may be: refused as well
    return hashlib.sha256(encoded).hexdigest()


def _ascii(body: object) -> bytes:
    try:
        return ascii(body).encode()
    except ValueError:
        return b""  # a whole number that Python does not write: refused as well


def actor_in_log(store: Store, actor: str) -> str:
    """Return an actor as the log may hold it: a person as a pseudonym."""
    return f"user:{store.keys.pseudonym(actor)}" if actor.startswith("user:") else actor


def names(given_names: Sequence[str], what: str) -> tuple[str, ...]:
    """Return several names.

    Raises:
        InvalidName: something else was given, such as one text.
    """
    if isinstance(given_names, str):
        raise InvalidName(f"{what} must be a list of texts, not one text: write [{shown(given_names)}]")
    if given_names and not isinstance(given_names, Iterable):
        raise InvalidName(f"{what} must be a list of texts, not {shown(given_names)}")
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
        raise InvalidNumber(f"{what} must be a number from 0 to 1, not {shown(number)}")
    return round(number * 1000)


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
        said["fact"] = name_tag(store, "fact", said["key"], common["subjects"])
    if said.get("session") is not None:
        said["session_tag"] = name_tag(store, "session", said["session"], ())
    if said.get("metadata") is not None:
        said["metadata_bytes"] = _size(said["metadata"])
    return RecordMemory(**common, memory=memory, **said)


def name_tag(store: Store, family: str, name: str, subjects: tuple[str, ...]) -> str:
    """Return the HMAC of a name; under the secrets of the people it is about, if any."""
    check_line(name, f"the {'key' if family == 'fact' else family}")
    pseudonyms = store.keys.pseudonyms(subjects).values() if subjects else ()
    return store.keys.name_tag(family, name, tuple(pseudonyms))


def _size(metadata: object) -> int:
    try:
        return len(msgspec.json.encode(check_metadata(metadata)))
    except (TypeError, msgspec.EncodeError) as fault:
        raise InvalidMetadata(f"metadata cannot be written as JSON: {fault}") from None


def whole_ids(store: Store, caller: Caller, asked: Sequence[str]) -> tuple[str, ...]:
    """Return ids in full.

    Raises:
        InvalidName: it is no list, or one is no id.
        UnknownMemory, AmbiguousId: one names no memory that the agent may read, or several.
    """
    if not asked:
        return ()
    if isinstance(asked, str) or not isinstance(asked, Iterable):
        raise InvalidName(f"evidence must be a list of ids, not {shown(asked)}")
    view = look(store, caller.agent, None, None)
    return tuple(find_belief(store, view, memory).memory for memory in asked)
