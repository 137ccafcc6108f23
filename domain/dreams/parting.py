"""Where a text is parted: runs of letters, of Chinese characters, dates, times of day, signs, ends of clauses."""

import re

from .lexicon_chinese import MEASURES

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
LETTER = rf"[^\W{HAN}]"
RUN = re.compile(
    rf"(?P<whole>https?://[^\s{HAN}，。；、）\"'<>]*[^\s{HAN}，。；、）\"'<>.,;:!?)]"
    rf"|(?<![\w./~\-])(?:~|\.{{1,2}})?/[\w.~/\-]*\w|(?<![\w.])\.[a-z]\w*|(?<![\w\-])--?[a-z][\w\-]*)"
    rf"|(?P<date>\d{{4}}[-/.年]\d{{1,2}}[-/.月]\d{{1,2}}日?(?!\d))"
    rf"|(?P<clock>(?<!\d)\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?!\d)(?:\s?[ap]m\b)?|(?<!\d)\d{{1,2}}\s?[ap]m\b)"
    rf"|(?P<han>[{HAN}]+)"
    rf"|(?P<grade>(?<!\w)[a-z](?:\+\+|[+#]|-(?=[\s.,;)]|$))(?!\w))"
    rf"|(?P<run>(?:(?<!\S)[+-](?=\d))?{LETTER}+(?:(?:[./\\@:#~'&+\-]+|,(?=\d{{3}}(?!\d))){LETTER}+)*)"
    rf"|(?P<op>[!<>=]=+|[=-]>|<-|[<>=]|(?<=\d)\s?[+*/×÷-]\s(?=\d)|(?<=\s)[+*|,;.](?=\s|$)|~(?=\d)|(?<=\d)\+(?!\w))"
    rf"|(?P<sign>[^\w\s.,;:!'\"()\[\]{{}}\-+*_，。；：！、“”‘’「」『』（）《》【】…—–~`|/\\·•&]|[?])"
    rf"|(?P<clause>[.,;:!，。；：！、—–\n])",
    re.IGNORECASE,
)
ARTICLE_NOT = re.compile(
    r"\s+(?:before|after|or|and|is|was|to|in|on|then|over|not|but|comes?|goes|than|until|from|with)\b"
    rf"|\s*(?:[^\w\s'\"]|[{HAN}]|$)",
)
"""What follows an `A` that is a name, and no article."""
COUNTED = re.compile(rf"(?<=[A-Za-z])\d+(?=[{MEASURES}])")
"""A number behind Latin letters that counts what follows: Chinese leaves no blank between the two."""
NOT_BUT = re.compile("[敏期关滤夜度分去]")
ALIKE = str.maketrans({"\u2019": "'", "\u02bc": "'", "\u2010": "-", "\u2212": "-", "٪": "%", "\ufe0f": None})
