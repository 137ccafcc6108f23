"""Remarks: what is said beside something that was noticed, and whether it speaks against it."""

from . import lexicon as english
from . import lexicon_chinese as chinese
from . import lexicon_moods as moods
from .sayings import Saying


def speaks_against(remark: str, said: Saying, core: str, noticed: Saying) -> bool:
    """Say whether a remark on what was noticed wants the contrary of it, forbids it, or complains of it.

    Args:
        remark: its text; `said` is what it says.
        core: the text of what was noticed; `noticed` is what that says.
    """
    remark, core = remark.strip().lower(), core.lower()
    if moods.FORBIDDING.match(remark) and not noticed.denies:
        return True
    if moods.TOO_MUCH.search(remark) and not moods.TOO_MUCH.search(core):
        return True
    # More of it is wanted; "nothing longer" wants no more.
    if moods.GROWING.search(remark) and not moods.GROWING.search(core) and not said.denies:
        return True
    return _is_averse(remark, said) and said.denies != noticed.denies and bool(_about(said) & _about(noticed))


def _is_averse(remark: str, said: Saying) -> bool:
    averse = not said.spoken.isdisjoint(english.AGAINST) or any(word in remark for word in chinese.WISHES_AGAINST)
    return averse or bool(said.contraries)


def _about(saying: Saying) -> frozenset[str]:
    return saying.topics | {value for value in saying.values if value.startswith("figure:")}
