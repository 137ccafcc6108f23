"""The labelled set: code, secrets and prose, of which the right answer is known because of where they come from."""

import json
import random
from collections.abc import Iterator
from typing import Literal

import msgspec

from . import made_secrets, mentions
from .snippets import LANGUAGES, Corpus, Half, half_of

Speech = Literal["English", "Chinese"]

_LEADS: dict[Speech, tuple[str, ...]] = {
    "English": (
        "This is how the retry works today, and it should stay so:",
        "We found the cause in the worker.\nThe relevant part:",
        "Lesson of the last incident. Keep this in mind when you touch the scheduler.",
        "Dana asked to remember the following for the next release.",
    ),
    "Chinese": (
        "重试的做法如下，请不要改动：",
        "原因在工作进程里找到了。\n相关部分：",
        "上次故障的教训，修改调度器之前请先看这里。",
        "小王要求记住下面的内容，下次发布要用。",
    ),
}
_TAILS: dict[Speech, tuple[str, ...]] = {
    "English": ("It has been in production since March.", "Ask before you change it.", ""),
    "Chinese": ("三月起就在生产环境运行。", "改动之前先问一下。", ""),
}


class Item(msgspec.Struct, frozen=True):
    """One text with what it holds."""

    text: str
    holds: Literal["code", "secret", "neither"]
    speech: Speech
    kind: str
    """The language of the code, the family of the secret, or where the prose is from."""
    dress: str
    """`bare`, `fenced`, `JSON` or `prose`: how code stands in the text."""


def build(half: Half, *, snippets: int, paragraphs: int, seed: int = 20) -> list[Item]:
    """Return the items of one half: `snippets` of each language, and `paragraphs` of each source of prose."""
    chance = random.Random(f"{seed} {half}")
    corpus = Corpus(half)
    items = [*_code(corpus, snippets, chance), *_secrets(chance), *_prose(corpus, half, paragraphs, chance)]
    chance.shuffle(items)
    return items


def _code(corpus: Corpus, count: int, chance: random.Random) -> Iterator[Item]:
    for language in LANGUAGES:
        for number, snippet in enumerate(corpus.snippets(language, count, chance)):
            speech: Speech = "English" if number % 2 else "Chinese"
            dress = ("bare", "prose", "fenced", "JSON", "bare", "prose", "prose", "JSON")[number // 2 % 8]
            yield Item(_dressed(snippet, dress, speech, chance), "code", speech, language, dress)


def _dressed(snippet: str, dress: str, speech: Speech, chance: random.Random) -> str:
    lead, tail = chance.choice(_LEADS[speech]), chance.choice(_TAILS[speech])
    match dress:
        case "bare":
            return snippet
        case "fenced":
            return f"{lead}\n```\n{snippet}\n```\n{tail}"
        case "JSON":
            return json.dumps({"note": lead, "body": snippet}, ensure_ascii=False, indent=chance.choice((None, 2)))
        case _:
            return f"{lead}\n{snippet}\n{tail}"


def _secrets(chance: random.Random) -> Iterator[Item]:
    for speech, templates in (("English", made_secrets.ENGLISH), ("Chinese", made_secrets.CHINESE)):
        said: Speech = "English" if speech == "English" else "Chinese"
        made = [*made_secrets.sentences(templates, chance), *made_secrets.told(speech, 5, chance)]
        yield from (Item(text, "secret", said, family, "prose") for family, text in made)


def _prose(corpus: Corpus, half: Half, count: int, chance: random.Random) -> Iterator[Item]:
    for text in mentions.ENGLISH:
        if half_of(text) == half:
            yield Item(text, "neither", "English", "mention", "prose")
    for text in mentions.CHINESE:
        if half_of(text) == half:
            yield Item(text, "neither", "Chinese", "mention", "prose")
    for text in corpus.paragraphs(count, chance):
        yield Item(text, "neither", "English", "paragraph", "prose")
    for text in corpus.chinese(count, chance):
        yield Item(text, "neither", "Chinese", "message", "prose")
