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
