"""Proposing: what a dream would do, stage by stage."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from ..errors import UnknownStage
from ..policy import Policy
from .archiving import propose_archive
from .compacting import propose_compact
from .consolidating import propose_consolidate
from .decaying import propose_decay
from .forgetting import propose_forget
from .merging import propose_merge
from .promoting import propose_promote
from .proposals import STAGES, Decay, Proposal, Reflect, Stage, Suggest
from .reflecting import propose_reflect
from .state import DreamState
from .sweeping import propose_sweep

_Propose = Callable[[DreamState, int, Policy, AbstractSet[str]], Iterable[Proposal]]

_BY_STAGE: Mapping[Stage, _Propose] = {
    "sweep": propose_sweep,
    "consolidate": propose_consolidate,
    "reflect": propose_reflect,
    "promote": propose_promote,
    "merge": propose_merge,
    "decay": propose_decay,
    "archive": propose_archive,
    "forget": propose_forget,
    "compact": propose_compact,
}
"""What each stage proposes; to learn is no change of memories, and is proposed by nothing."""


_LEAVING = (Decay, Reflect, Suggest)
"""What leaves the memories that it is about where they are."""


def propose(state: DreamState, now: int, policy: Policy, stages: Sequence[str] = STAGES) -> list[Proposal]:
    """Return what a dream would do, in the order in which it should be done. Pure: the same state gives the same.

    What one stage proposes to change, the later ones leave alone; only a change of strength is in nobody's way. Nobody
    is asked about what a later stage changes: what is left of it may be asked about next time.

    Args:
        now: microseconds since 1970 UTC.
        stages: those that are asked, in any order.

    Raises:
        UnknownStage: there is no such stage.
    """
    asked = check_stages(stages)
    proposals: list[Proposal] = []
    claimed: set[str] = set()
    for stage, propose_stage in _BY_STAGE.items():
        if stage in asked:
            found = list(propose_stage(state, now, policy, claimed))
            proposals += found
            changed = {memory for one in found if not isinstance(one.action, _LEAVING) for memory in one.memories}
            proposals = [one for one in proposals if not _asks_about(one, stage, changed)]
            claimed |= changed
    return proposals


def _asks_about(one: Proposal, stage: Stage, changed: AbstractSet[str]) -> bool:
    """Say whether a suggestion of an earlier stage is about what this stage changes."""
    return isinstance(one.action, Suggest) and one.stage != stage and not changed.isdisjoint(one.memories)


def check_stages(stages: Iterable[str] | None) -> tuple[Stage, ...]:
    """Return stages in the order of a dream, once each; None asks for all.

    Raises:
        UnknownStage: there is no such stage.
    """
    asked = STAGES if stages is None else list(stages)
    for name in asked:
        if name not in STAGES:
            raise UnknownStage(name, STAGES)
    return tuple(stage for stage in STAGES if stage in asked)
