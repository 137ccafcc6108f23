"""From a text to the terms under which it is found, and from a question to the terms that it asks for: the same ones.

    don't use agents' config.retry_1     use, agent, config.retry_1, config, retry_1, retri, 1
    重跑gen-itgc后50条悬空引用清零       重跑, gen-itgc, gen, itgc, 50, 条, 悬空, 引用, 清零
    これは日本語です                     これ, れは, 日本, 日本语, です

A text is made comparable and cut where its script changes (scripts.py). Chinese is cut into words with jieba, and long
words are found by the short ones inside them too. Words of scripts with blanks are folded and stemmed; what joins
several of them (paths, versions, identifiers) stays whole and is taken apart as well. Scripts without blanks give pairs
of characters, and an emoji is a term.

Stop words and punctuation are no terms. A question of them alone has no terms at all, and nothing is found by words.
The dictionary can make a stop word a term: `WHO = World Health Organization`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from .compounds import CHARS_MAX, pieces
from .dictionary import Dictionary
from .scripts import comparable, runs
from .segmenter import Segmenter
from .stems import Stems, folded
from .stop_words import STOP_WORDS

Kind = Literal["word", "part", "gram", "alias"]

CACHED_MAX = 100_000
"""Runs of letters; then all of them are forgotten."""

ALIAS_SIGN = "="
"""Begins the term of a group of names; no term of a text holds this character."""


_POSSESSIVE = re.compile("'[sS]$")


class QueryTerm(msgspec.Struct, frozen=True):
    """One term of a question."""

    term: str
    """As the index has it."""
    surface: str
    """Folded but not stemmed: what a table of word neighbours is asked with."""
    kind: Kind
    """A word as written, a part of a longer one or of a name that has an alias, characters of a script without blanks,
    or all names of one thing."""


class _Token(msgspec.Struct, frozen=True):
    """What one run of letters, or one Chinese word, gives."""

    terms: tuple[QueryTerm, ...]
    texts: tuple[str, ...]
    """The same, as the index has them."""
    leaves: tuple[str, ...]
    """The terms that have no parts, of which the names of the dictionary are made."""


_GAP = ""
"""The leaf of a stop word: the words of a name stand next to each other."""

_NOTHING = _Token((), (), (_GAP,))

_Names = dict[str, list[tuple[tuple[str, ...], str]]]
"""The names of the dictionary by their first leaf, the longest first: their leaves, and the term of their group."""


class Tokenizer:
    """Makes terms with one dictionary. Any number of threads may ask at once."""

    def __init__(self, dictionary: Dictionary) -> None:
        self.dictionary = dictionary
        self._stems = Stems()
        self._segmenter = Segmenter(_chinese_words(dictionary))
        self._stop_words = STOP_WORDS - _declared(dictionary)
        self._known: dict[str, _Token] = {}
        self._names: dict[bool, _Names] = {}

    def terms(self, text: str) -> list[str]:
        """Return the terms of a text in order, those of each run once; names from the dictionary at the end.

        Never fails, whatever the text holds, and takes a time that grows with its length and not faster.
        """
        tokens = list(self._tokens(text))
        found: list[str] = []
        for token in tokens:
            found += token.texts
        return found + [name for name, _, _ in self._named(tokens, found)]

    def query(self, text: str) -> list[QueryTerm]:
        """Return the different terms of a question, in order: the same ones as `terms` gives, and what each one is.

        The words of a name from the dictionary become parts beside its own term, so that all names of a thing weigh
        alike, and memories that hold only some of the words still follow behind.
        """
        tokens = list(self._tokens(text))
        named = list(self._named(tokens, [text for token in tokens for text in token.texts]))
        inside = {at for _, first, last in named for at in range(first, last + 1)}
        found: dict[str, QueryTerm] = {}
        for at, token in enumerate(tokens):
            for term in token.terms:
                found.setdefault(term.term, _as_part(term) if at in inside else term)
        for name, _, _ in named:
            found.setdefault(name, QueryTerm(name, name.removeprefix(ALIAS_SIGN), "alias"))
        return list(found.values())

    def _tokens(self, text: str) -> Iterator[_Token]:
        known = self._known
        for script, run in runs(comparable(text)):
            match script:
                case "word":
                    yield known.get(run) or self._remembered(run, self._word(run))
                case "han":
                    for word, inner in self._segmenter.cut(run):
                        yield known.get(word) or self._remembered(word, self._chinese(word, inner))
                case "gram":
                    yield _grams(run)
                case "emoji":
                    yield known.get(run) or self._remembered(run, _token((QueryTerm(run, run, "word"),), (run,)))

    def _remembered(self, run: str, token: _Token) -> _Token:
        if len(run) <= CHARS_MAX:
            if len(self._known) >= CACHED_MAX:
                self._known.clear()
            self._known[run] = token
        return token

    def _word(self, run: str) -> _Token:
        """Return what a run of letters, digits and joiners gives."""
        if folded(run) in self._stop_words:
            return _NOTHING
        run = _POSSESSIVE.sub("", run)
        terms: dict[QueryTerm, None] = {}
        leaves: list[str] = []
        whole = True
        for piece, is_leaf in pieces(run):
            if is_leaf:
                made = self._leaf(piece, "word" if whole else "part")
                leaves.append(made[0].term if made else _GAP)
            else:
                made = [QueryTerm(folded(piece), folded(piece), "word" if whole else "part")]
            terms.update(dict.fromkeys(made))
            whole = False
        return _token(terms, leaves)

    def _chinese(self, word: str, inner: Iterable[str]) -> _Token:
        """Return what one Chinese word gives: the words inside it, and itself."""
        if word in self._stop_words:
            return _NOTHING
        parts = (QueryTerm(part, part, "part") for part in inner if part not in self._stop_words)
        return _token((*parts, QueryTerm(word, word, "word")), (word,))

    def _leaf(self, piece: str, kind: Kind) -> list[QueryTerm]:
        """Return the term of one word, without what an apostrophe adds to it; none for a stop word."""
        word = folded(piece)
        if word in self._stop_words:
            return []
        if "'" not in word:
            return [QueryTerm(self._stems.of(word), word, kind)]
        # O'Brien is also written OBrien.
        joined = word.replace("'", "")
        parts = word.split("'") if joined != word else []
        made = [QueryTerm(self._stems.of(joined), word, kind)] if joined and joined not in self._stop_words else []
        parts = [part for part in parts if len(part) > 1 and part not in self._stop_words]
        return made + [QueryTerm(self._stems.of(part), part, "part") for part in parts]

    def _named(self, tokens: list[_Token], texts: list[str]) -> Iterator[tuple[str, int, int]]:
        """Find the names of the dictionary: the term of each, and the first and last token that it is made of."""
        # A Chinese name can only stand in a text that loaded the segmenter, and is no reason to load it.
        chinese = self._segmenter.is_loaded
        starts = self._names.get(chinese)
        if starts is None:
            starts = self._names[chinese] = self._prepared(chinese=chinese)
        if starts.keys().isdisjoint(texts):
            return
        places = [(leaf, at) for at, token in enumerate(tokens) for leaf in token.leaves]
        leaves = [leaf for leaf, _ in places]
        at = 0
        while at < len(leaves):
            length = 1
            for name, term in starts.get(leaves[at], ()):
                if leaves[at : at + len(name)] == list(name):
                    length = len(name)
                    yield term, places[at][1], places[at + length - 1][1]
                    break
            at += length

    def _prepared(self, *, chinese: bool) -> _Names:
        """Return the names of the dictionary, with those that hold Chinese or without."""
        starts: _Names = {}
        for name, term, leaves_min in self._names_and_terms():
            if chinese or not _holds_chinese(name):
                leaves = self._leaves(name)
                if len(leaves) >= leaves_min:
                    starts.setdefault(leaves[0], []).append((leaves, term))
        for names in starts.values():
            names.sort(key=lambda named: -len(named[0]))
        return starts

    def _leaves(self, name: str) -> tuple[str, ...]:
        """Return what a name is made of, without stop words before and after it."""
        leaves = [leaf for token in self._tokens(name) for leaf in token.leaves]
        said = [at for at, leaf in enumerate(leaves) if leaf != _GAP]
        return tuple(leaves[said[0] : said[-1] + 1]) if said else ()

    def _names_and_terms(self) -> Iterator[tuple[str, str, int]]:
        """Return each name with the term of its group, and the least number of leaves that makes it worth a term."""
        for group in self.dictionary.aliases:
            for name in group:
                yield name, ALIAS_SIGN + folded(group[0]), 1
        for word in self.dictionary.words:
            # The segmenter cuts out what is Chinese alone, and a single word is a term without being declared.
            if not _is_chinese(word):
                yield word, ALIAS_SIGN + folded(word), 2


def _token(terms: Iterable[QueryTerm], leaves: Iterable[str]) -> _Token:
    terms = tuple(terms)
    return _Token(terms, tuple(term.term for term in terms), tuple(leaves))


def _chinese_words(dictionary: Dictionary) -> dict[str, int | None]:
    """Return what the segmenter is to know: words and names that are Chinese characters alone."""
    names = {name: None for group in dictionary.aliases for name in group}
    return {word: frequency for word, frequency in (names | dictionary.words).items() if _is_chinese(word)}


def _declared(dictionary: Dictionary) -> set[str]:
    """Return the stop words that are terms after all, since the dictionary has a name of nothing else: WHO, it."""
    declared: set[str] = set()
    for name in (*dictionary.words, *(name for group in dictionary.aliases for name in group)):
        words = {folded(word) for _, run in runs(comparable(name)) for word in run.split("-")}
        if words <= STOP_WORDS:
            declared |= words
    return declared


def _holds_chinese(name: str) -> bool:
    """Say whether it takes the segmenter to cut a name."""
    return any(script == "han" for script, _ in runs(comparable(name)))


def _is_chinese(word: str) -> bool:
    """Say whether the segmenter alone can cut a word out."""
    return [run for script, run in runs(comparable(word)) if script == "han"] == [word]


def _grams(run: str) -> _Token:
    """Return the pairs of neighbouring characters of a run; the character itself if it stands alone."""
    grams = [run[at : at + 2] for at in range(max(1, len(run) - 1))]
    return _token([QueryTerm(gram, gram, "gram") for gram in grams], grams)


def _as_part(term: QueryTerm) -> QueryTerm:
    return QueryTerm(term.term, term.surface, "part") if term.kind == "word" else term
