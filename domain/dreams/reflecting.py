"""Reflect: how beliefs have changed, what the agent notices about itself again and again, what may become identity."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import tzinfo

from ..moments import DAY, to_datetime, zone_named
from ..policy import Policy
from ..scopes import own
from ..suggestions import signature_of
from ..vocabulary import Section
from .clauses import is_han, language_of, plain
from .heads import noticed_in
from .observing import propose_observations
from .proposals import Proposal, Reflect, Suggest, Wording
from .quoting import counted, in_order, quoted, times
from .state import DRIFT_DAYS, Change, DreamState, Dreamt
from .wording import capital, one_line
from .wording_reflections import TOLD_MAX, News, compose_reflection, path_of

LINE_CHARS_MAX = 200
"""Of a line that is suggested for the identity: what is read at every start stays short."""
_EFFECT_CHARS_MAX = 200
_NEVER = re.compile(
    r"(?:\S+ ){0,2}(?:never|not|don't|don’t|avoid)\b|.{0,4}(?:不要|绝不|切勿|避免|禁止|不得|别|勿|从不)", re.IGNORECASE
)
_ALWAYS = re.compile(r"(?:\S+ ){0,2}(?:always|ensure)\b|.{0,4}(?:始终|总是|一律|务必|必须)", re.IGNORECASE)
_VALUE_CHARS_MAX = 24
"""Of a value that says little without the name of its fact."""


def propose_reflect(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield an entry of the day, lessons that were noticed often, and what a person may want to make identity."""
    entry = _entry(state, now, policy, claimed)
    if entry is not None:
        yield entry
    yield from propose_observations(state, policy, claimed)
    yield from _climbing(state, policy, claimed)


def _entry(state: DreamState, now: int, policy: Policy, claimed: AbstractSet[str]) -> Proposal | None:
    """Return a dated entry about the changes since the last one, None if it would say nothing new."""
    zone = zone_named(policy.timezone)
    news = _news(state, now, policy, zone)
    if not news:
        return None
    text, told = compose_reflection(_date(now, zone), list({one.told: one for one in news}.values()))
    words = {one.told for one in told}
    # What is told of several memories in the same words stands there once.
    cited = tuple(dict.fromkeys(one.memory for one in news if one.told in words))[:TOLD_MAX]
    # It quotes memories, so it waits until what is proposed for them has been carried out.
    if not claimed.isdisjoint(cited) or _says_the_last(text, state):
        return None
    figures = {"changed": len(news)}
    for one in news:
        figures[one.kind] = figures.get(one.kind, 0) + 1
    counts = ", ".join(f"{count} {kind}" for kind, count in figures.items() if kind != "changed")
    since = f"since position {state.reflected_upto}" if state.reflected_upto else "so far"
    sources = tuple(words for one in told for words in (one.text, one.now) if words)
    return Proposal(
        stage="reflect",
        rule="day",
        scope=own(state.agent),
        memories=cited,
        figures=figures,
        because=f"{counted(len(news), 'belief')} changed {since}: {counts}",
        effect=f"a reflection is written: {one_line(text, _EFFECT_CHARS_MAX)}",
        action=Reflect(
            wording=Wording(text=text, sources=sources, language=language_of(sources)),
            evidence=cited,
            upto=state.position,
        ),
    )


def _says_the_last(text: str, state: DreamState) -> bool:
    """Say whether the last entry says the same, whatever its date."""
    entries = [
        memory.words.text
        for memory in in_order(state.memories.values())
        if memory.dreamt and memory.belief.kind == "reflection" and memory.words is not None
    ]
    return bool(entries) and _undated(entries[-1]) == _undated(text)


def _undated(entry: str) -> str:
    return entry[len("2026-05-03") :]


def _date(at: int, zone: tzinfo) -> str:
    return to_datetime(at).astimezone(zone).date().isoformat()


def _news(state: DreamState, now: int, policy: Policy, zone: tzinfo) -> list[News]:
    """Return how beliefs have changed since the last entry, each thread once."""
    threads: dict[str, list[Change]] = {}
    for change in state.changes:
        if change.at <= now:
            threads.setdefault(change.thread, []).append(change)
    found: list[News] = []
    for changes in threads.values():
        fresh = [change for change in changes if change.position > state.reflected_upto]
        if fresh:
            one = _drifted(changes, fresh, now, policy) or _turned(fresh, zone, state, now)
            if one is not None:
                found.append(one)
    # What took the place of something is told there.
    told = {one.memory for one in found if one.kind == "ended"}
    return [one for one in found if one.kind != "learned" or one.memory not in told]


