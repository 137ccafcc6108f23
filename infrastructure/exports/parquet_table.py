"""Records as Parquet, with pyarrow, which the extra `parquet` brings."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ...domain.errors import InvalidInput
from .folder import HashedFile
from .record import AnyRecord

_WHOLE = {"position", "importance", "confidence", "references", "confirmations", "revision"}
_TIMES = {"time"}


def check_installed() -> None:
    """Check that pyarrow is there.

    Raises:
        InvalidInput: it is not.
    """
    if find_spec("pyarrow") is None:
        raise InvalidInput("the format 'parquet' needs pyarrow; install `remembrancer[parquet]`, or leave it out")


class ParquetTable:
    """A file of Parquet: whole numbers, times in microseconds UTC, else texts."""

    def __init__(self, file: HashedFile) -> None:
        self._pa: Any = import_module("pyarrow")
        self._file = self._pa.PythonFile(file, mode="w")
        self._schema: Any
        self._writer: Any
        self._begun = False

    def add(self, records: Sequence[AnyRecord]) -> None:
        if not records:
            return
        cells = [record.cells for record in records]
        if not self._begun:
            self._open(tuple(cells[0]))
        columns = {name: [self._value(name, row[name]) for row in cells] for name in self._schema.names}
        self._writer.write_table(self._pa.table(columns, schema=self._schema))

    def end(self) -> None:
        if not self._begun:
            self._open(("position",))
        self._writer.close()

    def _open(self, names: tuple[str, ...]) -> None:
        self._begun = True
        pa, parquet = self._pa, import_module("pyarrow.parquet")
        kinds = {name: pa.timestamp("us", tz="UTC") for name in _TIMES} | dict.fromkeys(_WHOLE, pa.int64())
        self._schema = pa.schema([(name, kinds.get(name, pa.string())) for name in names])
        self._writer = parquet.ParquetWriter(self._file, self._schema, compression="zstd")

    def _value(self, name: str, value: Any) -> Any:
        if value is None or name in _WHOLE or name in _TIMES:
            return value
        return value if isinstance(value, str) else str(value)
