"""The simulated life on which nightly maintenance is judged: what is planted is there, and nothing else is."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, pairwise
from typing import Any

import msgspec
import pytest

from remembrancer.benchmarks.dreaming import templates_held_out, templates_seen
from remembrancer.benchmarks.dreaming.everyday import marks
from remembrancer.benchmarks.dreaming.life import (
    Confirm,
    Contradict,
    Life,
    Message,
    Recall,
    Record,
    Templates,
    family_of,
    group_of,
    live,
)
from remembrancer.benchmarks.dreaming.scoring import CONTRADICTED, DUPLICATE, SUPERSEDED, WEAK, Outcome, Score, score
from remembrancer.benchmarks.dreaming.shapes import Language
from remembrancer.benchmarks.dreaming.truth import Truth
from remembrancer.benchmarks.dreaming.wording import plain
from remembrancer.domain.policy import BOUNDS
from remembrancer.domain.refusals import refuse_code_and_secrets
from remembrancer.domain.vocabulary import KINDS

SIDES: tuple[Templates, ...] = ("seen", "held-out")
LANGUAGES = (
    templates_seen.ENGLISH,
    templates_seen.CHINESE,
    templates_held_out.ENGLISH,
    templates_held_out.CHINESE,
)
FEWEST = 12
FULL_SIZE = 10_000


@cache
def life(templates: Templates = "both", size: float = 1.0, seed: int = 5) -> Life:
    return live(seed=seed, templates=templates, size=size)


@cache
def recorded(templates: Templates = "both") -> dict[str, tuple[int, Record]]:
    """Return each recording with its active day."""
    return {act.label: (index, act) for index, act in by_active_day(life(templates)) if isinstance(act, Record)}


def by_active_day(one: Life) -> Iterator[tuple[int, Any]]:
    active = [acts for acts, awake in zip(one.days, one.active, strict=True) if awake]
    return ((index, act) for index, acts in enumerate(active) for act in acts)


def day(label: str) -> int:
    return recorded()[label][0]


def nights_after(index: int) -> int:
    return sum(life().active) - index


def labels_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from [value] if "/" in value else []
    elif isinstance(value, tuple | frozenset):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from labels_in(item)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, msgspec.Struct):
        for item in msgspec.structs.astuple(value):
            yield from labels_in(item)


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from texts_in(item)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, msgspec.Struct):
        yield from texts_in(msgspec.structs.astuple(value))


def bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def figures(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+", text))


def content_words(template: str, tongue: str) -> set[str]:
    text = re.sub(r"\{.*?\}", " ", template).casefold()
    if tongue == "zh":
        return set(re.findall(r"[\u4e00-\u9fff]", text)) - set("的了在是就都和给要把从里用会先")
    return {word[:4] for word in re.findall(r"[a-z]{3,}", text)} - {"the", "and", "for", "with", "when", "its", "all"}


@pytest.mark.parametrize("templates", SIDES)
def test_the_same_seed_gives_the_same_life_and_another_one_another(templates: Templates) -> None:
    again = live(seed=5, templates=templates, size=0.05)
    assert again == life(templates, 0.05)
    assert again.days != life(templates, 0.05, seed=6).days


def test_a_life_of_full_size_has_ten_thousand_memories_half_of_them_chinese() -> None:
    acts = list(chain.from_iterable(life().days))
    texts = [act.text for act in acts if isinstance(act, Record | Message)]
    chinese = sum(bool(re.search(r"[\u4e00-\u9fff]", text)) for text in texts)
    assert len(texts) == FULL_SIZE
    assert 0.45 < chinese / len(texts) < 0.55


@pytest.mark.parametrize("templates", SIDES)
def test_a_small_life_has_at_least_two_of_each_family(templates: Templates) -> None:
    small = life(templates, 0.05)
    counts = {name: len(value) for name, value in msgspec.structs.asdict(small.truth).items()}
    assert {name: count for name, count in counts.items() if count < 2} == {}
    assert sum(one.proposal for one in small.truth.observations) >= 2


def test_labels_are_unique_and_all_that_the_truth_names_are_recorded() -> None:
    labels = [act.label for act in life().records()]
    assert len(set(labels)) == len(labels)
    assert set(labels_in(life().truth)) <= set(labels)


def test_no_label_is_planted_in_two_things() -> None:
    truth = msgspec.structs.replace(life().truth, notes=frozenset())
    assert max(Counter(labels_in(truth)).values()) == 1


def test_acts_are_in_order_and_only_on_active_days() -> None:
    one = life()
    for number, (acts, awake) in enumerate(zip(one.days, one.active, strict=True)):
        assert awake or not acts
        assert [act.at for act in acts] == sorted({act.at for act in acts})
        assert {(act.at - one.begin).days for act in acts} <= {number}
    assert sorted(last - first + 1 for first, last in one.truth.sleeps) == [7, 10, 25]


def test_every_act_is_about_what_was_recorded_before() -> None:
    seen = set[str]()
    for _, act in by_active_day(life()):
        match act:
            case Record():
                assert set(act.evidence) <= seen
                seen.add(act.label)
            case Confirm():
                assert act.label in seen
            case Contradict():
                assert {act.label, act.by} <= seen
            case _:
                pass


def test_a_pattern_is_noticed_on_different_days_and_meets_before_it_is_archived() -> None:
    for one in life().truth.patterns:
        days = [day(label) for label in one.core]
        assert 3 <= len(days) <= 6
        assert len(set(days)) == len(days)
        assert days[2] - days[0] < 30
        assert all(days[1] < day(label) < days[2] for label in one.satellites)
        assert nights_after(days[-1]) >= 2


def test_all_sightings_of_a_pattern_name_the_same_figures() -> None:
    for one in life().truth.patterns:
        texts = [recorded()[label][1].text for label in one.core]
        assert len({tuple(sorted(figures(text).items())) for text in texts}) == 1


def test_fragments_meet_in_the_way_that_the_truth_says() -> None:
    categories = Counter(act.fields.get("category") for act in life().records())
    for one in life().truth.patterns:
        acts = [recorded()[label][1] for label in (*one.core, *one.satellites)]
        places = {(tuple(act.fields.get("subjects", ())), act.fields.get("category")) for act in acts}
        if one.way == "subject":
            ((subjects, category),) = places
            assert subjects
            assert categories[category] == len(acts)
        if one.way == "evidence":
            assert all(set(act.evidence) & set(one.core) for act in acts if act.label != one.core[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paraphrase_shares_at_least_half_of_its_words_with_what_it_says_again(language: Language) -> None:
    for template in language.patterns:
        near = content_words(plain(template.near), language.tongue)
        for freer in template.freer:
            words = content_words(freer, language.tongue)
            assert 2 * len(words & near) >= len(words), freer
            assert sorted(re.findall(r"\{\w+\}", freer)) == sorted(set(re.findall(r"\{(?!adv)\w+\}", template.near)))


def test_nothing_is_said_twice_by_accident() -> None:
    groups: dict[str, set[str]] = {}
    for act in life().records():
        groups.setdefault(bare(act.text), set()).add(group_of(act.label))
    assert [found for found in groups.values() if len(found) > 1] == []


def test_decoys_differ_in_their_words() -> None:
    for one in life().truth.decoys:
        assert 2 <= len(one.labels) <= 5
        assert len({bare(recorded()[label][1].text) for label in one.labels}) == len(one.labels)


def test_duplicates_contradictions_and_facts_have_their_nights() -> None:
    truth = life().truth
    changes = [index for index, act in by_active_day(life()) if isinstance(act, Contradict)]
    assert all(day(one.first) <= day(one.second) and nights_after(day(one.second)) >= 1 for one in truth.duplicates)
    assert len(changes) == len(truth.contradictions)
    assert all(nights_after(index) >= 3 for index in changes)
    for one in truth.superseded:
        acts = [recorded()[label][1] for label in (*one.old, one.last)]
        assert len({act.fields["key"] for act in acts}) == 1
        assert len({act.text for act in acts}) == len(acts)
        assert nights_after(day(one.last)) >= 3
    keys = Counter(act.fields["key"] for act in life().records() if act.kind == "fact")
    assert len(keys) == len(truth.superseded)


def test_what_is_weak_is_old_and_what_is_young_is_not() -> None:
    truth, count = life().truth, sum(life().active)
    assert all(count - 1 - day(label) >= 95 for label in (*truth.weak, *truth.strong))
    assert all(count - 1 - day(label) < 80 for label in truth.young)
    assert all(count - 1 - day(label) >= 40 for label in truth.dormant)


def test_no_query_holds_a_word_of_what_is_never_recalled() -> None:
    truth = life().truth
    acts = [recorded()[label][1] for label in (*truth.weak, *truth.dormant)]
    texts = [text for act in acts for text in (act.text, act.fields.get("trigger", ""))]
    silent = set[str]().union(*map(marks, texts))
    queries = [act.query for _, act in by_active_day(life()) if isinstance(act, Recall)]
    assert len(queries) > 2_000
    assert [query for query in queries if marks(query) & silent] == []


def test_kept_notes_and_some_strong_knowledge_are_asked_for_to_the_end() -> None:
    truth, count = life().truth, sum(life().active)
    queries = [(index, marks(act.query)) for index, act in by_active_day(life()) if isinstance(act, Recall)]

    def gaps(label: str) -> list[int]:
        words = marks(recorded()[label][1].text)
        asked = [index for index, found in queries if found <= words and index > day(label)]
        return [later - earlier for earlier, later in pairwise([day(label), *asked, count])]

    assert all(max(gaps(label)) <= 20 for label in truth.kept)
    confirmed = {act.label for _, act in by_active_day(life()) if isinstance(act, Confirm)}
    others = [
        label for label in truth.strong if label not in confirmed and recorded()[label][1].fields["importance"] < 7
    ]
    assert others
    assert all(max(gaps(label)) <= 30 for label in others)


def test_what_passes_the_gate_does_and_what_is_short_of_it_does_not() -> None:
    truth = life().truth
    acts = [(index, act) for index, act in by_active_day(life()) if isinstance(act, Confirm)]
    confirmed = Counter(act.label for _, act in acts)
    assert all(nights_after(index) >= 2 for index, act in acts if act.label in truth.promotable)

    def passes(label: str) -> bool:
        fields = recorded()[label][1].fields
        return confirmed[label] >= 3 or (fields["importance"] >= 7 and "trigger" in fields)

    assert {label for label in truth.notes if passes(label)} == set(truth.promotable)


def test_merges_have_a_subject_and_category_of_their_own() -> None:
    groups = [one.confident + one.hedged for one in life().truth.merges]
    categories = {recorded()[label][1].fields["category"] for group in groups for label in group}
    assert len(categories) == len(groups)
    for one in life().truth.merges:
        assert len({tuple(recorded()[label][1].fields["subjects"]) for label in one.confident + one.hedged}) == 1
        assert all(recorded()[label][1].fields["confidence"] >= 7 for label in one.confident)
        assert all(recorded()[label][1].fields["confidence"] < 7 for label in one.hedged)


@pytest.mark.parametrize("templates", SIDES)
def test_no_more_observations_are_live_at_once_than_the_bound_of_reflections_holds(templates: Templates) -> None:
    days = recorded(templates)
    seen = [days[label][0] for one in life(templates).truth.observations for label in one.labels]
    for one in life(templates).truth.observations:
        first, last = days[one.labels[0]][0], days[one.labels[-1]][0]
        assert sum(first <= index <= last for index in seen) < BOUNDS["reflection"]


def test_the_life_crosses_the_bounds_of_decisions_evolutions_reflections_and_modules() -> None:
    kinds = Counter(act.kind for act in life().records())
    assert all(kinds[kind] > BOUNDS[kind] for kind in ("decision", "evolution", "reflection", "module"))


@pytest.mark.parametrize("templates", SIDES)
def test_what_goes_to_l3_and_l4_is_neither_code_nor_a_secret(templates: Templates) -> None:
    for _, act in recorded(templates).values():
        if KINDS[act.kind] in {"L3", "L4"} or family_of(act.label) == "promotable":
            for name in ("text", "summary", "trigger"):
                refuse_code_and_secrets(act.fields.get(name, "x"), act.label)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_family_has_many_templates_in_each_language(language: Language) -> None:
    for name, value in msgspec.structs.asdict(language).items():
        if isinstance(value, tuple):
            assert len(set(value)) >= FEWEST, name  # pyright: ignore[reportUnknownArgumentType]


def test_held_out_templates_share_no_text_with_the_seen_ones() -> None:
    # Values of slots, and the words for what differs between decoys, are no sentences.
    differences = {bare(one.difference) for language in LANGUAGES for one in language.decoys}
    seen, held = (
        {bare(text) for one in side for text in texts_in(one) if "{" in text or len(bare(text)) > 9}
        for side in (LANGUAGES[:2], LANGUAGES[2:])
    )
    assert min(len(seen), len(held)) > 700
    assert (seen & held) - differences == set()


@pytest.mark.parametrize("days", [0, 149])
def test_a_life_in_which_nothing_could_grow_old_is_refused(days: int) -> None:
    with pytest.raises(ValueError, match="too short"):
        live(seed=1, templates="seen", size=0.05, days=days)


def perfect(truth: Truth) -> Outcome:
    labels = [act.label for act in life().records()]
    status = dict.fromkeys(labels, "live")
    forgotten = {
        **{label: SUPERSEDED for one in truth.superseded for label in one.old},
        **{one.first: CONTRADICTED for one in truth.contradictions},
        **{one.second: DUPLICATE for one in truth.duplicates},
        **dict.fromkeys(truth.weak, WEAK),
    }
    status |= dict.fromkeys(forgotten, "forgotten") | dict.fromkeys(truth.dormant, "archived")
    deep = {label for label in labels if family_of(label) == "promotable"}
    return Outcome(
        status=status,
        layer={label: "L4" if label in deep else "L2" for label in labels},
        practices=[frozenset(one.core + one.satellites) for one in truth.patterns],
        patterns=[frozenset(one.confident) for one in truth.merges],
        lessons=[frozenset(one.labels) for one in truth.observations],
        proposals=[frozenset(one.labels) for one in truth.observations if one.proposal],
        forgotten_by=forgotten,
        carried=dict.fromkeys(labels, True),
        identity=(b"same", b"same"),
    )


def idle() -> Outcome:
    """Return how it stands when no night ever did anything."""
    labels = [act.label for act in life().records()]
    return Outcome(
        status=dict.fromkeys(labels, "live"),
        layer=dict.fromkeys(labels, "L2"),
        practices=[],
        patterns=[],
        lessons=[],
        proposals=[],
        forgotten_by={},
        carried=dict.fromkeys(labels, True),
        identity=(b"same", b"same"),
    )


def scored(outcome: Outcome) -> dict[str, Score]:
    return {f"{one.stage}/{one.family}": one for one in score(life().truth, outcome)}


def test_all_that_is_planted_and_nothing_else_scores_one() -> None:
    for name, one in scored(perfect(life().truth)).items():
        assert (one.precision, one.recall, one.misses, one.false) == (1, 1, [], []), name


def test_doing_nothing_finds_nothing_and_loses_nothing() -> None:
    scores = scored(idle())
    untouched = {
        "consolidate/decoys",
        "merge/hedged",
        "merge/conflicts",
        "archive/kept",
        "all/important",
        "all/identity",
    }
    assert {name for name, one in scores.items() if one.recall == 1} == untouched
    assert {name for name, one in scores.items() if one.recall == 0} == scores.keys() - untouched


def test_a_practice_of_something_else_or_of_two_patterns_is_wrong_and_one_in_two_halves_is_not_found() -> None:
    truth = life().truth
    fine = perfect(truth)
    first, second = fine.practices[:2]
    long = next(one for one in truth.patterns if len(one.core) == 6)
    rest = [labels for labels in fine.practices if labels not in (first, second) and not labels >= set(long.core)]
    halves = [frozenset(long.core[:3]), frozenset(long.core[3:])]
    fillers = frozenset(f"filler-{number:05}/note" for number in (1, 2, 3))
    made = [*rest, *halves, first | second, fillers, frozenset[str]()]
    one = scored(msgspec.structs.replace(fine, practices=made))["consolidate/patterns"]
    lost = 2 + (not {*long.core} <= first | second)
    assert (one.found, one.proposed) == (one.planted - lost, len(made))
    assert one.precision == pytest.approx((len(made) - 4) / len(made))
    assert fillers <= set(one.false)


def test_joining_two_decoys_in_whatever_way_counts_against_both() -> None:
    fine = perfect(life().truth)
    pair = frozenset(life().truth.decoys[0].labels[:2])
    gone = dict.fromkeys(life().truth.decoys[1].labels[:1], DUPLICATE)
    one = scored(
        msgspec.structs.replace(fine, patterns=[*fine.patterns, pair], forgotten_by={**fine.forgotten_by, **gone})
    )["consolidate/decoys"]
    assert one.misses == sorted({*pair, *gone})


def test_losing_both_of_a_pair_or_the_newest_value_counts_as_wrong() -> None:
    truth = life().truth
    fine = perfect(truth)
    pair, versions = truth.duplicates[0], truth.superseded[0]
    gone = {pair.first: DUPLICATE, versions.last: "another rule"}
    scores = scored(
        msgspec.structs.replace(
            fine,
            status=fine.status | dict.fromkeys(gone, "forgotten"),
            forgotten_by=fine.forgotten_by | gone,
        )
    )
    assert scores["forget/duplicate"].misses == scores["forget/duplicate"].false == [pair.first, pair.second]
    assert scores["forget/superseded"].false == [versions.last]


def test_a_sighting_forgotten_as_a_duplicate_is_fine_if_its_practice_absorbed_it() -> None:
    fine = perfect(life().truth)
    sighting = life().truth.patterns[0].core[1]
    outcome = msgspec.structs.replace(fine, forgotten_by={**fine.forgotten_by, sighting: DUPLICATE})
    assert scored(outcome)["forget/duplicate"].precision == 1
    without = msgspec.structs.replace(outcome, practices=outcome.practices[1:])
    assert scored(without)["forget/duplicate"].false == [sighting]


def test_conflicting_preferences_in_one_pattern_are_wrong_and_those_that_fit_are_not() -> None:
    fine = perfect(life().truth)
    conflict = life().truth.conflicts[0]
    fitting = msgspec.structs.replace(fine, patterns=[*fine.patterns, frozenset({conflict.one, conflict.third})])
    assert scored(fitting)["merge/groups"].precision == 1
    both = frozenset({conflict.one, conflict.other})
    scores = scored(msgspec.structs.replace(fine, patterns=[*fine.patterns, both]))
    assert scores["merge/groups"].false == sorted(both)
    assert scores["merge/conflicts"].misses == [conflict.one]
