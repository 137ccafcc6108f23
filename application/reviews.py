"""The five factors of a memory, as they came out when it was last reviewed by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..domain.boundary import Query, QueryItem
from ..domain.content import MemoryText, ReviewText
from ..domain.events import MemoryPromoted, MemoryReviewed
from ..domain.reviewing import REVIEWED_LAYERS

if TYPE_CHECKING:
    from ..domain.content import Factor
    from ..domain.state import Belief
    from .moment import Moment
    from .store import Store

_JUDGING = (MemoryPromoted.TYPE, MemoryReviewed.TYPE)


def factors(store: Store, belief: Belief, moment: Moment, words: MemoryText | str) -> tuple[Factor, ...]:
    """Return the factors of a memory by the moment that is asked: of its latest review, else those it was written with.

    Args:
        words: its words then, or what stands in their place.
    """
    if belief.layer not in REVIEWED_LAYERS and belief.home_layer not in REVIEWED_LAYERS:
        return ()
    if isinstance(words, str):
        return ()
    if belief.changed_at > belief.recorded_at or belief.review is not None:
        judged = Query(items=(QueryItem(types=_JUDGING, tags=(f"mem:{belief.memory}",)),))
        for stored in store.log.read(judged, after=belief.content_position, upto=moment.position, newest_first=True):
            content = store.open(store.codec.decode(stored))
            if isinstance(content, ReviewText) and content.factors:
                return content.factors
    return words.factors
