"""What has room in a context: whole entries only, a share for each part; what one part leaves goes to the others."""

from collections.abc import Mapping, Sequence

from .events.contexts import PARTS, Part

RENDERER = 1
"""Version of the rules by which a context is laid out, as its event states it."""
BUDGET = 2_000
"""Tokens of a context unless told otherwise."""
BUDGET_MAX = 1_000_000
PACKED_BYTES_MAX = 32_768
"""Bytes of a compressed text that the log keeps; of a larger one, entries are left out until it fits."""
SHARES: Mapping[Part, int] = {"task": 20, "gaps": 10, "mirrors": 20, "lessons": 15, "memories": 35}
"""Percent of what the boot prefix leaves of a budget."""
LEFTOVERS: tuple[Part, ...] = ("task", "gaps", "memories", "lessons", "mirrors")
"""Who gets what others leave, in this order."""


def with_room(costs: Mapping[Part, Sequence[int]], heads: Mapping[Part, int], room: int) -> dict[Part, list[int]]:
    """Return which entries of each part have room, by their numbers, in order.

    An entry that is too large is passed over, and a smaller one behind it may stand. First each part fills its own
    share; what is left then goes to the parts in the order of `LEFTOVERS`.

    Args:
        costs: tokens of each entry, by part; the boot prefix is given whole and has no say.
        heads: tokens of the heading of each part, which it costs once.
        room: tokens that the boot prefix and what introduces the rest leave.

    >>> with_room({"task": [50], "memories": [30, 200, 30]}, {"task": 5, "memories": 5}, 130)
    {'task': [0], 'memories': [0, 2]}
    """
    chosen: dict[Part, list[int]] = {part: [] for part in PARTS if costs.get(part)}
    left = max(room, 0)
    for part, numbers in chosen.items():
        left -= _fill(numbers, costs[part], heads.get(part, 0), left, room * SHARES.get(part, 0) // 100)
    for part in LEFTOVERS:
        if part in chosen:
            left -= _fill(chosen[part], costs[part], heads.get(part, 0), left, left)
    return {part: sorted(numbers) for part, numbers in chosen.items() if numbers}


def last_given(chosen: Mapping[Part, Sequence[int]]) -> tuple[Part, int] | None:
    """Return the entry that is left out first where a text turns out too long: the last one of the last part."""
    for part in reversed(PARTS):
        if chosen.get(part):
            return part, chosen[part][-1]
    return None


def _fill(chosen: list[int], costs: Sequence[int], head: int, left: int, allowed: int) -> int:
    """Add what fits into an allowance to what was chosen, and return what it takes."""
    spent = 0
    for number, cost in enumerate(costs):
        needed = cost + (0 if chosen else head)
        if number not in chosen and spent + needed <= min(left, allowed):
            chosen.append(number)
            spent += needed
    return spent
