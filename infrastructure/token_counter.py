"""Counting tokens: by tiktoken where it is installed with its vocabulary at hand, else by a stated estimate.

tiktoken fetches a vocabulary that it does not find. So it is asked only where its cache holds the file, which it names
by the SHA-1 of the address: counting tokens never touches the network.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from ..domain.token_estimates import ESTIMATE, estimated_tokens

if TYPE_CHECKING:
    from collections.abc import Callable

ENCODING = "o200k_base"
"""The vocabulary that tiktoken is asked for."""
ADDRESS = f"https://openaipublic.blob.core.windows.net/encodings/{ENCODING}.tiktoken"
CACHES = ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR")
"""Variables that say where tiktoken keeps vocabularies; else it is a folder for temporary files."""


class TokenCounter(msgspec.Struct, frozen=True):
    """A way of counting tokens."""

    name: str
    """As events and answers state it: `tiktoken:o200k_base`, or `estimate/1`."""
    count: Callable[[str], int]


@cache
def token_counter() -> TokenCounter:
    """Return the best way of counting that needs no network."""
    if not _is_cached():
        return TokenCounter(ESTIMATE, estimated_tokens)
    try:
        # Not a dependency: who has it installed gets its counts.
        encoding: Any = import_module("tiktoken").get_encoding(ENCODING)
    except Exception:  # noqa: BLE001  # whatever keeps a vocabulary from being read, an estimate will do
        return TokenCounter(ESTIMATE, estimated_tokens)
    return TokenCounter(f"tiktoken:{ENCODING}", lambda text: len(encoding.encode(text, disallowed_special=())))


def _is_cached() -> bool:
    import hashlib
    import tempfile

    folder = next((os.environ[name] for name in CACHES if os.environ.get(name)), None)
    folder = folder or os.path.join(tempfile.gettempdir(), "data-gym-cache")
    name = hashlib.sha1(ADDRESS.encode(), usedforsecurity=False).hexdigest()
    return os.path.isfile(os.path.join(folder, name))
