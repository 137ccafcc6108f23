"""Which intervals contain a position, in logarithmic time: the relational interval tree.

Source: Kriegel, Poetke, Seidl, "Managing Intervals Efficiently in Object-Relational Databases", VLDB 2000.
Each closed interval is registered at one node of a virtual binary tree over the positions: the number inside it
that the most powers of two divide. The intervals that contain N are all registered at the few nodes on the path
from the root to N, so an index on (node, bound) finds them whatever the length of the log.
"""

OPEN = 2**63 - 1
"""`to_position` of a row that still holds; such rows are found without a node."""


def fork(from_position: int, to_position: int) -> int:
    """Return the node at which the closed interval [from_position, to_position) is registered.

    >>> fork(3, 7)
    4
    """
    last = to_position - 1
    assert 0 < from_position <= last, f"not an interval: {from_position}, {to_position}"
    level = ((from_position - 1) ^ last).bit_length() - 1
    return last >> level << level


def path(position: int, head: int) -> tuple[list[int], list[int]]:
    """Return the nodes whose intervals can contain `position` in a log that ends at `head`: not after it, and after it.

    An interval at a node not after `position` contains it if it ends later; an interval at a node after
    `position` contains it if it begins no later.

    >>> path(6, head=9)
    ([6, 4], [8])
    """
    levels = range(head.bit_length())
    before = [position >> level << level for level in levels if position >> level & 1]
    after = [
        (position >> level) + 1 << level
        for level in levels
        if not position >> level & 1 and position & (1 << level) - 1
    ]
    return before, [node for node in after if node <= head]
