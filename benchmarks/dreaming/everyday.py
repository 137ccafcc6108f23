"""What ordinary days leave: notes, decisions, modules, scratch, sessions, tasks, and what is asked."""

import re
from collections import Counter
from collections.abc import Callable

from .acts import EndSession, EstablishIdentity, Message, Recall, RunTask
from .planting import Planter, about
from .shapes import Language
from .wording import filled, plain

DECISIONS, EVOLUTIONS, REFLECTIONS, MODULES = 140, 120, 90, 240
"""More than the bounds of their kinds: 10, 50, 30 and 200."""
SCRATCH, SESSIONS, TASKS, RECALLS = 4, 2, 1, 15
"""A day, in a life of size 1."""
SPEAKERS = ("user", "agent")
CATEGORIES = ("travel", "food", "health", "code", "customers", "operations", "reading", "money")
SOFT = ("service", "product", "city", "dish", "team", "role", "doc")
"""Slots whose values people ask for."""
RECENT = 20
"""Active days of which ordinary recalls ask; nothing of them is archived yet."""
COMMON = 6
"""From so many recent memories on that hold each of its words, a query has more good answers than places."""
STOP_WORDS = frozenset("a an and are as at be by for from in is it of off on or our than that the to was with".split())  # noqa: SIM905

IDENTITY = {
    "version": 1,
    "mission": "Keep the work of the people in this office moving, and remember what they should not have to repeat",
    "rules": ["Name the source of every figure", "答复用提问者的语言"],
    "never": ["Never share what one customer said with another one", "不替人签字"],
    "always": ["Say when something is a guess", "先核对日期和时区"],
    "philosophies": ["A short answer that is right beats a long one that might be"],
}


def establish(planter: Planter) -> None:
    """Give the agent its identity on the first day, before anything else."""
    first = planter.diary.time(0, "early").replace(hour=6)
    planter.diary.put(EstablishIdentity(at=first, document=IDENTITY))


def typed(planter: Planter) -> None:
    """Record decisions, evolutions, reflections and modules, more than their bounds hold."""
    kinds: tuple[tuple[int, str, Callable[[Language], tuple[str, ...]]], ...] = (
        (DECISIONS, "decision", lambda language: language.decisions),
        (EVOLUTIONS, "evolution", lambda language: language.evolutions),
        (REFLECTIONS, "reflection", lambda language: language.reflections),
        (MODULES, "module", lambda language: language.modules),
    )
    for base, kind, field in kinds:
        for number, language, template in planter.rounds(base, field):
            values, text = planter.one(language, template)
            planter.diary.record(
                planter.rng.randrange(planter.diary.count),
                f"{kind}-{number:03}/daily",
                text,
                subjects=about(values),
                kind=kind,
                key=filled("{service}/{build}", values) if kind == "module" else None,
                importance=planter.rng.randint(2, 4) if kind == "reflection" else planter.rng.randint(2, 6),
                confidence=planter.rng.randint(3, 6),
            )


def scratch(planter: Planter) -> None:
    """Record prompts and requests, which expire within minutes."""
    for number, language, template in planter.rounds(SCRATCH * planter.diary.count, lambda language: language.prompts):
        values, text = planter.one(language, template)
        planter.diary.record(
            planter.rng.randrange(planter.diary.count),
            f"scratch-{number:04}/prompt",
            text,
            subjects=about(values),
            kind=planter.rng.choice(("prompt", "request")),
        )


def sessions(planter: Planter) -> int:
    """Hold sessions, and return how many messages were said."""
    said = 0
    turns = planter.turns(lambda language: language.messages)
    for number in range(1, planter.number(SESSIONS * planter.diary.count) + 1):
        name = f"session-{number:04}"
        at = planter.diary.time(planter.rng.randrange(planter.diary.count), "middle")
        for turn in range(planter.rng.randint(2, 6)):
            language, template = next(turns)
            _, text = planter.one(language, template)
            planter.diary.put(Message(at=at, session=name, text=text, speaker=SPEAKERS[turn % 2]))
            at = planter.diary.after(at, planter.rng.randint(1, 9))
            said += 1
        planter.diary.put(EndSession(at=at, session=name))
    return said


