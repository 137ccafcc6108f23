"""What is left when keys are gone: everything but the words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remembrancer import Agent, Remembrancer
from remembrancer.application.memory import SEALED
from settable_clock import SettableClock


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Remembrancer]:
    with Remembrancer.open(tmp_path / "memory", clock=SettableClock()) as opened:
        yield opened


def lose_all_keys(memory: Remembrancer) -> None:
    store = memory.store
    boxes = [store.codec.decode(stored).event.box for stored in store.log.read()]
    store.keys.destroy_slots([box.slot for box in boxes if box is not None])


def a_life(agent: Agent, person: Agent) -> dict[str, str]:
    """Let one memory come to each state, and return their ids."""
    made = {
        name: agent.record(f"it was {name}", subjects=["user:42"], trigger="it broke", importance=8).id
        for name in ("live", "forgotten", "archived", "quarantined", "contradicted", "merged", "other", "deep")
    }
    made["fact"] = agent.record("tea", kind="fact", key="drink").id
    made["lesson"] = agent.record("look", kind="lesson", trigger="fell", summary="look").id
    made["second"] = agent.record("leap", kind="lesson", trigger="fell", summary="leap").id
    agent.forget(made["forgotten"], because="x")
    agent.archive(made["archived"], because="x")
    agent.quarantine(made["quarantined"], because="x")
    agent.contradict(made["contradicted"], because="x")
    agent.merge([made["merged"], made["other"]], "both", because="x")
    agent.promote(made["deep"], "L3", because="x")
    person.establish_identity({"version": 1, "mission": "serve", "rules": ["be kind"]}, because="x")
    return made


def test_every_verb_works_on_words_that_nobody_can_read(memory: Remembrancer) -> None:
    agent, person = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    made = a_life(agent, person)
    lose_all_keys(memory)

    assert agent.restore(made["forgotten"]).status == "live"
    assert agent.restore(made["archived"]).layer == "L2"
    assert agent.restore(made["merged"]).status == "live"
    assert agent.release(made["quarantined"], because="x").status == "live"
    assert agent.confirm(made["live"], evidence=[made["other"]]).confirmations == 1
    assert agent.decay(made["live"], 0.5).strength == 0.5
    assert agent.review(made["live"], "doubtful", because="x").review == "doubtful"
    assert agent.promote(made["live"], "L4", because="x").layer == "L4"
    assert agent.promote(made["deep"], "L4", because="x").layer == "L4"
    assert agent.merge([made["forgotten"], made["archived"]], "both", because="x").text == "both"
    assert agent.merge([made["lesson"], made["second"]], "both", because="x").kind == "pattern"
    assert agent.contradict(made["quarantined"], because="x").status == "contradicted"
    assert agent.forget(made["contradicted"], because="x").status == "forgotten"
    assert agent.record("mate", kind="fact", key="drink").text == "mate"
    assert agent.show(made["fact"]).status == "superseded"
    assert agent.revise(made["live"], "new words", because="x").text == "new words"
    assert person.replace_identity_line("rules", text="say why", because="x").rules == (SEALED, "say why")
    assert person.establish_identity({"version": 2, "mission": "serve"}, because="x").mission == "serve"
    assert memory.check() == []


def test_words_whose_keys_are_gone_read_sealed_everywhere_and_the_rest_stays(memory: Remembrancer) -> None:
    agent, person = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    made = a_life(agent, person)
    before = {name: agent.show(known).belief for name, known in made.items()}
    lose_all_keys(memory)

    shown = {name: agent.show(known) for name, known in made.items()}
    assert {name: found.belief for name, found in shown.items()} == before
    assert {found.text for found in shown.values()} == {SEALED}
    assert {(f.summary, f.trigger, f.tags, f.key, f.subjects) for f in shown.values()} == {(None, None, (), None, ())}
    assert [line.text for line in agent.identity().lines] == [SEALED, SEALED]
    assert all(entry.words in (None, SEALED) for entry in memory.log())
    assert agent.why(made["live"]).events[0].words == SEALED


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(gone=st.sets(st.sampled_from(["user:1", "user:2", "user:3"])))
def test_only_words_about_a_person_are_lost_with_that_person(
    tmp_path_factory: pytest.TempPathFactory, gone: set[str]
) -> None:
    with Remembrancer.open(tmp_path_factory.mktemp("people") / "memory") as memory:
        agent = memory.agent("atlas")
        about = [{"user:1"}, {"user:2"}, {"user:1", "user:3"}, set[str]()]
        ids = [agent.record(f"about {people}", subjects=sorted(people)).id for people in about]
        revised = agent.revise(ids[0], "again", because="x").id
        for person in gone:
            assert memory.store.keys.destroy_subject(person)

        for known, people in zip(ids, about, strict=True):
            assert (agent.show(known).text == SEALED) == bool(people & gone)
        assert (agent.history(revised)[1].words == SEALED) == ("user:1" in gone)
        assert len(agent.layers()["L2"]) == len(ids)
