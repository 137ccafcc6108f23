"""Decisions: made with a confidence, judged by how they turned out."""

import sys
from typing import Annotated

from msgspec.structs import asdict, replace

from ..call import Call, zone_of
from ..inputs import given, json_object, json_or_text, time_given, words
from ..options import (
    AsOf,
    Because,
    BecauseIfAny,
    Category,
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
    Sureness,
    Tags,
    Text,
    Trigger,
    ValidFrom,
    ValidTo,
)
from ..parameters import Argument, Option
from .reading import list_title, moments
from .recording import answer

LISTED = 40
"""Decisions that a list holds unless told otherwise."""
DAYS_SHOWN = 14
"""Days that a screen shows unless told otherwise."""


def made(
    call: Call,
    text: Text = None,
    file: File = None,
    confidence: Sureness = None,
    importance: Importance = None,
    category: Category = None,
    evidence: Evidence = None,
    because: BecauseIfAny = None,
    scope: Scope = None,
    subject: Subjects = None,
    tag: Tags = None,
    key: Key = None,
    summary: Summary = None,
    trigger: Trigger = None,
    source: Source = None,
    session: Session = None,
    metadata: Metadata = None,
    occurred_at: OccurredAt = None,
    valid_from: ValidFrom = None,
    valid_to: ValidTo = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Record a decision, with the confidence that it is taken with."""
    fields = given(
        confidence=json_or_text(confidence),
        importance=importance,
        category=category,
        evidence=evidence,
        because=because,
        scope=scope,
        subjects=subject,
        tags=tag,
        key=key,
        summary=summary,
        trigger=trigger,
        source=source,
        session=session,
        metadata=json_object(metadata, "--metadata"),
        occurred_at=time_given(occurred_at),
        valid_from=time_given(valid_from),
        valid_to=time_given(valid_to),
        idempotency_key=idempotency_key,
    )
    said = words(text, file)
    with call.opened() as memory:
        taken = call.acting(memory).decide(said, **fields)
        answer(call, taken, f"confidence {taken.confidence}")


def judged(
    call: Call,
    id: Annotated[str, Argument(metavar="ID", help="Id of a decision, or its first 4 or more characters.")],
    outcome: Annotated[str, Argument(metavar="OUTCOME", help="right, wrong or mixed.")],
    because: Because,
    evidence: Evidence = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Say how a decision turned out; the latest word counts."""
    with call.opened() as memory:
        found = call.acting(memory).judge(
            id, outcome, because=because, evidence=evidence or (), idempotency_key=idempotency_key
        )
        if call.json:
            from ..rendering.documents import write_json

            write_json(found.to_json())
            return
        from ..rendering.decisions import judged_line

        sys.stdout.write(f"{judged_line(found)}\n")


def list_(
    call: Call,
    number: Annotated[int, Option("-n", minimum=1, metavar="N", help="At most N, the newest.")] = LISTED,
    as_of: AsOf = None,
) -> None:
    """List the decisions, newest first, and how each turned out."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.decisions(limit=number)
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "decisions": [one.to_json() for one in found]})
            return
        from ..rendering.decisions import draw_decisions

        draw_decisions(reads.name, list_title(reads), found, zone_of(memory))


def quality(
    call: Call,
    number: Annotated[
        int | None,
        Option("-n", minimum=1, metavar="N", help="At most N days, the newest; 14, with --json all."),
    ] = None,
    as_of: AsOf = None,
) -> None:
    """Show how decisions turned out: together, by day, by confidence."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.decision_quality()
        if call.json:
            from ..rendering.documents import write_json

            narrowed = replace(found, days=found.days[:number])
            write_json({"agent": reads.name, **moments(reads), **asdict(narrowed)})
            return
        from ..rendering.decisions import draw_quality

        draw_quality(reads.name, list_title(reads), found, number or DAYS_SHOWN)
