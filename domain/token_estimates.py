"""How many tokens of a language model a text is, where no tokeniser of one is at hand: a stated estimate.

Four ASCII characters make a token, two characters of other alphabets, one of a script without blanks (Chinese,
Japanese, Korean) or of symbols. That is about what the byte-pair vocabularies of 2023 to 2025 come to for prose; code
and numbers take more tokens for each character, prose in English somewhat fewer.
"""

import re

ESTIMATE = "estimate/1"
"""Name of this way of counting, as events and answers state it."""
ASCII_CHARS = 4
"""ASCII characters of one token."""
LETTER_CHARS = 2
"""Characters of other alphabets, up to U+2DFF, of one token."""
_WIDE = re.compile("[^\x00-\u2dff]")


def estimated_tokens(text: str) -> int:
    """Return how many tokens a text is, about; 0 for none, else at least 1.

    >>> estimated_tokens("Abstracts are 150 words long.")
    8
    >>> estimated_tokens("摘要不超过一百五十字")
    10
    """
    if text.isascii():
        return -(-len(text) // ASCII_CHARS)
    wide = len(_WIDE.findall(text))
    ascii_ = len(text.encode("ascii", "ignore"))
    letters = len(text) - wide - ascii_
    return -(-ascii_ // ASCII_CHARS) + -(-letters // LETTER_CHARS) + wide
