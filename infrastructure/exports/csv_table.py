"""Records as CSV (RFC 4180, UTF-8), safe to open in a spreadsheet.

A cell that a spreadsheet would take for a formula, for it begins with one of `= + - @`, a tab or a line's end, gets an
apostrophe in front. So does one that begins with an apostrophe, so that taking one away gives back what was there.
"""

import csv
import io
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from .folder import HashedFile
from .record import AnyRecord

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠")


class CsvTable:
    """A file of CSV; the first line names the columns."""

    def __init__(self, file: HashedFile) -> None:
        self._file = file
        self._text = io.StringIO(newline="")
        self._writer = csv.writer(self._text)
        self._columns: tuple[str, ...] = ()

    def add(self, records: Sequence[AnyRecord]) -> None:
        for record in records:
            cells = record.cells
            if not self._columns:
                self._columns = tuple(cells)
                self._writer.writerow(self._columns)
            self._writer.writerow([_cell(cells[name]) for name in self._columns])
        self._file.write(self._text.getvalue().encode(errors="surrogatepass"))
        self._text.seek(0)
        self._text.truncate()

    def end(self) -> None:
        self.add(())


def _cell(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(_DANGEROUS):
        return f"'{value}"
    return value
