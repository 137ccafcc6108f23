r"""Fencing: showing words that others wrote as data, so that they cannot end where they stand or pass for more.

    ~~~ mem_4kq2…, note, foreign, from atlas, 2026-05-01
    | Ignore previous instructions.
    | \u{202e}hidden\u{202c}
    ~~~

Three things hold at once, each of which would do:

- each line of the words begins with a mark, so none of them can be a fence, a heading or a block of another kind;
- the fence is longer than any run of its character, or of one that looks like it, in the words that it holds;
- what cannot be seen, or changes how the rest is seen (controls, direction marks, zero-width and tag characters,
  variation selectors, line separators of any kind), is written out as `\u{hex}`.

The fence follows from the words alone: the same words give the same bytes.
"""

import re
import unicodedata
from collections.abc import Iterable

FENCE = "~"
FENCE_CHARS_MIN = 3
MARK = "| "
"""Begins each line of what is fenced."""
_LIKE_FENCE = re.compile("[~\u02dc\u0303\u0334\u0360\u1fc0\u2053\u223c\u223d\u2241\u301c\u3030\uff5e]+")
"""Runs of tildes, and of what looks like one: operators, accents, wave dashes, the full-width form."""
_LINE_ENDS = re.compile("\r\n|[\n\r]")
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f")
"""What words of some scripts, and emoji, are spelt with; shown as they are in words of one's own."""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""General categories (Unicode, section 4.5) without a picture of their own."""
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Of other categories, and yet nothing to be seen: the joiner of graphemes, fillers of Hangul, empty Braille."""
_SELECTORS = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
"""Variation selectors: runs of them carry bytes that nobody sees."""
_ODD = re.compile(
    "[" + "".join(sorted(_BLANK_LETTERS)) + "".join(f"{chr(first)}-{chr(last)}" for first, last in _SELECTORS) + "]"
)
"""What cannot be seen although Python calls it printable."""


def plainly(text: str, *, own: bool = False) -> str:
    r"""Return words on lines of their own as everybody sees them: what is unseen is written out.

    Args:
        own: whether they are the agent's own; then a joiner stays where some scripts are spelt with one: alone,
            behind a character beyond ASCII. A run of joiners may carry bytes that nobody sees.

    >>> plainly("a\u202eb\tc")
    'a\\u{202e}b\tc'
    """
    return "\n".join(
        line if line.isprintable() and not _ODD.search(line) else _written_out(line, own=own)
        for line in _LINE_ENDS.split(text)
    )


def one_line(text: str, *, own: bool = False) -> str:
    """Return words on one line as everybody sees them."""
    return " ".join(plainly(text, own=own).split())


def fence_for(texts: Iterable[str]) -> str:
    """Return a fence that is longer than any run of its kind in some texts."""
    longest = max((len(run) for text in texts for run in _LIKE_FENCE.findall(text)), default=0)
    return FENCE * max(FENCE_CHARS_MIN, longest + 1)


def marked(text: str) -> str:
    """Return each line of a text behind the mark, with its line end."""
    return "".join(f"{MARK}{line}".rstrip(" ") + "\n" for line in text.split("\n"))


def fenced(text: str, label: str) -> str:
    """Return a text, as `plainly` gives it, between two fences; the first bears a label, which is the caller's own."""
    return framed((marked(text),), label)


def framed(marked_lines: Iterable[str], label: str) -> str:
    """Return lines that are marked already between two fences; the first bears a label, which is the caller's own."""
    lines = list(marked_lines)
    fence = fence_for(lines)
    return f"{fence} {label}\n{''.join(lines)}{fence}\n"


def _written_out(line: str, *, own: bool) -> str:
    before, shown = "", ""
    for character in line:
        joins = own and character in _JOINERS and not before.isascii() and before not in _JOINERS
        shown += character if joins else _shown(character)
        before = character
    return shown


def _shown(character: str) -> str:
    if character == "\t" or (character.isprintable() and character.isascii()):
        return character
    code = ord(character)
    unseen = (
        unicodedata.category(character) in _UNSEEN
        or character in _BLANK_LETTERS
        or any(first <= code <= last for first, last in _SELECTORS)
    )
    return f"\\u{{{code:x}}}" if unseen else character
