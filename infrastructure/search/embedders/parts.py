"""What the adapters share: finding a library, and rows that have the length 1."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import numpy as np

from ....domain.errors import EmbedderFailed, EmbedderMissing

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from . import Rows

_UNSENDABLE = re.compile("[\x00\ud800-\udfff]+")


def library(module: str, install: str) -> ModuleType:
    """Return a library that is not needed otherwise.

    Raises:
        EmbedderMissing: it is not here, or does not run on this machine.
    """
    try:
        return import_module(module)
    except (ImportError, OSError) as fault:
        raise EmbedderMissing(module, str(fault), install) from None


def version_of(distribution: str) -> str:
    """Return the version of an installed distribution; empty if nobody says."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def named_model(kind: str, model: str) -> str:
    """Return the name by which `named` makes this embedder again."""
    return f"{kind}:{quote(model, safe='/._-~+:')}"


def readable(text: str) -> str:
    """Return a text as models can take it: without NUL and without half characters, and never empty."""
    return _UNSENDABLE.sub(" ", text) or " "


def unit_rows(given: Any, count: int, dimension: int, who: str) -> Rows:
    """Return what an embedder gave as rows of length 1; a row of zeros stays as it is.

    Raises:
        EmbedderFailed: these are not `count` rows of `dimension` finite numbers.
    """
    try:
        rows = np.asarray(given, dtype=np.float32)
    except (TypeError, ValueError):
        raise EmbedderFailed(who, "gave something that is no table of numbers") from None
    if rows.shape != (count, dimension):
        raise EmbedderFailed(who, f"gave {rows.shape} numbers for {count} texts of dimension {dimension}")
    if not np.isfinite(rows).all():
        raise EmbedderFailed(who, "gave numbers that are not finite")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, np.where(lengths > 0, lengths, 1), dtype=np.float32)


def loaded(name: str, load: Callable[[str], Any]) -> Any:
    """Return the model of a name.

    Raises:
        EmbedderMissing: it is neither a folder here nor can it be brought here.
    """
    try:
        return load(name)
    except (OSError, ValueError) as fault:
        advice = "name a folder that holds the model, or bring it here first"
        raise EmbedderMissing(name, str(fault).partition("\n")[0][:200], advice) from None
