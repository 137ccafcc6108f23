r"""Events as lines of `events.jsonl`: one CloudEvents 1.0 object in JSON each.

    {"specversion":"1.0","id":"7","source":"urn:remembrancer:store:00ff…","type":"memory.recorded/1",
     "time":"2026-05-01T09:00:00.000000Z","datacontenttype":"application/json","position":7,"at":"1777626000000000",
     "tags":"[\"agent:atlas\"]","words":"{\"text\":\"…\"}","data":{"actor":"agent:atlas", …}}

`data` is the stored body, byte for byte. The rest are extension attributes, which hold no lists and no numbers beyond
32 bits (CloudEvents 1.0, section "Type System"): so `tags` and `words` are texts of JSON, and `at` is a text of digits.
In place of `words` stands `unread` where they cannot be read, `sealed` or `erased`; an event without words has neither.
"""

from typing import Any, Literal

import msgspec

from ...domain.errors import InvalidFile
from ...domain.moments import to_datetime
from ..ledger.leaves import RowHasher

FILE = "events.jsonl"
SOURCE = "urn:remembrancer:store:"
Unread = Literal["sealed", "erased"]

_quote = msgspec.json.Encoder().encode
_SECOND = 1_000_000
_KEPT_MAX = 1_000


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line, read."""

    specversion: Literal["1.0"]
    id: str
    source: str
    type: str
    time: str
    datacontenttype: Literal["application/json"]
    position: int
    at: str
    tags: str
    data: msgspec.Raw
    words: str | None = None
    unread: Unread | None = None

    @property
    def row(self) -> tuple[Any, ...]:
        """The row of the events table that it says, as `rows.SELECTED`."""
        return self.position, int(self.at), self.type, self.tags, bytes(self.data)


class Lines:
    """Writes and reads the lines of one store."""

    def __init__(self, store_id: str) -> None:
        self.source = SOURCE + store_id
        self._hasher = RowHasher(store_id)
        self._types: dict[str, bytes] = {}
        self._second = -1
        self._clock = b""
        self._decode = msgspec.json.Decoder(EventLine).decode

    def line(self, row: tuple[Any, ...], words: bytes | None, unread: Unread | None) -> bytes:
        """Return the line of an event, its line feed included.

        Args:
            row: as `rows.SELECTED`; of the kinds that `RowHasher` has checked.
            words: its content as JSON, as it was sealed; None: it has none, or none are wanted.
            unread: what stands in place of words that cannot be read.
        """
        position, at, type_, tags, body = row
        head = self._types.get(type_) or self._head(type_)
        if words is not None:
            said = b',"words":' + _quote(words.decode())
        else:
            said = b"" if unread is None else b',"unread":"' + unread.encode() + b'"'
        # In one expression: a log is exported at the speed of this line.
        return (
            b'{"specversion":"1.0","id":"%d%b%bZ","datacontenttype":"application/json","position":%d,'
            b'"at":"%d","tags":%b%b,"data":%b}\n'
        ) % (position, head, self._time(at), position, at, _quote(tags), said, body)

    def parsed(self, line: bytes) -> EventLine:
        """Return what a line says, after checking that its attributes agree with each other.

        Raises:
            InvalidFile: it is no line of this store.
        """
        try:
            found = self._decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise InvalidFile(f"is no event in CloudEvents 1.0 ({fault})") from None
        if found.source != self.source:
            raise InvalidFile(f"has the source {found.source[:80]!r}, not {self.source!r}")
        if found.id != str(found.position) or not found.at.isascii() or not found.at.removeprefix("-").isdigit():
            raise InvalidFile("has an id or a time that is not what an export writes")
        try:
            told = self._time(int(found.at)).decode() + "Z"
        except (OverflowError, ValueError):
            raise InvalidFile("has a time outside the calendar") from None
        if found.time != told:
            raise InvalidFile(f"has the time {found.time[:40]!r}, and `at` says {told}")
        return found

    def leaf(self, line: EventLine) -> bytes:
        """Return the hash of the leaf that an event has in the ledger.

        Raises:
            InvalidFile: its tags or body cannot be those of an event.
        """
        try:
            return self._hasher.leaf(line.row)
        except (msgspec.DecodeError, ValueError) as fault:
            raise InvalidFile(f"cannot be hashed ({fault})") from None

    def _head(self, type_: str) -> bytes:
        head = b'","source":' + _quote(self.source) + b',"type":' + _quote(type_) + b',"time":"'
        if len(self._types) < _KEPT_MAX:
            self._types[type_] = head
        return head

    def _time(self, at: int) -> bytes:
        second, micros = divmod(at, _SECOND)
        if second != self._second:  # many events share one
            self._clock = to_datetime(second * _SECOND).strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0").encode()
            self._second = second
        return self._clock + b".%06d" % micros
