"""Intents: problems by their envelope, how often they were met, and what that taught."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.commands import ObserveIntent
from ..domain.content import ExampleText
from ..domain.envelopes import Envelope, envelope_from, similarity, words_as_given
from ..domain.errors import AmbiguousId, InvalidEnvelope, InvalidMetadata, UnknownIntent
from ..domain.moments import to_datetime
from ..domain.scopes import check_scope, own
from ..domain.texts import check_range
from ..projections.beliefs import BELIEFS
from ..projections.intents import INTENTS
from .handler import execute
from .memory import Memory
from .reading import look
from .requests import given
from .store import new_memory_id

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from ..domain.intents import IntentRecord
    from .reading import View
    from .requests import Caller
    from .store import Store

SIGNATURE_CHARS = 64
SIGNATURE_CHARS_MIN = 8
SIMILAR_MAX = 1_000_000
"""Similar intents that may be asked for at once."""
_SIGNATURE = re.compile(r"[0-9a-f]{8,64}")


class Intent(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one problem, in one scope, at the asked moment."""

    signature: str | None
    """64 hexadecimal digits; None where it cannot be read."""
    envelope: Envelope | None
    """None where it cannot be read."""
    scope: str
    uses: int
    successes: int
    rollbacks: int
    examples: tuple[dict[str, Any], ...]
    """The newest first, at most 5."""
    first_at: datetime
    last_at: datetime
    memory: Memory

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "signature": self.signature,
            "envelope": None if self.envelope is None else msgspec.to_builtins(self.envelope),
            "scope": self.scope,
            "uses": self.uses,
            "successes": self.successes,
            "rollbacks": self.rollbacks,
            "examples": list(self.examples),
            "first_at": self.first_at.isoformat(),
            "last_at": self.last_at.isoformat(),
            "memory": self.memory.id,
            "status": self.memory.status,
        }


class SimilarIntent(msgspec.Struct, frozen=True, kw_only=True):
    """A problem that has something in common with the one that was asked about."""

    intent: Intent
    similarity: float
    """0 to 1; 1 for the same problem."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"similarity": round(self.similarity, 3), **self.intent.to_json()}


def intent_tag(store: Store, envelope: Envelope) -> str:
    """Return the HMAC under which the log knows an envelope."""
    return store.keys.name_tag("intent", envelope.signature)


def observe(
    store: Store,
    caller: Caller,
    envelope: Mapping[str, Any] | Envelope,
    *,
    outcome: str | None,
    example: Mapping[str, Any] | None,
    scope: str | None,
    because: str | None,
    subjects: Sequence[str],
    idempotency_key: str | None,
) -> Intent:
    """Count one use of a problem and return what has become of it.

    Raises:
        InvalidEnvelope: it has no role.
        SourceCodeRefused, SecretRefused: the envelope or the example holds some.
    """
    checked = envelope_from(envelope)
    if scope is not None:
        check_scope(scope)
    if example is not None and not isinstance(example, dict):
        raise InvalidMetadata(f"the example must be an object with names and values, not {type(example).__name__}")
    body = {
        "verb": "intent",
        "envelope": checked,
        "outcome": outcome,
        "example": example,
        "scope": scope,
        "because": because,
        "subjects": subjects,
    }
    common = given(store, caller, because=because, subjects=subjects, idempotency_key=idempotency_key, body=body)
    tag = intent_tag(store, checked)
    command = ObserveIntent(
        **common,
        memory=new_memory_id(),
        scope=scope,
        envelope=checked,
        said=words_as_given(envelope),
        intent=tag,
        outcome=outcome,
        example=example,
    )
    execute(store, command, key=idempotency_key)
    view = look(store, caller.agent, None, None)
    record = store.views.row(INTENTS, (own(caller.agent) if scope is None else scope, tag), view.moment.position)
    assert record is not None, "an intent that was just observed is there"
    (pair,) = _with_memories(store, view, [record])
    return _intent(store, *pair)


def intents(store: Store, view: View) -> list[Intent]:
    """Return the live intents that the view's agent may read, the most used first."""
    live = [(record, memory) for record, memory in _kept(store, view) if memory.status == "live"]
    ranked = sorted(live, key=lambda pair: (-pair[0].uses, -pair[1].position))
    return [_intent(store, record, memory) for record, memory in ranked]


