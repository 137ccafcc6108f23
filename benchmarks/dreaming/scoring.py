"""How well nightly maintenance did in a life, against what was planted in it.

Each `Score` counts one family. `recall` is found / planted, `precision` is the share of what was proposed that is
right; where nothing was planted or proposed the share is 1. How each is counted:

consolidate/patterns
    A practice is right if it holds at least 3 labels of one planted pattern and no label outside of it; of several
    such practices of one pattern only the largest is right. Precision: right ones / all practices, those made of
    ordinary notes and those that hold no label at all among the wrong ones. A pattern is found if its right practice
    holds all of its core, however it came in (source, evidence or confirmation). Misses are core labels that it
    lacks.
consolidate/satellites
    Found if the right practice of its pattern holds it; precision: found / satellites in any practice.
forget/superseded, forget/contradicted
    Found if the old one has the status `forgotten`. Precision: among all labels forgotten by that rule, those planted
    as old. The last version of a fact, or the contradicting memory, counts as wrongly proposed if it is forgotten by
    whatever rule.
forget/duplicate
    A pair is found if exactly one of it has the status `forgotten`. Precision: among all labels forgotten as
    duplicates, those whose partner is not forgotten. Sightings of a pattern and observations that are forgotten as
    duplicates count for nothing if the right practice or lesson holds them, since they were absorbed, else as wrong.
forget/weak
    Found if the status is `forgotten`. Precision: among all labels forgotten by that rule, those planted as weak;
    strong and young ones forgotten by whatever rule count as wrong.
promote
    Found if it is live in L4. Precision: among all notes live in L4, those planted as promotable.
merge/groups
    A pattern is right if its direct sources are two or more confident members of one planted group, or two of a
    conflict group that do not conflict; of several of one group only the largest is right. A group is found if its
    right pattern holds all of the confident members. A source that is itself a merged pattern stands for its own
    sources, and a pattern that became a source of another one is not listed.
merge/hedged
    Found if it is a source of no pattern. Precision is as recall.
merge/conflicts
    Found if no pattern holds both. Precision is as recall.
archive/kept
    Found if it is live in L2. Precision: among all labels with the status `archived`, those not planted as kept.
archive/dormant
    Found if it is archived. Precision as above.
reflect/lessons
    As consolidate/patterns: a lesson is right if it holds at least 3 labels of one observation and no other label. An
    observation is found if its right lesson holds all of its sightings.
reflect/proposals
    A proposal is right if it holds at least 3 labels of one observation that was noticed 7 or 8 times, and no other
    label. Such an observation is found if it has one.
consolidate/decoys
    Found if no practice, pattern or lesson holds it with another one of its group, and it is not forgotten as a
    duplicate. Precision is as recall.
all/important
    Knowledge is found if it is live itself or carried on by something live; a decision also if it is archived.
    Precision is as recall; the misses are what was lost.
all/identity
    Found if the identity is the same, byte for byte.
"""

from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from .life import group_of
from .truth import Conflict, Observation, Pattern, Truth

Labels = frozenset[str]

SUPERSEDED, CONTRADICTED, DUPLICATE, WEAK = "superseded", "contradicted", "duplicate", "weak"
"""Rules by which memories are forgotten, as `Outcome.forgotten_by` names them."""
HELD_MIN = 3
"""Labels of one planted thing that make a practice, a lesson or a proposal one about it."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How the memories stand at the end, by label, as read from a store. All labels of the life are in `status`."""

    status: dict[str, str]
    """As `Memory.status`."""
    layer: dict[str, str]
    practices: list[Labels]
    """Of each practice made by maintenance, live or not, but those absorbed by another: the labels in the closure of
    its sources, evidence and confirmations."""
    patterns: list[Labels]
    """Of each pattern merged by maintenance, but those absorbed by another: the labels of its sources."""
    lessons: list[Labels]
    """Of each lesson made by maintenance: as of practices."""
    proposals: list[Labels]
    """Of each proposal for the identity: the labels in the closure of what it rests on."""
    forgotten_by: dict[str, str]
    """Of each memory forgotten by maintenance: the rule, one of those above or another one."""
    carried: dict[str, bool]
    """Whether it is live itself, or in the lineage of something live."""
    identity: tuple[bytes, bytes]
    """At the end of the first day, and at the end."""


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """How well one stage did on one family."""

    stage: str
    family: str
    found: int
    planted: int
    proposed: int
    precision: float
    recall: float
    misses: list[str]
    """Labels of what was planted and not found."""
    false: list[str]
    """Labels of what was wrongly proposed."""


def score(truth: Truth, outcome: Outcome) -> list[Score]:
    """Return the scores of all stages."""
    practices = _right(outcome.practices, [{*one.core, *one.satellites} for one in truth.patterns])
    lessons = _right(outcome.lessons, [set(one.labels) for one in truth.observations])
    return [
        _patterns(truth, outcome, practices),
        _satellites(truth, outcome, practices),
        *_forgotten(truth, outcome, [*practices.values(), *lessons.values()]),
        _promoted(truth, outcome),
        *_merged(truth, outcome),
        *_archived(truth, outcome),
        _lessons(truth.observations, outcome, lessons),
        _proposals(truth.observations, outcome),
        _decoys(truth, outcome),
        _important(truth, outcome),
        _identity(outcome),
    ]