def _drifted(changes: Sequence[Change], fresh: Sequence[Change], now: int, policy: Policy) -> News | None:
    """Return the path of a belief that changed again and again within a week, and never because it had failed."""
    week = [change for change in changes if change.at > now - DRIFT_DAYS * DAY]
    moves = [change for change in week if change.how in {"revised", "replaced"} and change.before != change.after]
    if len(moves) < policy.dreams.drift_changes or any(change.failed for change in week):
        return None
    # What was only learned since the last entry has not been told yet.
    if fresh[0].before is None or week[-1].after is None:
        return None
    texts = [text for text in (moves[0].before, *(change.after for change in moves)) if text is not None]
    if len(texts) <= len(moves) or texts[0] == texts[-1]:
        return None
    return News("drifted", week[-1].memory, path_of([_named(text, week[-1].key) for text in texts]))


def _turned(changes: Sequence[Change], zone: tzinfo, state: DreamState, now: int) -> News | None:
    """Return what all changes of one belief come to, None if nothing is left of them."""
    first, last = changes[0], changes[-1]
    before, after, key = first.before, last.after, last.key
    if after is None:
        back = state.memories.get(last.memory)
        fleeting = before is None and _date(first.at, zone) == _date(last.at, zone)
        known = before or last.before
        if known is None or fleeting or (back is not None and back.belief.status == "live"):
            return None
        return News("ended" if last.how == "contradicted" else "dropped", last.memory, _named(known, key))
    if before is None:
        learned = state.memories.get(last.memory)
        if learned is not None and _is_over(learned, now):
            return None
        return News("learned", last.memory, _named(after, key))
    if plain(before) == plain(after):
        return None
    return News("ended", last.memory, _named(before, key), after)


def _is_over(memory: Dreamt, now: int) -> bool:
    """Say whether a memory failed its review, or held until a time that has passed."""
    belief = memory.belief
    return belief.review == "failed" or (belief.valid_to is not None and belief.valid_to <= now)


def _named(text: str, key: str | None) -> str:
    """Return a text, behind the name of its fact where it is a mere value."""
    if key is None or len(text) > _VALUE_CHARS_MAX or len(text.split()) > 3 or plain(key) in plain(text):
        return text
    # A sentence in Chinese has no blanks.
    if is_han(text) and len(text) > 6:
        return text
    return f"{key}：{text}" if is_han(text) else f"{key}: {text}"


def _climbing(state: DreamState, policy: Policy, claimed: AbstractSet[str]) -> Iterator[Proposal]:
    """Yield lessons that held so often that a person may want them in the identity."""
    asked = policy.dreams.identity_sightings
    for memory in in_order(state.memories.values()):
        belief = memory.belief
        if not _may_climb(memory) or belief.confirmations < asked or memory.id in claimed or memory.words is None:
            continue
        line = _line(memory)
        if line is None or signature_of("identity", [memory.id]) in state.suggested:
            continue
        section = _section(line)
        yield Proposal(
            stage="reflect",
            rule="identity",
            scope=belief.scope,
            memories=(memory.id,),
            figures={"confirmations": belief.confirmations},
            because=f"{memory.id} was confirmed {times(belief.confirmations)}; {asked} times make it worth asking",
            effect=f"a person is asked whether {quoted(memory)} becomes a line of the identity, under {section}",
            action=Suggest(change="identity", section=section, concerned=(memory.id,), text=line),
        )


def _may_climb(memory: Dreamt) -> bool:
    belief = memory.belief
    known = belief.layer == "L4" and belief.status == "live" and belief.kind == "lesson"
    # Text from outside never comes near the identity, and what failed a review has to be looked at first.
    return known and belief.source == "own" and belief.review in {None, "passed"}


def _line(lesson: Dreamt) -> str | None:
    """Return what the identity would say; nothing that had to be cut."""
    summary = lesson.words.summary if lesson.words is not None and lesson.belief.revision == 1 else None
    for text in (noticed_in(lesson), summary):
        if text and len(text) <= LINE_CHARS_MAX:
            return capital(text)
    return None


def _section(line: str) -> Section:
    if _NEVER.match(line):
        return "never"
    return "always" if _ALWAYS.match(line) else "rules"
