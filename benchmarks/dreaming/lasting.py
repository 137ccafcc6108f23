"""What is known for long: weak and strong knowledge, kept notes, promotions, merges, facts, what matters."""

from collections.abc import Sequence

from . import shapes, truth
from .acts import Confirm, Recall
from .planting import SAID_WITHIN, Planter, about
from .shapes import Language
from .wording import filled, plain

WEAK, STRONG, YOUNG, DORMANT, KEPT, PROMOTABLE, SHORT = 60, 36, 24, 40, 30, 40, 36
CONTRADICTIONS, SUPERSEDED, MERGES, CONFLICTS, IMPORTANT, SECURITY = 48, 48, 40, 24, 36, 18
WEAK_AGE, YOUNG_AGE, DORMANT_AGE = 95, 80, 40
"""In active days at the end: at least, less than, at least."""
KINDS = ("preference", "pattern", "lesson")


def weak(planter: Planter) -> tuple[str, ...]:
    """Plant knowledge that nobody confirms, recalls or finds important."""
    found: list[str] = []
    for number, language, template in planter.rounds(WEAK, lambda language: language.entries):
        label = f"weak-{number:03}/entry"
        _entry(planter, _old(planter), label, language, template, planter.rng.randint(1, 6))
        found.append(label)
    return tuple(found)


def strong(planter: Planter) -> tuple[str, ...]:
    """Plant knowledge of that age that was confirmed, is important, or is recalled by words of its own."""
    rng, diary = planter.rng, planter.diary
    found: list[str] = []
    for number, language, template in planter.rounds(STRONG, lambda language: language.entries, least=3):
        label, index, way = f"strong-{number:03}/entry", _old(planter), number % 3
        importance = rng.randint(7, 9) if way == 0 else rng.randint(1, 6)
        names = _entry(planter, index, label, language, template, importance)
        if way == 1:
            diary.put(Confirm(at=diary.time(index + rng.randint(1, 60)), label=label))
        if way == 2:
            recalled(planter, index, names, (18, 25))
        found.append(label)
    return tuple(found)


def young(planter: Planter) -> tuple[str, ...]:
    """Plant knowledge that is as weak, but not old enough."""
    found: list[str] = []
    for number, language, template in planter.rounds(YOUNG, lambda language: language.entries):
        label = f"young-{number:03}/entry"
        index = planter.start(0, first=planter.diary.count - YOUNG_AGE)
        _entry(planter, index, label, language, template, planter.rng.randint(1, 6))
        found.append(label)
    return tuple(found)


def _old(planter: Planter) -> int:
    return planter.start(0, last=planter.diary.count - 1 - WEAK_AGE)


def _entry(
    planter: Planter, index: int, label: str, language: Language, template: shapes.Entry, importance: int
) -> tuple[str, str]:
    """Record knowledge, and return its rare words."""
    values, text = planter.one(language, template.text, template.trigger)
    planter.diary.record(
        index,
        label,
        text,
        kind=planter.rng.choice(KINDS),
        summary=text,
        trigger=filled(template.trigger, values),
        importance=importance,
        confidence=planter.rng.randint(3, 6),
    )
    return values["rare"], values["rare2"]


def recalled(planter: Planter, index: int, names: Sequence[str], gap: tuple[int, int]) -> None:
    """Ask for rare words again and again, until the end."""
    diary = planter.diary
    index += planter.rng.randint(*gap)
    while index < diary.count:
        diary.put(Recall(at=diary.time(index), query=" ".join(names), k=1))
        index += planter.rng.randint(*gap)


def dormant(planter: Planter) -> tuple[str, ...]:
    """Plant notes that nobody asks for."""
    found: list[str] = []
    for number, language, template in planter.rounds(DORMANT, lambda language: language.entries):
        label = f"dormant-{number:03}/note"
        _, text = planter.one(language, template.text)
        index = planter.start(0, last=planter.diary.count - 1 - DORMANT_AGE)
        planter.diary.record(index, label, text, kind="note", importance=planter.rng.randint(1, 6), confidence=5)
        found.append(label)
    return tuple(found)


