"""Commands that bring words: record, revise, merge."""

import sys
from typing import Annotated, Any

from ..call import Call
from ..inputs import given, json_object, time_given, words
from ..options import (
    Because,
    BecauseIfAny,
    Category,
    Confidence,
    Evidence,
    File,
    IdempotencyKey,
    Importance,
    Key,
    Metadata,
    OccurredAt,
    Scope,
    Session,
    Source,
    Subjects,
    Summary,
    Tags,
    Text,
    Trigger,
    ValidFrom,
    ValidTo,
)
from ..parameters import Argument, Option


def record(
    call: Call,
    text: Text = None,
    file: File = None,
    kind: Annotated[
        str | None, Option("--kind", metavar="KIND", help="note (unless said), decision, lesson, fact, …")
    ] = None,
    scope: Scope = None,
    layer: Annotated[
        str | None, Option("--layer", metavar="L0..L6", help="Where its kind lives, or L6, the archive.")
    ] = None,
    importance: Importance = None,
    confidence: Confidence = None,
    subject: Subjects = None,
    tag: Tags = None,
    key: Key = None,
    category: Category = None,
    summary: Summary = None,
    trigger: Trigger = None,
    evidence: Evidence = None,
    source: Source = None,
    session: Session = None,
    metadata: Metadata = None,
    occurred_at: OccurredAt = None,
    valid_from: ValidFrom = None,
    valid_to: ValidTo = None,
    because: BecauseIfAny = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Record a memory. Its words are an argument, a file or stdin."""
    fields = given(
        kind=kind,
        scope=scope,
        layer=layer,
        importance=importance,
        confidence=confidence,
        subjects=subject,
        tags=tag,
        key=key,
        category=category,
        summary=summary,
        trigger=trigger,
        evidence=evidence,
        source=source,
        session=session,
        metadata=json_object(metadata, "--metadata"),
        occurred_at=time_given(occurred_at),
        valid_from=time_given(valid_from),
        valid_to=time_given(valid_to),
        because=because,
        idempotency_key=idempotency_key,
    )
    said = words(text, file)
    with call.opened() as memory:
        answer(call, call.acting(memory).record(said, **fields))


def revise(
    call: Call,
    id: Annotated[str, Argument(metavar="ID", help="Id of a memory, or its first 4 or more characters.")],
    because: Because,
    text: Text = None,
    file: File = None,
    summary: Summary = None,
    valid_from: ValidFrom = None,
    subject: Subjects = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Give a memory new words; those before stay in its history."""
    said = words(text, file)
    began = time_given(valid_from)
    with call.opened() as memory:
        changed = call.acting(memory).revise(
            id,
            said,
            because=because,
            summary=summary,
            valid_from=began,
            subjects=subject or (),
            idempotency_key=idempotency_key,
        )
        answer(call, changed, f"revision {changed.revision}")


def merge(
    call: Call,
    ids: Annotated[list[str], Argument(metavar="ID ID…", help="The memories to merge, of one layer and scope.")],
    because: Because,
    text: Annotated[str | None, Option("--text", metavar="TEXT", help="The words of the one they become.")] = None,
    file: File = None,
    summary: Summary = None,
    subject: Subjects = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Make one memory of several; they stay in its lineage."""
    said = words(text, file)
    with call.opened() as memory:
        merged = call.acting(memory).merge(
            ids, said, because=because, summary=summary, subjects=subject or (), idempotency_key=idempotency_key
        )
        answer(call, merged)


def answer(call: Call, memory: Any, *more: str) -> None:
    """Say what became of a memory: one line with its id, or the whole of it as JSON."""
    if call.json:
        from ..rendering.documents import write_json

        write_json(memory.to_json())
    else:
        from ..rendering.memories import line

        sys.stdout.write(f"{line(memory, *more)}\n")
