"""Every text that a memory holds: what is refused in one is refused in all of them."""

from collections.abc import Iterator
from typing import cast

from .content import MemoryText


def all_words(words: MemoryText) -> Iterator[str | None]:
    """Yield every text that a memory holds, those within its metadata as well."""
    yield from (words.text, words.summary, words.trigger, words.because, words.key, *words.tags)
    yield from _texts_within(words.metadata)


def _texts_within(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for name, item in cast("dict[str, object]", value).items():
                yield name
                yield from _texts_within(item)
        case list() | tuple():
            items = cast("list[object]", value)
            # Lists of texts are read as the lines of one: notebooks keep source that way.
            yield "\n".join(item for item in items if isinstance(item, str))
            for item in items:
                if not isinstance(item, str):
                    yield from _texts_within(item)
        case _:
            pass
