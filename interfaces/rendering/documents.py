"""Answers as JSON: UTF-8, one document on stdout."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ...application.moment import Moment


def write_json(document: object) -> None:
    """Write one document, indented."""
    sys.stdout.flush()
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")


def write_json_array(documents: Iterable[object]) -> None:
    """Write an array as its elements come, one a line."""
    sys.stdout.flush()
    out = sys.stdout.buffer
    separator = b"[\n"
    for document in documents:
        out.write(separator + msgspec.json.encode(document))
        separator = b",\n"
    out.write(b"\n]\n" if separator == b",\n" else b"[]\n")


def write_json_lines(documents: Iterator[object]) -> None:
    """Write documents as they come, one a line, each at once."""
    sys.stdout.flush()
    for document in documents:
        sys.stdout.buffer.write(msgspec.json.encode(document) + b"\n")
        sys.stdout.buffer.flush()


def moment_json(moment: Moment) -> dict[str, Any]:
    """Return a moment as position, instant and zone."""
    return {"position": moment.position, "instant": moment.instant.isoformat(), "zone": moment.zone}
