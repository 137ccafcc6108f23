"""What belongs to one agent is nobody else's, whatever is asked and however alike the names are."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from remembrancer import Agent, NotReadable, Refused, Remembrancer, UnknownMemory

NAMES = ("malice", "alic", "alice2", "Alice", "user_1", "userX1", "user1", "user10", "al.ice")
"""Names that patterns, prefixes and suffixes confuse with `alice`, or with each other."""

ASKING: dict[str, Callable[[Agent, str], object]] = {
    "show": lambda agent, mem: agent.show(mem),
    "history": lambda agent, mem: agent.history(mem),
    "why": lambda agent, mem: agent.why(mem),
    "as of": lambda agent, mem: agent.as_of(datetime(2100, 1, 1, tzinfo=UTC)).show(mem),
    "valid at": lambda agent, mem: agent.valid_at(datetime(2100, 1, 1, tzinfo=UTC)).show(mem),
    "revise": lambda agent, mem: agent.revise(mem, "mine now", because="why not"),
    "promote": lambda agent, mem: agent.promote(mem, "L4", because="why not"),
    "decay": lambda agent, mem: agent.decay(mem, 0.1),
    "forget": lambda agent, mem: agent.forget(mem, because="why not"),
    "archive": lambda agent, mem: agent.archive(mem, because="why not"),
    "restore": lambda agent, mem: agent.restore(mem),
    "contradict": lambda agent, mem: agent.contradict(mem, because="why not"),
    "quarantine": lambda agent, mem: agent.quarantine(mem, because="why not"),
    "release": lambda agent, mem: agent.release(mem, because="why not"),
    "review": lambda agent, mem: agent.review(mem, "passed", because="why not"),
    "confirm": lambda agent, mem: agent.confirm(mem),
    "merge": lambda agent, mem: agent.merge([mem, agent.layers()["L2"][0].id], "both", because="why not"),
    "evidence": lambda agent, mem: agent.record("so it is", evidence=[mem]),
    "contradict by": lambda agent, mem: agent.contradict(agent.layers()["L2"][0].id, by=mem, because="why not"),
}


@pytest.fixture
def memory(tmp_path: Path) -> Remembrancer:
    return Remembrancer.open(tmp_path / "memory")


@pytest.mark.parametrize("by", [None, "user:ann"])
@pytest.mark.parametrize("asked", ASKING)
def test_a_memory_of_another_agent_is_as_unknown_as_one_that_never_was(
    memory: Remembrancer, asked: str, by: str | None
) -> None:
    secret = memory.agent("alice").record("the word is heliotrope")
    position = memory.position
    for name in NAMES:
        other = memory.agent(name, by=by)
        other.record("a note of my own")
        for mem in (secret.id, secret.id[:9]):
            with pytest.raises(UnknownMemory) as refusal:
                ASKING[asked](other, mem)
            assert str(refusal.value).startswith(f"unknown memory {mem!r}")
    assert memory.position == position + len(NAMES)
    memory.close()


def test_layers_and_differences_show_an_agent_its_own_and_what_is_shared(memory: Remembrancer) -> None:
    for name in ("alice", *NAMES):
        memory.agent(name).record(f"a note of {name}")
    memory.agent("alice").record("for everybody", scope="fleet")
    for name in ("alice", *NAMES):
        readable = {f"a note of {name}", "for everybody"}
        assert {belief.text for belief in memory.agent(name).layers()["L2"]} == readable
        assert {change.after.text for change in memory.diff(name, 0).began if change.after} == readable
    memory.close()


def test_a_shared_memory_does_not_open_the_private_ones_that_it_rests_on(memory: Remembrancer) -> None:
    alice, bob = memory.agent("alice"), memory.agent("bob")
    private = alice.record("the word is heliotrope")
    shared = alice.record("there is a word", scope="fleet", evidence=[private.id])
    mine = bob.record("bob knows of it", evidence=[shared.id])
    assert [ancestor.memory.id for ancestor in alice.why(shared.id).came_from] == [private.id]
    assert bob.why(shared.id).came_from == ()
    assert [ancestor.memory.id for ancestor in bob.why(mine.id).came_from] == [shared.id]
    assert "heliotrope" not in str([bob.why(mine.id).to_json(), [entry.to_json() for entry in bob.history(shared.id)]])
    assert alice.why(shared.id).fed == ()
    memory.close()


def test_a_shared_value_is_not_replaced_by_a_private_one_that_its_readers_could_then_see(memory: Remembrancer) -> None:
    alice, bob = memory.agent("alice"), memory.agent("bob")
    shared = alice.record("tea at four", key="tea", scope="fleet")
    with pytest.raises(Refused, match="has its value in fleet"):
        alice.record("tea at five", key="tea")
    assert bob.show(shared.id).status == "live"
    memory.close()


@pytest.mark.parametrize("scope", ["agent:alice", "team:red"])
def test_a_scope_that_an_agent_cannot_read_cannot_be_written_by_it(memory: Remembrancer, scope: str) -> None:
    with pytest.raises(NotReadable):
        memory.agent("bob").record("planted", scope=scope)
    assert memory.agents() == []
    memory.close()


def test_an_abbreviated_id_never_meets_the_memories_of_others(memory: Remembrancer) -> None:
    alice, bob = memory.agent("alice"), memory.agent("bob")
    hers = alice.record_many({"text": f"hers {n}"} for n in range(2_500))
    his = bob.record_many({"text": f"his {n}"} for n in range(2_500))
    alone: dict[str, list[str]] = {}
    for belief in his:
        alone.setdefault(belief.id[:8], []).append(belief.id)
    shared = {belief.id[:8] for belief in hers} & {prefix for prefix, ids in alone.items() if len(ids) == 1}
    for prefix in shared:
        assert bob.show(prefix).id == alone[prefix][0]
    for prefix in {belief.id[:8] for belief in hers} - alone.keys():
        with pytest.raises(UnknownMemory):
            bob.show(prefix)
        break
    memory.close()
