"""JSON, one object a line: as JSON Lines, or as an array with one object a line.

{"text": "first"}          [
{"text": "second"}         {"text": "first"},
                           {"text": "second"}
                           ]
"""

from collections.abc import Iterator
from typing import BinaryIO

from ...domain.errors import InvalidFile
from .item import FORM, ITEM_BYTES_MAX, Item
from .log_json import is_logged_event
from .strict_json import NotJson, parse_object

BOM = b"\xef\xbb\xbf"


class JsonSource:
    """A file of JSON objects, memories or events, told apart by the first object that can be read."""

    def __init__(self, file: BinaryIO, size_bytes: int | None) -> None:
        """Take a file that can be read from its beginning again; it is closed with the source."""
        self._file = file
        self.size_bytes = size_bytes
        first = next((item.fields for item in self.items() if item.fields is not None), None)
        self.form: FORM = "log" if first is not None and is_logged_event(first) else "lines"

    def items(self) -> Iterator[Item]:
        """Yield each line that is not blank; the brackets and commas of an array are no items."""
        self._file.seek(0)
        framed: bool | None = None
        closed = False
        last = 0
        fault_line = 0
        for number, line, size in self._lines():
            last = number
            text = line if line is None else line.strip()
            if framed is None and text:
                framed = text.startswith(b"[")
                text = text[1:].strip() if framed else text
            if text == b"":
                continue
            if closed:
                item = _bad(number, "something follows the end of the array; remove it", size)
            else:
                if framed and text is not None:
                    text, closed = _unframed(text)
                    if not text:
                        continue
                item = _item(number, text, size, torn=line is not None and not line.endswith(b"\n"))
            if item.fault is not None:
                fault_line = number
            yield item
        if framed and not closed and fault_line < last:
            yield _bad(last, "the array does not end with ]: the last line is cut off", 0)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _lines(self) -> Iterator[tuple[int, bytes | None, int]]:
        """Yield number, line and size; None in place of a line that is too long to be read."""
        number = 0
        while line := self._file.readline(ITEM_BYTES_MAX):
            number += 1
            size = len(line)
            if number == 1:
                line = line.removeprefix(BOM)
            if size == ITEM_BYTES_MAX and not line.endswith(b"\n"):
                size += self._skip_to_line_end()
                yield number, None, size
            else:
                yield number, line, size

    def _skip_to_line_end(self) -> int:
        skipped = 0
        while rest := self._file.readline(ITEM_BYTES_MAX):
            skipped += len(rest)
            if rest.endswith(b"\n"):
                break
        return skipped


def _unframed(text: bytes) -> tuple[bytes, bool]:
    """Return the object of a line of an array, and whether the array ends there."""
    # No object ends with a bracket, so it can only be that of the array.
    closed = text.endswith(b"]")
    return text.removesuffix(b"]").rstrip().removesuffix(b",").rstrip(), closed


def _item(number: int, text: bytes | None, size_bytes: int, *, torn: bool) -> Item:
    if text is None:
        return _bad(number, f"the line is longer than {ITEM_BYTES_MAX} bytes; split what it holds", size_bytes)
    try:
        return Item(where=number, fields=parse_object(text), size_bytes=size_bytes)
    except NotJson as fault:
        return _bad(number, f"the last line is cut off ({fault})" if torn else str(fault), size_bytes)
    except InvalidFile as fault:
        return _bad(number, str(fault), size_bytes)


def _bad(number: int, why: str, size_bytes: int) -> Item:
    return Item(where=number, fields=None, fault=why, size_bytes=size_bytes)
