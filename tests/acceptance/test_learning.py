"""Learning which words keep company: places that words leave empty are filled by what is learned of them."""

import os
from pathlib import Path

import pytest

from command_line import Run
from companies import TOPICS, texts
from remembrancer import Agent, Remembrancer, StoreReadOnly
from remembrancer.application.recall import sealed_file
from remembrancer.application.recall.company import FILE
from remembrancer.domain.content import Reason
from remembrancer.domain.events import Draft, ModelFitted, SubjectErased
from settable_clock import SettableClock

FIRST, SECOND, THIRD, FOURTH = TOPICS[0]


def live(agent: Agent) -> list[str]:
    return [memory.id for memory in agent.record_many({"text": f"{text} {n}"} for n, text in enumerate(texts()))]


def learnings(memory: Remembrancer) -> list[ModelFitted]:
    events = [memory.store.codec.decode(stored).event for stored in memory.store.log.read()]
    return [event for event in events if isinstance(event, ModelFitted)]


def record_erasure(memory: Remembrancer, *erased: str) -> None:
    """Append what an erasure records before it destroys keys."""
    event = SubjectErased(
        actor="user:officer",
        cause="cmd_1",
        box=None,
        erased=tuple(sorted(erased)),
        derived=(),
        subject=None,
        retention=None,
    )
    (sealed,) = memory.store.seal([Draft(event=event, content=Reason(because="request 17"))])
    memory.store.log.append([memory.store.codec.encode(sealed)])


def path_of(memory: Remembrancer) -> Path:
    return memory.store.path / "index" / FILE


def slot_of(memory: Remembrancer) -> str:
    label = sealed_file.label_of(path_of(memory))
    assert label is not None
    return label.slot


def ask(agent: Agent, query: str, k: int = 10) -> dict[str, str]:
    """Return how each memory was found, the best first."""
    return {hit.memory.text: hit.found for hit in agent.recall(query, k=k, note=False)}


def test_what_shares_no_word_with_the_question_or_its_hits_is_filled_by_the_company_it_keeps(
    memory: Remembrancer, atlas: Agent
) -> None:
    live(atlas)
    atlas.record(f"wexlum {FIRST}")
    atlas.record(SECOND)
    assert SECOND not in ask(atlas, "wexlum", 40)

    assert memory.learn().learned
    found = ask(atlas, "wexlum", 40)

    assert found[SECOND] == "filled"
    assert list(found.values()) == ["direct"] + ["filled"] * (len(found) - 1)
    scores = [hit.score for hit in atlas.recall("wexlum", k=40, note=False)]
    assert scores == sorted(scores, reverse=True)
    assert not any(word in text for topic in TOPICS[1:] for word in topic for text in found)


def test_what_matches_well_is_never_displaced_by_what_is_suggested(memory: Remembrancer, atlas: Agent) -> None:
    live(atlas)
    memory.learn()
    found = ask(atlas, f"{FIRST} {THIRD}", 5)

    assert list(found.values()) == ["direct"] * 5


def test_what_hardly_matches_leaves_its_place_to_what_is_suggested(memory: Remembrancer, atlas: Agent) -> None:
    question = "zamfir quilto brenda wexlum tarkov sindle pomfret ludwig hoxton"
    atlas.record(f"{question} {FIRST} {THIRD}".replace("hoxton", ""))
    for name in ("one", "two", "three", "four"):
        atlas.record(f"hoxton {name}")
    weak = list(ask(atlas, question, 3))[1:]
    assert [text.split()[0] for text in weak] == ["hoxton", "hoxton"]

    atlas.record(f"{FIRST} {THIRD}")
    found = ask(atlas, question, 3)
    assert list(found.values()) == ["direct", "direct", "filled"]
    assert list(found)[2] == f"{FIRST} {THIRD}"


def test_one_event_tells_of_a_learning_in_numbers_alone(memory: Remembrancer, atlas: Agent) -> None:
    count = len(live(atlas))
    upto = memory.position
    report = memory.learn(by="user:ann")
    (event,) = learnings(memory)

    assert memory.position == upto + 1
    assert (event.documents, event.terms, event.upto) == (count, report.terms, upto)
    assert event.model == report.model
    assert event.actor.startswith("user:")
    assert "ann" not in event.actor
    assert FIRST.encode() not in memory.store.codec.encode(event).body
    assert FIRST.encode() not in path_of(memory).read_bytes()
    assert memory.check() == []


def test_learning_again_adds_nothing_until_something_is_recorded(memory: Remembrancer, atlas: Agent) -> None:
    live(atlas)
    first = memory.learn()
    written = path_of(memory).read_bytes()
    atlas.recall(FIRST)
    memory.store.notes.flush()
    again = memory.learn()

    assert not again.learned
    assert (again.model, again.upto) == (first.model, first.upto)
    assert path_of(memory).read_bytes() == written
    assert len(learnings(memory)) == 1
    atlas.record(f"{FIRST} {FOURTH} again")
    assert memory.learn().learned
    assert len(learnings(memory)) == 2


def test_a_model_that_was_deleted_is_learned_again_without_an_event(memory: Remembrancer, atlas: Agent) -> None:
    live(atlas)
    first = memory.learn()
    path_of(memory).unlink()
    again = memory.learn()

    assert path_of(memory).is_file()
    assert (again.learned, again.model) == (False, first.model)
    assert len(learnings(memory)) == 1


def test_too_little_teaches_nothing_and_leaves_no_trace(memory: Remembrancer, atlas: Agent) -> None:
    atlas.record(f"{FIRST} {THIRD}")
    position = memory.position
    report = memory.learn()

    assert (report.learned, report.model, report.documents) == (False, None, 0)
    assert memory.position == position
    assert not path_of(memory).exists()


