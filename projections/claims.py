"""Claims: which memories carry a check, and what that found last."""

from collections.abc import Iterable

from ..domain.claims import Claim, evolve_claim
from ..domain.events import AnyEvent, ClaimAttached, ClaimAudited, ClaimReleased, Recorded
from .projection import Key, Projection


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case ClaimAttached() | ClaimAudited() | ClaimReleased():
            return ((event.claim,),)
        case _:
            return ()


def _apply(row: Claim | None, recorded: Recorded, key: Key) -> Claim | None:
    del key
    return evolve_claim(row, recorded)


CLAIMS = Projection(
    name="claims",
    version=1,
    row=Claim,
    key=("claim",),
    keys=_keys,
    apply=_apply,
    of=(ClaimAttached, ClaimAudited, ClaimReleased),
    indexes=("scope, status, to_position", "status, to_position", "memory"),
)