def kept(planter: Planter) -> tuple[str, ...]:
    """Plant notes that are asked for at least every 20 active days."""
    found: list[str] = []
    for number, language, template in planter.rounds(KEPT, lambda language: language.kept):
        label, index = f"kept-{number:03}/note", planter.start(35)
        values, text = planter.one(language, template)
        planter.diary.record(index, label, text, kind="note", importance=planter.rng.randint(2, 6), confidence=5)
        recalled(planter, index, (values["rare"], values["rare2"]), (11, 19))
        found.append(label)
    return tuple(found)


def promotable(planter: Planter) -> tuple[str, ...]:
    """Plant notes that pass the gate: confirmed three times, or important with an incident."""
    found: list[str] = []
    for number, language, template in planter.rounds(PROMOTABLE, lambda language: language.promotable):
        label = f"promotable-{number:03}/note"
        confirmed = number % 2 == 0
        importance = planter.rng.randint(3, 6) if confirmed else planter.rng.randint(7, 9)
        _candidate(planter, label, language, template, importance, 3 if confirmed else 0, incident=not confirmed)
        found.append(label)
    return tuple(found)


def short(planter: Planter) -> tuple[str, ...]:
    """Plant notes that are one step short of the gate."""
    found: list[str] = []
    for number, language, template in planter.rounds(SHORT, lambda language: language.promotable, least=3):
        label, way = f"short-{number:03}/note", number % 3
        importance = (planter.rng.randint(3, 6), planter.rng.randint(7, 9), 6)[way]
        _candidate(planter, label, language, template, importance, 2 if way == 0 else 0, incident=way == 2)
        found.append(label)
    return tuple(found)


def _candidate(
    planter: Planter,
    label: str,
    language: Language,
    template: shapes.Entry,
    importance: int,
    confirmations: int,
    *,
    incident: bool,
) -> None:
    values, text = planter.one(language, template.text, template.trigger)
    index = planter.start(SAID_WITHIN)
    planter.diary.record(
        index,
        label,
        text,
        subjects=about(values),
        kind="note",
        trigger=filled(template.trigger, values) if incident else None,
        importance=importance,
        confidence=planter.rng.randint(4, 8),
    )
    for offset in planter.steps(confirmations + 1, SAID_WITHIN)[1:]:
        planter.diary.put(Confirm(at=planter.diary.time(index + offset), label=label))


def merges(planter: Planter) -> tuple[truth.Merge, ...]:
    """Plant preferences of one person about one thing, most groups told within one day."""
    rng = planter.rng
    found: list[truth.Merge] = []
    for number, language, template in planter.rounds(MERGES, lambda language: language.merges):
        confident = rng.sample(template.confident, rng.randint(2, 4))
        hedged = rng.sample(template.hedged, rng.randint(0, 2))
        values = planter.words.values(language, (template.confident[0], *template.confident[1:], *template.hedged))
        category = f"{template.topic}-{planter.words.coined().lower()}"
        start, spread = planter.start(10), 0 if rng.random() < 0.75 else 10
        groups: dict[str, list[str]] = {"confident": [], "hedged": []}
        for name, text in [*(("confident", text) for text in confident), *(("hedged", text) for text in hedged)]:
            label = f"merge-{number:03}/{name}-{len(groups[name]) + 1}"
            low, high = (7, 10) if name == "confident" else (3, 6)
            _preference(
                planter, start + rng.randint(0, spread), label, filled(text, values), category, values["user"],
                rng.randint(low, high),
            )  # fmt: skip
            groups[name].append(label)
        found.append(truth.Merge(confident=tuple(groups["confident"]), hedged=tuple(groups["hedged"])))
    return tuple(found)


def conflicts(planter: Planter) -> tuple[truth.Conflict, ...]:
    """Plant confident preferences that cannot all hold."""
    rng = planter.rng
    found: list[truth.Conflict] = []
    for number, language, template in planter.rounds(CONFLICTS, lambda language: language.conflicts):
        values = planter.words.values(language, (template.one, template.other, template.third))
        category = f"{template.topic}-{planter.words.coined().lower()}"
        start = planter.start(10)
        for name in ("one", "other", "third"):
            text = filled(getattr(template, name), values)
            index = start + rng.randint(0, 10)
            label = f"conflict-{number:03}/{name}"
            _preference(planter, index, label, text, category, values["user"], rng.randint(7, 10))
        conflict = (f"conflict-{number:03}/{name}" for name in ("one", "other", "third"))
        found.append(truth.Conflict(**dict(zip(("one", "other", "third"), conflict, strict=True))))
    return tuple(found)


