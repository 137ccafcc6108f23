"""The rules of mirrors, as a policy may set them. Apart from declarations, which most starts do without."""

from collections.abc import Iterator

import msgspec

DAY_S = 86_400
EVERY_S_MIN = 60
EVERY_S_MAX = 366 * DAY_S
TIMEOUT_S_MAX = 3_600
COST_MAX = 1_000_000_000
NAME_IN_MESSAGE = "{name}"
"""Stands in the message of a commit for the name of the mirror."""


class MirrorRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What holds for all mirrors."""

    budget_per_day: int = 0
    """What all enabled mirrors may cost a day together, in whole units; 0: there is no limit."""
    cost_unit: str = ""
    """What a unit is, such as `cents`: for people."""
    heartbeat_s: int = DAY_S
    """Seconds after which a refresh that changed nothing is told by an event too."""
    timeout_s: int = 30
    """Seconds that one refresh may take, where a mirror says nothing else."""
    commit_message: str = "mirror: {name} [skip ci]"
    """Of a commit to a git folder."""

    def faults(self) -> Iterator[str]:
        """Yield what is impossible in it, each as `<name> to <value>; it must be …`."""
        numbers = (
            ("budget_per_day", self.budget_per_day, 0, COST_MAX * 1_000),
            ("heartbeat_s", self.heartbeat_s, EVERY_S_MIN, EVERY_S_MAX),
            ("timeout_s", self.timeout_s, 1, TIMEOUT_S_MAX),
        )
        for name, value, low, high in numbers:
            if not low <= value <= high:
                yield f"{name} to {value}; it must be from {low} to {high}"
        if not self.commit_message.strip() or "\0" in self.commit_message:
            yield "commit_message to nothing; it must say something"
