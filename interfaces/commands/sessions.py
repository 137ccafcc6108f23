"""Sessions: what was said, until each ends with a summary."""

from typing import Annotated

from ..call import Call, zone_of
from ..inputs import edge, given, json_object, time_given, words
from ..options import (
    AsOf,
    BecauseIfAny,
    File,
    IdempotencyKey,
    Importance,
    Metadata,
    OccurredAt,
    Source,
    Subjects,
    Tags,
    Text,
)
from ..parameters import Argument, Option
from .reading import list_title, moments, past_title
from .recording import answer

SessionName = Annotated[str, Argument(metavar="NAME", help="What the session is called.")]


def message(
    call: Call,
    name: SessionName,
    text: Text = None,
    file: File = None,
    speaker: Annotated[str | None, Option("--speaker", metavar="NAME", help="Who says it.")] = None,
    subject: Subjects = None,
    tag: Tags = None,
    metadata: Metadata = None,
    source: Source = None,
    importance: Importance = None,
    occurred_at: OccurredAt = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """Say something in a session; the first message starts it."""
    fields = given(
        speaker=speaker,
        subjects=subject,
        tags=tag,
        metadata=json_object(metadata, "--metadata"),
        source=source,
        importance=importance,
        occurred_at=time_given(occurred_at),
        idempotency_key=idempotency_key,
    )
    said = words(text, file)
    with call.opened() as memory:
        answer(call, call.acting(memory).session(name).message(said, **fields))


def end(
    call: Call,
    name: SessionName,
    summary: Annotated[
        str | None,
        Option("--summary", metavar="TEXT", help="What it came to; `-` is stdin; none: composed of its messages."),
    ] = None,
    because: BecauseIfAny = None,
    subject: Subjects = None,
    idempotency_key: IdempotencyKey = None,
) -> None:
    """End a session: its messages expire, its summary stays."""
    said = None if summary is None else words(summary, None)
    with call.opened() as memory:
        session = call.acting(memory).session(name)
        answer(call, session.end(said, because=because, subjects=subject or (), idempotency_key=idempotency_key))


def show(call: Call, name: SessionName, as_of: AsOf = None) -> None:
    """Show a session: what was said in it, and what it came to."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        session = reads.session(name)
        if call.json:
            from ..rendering.documents import write_json

            write_json({**session.to_json(), **moments(reads)})
            return
        from ..rendering.sessions import draw_session

        draw_session(session, zone_of(memory), past_title(reads))


def list_(
    call: Call,
    tag: Annotated[str | None, Option("--tag", metavar="TAG", help="Only with this tag.")] = None,
    since: Annotated[
        str | None, Option("--since", metavar="TIME", help="Not before this date, or time with its zone.")
    ] = None,
    until: Annotated[
        str | None, Option("--until", metavar="TIME", help="Not after this date, or time with its zone.")
    ] = None,
    as_of: AsOf = None,
) -> None:
    """List the sessions, newest first."""
    with call.opened() as memory:
        zone = zone_of(memory)
        reads = call.reading(memory, as_of)
        found = reads.sessions(tag=tag, since=edge(since, zone, last=False), until=edge(until, zone, last=True))
        if call.json:
            from ..rendering.documents import write_json

            write_json({"agent": reads.name, **moments(reads), "sessions": [one.to_json() for one in found]})
            return
        from ..rendering.sessions import draw_sessions

        draw_sessions(reads.name, list_title(reads), found, zone)