def _score(
    stage: str,
    family: str,
    *,
    planted: Sequence[Collection[str]],
    missed: Sequence[Collection[str]],
    right: int,
    proposed: int,
    false: Iterable[str],
) -> Score:
    """Return a score.

    Args:
        planted: the labels of each planted thing.
        missed: the labels that tell of each one not found.
        right: how many of the proposed ones are.
    """
    found = len(planted) - len(missed)
    return Score(
        stage=stage,
        family=family,
        found=found,
        planted=len(planted),
        proposed=proposed,
        precision=right / proposed if proposed else 1.0,
        recall=found / len(planted) if planted else 1.0,
        misses=sorted({label for labels in missed for label in labels}),
        false=sorted(set(false)),
    )


def _kept_apart(stage: str, family: str, planted: Sequence[str], good: Callable[[str], bool]) -> Score:
    """Return the score of what should stay as it is: precision is as recall."""
    missed = [label for label in planted if not good(label)]
    return _score(
        stage,
        family,
        planted=[(label,) for label in planted],
        missed=[(label,) for label in missed],
        right=len(planted) - len(missed),
        proposed=len(planted),
        false=missed,
    )


def _right(made: Sequence[Labels], groups: Sequence[set[str]], least: int = HELD_MIN) -> dict[int, Labels]:
    """Return of each group, by its place, the largest of what was made that is about it alone."""
    place_of = {label: place for place, group in enumerate(groups) for label in group}
    right: dict[int, Labels] = {}
    for labels in made:
        places = {place_of.get(label, -1) for label in labels}
        if len(places) == 1 and len(labels) >= least and -1 not in places:
            place = places.pop()
            right[place] = max(right.get(place, frozenset()), labels, key=len)
    return right


def _wrong(made: Sequence[Labels], right: Collection[Labels]) -> list[str]:
    """Return the labels of all that is not among the right ones; of two equal ones only one is."""
    left = list(right)
    false: list[str] = []
    for labels in made:
        if labels in left:
            left.remove(labels)
        else:
            false.extend(labels)
    return false


def _patterns(truth: Truth, outcome: Outcome, right: dict[int, Labels]) -> Score:
    missing = [set(one.core) - right.get(place, frozenset()) for place, one in enumerate(truth.patterns)]
    return _score(
        "consolidate",
        "patterns",
        planted=[one.core for one in truth.patterns],
        missed=[labels for labels in missing if labels],
        right=len(right),
        proposed=len(outcome.practices),
        false=_wrong(outcome.practices, right.values()),
    )


def _satellites(truth: Truth, outcome: Outcome, right: dict[int, Labels]) -> Score:
    def own(place: int, one: Pattern) -> list[str]:
        return [label for label in one.satellites if label in right.get(place, frozenset())]

    planted = [label for one in truth.patterns for label in one.satellites]
    found = {label for place, one in enumerate(truth.patterns) for label in own(place, one)}
    held = frozenset[str]().union(*outcome.practices)
    proposed = [label for label in planted if label in held]
    return _score(
        "consolidate",
        "satellites",
        planted=[(label,) for label in planted],
        missed=[(label,) for label in planted if label not in found],
        right=len(found),
        proposed=len(proposed),
        false=[label for label in proposed if label not in found],
    )


def _forgotten(truth: Truth, outcome: Outcome, absorbed: Iterable[Labels]) -> list[Score]:
    gone = {label for label, status in outcome.status.items() if status == "forgotten"}
    old = [label for one in truth.superseded for label in one.old]
    return [
        _rule(outcome, SUPERSEDED, old, gone & {one.last for one in truth.superseded}),
        _rule(
            outcome,
            CONTRADICTED,
            [one.first for one in truth.contradictions],
            gone & {one.second for one in truth.contradictions},
        ),
        _duplicates(truth, outcome, gone, frozenset[str]().union(*absorbed)),
        _rule(outcome, WEAK, truth.weak, gone & {*truth.strong, *truth.young}),
    ]


def _rule(outcome: Outcome, rule: str, planted: Sequence[str], wrongly: set[str]) -> Score:
    """Return the score of one rule of forgetting; `wrongly` are further labels that should not be gone."""
    by_rule = {label for label, named in outcome.forgotten_by.items() if named == rule}
    false = (by_rule - set(planted)) | wrongly
    proposed = by_rule | wrongly
    return _score(
        "forget",
        rule,
        planted=[(label,) for label in planted],
        missed=[(label,) for label in planted if outcome.status[label] != "forgotten"],
        right=len(proposed) - len(false),
        proposed=len(proposed),
        false=false,
    )


