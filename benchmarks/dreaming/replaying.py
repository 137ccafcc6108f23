"""Whether every past day can be asked for: what the views say of it against a replay of the log, fold by fold."""

from collections.abc import Sequence

from remembrancer import Remembrancer
from remembrancer.domain.state import Belief, evolve
from remembrancer.domain.vocabulary import LAYERS

from .playing import AGENT, Night

SHOWN = frozenset({"live", "archived"})


def days_that_differ(memory: Remembrancer, nights: Sequence[Night]) -> list[int]:
    """Return the days whose layers, as of the last position of their night, are not those of a replay up to there."""
    store, differing = memory.store, list[int]()
    beliefs: dict[str, Belief] = {}
    position = 0
    for night in nights:
        for stored in store.log.read(after=position, upto=night.position):
            recorded = store.codec.decode(stored)
            position = recorded.position
            for one in recorded.event.memories:
                belief = evolve(beliefs.get(one), recorded, one)
                assert belief is not None, f"{one} has no state after position {position}"
                beliefs[one] = belief
        then = memory.agent(AGENT).as_of(night.position)
        asked_at = then.moment.at
        told = {layer: {one.belief for one in view} for layer, view in then.layers().items()}
        folded: dict[str, set[Belief]] = {layer: set() for layer in LAYERS}
        for belief in beliefs.values():
            expired = belief.expires_at is not None and belief.expires_at <= asked_at
            if belief.status in SHOWN and not expired:
                folded[belief.layer].add(belief)
        if told != folded:
            differing.append(night.day)
    return differing
