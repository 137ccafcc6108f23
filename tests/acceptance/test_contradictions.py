"""Contradictions and reviews as they stand in a store: across layers, scopes and agents, and at any moment."""

from pathlib import Path

from command_line import Run
from remembrancer import Remembrancer
from remembrancer.application.agent import Agent
from remembrancer.projections.beliefs import BELIEFS


def test_two_places_that_answer_differently_are_told_with_both_ids(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas, bo = memory.agent("atlas"), memory.agent("bo")
        old = atlas.record("Deploys happen on Tuesday", kind="practice", scope="fleet")
        at = memory.position
        new = bo.record("Deploys happen on Friday", kind="preference", scope="fleet")
        bo.record("Bo likes green tea", kind="preference")
        (found,) = atlas.contradictions()
        assert (found.older.id, found.newer.id, found.ground) == (old.id, new.id, "words")
        assert "tuesday" in found.because.lower()
        assert "friday" in found.because.lower()
        assert atlas.as_of(at).contradictions() == []
        atlas.contradict(old.id, by=new.id, because="we moved")
        assert atlas.contradictions() == []
        assert memory.contradictions() == []


def test_an_identity_line_against_a_lesson_is_told_across_layers(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        document = {"version": 1, "mission": "Publish posts", "rules": ["A person checks every post"]}
        memory.agent("atlas", by="user:ann").establish_identity(document, because="so")
        atlas = memory.agent("atlas")
        atlas.record("A machine checks every post", kind="practice")
        (found,) = atlas.contradictions()
        assert {found.older.layer, found.newer.layer} == {"L5", "L4"}


def test_an_agent_is_told_only_of_what_it_may_read_and_the_whole_store_of_all(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas, bo = memory.agent("atlas"), memory.agent("bo")
        atlas.record("Deploys happen on Tuesday", kind="practice")
        bo.record("Deploys happen on Friday", kind="practice")
        assert atlas.contradictions() == [] == bo.contradictions()
        assert len(memory.contradictions()) == 1


def test_a_key_names_one_fact_however_it_is_written(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        atlas.record("12 EUR", kind="fact", key="unit price")
        atlas.record("13 EUR", kind="fact", key="Unit_Price")
        (found,) = atlas.contradictions()
        assert found.because == "key 'Unit_Price': '12' there, '13' here"


def test_the_command_line_lists_contradictions(run: Run, store: Path) -> None:
    del store
    assert "nothing is answered differently" in run("contradictions").out
    run("record", "Deploys happen on Tuesday", "--kind", "practice")
    run("record", "Deploys happen on Friday", "--kind", "practice", "--importance", "8")
    answer = run("contradictions")
    assert "1 contradiction" in answer.out
    assert "Deploys happen on Tuesday" in answer.out
    (told,) = run("contradictions", "--json").json["contradictions"]
    assert told["older"]["text"] == "Deploys happen on Tuesday"
    assert told["newer"]["factors"][2]["result"] == "fail"


def test_a_review_is_repeated_and_stands_on_the_entry(run: Run, store: Path) -> None:
    del store
    made = run("record", "Deploys happen on Friday", "--kind", "practice", "--importance", "8").id
    assert "consistency  pass" in run("show", made).out
    run("record", "Deploys happen on Tuesday", "--kind", "practice")
    assert run("review", made, "--because", "an audit").out.strip().endswith("review doubtful")
    shown = run("show", made).out
    assert "consistency  fail" in shown
    assert "reviewed as doubtful" in run("history", made).out


def consistency(agent: Agent, day: str) -> tuple[str, str]:
    """Record what is reviewed, and return what the review says of its consistency; then forget it."""
    made = agent.record(f"Deploys happen on {day}", kind="practice", importance=8)
    agent.forget(made.id, because="it was a question")
    return made.factors[2].result, made.factors[2].reason


def test_a_review_that_follows_another_sees_what_became_of_what_that_one_read(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory, Remembrancer.open(tmp_path / "memory") as elsewhere:
        atlas = memory.agent("atlas")
        old = atlas.record("Deploys happen on Tuesday", kind="practice")
        assert consistency(atlas, "Friday") == ("fail", f"contradicted by {old.id}")
        assert consistency(atlas, "Tuesday")[0] == "pass"
        elsewhere.agent("atlas").revise(old.id, "Deploys happen on Friday", because="we moved")
        assert consistency(atlas, "Friday")[0] == "pass"
        assert consistency(atlas, "Monday") == ("fail", f"contradicted by {old.id}")
        box = elsewhere.store.event(elsewhere.agent("atlas").history(old.id)[-1].position).event.box
        assert box is not None
        assert elsewhere.store.keys.destroy_slot(box.slot)
        assert consistency(atlas, "Monday") == ("warn", "1 memory could not be read to compare it with")
        elsewhere.erase(old.id, because="it was wrong")
        assert consistency(atlas, "Monday")[0] == "pass"


def test_what_is_compared_is_what_stands_newest(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        atlas = memory.agent("atlas")
        for number in range(6):
            atlas.record(f"Remark {number}", kind="practice", scope="fleet" if number % 2 else "agent:atlas")
        atlas.forget(atlas.layers()["L4"][0].id, because="too much")
        views, where = memory.store.views, {"scope": ["agent:atlas", "fleet"], "layer": ["L4"], "status": ["live"]}
        for count in (1, 3, 10):
            whole = views.stab(BELIEFS, where, newest=count)
            told = views.newest(BELIEFS, ("memory", "recorded_position"), where, count)
            assert told == [(row.memory, row.recorded_position) for row in whole]
