"""Orders that give something to another agent."""

from .memories import MemoryCommand


class HandOver(MemoryCommand, frozen=True, kw_only=True):
    """Give a memory, or the task whose state it is, to another agent; the value of a fact goes with its key."""

    to: str
    """Name of the agent that receives it."""
    heir: str
    """Id of the memory that it becomes, where the receiver could not read or write it as it is."""
    to_scope: str | None = None
    """Where it goes; None: it stays in a scope that the receiver writes to, else it becomes the receiver's own."""
    task: str | None = None
    """HMAC of the task's name."""
    name: str | None = None
    """Name of the task or the fact, for messages."""
