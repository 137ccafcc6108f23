"""Intents through the Python face: one record for each problem, whatever the file, and no source in it."""

import json
from pathlib import Path
from typing import Any

import pytest

from lost_words import destroy_every_slot, record_erasure
from remembrancer import (
    Agent,
    InvalidMetadata,
    KeptByOthers,
    KeyReused,
    NotReadable,
    Refused,
    Remembrancer,
    SecretRefused,
    SourceCodeRefused,
    StoreReadOnly,
    UnknownIntent,
    intent_signature,
)
from settable_clock import SettableClock

ENVELOPE: dict[str, Any] = {
    "role": "refactor",
    "risk": "high",
    "constraints": ["keep the API", "不改行为"],
    "forbidden_signals": ["new dependency"],
}
AWS_KEY = "AKIAIOSFODNN7EXAMPLE"
CODE = {
    "fenced": "```\nx = 1\n```",
    "Python": "def add(a, b):\n    return a + b\n",
    "JavaScript": "const add = (a, b) => {\n  return a + b;\n};\n",
    "SQL": "SELECT name FROM users WHERE id = 1;",
    "within JSON": json.dumps({"cells": [{"source": ["def add(a, b):\n", "    return a + b\n"]}]}),
}
SECRETS = {
    "AWS": f"the key is {AWS_KEY}",
    "GitHub": "ghp_0123456789abcdefghijABCDEFGHIJ012345",
    "told in Chinese": "数据库密码是Abc12345xyz",
    "within JSON": json.dumps({"login": {"password": "hunter2hunter2"}}),
}


def problem(number: int) -> dict[str, Any]:
    return {"role": f"problem {number}"}


def test_twenty_targets_with_one_envelope_meet_in_one_record(memory: Remembrancer, atlas: Agent) -> None:
    outcomes = ["success", "rollback", None, "success"]
    for number in range(20):
        atlas.intent({**ENVELOPE, "target": f"src/module_{number}.py", "文件": "模块"}, outcomes[number % 4])
    intent = atlas.find_intent(ENVELOPE)
    assert (intent.uses, intent.successes, intent.rollbacks) == (20, 10, 5)
    assert intent.signature == intent_signature(ENVELOPE)
    assert [each.signature for each in atlas.intents()] == [intent.signature]
    assert (intent.memory.kind, intent.memory.layer, intent.scope) == ("intent", "L4", "agent:atlas")
    assert [*atlas.layers()["L4"]] == [intent.memory]
    assert len(list(memory.log(types=["intent.learned"]))) == 1
    assert memory.check() == []


@pytest.mark.parametrize(
    "same",
    [
        {**ENVELOPE, "target": "a.py", "objective": "whatever"},
        {**ENVELOPE, "constraints": ["不改行为", "keep the API", "keep the API"]},
        {**ENVELOPE, "constraints": ("KEEP  the\tApi", "不改行为")},
        {**ENVELOPE, "constraints": {"不改行为", "keep the API"}},
        {**ENVELOPE, "role": "ＲＥＦＡＣＴＯＲ", "risk": " High "},
        {**ENVELOPE, "forbidden_signals": ["ｎｅｗ　ｄｅｐｅｎｄｅｎｃｙ"]},
        {
            **{name: value for name, value in ENVELOPE.items() if name != "forbidden_signals"},
            "forbidden": ["New dependency"],
        },
        {**ENVELOPE, "categories": ["security"]},
    ],
)
def test_what_says_nothing_about_the_problem_changes_no_signature(atlas: Agent, same: dict[str, Any]) -> None:
    assert intent_signature(same) == intent_signature(ENVELOPE)
    atlas.intent(ENVELOPE)
    assert atlas.intent(same).uses == 2


@pytest.mark.parametrize(
    "other",
    [
        {**ENVELOPE, "role": "rewrite"},
        {**ENVELOPE, "risk": "low"},
        {**ENVELOPE, "risk": None},
        {**ENVELOPE, "constraints": ["keep the API"]},
        {**ENVELOPE, "constraints": []},
        {**ENVELOPE, "constraints": ["keep the API 不改行为"]},
        {**ENVELOPE, "forbidden_signals": []},
        {**ENVELOPE, "constraints": ENVELOPE["forbidden_signals"], "forbidden_signals": ENVELOPE["constraints"]},
    ],
)
def test_what_says_something_about_the_problem_changes_the_signature(other: dict[str, Any]) -> None:
    assert intent_signature(other) != intent_signature(ENVELOPE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"lines": 1_234_567}, {"lines": 1_234_568}),
        ({"share": 0.1234567}, {"share": 0.1234568}),
        (["a: b"], ["a", "b"]),
    ],
)
def test_numbers_and_lists_that_differ_make_different_problems(one: Any, other: Any) -> None:
    assert intent_signature({"role": "x", "constraints": one}) != intent_signature({"role": "x", "constraints": other})


