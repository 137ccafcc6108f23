"""How archive files are called: what they hold, until when, and the beginning of their checksum.

    decision.20261129T081500123456Z.3f9a2b1c.json.gz      the page
    decision.20261129T081500123456Z.3f9a2b1c.meta.json    its sidecar

The time is the transaction time of the newest archiving in the page, in UTC; as text it sorts as it does as time.
"""

import re
from typing import Literal

import msgspec

from ...domain.moments import to_datetime

PAGE_END = ".json.gz"
SIDECAR_END = ".meta.json"
SHA8_CHARS = 8

Part = Literal["page", "sidecar"]

_FORM = re.compile(r"([a-z][a-z0-9-]{0,31})\.([0-9]{8}T[0-9]{12}Z)\.([0-9a-f]{8})(\.json\.gz|\.meta\.json)")


class PairName(msgspec.Struct, frozen=True, order=True):
    """What a page and its sidecar are called. Pairs sort by time."""

    ts: str
    kind: str
    sha8: str
    """The first 8 digits of the SHA-256 of the page's bytes."""

    @property
    def page(self) -> str:
        """File name of the page."""
        return f"{self.kind}.{self.ts}.{self.sha8}{PAGE_END}"

    @property
    def sidecar(self) -> str:
        """File name of the sidecar."""
        return f"{self.kind}.{self.ts}.{self.sha8}{SIDECAR_END}"


def time_stamp(at: int) -> str:
    """Return microseconds since 1970 UTC as file names have them.

    >>> time_stamp(1_796_000_100_123_456)
    '20261130T001500123456Z'
    """
    moment = to_datetime(at)
    return f"{moment.year:04d}{moment:%m%dT%H%M%S%f}Z"


def parsed(file: str) -> tuple[PairName, Part] | None:
    """Return what a file name says, None if it is not the name of a page or of a sidecar."""
    found = _FORM.fullmatch(file)
    if found is None:
        return None
    kind, ts, sha8, end = found.groups()
    return PairName(ts, kind, sha8), "page" if end == PAGE_END else "sidecar"
