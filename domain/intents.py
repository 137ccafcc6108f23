"""What became of one problem, and how each event changes that."""

import msgspec
from msgspec.structs import replace

from .events import IntentLearned, IntentObserved, Recorded
from .vocabulary import Status

STANDING: frozenset[Status] = frozenset({"live", "quarantined"})
"""What the memory of an intent is as long as its uses are only counted; else it is learned, or comes back."""
EXAMPLES = 5
"""Examples of one intent that are kept at hand, the newest."""


class IntentRecord(msgspec.Struct, frozen=True):
    """What became of one problem, in one scope."""

    scope: str
    intent: str
    """HMAC of the signature of its envelope."""
    memory: str
    uses: int
    successes: int
    rollbacks: int
    first_at: int
    last_at: int
    examples: str
    """Positions of the events that hold its newest examples, newest first, between blanks."""


def evolve_intent(record: IntentRecord | None, recorded: Recorded) -> IntentRecord | None:
    """Fold one event of an intent into its record."""
    match recorded.event:
        case IntentLearned() as event:
            return IntentRecord(
                scope=event.scope,
                intent=event.intent,
                memory=event.memory,
                uses=0,
                successes=0,
                rollbacks=0,
                first_at=recorded.at,
                last_at=recorded.at,
                examples="",
            )
        case IntentObserved() as event if record is not None:
            examples = record.examples.split()
            if event.exemplified:
                examples = [str(recorded.position), *examples][:EXAMPLES]
            return replace(
                record,
                uses=record.uses + 1,
                successes=record.successes + (event.outcome == "success"),
                rollbacks=record.rollbacks + (event.outcome == "rollback"),
                last_at=recorded.at,
                examples=" ".join(examples),
            )
        case _:
            return record
