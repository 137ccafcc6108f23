"""The first reading of a source: what would be stored, what is there already, what is wrong. Nothing is stored."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from ...domain.commands import ConsolidateMemories, MergeMemories, RecordMemory, WriteReflection
from ...domain.errors import InvalidFile, InvalidInput, NotFound, Refused
from ...infrastructure.sources.item import Item
from ...infrastructure.sources.seen import Seen
from ..idempotency import find_done
from .rehearsing import Rehearsal

if TYPE_CHECKING:
    from ...domain.commands import AnyCommand
    from ..store import Store

REFUSALS = (InvalidInput, NotFound, Refused)
"""What is the fault of an item; all else is the world's."""
MAKING = (RecordMemory, MergeMemories, ConsolidateMemories, WriteReflection)
"""Commands that bring the memory that they name."""
BATCH_BYTES_MAX = 8 * 1024 * 1024
KEPT_BYTES_MAX = 4 * 1024 * 1024
"""How much of a source may be kept from its first reading, so that it need not be read again."""

Outcome = Literal["fresh", "known", "implied", "missing"]
"""To be stored; there already; comes about with the event before; not imported."""


class Fault(msgspec.Struct, frozen=True):
    """Something in a source that cannot be imported."""

    line: int | str
    """Number of the line, from 1, or name of the file within its folder."""
    why: str

    def __str__(self) -> str:
        return f"{f'line {self.line}' if isinstance(self.line, int) else repr(self.line)}: {self.why}"


class LeftOut(Exception):  # never reaches a caller: the report counts it
    """An item has no place here, which is no fault of the source."""


class Settled(Exception):  # never reaches a caller: the report counts it
    """An item needs no command: what it says holds already, or will by itself."""

    def __init__(self, outcome: Literal["known", "implied"]) -> None:
        self.outcome: Literal["known", "implied"] = outcome
        super().__init__(outcome)


class Translator(Protocol):
    """From the items of one source to commands."""

    at_once: int
    """How many items may be judged before the first of them is settled."""

    def judged(self, item: Item) -> AnyCommand:
        """Return the command of an item in the first reading.

        Raises:
            LeftOut, Settled: it needs none.
            RemembrancerError: it says something impossible.
        """
        ...

    def command(self, item: Item) -> AnyCommand:
        """Return the command of an item that was found to need one."""
        ...

    def reused(self, item: Item, *, within: bool) -> str:
        """Say why an item is refused whose key came before, `within` the same source, with other content."""
        ...

    def settled(self, outcome: Outcome) -> None:
        """Take in what became of the item that was judged last."""
        ...


class Survey:
    """What one reading of a source found."""

    def __init__(self, store: Store, translator: Translator, rehearsal: Rehearsal, *, keeps_ids: bool) -> None:
        """Take how items become commands, and where these are tried.

        Args:
            keeps_ids: whether memories come with ids of their own, which must be free here.
        """
        self._store = store
        self._translator = translator
        self._rehearsal = rehearsal
        self._keeps_ids = keeps_ids
        self.todo = array("Q")
        """Ordinals, from 0, of the items to be stored: 8 bytes each, all that is remembered of a large source."""
        self.kept: list[tuple[Item, AnyCommand]] | None = []
        """The items to be stored and their commands; None: they are too large to be kept."""
        self._kept_bytes = 0
        self.known = 0
        self.implied = 0
        self.bad: list[Fault] = []
        self.left_out: dict[str, int] = {}
        self.agents: dict[str, None] = {}

    def read(self, items: Iterable[Item]) -> None:
        """Look at every item.

        Raises:
            StoreError: the store could not be read.
        """
        first = 0
        with Seen() as seen:
            for batch in in_batches(items, self._translator.at_once):
                self._judge(first, batch, seen)
                first += len(batch)

    def _judge(self, first: int, batch: list[Item], seen: Seen) -> None:
        judged = [self._judged(item) for item in batch]
        commands = [found for found in judged if isinstance(found, msgspec.Struct)]
        before = self._before(commands)
        for ordinal, (item, found) in enumerate(zip(batch, judged, strict=True), first):
            outcome: Outcome = "missing"
            if isinstance(found, Settled):
                outcome = found.outcome
            elif isinstance(found, LeftOut):
                self.left_out[str(found)] = self.left_out.get(str(found), 0) + 1
            elif isinstance(found, Exception):
                self.bad.append(Fault(item.where, str(found)))
            else:
                try:
                    outcome = self._try(item, found, before, seen)
                except REFUSALS as refusal:
                    self.bad.append(Fault(item.where, str(refusal)))
                else:
                    self.agents.setdefault(found.agent)
                    if outcome == "fresh":
                        self.todo.append(ordinal)
                        self._keep(item, found)
            self.known += outcome == "known"
            self.implied += outcome == "implied"
            self._translator.settled(outcome)

    def _keep(self, item: Item, command: AnyCommand) -> None:
        self._kept_bytes += item.size_bytes
        if self._kept_bytes > KEPT_BYTES_MAX:
            self.kept = None
        elif self.kept is not None:
            self.kept.append((item, command))

    def _judged(self, item: Item) -> AnyCommand | Exception:
        try:
            if item.fields is None:
                return InvalidFile(str(item.fault))
            return self._translator.judged(item)
        except (LeftOut, Settled, *REFUSALS) as found:
            return found

    def _before(self, commands: Iterable[AnyCommand]) -> dict[str, str | None]:
        """Return the digests of those commands that were carried out before, None where it can no longer be read."""
        found = find_done(self._store, [command.idempotency for command in commands if command.idempotency])
        contents = {tag: self._store.open(events[0]) for tag, events in found.items()}
        return {tag: content.command if content else None for tag, content in contents.items()}

    def _try(self, item: Item, command: AnyCommand, before: dict[str, str | None], seen: Seen) -> Outcome:
        tag, digest = command.idempotency, command.digest
        assert tag is not None, "every imported command has a key"
        assert digest is not None, "and so the digest of its body"
        earlier = before[tag] if tag in before else seen.meet(tag, digest)
        if tag in before or earlier is not None:
            # Where the key to read the first body is gone, the key of the command is all that is left to compare.
            if earlier not in {None, digest}:
                raise InvalidFile(self._translator.reused(item, within=tag not in before))
            return "known"
        try:
            if self._keeps_ids and isinstance(command, MAKING):
                self._check_id_is_free(command.memory)
            self._rehearsal.carry_out(command)
        except REFUSALS:
            seen.forget(tag)
            raise
        return "fresh"

    def _check_id_is_free(self, memory: str) -> None:
        if self._rehearsal.belief(memory) is not None:
            raise InvalidFile(f"{memory} is here already, and not from this event; import the log into another store")


def in_batches(items: Iterable[Item], count: int) -> Iterator[list[Item]]:
    """Yield items in lists of at most `count`, shorter where items are large."""
    batch: list[Item] = []
    size = 0
    for item in items:
        batch.append(item)
        size += item.size_bytes
        if len(batch) >= count or size >= BATCH_BYTES_MAX:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
