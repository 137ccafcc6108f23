"""Words without a model: what becomes of several texts is put together from their own clauses, and says nothing else.

Beside the words of the sources stand only the connecting ones of `CONNECTING`, and how often something was noticed.
"""

import re
from collections.abc import Iterable, Sequence

from .clauses import Language, clauses_in, is_han, language_of, squeezed

__all__ = [
    "CONNECTING",
    "Language",
    "capital",
    "compose_practice",
    "core_of",
    "ended",
    "is_instruction",
    "language_of",
    "one_line",
    "small",
]

REMARKS_MAX = 12
"""Remarks that one practice carries: more of them nobody reads."""
CONNECTING = frozenset(
    ("best", "practice", "also", "x", "verified", "and", "learned", "stopped", "being", "true", "now", "no", "longer",
     "believed", "drifted", "this", "week", "without", "failing", "more", "noticed", "on",
     "最佳实践", "次验证", "另", "学到", "不再成立", "现为", "不再相信", "本周悄然变化", "另有", "项", "注意到于")
)  # fmt: skip
"""Words that may stand between those of the sources: all in small letters."""

_LABEL = re.compile(r"(?:best practice:|最佳实践[:：])\s*", re.IGNORECASE)
_VERIFIED = re.compile(
    r"\s*(?:\(\d+x verified(?:, (?P<en>[^()]*))?\)|（\d+次验证(?:，(?P<zh>[^（）]*))?）)"
    r"(?:[.。]\s*(?:Also: |另：)(?P<also>.*))?[.。]?$"
)
_PERCENT = r"(?P<much>\d+(?:[.,]\d+)?)\s?(?:%|％|percent|per cent)"
_MOVED = re.compile(
    r"(?P<what>[^\W\d_][^,;:()]{0,60}?)\s+(?:has\s+|have\s+|had\s+)?"
    r"(?:(?P<up>rose|risen|rises|increased|increases|grew|grown|grows|climbed|climbs|went up|gone up|goes up)|"
    r"fell|fallen|falls|dropped|drops|decreased|decreases|declined|declines|went down|gone down|goes down)"
    rf"\s+(?:by\s+)?{_PERCENT}",
    re.IGNORECASE,
)
_MOVED_ZH = re.compile(
    r"(?P<what>[^，,；;：:（）()]{1,30}?)\s*(?:已经|已|也|又)?"
    r"(?:(?P<up>提高|上升|增长|增加|提升|上涨)|下降|降低|减少|下跌)了?\s*(?P<much>\d+(?:\.\d+)?)\s?[%％]"
)
_INSTRUCTION = frozenset(
    ("use", "keep", "write", "send", "always", "never", "avoid", "do", "don't", "don’t", "ask", "include", "put",
     "begin", "make", "run", "tell", "give", "cite", "quote", "remember", "prefer", "ensure", "follow", "stop", "try",
     "be", "say", "get", "confirm", "verify", "add", "remove", "choose", "let", "wait", "mention", "explain", "rotate",
     "freeze", "drain", "warm", "wipe", "summarise", "summarize", "attach", "split", "skip", "offer", "remind", "leave",
     "round", "sort", "pin", "retry", "deploy", "escalate", "refer", "respect", "save")
)  # fmt: skip
_INSTRUCTION_OR_THING = frozenset(
    ("check", "name", "book", "store", "test", "read", "list", "log", "show", "order", "report", "review", "plan",
     "call", "start", "end", "place", "set", "open", "close", "limit", "format", "update", "answer", "reply", "lock",
     "schedule", "back", "link", "order", "mark", "label", "file", "clean", "move", "turn", "double-check")
)  # fmt: skip
_THING_FOLLOWS = re.compile(
    r"(?:the|a|an|all|every|each|any|both|no|not|your|our|their|its|it|them|this|that|these|those|for|with|in|on|at|to|"
    r"by|from|up|only|twice|\d[\w.,-]*)\b",
    re.IGNORECASE,
)
_STATES = re.compile(r"\S+\s+\S+\s+(?:is|are|was|were|has|have|had|rose|fell)\b", re.IGNORECASE)
_INSTRUCTION_ZH = re.compile(
    "请|使用|用(?![户途量法例时处语品力心意完过餐车工人料])|保持|始终|一律|不要|避免|切勿|务必|必须|应当|应该|"
    "优先(?![级权])|尽量|永远|绝不|别(?![的人处])|勿|不得|禁止|记得|确保|采用|遵循"
)
_BARE_THING = re.compile(
    r"(?!(?:the|a|an|it|them|this|that|these|those|your|our|only)\b)[\w.%'’-]+(?: [\w.%'’-]+){0,3}"
)
_BARE_THING_ZH = re.compile(r"[\w.%-]{1,10}")
_JOINING = re.compile(
    r"\b(?:in|on|at|for|when|if|during|before|after|by|over|under|than|to|with|without|from|as|because|that|until|"
    r"while|not|and|or|instead)\b",
    re.IGNORECASE,
)
_VARIABLE = frozenset(
    ("user", "users", "client", "clients", "customer", "customers", "reader", "readers", "reviewers", "team", "the",
     "a", "an", "we", "our", "all", "every", "each", "most", "some", "no", "nobody", "they", "he", "she", "it", "this",
     "my", "when", "if", "read", "open", "click", "error", "success", "failure", "response", "conversion", "bounce",
     "average", "median", "total", "daily", "weekly", "monthly", "revenue", "sales", "traffic", "latency", "coverage",
     "retention", "engagement", "churn", "clicks", "complaints", "orders", "visits", "views", "refunds", "errors",
     "downloads", "replies", "opens", "crashes", "costs", "review", "approval", "missed", "tickets", "prefers", "likes",
     "loves", "enjoys", "wants", "needs", "uses", "asks", "avoids", "dislikes", "hates", "keeps", "chooses", "skips",
     "drinks", "eats", "expects", "requests", "rejects", "may", "might", "perhaps", "possibly", "seems", "always",
     "usually", "often", "sometimes", "really", "also", "still", "rarely", "never")
)  # fmt: skip
"""Words whose first letter is large at the beginning of a sentence and small within it; names are none of them."""
_WORD = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]+|[^\\W_\u3400-\u9fff\U00020000-\U0003ffff]+")
_LIGHT = frozenset(
    ("the", "a", "an", "of", "to", "in", "on", "at", "for", "with", "is", "are", "was", "were", "be", "been", "has",
     "have", "had", "it", "its", "that", "this", "and", "or", "as", "by", "again", "still", "really", "also", "very")
)  # fmt: skip
_INFLECTED = re.compile("(?<=...)(?:ing|ed|es|s)$")
_INNER = re.compile(r"[\w'’-]")


