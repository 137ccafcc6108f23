"""What is said more than once: patterns, decoys, duplicates, observations."""

from typing import Any

from . import shapes, truth
from .planting import LAST_NIGHTS, SAID_WITHIN, Planter, about
from .shapes import Language
from .truth import Way
from .wording import filled, plain, reworded

PATTERNS, DECOYS, DUPLICATES, OBSERVATIONS, PROPOSALS = 96, 60, 60, 16, 4
WAYS: tuple[Way, ...] = ("near", "subject", "evidence")
LATE = (21, 40)
"""Active days from the third sighting to one that comes when the practice stands."""
HABITS = ("format", "timing", "handling", "routine", "choice")


def patterns(planter: Planter) -> tuple[truth.Pattern, ...]:
    """Plant what is noticed 3 to 6 times on different days."""
    rounds = planter.rounds(PATTERNS, lambda language: language.patterns, least=3)
    return tuple(_pattern(planter, number, language, template) for number, language, template in rounds)


def _pattern(planter: Planter, number: int, language: Language, template: shapes.Pattern) -> truth.Pattern:
    rng, diary = planter.rng, planter.diary
    way = WAYS[(number - 1) % len(WAYS)]
    values = planter.words.values(language, (template.near, *template.freer, *template.satellites, "{user}"))
    offsets = _offsets(planter, rng.randint(3, 6))
    start = planter.start(offsets[-1])
    category = f"{planter.words.coined().lower()}-{rng.choice(HABITS)}" if way == "subject" else None
    subjects = (values["user"],) if way == "subject" or ("{user}" in template.near and rng.random() < 0.5) else ()
    kind = rng.choices(("note", "preference"), (4, 1))[0]
    core: list[str] = []
    for turn, offset in enumerate(offsets, 1):
        label = f"pattern-{number:03}/core-{turn}"
        diary.record(
            start + offset,
            label,
            filled(_sighting(planter, language, template, way, turn), values),
            evidence=_cited(planter, core) if way == "evidence" else (),
            subjects=subjects,
            category=category,
            kind=kind,
            importance=rng.randint(3, 6),
            confidence=rng.randint(4, 6),
        )
        core.append(label)
    satellites: list[str] = []
    for template_text in template.satellites[: rng.randint(0, 2)]:
        text = filled(template_text, values)
        if not planter.words.new("satellite", text):
            continue
        label = f"pattern-{number:03}/satellite-{len(satellites) + 1}"
        diary.record(
            # After the second sighting, and not after the third, when the practice is made.
            rng.randint(start + offsets[1] + 1, start + offsets[2] - 1),
            label,
            text,
            evidence=() if way == "subject" else tuple(core[:2]),
            subjects=subjects,
            category=category,
            kind="note",
            importance=rng.randint(3, 6),
            confidence=rng.randint(4, 6),
        )
        satellites.append(label)
    return truth.Pattern(core=tuple(core), satellites=tuple(satellites), way=way, tongue=language.tongue)


def _offsets(planter: Planter, times: int) -> list[int]:
    """Return on which days it is noticed; the third one leaves at least a day between it and the second."""
    rng = planter.rng
    first, second = 0, rng.randint(1, 8)
    offsets = [first, second, rng.randint(second + 2, SAID_WITHIN - times + 3)]
    while len(offsets) < times:
        offsets.append(offsets[-1] + 1)
    if times >= 5 and rng.random() < 0.3:
        offsets[-1] = offsets[2] + rng.randint(*LATE)
    return offsets


def _sighting(planter: Planter, language: Language, template: shapes.Pattern, way: Way, turn: int) -> str:
    if turn == 1:
        return plain(template.near)
    if way == "near":
        again = planter.rng.random() < 0.3
        return plain(template.near) if again else reworded(template.near, planter.rng, language.tongue)
    if turn <= 3:
        return plain(template.freer[turn - 2])
    return reworded(planter.rng.choice((template.near, *template.freer)), planter.rng, language.tongue)


def _cited(planter: Planter, core: list[str]) -> tuple[str, ...]:
    if not core:
        return ()
    return tuple(core) if planter.rng.random() < 0.5 else (core[-1],)


