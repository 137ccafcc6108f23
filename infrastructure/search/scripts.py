"""Cutting a text where its script changes, so that the words of each script can be found in their own way.

A text is first made comparable: NFKC, so that wide and narrow forms, ligatures and composed letters meet, and without
the characters that nobody sees. Its case stays: that is where `getUserName` comes apart.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal

Script = Literal["han", "gram", "emoji", "word"]
"""How a run becomes terms: by the segmenter, by pairs of characters, as it is, or by blanks and joiners."""

MARKS_MAX = 30
"""Of combining marks on one character; more are dropped, as in the stream-safe text format (UAX 15, section 13)."""

_UNSEEN = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20e3\ufe00-\ufe0f\ufeff\U0001f3fb-\U0001f3ff]"
)
"""Soft hyphens, zero-width characters, marks of direction, variation selectors, keycaps, skin tones."""

_ALIKE = str.maketrans({"\u2019": "'", "\u02bc": "'", "\u2010": "-"})
"""What is typed for an apostrophe and a hyphen; NFKC has brought the wide ones and the hard hyphen here."""

_PILES = re.compile(rf"[^\w\s\x00-\x7f]{{{MARKS_MAX + 1},}}")
"""Where so many marks may stand: ordering them takes a time that grows with the square of their number."""

_HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_WITHOUT_BLANKS = (
    "\u3041-\u309f",  # hiragana
    "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff",  # katakana: apart, since loan words are written in it
    "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb",  # Hangul
    "\u0e01-\u0e3a\u0e40-\u0e4e",  # Thai
    "\u0e81-\u0ebd\u0ec0-\u0ece",  # Lao
    "\u1000-\u103f\u1050-\u109f",  # Burmese
    "\u1780-\u17d3",  # Khmer
)
_EMOJI = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001f1e5\U0001f200-\U0001faff"
_JOINERS = r"://|::|->|__+|[._\-/\\:@'&+~]|(?<=\d),(?=\d)"
_ENDS = r"\+\+(?!\w)|\#(?!\w)"
"""What belongs to the name before it: C++, C#."""


def comparable(text: str) -> str:
    """Return a text in NFKC without the characters that nobody sees. Never fails; takes a time linear in its length."""
    if text.isascii():
        return text
    text = _UNSEEN.sub("", text)
    if len(text) > MARKS_MAX:
        text = _PILES.sub(_lowered, text)
    return unicodedata.normalize("NFKC", text).translate(_ALIKE)


def runs(text: str) -> Iterator[tuple[Script, str]]:
    """Cut a comparable text into runs of one script, in order; blanks and punctuation are in none of them.

    A run of the kind `word` holds what joins its parts: `config.retry_1`, `grammar::fa`, `a@b.com`, `C++`.
    """
    for found in _PLAIN_RUN.finditer(text) if text.isascii() else _RUN.finditer(text):
        yield found.lastgroup, found[0]  # type: ignore[misc]  # pyright: ignore[reportReturnType]


def _lowered(pile: re.Match[str]) -> str:
    """Return a pile of marks and symbols with at most `MARKS_MAX` marks in a row."""
    kept: list[str] = []
    height = 0
    for char in pile[0]:
        height = height + 1 if unicodedata.combining(char) else 0
        if height <= MARKS_MAX:
            kept.append(char)
    return "".join(kept)


def _marks() -> str:
    """Return the combining marks of all scripts, as a class of a regular expression has them."""
    blocks = ((0x0300, 0x3100), (0xA66F, 0xAC00), (0xFB1E, 0xFB1F), (0xFE20, 0xFE30), (0x10A00, 0x12000))
    return "".join(
        chr(code) for block in blocks for code in range(*block) if unicodedata.category(chr(code)).startswith("M")
    )


def _run_pattern() -> re.Pattern[str]:
    taken = _HAN + "".join(_WITHOUT_BLANKS) + _EMOJI + "_"
    # A mark belongs to the letter before it, and says nothing without one.
    word = rf"[^\W{taken}]+(?:[{_marks()}]+[^\W{taken}]*)*"
    grams = "|".join(f"[{script}]+" for script in _WITHOUT_BLANKS)
    return re.compile(
        rf"(?P<han>[{_HAN}]+)|(?P<gram>{grams})|(?P<emoji>[\U0001f1e6-\U0001f1ff]{{1,2}}|[{_EMOJI}])"
        rf"|(?P<word>{word}(?:(?:{_JOINERS}){word})*(?:{_ENDS})?)"
    )


_RUN = _run_pattern()
_PLAIN_RUN = re.compile(rf"(?P<word>[a-zA-Z0-9]+(?:(?:{_JOINERS})[a-zA-Z0-9]+)*(?:{_ENDS})?)")
