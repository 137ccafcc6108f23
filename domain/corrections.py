"""Corrections that are appended to what they correct, instead of taking its place.

A text appends a correction to a line if it says by its words that something changed (a label, a dismissal of the line,
a word of change), speaks of the same thing, and says otherwise. Signs of all three are needed, so `Update the guide` is
an order, `Update: the coffee machine is fixed` stands below a line about deploys, and `no longer than 12 words` is a
measure. Where both lines stay, each reader takes the one that it meets first; so the writer is told to replace the old.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from . import correction_words as words
from .continuing import behind
from .dreams.differing import differences, is_generic, share_of
from .dreams.sayings import saying
from .errors import CorrectionAppended

CHARS_MAX = 4_000
"""Characters of a text that are looked at: a correction stands at its beginning or its end."""
SENTENCES_MAX = 40
SHOWN_CHARS = 200
OPENING_CHARS = 200
_HALF = 500
_MOST = 600
_SOME = 300
_OPENING_SIGN = 16
_SIGNS_MIN = 5
_BLANKS = re.compile(r"\s+")
_SIGN = re.compile("[\u4e00-\u9fff]")
_WIDE = re.compile("[\\W_]*([\u4e00-\u9fff]{2})")
_WORD = re.compile(r"\w+")
_PLURAL = re.compile(r"\W*[A-Za-z]+s (?:are|were|have|do)\b")
_LIGHT = frozenset(
    (
        *("a", "an", "the", "our", "your", "my", "his", "her", "its", "their", "we", "i", "you", "they", "it"),
        *("this", "that", "these", "those", "all", "every", "each"),
    )
)


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
        sign = _goes_on(repeated)
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
        for pattern in (words.LABEL, words.DISMISSAL, words.ENDED, words.CHANGED, words.NOWADAYS)
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
        found = max(reversed(corrected), key=lambda one: _Pair(one.corrected, bare).share)
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
    if dismissal:
        return dismissal[0].strip(), _behind(told, dismissal) or rest
    ended, changed, now = (pattern.search(told) for pattern in (words.ENDED, words.CHANGED, words.NOWADAYS))
    if ended and words.is_weakly_ended(ended[0]):
        ended = None
    sign = label or ended or changed or now
    if sign is None:
        return None
    pair = _Pair(line, _bare(plain))
    adds = words.ADDED.search(told) is not None
    if label and pair.speaks_of_it(rest, adds=adds):
        return label[0].strip(" *_\n"), rest
    if ended and pair.takes_back(_bare(told[: ended.start()])):
        return ended[0].strip(), rest
    if changed and pair.goes_over(_bare(told[: changed.start()]), told[changed.start() :], adds=adds):
        return changed[0].strip(), rest
    if now and pair.says_otherwise(_bare(told[: now.start()]), adds=adds):
        return now[0].strip(), rest
    return None


def _goes_on(rest: str) -> str | None:
    """Return the sign by which what stands behind a repeated line corrects it: it speaks of nothing but that line."""
    label = _labelled(rest)
    if label:
        return label[0].strip(" *_\n")
    opening = words.PHRASES.sub(" ", rest)[:_OPENING_SIGN]
    for pattern in (words.ENDED, words.CHANGED):
        if (sign := pattern.search(opening)) and not words.ADDED.search(rest):
            return sign[0].strip()
    if sign := words.NOWADAYS.search(rest):
        behind = words.NOWADAYS.sub(" ", rest).strip(" ,;:，；：")
        if words.ANAPHORA.search(behind) or words.FRAGMENT.search(behind):
            return sign[0].strip()
    return None


def _bare(text: str) -> str:
    """Return a text without the words that say that something changed: what it is about is told by the rest."""
    return words.NOWADAYS.sub(" ", words.CHANGED.sub(" ", words.ENDED.sub(" ", text)))


def _behind(text: str, sign: re.Match[str]) -> str:
    return text[sign.end() :].strip(" ,.;:!—–-，。；：！")


class _Pair:
    """A line and what is said below it."""

    def __init__(self, line: str, text: str) -> None:
        self.line = saying(line)
        self.text = saying(text)
        self.shared = len(self.line.topics & self.text.topics)
        self.share = max(share_of(self.line.topics, self.text.topics), _share_of_signs(line, text))
        self.differing = tuple(differences(self.line, self.text))
        openings = _opening(line), _opening(text)
        self._opens_alike = bool(openings[0]) and openings[0][:1] == openings[1][:1]
        self._framed_alike = len(openings[0]) > 1 and openings[0] == openings[1]
        self._wide = _WIDE.match(text) is not None
        self._known = self.line.words | self.line.topics | frozenset(self.line.sequence)

    def speaks_of_it(self, rest: str, *, adds: bool) -> bool:
        """Say whether what stands behind a label is about the line."""
        if adds and not self.differing:
            return False
        if self.share >= _HALF or (self.share >= _SOME and self._same_subject("")):
            return True
        if words.ANAPHORA.search(rest) or words.FRAGMENT.search(rest):
            return True
        new = {word for word in self.text.topics if not is_generic(word)} - self._known - self.text.names
        return not new and (self._same_classes() or not self.text.topics)

    def takes_back(self, head: str) -> bool:
        """Say whether what has ended is what the line says."""
        told = [word for word in self.text.topics if not is_generic(word)]
        if told and 1000 * len([word for word in told if word in self._known]) < _MOST * len(told):
            return False
        same = self._same_subject(head)
        return self.share >= _HALF and (same or (self.share >= _MOST and not self._other_subject(head)))

    def goes_over(self, head: str, tail: str, *, adds: bool) -> bool:
        """Say whether what became something else is what the line is about."""
        if self._framed_alike and self.share >= _HALF and not adds:
            return self._tells_more()
        if not self.differing and (adds or (tail[:1].isascii() and not words.TURNING.search(tail))):
            return False
        if self.share >= _MOST:
            return self._same_subject(head) or not self._other_subject(head)
        if self.differing and self.share >= _HALF and not self._other_subject(head):
            return True
        if self.shared < 2 and self._is_named(head) and self.share < _HALF:
            return False
        return self.share >= _SOME and self._same_subject(head)

    def says_otherwise(self, head: str, *, adds: bool) -> bool:
        """Say whether what is so now, or in fact, is another answer to what the line says."""
        if adds and not self.differing:
            return False
        if self._framed_alike and self.share >= _HALF:
            return self._tells_more()
        if not self._same_subject(head) and (self.share < _MOST or self._other_subject(head)):
            return False
        if self.differing and self.share >= _HALF and (self._opens_alike or not self._wide or self.share > _MOST):
            return True
        if self._framed_alike and self.share >= _HALF:
            return self._tells_more()
        alike = self._opens_alike or (self.shared > 1 and not self._wide)
        return alike and self.share >= _MOST and self._tells_more()

    def _tells_more(self) -> bool:
        return bool(set(self.text.sequence) - set(self.line.sequence))

    def _same_subject(self, head: str) -> bool:
        """Say whether what a text speaks of before it tells of a change, or at first, is what the line speaks of."""
        named = [word for word in saying(head).sequence if ":" not in word and not is_generic(word)] if head else []
        if named:
            return 3 * len([word for word in named if word in self._known]) >= 2 * len(named)
        if self._opens_alike:
            return True
        said = [word for word in self.text.sequence if ":" not in word and not is_generic(word)]
        if not said:
            return bool(set(self.text.values) & set(self.line.values))
        wide = len(said[0]) == 1 and not said[0].isascii()
        return all(word in self._known for word in said[: 2 if wide else 1])

    def _other_subject(self, head: str) -> bool:
        """Say whether a text speaks of another thing of a kind that the line speaks of: the pro plan, the free plan."""
        named = [word for word in saying(head).sequence if ":" not in word and not is_generic(word)]
        known = [word for word in named if word in self._known]
        if not known and _PLURAL.match(head):
            return True
        return 0 < len(known) < len(named) and 3 * len(known) < 2 * len(named)

    def _is_named(self, head: str) -> bool:
        """Say whether a text begins with a name, which may do many things besides what the line says."""
        first = _WORD.match(head.strip())
        return first is not None and first[0][:1].isupper() and first[0].lower() not in _LIGHT

    def _same_classes(self) -> bool:
        """Say whether the text gives a value of a class of which the line gives one."""
        mine, its = ({value.partition(":")[0] for value in one.values} for one in (self.line, self.text))
        return bool((mine & its) - {"person"}) or bool(self.text.names)


def _opening(text: str) -> tuple[str, ...]:
    """Return the first two words of a text that are no articles or pronouns, or its first two wide characters."""
    wide = _WIDE.match(text)
    if wide:
        return (wide[1],)
    found = (word.removesuffix("s") for word in _WORD.findall(text.lower()[:OPENING_CHARS]) if word not in _LIGHT)
    return tuple(islice(found, 2))


def _share_of_signs(line: str, text: str) -> int:
    """Return how many of the wide characters of the shorter text both have, in thousandths; 0 if there are few."""
    mine, its = (frozenset(_SIGN.findall(one)) for one in (line, text))
    return share_of(mine, its) if min(len(mine), len(its)) >= _SIGNS_MIN else 0
