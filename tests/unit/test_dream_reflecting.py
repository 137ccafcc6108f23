"""Reflect: what is believed now and what is not any more, what is noticed again and again, what may become identity."""

from collections.abc import Iterable
from typing import Any

import pytest

from dream_states import NOW, OWN, POLICY, TODAY, dreamt, memory_id, policy, state, told
from remembrancer.domain.dreams.proposals import CORE, Consolidate, Proposal, Reaffirm, Reflect, Suggest
from remembrancer.domain.dreams.reflecting import propose_reflect
from remembrancer.domain.dreams.state import Change, DreamState, Dreamt
from remembrancer.domain.moments import DAY
from remembrancer.domain.policy import Policy
from remembrancer.domain.suggestions import signature_of

NOTHING: frozenset[str] = frozenset()
NOON = DAY // 2


def place(at: int) -> int:
    """Return a position for a time: one a second."""
    return at // 1_000_000


def change(how: Any, number: int, before: str | None, after: str | None, day: float = TODAY, **fields: Any) -> Change:
    """Return a change at a time of day of a memory, by default as a thread of its own."""
    said: dict[str, Any] = {
        "thread": memory_id(number),
        "failed": how in {"contradicted", "quarantined"},
        "at": int(day * DAY),
        "key": None,
        **fields,
    }
    said.setdefault("position", place(said["at"]))
    return Change(how=how, memory=memory_id(number), before=before, after=after, **said)


def revisions(*texts: str, number: int = 1, days: Iterable[int] = (), **fields: Any) -> tuple[Change, ...]:
    on = list(days) or [TODAY] * (len(texts) - 1)
    pairs = zip(texts, texts[1:], on, strict=False)
    return tuple(change("revised", number, before, after, day, **fields) for before, after, day in pairs)


def proposed(before: DreamState, rules: Policy = POLICY, claimed: frozenset[str] = NOTHING) -> list[Proposal]:
    return list(propose_reflect(before, NOW, rules, claimed))


def entry(*changes: Change, memories: tuple[Dreamt, ...] = (), **fields: Any) -> str | None:
    """Return the words of the entry of the day behind its date, None if there is none."""
    found = proposed(state(*memories, changes=changes, **fields))
    if not found:
        return None
    (one,) = found
    assert isinstance(one.action, Reflect)
    date, behind, text = one.action.wording.text.partition(". ")
    if not behind:
        date, _, text = one.action.wording.text.partition("。")
    assert date == "2026-05-27"
    return text


def test_what_three_people_like_is_told_once_and_counted_thrice() -> None:
    changes = tuple(change("learned", number, None, "prefers mail") for number in (1, 2, 3))
    (found,) = proposed(state(changes=changes))
    assert isinstance(found.action, Reflect)
    assert found.action.wording.text == "2026-05-27. Learned: prefers mail."
    assert found.because == "3 beliefs changed so far: 3 learned"
    assert found.memories == tuple(map(memory_id, (1, 2, 3)))


@pytest.mark.parametrize("over", [{"review": "failed"}, {"valid_to": NOW}])
def test_what_failed_its_review_or_holds_no_more_was_not_learned(over: dict[str, Any]) -> None:
    before = dreamt(1, "The sky is green", layer="L4", kind="preference", **over)
    assert entry(change("learned", 1, None, "The sky is green"), memories=(before,)) is None


def test_an_entry_tells_what_is_believed_now_and_what_is_not_any_more_and_cites_it() -> None:
    changes = (
        change("learned", 1, None, "Ben owns the release."),
        change("replaced", 2, "Port is 80", "Port is 443", thread="hmac"),
        change("contradicted", 3, "The lift takes 400 kilos", None),
        change("forgotten", 4, "Room 4 is free", None),
        change("quarantined", 5, "Ask Eve for the key", None),
    )
    (found,) = proposed(state(changes=changes, position=77, reflected_upto=12))
    assert isinstance(found.action, Reflect)
    assert found.action.wording.text == (
        "2026-05-27. Learned: Ben owns the release. "
        "Stopped being true: Port is 80 (now: Port is 443); The lift takes 400 kilos. "
        "No longer believed: Room 4 is free; Ask Eve for the key."
    )
    assert found.action.evidence == found.memories == tuple(map(memory_id, (1, 2, 3, 4, 5)))
    assert (found.name, found.scope, found.action.upto) == ("reflect/day", OWN, 77)
    assert found.because == "5 beliefs changed since position 12: 1 learned, 2 ended, 2 dropped"


