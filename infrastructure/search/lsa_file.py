"""The models of the scopes as bytes: the header as JSON behind its length, then of each scope its terms and arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from .lsa import Lsa

if TYPE_CHECKING:
    from collections.abc import Mapping

LENGTH_BYTES = 8


class Part(msgspec.Struct, frozen=True):
    """What is there of one scope."""

    scope: str
    terms: int
    terms_bytes: int
    """Size of the terms, a line each."""
    documents: int
    dimensions: int


def pack(models: Mapping[str, Lsa]) -> bytes:
    """Return models by scope as bytes: what was learned, without what was folded in since."""
    header: list[Part] = []
    parts: list[bytes] = []
    for scope, model in models.items():
        terms = "\n".join(model.terms).encode("utf-8", "surrogatepass")
        header.append(Part(scope, len(model.terms), len(terms), model.learned, model.dimensions))
        documents, vectors = model.documents[: model.learned], model.vectors[: model.learned]
        parts += [terms, model.rows.astype("<f2").tobytes()]
        parts += [documents.astype("<i4").tobytes(), vectors.astype("<f2").tobytes()]
    encoded = msgspec.json.encode(header)
    return b"".join([len(encoded).to_bytes(LENGTH_BYTES, "little"), encoded, *parts])


def unpack(data: bytes) -> dict[str, Lsa] | None:
    """Return the models that bytes hold, None if they hold none of this version."""
    start = LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "little")
    try:
        header = msgspec.json.decode(data[LENGTH_BYTES:start], type=list[Part])
    except msgspec.DecodeError:
        return None
    models: dict[str, Lsa] = {}
    for part in header:
        terms = data[start : start + part.terms_bytes].decode("utf-8", "surrogatepass").split("\n")
        start += part.terms_bytes
        rows = np.frombuffer(data, "<f2", part.terms * part.dimensions, start).reshape(-1, part.dimensions)
        start += rows.nbytes
        documents = np.frombuffer(data, "<i4", part.documents, start)
        start += documents.nbytes
        vectors = np.frombuffer(data, "<f2", part.documents * part.dimensions, start).reshape(-1, part.dimensions)
        start += vectors.nbytes
        models[part.scope] = Lsa(terms, rows, documents, vectors)
    return models
