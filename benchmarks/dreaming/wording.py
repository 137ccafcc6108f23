"""From templates to sentences: drawing values for slots, and wordings of the same."""

import random
import re
from collections.abc import Callable, Iterable, Sequence

from .shapes import Language, Tongue

_SLOT = re.compile(r"\{([a-z]+)(\d?)\}")
_TOUCHING = re.compile(r"(\{[a-z]+\d?\})(?=\{)")
_JUNCTION = re.compile(r"(?<=(.))\0(?=(.))")
_CHOICE = re.compile(r"\[([^\[\]]*)\]")
ADVERBS: dict[Tongue, tuple[str, ...]] = {"en": ("really ", "still ", "again "), "zh": ("确实", "还是", "再次")}
STOPS: dict[Tongue, tuple[str, ...]] = {"en": (".", "!", "…"), "zh": ("。", "！", "…")}
HARD = frozenset(
    {"user", "few", "teens", "tens", "hundreds", "thousands", "pct", "hour", "build", "code", "rare", "ver"},
)
"""Slots whose values tell two sentences of one template apart beyond doubt."""
USERS = 60
DRAWS_MAX = 500

_ONSETS = (
    "b",
    "br",
    "d",
    "dr",
    "f",
    "g",
    "gr",
    "h",
    "k",
    "kl",
    "m",
    "n",
    "p",
    "pl",
    "qu",
    "sk",
    "st",
    "t",
    "th",
    "v",
    "w",
)
_VOWELS = ("a", "e", "i", "o", "u", "ae", "ou")
_CODAS = ("ld", "m", "n", "rk", "x", "rn", "th", "lm", "sk", "v", "zz", "ft")
_BLOCKS = (range(0x6C49, 0x7000), range(0x7380, 0x7500), range(0x8279, 0x8440))
"""Han characters written with water, jade and grass, of which many names are made."""
_LESS_COMMON = bytes(byte for row in range(0xD8, 0xF8) for cell in range(0xA1, 0xFF) for byte in (row, cell))
_RARE_HAN = sorted(
    sign
    for sign in _LESS_COMMON.decode("gb2312", "ignore")
    if any(ord(sign) in one for one in _BLOCKS) and sign not in "琥珀艹"
)
"""Those of them that GB 2312 counts among the less common ones; all are simplified."""


def plain(template: str) -> str:
    """Return the plain wording of a template, its slots still open."""
    return _tidy(_CHOICE.sub(lambda found: found[1].split("|")[0], template.replace("{adv}", "")))


def reworded(template: str, rng: random.Random, tongue: Tongue) -> str:
    """Return another wording of the same, its slots still open: other forms, a light adverb, another case or ending."""
    adverb = rng.choice(("", *ADVERBS[tongue]))
    text = _CHOICE.sub(lambda found: rng.choice(found[1].split("|")), template.replace("{adv}", adverb))
    text = _tidy(text)
    if tongue == "en" and rng.random() < 0.3 and not text.startswith("{"):
        text = text[0].lower() + text[1:]
    return text if rng.random() < 0.6 else text + rng.choice(STOPS[tongue])


def _tidy(text: str) -> str:
    text = " ".join(text.split())
    return text[0].upper() + text[1:]


def filled(template: str, values: dict[str, str]) -> str:
    """Return a template with its values; two that touch and are no Chinese words are kept apart, as people do."""
    text = _TOUCHING.sub(r"\g<1>\0", template)
    text = _SLOT.sub(lambda found: values[found[1] + found[2]], text)
    return _JUNCTION.sub(lambda found: " " if (found[1] + found[2]).isascii() else "", text)


class Words:
    """Draws values. No two things made of one template have the same values in all of their hard slots."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._taken: set[tuple[str, ...]] = set()
        self._coined: set[str] = set()
        self._numbers = _numbers(rng)
        self._han: list[str] = []

    def values(
        self, language: Language, templates: Sequence[str], given: dict[str, str] | None = None
    ) -> dict[str, str]:
        """Return new values for all slots of templates that belong together; `given` ones stay as they are.

        Args:
            templates: the first one tells whether the values are new.
        """
        names = sorted({found[1] + found[2] for one in templates for found in _SLOT.finditer(one)} - {"x", "adv"})
        slots = [(found[1], found[1] + found[2]) for found in _SLOT.finditer(templates[0]) if found[1] != "x"]
        told = [name for slot, name in slots if slot in HARD] or [name for _, name in slots]
        for _ in range(DRAWS_MAX):
            values: dict[str, str] = dict(given or {})
            for name in names:
                if name not in values:
                    values[name] = self._value(language, name.rstrip("0123456789"), set(values.values()))
            mark = (templates[0], *(values[name] for name in told))
            if mark not in self._taken:
                self._taken.add(mark)
                return values
        raise AssertionError(f"no new values left for {templates[0]!r}")

    def new(self, *mark: str) -> bool:
        """Say whether something is said for the first time, and remember it."""
        fresh = mark not in self._taken
        self._taken.add(mark)
        return fresh

    def user(self) -> str:
        """Return the name of a person."""
        return self._numbers["user"]()

    def coined(self, tongue: Tongue = "en") -> str:
        """Return a name that nothing else has."""
        rng = self._rng
        for _ in range(DRAWS_MAX):
            if tongue == "zh":
                # No two names share a character, as long as there are any.
                self._han = self._han if len(self._han) > 1 else rng.sample(_RARE_HAN, len(_RARE_HAN))
                name = self._han.pop() + self._han.pop()
            else:
                parts = [rng.choice(_ONSETS) + rng.choice(_VOWELS) for _ in range(2)]
                name = ("".join(parts) + rng.choice(_CODAS)).capitalize()
            if name not in self._coined:
                self._coined.add(name)
                return name
        raise AssertionError("no new names left")

    def _value(self, language: Language, slot: str, others: set[str]) -> str:
        draw = self._numbers.get(slot)
        if draw is not None:
            return _other_than(draw, others)
        if slot == "rare":
            # A Chinese note names one thing in Chinese, the other one in Latin letters, as offices do.
            return self.coined(language.tongue if not any(map(_is_han, others)) else "en")
        pool = language.pools[slot]
        return _other_than(lambda: self._rng.choice(pool), others)


def _numbers(rng: random.Random) -> dict[str, Callable[[], str]]:
    return {
        "user": lambda: f"user:{rng.randint(1, USERS):02}",
        "few": lambda: str(rng.randint(2, 9)),
        "teens": lambda: str(rng.randint(11, 19)),
        "tens": lambda: str(rng.randrange(20, 100, 5)),
        "hundreds": lambda: str(rng.randrange(110, 1000, 10)),
        "thousands": lambda: str(rng.randrange(1100, 9900, 50)),
        "pct": lambda: str(rng.randint(3, 89)),
        "hour": lambda: f"{rng.randint(6, 21):02}:{rng.choice((0, 10, 15, 20, 30, 40, 45, 50)):02}",
        "build": lambda: str(rng.randint(4100, 9899)),
        "code": lambda: f"{rng.choice('ABCDEFGHJK')}{rng.choice('LMNPQRSTUVWX')}-{rng.randint(100, 999)}",
        "ver": lambda: f"{rng.randint(1, 9)}.{rng.randint(0, 30)}.{rng.randint(0, 9)}",
    }


def _is_han(word: str) -> bool:
    return len(word) == 2 and all(sign in _RARE_HAN for sign in word)


def _other_than(draw: Callable[[], str], others: Iterable[str]) -> str:
    for _ in range(DRAWS_MAX):
        value = draw()
        if value not in others:
            return value
    raise AssertionError("a pool is too small for its templates")
