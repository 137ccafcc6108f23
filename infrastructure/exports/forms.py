"""The forms of an export besides its lines: which file each is, and what writes it."""

from pathlib import Path

from .csv_table import CsvTable
from .folder import HashedFile
from .parquet_table import ParquetTable
from .record import Table
from .report_page import Html, Markdown, ReportHead, ReportPage

TABLES: dict[str, tuple[str, type[CsvTable] | type[ParquetTable]]] = {
    "csv": ("csv", CsvTable),
    "parquet": ("parquet", ParquetTable),
}
REPORTS: dict[str, tuple[str, type[Html] | type[Markdown]]] = {
    "html": ("report.html", Html),
    "markdown": ("report.md", Markdown),
}


def table_file(form: str, holds: str) -> str:
    """Return the name of the file of a table: that of the lines, with another ending."""
    return f"{'events' if holds == 'events' else 'memories'}.{TABLES[form][0]}"


def table(form: str, file: HashedFile) -> Table:
    """Return what writes a table."""
    return TABLES[form][1](file)


def report(form: str, file: HashedFile, head: ReportHead, *, folder: Path, timeline: bool) -> ReportPage:
    """Return what writes a report."""
    return ReportPage(file, head, REPORTS[form][1](), folder=folder, timeline=timeline)
