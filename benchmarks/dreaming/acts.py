"""What somebody does in a simulated life, in the words of the public face. Times are aware, in UTC."""

from datetime import datetime
from typing import Any

import msgspec


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The agent records a memory."""

    at: datetime
    label: str
    fields: dict[str, Any]
    """What `Agent.record` takes, the text included; but for the evidence."""
    evidence: tuple[str, ...] = ()
    """Labels of earlier memories; whoever runs the life turns them into ids."""

    @property
    def text(self) -> str:
        """The words of the memory."""
        return self.fields["text"]

    @property
    def kind(self) -> str:
        """Its kind."""
        return self.fields.get("kind", "note")


class Confirm(msgspec.Struct, frozen=True, kw_only=True):
    """The agent confirms a memory."""

    at: datetime
    label: str


class Contradict(msgspec.Struct, frozen=True, kw_only=True):
    """The agent finds that a memory stopped being true."""

    at: datetime
    label: str
    by: str
    """Label of the memory that says otherwise."""


class Recall(msgspec.Struct, frozen=True, kw_only=True):
    """The agent asks its memory."""

    at: datetime
    query: str
    k: int | None = None
    """As `Agent.recall` takes it. Must be passed on: with more places than good answers, recall suggests what shares
    words with them, and what is planted as never recalled would be."""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody speaks in a session."""

    at: datetime
    session: str
    text: str
    speaker: str


class EndSession(msgspec.Struct, frozen=True, kw_only=True):
    """A session ends, without a summary of its own."""

    at: datetime
    session: str


class RunTask(msgspec.Struct, frozen=True, kw_only=True):
    """The agent starts a task and completes it."""

    at: datetime
    name: str
    objective: str
    outcome: str


class EstablishIdentity(msgspec.Struct, frozen=True, kw_only=True):
    """A person gives the agent its identity."""

    at: datetime
    document: dict[str, Any]
    """As an identity file says it: version, mission, rules, never, always, philosophies."""


Act = Record | Confirm | Contradict | Recall | Message | EndSession | RunTask | EstablishIdentity