def find(store: Store, view: View, asked: Mapping[str, Any] | Envelope | str) -> Intent:
    """Return the intent of an envelope, or of a signature or its first 8 digits and more; the agent's own first.

    Raises:
        InvalidEnvelope: it is neither.
        UnknownIntent, AmbiguousId: none was met in a scope that the agent may read, or several fit.
    """
    if isinstance(asked, str):
        return _by_signature(store, view, asked)
    checked = envelope_from(asked)
    return _by_whole_signature(store, view, checked.signature)


def similar(store: Store, view: View, envelope: Mapping[str, Any] | Envelope, k: int) -> list[SimilarIntent]:
    """Return the live intents that have most in common with an envelope, the most similar first."""
    asked = envelope_from(envelope)
    check_range(k, "the number of similar intents", 1, SIMILAR_MAX)
    found = [
        SimilarIntent(intent=intent, similarity=similarity(asked, intent.envelope))
        for intent in intents(store, view)
        if intent.envelope is not None
    ]
    alike = [one for one in found if one.similarity > 0]
    return sorted(alike, key=lambda one: -one.similarity)[:k]


def _by_signature(store: Store, view: View, asked: str) -> Intent:
    digits = asked.strip().lower()
    if not _SIGNATURE.fullmatch(digits):
        raise InvalidEnvelope(
            f"not a signature: {asked[:70]!r}; give its first {SIGNATURE_CHARS_MIN} or more hexadecimal digits"
        )
    if len(digits) == SIGNATURE_CHARS:
        return _by_whole_signature(store, view, digits)
    # The log knows signatures as HMACs only: which one begins so is found by reading them.
    known = {memory.metadata.get("signature"): (record, memory) for record, memory in reversed(_kept(store, view))}
    found = {said: pair for said, pair in known.items() if said is not None and said.startswith(digits)}
    if not found:
        raise UnknownIntent(asked)
    if len(found) > 1:
        raise AmbiguousId(asked, tuple(sorted(found)))
    (pair,) = found.values()
    return _intent(store, *pair)


def _by_whole_signature(store: Store, view: View, signature: str) -> Intent:
    tag = store.keys.name_tag("intent", signature)
    rows = store.views.rows(INTENTS, [(scope, tag) for scope in view.scopes], view.moment.position)
    scope = next((scope for scope in view.scopes if (scope, tag) in rows), None)
    if scope is None:
        raise UnknownIntent(signature)
    (pair,) = _with_memories(store, view, [rows[scope, tag]])
    return _intent(store, *pair)


def _kept(store: Store, view: View) -> list[tuple[IntentRecord, Memory]]:
    """Return the records that the view's agent may read, its own first, each with the memory that holds it."""
    at = view.moment.position
    records = [record for scope in view.scopes for record in store.views.having(INTENTS, "scope", scope, at)]
    return _with_memories(store, view, records)


def _with_memories(store: Store, view: View, records: Sequence[IntentRecord]) -> list[tuple[IntentRecord, Memory]]:
    held = store.views.rows(BELIEFS, [(record.memory,) for record in records], view.moment.position)
    return [(record, Memory(store, held[record.memory,], view.moment)) for record in records]


def _intent(store: Store, record: IntentRecord, memory: Memory) -> Intent:
    said = memory.metadata
    return Intent(
        signature=said.get("signature"),
        envelope=envelope_from(said) if said.get("role") else None,
        scope=record.scope,
        uses=record.uses,
        successes=record.successes,
        rollbacks=record.rollbacks,
        examples=tuple(_examples(store, memory, record)),
        first_at=to_datetime(record.first_at),
        last_at=to_datetime(record.last_at),
        memory=memory,
    )


def _examples(store: Store, memory: Memory, record: IntentRecord) -> list[dict[str, Any]]:
    if memory.id in store.erased():
        return []
    contents = [store.open(store.event(int(position))) for position in record.examples.split()]
    return [content.example for content in contents if isinstance(content, ExampleText) and content.example is not None]