def core_of(text: str) -> str:
    """Return what a text says on one line, without a label, how often it was verified, and a full stop at its end."""
    return _taken_apart(text)[0]


def one_line(text: str, chars_max: int) -> str:
    """Return `text` on one line of at most `chars_max` characters: whole words, and `…` for what is left out."""
    line = " ".join(text.split())
    if len(line) <= chars_max:
        return line
    end = max(chars_max - 1, 0)
    begin = end
    while begin and _within_word(line, begin):
        begin -= 1
    # A word longer than the line is cut.
    return line[: begin or end].rstrip(" ,.;:，。；：、") + "…"


def _within_word(line: str, index: int) -> bool:
    before, behind = line[index - 1], line[index]
    return not (is_han(before) or is_han(behind)) and bool(_INNER.match(before) and _INNER.match(behind))


def capital(text: str) -> str:
    """Return `text` as a sentence begins; names and identifiers are left as they are."""
    return text[:1].upper() + text[1:] if text.split(" ", 1)[0] in _VARIABLE else text


def ended(text: str, stop: str) -> str:
    """Return `text` with a full stop, if no other mark ends it."""
    return text if text.endswith(("?", "!", "？", "！", "…")) else text + stop


def small(text: str) -> str:
    """Return `text` as a sentence goes on; names and identifiers are left as they are."""
    word = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if word[1:].islower() and word.lower() in _VARIABLE else text


def is_instruction(text: str) -> bool:
    """Say whether a text tells what to do, instead of what is."""
    if _INSTRUCTION_ZH.match(text):
        return True
    word, _, rest = text.partition(" ")
    if not rest or _STATES.match(text) or _MOVED.fullmatch(text):
        return False
    if word.lower() in {"always", "never"}:
        follows = rest.split(" ", 1)[0]
        return not follows.endswith("s") or follows.endswith("ss")
    return word.lower() in _INSTRUCTION or (word.lower() in _INSTRUCTION_OR_THING and bool(_THING_FOLLOWS.match(rest)))


