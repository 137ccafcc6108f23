"""Clauses: what a text says one by one, and who likes or avoids what in it. English, Chinese, and both in one text."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

Language = Literal["en", "zh"]

_LETTER = re.compile(r"[^\W\d_]")
_HAN = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]")
_BREAK = re.compile(r"\s*[;；。\n]\s*|\.\s+(?=\S)")
_BLANKS = re.compile(r"[^\S\n]+")
_ABBREVIATION = re.compile(r"(?:^|[\s(])(?:\w|e\.g|i\.e|dr|mr|mrs|ms|st|vs|no|approx|pp)$", re.IGNORECASE)
_ABBREVIATION_CHARS_MAX = 8
_COMMA = re.compile(r",\s+")
_LEANING = re.compile(
    r"(?:it|they|this|that|these|those|he|she|but|so|because|which|otherwise|then|and|or)\b"
    "|[它他她这那但]|所以|因为|否则|然后|而且|并且",
    re.IGNORECASE,
)
_OPENING, _CLOSING = "([{（「『“《", ")]}）」』”》"
_ENDS = " \t\r\n.。;；!！,，、"
_LEAD = re.compile(r"^(?:[-*•·]\s+|Also: |另：)")
"""What stands before a clause and says nothing: a bullet, or the word by which a practice goes on."""

_ADVERBS = (
    "always|usually|often|sometimes|really|also|still|perhaps|possibly|maybe|probably|rarely|never|now|only|mostly|"
    "generally|clearly|strongly"
)
_MODALS = (
    "may|might|could|would|seems to|seem to|appears to|appear to|tends to|tend to|does not|doesn't|doesn’t|do not|"
    "don't|don’t"
)
_STEMS = (
    "prefer|like|love|enjoy|want|need|use|avoid|dislike|hate|keep|choose|favour|favor|skip|drink|eat|expect|request|"
    "reject|collect|wear|mind|fear"
)
_ASKING = "ask for"
_THIRD = f"(?:{_STEMS})s|asks for"
_OF_MANY = "prefer|dislike|want|avoid|enjoy|love|need|hate"
_NO_SUBJECT = (
    "who|that|which|if|when|while|because|not|no|nobody|never|for|with|without|in|on|at|to|of|than|and|or|but|is|are|"
    f"was|were|{_ADVERBS}|may|might|could|would|seems|seem|appears|tends|does|do|doesn't|doesn’t|don't|don’t|{_THIRD}"
)
_TOKEN = rf"(?!(?:{_NO_SUBJECT})\s)[^\W_][\w'’.-]*\s+"
_ENGLISH = re.compile(
    rf"(?P<subject>(?:{_TOKEN}){{0,4}}?)"
    rf"(?P<verb>(?:(?:{_ADVERBS})\s+)*(?:{_THIRD}|(?:{_MODALS})\s+(?:{_STEMS}|{_ASKING})))\s+(?P<object>\S.*)",
    re.IGNORECASE,
)
_ENGLISH_MANY = re.compile(
    rf"(?P<subject>(?:{_TOKEN}){{1,4}}?)(?P<verb>(?:(?:{_ADVERBS})\s+)*(?:{_OF_MANY}))\s+(?P<object>\S.*)",
    re.IGNORECASE,
)
_ENGLISH_VERB = re.compile(rf"\b(?:{_THIRD}|is|are|was|were|has|have|had)\b", re.IGNORECASE)
_NO_PLAIN_THING = re.compile(
    r"\b(?:if|unless|when|whenever|not|no|never|none|neither|nor|without|except)\b|[?？]"
    "|如果|假如|要是|若|除非|只要|的时候|不(?![同错少久])|没|而非|吗|呢",
    re.IGNORECASE,
)
"""With conditions and denials a thing is told in the words in which it was told."""
_CHINESE_VERB = (
    "(?:(?:可能|似乎|也许|或许|好像|大概|通常|总是|经常|一直|现在|不太|并不|更|最|很|也|还|都|比较|特别)*"
    "(?:不喜欢|不喜爱|不爱|不要|不想要|不需要|不使用|偏好|偏爱|喜欢|喜爱|讨厌|想要|希望|需要|要求|习惯|避免|避开|使用))"
)
_CHINESE = re.compile(rf"(?P<subject>[^，,、：:]{{0,16}}?)(?P<verb>{_CHINESE_VERB})(?P<object>[^，,：:]+)")
_WITH_MORE = re.compile(
    r",|\b(?:and|or|in|on|at|for|when|if|during|before|after|by|over|under|above|below|than|to|with|without|from|as|"
    r"because|that|between|both|per|until|while|of|but|not)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(r",?\s+and\s+|,\s+|、")
_ARTICLES = re.compile(r"\b(?:the|a|an)\b")


class Clause(msgspec.Struct, frozen=True):
    """One thing that a text says."""

    text: str
    """As it stands there."""
    subject: str = ""
    """Who likes or avoids something; empty: not said, or it is no such clause."""
    verb: str = ""
    """How, in lower case, such as `prefers` or `may dislike`; empty: it is no such clause."""
    objects: tuple[str, ...] = ()

    @property
    def weight(self) -> int:
        """How many entries it counts as."""
        return max(len(self.objects), 1)


def language_of(texts: Iterable[str]) -> Language:
    """Return the language in which texts that belong together go on: Chinese if most of their letters are Han."""
    letters = han = 0
    for text in texts:
        letters += len(_LETTER.findall(text))
        han += len(_HAN.findall(text))
    return "zh" if 2 * han > letters else "en"


def squeezed(text: str) -> str:
    """Return `text` on one line, without a full stop at its end."""
    return " ".join(text.split()).rstrip(_ENDS)


def clauses_in(text: str) -> list[str]:
    """Return what stands between full stops, semicolons and line breaks; what leans on its forerunner stays with it."""
    found: list[str] = []
    for piece, lead in _pieces(_BLANKS.sub(" ", text)):
        clause = squeezed(_LEAD.sub("", piece.strip()))
        if not clause:
            continue
        if found and _LEANING.match(clause):
            found[-1] += lead + clause
        else:
            found.append(clause)
    return found


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts between breaks, each with the break before it."""
    begin, lead = 0, ""
    for found in _outside_brackets(_BREAK, text):
        before = text[max(begin, found.start() - _ABBREVIATION_CHARS_MAX) : found.start()]
        if found[0][0] == "." and _ABBREVIATION.search(before):
            continue
        yield text[begin : found.start()], lead
        mark = found[0].strip() or ";"
        begin, lead = found.end(), mark if mark in "；。" else f"{mark} "
    yield text[begin:], lead


