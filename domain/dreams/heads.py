"""What the memories that dreams made are about: what was noticed, as their text or what they keep beside it says."""

from typing import cast

from .proposals import CORE, WORDINGS
from .state import Dreamt
from .wording import core_of


def noticed_in(head: Dreamt) -> str:
    """Return what a memory says was noticed, without how often.

    A memory that was given other words is about these, whatever it was made of.
    """
    assert head.words is not None, "only what can be read is looked at"
    core = (head.words.metadata or {}).get(CORE) if head.belief.revision == 1 else None
    return core_of(core if isinstance(core, str) else head.words.text)


def wordings_of(head: Dreamt) -> list[str]:
    """Return what a memory says was noticed, and the other wordings of it that it keeps."""
    said = (head.words.metadata or {}).get(WORDINGS) if head.words is not None and head.belief.revision == 1 else None
    kept = cast("list[object]", said) if isinstance(said, list) else []
    return [noticed_in(head), *(text for text in kept if isinstance(text, str))]
