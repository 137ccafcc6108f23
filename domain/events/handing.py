"""What one agent gives to another: the owner of a fact, a memory, a task."""

from .memories import MemoryEvent, NewMemory


class FactTransferred(MemoryEvent, frozen=True, kw_only=True):
    """A fact got another owner; its value stayed."""

    TYPE = "fact.transferred/1"

    fact: str
    """HMAC of the fact's key."""
    owner: str
    """Name of the agent that owned it before."""
    to: str
    """Name of the agent that owns it from here on."""

    def _own_tags(self) -> tuple[str, ...]:
        return (*super()._own_tags(), f"fact:{self.fact}")


class HandedOver(NewMemory, frozen=True, kw_only=True):
    """A memory was handed over: it goes on as another agent's, and ended as that of the one who had it."""

    # `agent` and `scope` are those of the receiver, whose memory it is from here on; the actor says who gave it.

    TYPE = "memory.handed_over/1"

    hands: str
    """Id of the memory as it was before."""
    giver: str
    """Name of the agent that had it."""
    from_scope: str
    confirmations: int
    """How often it had been seen to hold."""
    task: str | None
    """HMAC of the task whose state it is; the task waits to be resumed by its new agent."""

    @property
    def memories(self) -> tuple[str, ...]:
        return (self.memory, self.hands)

    def _own_tags(self) -> tuple[str, ...]:
        left = (f"scope:{self.from_scope}",)
        return (*super()._own_tags(), *(left if self.task is None else (*left, f"task:{self.task}")))