def _outside_brackets(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield where a pattern is found while no bracket stands open."""
    depth = at = 0
    for found in pattern.finditer(text):
        for char in text[at : found.start()]:
            depth += (char in _OPENING) - (char in _CLOSING and depth > 0)
        at = found.start()
        if not depth:
            yield found


def likings(text: str) -> list[Clause]:
    """Return the clauses of a text; one that names nobody tells of whom the one before it told."""
    found: list[Clause] = []
    for clause in clauses_in(text):
        liking = _liking(clause)
        if liking.verb and not liking.subject and found and found[-1].verb:
            liking = msgspec.structs.replace(liking, subject=found[-1].subject)
        found.append(liking)
    return found


def _liking(clause: str) -> Clause:
    chinese = _CHINESE.fullmatch(clause)
    if chinese and _HAN.search(chinese["verb"]) and not _NO_PLAIN_THING.search(chinese["object"]):
        objects = tuple(part.strip() for part in chinese["object"].split("、") if part.strip())
        return Clause(clause, chinese["subject"].strip(), chinese["verb"], objects)
    english = _ENGLISH.fullmatch(clause) or _ENGLISH_MANY.fullmatch(clause)
    if english is None or any(found.search(english["object"]) for found in (_ENGLISH_VERB, _NO_PLAIN_THING)):
        return Clause(clause)
    verb = " ".join(english["verb"].lower().split())
    return Clause(clause, english["subject"].strip(), verb, _objects(english["object"]))


def _objects(text: str) -> tuple[str, ...]:
    """Return the single things of a list as `listed` writes it; anything else is one thing."""
    parts: list[str] = []
    begin = 0
    for found in _outside_brackets(_COMMA, text):
        parts.append(text[begin : found.start()])
        begin = found.end()
    parts.append(text[begin:])
    if len(parts) > 1 and parts[-1].startswith("and "):
        return (*parts[:-1], parts[-1].removeprefix("and "))
    halves = text.split(" and ")
    # "bullet points and short sentences" are two things; "black and white charts" may be one.
    if len(halves) == 2 and all(1 < len(half.split()) < 5 and not _WITH_MORE.search(half) for half in halves):
        return tuple(halves)
    return (text,)


def listed(objects: tuple[str, ...], *, chinese: bool) -> str:
    """Return things as a list in a sentence."""
    if chinese:
        return "、".join(objects)
    if len(objects) == 2 and not any(_WITH_MORE.search(thing) for thing in objects):
        return " and ".join(objects)
    *others, last = objects
    return ", ".join((*others, f"and {last}")) if others else last


def plain(text: str) -> str:
    """Return `text` as it is compared with others: in small letters, without articles, hyphens and double blanks."""
    return " ".join(_ARTICLES.sub(" ", text.casefold().replace("-", " ")).split())


def parts_of(thing: str) -> set[str]:
    """Return a thing, and the things that it is made of, as they are compared."""
    return {plain(thing), *(plain(part) for part in _PARTS.split(thing))}


def is_han(text: str) -> bool:
    """Say whether a text has a Han character."""
    return _HAN.search(text) is not None
