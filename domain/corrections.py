"""Corrections that are appended to what they correct, instead of taking its place.

A text appends a correction to a line if it says by its words that something changed (a label, a dismissal of the line,
a word of change), speaks of the same thing, and says otherwise. Signs of all three are needed, so `Update the guide` is
an order, `Update: the coffee machine is fixed` stands below a line about deploys, and `no longer than 12 words` is a
measure. Where both lines stay, each reader takes the one that it meets first; so the writer is told to replace the old.
"""

import re
import shlex
from collections.abc import Iterator, Sequence

import msgspec

from . import correction_words as words
from .continuing import behind
from .correction_pair import Pair
from .dreams.differing import is_generic
from .dreams.sayings import saying
from .errors import CorrectionAppended

CHARS_MAX = 4_000
"""Characters of a text that are looked at: a correction stands at its beginning or its end."""
SENTENCES_MAX = 40
SHOWN_CHARS = 200
_OPENING_SIGN = 16
_HEAD_MAX = 40
_BLANKS = re.compile(r"\s+")


class Correction(msgspec.Struct, frozen=True):
    """What a text corrects, and by which words it says so."""

    corrected: str
    """The line, or the sentence of the text itself, that holds no more."""
    sign: str
    """The words by which it was noticed."""
    instead: str
    """What is said instead."""


def correction_of(standing: str, text: str) -> Correction | None:
    """Return how a text corrects a line below which it is put, None if both may stand.

    >>> found = correction_of("Deploys happen on Fridays.", "Update: deploys happen on Mondays.")
    >>> found.sign, found.instead
    ('Update:', 'deploys happen on Mondays.')
    >>> correction_of("Deploys happen on Fridays.", "Update the runbook after each deploy.")
    """
    if standing.split() == text.split():
        return None
    repeated = behind(standing, text)
    rest = repeated or text[:CHARS_MAX].strip()
    for line in _sentences(standing):
        for said in _sentences(rest):
            found = _corrects(line, said)
            if found is not None:
                return Correction(standing, *found)
    if repeated is not None:
        sign = _goes_on(standing, repeated)
        if sign is not None:
            return Correction(standing, sign, rest)
    found = _corrects(standing, rest)
    return None if found is None else Correction(standing, *found)


def correction_within(text: str) -> Correction | None:
    """Return how a later sentence of a text corrects an earlier one, None if none does.

    Only what says that it is a correction counts here: whoever writes a text anew may well tell how it came about.
    """
    sentences = list(_sentences(text))
    for number, said in enumerate(sentences[1:], 1):
        if not (_labelled(said) or _dismisses(said)):
            continue
        for line in sentences[:number]:
            found = _corrects(line, said)
            if found is not None:
                return Correction(line, *found)
    return None


def labels(text: str) -> bool:
    """Say whether a text calls itself a correction."""
    return _labelled(text) is not None or _dismisses(text) is not None


def shows_sign(text: str) -> bool:
    """Say whether a text has any word by which corrections are told: few texts have, and only these are compared."""
    return any(
        pattern.search(text, 0, CHARS_MAX)
        for pattern in (words.LABEL, words.DISMISSAL, words.ENDED, words.CHANGED, words.NOWADAYS, words.TAKEN_BACK)
    )


def refuse_appended(text: str, standing: Sequence[str], command: str, *, lines: bool = False) -> None:
    """Refuse a text that corrects one of some standing texts, or something within itself.

    Args:
        command: begins the command that replaces a line; its words and the new ones are put behind it.
        lines: whether the texts are lines that such a command names; else the text as a whole is to be written anew.

    Raises:
        CorrectionAppended: it does.
    """
    if not shows_sign(text):
        return
    corrected = [found for line in standing if (found := correction_of(line, text)) is not None]
    if corrected:
        # What is said of `the line above` may be said of any: the one that shares most words is meant, else the latest.
        bare = _bare(text)
        found = max(reversed(corrected), key=lambda one: Pair(one.corrected, bare).share)
        line, instead = _short(found.corrected), _short(found.instead)
        raise CorrectionAppended(
            f"{found.sign!r} corrects the line {line}, which would stay; replace it: "
            f"{command} {line} --with {instead} --because WHY"
            if lines
            else f"{found.sign!r} corrects {line}; say only what holds now: {command} {instead}"
        )
    within = correction_within(text)
    if within is not None:
        raise CorrectionAppended(
            f"{within.sign!r} corrects {_short(within.corrected)} in the same text; write what holds now in its place: "
            f"{_short(within.instead)}"
        )


def _short(text: str) -> str:
    line = _BLANKS.sub(" ", text).strip()
    return shlex.quote(line if len(line) <= SHOWN_CHARS else f"{line[:SHOWN_CHARS]}…")


def _sentences(text: str) -> Iterator[str]:
    found = [part.strip() for part in words.SENTENCE.split(text[:CHARS_MAX])]
    yield from [part for part in found if any(map(str.isalnum, part))][:SENTENCES_MAX]


