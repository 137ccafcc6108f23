"""One page of retired memories as bytes: JSON, compressed with gzip. The same memories always give the same bytes.

    {"format":1,"store":"<id>","kind":"decision","memories":[
      {"id":"mem_…","position":12,"at":1796…,"belief":{…},
       "event":{"position":3,"at":1796…,"type":"memory.recorded/1","tags":[…],"body":{…}}}, …]}

`position` and `at` are those of the archiving, `belief` is what was known in clear right after it, and `event` is the
stored event that holds the words, which stay sealed in it; its body stands here as it stands in the log.
"""

import zlib

import msgspec

from ...domain.state import Belief
from ..log import StoredEvent

FORMAT = 1
GZIP = 31
"""Window bits that make zlib write and read gzip; its header then has no time, no name, and is always the same."""
LEVEL = 6
EXPANSION_MAX = 200
"""How many times larger than its compressed form a page may be. Sealed words do not shrink: ours reach about 10."""


class KeptEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stored event, verbatim."""

    position: int
    at: int
    type: str
    tags: tuple[str, ...]
    body: msgspec.Raw

    def is_of(self, stored: StoredEvent) -> bool:
        """Say whether this is what the log holds."""
        return (self.position, self.at, self.type, self.tags, bytes(self.body)) == (
            stored.position,
            stored.at,
            stored.type,
            stored.tags,
            stored.body,
        )


class KeptMemory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One memory as it retired."""

    id: str
    position: int
    """Of the archiving."""
    at: int
    """Time of the archiving, microseconds since 1970 UTC."""
    belief: msgspec.Raw
    event: KeptEvent

    @property
    def place(self) -> tuple[int, str]:
        """What tells its archiving from all others."""
        return self.position, self.id


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Memories of one kind that retired one after another."""

    format: int
    store: str
    kind: str
    memories: tuple[KeptMemory, ...]


class BadPage(Exception):  # the reader of the file says which one it is
    """Bytes are no page."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Page)


def kept(position: int, belief: Belief, stored: StoredEvent) -> KeptMemory:
    """Return a memory that retired at `position`, with the event that holds its words."""
    return KeptMemory(
        id=belief.memory,
        position=position,
        at=belief.changed_at,
        belief=msgspec.Raw(_encoder.encode(belief)),
        event=KeptEvent(stored.position, stored.at, stored.type, stored.tags, msgspec.Raw(stored.body)),
    )


def compress(page: Page) -> bytes:
    """Return a page as its file holds it."""
    squeeze = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
    return squeeze.compress(_encoder.encode(page)) + squeeze.flush()


def expand(data: bytes) -> Page:
    """Return the page that a file holds.

    Raises:
        BadPage: it is none, with more behind it, cut short, or expands beyond all measure.
    """
    grow = zlib.decompressobj(GZIP)
    try:
        text = grow.decompress(data, EXPANSION_MAX * (len(data) + 1))
    except zlib.error as fault:
        raise BadPage(f"it is no gzip file ({fault})") from None
    if grow.unconsumed_tail:
        raise BadPage(f"it expands to more than {EXPANSION_MAX} times its size")
    if not grow.eof or grow.unused_data:
        raise BadPage("it is cut short" if not grow.eof else "something stands behind its end")
    try:
        page = _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise BadPage(f"it holds no page ({fault})") from None
    if page.format != FORMAT:
        raise BadPage(f"it is of format {page.format}, and this version reads format {FORMAT}")
    return page
