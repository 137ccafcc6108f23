"""An agent's face: its verbs. Thin; each family of verbs lives in a module of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from ..domain.texts import check_agent, check_person
from . import identity, requests, verbs
from .learner import Learner

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from ..domain.commands import IdentityDocument
    from .boot.booting import Boot
    from .boot.writing import Document
    from .fields import RecordFields
    from .memory import Memory
    from .store import Store


class Agent(Learner):
    """An agent: everything it may do and read. Safe to use from several threads."""

    def __init__(self, store: Store, name: str, by: str | None = None) -> None:
        actor = f"agent:{check_agent(name)}" if by is None else check_person(by)
        super().__init__(store, name, actor)

    def record(self, text: str, **fields: Unpack[RecordFields]) -> Memory:
        """Record a memory and return it.

        Raises:
            InvalidInput: a value is wrong.
            Refused: the rules of its layer do not allow it.
        """
        return verbs.record(self._store, self._caller, text, fields)

    def record_many(self, items: Iterable[Mapping[str, Any]]) -> list[Memory]:
        """Record memories given as objects with the names that `record` takes, in transactions of 1,000."""
        return verbs.record_many(self._store, self._caller, items)

    def revise(
        self,
        id: str,
        text: str,
        *,
        because: str,
        summary: str | None = None,
        valid_from: datetime | None = None,
        subjects: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> Memory:
        """Give a memory new words, which hold from `valid_from` (now) on."""
        return self._change(
            "revise",
            id,
            because,
            idempotency_key,
            subjects,
            text=text,
            summary=summary,
            valid_from=requests.micros(valid_from, "valid_from"),
        )

    def promote(
        self,
        id: str,
        to: str,
        *,
        because: str,
        evidence: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> Memory:
        """Move a memory to a deeper layer, if it has earned it."""
        cited = requests.whole_ids(self._store, self._caller, evidence)
        return self._change("promote", id, because, idempotency_key, to=to, evidence=cited)

    def decay(
        self, id: str, strength: float, *, because: str | None = None, idempotency_key: str | None = None
    ) -> Memory:
        """Set the strength of a memory, 0 to 1."""
        return self._change("decay", id, because, idempotency_key, strength=requests.thousandths(strength, "strength"))

    def forget(self, id: str, *, because: str, idempotency_key: str | None = None) -> Memory:
        """Take a memory out of recall; it stays auditable."""
        return self._change("forget", id, because, idempotency_key)

    def merge(
        self,
        ids: Sequence[str],
        text: str,
        *,
        because: str,
        summary: str | None = None,
        subjects: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> Memory:
        """Make one memory of several of one layer and scope, and return it."""
        return verbs.merge(
            self._store,
            self._caller,
            ids,
            text,
            because=because,
            summary=summary,
            subjects=subjects,
            idempotency_key=idempotency_key,
        )

    def archive(self, id: str, *, because: str, idempotency_key: str | None = None) -> Memory:
        """Retire a memory to L6."""
        return self._change("archive", id, because, idempotency_key)

    def restore(self, id: str, *, because: str | None = None, idempotency_key: str | None = None) -> Memory:
        """Bring back a forgotten, archived or merged memory."""
        return self._change("restore", id, because, idempotency_key)

    def contradict(
        self,
        id: str,
        *,
        by: str | None = None,
        because: str,
        valid_from: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> Memory:
        """Say that a memory stopped being true at `valid_from` (now); `by` names the memory that says otherwise."""
        other = None if by is None else requests.whole_ids(self._store, self._caller, (by,))[0]
        end = requests.micros(valid_from, "valid_from")
        return self._change("contradict", id, because, idempotency_key, by=other, valid_from=end)

    def quarantine(self, id: str, *, because: str, idempotency_key: str | None = None) -> Memory:
        """Put a memory out of recall until somebody has looked at it."""
        return self._change("quarantine", id, because, idempotency_key)

    def release(self, id: str, *, because: str, idempotency_key: str | None = None) -> Memory:
        """Let a quarantined memory back."""
        return self._change("release", id, because, idempotency_key)

    def review(
        self, id: str, outcome: str | None = None, *, because: str, idempotency_key: str | None = None
    ) -> Memory:
        """Say whether a memory holds: `passed`, `doubtful` or `failed`; without a word, what the five factors say."""
        return self._change("review", id, because, idempotency_key, outcome=outcome)

    def confirm(
        self,
        id: str,
        *,
        because: str | None = None,
        evidence: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> Memory:
        """Say that a memory was seen to hold once more."""
        cited = requests.whole_ids(self._store, self._caller, evidence)
        return self._change("confirm", id, because, idempotency_key, evidence=cited)

    def establish_identity(self, document: IdentityDocument | Mapping[str, Any], *, because: str) -> identity.Identity:
        """Give the agent its identity, or move it to a document of a greater version. Only a person may.

        Raises:
            PersonNeeded: the agent itself asks; act through `memory.agent(name, by="user:NAME")`.
        """
        identity.establish(self._store, self._caller, document, because)
        return self.identity()

    def replace_identity_line(
        self, section: str, *, line: str | None = None, text: str | None = None, because: str
    ) -> identity.Identity:
        """Replace one line of the identity, add one (no `line`), or take one out (no `text`). Only a person may."""
        identity.replace_line(self._store, self._caller, section, line=line, text=text, because=because)
        return self.identity()

    def replace_document_line(
        self,
        document: str,
        *,
        line: str | None = None,
        text: str | None = None,
        because: str,
        scope: str | None = None,
        subjects: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> Document:
        """Replace one line of a boot document, add one (no `line`), or take one out (no `text`). Only a person may.

        Args:
            document: its name: one of the policy's `[boot] order`, or `job:NAME`.
            scope: whose it is; None: the one that has the line, else the agent's own.

        Raises:
            PersonNeeded: the agent itself asks.
            NotFound: the document has no such line, perhaps since somebody replaced it.
            CorrectionAppended: the line would correct one that stays.
        """
        from .boot.writing import replace_document_line

        return replace_document_line(
            self._store,
            self._caller,
            document,
            line=line,
            text=text,
            because=because,
            scope=scope,
            subjects=subjects,
            idempotency_key=idempotency_key,
        )

    def write_document(
        self, document: str, lines: Sequence[str], *, because: str, scope: str | None = None
    ) -> Document:
        """Make a boot document say exactly these lines, such as a state of mind. Only a person may.

        Args:
            scope: whose it is; None: the agent's own.

        Raises:
            PersonNeeded: the agent itself asks.
            CorrectionAppended: one of the lines corrects another.
        """
        from .boot.writing import write_document

        return write_document(self._store, self._caller, document, lines, because=because, scope=scope)

    def boot(self, job: str | None = None) -> Boot:
        """Return what the agent reads on waking up, and note which vintages it read if they are others than last time.

        A person who asks through the agent is no boot, and is not noted.

        Raises:
            InvalidName: it is no job's name.
        """
        from .boot.booting import wake_up

        return wake_up(self._store, self._caller, self._view(), job)

    def _change(
        self,
        verb: str,
        id: str,
        because: str | None,
        idempotency_key: str | None,
        subjects: Sequence[str] = (),
        **fields: Any,
    ) -> Memory:
        return verbs.change_memory(
            self._store,
            self._caller,
            verb,
            id,
            idempotency_key=idempotency_key,
            because=because,
            subjects=subjects,
            **fields,
        )
