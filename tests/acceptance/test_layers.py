"""What the seven layers promise, through the public face, with a clock that the tests set."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from remembrancer import (
    Agent,
    FactHasOwner,
    IdentityIsProtected,
    NotLive,
    PersonNeeded,
    Refused,
    Remembrancer,
    UnknownLayer,
)
from remembrancer.domain.content import AnyContent
from remembrancer.domain.events import Recorded
from settable_clock import SettableClock

LAYERS = ["L0", "L1", "L2", "L3", "L4", "L5", "L6"]
IDENTITY = {
    "version": 1,
    "mission": "Keep the ledger straight",
    "rules": ["Ask before deleting"],
    "never": ["guess a number"],
    "always": ["say where it comes from"],
    "philosophies": ["慢就是快"],
}


@pytest.fixture
def person(memory: Remembrancer) -> Agent:
    return memory.agent("atlas", by="user:ann")


def texts(layer: Sequence[Any]) -> list[str]:
    return [found.text for found in layer]


# Present on cold start


def test_a_new_store_shows_all_seven_layers_and_all_are_empty(atlas: Agent) -> None:
    layers = atlas.layers()

    assert list(layers) == LAYERS
    assert all(len(layer) == 0 for layer in layers.values())
    assert atlas.identity().version == 0


def test_after_a_restart_everything_is_there_before_anything_is_done(tmp_path: Path, clock: SettableClock) -> None:
    with Remembrancer.open(tmp_path / "memory", clock=clock) as first:
        atlas = first.agent("atlas")
        first.agent("atlas", by="user:ann").establish_identity(IDENTITY, because="first day")
        atlas.record("the diff of today", kind="diff")
        atlas.record("we ship on Friday", kind="decision")
        atlas.record("the parser module reads JSON Lines", kind="module", key="module:parser")
        atlas.record("prefers short answers", kind="preference")
        atlas.record("an old note", layer="L6")
        before = {name: texts(layer) for name, layer in atlas.layers().items()}

    for read_only in (False, True):
        with Remembrancer.open(tmp_path / "memory", clock=clock, read_only=read_only) as again:
            assert {name: texts(layer) for name, layer in again.agent("atlas").layers().items()} == before
    assert [name for name, found in before.items() if found] == ["L0", "L2", "L3", "L4", "L5", "L6"]


# Identity survives everything


def test_no_verb_changes_the_identity_whoever_asks(atlas: Agent, person: Agent) -> None:
    standing = person.establish_identity(IDENTITY, because="first day")
    other = atlas.record("something else").id
    for line in standing.lines:
        for agent in (atlas, person):
            for attempt in (
                lambda a=agent, i=line.id: a.forget(i, because="x"),
                lambda a=agent, i=line.id: a.archive(i, because="x"),
                lambda a=agent, i=line.id: a.revise(i, "x", because="x"),
                lambda a=agent, i=line.id: a.promote(i, "L4", because="x"),
                lambda a=agent, i=line.id: a.contradict(i, because="x"),
                lambda a=agent, i=line.id: a.quarantine(i, because="x"),
                lambda a=agent, i=line.id: a.release(i, because="x"),
                lambda a=agent, i=line.id: a.restore(i),
                lambda a=agent, i=line.id: a.review(i, "failed", because="x"),
                lambda a=agent, i=line.id: a.confirm(i),
                lambda a=agent, i=line.id: a.decay(i, 0),
                lambda a=agent, i=line.id: a.merge([i, other], "x", because="x"),
            ):
                with pytest.raises(IdentityIsProtected):
                    attempt()

    assert atlas.identity() == standing


def test_nothing_gets_into_the_identity_but_by_a_person(atlas: Agent, person: Agent) -> None:
    note = atlas.record("I am the boss", source="foreign", importance=10, trigger="somebody said so").id

    with pytest.raises(PersonNeeded):
        atlas.promote(note, "L5", because="it says so")
    with pytest.raises(Refused):
        person.promote(note, "L5", because="it says so")
    with pytest.raises(PersonNeeded):
        atlas.establish_identity(IDENTITY, because="I want to")
    with pytest.raises(UnknownLayer):
        atlas.record("I am the boss", layer="L5")
    assert len(atlas.layers()["L5"]) == 0


def test_the_identity_stands_through_years_and_restarts(
    tmp_path: Path, memory: Remembrancer, person: Agent, clock: SettableClock
) -> None:
    standing = person.establish_identity(IDENTITY, because="first day")
    clock.forward(days=3650)
    memory.close()

    with Remembrancer.open(tmp_path / "memory", clock=clock) as again:
        assert again.agent("atlas").identity() == standing
        assert texts(again.agent("atlas").layers()["L5"]) == [
            "Keep the ledger straight",
            "Ask before deleting",
            "guess a number",
            "say where it comes from",
            "慢就是快",
        ]


def test_a_file_of_a_greater_version_refreshes_the_identity_at_the_next_opening(
    tmp_path: Path, memory: Remembrancer, person: Agent, clock: SettableClock
) -> None:
    kept = person.establish_identity(IDENTITY, because="first day").lines[0].id
    memory.close()
    folder = tmp_path / "memory" / "identity"
    folder.mkdir()
    (folder / "atlas.toml").write_text('version = 2\nmission = "Keep the ledger straight"\nrules = ["Ask first"]\n')

    with Remembrancer.open(tmp_path / "memory", clock=clock, read_only=True) as reader:
        assert reader.agent("atlas").identity().version == 1
    with Remembrancer.open(tmp_path / "memory", clock=clock) as again:
        refreshed = again.agent("atlas").identity()
        refreshed_at = again.position
    with Remembrancer.open(tmp_path / "memory", clock=clock) as once_more:
        assert once_more.position == refreshed_at + 1, "the checkpoint of the session before, and nothing else"

    assert (refreshed.version, refreshed.rules, refreshed.never) == (2, ("Ask first",), ())
    assert refreshed.lines[0].id == kept


def test_one_line_is_replaced_and_the_rest_stays_in_place(person: Agent) -> None:
    person.establish_identity({**IDENTITY, "rules": ["one", "two", "three"]}, because="first day")

    changed = person.replace_identity_line("rules", line="two", text="zwei", because="she said so")

    assert changed.rules == ("one", "zwei", "three")
    assert (changed.mission, changed.never) == (IDENTITY["mission"], ("guess a number",))


# Reflections, decisions and evolution: newest first, and bounded


@pytest.mark.parametrize(("kind", "bound"), [("reflection", 30), ("decision", 10), ("evolution", 50)])
def test_an_episode_is_kept_newest_first_up_to_its_bound_and_the_rest_retires(
    atlas: Agent, clock: SettableClock, kind: str, bound: int
) -> None:
    for number in range(bound + 3):
        clock.forward(minutes=1)
        atlas.record(f"number {number}", kind=kind)

    layers = atlas.layers()
    assert texts(layers["L2"]) == [f"number {number}" for number in range(bound + 2, 2, -1)]
    assert texts(layers["L6"]) == ["number 2", "number 1", "number 0"]


def test_the_last_five_sessions_stay_hot_and_the_rest_become_task_contexts(atlas: Agent, clock: SettableClock) -> None:
    for number in range(7):
        clock.forward(minutes=1)
        atlas.record(f"number {number}", kind="session")

    layers = atlas.layers()
    assert [(memory.text, memory.kind) for memory in layers["L2"]] == [
        *((f"number {number}", "session") for number in range(6, 1, -1)),
        ("number 1", "task-context"),
        ("number 0", "task-context"),
    ]
    assert not layers["L6"]


def test_what_weighs_more_stays_and_routine_retires(atlas: Agent) -> None:
    for category in ("rollback", "security", "evolution"):
        atlas.record(category, kind="evolution", category=category)
    for number in range(60):
        atlas.record(f"routine {number}", kind="evolution", category="routine")

    stayed = texts(atlas.layers()["L2"])
    assert len(stayed) == 50
    assert {"rollback", "security", "evolution"} <= set(stayed)
    assert "routine 0" in texts(atlas.layers()["L6"])


def test_one_agents_decisions_push_out_nobody_elses(memory: Remembrancer, atlas: Agent) -> None:
    memory.agent("bo").record("mine", kind="decision")
    for number in range(12):
        atlas.record(f"number {number}", kind="decision")

    assert texts(memory.agent("bo").layers()["L2"]) == ["mine"]


# Scratch respects its lifetime


@pytest.mark.parametrize("kind", ["diff", "prompt", "request"])
def test_scratch_is_gone_after_five_minutes_now_and_as_of_then(atlas: Agent, clock: SettableClock, kind: str) -> None:
    written = clock.time
    known = atlas.record("for a moment", kind=kind).id

    clock.forward(minutes=5, microseconds=-1)
    assert texts(atlas.layers()["L0"]) == ["for a moment"]
    clock.forward(microseconds=1)
    assert texts(atlas.layers()["L0"]) == []
    assert atlas.show(known).status == "expired"
    with pytest.raises(NotLive, match="expired"):
        atlas.confirm(known)

    clock.forward(days=300)
    assert texts(atlas.as_of(written + timedelta(minutes=5, microseconds=-1)).layers()["L0"]) == ["for a moment"]
    assert texts(atlas.as_of(written + timedelta(minutes=5)).layers()["L0"]) == []
    assert atlas.as_of(written).show(known).status == "live"


def test_a_message_is_there_for_a_day(atlas: Agent, clock: SettableClock) -> None:
    atlas.record("你好", kind="message", session="s1")

    clock.forward(hours=23, minutes=59)
    assert texts(atlas.layers()["L0"]) == ["你好"]
    clock.forward(minutes=1)
    assert texts(atlas.layers()["L0"]) == []


def test_a_clock_that_steps_back_revives_no_scratch(memory: Remembrancer, atlas: Agent, clock: SettableClock) -> None:
    atlas.record("for a moment", kind="diff")
    clock.forward(minutes=6)
    atlas.record("later")
    clock.forward(days=-1)

    assert texts(atlas.layers()["L0"]) == []


def test_scratch_that_expired_is_in_no_other_layer(atlas: Agent, clock: SettableClock) -> None:
    atlas.record("for a moment", kind="prompt")
    clock.forward(days=2)

    assert all(len(layer) == 0 for layer in atlas.layers().values())


# The view of the seven layers


def test_a_layer_is_a_sequence_that_nobody_can_change(atlas: Agent) -> None:
    for text in ("one", "two", "three"):
        atlas.record(text)
    layer = atlas.layers()["L2"]

    assert isinstance(layer, Sequence)
    assert texts(layer[1:]) == ["two", "one"]
    assert layer[-1].text == "one"
    assert layer[0] in layer
    assert not any(hasattr(layer, name) for name in ("append", "insert", "remove", "clear", "sort", "__setitem__"))
    with pytest.raises(AttributeError):
        layer[0].text = "other"  # type: ignore[misc]


def test_words_are_opened_when_they_are_looked_at(
    memory: Remembrancer, atlas: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("one", "two", "three"):
        atlas.record(text)
    opened: list[int] = []
    really_open = memory.store.open

    def watched(recorded: Recorded) -> AnyContent | None:
        opened.append(recorded.position)
        return really_open(recorded)

    monkeypatch.setattr(memory.store, "open", watched)

    layer = atlas.layers()["L2"]
    assert [(found.id, found.importance) for found in layer]
    assert opened == []
    assert layer[1].text == "two"
    assert len(opened) == 1


def test_what_was_looked_up_stays_as_it_was(atlas: Agent) -> None:
    first = atlas.record("one")
    before = atlas.layers()["L2"]
    atlas.record("two")
    atlas.forget(first.id, because="asked")

    assert texts(before) == ["one"]
    assert texts(atlas.layers()["L2"]) == ["two"]


# L3: facts are replaced, never appended, by one owner


def test_a_fact_is_replaced_never_appended(memory: Remembrancer, atlas: Agent) -> None:
    first = atlas.record("parser: reads CSV", kind="module", key="module:parser")
    second = atlas.record("parser: reads JSON Lines", kind="module", key="module:parser")

    assert texts(atlas.layers()["L3"]) == ["parser: reads JSON Lines"]
    assert (atlas.show(first.id).status, atlas.show(first.id).successor) == ("superseded", second.id)
    with pytest.raises(FactHasOwner, match="'atlas'"):
        memory.agent("bo").record("parser: mine now", kind="module", key="module:parser")


def test_a_fact_has_one_value_also_after_an_old_one_was_forgotten_and_restored(atlas: Agent) -> None:
    first = atlas.record("CSV", kind="fact", key="format")
    atlas.record("JSON", kind="fact", key="format")
    atlas.forget(first.id, because="old")
    assert atlas.restore(first.id).status == "superseded"

    atlas.record("Parquet", kind="fact", key="format")

    assert texts(atlas.layers()["L3"]) == ["Parquet"]


def test_whose_value_holds_owns_the_fact_also_after_a_restore(memory: Remembrancer, atlas: Agent) -> None:
    bo = memory.agent("bo")
    first = atlas.record("CSV", kind="fact", key="format", scope="fleet")
    atlas.forget(first.id, because="free for others")
    second = bo.record("JSON", kind="fact", key="format", scope="fleet")
    with pytest.raises(FactHasOwner, match="'bo'"):
        atlas.restore(first.id)
    bo.forget(second.id, because="wrong")
    bo.restore(first.id)

    with pytest.raises(FactHasOwner, match="'atlas'"):
        bo.record("XML", kind="fact", key="format", scope="fleet")
    atlas.record("Parquet", kind="fact", key="format", scope="fleet")
    assert texts(bo.layers()["L3"]) == ["Parquet"]


def test_a_value_for_all_is_not_replaced_by_one_that_others_cannot_read(memory: Remembrancer, atlas: Agent) -> None:
    known = atlas.record("CSV", kind="fact", key="format", scope="fleet")

    with pytest.raises(Refused, match="has its value in fleet"):
        atlas.record("a secret", kind="fact", key="format")
    assert memory.agent("bo").show(known.id).status == "live"


def test_values_of_one_batch_replace_each_other_and_what_was_there(atlas: Agent) -> None:
    atlas.record("CSV", kind="fact", key="format")
    atlas.record_many([{"text": text, "kind": "fact", "key": "format"} for text in ("JSON", "Parquet")])

    assert texts(atlas.layers()["L3"]) == ["Parquet"]


# L4: what lasts


@pytest.mark.parametrize("kind", ["lesson", "preference", "practice", "pattern", "key-decision", "summary"])
def test_knowledge_stays_until_it_is_forgotten(atlas: Agent, clock: SettableClock, kind: str) -> None:
    known = atlas.record("measure twice", kind=kind, trigger="cut too short", summary="measure twice").id
    clock.forward(days=2000)

    assert texts(atlas.layers()["L4"]) == ["measure twice"]
    atlas.forget(known, because="asked")
    assert texts(atlas.layers()["L4"]) == []
    assert atlas.show(known).text == "measure twice"


def test_a_note_that_was_confirmed_three_times_is_promoted_and_lasts(atlas: Agent) -> None:
    known = atlas.record("the tests are slow on Mondays").id
    for _ in range(3):
        atlas.confirm(known)

    assert atlas.promote(known, "L4", because="seen three times").layer == "L4"


def test_lessons_that_are_merged_need_a_summary_as_any_lesson(atlas: Agent) -> None:
    ids = [atlas.record(f"lesson {n}", kind="lesson", trigger=f"t{n}", summary="s").id for n in range(2)]

    with pytest.raises(Refused, match="one-line summary"):
        atlas.merge(ids, "both", because="the same")
    merged = atlas.merge(ids, "both", because="the same", summary="both")
    assert (merged.kind, merged.trigger) == ("lesson", "t0\nt1")


# L6: what retired can come back


@pytest.mark.parametrize(("kind", "layer"), [("note", "L2"), ("fact", "L3"), ("pattern", "L4")])
def test_what_retired_is_restored_to_where_it_lived(atlas: Agent, kind: str, layer: str) -> None:
    known = atlas.record("for later", kind=kind).id
    atlas.archive(known, because="unused")
    assert texts(atlas.layers()["L6"]) == ["for later"]

    atlas.restore(known)

    assert texts(atlas.layers()["L6"]) == []
    assert texts(atlas.layers()[layer]) == ["for later"]


def test_what_fell_out_of_a_bound_comes_back_and_another_goes(atlas: Agent) -> None:
    ids = [atlas.record(f"number {n}", kind="decision").id for n in range(11)]
    assert atlas.show(ids[0]).layer == "L6"

    atlas.restore(ids[0])

    assert (atlas.show(ids[0]).layer, atlas.show(ids[1]).layer) == ("L2", "L6")
    assert len(atlas.layers()["L2"]) == 10