def _labelled(text: str) -> re.Match[str] | None:
    return words.LABEL.match(text)


def _dismisses(text: str) -> re.Match[str] | None:
    return words.DISMISSAL.search(words.QUOTED.sub(" ", text))


def _corrects(line: str, text: str) -> tuple[str, str] | None:
    """Return the sign by which a text corrects a line, and what it says instead."""
    label = _labelled(text)
    rest = text[label.end() :].strip(" )）]】") if label else text
    plain = words.PHRASES.sub(" ", words.QUOTED.sub(" ", rest))
    told = words.CONDITIONS.sub(" ", plain)
    dismissal = words.DISMISSAL.search(told)
    if dismissal and _is_meant(line, told):
        return dismissal[0].strip(), _behind(told, dismissal) or rest
    ended, changed, now = (pattern.search(told) for pattern in (words.ENDED, words.CHANGED, words.NOWADAYS))
    if ended and words.is_weakly_ended(ended[0]):
        ended = None
    sign = label or ended or changed or now
    if sign is None:
        return None
    pair = Pair(line, _bare(plain))
    if not label and _is_exception(line, plain):
        return None
    adds = words.ADDED.search(told) is not None
    if label and pair.speaks_of_it(rest, adds=adds):
        return label[0].strip(" *_\n"), rest
    if ended and pair.takes_back(_bare(told[: ended.start()]), told[ended.start() :]):
        return ended[0].strip(), rest
    if changed and pair.goes_over(_bare(told[: changed.start()]), told[changed.start() :], adds=adds):
        return changed[0].strip(), rest
    if now and pair.says_otherwise(_bare(told[: now.start()]), adds=adds):
        return now[0].strip(), rest
    return None


def _is_meant(line: str, text: str) -> bool:
    """Say whether a dismissal means a line: it may name what the line is about that it means."""
    named = words.NAMED.search(text)
    if named is None:
        return True
    what = named["what"] or named["its"] or named["it"]
    mine, its = saying(line), saying(what)
    known = mine.words | mine.topics | frozenset(mine.sequence)
    told = [word for word in its.topics if not is_generic(word)]
    return 3 * len([word for word in told if word in known]) >= 2 * len(told)


def _is_exception(line: str, text: str) -> bool:
    """Say whether a text tells when it is otherwise than a line says, which holds at all other times."""
    if words.BOUND.search(text):
        return words.BOUND.search(line) is None
    return words.EXCEPTION.search(text) is not None and words.WEEKDAYS.search(line) is None


def _goes_on(line: str, rest: str) -> str | None:
    """Return the sign by which what stands behind a repeated line corrects it: it speaks of nothing but that line."""
    label = _labelled(rest)
    if label:
        return label[0].strip(" *_\n")
    if sign := words.RETORT.search(rest):
        return sign[0].strip()
    if (sign := words.ARROW.match(rest)) and Pair(line, rest).differs_in_kind():
        return sign[0].strip()
    if _is_exception(line, rest):
        return None
    told = words.CONDITIONS.sub(" ", words.PHRASES.sub(" ", words.NEUTRAL.sub("", rest)))
    for pattern in (words.ENDED, words.CHANGED):
        if (sign := pattern.search(told)) and not words.ADDED.search(told) and _continues(line, told, sign):
            return sign[0].strip()
    if sign := words.NOWADAYS.search(told):
        behind = words.NOWADAYS.sub(" ", told).strip(" ,;:，；：")
        another = not words.ADDED.search(told) and Pair(line, behind).gives_another()
        if another or words.ANAPHORA.search(behind) or words.FRAGMENT.search(behind):
            return sign[0].strip()
    return None


def _continues(line: str, text: str, sign: re.Match[str]) -> bool:
    """Say whether a sign is about the line before it: it comes soon, and no part of the line is the subject of it.

    What goes on about such a part may say so of the line or not, so both are compared as if they stood alone.
    """
    head, tail = text[: sign.start()], text[sign.start() :]
    if words.ANAPHORA.search(text):
        return len(head) < _HEAD_MAX and (not sign[0][:1].isascii() or words.ONWARD.search(tail) is not None)
    if len(head) >= _OPENING_SIGN or words.HAPPENS.match(tail):
        return False
    said, known = saying(words.TIMES.sub(" ", words.NOWADAYS.sub(" ", head))), saying(line)
    subject = [word for word in said.sequence if not is_generic(word)]
    return (
        words.LEFT.match(tail) is not None
        or not subject
        or not any(word in known.words or word in known.sequence for word in subject)
    )


def _bare(text: str) -> str:
    """Return a text without the words that say that something changed: what it is about is told by the rest."""
    return words.NOWADAYS.sub(" ", words.CHANGED.sub(" ", words.ENDED.sub(" ", text)))


def _behind(text: str, sign: re.Match[str]) -> str:
    return text[sign.end() :].strip(" ,.;:!—–-，。；：！")
