"""Arguments and options that several commands take, each with its help."""

from typing import Annotated

from .parameters import Argument, Option

Id = Annotated[str, Argument(metavar="ID", help="Id of a memory, or its first 4 or more characters.")]
Because = Annotated[str, Option("--because", metavar="WHY", help="Why, in your own words.")]
BecauseIfAny = Annotated[str | None, Option("--because", metavar="WHY", help="Why, in your own words.")]
Text = Annotated[str | None, Argument(metavar="TEXT", help="The words; `-` reads them from stdin.")]
File = Annotated[str | None, Option("--file", "-f", metavar="FILE", help="Read the words from a file; `-` is stdin.")]
Summary = Annotated[str | None, Option("--summary", metavar="LINE", help="The same in one line.")]
Subjects = Annotated[
    list[str] | None,
    Option("--subject", metavar="NAME", help="A person it is about, such as user:42; may be repeated."),
]
Evidence = Annotated[
    list[str] | None, Option("--evidence", metavar="ID", help="A memory it rests on; may be repeated.")
]
ValidFrom = Annotated[
    str | None, Option("--valid-from", metavar="TIME", help="When it began to hold, with its zone; now.")
]
IdempotencyKey = Annotated[
    str | None,
    Option("--idempotency-key", metavar="KEY", help="Sent again with the same key, it is done once."),
]
AsOf = Annotated[
    str | None,
    Option("--as-of", metavar="MOMENT", help="As believed then: a position, a date, or a time with its zone."),
]
ValidAt = Annotated[
    str | None,
    Option("--valid-at", metavar="MOMENT", help="What was true then: a position, a date, or a time with its zone."),
]
Scope = Annotated[
    str | None, Option("--scope", metavar="SCOPE", help="agent:NAME, team:NAME or fleet; the agent's own.")
]
Importance = Annotated[int | None, Option("--importance", metavar="1..10", help="How much it matters; 5.")]
Confidence = Annotated[int | None, Option("--confidence", metavar="1..10", help="How sure it is; 5.")]
Tags = Annotated[list[str] | None, Option("--tag", metavar="TAG", help="A free tag; may be repeated.")]
Category = Annotated[str | None, Option("--category", metavar="SLUG", help="A slug, stored in clear.")]
Key = Annotated[str | None, Option("--key", metavar="NAME", help="Name of a fact; the same name again replaces it.")]
Trigger = Annotated[
    str | None, Option("--trigger", metavar="TEXT", help="The incident that taught it; a lesson needs one.")
]
Source = Annotated[
    str | None,
    Option("--source", metavar="own|foreign", help="Whose words: foreign is data for ever; own."),
]
Session = Annotated[str | None, Option("--session", metavar="NAME", help="Said in this session.")]
Metadata = Annotated[str | None, Option("--metadata", metavar="JSON", help="An object to keep with it.")]
OccurredAt = Annotated[str | None, Option("--occurred-at", metavar="TIME", help="When it happened, with its zone.")]
ValidTo = Annotated[str | None, Option("--valid-to", metavar="TIME", help="When it stopped to hold, with its zone.")]
EnvelopeFile = Annotated[
    str,
    Argument(
        metavar="ENVELOPE.json",
        help="The problem: role, risk, constraints, forbidden_signals; `-` reads it from stdin.",
    ),
]
Sureness = Annotated[
    str | None, Option("--confidence", metavar="1..10", help="How sure it is, or a share such as 0.8; 5.")
]
