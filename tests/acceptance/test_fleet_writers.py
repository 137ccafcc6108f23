"""Who may write to what agents share is policy: the others read it, and nothing they do changes it."""

from collections.abc import Callable

import pytest

from remembrancer import Agent, InvalidFile, NotReadable, Refused, Remembrancer

CHANGES: dict[str, Callable[[Agent, str], object]] = {
    "record": lambda agent, _: agent.record("planted", scope="fleet"),
    "revise": lambda agent, mem: agent.revise(mem, "mine", because="x"),
    "forget": lambda agent, mem: agent.forget(mem, because="x"),
    "confirm": lambda agent, mem: agent.confirm(mem, because="x"),
    "contradict": lambda agent, mem: agent.contradict(mem, because="x"),
    "archive": lambda agent, mem: agent.archive(mem, because="x"),
    "quarantine": lambda agent, mem: agent.quarantine(mem, because="x"),
    "decay": lambda agent, mem: agent.decay(mem, 0.1),
    "review": lambda agent, mem: agent.review(mem, "failed", because="x"),
}


@pytest.fixture
def ruled(memory: Remembrancer) -> Remembrancer:
    teams = {"red": ["atlas", "bolt"]}
    writers = {"fleet": ["atlas"], "team:red": ["bolt"]}
    memory.adopt_policy({"version": 2, "teams": teams, "writers": writers}, by="user:ann")
    memory.agent("bolt").record("bolt is here")
    return memory


@pytest.mark.parametrize("verb", CHANGES)
def test_who_may_only_read_changes_nothing(ruled: Remembrancer, verb: str) -> None:
    shared = ruled.agent("atlas").record("the ferry sails at nine", scope="fleet", kind="preference")
    bolt = ruled.agent("bolt")
    assert bolt.show(shared.id).text == "the ferry sails at nine"
    position = ruled.position
    with pytest.raises(NotReadable, match="may read 'fleet' and not write to it; the policy lets atlas"):
        CHANGES[verb](bolt, shared.id)
    assert ruled.position == position
    CHANGES[verb](ruled.agent("bolt", by="user:ann"), shared.id)


def test_writers_of_a_team_write_and_its_other_members_read(ruled: Remembrancer) -> None:
    told = ruled.agent("bolt").record("red planted a birch", scope="team:red")
    atlas = ruled.agent("atlas")
    assert atlas.recall("birch")[0].memory.id == told.id
    with pytest.raises(NotReadable):
        atlas.record("atlas says hello", scope="team:red")
    assert atlas.record("my own").scope == "agent:atlas"


def test_a_fact_that_is_given_to_whoever_only_reads_its_scope_becomes_their_own(ruled: Remembrancer) -> None:
    ruled.agent("atlas").record("nine", kind="fact", key="ferry", scope="fleet")
    ruled.agent("atlas").transfer_fact("ferry", to="bolt", because="bolt sails")
    with pytest.raises(Refused, match="in agent:bolt, not in fleet"):
        ruled.agent("bolt").record("ten", kind="fact", key="ferry", scope="fleet")
    assert ruled.agent("bolt").record("ten", kind="fact", key="ferry").scope == "agent:bolt"


def test_a_dream_changes_nothing_where_its_agent_may_only_read(ruled: Remembrancer) -> None:
    for _ in range(4):
        ruled.agent("atlas").record("the ferry sails at nine", scope="fleet", kind="preference", category="ferries")
    report = ruled.agent("bolt").dream()
    assert all(event.scope != "fleet" for event in report.events)
    assert ruled.agent("atlas").dream().events


@pytest.mark.parametrize("writers", [{"agent:atlas": ["bolt"]}, {"team:blue": ["atlas"]}, {"fleet": ["no name!"]}])
def test_impossible_writers_are_refused(memory: Remembrancer, writers: dict[str, list[str]]) -> None:
    with pytest.raises(InvalidFile, match="writers are wrong"):
        memory.adopt_policy({"version": 2, "writers": writers}, by="user:ann")