def compose_practice(core: str, said: Sequence[str], satellites: Sequence[str], occasions: int) -> str:
    """Return one practice of what was noticed again and again.

    Args:
        core: what was noticed, in one of its wordings.
        said: all wordings of it; clauses that tell something else beside it are kept.
        satellites: what was said of the same thing in other words; rises and falls in percent become figures.
        occasions: how often it was noticed.
    """
    noticed, figures, remarks = _split_core(core)
    words = _content(noticed)
    for text in said:
        known, more, also = _taken_apart(text)
        figures += more
        remarks += [*(clause for clause in clauses_in(known)[1:] if not _mostly(clause, words)), *also]
    for text in satellites:
        known, more, also = _taken_apart(text)
        figures += more
        remarks += [*clauses_in(known), *also]
    others: list[str] = []
    for remark in remarks:
        figure = _figure(remark)
        if figure is not None and remark != noticed:
            figures.append(figure)
        elif figure is None:
            others.append(remark)
    others = _not_repeating(noticed, others)
    advice = is_instruction(noticed) or any(_LABEL.match(text) for text in (core, *said))
    return _practice(noticed, list(dict.fromkeys(figures)), others, occasions, advice=advice)


def _practice(core: str, figures: list[str], others: list[str], occasions: int, *, advice: bool) -> str:
    chinese = language_of([core]) == "zh"
    label = "最佳实践：" if chinese else "Best practice: "
    told = f"{label}{_advice(core)}" if advice else capital(core)
    if chinese:
        also = ended(f"另：{'；'.join(others)}", "。") if others else ""
        return f"{told}（{'，'.join([f'{occasions}次验证', *figures])}）。{also}"
    also = ended(f" Also: {'; '.join(others)}", ".") if others else ""
    return f"{told} ({', '.join([f'{occasions}x verified', *figures])}).{also}"


def _advice(core: str) -> str:
    """Return an instruction as it stands behind its label: a thing to use is named without saying so."""
    for verb in ("使用", "用"):
        if core.startswith(verb) and _BARE_THING_ZH.fullmatch(core.removeprefix(verb).strip()):
            return core.removeprefix(verb).strip()
    word, _, rest = core.partition(" ")
    if word.lower() == "use" and _BARE_THING.fullmatch(rest) and not _JOINING.search(rest):
        return rest
    return word.lower() + core[len(word) :] if word[1:].islower() else core


def _taken_apart(text: str) -> tuple[str, list[str], list[str]]:
    """Return what a text says, and the figures and remarks that stand behind it where it is a practice."""
    line = squeezed(text)
    figures: list[str] = []
    remarks: list[str] = []
    while True:
        labelled = _LABEL.match(line)
        bare = line[labelled.end() :] if labelled else line
        verified = _VERIFIED.search(bare)
        if verified:
            figures += [name for name in re.split(", |，", verified["en"] or verified["zh"] or "") if name]
            remarks += clauses_in(verified["also"] or "")
            bare = bare[: verified.start()]
        bare = squeezed(bare)
        # A label alone is all that the text says.
        if bare in ("", line):
            return line, figures, remarks
        line = bare


def _split_core(core: str) -> tuple[str, list[str], list[str]]:
    """Return what was noticed, with the figures that one of its clauses tells apart."""
    line, figures, remarks = _taken_apart(core)
    clauses = clauses_in(line)
    told = [(clause, _figure(clause)) for clause in clauses]
    kept = [clause for clause, figure in told if figure is None]
    if not kept or len(kept) == len(clauses):
        return line, figures, remarks
    mark = "；" if language_of(kept) == "zh" else "; "
    return mark.join(kept), [*figures, *(figure for _, figure in told if figure is not None)], remarks


def _figure(clause: str) -> str | None:
    """Return a rise or fall in percent in short, such as `+30% read rate`; None if a clause tells more, or less."""
    if found := _MOVED.fullmatch(clause):
        what = re.sub(r"^(?:the|our)\s+", "", found["what"], flags=re.IGNORECASE)
        return f"{'+' if found['up'] else '-'}{found['much']}% {small(what)}"
    if found := _MOVED_ZH.fullmatch(clause):
        return f"{found['what'].strip()} {'+' if found['up'] else '-'}{found['much']}%"
    return None


def _content(text: str) -> frozenset[str]:
    """Return the content words of a text, as far as it takes to see that one repeats another."""
    found: set[str] = set()
    for word in _WORD.findall(text.lower()):
        if is_han(word):
            found.update(word[index : index + 2] for index in range(max(len(word) - 1, 1)))
        elif word not in _LIGHT:
            found.add(_INFLECTED.sub("", word))
    return frozenset(found)


def _mostly(clause: str, core: frozenset[str]) -> bool:
    words = _content(clause)
    return 2 * len(words & core) >= len(words)


def _not_repeating(core: str, remarks: Iterable[str]) -> list[str]:
    """Return the remarks that say something which neither the core nor an earlier one says."""
    told = [_content(core)]
    kept: list[str] = []
    for remark in remarks:
        words = _content(remark)
        if not any(words <= before for before in told):
            told.append(words)
            kept.append(remark)
        if len(kept) == REMARKS_MAX:
            break
    return kept