def _duplicates(truth: Truth, outcome: Outcome, gone: set[str], absorbed: Labels) -> Score:
    partner = {one.first: one.second for one in truth.duplicates}
    partner |= {second: first for first, second in partner.items()}
    by_rule = {label for label, named in outcome.forgotten_by.items() if named == DUPLICATE} - absorbed
    false = {label for label in by_rule if label not in partner or partner[label] in gone}
    pairs = [(one.first, one.second) for one in truth.duplicates]
    return _score(
        "forget",
        DUPLICATE,
        planted=pairs,
        missed=[pair for pair in pairs if len(gone.intersection(pair)) != 1],
        right=len(by_rule) - len(false),
        proposed=len(by_rule),
        false=false,
    )


def _promoted(truth: Truth, outcome: Outcome) -> Score:
    deep = {label for label in truth.notes if outcome.layer[label] == "L4" and outcome.status[label] == "live"}
    false = deep - set(truth.promotable)
    return _score(
        "promote",
        "notes",
        planted=[(label,) for label in truth.promotable],
        missed=[(label,) for label in truth.promotable if label not in deep],
        right=len(deep) - len(false),
        proposed=len(deep),
        false=false,
    )


def _merged(truth: Truth, outcome: Outcome) -> list[Score]:
    groups = [set(one.confident) for one in truth.merges]
    halves = [pair for one in truth.conflicts for pair in _halves(one)]
    # What a conflict group may become is one of its halves; a pattern of both is in neither.
    right = _right(outcome.patterns, groups, 2)
    fitting = [labels for labels in outcome.patterns if labels in halves]
    missing = [(place, group - right.get(place, frozenset())) for place, group in enumerate(groups)]
    hedged = [label for one in truth.merges for label in one.hedged]
    sources = frozenset[str]().union(*outcome.patterns)

    def apart(label: str) -> bool:
        other = label.replace("/one", "/other")
        return not any({label, other} <= labels for labels in outcome.patterns)

    return [
        _score(
            "merge",
            "groups",
            planted=[one.confident for one in truth.merges],
            missed=[labels for _, labels in missing if labels],
            right=len(right) + len({group_of(min(labels)) for labels in fitting}),
            proposed=len(outcome.patterns),
            false=_wrong(outcome.patterns, [*right.values(), *{group_of(min(one)): one for one in fitting}.values()]),
        ),
        _kept_apart("merge", "hedged", hedged, lambda label: label not in sources),
        _kept_apart("merge", "conflicts", [one.one for one in truth.conflicts], apart),
    ]


def _halves(one: Conflict) -> tuple[Labels, Labels]:
    return frozenset({one.one, one.third}), frozenset({one.other, one.third})


def _archived(truth: Truth, outcome: Outcome) -> list[Score]:
    archived = {label for label, status in outcome.status.items() if status == "archived"}
    kept = [label for label in truth.kept if (outcome.status[label], outcome.layer[label]) == ("live", "L2")]
    false = archived.intersection(truth.kept)

    def scored(family: str, planted: Sequence[str], found: Collection[str]) -> Score:
        return _score(
            "archive",
            family,
            planted=[(label,) for label in planted],
            missed=[(label,) for label in planted if label not in found],
            right=len(archived) - len(false),
            proposed=len(archived),
            false=false,
        )

    return [scored("kept", truth.kept, kept), scored("dormant", truth.dormant, archived)]


def _lessons(observations: Sequence[Observation], outcome: Outcome, right: dict[int, Labels]) -> Score:
    missing = [set(one.labels) - right.get(place, frozenset()) for place, one in enumerate(observations)]
    return _score(
        "reflect",
        "lessons",
        planted=[one.labels for one in observations],
        missed=[labels for labels in missing if labels],
        right=len(right),
        proposed=len(outcome.lessons),
        false=_wrong(outcome.lessons, right.values()),
    )


def _proposals(observations: Sequence[Observation], outcome: Outcome) -> Score:
    often = [one for one in observations if one.proposal]
    right = _right(outcome.proposals, [set(one.labels) for one in often])
    return _score(
        "reflect",
        "proposals",
        planted=[one.labels for one in often],
        missed=[one.labels for place, one in enumerate(often) if place not in right],
        right=len(right),
        proposed=len(outcome.proposals),
        false=_wrong(outcome.proposals, right.values()),
    )


def _decoys(truth: Truth, outcome: Outcome) -> Score:
    planted = {label: set(one.labels) - {label} for one in truth.decoys for label in one.labels}
    made = [*outcome.practices, *outcome.patterns, *outcome.lessons]
    joined = {label for labels in made for label in labels if labels & planted.get(label, set())}
    return _kept_apart(
        "consolidate",
        "decoys",
        list(planted),
        lambda label: label not in joined and outcome.forgotten_by.get(label) != DUPLICATE,
    )


def _important(truth: Truth, outcome: Outcome) -> Score:
    def safe(label: str) -> bool:
        archived = label in truth.decisions and outcome.status[label] == "archived"
        return outcome.carried.get(label, False) or archived

    return _kept_apart("all", "important", [*truth.important, *truth.decisions], safe)


def _identity(outcome: Outcome) -> Score:
    before, after = outcome.identity
    return _kept_apart("all", "identity", ["identity"], lambda _: before == after)