def tasks(planter: Planter) -> None:
    """Run tasks from start to end."""
    for number, language, template in planter.rounds(TASKS * planter.diary.count, lambda language: language.jobs):
        values, objective = planter.one(language, template.objective, template.outcome)
        at = planter.diary.time(planter.rng.randrange(planter.diary.count))
        outcome = filled(template.outcome, values)
        planter.diary.put(RunTask(at=at, name=f"task-{number:03}", objective=objective, outcome=outcome))


def notes(planter: Planter, wanted: int) -> list[tuple[int, dict[str, str]]]:
    """Record ordinary notes, no two of which say the same; return the day and the values of each."""
    rng, texts = planter.rng, set[str]()
    english = [language for language in planter.languages if language.tongue == "en"]
    found: list[tuple[int, dict[str, str]]] = []
    for language, template in planter.turns(lambda language: language.leads):
        if len(found) >= wanted:
            break
        lead = whole = plain(template)
        if rng.random() < 0.65:
            whole = _with_tail(planter, language, lead, rng.choice(english) if rng.random() < 0.1 else language)
        # Values are new for the lead, whatever follows it.
        values = planter.words.values(language, (lead, whole))
        text = filled(whole, values)
        assert text not in texts, "no two notes have the same values"
        texts.add(text)
        people, index = about(values), rng.randrange(planter.diary.count)
        named = bool(people) and rng.random() < 0.7
        # Subject and broad category together are rare, so that what they hold together is no pattern by accident.
        category = rng.choice(CATEGORIES) if rng.random() < (0.05 if named else 0.12) else None
        planter.diary.record(
            index,
            f"filler-{len(found) + 1:05}/note",
            text,
            subjects=people if named else (),
            category=category,
            kind="note",
            importance=rng.randint(2, 6),
            confidence=rng.randint(3, 8),
        )
        found.append((index, values))
    return found


def _with_tail(planter: Planter, language: Language, lead: str, other: Language) -> str:
    """Return a note that goes on in its own language, or in English as people in offices do."""
    tail = plain(planter.rng.choice(other.tails))
    return f"{lead}，{tail}" if language.tongue == "zh" else f"{lead}; {tail[0].lower()}{tail[1:]}"


def recalls(planter: Planter, told: list[tuple[int, dict[str, str]]], never: set[str]) -> None:
    """Ask what one asks on ordinary days, in words of recent notes, none of which a never recalled memory holds."""
    rng, diary = planter.rng, planter.diary
    by_day: list[list[dict[str, str]]] = [[] for _ in range(diary.count)]
    for index, values in told:
        by_day[index].append(values)
    asked = Counter(rng.randrange(1, diary.count) for _ in range(planter.number(RECALLS * diary.count)))
    for index, times in sorted(asked.items()):
        recent = [values for day in by_day[max(index - RECENT, 0) : index] for values in day]
        held_by = Counter(value for values in recent for value in set(values.values()))
        queries = (_query(planter, rng.choice(recent), never) for _ in range(times if recent else 0))
        for query in filter(None, queries):
            common = all(held_by[word] >= COMMON for word in query)
            diary.put(Recall(at=diary.time(index), query=" ".join(query), k=None if common else 1))


def _query(planter: Planter, values: dict[str, str], never: set[str]) -> list[str]:
    rng = planter.rng
    soft = [value for name, value in values.items() if name.rstrip("0123456789") in SOFT]
    hard = [value for name, value in values.items() if name.rstrip("0123456789") in {"code", "build"}]
    usable = [value for value in soft if not marks(value) & never]
    chosen = rng.sample(usable, min(len(usable), rng.randint(1, 2)))
    if hard and rng.random() < 0.4:
        chosen += [value for value in hard[:1] if not marks(value) & never]
    return chosen


def marks(text: str) -> set[str]:
    """Return what a text can be found by: words of Latin letters and digits, pairs of Han characters."""
    folded = text.casefold()
    words = {word for word in re.findall(r"[a-z0-9]+", folded) if word not in STOP_WORDS}
    runs = re.findall(r"[\u4e00-\u9fff]+", folded)
    return words | {run[at : at + 2] for run in runs for at in range(len(run) - 1)}
