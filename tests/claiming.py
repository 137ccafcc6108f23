"""What tests of claims share: a truth that may stop being one, memories that are checked by it, and gaps."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from remembrancer import Agent, Remembrancer
from remembrancer.application.claims.gaps import Gap, gaps
from settable_clock import SettableClock

CHECKED = "A person checks every post"


class Truth:
    """A file that says whether a person checks every post."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.holds(True)

    def holds(self, yes: bool) -> None:
        self.path.write_text("review: on\n" if yes else "review: off\n")

    @property
    def check(self) -> dict[str, Any]:
        return {"file": str(self.path), "contains": "review: on"}


@contextmanager
def checking(path: Path, clock: SettableClock, truth: Truth) -> Iterator[Remembrancer]:
    """Open a store that declares a check of the world, one that nothing answers, and one of a person."""
    with Remembrancer.open(path, clock=clock) as opened:
        opened.add_check("review", **truth.check)
        opened.add_check("nowhere", command=["no-such-program-anywhere"])
        opened.add_check("person", ask="Does a person check every post?", by="2026-06-01")
        yield opened


def claimed(agent: Agent, check: str = "review", **said: Any) -> str:
    """Record what is checked, and return its id."""
    fields: dict[str, Any] = {"kind": "fact", "key": "posts.review", **said}
    found = agent.record(CHECKED, **fields).id
    agent.attach_claim(found, check=check, every=None if check == "person" else "1d")
    return found


def results(memory: Remembrancer, **asked: Any) -> list[tuple[str, str | None]]:
    return [(one.result, one.consequence) for one in memory.audit(**asked).audited]


def found_gaps(memory: Remembrancer, agent: str = "atlas", at: Any = None) -> list[Gap]:
    return gaps(memory.store, agent, None if at is None else memory.agent(agent).as_of(at).moment)
