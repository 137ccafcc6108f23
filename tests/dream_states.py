"""What dreams look at, made by hand: memories, and states of them as of one day."""

import re
from collections.abc import Iterable
from typing import Any

from remembrancer.domain.content import MemoryText
from remembrancer.domain.dreams.person_words import PersonWord, Word
from remembrancer.domain.dreams.proposals import Proposal
from remembrancer.domain.dreams.state import ActiveDays, DreamState, Dreamt
from remembrancer.domain.moments import DAY
from remembrancer.domain.policy import Policy, policy_from
from remembrancer.domain.state import Belief
from remembrancer.domain.tasks import TaskRun

TODAY = 20_600
"""Counted from 1970."""
NOW = TODAY * DAY + DAY // 2
POLICY = Policy()
OWN = "agent:atlas"
_OF_BELIEF = frozenset(Belief.__struct_fields__)
_OF_WORDS = frozenset(MemoryText.__struct_fields__)


def memory_id(number: int) -> str:
    return f"mem_{number:016}"


def belief(number: int, day: int = TODAY, **fields: Any) -> Belief:
    """Return the state of a memory of atlas that was recorded at noon of a day."""
    at = day * DAY + DAY // 2
    layer = fields.get("layer", "L2")
    known: dict[str, Any] = {
        "memory": memory_id(number),
        "agent": "atlas",
        "scope": OWN,
        "layer": layer,
        "home_layer": layer,
        "kind": "note",
        "status": "live",
        "former": None,
        "importance": 5,
        "confidence": 5,
        "strength": 1000,
        "confirmations": 0,
        "category": None,
        "source": "own",
        "triggered": False,
        "fact": None,
        "session": None,
        "review": None,
        "successor": None,
        "revision": 1,
        "content_position": number,
        "occurred_at": None,
        "occurred_offset": None,
        "valid_from": at,
        "valid_to": None,
        "expires_at": None,
        "recorded_at": at,
        "recorded_by": "agent:atlas",
        "recorded_position": number,
        "changed_at": at,
    }
    return Belief(**(known | fields))


def dreamt(
    number: int, text: str | None = "It rained", day: int = TODAY, *, word: Word | None = None, **fields: Any
) -> Dreamt:
    """Return a memory as a dream sees it; `fields` go to the belief, the words or the memory, whichever has them.

    Args:
        text: None where the words cannot be read.
        word: what a person said about it.
    """
    of_belief = {name: fields.pop(name) for name in [*fields] if name in _OF_BELIEF}
    of_words = {name: fields.pop(name) for name in [*fields] if name in _OF_WORDS}
    return Dreamt(
        belief=belief(number, day, **of_belief),
        words=None if text is None else MemoryText(text=text, **of_words),
        terms=tuple(re.findall(r"\w+", (text or "").lower())),
        person=None if word is None else PersonWord(memory_id(number), word),
        **fields,
    )


def days(count: int) -> ActiveDays:
    """Return the activity of an agent that did something on each of the last days, today included."""
    return ActiveDays(tuple(range(TODAY - count + 1, TODAY + 1)))


def state(*memories: Dreamt, together: Iterable[tuple[int, ...]] = (), **fields: Any) -> DreamState:
    """Return what a dream has before it; `together` are the numbers of those that are alike."""
    known: dict[str, Any] = {
        "agent": "atlas",
        "scopes": (OWN, "fleet"),
        "position": 1_000,
        "memories": {memory.id: memory for memory in memories},
        "scratch": (),
        "tasks": (),
        "counts": {},
        "active": days(400),
        "clusters": tuple(tuple(memory_id(number) for number in numbers) for numbers in together),
        "likenesses": (),
        "changes": (),
        "reflected_upto": 0,
        "reflected_at": 0,
        "taken_in": dict[str, str](),
        "suggested": frozenset[str](),
    }
    return DreamState(**(known | fields))


def task(number: int, stale_at: int, **fields: Any) -> TaskRun:
    known: dict[str, Any] = {
        "scope": OWN,
        "task": f"task {number}",
        "agent": "atlas",
        "memory": memory_id(number),
        "status": "running",
        "started_at": 0,
        "checkpoint_at": 0,
        "checkpoints": 0,
        "stale_at": stale_at,
        "interrupted_at": None,
        "ended_at": None,
    }
    return TaskRun(**(known | fields))


def policy(**settings: Any) -> Policy:
    return policy_from(settings)


def told(proposals: Iterable[Proposal]) -> list[tuple[str, tuple[int, ...]]]:
    """Return the rule of each proposal and the numbers of its memories."""
    return [(one.name, tuple(int(memory.removeprefix("mem_")) for memory in one.memories)) for one in proposals]
