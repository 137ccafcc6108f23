"""What happens to a store as a whole."""

from typing import Any

from .base import Event


class StoreCreated(Event, frozen=True, kw_only=True):
    """A store was created; always the first event."""

    TYPE = "store.created/1"
    CONTENT = None

    store: str
    """Random id of the store, 32 hexadecimal digits."""
    format: int
    """Version of the log's format."""


class PolicyAdopted(Event, frozen=True, kw_only=True):
    """A policy came into force."""

    TYPE = "policy.adopted/1"

    version: int
    settings: dict[str, Any]
    """The whole policy, in clear: text, whole numbers, lists and objects."""

    def _own_tags(self) -> tuple[str, ...]:
        return ("policy:adopted",)


class ModelFitted(Event, frozen=True, kw_only=True):
    """Which words keep company here was learned anew, from all that was recorded up to a position."""

    TYPE = "model.fitted/1"
    CONTENT = None

    model: str
    """HMAC of what was learned: the same words in the same documents give the same."""
    documents: int
    """Revisions of memories that it was learned from."""
    terms: int
    """Different terms of them that keep company."""
    dimensions: int
    """Numbers in the vector of a document, at most."""
    upto: int
    """The position up to which it was learned."""

    def _own_tags(self) -> tuple[str, ...]:
        return ("model:fitted",)
