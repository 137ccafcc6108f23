"""An index as bytes: the header as JSON behind its length, then the texts and arrays that it lists, side by side."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from .documents import arrays_of
from .index import SearchIndex, restored
from .postings import Postings

LENGTH_BYTES = 8


class Header(msgspec.Struct, frozen=True):
    """What an index holds, and where."""

    position: int
    scopes: list[str]
    sessions: dict[str, int]
    texts: dict[str, int]
    """Size in bytes of each list of texts, a line each."""
    arrays: dict[str, tuple[str, int]]
    """Type and size in items of each array."""


def pack(index: SearchIndex) -> bytes:
    """Return an index as bytes."""
    offsets, documents, impacts = index.postings.flattened()
    arrays = {**arrays_of(index), "offsets": offsets, "documents": documents, "impacts": impacts}
    texts = {"terms": index.postings.terms(), "memories": index.memories()}
    encoded = {name: "\n".join(lines).encode("utf-8", "surrogatepass") for name, lines in texts.items()}
    header = msgspec.json.encode(
        Header(
            position=index.position,
            scopes=index.scopes(),
            sessions=index.sessions(),
            texts={name: len(data) for name, data in encoded.items()},
            arrays={name: (array.dtype.str, len(array)) for name, array in arrays.items()},
        )
    )
    parts = [len(header).to_bytes(LENGTH_BYTES, "little"), header, *encoded.values()]
    return b"".join([*parts, *(array.tobytes() for array in arrays.values())])


def unpack(data: bytes) -> SearchIndex | None:
    """Return the index that bytes hold, None if they hold none of this version."""
    start = LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "little")
    try:
        header = msgspec.json.decode(data[LENGTH_BYTES:start], type=Header)
        texts, arrays = _texts_of(data, start, header), _arrays_of(data, header)
        flat = arrays.pop("offsets"), arrays.pop("documents"), arrays.pop("impacts")
        postings = Postings.restored(texts["terms"], *flat)
        return restored(header.position, texts["memories"], header.scopes, header.sessions, postings, arrays)
    except (msgspec.DecodeError, KeyError, TypeError, ValueError):
        return None  # of another version, or cut off


def _texts_of(data: bytes, start: int, header: Header) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for name, size in header.texts.items():
        text = data[start : start + size].decode("utf-8", "surrogatepass")
        texts[name] = text.split("\n") if text else []
        start += size
    return texts


def _arrays_of(data: bytes, header: Header) -> dict[str, Any]:
    """Return the arrays, which fill the rest to its last byte.

    Raises:
        ValueError: they do not, or one has a type that this version does not know.
    """
    sizes = {name: np.dtype(kind).itemsize * count for name, (kind, count) in header.arrays.items()}
    start = len(data) - sum(sizes.values())
    if min(sizes.values(), default=0) < 0 or start != _arrays_begin(data, header):
        raise ValueError(f"arrays of {sum(sizes.values())} bytes do not fit into an index of {len(data)}")
    arrays: dict[str, Any] = {}
    for name, (kind, count) in header.arrays.items():
        arrays[name] = np.frombuffer(data, dtype=np.dtype(kind), count=count, offset=start)
        start += sizes[name]
    return arrays


def _arrays_begin(data: bytes, header: Header) -> int:
    return LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "little") + sum(header.texts.values())
