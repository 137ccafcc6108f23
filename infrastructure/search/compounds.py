"""Taking apart what is written without blanks: paths, versions, addresses, identifiers, hyphened words.

Each run comes whole first, then level by level what it is made of:

    config.retry_1    config.retry_1, config, retry_1, retry, 1
    grammar::fa       grammar::fa, grammar, fa
    getUserName       getUserName, get, User, Name
    1,234.50          1234.50, 1, 234, 50
"""

import re
from collections.abc import Iterator

CHARS_MAX = 128
"""Of one term. A longer compound is found by its parts; a longer word is cut into pieces of this length."""

_LEVELS = (
    re.compile(r"://|->|::|[/\\@:~]"),
    re.compile(r"[.&,\-]|\+(?=\w)"),
    re.compile(r"_+"),
    # A hump: parseURL, URLParser (but not URLs), and where letters meet digits.
    re.compile(
        r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])(?![A-Z]s(?![a-z]))|(?<=[a-zA-Z])(?=[0-9])|(?<=[0-9])(?=[a-zA-Z])"
    ),
)
_ENDS = ("++", "#")
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")


def pieces(compound: str, level: int = 0) -> Iterator[tuple[str, bool]]:
    """Give a run of the kind `word` whole and then its parts, each with whether it is a part that has no parts.

    The case stays as it is. A whole that is too long for a term is left out.
    """
    while level < len(_LEVELS):
        parts = _LEVELS[level].split(compound)
        level += 1
        if len(parts) > 1:
            if len(compound) <= CHARS_MAX:
                yield _THOUSANDS.sub("", compound), False
            for part in parts:
                yield from pieces(part, level)
            return
    if compound.endswith(_ENDS):
        yield compound, False
        compound = compound.rstrip("+#")
    for start in range(0, len(compound), CHARS_MAX):
        yield compound[start : start + CHARS_MAX], True
