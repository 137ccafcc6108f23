"""A line and what is said below it: whether they speak of the same thing, and whether the one says otherwise."""

import re
from itertools import islice

from .correction_words import ANAPHORA, CONTRAST, FRAGMENT, RESULT, TAKEOVER, TURNING
from .dreams.differing import differences, is_generic, share_of
from .dreams.sayings import saying

OPENING_CHARS = 200
_HALF = 500
_MOST = 600
_SOME = 300
_SIGNS_MIN = 5
_SIGN = re.compile("[\u4e00-\u9fff]")
_WIDE = re.compile("[\\W_]*([\u4e00-\u9fff]{2})")
_CLAUSE_END = re.compile(r"[,;:.，；：。！]|\bbut\b|而")
_WORD = re.compile(r"\w+")
_PLURAL = re.compile(r"\W*[A-Za-z]+s (?:are|were|have|do)\b")
_LIGHT = frozenset(
    (
        *("a", "an", "the", "our", "your", "my", "his", "her", "its", "their", "we", "i", "you", "they", "it"),
        *("this", "that", "these", "those", "all", "every", "each"),
    )
)


class Pair:
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
        if ANAPHORA.search(rest) or FRAGMENT.search(rest):
            return True
        new = {word for word in self.text.topics if not is_generic(word)} - self._known - self.text.names
        return not new and (self._same_classes() or not self.text.topics)

    def takes_back(self, head: str, tail: str) -> bool:
        """Say whether what has ended is what the line says."""
        if self._denies_part(tail):
            return True
        if self._is_of_other(tail):
            return False
        told = [word for word in self.text.topics if not is_generic(word)]
        if told and 1000 * len([word for word in told if word in self._known]) < _MOST * len(told):
            return False
        same = self._same_subject(head)
        return self.share >= _HALF and (same or (self.share >= _MOST and not self._other_subject(head)))

    def goes_over(self, head: str, tail: str, *, adds: bool) -> bool:
        """Say whether what became something else is what the line is about."""
        if self._denies_part(tail):
            return True
        if self._holds_already(head, tail):
            return False
        if self._framed_alike and self.share >= _HALF and not adds:
            return self._tells_more()
        if not self.differing and (adds or (tail[:1].isascii() and not TURNING.search(tail))):
            return False
        if self.share >= _MOST:
            return self._same_subject(head) or not self._other_subject(head)
        if self.differing and self.share >= _HALF and not self._other_subject(head):
            return True
        if self.shared < 2 and self._is_named(head) and self.share < _HALF:
            return False
        return self.share >= _SOME and self._same_subject(head)

    def _denies_part(self, tail: str) -> bool:
        """Say whether what something is said not to be is what the line says of it."""
        found = CONTRAST.match(tail)
        if found is None:
            return False
        denied = {word for word in saying(found["old"]).sequence if not is_generic(word)}
        return bool(denied) and denied <= self._known and self.shared > len(denied & self.line.topics)

    def _is_of_other(self, tail: str) -> bool:
        """Say whether what has ended is of another name or value than the line gives: that it is JSON ended no XML."""
        ended = saying(_CLAUSE_END.split(tail, maxsplit=1)[0])
        its, mine = (frozenset(one.names) | frozenset(one.values) for one in (ended, self.line))
        return bool(its) and not its & self._known and bool(mine - self.text.words - frozenset(self.text.sequence))

    def _holds_already(self, head: str, tail: str) -> bool:
        """Say whether what something became, or who took it over, is what the line says: it tells how that came."""
        found = RESULT.search(tail)
        told = saying(found["what"] or found["its"] if found else head if TAKEOVER.match(tail) else "")
        became = {word for word in told.sequence if not is_generic(word)}
        return bool(became) and became <= self._known

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

    def differs_in_kind(self) -> bool:
        """Say whether the text gives another value where the line gives one of its kind."""
        return self._same_classes() and self._tells_more()

    def gives_another(self) -> bool:
        """Say whether the text, which goes on behind the line, gives another value of its kind."""
        return self.share >= _SOME and self._same_classes() and not set(self.line.values) & set(self.text.values)

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
