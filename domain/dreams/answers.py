"""Whether the answer of a model will do in place of a draft.

It will if it reads like the draft (one paragraph in its language and about as long, without source code, secrets and
control characters), keeps the numbers, identifiers and values of the draft and whether something is denied, and has no
number, identifier, name or value and hardly a word that stands neither in the draft nor in the sources. This is no
proof that it means the same: its sources stay, and the event says which model it is from.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache

from ..errors import Refused
from ..findings import SecretFinder
from ..refusals import refuse_code_and_secrets
from ..synthesis import LANGUAGES, SynthesisTask, repeats_instructions
from . import lexicon_chinese
from .lexicon import AGAINST, CLASSES, GENERIC, LIGHT, NEGATIONS, NUMBER_WORDS, stem_of
from .lexicon_moods import CONTRACTED

HAN_LETTERS = 3
"""Letters that a Han character counts as much as."""
SHARE_APART_MAX = 0.3
"""How far the shares of Han characters in an answer and in its draft may be apart, and that of scripts of neither."""
SHOWN_CHARS_MAX = 40

_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_IN_PERCENT = re.compile(r"百分之\s?(\d+(?:\.\d+)?)")
_NUMBER = re.compile(
    r"(?P<sign>(?<![\w)\].])[+-])?(?<![A-Za-z_\d.])(?P<digits>\d+(?:[.:/-]\d+)*)"
    r"(?:(?P<percent>\s?(?:%|per ?cent\b))|(?P<unit>[A-Za-z]{1,3}(?![A-Za-z0-9_])))?"
)
_TOKEN = re.compile(r"[A-Za-z0-9_]+(?:[./@\\#][A-Za-z0-9_]+)*")
_QUANTITY = re.compile(r"\d+(?:[./]\d+)*[A-Za-z]{1,3}")
_OWN_FORM = re.compile(r"[\d_.@\\#]|/.*/|[a-z][A-Z]|^[A-Z]{2,}$")
_OF_NO_OWN_FORM = frozenset({"e.g", "i.e", "ok"})
_WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
_NAME = re.compile(r"(?<=[a-z0-9,)%] )[A-Z][a-z]+")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_HAN_NUMERALS = {
    **{char: str(at) for at, char in enumerate("二三四五六七八九十", 2)},
    "两": "2",
    "半": "1/2",
    "百": "100",
    "千": "1000",
    "万": "10000",
    "亿": "100000000",
}
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_PATH = re.compile(r"(?<!\S)\S+(?: → \S+)+")
_CONTROLS = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})


class _Text:
    """What can be compared of a text."""

    def __init__(self, text: str) -> None:
        plain = unicodedata.normalize("NFKC", _THOUSANDS.sub("", text)).replace("−", "-")
        plain = "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in plain)
        self.plain = _IN_PERCENT.sub(r"\1%", plain)

    @cached_property
    def numbers(self) -> dict[str, str]:
        """Numbers with sign, percent and the unit glued to them, as they are compared and as they stand there."""
        found: dict[str, str] = {}
        for match in _NUMBER.finditer(self.plain):
            unit = (match["unit"] or "").lower()
            key = f"{match['sign'] or ''}{match['digits']}{'%' if match['percent'] else unit.removesuffix('x')}"
            found.setdefault(key, match[0])
        return found

    @cached_property
    def tokens(self) -> frozenset[str]:
        """Everything that an identifier may be compared with, in small letters."""
        whole = {token.lower() for token in _TOKEN.findall(self.plain)}
        return frozenset(whole).union(*(re.split(r"[./@\\#_]", token) for token in whole))

    @cached_property
    def identifiers(self) -> dict[str, str]:
        """What is written as no word is, as it is compared and as it stands there."""
        return {
            token.lower(): token
            for token in _TOKEN.findall(self.plain)
            if _LATIN.search(token)
            and _OWN_FORM.search(token)
            and not _QUANTITY.fullmatch(token)
            and token.lower() not in _OF_NO_OWN_FORM
        }

    @cached_property
    def paths(self) -> dict[str, str]:
        """How values went, such as `150 → 170 → 190`."""
        found = (path.rstrip(".,;:)。，；：）") for path in _PATH.findall(self.plain))
        return {path: path for path in found}

    @cached_property
    def words(self) -> dict[str, str]:
        """English words by their stems."""
        return {stem_of(word.lower()): word for word in _WORD.findall(self.plain)}

    @cached_property
    def values(self) -> dict[str, str]:
        """Words that are values, such as weekdays and colours, by what they mean."""
        return {CLASSES[stem]: word for stem, word in self.words.items() if stem in CLASSES}

    @cached_property
    def number_words(self) -> dict[str, str]:
        """Numbers that stand there as words, by their values."""
        english = {NUMBER_WORDS[word]: word for word in _small(self.words.values()) if word in NUMBER_WORDS}
        chinese = {_HAN_NUMERALS[char]: char for char in _HAN.findall(self.plain) if char in _HAN_NUMERALS}
        return english | chinese

    @cached_property
    def han(self) -> list[str]:
        """Its Han characters."""
        return _HAN.findall(self.plain)

    @property
    def denies(self) -> bool:
        """Whether it denies something."""
        return (
            any(stem in AGAINST for stem in self.words)
            or any(word in NEGATIONS or CONTRACTED.fullmatch(word) for word in _small(self.words.values()))
            or _chinese_denial().search(_whole_words().sub(" ", self.plain)) is not None
        )

    @property
    def shares(self) -> tuple[float, float]:
        """The shares of Han characters, and of scripts that are neither Han nor Latin."""
        letters = len(_LETTER.findall(self.plain))
        han, latin = len(self.han), len(_LATIN.findall(self.plain))
        weight = letters + (HAN_LETTERS - 1) * han
        return (HAN_LETTERS * han / weight, (letters - han - latin) / weight) if weight else (0.0, 0.0)


def _small(words: Iterable[str]) -> Iterator[str]:
    """Yield words in small letters, with the apostrophe of typewriters."""
    return (word.lower().replace("’", "'") for word in words)


@lru_cache(maxsize=1)
def _chinese_denial() -> re.Pattern[str]:
    return _any_of(lexicon_chinese.NEGATIONS | lexicon_chinese.WISHES_AGAINST)


@lru_cache(maxsize=1)
def _whole_words() -> re.Pattern[str]:
    """Words in which a character that denies does not."""
    return _any_of(lexicon_chinese.WHOLE)


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(sorted(words, key=lambda word: (-len(word), word))))


def fault_in(answer: str, task: SynthesisTask, find_secret: SecretFinder | None = None) -> str | None:
    """Return why an answer is not taken, as it goes on after `the answer was not taken:`; None if it is."""
    return next(_faults(answer, task, find_secret), None)


def _faults(answer: str, task: SynthesisTask, find_secret: SecretFinder | None) -> Iterator[str]:
    """Yield what is wrong; what costs little or makes the rest pointless comes first."""
    if not answer.strip():
        yield "it is empty"
        return
    if len(answer) > task.chars_max:
        yield f"it has {len(answer)} characters, over the limit of {task.chars_max}"
        return
    yield from _form(answer, task)
    try:
        refuse_code_and_secrets(answer, "it", find_secret)
    except Refused as refusal:
        yield str(refusal).partition(";")[0]
    said, draft = _Text(answer), _Text(task.draft)
    basis = _Text("\n".join((*task.sources, task.draft)))
    if any(abs(one - other) > SHARE_APART_MAX for one, other in zip(said.shares, draft.shares, strict=True)):
        yield f"it is not in {LANGUAGES[task.language]} as the draft is"
    yield from _invented(said, basis)
    yield from _left_out(said, draft)
    if not _is_drawn_from(said, basis):
        yield "most of its words are in no source"


def _form(answer: str, task: SynthesisTask) -> Iterator[str]:
    breaks = task.draft.count("\n") if task.purpose == "reflection" else 0
    controls = (char for char in answer if unicodedata.category(char) in _CONTROLS and not (char == "\n" and breaks))
    lines, drafted = answer.splitlines(), task.draft.splitlines()
    if len(lines) > breaks + 1:
        yield f"it has {len(lines)} lines, where {breaks + 1} would do"
    for char in controls:
        yield f"it holds the control character U+{ord(char):04X}"
    if repeats_instructions(answer):
        yield "it repeats what the model was told"
    if task.purpose == "reflection" and _dates(lines) != _dates(drafted):
        yield "its lines do not begin with the dates of the draft"


def _dates(lines: list[str]) -> list[str | None]:
    return [match[0] if (match := _DATE.match(line)) else None for line in lines]


def _invented(said: _Text, basis: _Text) -> Iterator[str]:
    digits = {number.strip("+-%") for number in basis.numbers}
    # A number that lost its sign says less, and nothing else.
    known = basis.numbers.keys() | {number.lstrip("+-") for number in basis.numbers}
    checks: list[tuple[dict[str, str], Callable[[str], bool]]] = [
        (said.numbers, lambda number: number in known),
        (said.identifiers, lambda token: token in basis.tokens),
        (said.values, lambda value: value in basis.values),
        (said.number_words, lambda value: value in basis.number_words or value in digits),
        (
            {stem_of(name.lower()): name for name in _NAME.findall(said.plain)},
            lambda stem: stem in basis.words,
        ),
    ]
    for found, holds in checks:
        for key, shown in found.items():
            if not holds(key):
                yield f"it names {shown[:SHOWN_CHARS_MAX]}, which no source has"


def _left_out(said: _Text, draft: _Text) -> Iterator[str]:
    kept = (
        (draft.numbers, said.numbers.keys()),
        (draft.identifiers, said.tokens),
        (draft.values, said.values.keys()),
        (draft.paths, said.paths.keys()),
    )
    for wanted, there in kept:
        for key, shown in wanted.items():
            if key not in there:
                yield f"it leaves out {shown[:SHOWN_CHARS_MAX]}"
    if draft.denies != said.denies:
        yield "it denies nothing, and the draft does" if draft.denies else "it denies something, and the draft does not"


def _is_drawn_from(said: _Text, basis: _Text) -> bool:
    """Say whether at least half of what a text says in words stands in what it was made of."""
    stems = [stem for stem in said.words if len(stem) > 2 and stem not in LIGHT and stem not in GENERIC]
    known, han = basis.words.keys(), frozenset(basis.han)
    found = sum(stem in known for stem in stems) + sum(char in han for char in said.han)
    return 2 * found >= len(stems) + len(said.han)
