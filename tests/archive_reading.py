"""Archive files read without the product: gzip, JSON and SHA-256 as any other program would."""

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

SIDECAR_NAMES = ["kind", "ts", "checksum", "count"]


def pages(store: Path) -> list[Path]:
    """Return the pages of a store, oldest name first."""
    return sorted((store / "archive" / "l6").glob("*.json.gz"))


def sidecar_of(page: Path) -> Path:
    return page.with_name(page.name.removesuffix(".json.gz") + ".meta.json")


def content(page: Path) -> dict[str, Any]:
    """Return what a page holds, after comparing it with its name."""
    data = page.read_bytes()
    kind, ts, sha8 = page.name.removesuffix(".json.gz").split(".")
    checksum = hashlib.sha256(data).hexdigest()
    assert checksum.startswith(sha8), f"{page.name} is half, or not what was written"
    found = json.loads(gzip.decompress(data))
    assert found["kind"] == kind
    if sidecar_of(page).exists():
        told = {"kind": kind, "ts": ts, "checksum": checksum, "count": len(found["memories"])}
        assert json.loads(sidecar_of(page).read_bytes()) == told
        assert list(told) == SIDECAR_NAMES
    return found


def retired(store: Path) -> list[str]:
    """Return the ids in all whole pairs of a store, one for each place where it stands."""
    whole = [page for page in pages(store) if sidecar_of(page).exists()]
    return [memory["id"] for page in whole for memory in content(page)["memories"]]


def flip(file: Path, place: int = -1) -> None:
    """Change one bit of a file."""
    data = bytearray(file.read_bytes())
    data[place] ^= 1
    file.write_bytes(data)
