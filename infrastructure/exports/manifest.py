"""The manifest of an export: what it holds, file by file, and the signed note over it.

    remembrancer export
    00ff00ff00ff00ff00ff00ff00ff00ff
    9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08

    — remembrancer/00ff… rwz+eBzmZa0SO3NbfRGz…

The second line is the id of the store, the third the SHA-256 of `manifest.json`. The note is no checkpoint: what a
checkpoint has in its second line is a size.
"""

import re
from hashlib import sha256
from typing import Any, Literal

import msgspec

from ...domain.errors import InvalidFile
from ..ledger.notes import Note
from .folder import FileEntry

FORMAT = "remembrancer-export/1"
FILE = "manifest.json"
NOTE_FILE = "manifest.sig"
CHECKPOINT_FILE = "checkpoint.txt"
KEY_FILE = "key.txt"
PEOPLE_FILE = "people.json"
LINES_FILE = "lines.txt"
"""For each line of the events: its position, and the SHA-256 of the line, so that an edit is found where it is."""
PROOFS_FILE = "proofs.jsonl"
STATE_FILE = "memories.jsonl"
NOTE_HEAD = "remembrancer export"
FILE_BYTES_MAX = 16 << 20

_STORE_ID = re.compile(r"[0-9a-f]{32}")
_pretty = msgspec.json.Encoder(order="deterministic").encode


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tree that proofs lead to."""

    size: int
    root: str
    """64 hexadecimal digits."""


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which position to which, both included."""

    first: int
    last: int


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `manifest.json` says."""

    format: Literal["remembrancer-export/1"] = FORMAT
    store: str
    tool: str
    """Name and version of the program."""
    made_at: str
    recorded: bool
    """Whether the log of the store tells of the export; a session that may write nothing cannot."""
    holds: Literal["events", "state"]
    words: Literal["open", "sealed"]
    filters: dict[str, Any]
    """What it was narrowed to, by option; empty: nothing."""
    range: Span
    complete: bool
    """Whether all events of the range are there."""
    as_of: dict[str, Any] | None
    """The moment whose beliefs it holds."""
    counts: dict[str, Any]
    policy: dict[str, Any]
    """Version and settings of the policy in force at the end of the range."""
    checkpoint: Head
    proof: Literal["range", "inclusion", "none"]
    range_proof: list[str]
    """Of `proof` "range": the hashes that lead from all leaves of the range to the root, 64 hexadecimal digits each."""
    key: str
    """The key that signed it, as signed notes write keys."""
    files: dict[str, FileEntry]
    """All files besides the manifest and its signature."""

    def encoded(self) -> bytes:
        """Return the bytes of the file."""
        return msgspec.json.format(_pretty(self), indent=2) + b"\n"


def note_text(store_id: str, manifest: bytes) -> str:
    """Return what is signed for a manifest."""
    return f"{NOTE_HEAD}\n{store_id}\n{sha256(manifest).hexdigest()}\n"


def parsed(data: bytes) -> Manifest:
    """Return what the bytes of a manifest say.

    Raises:
        InvalidFile: they are none, or one of a newer form.
    """
    try:
        found = msgspec.json.decode(data, type=dict[str, Any])
        if found.get("format") != FORMAT:
            raise InvalidFile(f"has the form {str(found.get('format'))[:40]!r}; this version reads {FORMAT!r}")
        said = msgspec.convert(found, Manifest)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError) as fault:
        raise InvalidFile(f"is no manifest of an export ({fault})") from None
    if not _STORE_ID.fullmatch(said.store):
        # It names a folder where an import keeps its evidence, and comes from whoever made the export.
        raise InvalidFile(f"names the store {said.store[:40]!r}; the id of a store has 32 hexadecimal digits")
    return said


def told_by(note: Note) -> tuple[str, str]:
    """Return the store and the hash of the manifest that a note says.

    Raises:
        InvalidFile: it is no note of a manifest.
    """
    lines = note.text.split("\n")
    if len(lines) != 4 or lines[0] != NOTE_HEAD or lines[3]:
        raise InvalidFile(f"is no note over a manifest; it begins with {NOTE_HEAD!r}")
    return lines[1], lines[2]
