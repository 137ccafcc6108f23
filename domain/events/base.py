"""What every event says, and what every event of an agent says."""

from typing import ClassVar

import msgspec

from ..content import AnyContent, Box, Reason

DREAMT = "dream:"
"""Begins the actor of what a dream does."""


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every event says, whatever happened. Its position and time are set by the log, inside the append."""

    TYPE: ClassVar[str]
    """Name and schema number under which the log stores this class; never the import path."""
    CONTENT: ClassVar[type[AnyContent] | None] = Reason
    """What its box holds once opened."""

    BEFORE: ClassVar[tuple[str, ...]] = ()
    """Older names of it: what was stored under one is read as this, and its words are bound to that name."""

    actor: str
    """Who caused it: `agent:<name>`, `user:<pseudonym>`, `file:<name>`, `dream:<run>`, `import:<run>`, `schedule`,
    `audit` or `erasure`."""
    cause: str
    """Id of the command that it answers."""
    box: Box | None
    """Its words, sealed; None if it has none."""

    @property
    def memories(self) -> tuple[str, ...]:
        """Ids of the memories whose state it changes."""
        return ()

    @property
    def tags(self) -> tuple[str, ...]:
        """What queries and append conditions may ask for, sorted, without duplicates."""
        tags = {*self._own_tags(), *[f"mem:{memory}" for memory in self.memories]}
        if self.box and self.box.subjects:
            tags.update(f"subject:{subject}" for subject in self.box.subjects)
        return tuple(sorted(tags))

    def _own_tags(self) -> tuple[str, ...]:
        return ()


class AgentEvent(Event, frozen=True, kw_only=True):
    """Something that an agent, or a person through an agent, did."""

    agent: str
    """The agent that acted, or for whom a person did."""
    scope: str
    """To whom it belongs: `agent:NAME`, `team:NAME` or `fleet`."""
    policy: int
    """Version of the policy that it was decided under."""
    command: str | None
    """HMAC of the idempotency key."""

    def _own_tags(self) -> tuple[str, ...]:
        tags = (f"agent:{self.agent}", f"scope:{self.scope}")
        # Whatever a dream does is a sign of its life: nobody else may take its place meanwhile.
        tags = (*tags, f"dream:{self.agent}") if self.actor.startswith(DREAMT) else tags
        return tags if self.command is None else (*tags, f"cmd:{self.command}")
