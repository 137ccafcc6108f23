"""The words of the domain that are closed lists: layers, kinds, statuses, sources."""

from typing import Literal, get_args

Layer = Literal["L0", "L1", "L2", "L3", "L4", "L5", "L6"]
"""Scratch, working, episodic, semantic, knowledge, identity, archive."""

LAYERS: tuple[Layer, ...] = get_args(Layer)

Status = Literal[
    "live", "superseded", "merged", "contradicted", "forgotten", "archived", "quarantined", "expired", "erased"
]
"""What became of a memory. `expired` is never stored: it follows from the asked time."""

Source = Literal["own", "foreign"]
"""Whose words a text is: the agent's own, or text from outside, which is data for ever."""

Section = Literal["mission", "rules", "never", "always", "philosophies"]
"""The parts of an identity, in the order in which they are read. `mission` holds exactly one line."""

SECTIONS: tuple[Section, ...] = get_args(Section)

KINDS: dict[str, Layer] = {
    "diff": "L0",
    "prompt": "L0",
    "request": "L0",
    "message": "L0",
    "note": "L2",
    "decision": "L2",
    "evolution": "L2",
    "reflection": "L2",
    "session": "L2",
    "task-context": "L2",
    "module": "L3",
    "fact": "L3",
    "lesson": "L4",
    "preference": "L4",
    "practice": "L4",
    "pattern": "L4",
    "key-decision": "L4",
    "summary": "L4",
}
"""Each kind that a caller may record, with the layer where it is born. A policy may declare more."""

KEPT_KINDS: dict[str, Layer] = {"task": "L1", "intent": "L4"}
"""Kinds that are kept by commands of their own, with their layers."""

WITHOUT_CODE_OR_SECRETS: frozenset[Layer] = frozenset({"L3", "L4", "L5"})
"""Layers whose texts never hold source code or secrets."""

LINE_IMPORTANCE = 10
"""Importance of every line of an identity or a boot document."""

FULL_STRENGTH = 1000
"""Strength of a fresh memory, in thousandths."""