def test_what_is_recorded_after_a_learning_is_suggested_as_well(memory: Remembrancer, atlas: Agent) -> None:
    live(atlas)
    atlas.record(f"wexlum {FIRST}")
    memory.learn()
    assert SECOND not in ask(atlas, "wexlum", 40)
    atlas.record(SECOND)

    assert ask(atlas, "wexlum", 40)[SECOND] == "filled"


def test_what_was_forgotten_is_suggested_only_where_the_past_is_asked(memory: Remembrancer, atlas: Agent) -> None:
    live(atlas)
    atlas.record(f"wexlum {FIRST}")
    before = memory.position
    gone = atlas.record(SECOND)
    then = memory.position
    atlas.forget(gone.id, because="it is over")
    memory.learn()

    def found(at: int) -> list[str]:
        return [hit.memory.text for hit in atlas.as_of(at).recall("wexlum", k=40, note=False)]

    assert SECOND not in ask(atlas, "wexlum", 40)
    assert SECOND in found(then)
    assert SECOND not in found(before)


def test_the_company_that_words_keep_with_one_agent_suggests_nothing_to_another(memory: Remembrancer) -> None:
    atlas, iris = memory.agent("atlas"), memory.agent("iris")
    live(atlas)
    iris.record(f"wexlum {FIRST}")
    iris.record(SECOND)
    report = memory.learn()

    assert report.scopes == 1
    assert list(ask(iris, "wexlum")) == [f"wexlum {FIRST}"]


def test_another_process_learns_and_this_one_suggests_by_it(
    memory: Remembrancer, atlas: Agent, tmp_path: Path, clock: SettableClock
) -> None:
    live(atlas)
    atlas.record(f"wexlum {FIRST}")
    atlas.record(SECOND)
    assert SECOND not in ask(atlas, "wexlum", 40)
    with Remembrancer.open(tmp_path / "memory", clock=clock) as other:
        other.learn()
    assert SECOND in ask(atlas, "wexlum", 40)

    with Remembrancer.open(tmp_path / "memory", clock=clock, read_only=True) as reader:
        assert SECOND in ask(reader.agent("atlas"), "wexlum", 40)
        with pytest.raises(StoreReadOnly, match="opened read-only"):
            reader.learn()


def test_an_erasure_destroys_what_was_learned(memory: Remembrancer, atlas: Agent) -> None:
    ids = live(atlas)
    atlas.record(f"wexlum {FIRST}")
    memory.learn()
    slot = slot_of(memory)
    assert memory.store.keys.slot_secret(slot) is not None
    record_erasure(memory, ids[0])
    found = ask(atlas, "wexlum")

    assert memory.store.keys.slot_secret(slot) is None
    assert not path_of(memory).exists()
    assert f"wexlum {FIRST}" in found
    assert memory.learn().documents == len(ids)
    assert len(learnings(memory)) == 2


def test_an_erasure_that_nobody_followed_destroys_what_was_learned_at_the_next_question(
    memory: Remembrancer, atlas: Agent, tmp_path: Path, clock: SettableClock
) -> None:
    ids = live(atlas)
    memory.learn()
    slot = slot_of(memory)
    record_erasure(memory, ids[0])
    memory.close()
    with Remembrancer.open(tmp_path / "memory", clock=clock, read_only=True) as reader:
        ask(reader.agent("atlas"), FIRST, 40)
        assert not reader.store.searcher.company.models()
        assert path_of(reader).exists()

    with Remembrancer.open(tmp_path / "memory", clock=clock) as again:
        ask(again.agent("atlas"), "wexlum")
        assert again.store.keys.slot_secret(slot) is None
        assert not path_of(again).exists()


def test_an_erasure_of_what_came_later_leaves_what_was_learned(memory: Remembrancer, atlas: Agent) -> None:
    live(atlas)
    memory.learn()
    slot = slot_of(memory)
    late = atlas.record("wexlum")
    record_erasure(memory, late.id)
    ask(atlas, FIRST)

    assert memory.store.keys.slot_secret(slot) is not None


def test_a_newer_model_takes_the_place_of_the_one_before_and_its_key_is_destroyed(
    memory: Remembrancer, atlas: Agent
) -> None:
    live(atlas)
    memory.learn()
    before = slot_of(memory)
    atlas.record(f"{FIRST} {FOURTH} again")
    memory.learn()

    assert slot_of(memory) != before
    assert memory.store.keys.slot_secret(before) is None


def test_a_model_that_cannot_be_read_is_none(memory: Remembrancer, atlas: Agent) -> None:
    live(atlas)
    atlas.record(f"wexlum {FIRST}")
    atlas.record(SECOND)
    memory.learn()
    assert SECOND in ask(atlas, "wexlum", 40)
    whole = path_of(memory).read_bytes()
    path_of(memory).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    os.utime(path_of(memory), (1, 1))

    assert SECOND not in ask(atlas, "wexlum", 40)
    assert not memory.learn().learned
    assert SECOND in ask(atlas, "wexlum", 40)


def test_the_command_line_learns_and_says_what(run: Run, store: Path) -> None:
    too_little = run("index", "learn")
    assert (too_little.code, too_little.err) == (0, "")
    assert too_little.out.startswith("nothing learned: ")
    with Remembrancer.open(store) as memory:
        live(memory.agent("default"))

    learned, again = run("index", "learn"), run("index", "learn")
    assert learned.out.startswith("learned: 60 revisions in 1 scope, ")
    assert again.out.startswith("nothing new; known already: 60 revisions")
    assert '"learned":false' in run("index", "learn", "--json").out.replace(" ", "")
    assert "the company that words keep learned from 60 revisions up to 63: " in run("log").out
    refused = run("index", "learn", "--read-only")
    assert (refused.code, refused.out) == (2, "")