def decoys(planter: Planter) -> tuple[truth.Decoys, ...]:
    """Plant near-duplicates that differ by a value."""
    found: list[truth.Decoys] = []
    for number, language, template in planter.rounds(DECOYS, lambda language: language.decoys):
        found.append(_decoys(planter, number, language, template))
    return tuple(found)


def _decoys(planter: Planter, number: int, language: Language, template: shapes.Decoy) -> truth.Decoys:
    rng = planter.rng
    values = planter.words.values(language, (template.text, "{user}"))
    told = rng.sample(template.values, rng.randint(2, len(template.values)))
    grouped = rng.random() < 0.4
    preference = rng.random() < 0.2
    category = f"{planter.words.coined().lower()}-{rng.choice(HABITS)}" if grouped else None
    start = planter.start(SAID_WITHIN)
    labels: list[str] = []
    for turn, value in enumerate(told, 1):
        label = f"decoy-{number:03}/member-{turn}"
        planter.diary.record(
            start + rng.randint(0, SAID_WITHIN),
            label,
            filled(plain(template.text), {**values, "x": value}),
            subjects=(values["user"],) if grouped or "{user}" in template.text else (),
            category=category,
            kind="preference" if preference else "note",
            # So important that no preference is forgotten as a weak one.
            importance=7 if preference else rng.randint(3, 6),
            confidence=5,
        )
        labels.append(label)
    return truth.Decoys(labels=tuple(labels), difference=template.difference)


def duplicates(planter: Planter) -> tuple[truth.Pair, ...]:
    """Plant what is said twice, and never more."""
    rng = planter.rng
    found: list[truth.Pair] = []
    for number, language, template in planter.rounds(DUPLICATES, lambda language: language.duplicates):
        values, text = planter.one(language, template)
        gap = 0 if rng.random() < 0.25 else rng.randint(1, 15)
        start = planter.start(gap)
        preference = rng.random() < 0.15
        again = text if rng.random() < 0.3 else filled(reworded(template, rng, language.tongue), values)
        pair = truth.Pair(first=f"duplicate-{number:03}/first", second=f"duplicate-{number:03}/second")
        planter.diary.record(
            start, pair.first, text, part="early", **_said(planter, preference), subjects=about(values)
        )
        planter.diary.record(
            start + gap, pair.second, again, part="late", **_said(planter, preference), subjects=about(values)
        )
        found.append(pair)
    return tuple(found)


def _said(planter: Planter, preference: bool) -> dict[str, Any]:  # noqa: FBT001
    return {
        "kind": "preference" if preference else "note",
        "importance": 7 if preference else planter.rng.randint(3, 6),
        "confidence": 5,
    }


def observations(planter: Planter) -> tuple[truth.Observation, ...]:
    """Plant what the agent notices of itself, evenly over the life, so that few of them are under way at once."""
    rng = planter.rng
    proposals = planter.number(PROPOSALS)
    total = planter.number(OBSERVATIONS, 2) + proposals
    every = total // proposals
    found: list[truth.Observation] = []
    for number, (language, template) in zip(
        range(1, total + 1), planter.turns(lambda language: language.observations), strict=False
    ):
        proposal = number % every == 0 and sum(one.proposal for one in found) < proposals
        times = rng.randint(7, 8) if proposal else rng.randint(3, 5)
        offsets = planter.steps(times, 26 if proposal else 14)
        room = planter.last - offsets[-1]
        start = min(max(round((number - 1) * (planter.last - 14) / total) + rng.randint(-2, 2), 0), room)
        values, text = planter.one(language, template)
        labels: list[str] = []
        for turn, offset in enumerate(offsets, 1):
            label = f"observation-{number:03}/seen-{turn}"
            again = text if rng.random() < 0.3 else filled(reworded(template, rng, language.tongue), values)
            planter.diary.record(
                start + offset,
                label,
                text if turn == 1 else again,
                subjects=about(values),
                kind="reflection",
                # More than any other reflection, so that the bound takes those first.
                importance=7,
                confidence=6,
            )
            labels.append(label)
        found.append(truth.Observation(labels=tuple(labels), proposal=proposal))
    return tuple(found)


assert SAID_WITHIN + LAST_NIGHTS < 30, "what belongs together meets before it is archived"
