"""What is sealed: the words of an event, apart from its clear fields.

An event in the log carries a `Box`, the ciphertext of one of the structs below. Folds never open a box.
"""

from typing import Any, Literal

import msgspec


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sealed content as the log stores it."""

    slot: str
    """Name of the slot secret that the key was derived from: `<block>.<number>`; used for this box only."""
    subjects: tuple[str, ...]
    """Pseudonyms of the people whose secrets the key was derived from as well, sorted."""
    data: str
    """Nonce (12 bytes), ciphertext and tag (16 bytes) of AES-256-GCM, in base64."""


class Content(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every sealed content may say. Unknown fields are ignored, so a newer writer may add some."""

    because: str | None = None
    """Why, in the words of whoever asked for it."""
    subjects: tuple[str, ...] = ()
    """Names of the people it is about, such as `user:42`, sorted."""
    command: str | None = None
    """SHA-256 of the command's body (hex), kept when it came with an idempotency key."""
    rule: str | None = None
    """The rule of a dream that asked for it: `<stage>/<rule>`."""


class Reason(Content, frozen=True, kw_only=True):
    """Content of an event that says nothing but why."""


class Factor(msgspec.Struct, frozen=True):
    """One factor of a review, with its result and why."""

    factor: Literal["source", "evidence", "consistency", "currency", "safety"]
    result: Literal["pass", "warn", "fail"]
    reason: str
    """One line; quotes nobody's words."""


class ReviewText(Content, frozen=True, kw_only=True):
    """Content of an event that judges a memory: why, and its factors where it was reviewed by these."""

    factors: tuple[Factor, ...] = ()
    """In the order of `domain/reviewing.py`."""


class MemoryText(Content, frozen=True, kw_only=True):
    """The words of one memory, whole: a revision repeats what it keeps."""

    text: str
    summary: str | None = None
    """One line."""
    trigger: str | None = None
    """The incident that taught a lesson."""
    tags: tuple[str, ...] = ()
    key: str | None = None
    """Name of the fact that this is the value of."""
    session: str | None = None
    task: str | None = None
    """Name of the task that this is the state or the context of."""
    metadata: dict[str, Any] | None = None
    composed_by: str | None = None
    """The model that put the text together, where one did."""
    factors: tuple[Factor, ...] = ()
    """The review that it was written with, where it was bound for L4 and mattered enough."""


class LineTexts(Content, frozen=True, kw_only=True):
    """The words of identity lines, by memory id."""

    lines: dict[str, str]
    factors: dict[str, tuple[Factor, ...]] = {}
    """By memory id: the review that a line was written with, where the policy asks for one."""

    def words(self, memory: str) -> MemoryText | None:
        """Return the words of one line as those of a memory; None if it is not among them."""
        if memory not in self.lines:
            return None
        return MemoryText(
            because=self.because,
            subjects=self.subjects,
            text=self.lines[memory],
            factors=self.factors.get(memory, ()),
        )


class SessionName(Content, frozen=True, kw_only=True):
    """Content of an event that begins a session."""

    session: str


class ExampleText(Content, frozen=True, kw_only=True):
    """Content of the use of an intent: what is worth keeping of it."""

    example: dict[str, Any] | None = None
    """Distilled metadata, never source."""


class RecallQuery(Content, frozen=True, kw_only=True):
    """Content of a recall: what was asked."""

    query: str
    layers: tuple[str, ...] = ()
    """The layers that it was narrowed to."""
    tags: tuple[str, ...] = ()
    """The free tags that it was narrowed to."""
    session: str | None = None


class SuggestionText(Content, frozen=True, kw_only=True):
    """Content of a suggestion: the words that it would give a memory or a line."""

    text: str


class ClaimFinding(Content, frozen=True, kw_only=True):
    """Content of an event about a claim: by what it is checked, and what was found."""

    check: str | None = None
    """Name of the check."""
    finding: str | None = None
    """One line."""


class ContextGiven(Content, frozen=True, kw_only=True):
    """Content of a context: what was asked, and the exact text that was given."""

    query: str
    packed: bytes
    """The text in UTF-8, compressed as zlib does (RFC 1950); in JSON as base64."""
    session: str | None = None


class MirrorText(Content, frozen=True, kw_only=True):
    """Content of an event about a mirror: its name, and what was brought in."""

    mirror: str
    """Name of the mirror."""
    text: str | None = None
    """What was brought in, whole."""
    read_as: str | None = None
    """What had to be done to read it, where it was no plain UTF-8."""


AnyContent = (
    Reason
    | ReviewText
    | MemoryText
    | LineTexts
    | SessionName
    | ExampleText
    | RecallQuery
    | SuggestionText
    | ClaimFinding
    | ContextGiven
    | MirrorText
)
