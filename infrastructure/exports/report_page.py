"""Reports for people: an HTML page that needs nothing else, or Markdown; all that others wrote is escaped.

The counts stand above what happened and are known when all is written, so what happened is kept in a file of its own
until then.
"""

import html
import re
import tempfile
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol

import msgspec

from .folder import BUFFER_BYTES, HashedFile
from .record import EventRecord, MemoryRecord

TEXT_CHARS_MAX = 2_000
"""Longer words are cut in a report; the lines of the export have them whole."""


class ReportHead(msgspec.Struct, frozen=True, kw_only=True):
    """What stands at the top of a report."""

    title: str
    facts: tuple[tuple[str, str], ...]
    """Name and value."""
    believed_at: str
    """The moment that the beliefs at the end are of."""


class Markup(Protocol):
    """How the parts of a report are written."""

    def begin(self, head: ReportHead) -> str:
        """Return what comes before everything."""
        ...

    def section(self, title: str, columns: Sequence[str]) -> str:
        """Return the head of a section with a table."""
        ...

    def row(self, cells: Sequence[str | None], mark: str) -> str:
        """Return one row."""
        ...

    def close(self) -> str:
        """Return the end of a table."""
        ...

    def end(self) -> str:
        """Return what comes after everything."""
        ...


class ReportPage:
    """One report."""

    def __init__(self, file: HashedFile, head: ReportHead, markup: Markup, *, folder: Path, timeline: bool) -> None:
        """Begin a report; without `timeline` it tells of beliefs only. `folder` is where what happened is kept."""
        self._file = file
        self._head = head
        self._markup = markup
        self._timeline = timeline
        self._parts: BinaryIO = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115  # closed at the end
        self._believing = False
        if timeline:
            self._put(markup.section("What happened", ("position", "time", "what", "who", "words", "why")))

    def add(self, records: Sequence[EventRecord]) -> None:
        self._put("".join(self._markup.row(_event_cells(one), one.type.partition(".")[0]) for one in records))

    def believe(self, records: Sequence[MemoryRecord]) -> None:
        if not self._believing:
            self._begin_beliefs()
        self._put("".join(self._markup.row(_memory_cells(one), str(one.fields.get("status"))) for one in records))

    def end(self, counts: dict[str, int]) -> None:
        if not self._believing:
            self._begin_beliefs()
        self._put(self._markup.close() + self._markup.end())
        self._file.write(self._markup.begin(self._head).encode())
        rows = "".join(self._markup.row((name, f"{number:,}"), "count") for name, number in counts.items())
        self._file.write(
            (self._markup.section("How much", ("what", "how many")) + rows + self._markup.close()).encode()
        )
        self._parts.seek(0)
        while part := self._parts.read(BUFFER_BYTES):
            self._file.write(part)
        self._parts.close()

    def _begin_beliefs(self) -> None:
        self._believing = True
        columns = ("id", "agent", "layer", "kind", "status", "words", "recorded")
        end = self._markup.close() if self._timeline else ""
        self._put(end + self._markup.section(f"What is believed at {self._head.believed_at}", columns))

    def _put(self, text: str) -> None:
        self._parts.write(text.encode(errors="backslashreplace"))


class Html:
    """A page in HTML without scripts, and without anything from elsewhere."""

    def begin(self, head: ReportHead) -> str:
        facts = "".join(f"<dt>{_html(name)}</dt><dd>{_html(value)}</dd>" for name, value in head.facts)
        return (
            '<!doctype html>\n<html lang="en"><meta charset="utf-8">\n'
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
            '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
            f"<title>{_html(head.title)}</title>\n<style>{_STYLE}</style>\n"
            f"<h1>{_html(head.title)}</h1>\n<dl>{facts}</dl>\n"
        )

    def section(self, title: str, columns: Sequence[str]) -> str:
        names = "".join(f'<th scope="col">{_html(name)}</th>' for name in columns)
        return f"<h2>{_html(title)}</h2>\n<table><thead><tr>{names}</tr></thead><tbody>\n"

    def row(self, cells: Sequence[str | None], mark: str) -> str:
        inner = "".join(f"<td>{_html(_cut(cell))}</td>" for cell in cells)
        return f'<tr class="{re.sub("[^a-z]", "", mark)}">{inner}</tr>\n'

    def close(self) -> str:
        return "</tbody></table>\n"

    def end(self) -> str:
        return "</html>\n"


class Markdown:
    """Markdown with tables (GitHub Flavored Markdown); no character of a text is taken for markup."""

    def begin(self, head: ReportHead) -> str:
        facts = "".join(f"- {_markdown(name)}: {_markdown(value)}\n" for name, value in head.facts)
        return f"# {_markdown(head.title)}\n\n{facts}"

    def section(self, title: str, columns: Sequence[str]) -> str:
        return f"\n## {_markdown(title)}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n"

    def row(self, cells: Sequence[str | None], mark: str) -> str:  # noqa: ARG002  # Markdown has no classes
        return f"| {' | '.join(_markdown(_cut(cell)) for cell in cells)} |\n"

    def close(self) -> str:
        return ""

    def end(self) -> str:
        return ""


_STYLE = (
    ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:80rem;margin:2rem auto;"
    "padding:0 1rem}table{border-collapse:collapse;width:100%;margin-bottom:2rem}th,td{text-align:left;"
    "vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #8884;overflow-wrap:anywhere}"
    "td{white-space:pre-wrap}th{position:sticky;top:0;background:Canvas}dl{display:grid;"
    "grid-template-columns:max-content 1fr;gap:.25rem 1rem}dd{margin:0;overflow-wrap:anywhere}"
    ".forgotten,.erased,.superseded,.merged,.contradicted{opacity:.6}tr.privacy{font-weight:600}"
    "td:nth-child(-n+2){white-space:nowrap}"
)
_MARKED = re.compile(r"([\\`*\[\]<>|~&@]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])|(?<=:)/(?=/)|(?<=www)\.)")
"""What would be markup within a line: emphasis, code, links, tags, and addresses that become links by themselves."""


def _html(text: str) -> str:
    return html.escape(_shown(text))


def _markdown(text: str) -> str:
    escaped = (_MARKED.sub(r"\\\1", line.strip()) for line in _shown(text).splitlines())
    return " ⏎ ".join(escaped)


def _shown(text: str) -> str:
    """Return a text without what would hide or turn what stands around it: control and bidirectional characters."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]", "�", text)


def _cut(cell: str | None) -> str:
    if cell is None:
        return ""
    return cell if len(cell) <= TEXT_CHARS_MAX else f"{cell[:TEXT_CHARS_MAX]}… ({len(cell):,} characters)"


def _event_cells(event: EventRecord) -> tuple[str | None, ...]:
    memory = f" {event.memories[0]}" if event.memories else ""
    more = f" and {len(event.memories) - 1} more" if len(event.memories) > 1 else ""
    what = f"{event.meaning} ({event.type}){memory}{more}"
    return str(event.position), _stamp(event.time), what, event.actor, event.text, event.because


def _memory_cells(memory: MemoryRecord) -> tuple[str | None, ...]:
    fields = memory.fields
    names: Iterable[str] = ("id", "agent", "layer", "kind", "status", "text")
    cells = [None if fields.get(name) is None else str(fields[name]) for name in names]
    return (*cells, str(fields.get("recorded_at") or ""))


def _stamp(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M:%S} UTC"
