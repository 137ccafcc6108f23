"""The words of a reflection: a dated entry that tells how beliefs have changed."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Literal

import msgspec

from .clauses import Language, language_of, squeezed
from .wording import one_line

CHARS_MAX = 1_200
"""Of one entry: what a person reads at a glance."""
ITEM_CHARS_MAX = 160
TOLD_MAX = 50
"""Changes that one entry tells of, and memories that it cites."""
_VALUE_TOKENS_MAX = 5
"""Of a value on a path: words and what stands between them."""
_TOKEN = re.compile(
    "[\u3400-\u9fff\U00020000-\U0003ffff]|[^\\W_\u3400-\u9fff]+(?:[.,:][^\\W_\u3400-\u9fff]+)*|.", re.DOTALL
)

NewsKind = Literal["learned", "ended", "dropped", "drifted"]
_URGENCY: tuple[NewsKind, ...] = ("drifted", "ended", "dropped", "learned")
"""What is told first where there is not room for all: what nobody would notice otherwise."""
_ORDER: tuple[NewsKind, ...] = ("learned", "ended", "dropped", "drifted")
_HEADINGS: dict[Language, dict[NewsKind, str]] = {
    "en": {
        "learned": "Learned",
        "ended": "Stopped being true",
        "dropped": "No longer believed",
        "drifted": "Drifted this week without failing",
    },
    "zh": {"learned": "学到", "ended": "不再成立", "dropped": "不再相信", "drifted": "本周悄然变化"},
}


class News(msgspec.Struct, frozen=True):
    """How one belief has changed."""

    kind: NewsKind
    memory: str
    """The memory that it is told of."""
    text: str
    """What is believed; of what has ended, what was believed."""
    now: str | None = None
    """What is believed in its place."""

    @property
    def told(self) -> str:
        """All its words, by which one entry is compared with another."""
        return f"{self.kind}\n{squeezed(self.text)}\n{squeezed(self.now or '')}"


def compose_reflection(date: str, news: Sequence[News]) -> tuple[str, list[News]]:
    """Return an entry that tells of changes, and those that it has room for.

    Args:
        date: of the entry, such as 2026-05-03.
        news: in order; those of one kind stay in it.
    """
    language = language_of(text for one in news for text in (one.text, one.now or ""))
    items: list[tuple[NewsKind, str]] = [(one.kind, _item(one, language)) for one in news]
    chosen: list[int] = []
    for at in sorted(range(len(news)), key=lambda at: _URGENCY.index(news[at].kind)):
        # Room is kept for saying how many more there are.
        text = _entry(date, [items[other] for other in (*chosen, at)], len(news), language)
        if len(chosen) == TOLD_MAX or len(text) > CHARS_MAX:
            break
        chosen.append(at)
    chosen.sort()
    text = _entry(date, [items[at] for at in chosen], len(news) - len(chosen), language)
    return text, [news[at] for at in chosen]


def _entry(date: str, items: Sequence[tuple[NewsKind, str]], more: int, language: Language) -> str:
    chinese = language == "zh"
    colon, between, stop = ("：", "；", "。") if chinese else (": ", "; ", ".")
    sentences = [date]
    for kind in _ORDER:
        told = [item for of, item in items if of == kind]
        if told:
            sentences.append(f"{_HEADINGS[language][kind]}{colon}{between.join(told)}")
    if more:
        sentences.append(f"另有{more}项" if chinese else f"And {more} more")
    return "".join(f"{sentence}{stop}" for sentence in sentences) if chinese else ". ".join(sentences) + stop


def _item(one: News, language: Language) -> str:
    text = one_line(squeezed(one.text), ITEM_CHARS_MAX)
    if one.now is None:
        return text
    now = one_line(squeezed(one.now), ITEM_CHARS_MAX)
    return f"{text}（现为：{now}）" if language == "zh" else f"{text} (now: {now})"


def path_of(texts: Sequence[str]) -> str:
    """Return how a wording went: `length 150 → 170 → 190` where one value alone differs, else the first and the last.

    >>> path_of(["abstracts of 150 words", "abstracts of 170 words", "abstracts of 190 words."])
    'abstracts of 150 → 170 → 190 words'
    """
    lines = [line for line, _ in groupby(squeezed(text) for text in texts)]
    tokens = [_TOKEN.findall(line) for line in lines]
    head = _common(tokens)
    tail = _common([list(reversed(one[head:])) for one in tokens])
    middles = [one[head : len(one) - tail] for one in tokens]
    values = ["".join(middle).strip() for middle in middles]
    before, behind = "".join(tokens[0][:head]), "".join(tokens[0][len(tokens[0]) - tail :])
    if all(values) and max(map(len, middles)) <= _VALUE_TOKENS_MAX and (before + behind).strip():
        return f"{before}{' → '.join(values)}{_gap(tokens[0], tail)}{behind.lstrip()}"
    return " → ".join(one_line(line, ITEM_CHARS_MAX // 2) for line in (lines[0], lines[-1]))


def _gap(tokens: list[str], tail: int) -> str:
    return " " if tail and tokens[len(tokens) - tail].isspace() else ""


def _common(tokens: list[list[str]]) -> int:
    """Return how many tokens all have in common at their beginnings."""
    count = 0
    for together in zip(*tokens, strict=False):
        if len(set(together)) > 1:
            break
        count += 1
    return count
