"""Writing a table that `neighbour_table` reads: words with other words, each as near as the others."""

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ..private_files import make_private_folder, new_private_file
from .neighbour_table import FULL_WEIGHT

WIDTH = 12
"""Other words of one word, at most."""


def write_table(folder: Path, others: Mapping[str, Sequence[str]], weight: float) -> None:
    """Write a table into a folder that comes into being whole, or not at all; one that is there is kept.

    Args:
        others: by word, the others, best first.
        weight: how near all of them are, above 0 to 1.

    Raises:
        OSError: the disk refuses.
    """
    words = sorted({*others, *(other for found in others.values() for other in found)}, key=str.encode)
    rows = {word: row for row, word in enumerate(words)}
    lines = [word.encode() + b"\n" for word in words]
    ids = np.zeros((len(words), WIDTH), dtype=np.uint32)
    weights = np.zeros((len(words), WIDTH), dtype=np.uint8)
    for word, found in others.items():
        places = [rows[other] for other in found[:WIDTH]]
        ids[rows[word], : len(places)] = places
        weights[rows[word], : len(places)] = round(weight * FULL_WEIGHT)
    offsets = np.zeros(len(words), dtype=np.uint32)
    np.cumsum([len(line) for line in lines[:-1]], out=offsets[1:])
    make_private_folder(folder.parent)
    half = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    try:
        with os.fdopen(new_private_file(half / "words.txt"), "wb") as file:
            file.write(b"".join(lines))
        for name, array in (("offsets", offsets), ("ids", ids), ("weights", weights)):
            with os.fdopen(new_private_file(half / f"{name}.npy"), "wb") as file:
                np.save(file, array)
        half.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
    finally:
        shutil.rmtree(half, ignore_errors=True)
