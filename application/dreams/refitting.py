"""Learning anew which words keep company, once the store has grown enough since."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..store import Store


def refit(store: Store, actor: str, growth_percent: int) -> bool:
    """Learn anew if the documents have grown by so much since; say whether there was something new to learn."""
    from ..recall.learning import learn

    searcher = store.searcher
    with searcher.lock:
        documents = len(searcher.caught_up())
        company = searcher.company
        company.is_up_to_date(searcher.caught_up(), searcher.dictionary.identity)
        learned = company.learned
    if learned and (documents - learned) * 100 < growth_percent * learned:
        return False
    return learn(store, actor).learned