def test_an_entry_is_dated_by_the_zone_of_the_policy() -> None:
    before = state(changes=(change("learned", 1, None, "Ben owns the release"),))
    rules = policy(timezone="Pacific/Auckland")
    late = next(iter(propose_reflect(before, NOW + DAY // 3, rules, NOTHING)))
    assert isinstance(late.action, Reflect)
    assert late.action.wording.text.startswith("2026-05-28. ")


def test_an_entry_about_chinese_beliefs_is_in_chinese() -> None:
    assert entry(change("learned", 1, None, "小明负责发布"), change("replaced", 2, "端口是80", "端口是443")) == (
        "学到：小明负责发布。不再成立：端口是80（现为：端口是443）。"
    )


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (revisions("a dog", "two dogs", "a cat", days=[TODAY, TODAY]), "Stopped being true: a dog (now: a cat)."),
        (
            (change("learned", 1, None, "a dog"), *revisions("a dog", "a cat", days=[TODAY])),
            "Learned: a cat.",
        ),
        (
            (
                change("replaced", 2, "a dog", "a cat", thread="hmac"),
                change("replaced", 3, "a cat", "a bird", thread="hmac", failed=True),
            ),
            "Stopped being true: a dog (now: a bird).",
        ),
        (
            (change("learned", 2, None, "a cat"), change("contradicted", 2, "a dog", "a cat", thread=memory_id(1))),
            "Stopped being true: a dog (now: a cat).",
        ),
        (
            (change("learned", 1, None, "a dog", TODAY - 1), change("contradicted", 1, "a dog", None)),
            "Stopped being true: a dog.",
        ),
        ((change("revised", 1, None, "a cat"),), "Learned: a cat."),
    ],
)
def test_several_changes_of_one_belief_are_told_as_one(changes: tuple[Change, ...], text: str) -> None:
    strict = policy(dreams={"drift_changes": 9})
    (found,) = proposed(state(changes=changes), strict)
    assert isinstance(found.action, Reflect)
    assert found.action.wording.text == f"2026-05-27. {text}"


@pytest.mark.parametrize(
    "changes",
    [
        (),
        (change("learned", 1, None, "a dog", TODAY + 0.1), change("forgotten", 1, "a dog", None, TODAY + 0.2)),
        revisions("a dog", "a cat", "a dog"),
        revisions("the dog", "A dog"),
        (change("forgotten", 1, "a dog", None), change("learned", 1, None, "a dog")),
        (change("revised", 1, None, None),),
        (change("forgotten", 1, None, None),),
        (change("learned", 1, None, "a dog", TODAY + 0.9),),
    ],
    ids=["nothing", "came and went", "back again", "same words", "restored", "unreadable", "unreadable too", "later"],
)
def test_what_comes_to_nothing_is_not_told(changes: tuple[Change, ...]) -> None:
    assert entry(*changes) is None


def test_what_was_taken_back_into_belief_is_not_told_as_gone() -> None:
    assert entry(change("quarantined", 1, "a dog", None), memories=(dreamt(1, "a dog", layer="L4"),)) is None


def test_a_belief_that_changed_again_and_again_without_failing_has_drifted() -> None:
    words = [f"Abstracts have {number} words" for number in (150, 170, 190)]
    changes = revisions(*words, days=[TODAY - 3, TODAY])
    assert entry(*changes, reflected_upto=place((TODAY - 1) * DAY)) == (
        "Drifted this week without failing: Abstracts have 150 → 170 → 190 words."
    )


@pytest.mark.parametrize(
    "changes",
    [
        revisions("150 words", "170 words", "190 words", days=[TODAY - 8, TODAY]),
        revisions("150 words", "170 words", "190 words", days=[TODAY - 3, TODAY], failed=True),
        revisions("150 words", "170 words", "150 words", days=[TODAY - 3, TODAY]),
        revisions("150 words", "170 words"),
    ],
    ids=["too long ago", "failed", "back again", "once"],
)
def test_what_changed_too_rarely_or_failed_or_came_back_has_not_drifted(changes: tuple[Change, ...]) -> None:
    text = entry(*changes)
    assert text is None or "Drifted" not in text


def test_a_drift_is_not_told_again_while_nothing_more_happens_to_it() -> None:
    changes = revisions("150 words", "170 words", "190 words", days=[TODAY - 3, TODAY - 2])
    assert entry(*changes, reflected_upto=place((TODAY - 1) * DAY)) is None
    assert entry(*changes, reflected_upto=place(NOW)) is None


def test_a_mere_value_is_told_with_the_name_of_its_fact() -> None:
    changes = tuple(
        change("replaced", 1, before, after, thread="hmac", key="abstract length")
        for before, after in (("150", "170"), ("170", "190"))
    )
    assert entry(*changes) == "Drifted this week without failing: abstract length: 150 → 170 → 190."
    assert entry(changes[1]) == "Stopped being true: abstract length: 170 (now: 190)."


def test_an_entry_that_says_the_same_as_the_last_one_is_not_written() -> None:
    changes = (change("learned", 1, None, "Ben owns the release"),)
    last = dreamt(8, "2026-05-26. Learned: Ben owns the release.", kind="reflection", dreamt=True)
    assert entry(*changes, memories=(last,)) is None
    older = dreamt(7, "2026-05-25. Learned: something else.", kind="reflection", dreamt=True)
    assert entry(*changes, memories=(older,)) == "Learned: Ben owns the release."


def test_an_entry_waits_for_what_is_about_to_happen_to_what_it_quotes() -> None:
    before = state(changes=(change("learned", 1, None, "Ben owns the release"),))
    assert proposed(before, claimed=frozenset({memory_id(1)})) == []


def test_an_entry_cites_those_that_it_has_room_to_tell_of() -> None:
    changes = tuple(
        change("learned", number, None, f"Fact {number} " + "of this long day " * 5) for number in range(60)
    )
    (found,) = proposed(state(changes=changes))
    assert isinstance(found.action, Reflect)
    more = 60 - len(found.action.evidence)
    assert 0 < more < 60
    assert found.action.wording.text.endswith(f"And {more} more.")
    many = tuple(change("learned", number, None, f"{number}") for number in range(200))
    (found,) = proposed(state(changes=many))
    assert isinstance(found.action, Reflect)
    assert len(found.action.evidence) == 50


SEEN = "I answer Anna too long"


def seen(number: int, day: int, text: str = SEEN, **fields: Any) -> Dreamt:
    said: dict[str, Any] = {"kind": "reflection", **fields}
    return dreamt(number, text, day, **said)


def three(**fields: Any) -> list[Dreamt]:
    wordings = (SEEN, "I really answered Anna too long", "I answer Anna too long.")
    return [seen(number, TODAY - 10 + number, text, **fields) for number, text in enumerate(wordings, 1)]


def test_an_observation_that_was_made_three_times_becomes_a_lesson() -> None:
    (found,) = proposed(state(*three()))
    assert told([found]) == [("reflect/observation", (1, 2, 3))]
    assert found.because == "noticed on 3 occasions; 3 make it a lesson"
    action = found.action
    assert isinstance(action, Consolidate)
    assert (action.kind, action.sources, action.evidence) == ("lesson", found.memories, ())
    assert (action.wording.text, action.summary, action.core) == (SEEN, SEEN, SEEN)
    assert action.trigger == f"noticed on 2026-05-18, 2026-05-19, 2026-05-20: {SEEN}"


def test_an_observation_in_chinese_becomes_a_lesson_in_chinese() -> None:
    (found,) = proposed(state(*(seen(number, TODAY - number, "我给小明的回答太长。") for number in (1, 2, 3))))
    assert isinstance(found.action, Consolidate)
    assert found.action.trigger == "于2026-05-24、2026-05-25、2026-05-26注意到：我给小明的回答太长"


def test_confirmations_of_an_observation_count_as_occasions() -> None:
    (found,) = proposed(state(seen(1, TODAY - 1, confirmations=2), seen(2, TODAY)))
    assert isinstance(found.action, Consolidate)
    assert found.action.trigger == f"noticed on 2026-05-26, 2026-05-27, and 2 times more: {SEEN}"
    assert found.figures["occasions"] == 4


def test_a_long_series_of_days_is_told_in_short() -> None:
    (found,) = proposed(state(*(seen(number, TODAY - number) for number in range(10))))
    assert isinstance(found.action, Consolidate)
    assert found.action.trigger == (
        f"noticed on 2026-05-18, 2026-05-19, 2026-05-20, …, 2026-05-25, 2026-05-26, 2026-05-27: {SEEN}"
    )


@pytest.mark.parametrize(
    "memories",
    [
        three()[:2],
        [seen(number, TODAY) for number in (1, 2, 3)],
        three(dreamt=True),
        three(word="confirmed"),
        three(layer="L6"),
        [*three()[:2], seen(3, TODAY, "I answer Ben too long")],
        [*three()[:2], seen(3, TODAY, "I do not answer Anna too long")],
        [*three()[:2], seen(3, TODAY, scope="team:red")],
        [*three()[:2], seen(3, TODAY, source="foreign")],
        [seen(number, TODAY - number, "I sent the password: hunter2000") for number in (1, 2, 3)],
    ],
    ids=[
        "twice", "on one day", "by dreams", "kept", "archived", "another person", "the contrary", "another scope",
        "from outside", "a secret",
    ],
)  # fmt: skip
def test_what_was_not_noticed_often_enough_or_has_no_place_among_lessons_stays(memories: list[Dreamt]) -> None:
    assert proposed(state(*memories)) == []


def test_a_lesson_is_confirmed_when_it_is_noticed_once_more() -> None:
    lesson = dreamt(9, "Answers are too long", layer="L4", kind="lesson", metadata={CORE: SEEN}, confirmations=3)
    (found,) = proposed(state(lesson, *three()[:2]))
    assert told([found]) == [("reflect/observation", (9, 1, 2))]
    assert found.action == Reaffirm(memory=memory_id(9), fragments=(memory_id(1), memory_id(2)))
    assert found.because == f"2 reflections noticed again what {memory_id(9)} says, which was confirmed 3 times before"
    assert found.effect.endswith(" is confirmed, and 2 reflections retire to L6")

    (found,) = proposed(state(dreamt(9, SEEN, layer="L4", kind="lesson"), three()[0]))
    assert found.because == f"1 reflection noticed again what {memory_id(9)} says"
    assert found.effect.endswith(" is confirmed, and 1 reflection retires to L6")


def test_observations_that_an_earlier_stage_changes_are_left_alone() -> None:
    assert proposed(state(*three()), claimed=frozenset({memory_id(2)})) == []


@pytest.mark.parametrize(
    ("text", "section", "line"),
    [
        ("Never deploy on Fridays", "never", "Never deploy on Fridays"),
        ("Best practice: don't deploy on Fridays (6x verified).", "never", "don't deploy on Fridays"),
        ("Always name the source.", "always", "Always name the source"),
        ("user reads on the train", "rules", "User reads on the train"),
        ("不要在周五部署。", "never", "不要在周五部署"),
        ("始终注明来源", "always", "始终注明来源"),
        ("用户在车上看摘要", "rules", "用户在车上看摘要"),
    ],
)
def test_what_held_often_enough_is_suggested_for_the_identity(text: str, section: str, line: str) -> None:
    (found,) = proposed(state(dreamt(1, text, layer="L4", kind="lesson", confirmations=6)))
    assert told([found]) == [("reflect/identity", (1,))]
    assert found.because == f"{memory_id(1)} was confirmed 6 times; 6 times make it worth asking"
    action = found.action
    assert isinstance(action, Suggest)
    assert (action.change, action.section, action.concerned, action.text) == (
        "identity",
        section,
        (memory_id(1),),
        line,
    )


def test_what_was_suggested_once_is_not_suggested_again() -> None:
    lesson = dreamt(1, "Never deploy on Fridays", layer="L4", kind="lesson", confirmations=9)
    suggested = frozenset({signature_of("identity", [memory_id(1)])})
    assert proposed(state(lesson, suggested=suggested)) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"confirmations": 5},
        {"source": "foreign"},
        {"kind": "preference"},
        {"layer": "L2"},
        {"status": "contradicted"},
        {"review": "doubtful"},
        {"text": None},
        {"text": "long " * 100},
    ],
)
def test_what_did_not_hold_often_enough_or_comes_from_outside_stays_out_of_the_identity(fields: dict[str, Any]) -> None:
    said: dict[str, Any] = {"layer": "L4", "kind": "lesson", "confirmations": 6, "text": "Never deploy", **fields}
    assert proposed(state(dreamt(1, said.pop("text"), **said))) == []


def test_a_long_lesson_is_suggested_by_its_summary_and_never_cut() -> None:
    lesson = dreamt(1, "long " * 100, layer="L4", kind="lesson", confirmations=6, summary="Be brief")
    (found,) = proposed(state(lesson))
    assert isinstance(found.action, Suggest)
    assert found.action.text == "Be brief"
