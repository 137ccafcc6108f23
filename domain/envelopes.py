"""Envelopes: the translated problem of a change, apart from the file that it happens in.

Two changes with the same envelope are the same problem, whatever their targets are called. The signature of an
envelope is the SHA-256 of its canonical form, which is one JSON array without blanks:

    ["remembrancer intent 1",role,risk,[constraint,...],[forbidden signal,...]]

where each text is NFKC-folded, case-folded, with single blanks, and both lists are sorted without doubles.
"""

from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec

from .errors import InvalidEnvelope, InvalidText
from .texts import check_line, check_text

ITEMS_MAX = 100
ITEM_BYTES_MAX = 1_000
NUMBER_MAX = 2**53 - 1

_FORBIDDEN = ("forbidden_signals", "forbidden")


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """A problem in canonical form."""

    role: str
    risk: str | None = None
    """How dangerous the change was said to be, such as `high`."""
    constraints: tuple[str, ...] = ()
    forbidden_signals: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    """Categories of trauma that it was said to touch; no part of the signature."""

    @property
    def signature(self) -> str:
        """Its SHA-256, 64 hexadecimal digits."""
        import hashlib  # most starts do without

        canonical = ["remembrancer intent 1", self.role, self.risk, self.constraints, self.forbidden_signals]
        return hashlib.sha256(msgspec.json.encode(canonical)).hexdigest()

    @property
    def words(self) -> str:
        """All of its texts, one a line."""
        return "\n".join((self.role, self.risk or "", *self.constraints, *self.forbidden_signals))

    def told(self) -> str:
        """Return it as a sentence for people."""
        parts = [self.role, *([f"risk {self.risk}"] if self.risk else [])]
        if self.constraints:
            parts.append(f"within {', '.join(self.constraints)}")
        if self.forbidden_signals:
            parts.append(f"never {', '.join(self.forbidden_signals)}")
        return "; ".join(parts)


def envelope_from(given: object) -> Envelope:
    """Return the canonical form of an envelope as people write it: an object with a role, and perhaps more.

    `risk` is a text or a number; `constraints` and `forbidden_signals` are lists of texts, or objects of names and
    values. Other names, such as `target`, say nothing about the problem and are left out.

    Raises:
        InvalidEnvelope: it has no role, or something else than that.
    """
    if isinstance(given, Envelope):
        return given
    if not isinstance(given, Mapping):
        raise InvalidEnvelope(f"an envelope is an object such as {{'role': …, 'risk': …}}, not {_kind(given)}")
    fields = cast("Mapping[str, object]", given)
    if fields.get("role") is None:
        raise InvalidEnvelope("an envelope needs a role, such as 'refactor'; its role is missing")
    named = [name for name in _FORBIDDEN if fields.get(name) is not None]
    if len(named) > 1:
        raise InvalidEnvelope("an envelope has both 'forbidden_signals' and 'forbidden'; keep the first")
    return Envelope(
        role=_text(fields["role"], "role"),
        risk=None if fields.get("risk") is None else _text(fields["risk"], "risk"),
        constraints=_texts(fields.get("constraints"), "constraints"),
        forbidden_signals=_texts(fields.get(named[0]) if named else None, "forbidden_signals"),
        categories=_texts(fields.get("categories"), "categories"),
    )


def words_as_given(given: Mapping[str, Any] | Envelope) -> str:
    """Return the texts of an envelope as somebody wrote them, one a line: folded, a secret may look like none."""
    if isinstance(given, Envelope):
        return given.words
    names = ("role", "risk", "constraints", *_FORBIDDEN)
    return "\n".join(text for name in names for text in _within(given.get(name)))


def _within(value: object) -> Iterable[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for name, item in cast("Mapping[object, object]", value).items():
                yield from (str(name), str(item))
        case list() | tuple() | set() | frozenset():
            yield from sorted(item for item in cast("Iterable[object]", value) if isinstance(item, str))
        case _:
            pass


def intent_signature(envelope: Mapping[str, Any] | Envelope) -> str:
    """Return the signature of an envelope: 64 hexadecimal digits, the same for the same problem.

    Raises:
        InvalidEnvelope: it has no role, or something else than an envelope has.
    """
    return envelope_from(envelope).signature


def similarity(one: Envelope, other: Envelope) -> float:
    """Return how much two problems have in common, 0 to 1; 1 for the same signature.

    The Jaccard index (Jaccard 1901, "Étude comparative de la distribution florale") of what they say: their role,
    their risk, each constraint and each forbidden signal, and the words of all of these, so that a constraint in other
    words still counts in part.
    """
    if one.signature == other.signature:
        return 1.0
    mine, theirs = _said(one), _said(other)
    return len(mine & theirs) / len(mine | theirs)


def _said(envelope: Envelope) -> set[tuple[str, str]]:
    whole = {("role", envelope.role), ("risk", envelope.risk or "")}
    whole |= {("constraint", text) for text in envelope.constraints}
    whole |= {("forbidden", text) for text in envelope.forbidden_signals}
    return whole | {("word", word) for word in envelope.words.split()}


def _texts(value: object, name: str) -> tuple[str, ...]:
    match value:
        case None:
            return ()
        case Mapping():
            pairs = cast("Mapping[object, object]", value).items()
            items: Iterable[object] = [f"{_text(key, name)}: {_text(item, name)}" for key, item in pairs]
        case list() | tuple() | set() | frozenset():
            items = cast("Iterable[object]", value)
        case _:
            raise InvalidEnvelope(f"{name} of an envelope must be a list of texts, not {_kind(value)}")
    found = sorted({_text(item, name) for item in items})
    if len(found) > ITEMS_MAX:
        raise InvalidEnvelope(f"{name} of an envelope has {len(found)} items; it may have at most {ITEMS_MAX}")
    return tuple(found)


def _text(value: object, name: str) -> str:
    match value:
        case bool():
            raise InvalidEnvelope(f"{name} of an envelope must be text, not {_kind(value)}")
        case str():
            text = value
        case int() | float() if abs(value) <= NUMBER_MAX:
            text = repr(value).removesuffix(".0")
        case int() | float():
            found = value if isinstance(value, float) else "too large"
            raise InvalidEnvelope(f"{name} of an envelope is {found}; give a number up to {NUMBER_MAX}, or text")
        case _:
            raise InvalidEnvelope(f"{name} of an envelope must be text, not {_kind(value)}")
    try:
        checked = check_text(text, name, ITEM_BYTES_MAX)
        return check_line(" ".join(folded(checked).split()), name, ITEM_BYTES_MAX)
    except InvalidText as fault:
        raise InvalidEnvelope(f"an envelope is wrong: {fault}") from None


def folded(text: str) -> str:
    """Return a text as caseless matching compares it (Unicode Standard 3.13, D146); folded again it stays the same."""
    from unicodedata import normalize

    once = normalize("NFKC", normalize("NFD", text).casefold())
    return normalize("NFKC", once.casefold())


def _kind(value: object) -> str:
    return f"a {type(value).__name__}"