def test_the_counts_survive_every_reopening_and_a_rebuild(tmp_path: Path, clock: SettableClock) -> None:
    for turn in range(1, 5):
        with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
            intent = memory.agent("atlas").intent(ENVELOPE, "rollback", {"turn": turn})
            assert (intent.uses, intent.rollbacks) == (turn, turn)
        clock.forward(days=1)
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        before = memory.agent("atlas").find_intent(ENVELOPE).to_json()
        memory.rebuild()
        assert memory.agent("atlas").find_intent(ENVELOPE).to_json() == before
        assert memory.check() == []
    with Remembrancer.open(tmp_path / "m", clock=clock, read_only=True) as memory:
        atlas = memory.agent("atlas")
        assert atlas.find_intent(ENVELOPE).to_json() == before
        assert [found.intent.uses for found in atlas.similar_intents(ENVELOPE)] == [4]
        with pytest.raises(StoreReadOnly) as refusal:
            atlas.intent(ENVELOPE)
        assert "\n" not in str(refusal.value)


def test_each_earlier_day_shows_the_counts_and_examples_of_then(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    atlas.intent(ENVELOPE, "success", {"day": 1})
    clock.set(2026, 5, 2, 9)
    atlas.intent(ENVELOPE, "rollback", {"day": 2})
    atlas.intent(problem(2))
    clock.set(2026, 5, 3, 9)
    atlas.intent(ENVELOPE)
    for _ in range(2):
        then = [atlas.as_of(f"2026-05-0{day}").find_intent(ENVELOPE) for day in (1, 2, 3)]
        assert [(each.uses, each.successes, each.rollbacks) for each in then] == [(1, 1, 0), (2, 1, 1), (3, 1, 1)]
        assert [each.examples for each in then] == [({"day": 1},), ({"day": 2}, {"day": 1}), ({"day": 2}, {"day": 1})]
        assert [each.last_at.day for each in then] == [1, 2, 3]
        assert [each.uses for each in atlas.as_of("2026-05-02").intents()] == [2, 1]
        with pytest.raises(UnknownIntent):
            atlas.as_of("2026-04-30").find_intent(ENVELOPE)
        with pytest.raises(UnknownIntent):
            atlas.as_of("2026-05-01").find_intent(problem(2))
        memory.rebuild()


def test_an_intent_is_found_by_its_envelope_or_the_first_digits_of_its_signature(atlas: Agent) -> None:
    atlas.intent(ENVELOPE)
    signature = intent_signature(ENVELOPE)
    for asked in (ENVELOPE, signature, signature[:8], signature.upper()[:20]):
        assert atlas.find_intent(asked).signature == signature
    for unknown in ("0" * 64, problem(1)):
        with pytest.raises(UnknownIntent):
            atlas.find_intent(unknown)


def test_similar_intents_come_most_similar_first(atlas: Agent) -> None:
    atlas.intent({**ENVELOPE, "constraints": ["keep the API"]})
    atlas.intent({"role": "repaint"})
    atlas.intent(ENVELOPE)
    found = atlas.similar_intents(ENVELOPE)
    assert found[0].intent.signature == intent_signature(ENVELOPE)
    assert (found[0].similarity, len(found)) == (1.0, 2)
    assert 0 < found[1].similarity < 1
    assert len(atlas.similar_intents(ENVELOPE, 1)) == 1


def test_the_newest_five_examples_are_kept_newest_first(atlas: Agent) -> None:
    for number in range(7):
        atlas.intent(ENVELOPE, "success", {"第": number, "files": ["a", "b"]})
        atlas.intent(ENVELOPE)
    intent = atlas.find_intent(ENVELOPE)
    assert [example["第"] for example in intent.examples] == [6, 5, 4, 3, 2]
    assert intent.examples[0] == {"第": 6, "files": ["a", "b"]}


@pytest.mark.parametrize("kind", CODE)
def test_source_code_is_refused_wherever_it_stands_and_nothing_is_stored(
    memory: Remembrancer, atlas: Agent, kind: str
) -> None:
    code = CODE[kind]
    refused(memory, atlas, code, SourceCodeRefused, "source code")


@pytest.mark.parametrize("kind", SECRETS)
def test_secrets_are_refused_wherever_they_stand_and_nothing_is_stored(
    memory: Remembrancer, atlas: Agent, kind: str
) -> None:
    refused(memory, atlas, SECRETS[kind], SecretRefused, "no secrets")


def test_a_secret_in_full_width_letters_is_refused_in_an_envelope(memory: Remembrancer, atlas: Agent) -> None:
    head = memory.position
    with pytest.raises(SecretRefused, match="a password"):
        atlas.intent({"role": "x", "constraints": ["ｐａｓｓｗｏｒｄ：　ｈｕｎｔｅｒ２ｈｕｎｔｅｒ２"]})
    assert memory.position == head


def refused(memory: Remembrancer, atlas: Agent, text: str, refusal: type[Refused], said: str) -> None:
    """Hand in a text at every place of an intent and check that it is refused without being repeated."""
    head = memory.position
    for envelope, example in (
        ({**ENVELOPE, "role": text}, None),
        ({"role": "x", "constraints": [text]}, None),
        ({"role": "x", "constraints": {"kept": text}}, None),
        ({"role": "x", "forbidden": [text]}, None),
        (ENVELOPE, {"note": text}),
        (ENVELOPE, {"deep": [{"er": [text]}]}),
        (ENVELOPE, {text: 1}),
    ):
        with pytest.raises(refusal) as raised:
            atlas.intent(envelope, "success", example)
        message = str(raised.value)
        assert "\n" not in message
        assert " in line " in message
        assert said in message
        assert text not in message
    assert memory.position == head
    assert atlas.intents() == []


@pytest.mark.parametrize(
    "prose", ["use `git rebase`", "call record() twice", "用 `pip install` 之前先问", "never rotate the API key"]
)
def test_prose_that_mentions_code_passes(atlas: Agent, prose: str) -> None:
    intent = atlas.intent({"role": "release", "constraints": [prose]}, "success", {"note": prose})
    assert intent.examples == ({"note": prose},)


def test_a_target_is_not_kept_and_so_may_hold_anything(memory: Remembrancer, atlas: Agent, tmp_path: Path) -> None:
    intent = atlas.intent({**ENVELOPE, "target": CODE["Python"], "diff": AWS_KEY})
    assert AWS_KEY not in json.dumps(intent.memory.to_json())
    assert memory.check() == []


def test_an_example_has_a_size(memory: Remembrancer, atlas: Agent) -> None:
    head = memory.position
    with pytest.raises(InvalidMetadata, match="over the limit of 65536"):
        atlas.intent(ENVELOPE, "success", {"note": "记" * 25_000})
    assert memory.position == head


def test_the_hundred_and_first_intent_retires_the_least_used_and_observing_it_again_brings_it_back(
    memory: Remembrancer, atlas: Agent
) -> None:
    for number in range(100):
        atlas.intent(problem(number), "rollback" if number == 7 else "success", {"n": number})
        if number != 7:
            atlas.intent(problem(number))
    retired = atlas.find_intent(problem(7)).memory
    fresh = atlas.intent(problem(100))
    assert (fresh.uses, fresh.memory.status) == (1, "live")
    assert len(atlas.intents()) == 100
    assert [each.id for each in atlas.layers()["L6"]] == [retired.id]
    because = atlas.history(retired.id)[-1].because
    assert because is not None
    assert "more than 100 live memories of kind intent" in because
    assert "with 1 use" in because

    back = atlas.intent(problem(7), "rollback", {"n": "again"})
    assert (back.uses, back.successes, back.rollbacks) == (2, 0, 2)
    assert (back.memory.id, back.memory.status, back.memory.layer) == (retired.id, "live", "L4")
    assert back.examples == ({"n": "again"}, {"n": 7})
    assert len(atlas.intents()) == 100
    # The fresh one had the fewest uses this time.
    assert [each.id for each in atlas.layers()["L6"]] == [fresh.memory.id]
    assert atlas.find_intent(problem(100)).memory.status == "archived"
    assert memory.check() == []


def test_each_scope_counts_on_its_own_and_a_bound_of_one_retires_nothing_of_another(
    memory: Remembrancer, atlas: Agent
) -> None:
    memory.adopt_policy({"version": 2, "bounds": {"intent": 2}, "teams": {"red": ["atlas", "nova"]}}, by="user:ann")
    nova, lone = memory.agent("nova"), memory.agent("lone")
    for agent in (atlas, nova):
        agent.intent(ENVELOPE, "success", scope="team:red")
        agent.intent(ENVELOPE, scope="fleet")
        agent.intent(ENVELOPE)
    lone.intent(ENVELOPE, "rollback", scope="fleet")
    head = memory.position
    with pytest.raises(NotReadable):
        lone.intent(ENVELOPE, scope="team:red")
    with pytest.raises(NotReadable):
        atlas.intent(ENVELOPE, scope="agent:nova")
    assert memory.position == head
    assert sorted((each.scope, each.uses) for each in atlas.intents()) == [
        ("agent:atlas", 1),
        ("fleet", 3),
        ("team:red", 2),
    ]
    assert atlas.find_intent(ENVELOPE).scope == "agent:atlas"
    assert [each.scope for each in lone.intents()] == ["fleet"]
    for number in range(3):
        atlas.intent(problem(number), scope="team:red")
    assert sum(each.scope == "team:red" for each in nova.intents()) == 2
    assert sum(each.scope != "team:red" for each in atlas.intents()) == 2
    assert memory.check() == []


def test_a_use_that_is_sent_again_with_its_key_counts_once(memory: Remembrancer, atlas: Agent) -> None:
    first = [atlas.intent(ENVELOPE, "success", {"a": 1}, idempotency_key="use 1") for _ in range(2)]
    assert [each.uses for each in first] == [1, 1]
    atlas.intent(ENVELOPE, idempotency_key="use 2")
    assert atlas.intent(ENVELOPE, idempotency_key="use 2").uses == 2
    reordered = {**ENVELOPE, "constraints": list(reversed(ENVELOPE["constraints"])), "target": "b.py"}
    assert atlas.intent(reordered, "success", {"a": 1}, idempotency_key="use 1").uses == 2
    head = memory.position
    for again in (
        lambda: atlas.intent(ENVELOPE, "rollback", {"a": 1}, idempotency_key="use 1"),
        lambda: atlas.intent(ENVELOPE, "success", {"a": 2}, idempotency_key="use 1"),
        lambda: atlas.intent(problem(1), "success", {"a": 1}, idempotency_key="use 1"),
        lambda: atlas.intent(ENVELOPE, scope="fleet", idempotency_key="use 2"),
        lambda: atlas.intent(ENVELOPE, "success", idempotency_key="use 2"),
        lambda: atlas.trauma("security", because="x", envelope=ENVELOPE, idempotency_key="use 1"),
    ):
        with pytest.raises(KeyReused):
            again()
    assert memory.position == head


def test_an_intent_is_never_revised_merged_or_contradicted_and_comes_back_from_forgetting(
    memory: Remembrancer, atlas: Agent
) -> None:
    kept, other = atlas.intent(ENVELOPE).memory.id, atlas.record("a practice", kind="practice").id
    for verb in (
        lambda: atlas.revise(kept, "x", because="b"),
        lambda: atlas.merge([kept, other], "x", because="b"),
        lambda: atlas.contradict(kept, because="b"),
    ):
        with pytest.raises(KeptByOthers):
            verb()
    atlas.forget(kept, because="no longer")
    assert atlas.intents() == []
    back = atlas.intent(ENVELOPE)
    assert (back.uses, back.memory.id, back.memory.status) == (2, kept, "live")


def test_intents_without_keys_keep_their_counts(memory: Remembrancer, atlas: Agent) -> None:
    atlas.intent(ENVELOPE, "success", {"a": 1})
    atlas.intent(problem(1), subjects=["user:42"])
    destroy_every_slot(memory)
    intents = atlas.intents()
    assert [(each.signature, each.envelope, each.uses, each.examples) for each in intents] == [(None, None, 1, ())] * 2
    assert {each.to_json()["uses"] for each in intents} == {1}
    assert atlas.similar_intents(ENVELOPE) == []
    again = atlas.intent(ENVELOPE, "rollback", {"a": 2})
    assert (again.uses, again.successes, again.rollbacks, again.examples) == (2, 1, 1, ({"a": 2},))
    assert atlas.find_intent(ENVELOPE).uses == 2
    assert atlas.find_intent(intent_signature(ENVELOPE)).uses == 2
    assert memory.check() == []


def test_an_erased_intent_reads_erased_earlier_and_is_learned_anew(memory: Remembrancer, atlas: Agent) -> None:
    erased = atlas.intent(ENVELOPE, "rollback", {"who": "Ann"}).memory
    before = memory.position
    record_erasure(memory, erased)
    assert atlas.intents() == []
    then = atlas.as_of(before).find_intent(ENVELOPE)
    assert (then.uses, then.examples, then.signature, then.memory.text) == (1, (), None, "[erased]")
    fresh = atlas.intent(ENVELOPE)
    assert (fresh.uses, fresh.rollbacks, fresh.examples) == (1, 0, ())
    assert fresh.memory.id != erased.id
    assert memory.check() == []


def test_no_word_of_an_envelope_or_example_stands_in_clear_in_any_file(tmp_path: Path, clock: SettableClock) -> None:
    envelope = {"role": "quetzalcoatl", "risk": "xochimilco", "constraints": ["popocatepetl"]}
    with Remembrancer.open(tmp_path / "m", clock=clock) as memory:
        memory.agent("atlas").intent(envelope, "success", {"tenochtitlan": "huitzilopochtli"}, because="ixtaccihuatl")
    stored = b"".join(path.read_bytes() for path in (tmp_path / "m").rglob("*") if path.is_file())
    signature = intent_signature(envelope).encode()
    for word in (b"quetzal", b"xochi", b"popocat", b"tenoch", b"huitz", b"ixtacc", signature):
        assert word not in stored
