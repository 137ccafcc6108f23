"""What an erasure does not take away by itself: lines in files that people edit, and copies that left the store."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...domain.boundary import Query, QueryItem
from ...domain.events import ExportMade
from ...domain.moments import to_datetime
from ...domain.quoting import WIDE, pieces
from ...infrastructure.search.dictionary import FILE_NAME as DICTIONARY
from .. import identity, policies
from .report import PastExport

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from ...domain.state import Belief
    from ..store import Store

PROSE_CHARS = 12
"""So many characters in a row a line of prose must share with a text to be shown to an officer."""
WORD_CHARS_MIN = 3
"""Of a word of the dictionary in small letters; of one in wide characters two will do."""
_WORDS = re.compile(r"[^\s=,;:#|/]+")


def shared_lines(store: Store, texts: Sequence[str], name: str | None = None) -> tuple[str, ...]:
    """Return the lines of files that people edit which say what some texts say, as `FILE:LINE: text`.

    The name of a person who goes is enough in any of them, and of the dictionary one word; a policy, an identity or a
    mirror must share a few in a row. A mirror is among them where no person was declared whom it is about: what is
    declared to be about one goes with them.
    """
    said, named = "\n".join(texts).casefold(), _naming(name)
    found = [*_lines(store.path, store.path / DICTIONARY, lambda line: named(line) or _words_in(line, said))]
    from ..mirrors.erasing import files_about_nobody

    edited = (store.path / policies.FILE, *sorted((store.path / identity.FOLDER).glob("*")))
    for file in (*edited, *files_about_nobody(store)):
        found += _lines(store.path, file, lambda line: named(line) or _shares(line, said))
    return tuple(found)


def _naming(name: str | None) -> Callable[[str], bool]:
    """Return what says whether a line has a name in it, and not as a part of a longer one."""
    if name is None:
        return lambda _: False
    whole = re.compile(rf"(?<![0-9a-z_]){re.escape(name.casefold())}(?![0-9a-z_])")
    return lambda line: whole.search(line.casefold()) is not None


def _words_in(line: str, said: str) -> bool:
    words = _WORDS.findall(line.partition("#")[0].casefold())
    return any(word in said for word in words if len(word) >= (2 if ord(word[0]) >= WIDE else WORD_CHARS_MIN))


def _shares(line: str, said: str) -> bool:
    return len(line) >= PROSE_CHARS and any(piece in said for piece in pieces(line, PROSE_CHARS))


def _lines(folder: Path, file: Path, says: Callable[[str], bool]) -> Iterator[str]:
    try:
        lines = file.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError:
        return
    for number, line in enumerate(lines, 1):
        if line.strip() and says(line.strip()):
            yield f"{file.relative_to(folder)}:{number}: {line.strip()}"


def past_exports(store: Store, beliefs: Iterable[Belief]) -> tuple[PastExport, ...]:
    """Return the exports that may hold words of some memories in the open, oldest first."""
    held = list(beliefs)
    first = min((belief.recorded_position for belief in held), default=0)
    agents = {belief.agent for belief in held}
    found: list[PastExport] = []
    for stored in store.log.read(Query(items=(QueryItem(types=(ExportMade.TYPE,)),)), after=first):
        event = store.codec.decode(stored).event
        assert isinstance(event, ExportMade), f"position {stored.position} was found as an export"
        # What it holds sealed went with the keys.
        if event.words != "open" or event.last < first or event.for_agent not in {None, *agents}:
            continue
        found.append(
            PastExport(
                position=stored.position,
                at=to_datetime(stored.at),
                first=event.first,
                last=event.last,
                formats=event.formats,
            )
        )
    return tuple(found)
