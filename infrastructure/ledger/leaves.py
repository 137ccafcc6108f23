r"""The leaves of the ledger: one for each event of the log, over everything that a row of it says.

    {"at":1767225600000000,"position":7,"store":"00ff…","tags":["agent:atlas"],"type":"memory.recorded/1"}⏎
    {"actor":"agent:atlas", …}

    leaf = SHA-256(0x00 || header || LF || body)

The header is canonical JSON (RFC 8785), the body the stored bytes. A header holds no line feed, so what follows the
first one is the body: no two events give the same bytes.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec

from ..codec import canonical
from ..log import StoredEvent

_quote = msgspec.json.Encoder().encode
"""Writes a text as RFC 8785 does, section 3.2.2.2; the tests compare all escapes."""


def header(store_id: str, stored: StoredEvent) -> bytes:
    """Return what stands before the body of an event in its leaf."""
    return canonical(
        {
            "at": stored.at,
            "position": stored.position,
            "store": store_id,
            "tags": sorted(stored.tags),
            "type": stored.type,
        }
    )


def leaf_hash(store_id: str, stored: StoredEvent) -> bytes:
    """Return the hash of the leaf of an event: RFC 6962, section 2.1."""
    return sha256(b"\x00" + header(store_id, stored) + b"\n" + stored.body).digest()


class RowHasher:
    """Hashes rows of the events table as they stand there, without taking their tags apart.

    The table holds tags as canonical JSON already, so the hash is that of `leaf_hash`. A row whose tags are written in
    another way, or in another order, has another hash: that is an edit too.
    """

    def __init__(self, store_id: str) -> None:
        self._between = b',"store":%b,"tags":' % _quote(store_id)
        self._types: dict[str, bytes] = {}

    def leaf(self, row: tuple[Any, ...]) -> bytes:
        """Return the hash of the leaf of one row, which was selected as `rows.SELECTED`.

        Raises:
            msgspec.DecodeError: damage left a value of another kind in a column, or a line feed between tags.
        """
        return self.leaves((row,))[0]

    def leaves(self, rows: Iterable[tuple[Any, ...]]) -> list[bytes]:
        """Return the hashes of the leaves of some rows; `leaf` says what is raised."""
        rows = list(rows)
        if not rows:
            return []
        positions, times, _, texts, _ = zip(*rows, strict=True)
        if {*map(type, positions), *map(type, times)} != {int}:
            raise msgspec.DecodeError("a column holds no value of its kind")
        types, between, digest = self._types, self._between, sha256
        try:
            if "\n" in "".join(texts):
                # The header would end there, and the rest pass for a part of the body.
                raise msgspec.DecodeError("its tags hold a line feed")
            # In one expression: a log is verified at the speed of this line.
            return [
                digest(
                    b'\0{"at":%d,"position":%d%b%b,"type":%b}\n%b'
                    % (at, position, between, tags.encode(), types.get(type_) or self._quoted(type_), body)
                ).digest()
                for position, at, type_, tags, body in rows
            ]
        except TypeError as fault:
            raise msgspec.DecodeError("a column holds no value of its kind") from fault

    def _quoted(self, type_: object) -> bytes:
        if type(type_) is not str:
            raise msgspec.DecodeError("a column holds no value of its kind")
        quoted = _quote(type_)
        if len(self._types) < 1_000:  # a damaged log may hold any number of them
            self._types[type_] = quoted
        return quoted
