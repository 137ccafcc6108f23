"""Policies: which version of the policy is in force, and which event holds it."""

from collections.abc import Iterable

import msgspec

from ..domain.events import AnyEvent, PolicyAdopted, Recorded
from .projection import Key, Projection

IN_FORCE: Key = ("policy",)


class PolicyInForce(msgspec.Struct, frozen=True):
    """The policy in force; its settings are in the event at `position`."""

    name: str
    version: int
    position: int


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case PolicyAdopted():
            return (IN_FORCE,)
        case _:
            return ()


def _apply(row: PolicyInForce | None, recorded: Recorded, key: Key) -> PolicyInForce | None:
    match recorded.event:
        case PolicyAdopted() as event:
            return PolicyInForce(name=key[0], version=event.version, position=recorded.position)
        case _:
            return row


POLICIES = Projection(
    name="policies", version=1, row=PolicyInForce, key=("name",), keys=_keys, apply=_apply, of=(PolicyAdopted,)
)
