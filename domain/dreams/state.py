"""What a dream looks at: an agent's memories as they stand at one position, with what is needed to weigh them."""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Literal

import msgspec

from ..content import MemoryText
from ..moments import DAY
from ..state import Belief
from ..tasks import TaskRun
from .person_words import PersonWord

DRIFT_DAYS = 7
"""Days within which changes of a belief are a drift: so far beyond the last reflection they are told."""


def day_of(at: int) -> int:
    """Return the day, in UTC, counted from 1970, of a time in microseconds."""
    return at // DAY


def seen_at(belief: Belief) -> int:
    """Return when something was seen, microseconds since 1970 UTC: when it happened, if that is known."""
    return belief.recorded_at if belief.occurred_at is None else belief.occurred_at


class Dreamt(msgspec.Struct, frozen=True, kw_only=True):
    """One memory as a dream sees it."""

    belief: Belief
    words: MemoryText | None
    """None: no key to read them is at hand, or no stage reads the words of its kind."""
    terms: tuple[str, ...] = ()
    """Its content words in order, stemmed, without stop words, as the search index has them."""
    evidence: tuple[str, ...] = ()
    """Ids that it names as evidence."""
    dreamt: bool = False
    """Whether a dream wrote it."""
    references: tuple[tuple[int, int], ...] = ()
    """Days, counted from 1970, on which recall gave it, each with how often; in order."""
    person: PersonWord | None = None
    seen_on: int | None = None
    """The day, in the policy's zone and counted from 1970, on which it was seen; None: as UTC has it."""

    @property
    def id(self) -> str:
        """Of the memory."""
        return self.belief.memory

    @property
    def kept(self) -> bool:
        """Whether a person said that it stays."""
        return self.person is not None and self.person.keeps

    @property
    def day(self) -> int:
        """On which day it was seen, counted from 1970: when it happened, if that is known."""
        return day_of(seen_at(self.belief)) if self.seen_on is None else self.seen_on

    def referenced_since(self, day: int) -> int:
        """Return how often recall gave it after a day."""
        return sum(count for when, count in self.references if when > day)

    @property
    def used_on(self) -> int:
        """The last day on which it was recorded, restored, revised, confirmed or recalled."""
        return max(day_of(self.belief.recorded_at), self.touched_on, *(when for when, _ in self.references))

    touched_on: int = 0
    """The last day on which it was confirmed, revised, restored or met again, counted from 1970; 0: never."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """How one belief of L3 or L4 changed, by whomever but a dream."""

    how: Literal["learned", "revised", "replaced", "contradicted", "quarantined", "forgotten"]
    memory: str
    """The one that is believed now; what stopped being true, where nothing took its place."""
    before: str | None
    """What was believed before, in words; None: nothing, or it cannot be read."""
    after: str | None
    """What is believed now, in words."""
    key: str | None
    """Name of the fact that it is about."""
    thread: str
    """What tells the same belief through its changes: its fact, or the id of the memory that is revised."""
    position: int
    """Of the event that says so."""
    at: int
    failed: bool
    """Whether it came of a failure: a contradiction, a quarantine, or a review that it did not pass."""


class ActiveDays(msgspec.Struct, frozen=True):
    """The days on which an agent did anything: the only ones by which its memories grow older."""

    days: tuple[int, ...]
    """Counted from 1970, in order."""

    def age(self, since: int) -> int:
        """Return how many of them came after the day `since`."""
        return len(self.days) - bisect_right(self.days, since)

    def ago(self, age: int) -> int:
        """Return the day that lies `age` active days back: what came after it is younger than that."""
        return self.days[-age] - 1 if 0 < age <= len(self.days) else (self.days[-1] if age <= 0 and self.days else -1)


class Likeness(msgspec.Struct, frozen=True):
    """Two memories of one scope whose words are alike, as far as counting terms can tell."""

    one: str
    other: str
    similarity: int
    """Cosine of their weighed terms, in thousandths."""


class DreamState(msgspec.Struct, frozen=True, kw_only=True):
    """All that the stages of a dream look at."""

    agent: str
    scopes: tuple[str, ...]
    """Those that the agent reads and writes, its own first."""
    position: int
    memories: Mapping[str, Dreamt]
    """By id, in the order of recording: the live ones of L2, L3 and L4, and what was superseded or contradicted there
    and is not forgotten."""
    scratch: tuple[Belief, ...]
    """What has expired in L0 and was not purged."""
    tasks: tuple[TaskRun, ...]
    """Those that are running, as far as events say."""
    counts: Mapping[tuple[str, str], int]
    """By scope and kind with a bound, how many live memories there are in the layer of that kind."""
    active: ActiveDays
    clusters: tuple[tuple[str, ...], ...]
    """Groups of memories that are alike, each pair of them; a memory is in one at most."""
    likenesses: tuple[Likeness, ...]
    """Every pair that is alike enough to be looked at, in order."""
    taken_in: Mapping[str, str]
    """By the id of a memory that became part of another one that stands, or confirmed it: the id of that."""
    changes: tuple[Change, ...]
    """Since the last reflection, and `DRIFT_DAYS` before that, in order."""
    reflected_upto: int
    """The position up to which changes have been written down."""
    reflected_at: int
    """Its time; 0: never."""
    suggested: frozenset[str]
    """Signatures of all suggestions that were ever made."""
    declined: tuple[Dreamt, ...] = ()
    """What dreams made and a person took back."""
    waiting: int = 0
    """Suggestions that nobody has answered."""
    held: frozenset[str] = frozenset()
    """Ids of memories that must neither be purged nor forgotten."""
