"""Finding source code in a text, also fenced, within JSON and next to Chinese.

Evidence is taken line by line and adds up until prose interrupts it: one line that can only be code is enough, of lines
that merely look like it several are needed, and those of one shape count twice at most, so that a list of alike notes
does not become a program.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from .findings import Finding
from .source_shapes import STRONG, SURE, Shape, shapes, shapes_anywhere, shapes_of

LINE_CHARS = 400
"""A line is read in pieces of this size: lines of code are shorter, and time must grow with the text and no faster."""
JSON_DEPTH = 3
"""How often JSON is looked for within texts within JSON."""

TIMES_COUNTED = 2
"""How often one shape counts in a run."""
QUOTED_CHARS = 15
"""What is shorter is a mention, not code."""
STATEMENT_CHARS = 80

_WORDS_OF_PROSE = 4
_PLAIN_FENCES = frozenset({"text", "txt", "plain", "plaintext", "log", "output", "markdown", "md", "quote", "none"})


class _Marks:
    """Patterns that tell apart what a line is before its shape is asked."""

    def __init__(self) -> None:
        self.fence = re.compile(r"[\s>*+-]*(?:`{3,}|~{3}(?!~))[ \t]*([\w+#.-]*)")
        self.lead = re.compile(r"\s*(?:>\s)*(?:(?:[-*+•]|\d{1,3}[.)、])\s+)?")
        self.spaces = re.compile(r"\s{2,}")
        self.first_word = re.compile(r"@?[A-Za-z_]\w*")
        self.code_sign = re.compile(r"[;{}()=<>\[\]#$|&@!\"'`\\]|::|:$|,$|\.\w+\(")
        self.comment = re.compile(r"(?://|/\*|\*/|\*(?:\s|$)|#(?:\s|$)|--(?:\s|$)|;;\s|<!--|%\s)")
        self.trailing_comment = re.compile(r"(?<=[;,{}():\\\]])\s+(?://|/\*|#\s|--\s).*$")
        self.cjk = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]+")
        self.span = re.compile(r"(`{1,2})[^`]{1,200}\1")
        self.whole_span = re.compile(r"`([^`]+)`[.,;:]?$")
        self.quoted = re.compile(r"\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)")
        self.mentioned_call = re.compile(r"\b\w[\w.]{0,60}\(\)")
        self.link_word = re.compile(
            r"(?i:(?<![\w.$('\"-])(?:the|an?|of|to|are|was|were|be|it|that|which|we|you|must|should|will|can|has|have|by|on)"
            r"(?=[\s,.;:]))"
        )
        self.words = re.compile(r"(?<![\w.$\[<\"'=/:-])[A-Za-z][a-z']+(?:-[a-z]+)*(?=[\s,.;:?!)]|$)")
        self.after_colon = re.compile(r"[:：]\s+")
        self.setting = re.compile(
            r"(?:\"[^\"]*\"|'[^']*'|[\w./ -]{1,60})\s*:(?!=|:)(?:\s+(?![({]).*|\s*[\[{]?$|\s*[\"\d\[{].*)$"
        )
        self.code_setting = re.compile(
            r".*(?:[;({]$|=>|\bfunction\b)|[\w$]+\??:\s.*[,;]$|\s*(?:case|default|public|private|else|try)\b"
        )
        self.log = re.compile(
            r"\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|(?:\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE)\]?[: ])"
            r"|\|.*\|\s*$|https?://\S+$|[\w.+-]+@[\w.-]+$"
        )
        self.json_text = re.compile(r"(?<=[:,\[])\s*\"((?:[^\"\\\n]|\\[\"\\/bfnrtu])*)\"")
        self.between = re.compile(r"\s*,?\s*")


_marks = lru_cache(maxsize=1)(_Marks)


def find_code(text: str) -> Finding | None:
    """Return the first source code that a text holds, with the line where it begins and its language."""
    return _find(text, JSON_DEPTH)


def _find(text: str, depth: int) -> Finding | None:
    lines = text.splitlines()
    if text.startswith("#!") and len(text) > 3 and text[2:3] in "/ ":
        return Finding(1, "a script")
    return _find_fenced(lines) or _find_bare(lines) or (_find_in_json(text, depth) if depth else None)


def _find_fenced(lines: list[str]) -> Finding | None:
    inside = False
    for number, line in enumerate(lines, 1):
        if "```" not in line and "~~~" not in line:
            continue
        fence = _marks().fence.match(line)
        if fence is None:
            continue
        # What is fenced as plain text is judged by what it holds, like any other line.
        if not inside and fence[1].lower() not in _PLAIN_FENCES:
            return Finding(number, "a fenced block")
        inside = not inside
    return None


def _find_bare(lines: list[str]) -> Finding | None:
    run = _Run()
    for number, line in enumerate(lines, 1):
        for piece in _pieces(line):
            found = run.read(number, piece)
            if found is not None:
                return found
    return None


def _pieces(line: str) -> Iterator[str]:
    if len(line) <= LINE_CHARS:
        yield line
        return
    for start in range(0, len(line), LINE_CHARS):
        yield line[start : start + LINE_CHARS]


class _Reading(msgspec.Struct, frozen=True):
    """What one line says."""

    shapes: tuple[Shape, ...] = ()
    is_prose: bool = False
    kind: str | None = None
    """The language of code that stands within a sentence."""


_NOTHING = _Reading()


class _Run:
    """Lines that look like code, with nothing between them that is prose."""

    def __init__(self) -> None:
        self._begin()
        self._readings: dict[str, _Reading] = {}
        """Of lines that were read before: many a line comes again."""

    def _begin(self) -> None:
        self._score = 0
        self._first = 0
        self._language: str | None = None
        self._seen: dict[Shape, int] = {}

    def read(self, number: int, line: str) -> Finding | None:
        """Take in one more line; the answer is what has become clear by now."""
        reading = self._readings.get(line)
        if reading is None:
            reading = self._readings[line] = _read(line)
        if reading.kind is not None:
            return Finding(number, reading.kind)
        if reading.is_prose:
            self._begin()
        for shape in reading.shapes:
            found = self._weigh(number, shape)
            if found is not None:
                return found
        return None

    def _weigh(self, number: int, shape: Shape) -> Finding | None:
        times = self._seen.get(shape, 0)
        self._seen[shape] = times + 1
        if times >= TIMES_COUNTED:
            return None
        if not self._score:
            self._first = number
        self._score += shape.weight
        if shape.language is not None and (self._language is None or shape.weight >= SURE):
            self._language = shape.language
        return Finding(self._first, self._language or "statements") if self._score >= SURE else None


def _read(line: str) -> _Reading:
    marks = _marks()
    lead = marks.lead.match(line)
    # Alignment says nothing, and patterns would crawl over it.
    code = marks.spaces.sub(" ", line[lead.end() if lead else 0 :]).rstrip()
    if not code:
        return _NOTHING
    whole = marks.whole_span.match(code)
    if whole is not None:
        code = whole[1].strip()
    elif "`" in code:
        code = marks.span.sub("\u3007", code)
    if marks.comment.match(code):
        return _NOTHING
    code = marks.trailing_comment.sub("", code)
    if marks.log.match(code):
        return _Reading(is_prose=True)
    if _is_prose(code):
        statement = _statement(code)
        if statement is not None:
            return _Reading(shapes=(statement,))
        return _Reading(is_prose=True, kind=_kind_within(code))
    found = tuple(sorted(_shapes_of(code), key=lambda shape: -shape.weight))
    return _Reading(shapes=found) if found else _Reading(kind=_kind_within(code))


def _statement(code: str) -> Shape | None:
    """Return the shape of a statement that is made of words alone, such as an import or the head of a loop."""
    first = _marks().first_word.match(code)
    if first is None or _marks().link_word.search(code) or code[-1] in ".!?。" or len(code) > STATEMENT_CHARS:
        return None
    return next((shape for shape in _best(shapes_of(first[0].lower()), code) if shape.weight > STRONG), None)


def _shapes_of(code: str) -> Iterator[Shape]:
    """Yield the shapes of a line."""
    marks = _marks()
    first = marks.first_word.match(code)
    named = list(_best(shapes_of(first[0].lower()), code)) if first is not None else []
    yield from named
    if not named and marks.setting.match(code) and not marks.code_setting.match(code):
        return
    if marks.code_sign.search(code):
        yield from (shape for shape in shapes() if shape.pattern.match(code))


def _best(known: tuple[Shape, ...], code: str) -> Iterator[Shape]:
    found = [shape for shape in known if shape.pattern.match(code)]
    if found:
        yield max(found, key=lambda shape: shape.weight)


def _is_prose(code: str) -> bool:
    """Say whether a line is mostly words of a natural language."""
    marks = _marks()
    bare = marks.quoted.sub("", code)
    if marks.cjk.search(bare.partition("//")[0].partition("/*")[0].partition(" # ")[0]):
        return True
    if "(" in bare:
        bare = marks.mentioned_call.sub("it", bare)
    words = len(marks.words.findall(bare))
    if words < _WORDS_OF_PROSE:
        return False
    signs = sum(bare.count(sign) for sign in ";{}()=<>[]$|&*\\")
    if bare[-1:] in {";", "{", "}", "(", "\\"} and signs >= 2:
        signs += signs
    return words >= (2 if marks.link_word.search(bare) else 4) * signs


def _kind_within(sentence: str) -> str | None:
    """Find code that a sentence quotes: what follows a colon, stands between Chinese words, or cannot be prose."""
    marks = _marks()
    for shape in shapes_anywhere():
        if shape.pattern.search(sentence):
            return shape.language or "statements"
    for part in (*marks.after_colon.split(sentence, maxsplit=2)[1:], *marks.cjk.split(sentence)):
        quoted = part.strip()
        if len(quoted) < QUOTED_CHARS or quoted == sentence or _is_prose(quoted):
            continue
        sure = next((shape for shape in _shapes_of(quoted) if shape.weight >= SURE), None)
        if sure is not None:
            return sure.language or "statements"
    return None


def _find_in_json(text: str, depth: int) -> Finding | None:
    """Find code in the texts that a JSON text holds; lists of texts are read as lines."""
    marks = _marks()
    if '"' not in text:
        return None
    found: list[tuple[int, list[str]]] = []
    end = -1
    for match in marks.json_text.finditer(text):
        said = _decoded(match[1])
        if end >= 0 and marks.between.fullmatch(text, end, match.start()):
            found[-1][1].append(said)
        else:
            found.append((match.start(1), [said]))
        end = match.end()
    for start, texts in found:
        inner = _find("\n".join(said.removesuffix("\n") for said in texts), depth - 1)
        if inner is not None:
            return Finding(text.count("\n", 0, start) + 1, f"{inner.kind} within JSON")
    return None


def _decoded(literal: str) -> str:
    if "\\" not in literal:
        return literal
    try:
        return msgspec.json.decode(f'"{literal}"', type=str)
    except msgspec.DecodeError:
        return literal
