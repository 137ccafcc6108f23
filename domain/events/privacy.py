"""What is done for people and for the law: words that are taken away for ever, and words that must stay for a while."""

from .base import Event


class SubjectErased(Event, frozen=True, kw_only=True):
    """A person or a memory was erased: the keys of what is named here are destroyed for ever."""

    TYPE = "privacy.subject_erased/2"
    BEFORE = ("privacy.subject_erased/1",)

    erased: tuple[str, ...]
    """Ids of the memories that it reached, sorted."""
    derived: tuple[str, ...]
    """Those of them that went only because they were made of others, sorted."""
    subject: str | None
    """Pseudonym of the person; None if memories were named."""
    retention: str | None
    """Name of the rule of retention that asked for it; None if somebody did."""

    @property
    def memories(self) -> tuple[str, ...]:
        return self.erased

    def _own_tags(self) -> tuple[str, ...]:
        return (f"subject:{self.subject}",) if self.subject else ()


class HoldEvent(Event, frozen=True, kw_only=True):
    """Something about one legal hold."""

    hold: str

    def _own_tags(self) -> tuple[str, ...]:
        return ("privacy:hold", f"hold:{self.hold}")


class HoldPlaced(HoldEvent, frozen=True, kw_only=True):
    """Somebody ruled that words must stay: until then nobody forgets or erases them."""

    TYPE = "privacy.hold_placed/1"

    subject: str | None
    """Pseudonym of the person whose words it covers, also those to come; None if memories were named."""
    held: tuple[str, ...]
    """Ids of the memories that it covers, sorted; none if it covers a person."""
    until: int
    """When it ends by itself, microseconds."""

    def _own_tags(self) -> tuple[str, ...]:
        # It changes no memory, so it names them by a family of tags of its own.
        named = (f"subject:{self.subject}",) if self.subject else ()
        return (*super()._own_tags(), *named, *(f"held:{memory}" for memory in self.held))


class HoldReleased(HoldEvent, frozen=True, kw_only=True):
    """A legal hold ended before its time."""

    TYPE = "privacy.hold_released/1"
