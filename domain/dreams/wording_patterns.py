"""The words of a pattern: what several entries say, with who and how said once."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from .clauses import Clause, is_han, language_of, likings, listed, parts_of, plain
from .wording import capital, ended, small


def weight_of(text: str) -> int:
    """Return as how many entries a text counts in a pattern."""
    return sum(clause.weight for clause in likings(text))


def compose_pattern(grounds: Sequence[str], noted: Sequence[str], *, clauses_max: int) -> str:
    """Return one pattern of entries; of a pattern and what it was made of already, the same pattern.

    Args:
        grounds: their texts; among them may be an earlier pattern.
        noted: texts that are carried as well, behind the grounds.
        clauses_max: things that it names, at most; the first stay.
    """
    kept = _named(_within((clause for text in (*grounds, *noted) for clause in likings(text)), clauses_max))
    told: list[str] = []
    last: str | None = None
    for subject, verb, things in _together(kept):
        told.append(_sentence("" if plain(subject) == last else subject, verb, things))
        last = plain(subject)
    seen: set[str] = set()
    for clause in kept:
        if not clause.verb and plain(clause.text) not in seen:
            seen.add(plain(clause.text))
            told.append(clause.text)
    # By what it says, and not by how often the sources say it: a pattern of a pattern stays the same.
    semicolon, stop = ("；", "。") if language_of(told) == "zh" else ("; ", ".")
    return ended(capital(semicolon.join([*told[:1], *map(small, told[1:])])), stop)


def _within(clauses: Iterable[Clause], clauses_max: int) -> list[Clause]:
    kept: list[Clause] = []
    room = clauses_max
    for clause in clauses:
        if room <= 0:
            break
        kept.append(replace(clause, objects=clause.objects[:room]))
        room -= kept[-1].weight
    return kept


def _named(clauses: list[Clause]) -> list[Clause]:
    """Return clauses of which those that name nobody tell of the one that all others tell of, if there is only one."""
    subjects = {plain(clause.subject): clause.subject for clause in reversed(clauses) if clause.subject}
    if len(subjects) != 1:
        return clauses
    (subject,) = subjects.values()
    return [replace(clause, subject=subject) if clause.verb else clause for clause in clauses]


def _together(clauses: list[Clause]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return subject, verb and things of what is said of likings: those of one subject one after another."""
    groups: dict[tuple[str, str], tuple[str, str, list[str]]] = {}
    for clause in clauses:
        if not clause.verb:
            continue
        *_, things = groups.setdefault((plain(clause.subject), clause.verb), (clause.subject, clause.verb, []))
        for thing in clause.objects:
            if plain(thing) not in set[str]().union(*map(parts_of, things)):
                things.append(thing)
    # Nobody comes first: behind somebody, what names nobody would be told of them.
    order = list(dict.fromkeys(["", *(subject for subject, _ in groups)]))
    ranked = sorted(groups.values(), key=lambda group: order.index(plain(group[0])))
    return [(subject, verb, tuple(things)) for subject, verb, things in ranked]


def _sentence(subject: str, verb: str, things: tuple[str, ...]) -> str:
    if is_han(verb):
        return f"{subject}{verb}{listed(things, chinese=True)}"
    return " ".join(filter(None, (subject, verb, listed(things, chinese=False))))