def _preference(planter: Planter, index: int, label: str, text: str, category: str, user: str, confidence: int) -> None:
    """Record a preference that is never weak: it is important, or confirmed on its day, before a night merges it."""
    confirmed = planter.rng.random() < 0.5
    act = planter.diary.record(
        index,
        label,
        text,
        part="early",
        subjects=(user,),
        category=category,
        kind="preference",
        importance=planter.rng.randint(3, 6) if confirmed else 7,
        confidence=confidence,
    )
    if confirmed:
        planter.diary.put(Confirm(at=planter.diary.after(act.at, 90), label=label))


def contradictions(planter: Planter) -> tuple[truth.Pair, ...]:
    """Plant statements that later ones contradict, by an act of its own."""
    rng = planter.rng
    found: list[truth.Pair] = []
    for number, language, template in planter.rounds(CONTRADICTIONS, lambda language: language.contradictions):
        values, old = planter.one(language, template.old, template.new)
        gap = rng.randint(1, 15)
        start = planter.start(gap)
        pair = truth.Pair(first=f"contradiction-{number:03}/old", second=f"contradiction-{number:03}/new")
        preference = rng.random() < 0.5
        for index, label, text in (
            (start, pair.first, old),
            (start + gap, pair.second, filled(plain(template.new), values)),
        ):
            planter.diary.record(
                index,
                label,
                text,
                part="early",
                subjects=about(values),
                kind="preference" if preference else "note",
                importance=7 if preference else rng.randint(3, 6),
                confidence=5,
            )
        planter.diary.contradict(start + gap, pair.first, pair.second)
        found.append(pair)
    return tuple(found)


def superseded(planter: Planter) -> tuple[truth.Versions, ...]:
    """Plant facts whose values change."""
    rng = planter.rng
    found: list[truth.Versions] = []
    number, wanted = 0, planter.number(SUPERSEDED)
    for language, template in planter.turns(lambda language: language.facts):
        values = {
            slot: planter.words.user() if slot == "user" else rng.choice(language.pools[slot])
            for slot in ("user", "service", "product", "city", "team")
        }
        key = filled(template.key, values)
        if not planter.words.new("key", key):
            continue
        number += 1
        offsets = planter.steps(rng.randint(2, 4), 40)
        start = planter.start(offsets[-1])
        labels = [f"superseded-{number:03}/version-{turn}" for turn, _ in enumerate(offsets, 1)]
        told = rng.sample(template.values, len(offsets))
        for label, offset, value in zip(labels, offsets, told, strict=True):
            text = filled(template.text, {**values, "x": value})
            planter.diary.record(
                start + offset, label, text, kind="fact", key=key, importance=rng.randint(3, 7), confidence=6,
                subjects=(values["user"],) if "{user}" in template.text else (),
            )  # fmt: skip
        found.append(truth.Versions(old=tuple(labels[:-1]), last=labels[-1]))
        if number == wanted:
            break
    return tuple(found)


def important(planter: Planter) -> tuple[str, ...]:
    """Plant knowledge that must not be lost."""
    rng = planter.rng
    found: list[str] = []
    for number, language, template in planter.rounds(IMPORTANT, lambda language: language.important):
        label = f"important-{number:03}/knowledge"
        values, text = planter.one(language, template.text, template.trigger)
        planter.diary.record(
            planter.start(0),
            label,
            text,
            subjects=about(values),
            kind=("lesson", "key-decision", "practice")[number % 3],
            summary=text,
            trigger=filled(template.trigger, values),
            importance=rng.randint(8, 10),
            confidence=rng.randint(6, 9),
        )
        found.append(label)
    return tuple(found)


def security(planter: Planter) -> tuple[str, ...]:
    """Plant decisions about security, a few a month."""
    found: list[str] = []
    for number, language, template in planter.rounds(SECURITY, lambda language: language.security):
        label = f"security-{number:03}/decision"
        values, text = planter.one(language, template)
        planter.diary.record(
            planter.start(0),
            label,
            text,
            subjects=about(values),
            kind="decision",
            category="security",
            importance=planter.rng.randint(9, 10),
            confidence=planter.rng.randint(5, 6),
        )
        found.append(label)
    return tuple(found)
