"""What tests of claims share: a truth that may stop being one, memories that are checked by it, and gaps."""

from pathlib import Path
from typing import Any

from remembrancer import Agent, Remembrancer
from remembrancer.application.claims.gaps import Gap, gaps

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
