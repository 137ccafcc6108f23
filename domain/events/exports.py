"""Copies of the log that left a store, and one that came in whole."""

from typing import Literal

from .base import Event

ExportedWords = Literal["open", "sealed"]
ExportedForm = Literal["jsonl", "csv", "parquet", "html", "markdown"]


class ExportMade(Event, frozen=True, kw_only=True):
    """A copy of events or memories was exported; what it holds is beyond the reach of later erasures."""

    TYPE = "privacy.export_made/1"

    formats: tuple[ExportedForm, ...]
    words: ExportedWords
    """Whether what people wrote can be read in it, or is there as ciphertext only."""
    for_agent: str | None
    """The agent that it was narrowed to."""
    about: str | None
    """Pseudonym of the person that it was narrowed to."""
    types: tuple[str, ...]
    """The types of events that it was narrowed to; none: all."""
    first: int
    """The first position that it may hold."""
    last: int
    """The last position that it may hold."""
    valid_between: tuple[int | None, int | None] | None
    """The valid times that it was narrowed to, microseconds, each end included and open where it is None."""
    as_of: int | None
    """The position whose beliefs it holds; None: it holds events."""
    items: int
    """Events that it holds, or memories if `as_of` is a position."""
    tree: int
    """Size of the tree that its proofs lead to."""
    manifest: str
    """HMAC of the SHA-256 of its manifest, which tells whether an export at hand is this one."""

    def _own_tags(self) -> tuple[str, ...]:
        return ("export:made", *((f"subject:{self.about}",) if self.about else ()))


class StoreImported(Event, frozen=True, kw_only=True):
    """The whole log of another store was imported; the events before this one are its events."""

    TYPE = "store.imported/1"
    CONTENT = None

    origin: str
    """Id of the store that they came from, 32 hexadecimal digits."""
    upto: int
    """The last position that came from there; names and sealed words stand under the keys of this store."""
    origin_size: int
    """Size of the tree of the origin that the evidence proves."""
    origin_root: str
    """Root of that tree, 64 hexadecimal digits."""
    manifest: str
    """HMAC of the SHA-256 of the export's manifest, which is kept under `evidence/` in the store."""

    def _own_tags(self) -> tuple[str, ...]:
        return ("store:imported",)
