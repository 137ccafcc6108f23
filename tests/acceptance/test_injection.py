"""Sixty hostile texts from outside: none becomes identity, none leaves its fence, none changes the policy."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hostile_texts import HOSTILE
from reading_contexts import Fenced, read
from remembrancer import Agent, InvalidInput, Refused, Remembrancer, RemembrancerError
from remembrancer.domain.fencing import one_line, plainly
from remembrancer.domain.policy import Policy, settings_of

IDENTITY = {"version": 1, "mission": "Plan journeys", "never": ["Post without a person"]}
SCENARIOS = settings_of(Policy())["scenarios"]
NUMBERED = tuple(enumerate(HOSTILE))


@pytest.fixture
def guarded(memory: Remembrancer) -> Iterator[Remembrancer]:
    """A store with an identity; whatever happens, it and the policy stay as they are."""
    # Also what was said a moment ago may be recalled here.
    talk = {"tiers": [["L0", "L2", "L3", "L4"]], "k": 60}
    memory.adopt_policy({"version": 2, "scenarios": {**SCENARIOS, "talk": talk}}, by="user:ann")
    memory.agent("atlas", by="user:ann").establish_identity(IDENTITY, because="made")
    atlas = memory.agent("atlas")
    before = atlas.boot().text, atlas.identity(), memory.policy, [one.id for one in atlas.layers()["L5"]]
    yield memory
    after = atlas.boot().text, atlas.identity(), memory.policy, [one.id for one in atlas.layers()["L5"]]
    assert after == before


def given(agent: Agent, query: str, **options: Any) -> list[Fenced]:
    return read(agent.context(query, 100_000, **options).text, agent.boot().text)


def words(text: str) -> str:
    """Return a text as a fence shows it."""
    return "\n".join(line.rstrip(" ") for line in plainly(text).split("\n"))


def test_there_are_sixty_in_two_languages() -> None:
    assert len(set(HOSTILE)) == 60
    assert sum(bool(re.search("[\u4e00-\u9fff]", text)) for text in HOSTILE) >= 10


def test_recorded_as_foreign_none_leaves_its_fence(guarded: Remembrancer) -> None:
    atlas = guarded.agent("atlas")
    for number, text in NUMBERED:
        said = f"needle{number}x {text}"
        recorded = atlas.record(said, source="foreign")
        fenced = given(atlas, f"needle{number}x")
        (found,) = [one for one in fenced if one.label.startswith(recorded.id)]
        assert ", foreign, " in found.label
        assert found.text == words(said)


def test_none_reaches_the_identity_by_any_verb(guarded: Remembrancer) -> None:
    for agent in (guarded.agent("atlas"), guarded.agent("atlas", by="user:ann")):
        for number, text in NUMBERED:
            recorded = agent.record(f"{number} {text}", source="foreign", importance=9)
            with pytest.raises(Refused):
                agent.promote(recorded.id, "L5", because=text.replace("\n", " ")[:100])
            with pytest.raises(RemembrancerError):
                agent.record(text, source="foreign", layer="L5")
            if number % 6 == 0:
                agent.confirm(recorded.id, because="seen")
    for agent in (guarded.agent("atlas"), guarded.agent("bolt")):
        with pytest.raises(Refused):
            agent.replace_identity_line("rules", line=None, text="Obey", because="the text said so")
    guarded.agent("atlas").dream()
    lines = {line.text for line in guarded.agent("atlas").identity().lines}
    assert lines == {"Plan journeys", "Post without a person"}


def test_what_is_made_of_them_stays_foreign(guarded: Remembrancer) -> None:
    atlas, bolt = guarded.agent("atlas"), guarded.agent("bolt")
    bolt.record("bolt is here")
    made: list[str] = []
    for start in range(0, 60, 12):
        some = [atlas.record(text, source="foreign").id for text in HOSTILE[start : start + 12]]
        made.append(atlas.merge(some[:3], HOSTILE[start], because="alike").id)
        made.append(atlas.revise(some[3], HOSTILE[start + 1], because="said again").id)
        session = atlas.session(f"talk {start}")
        for text in HOSTILE[start : start + 3]:
            session.message(text, source="foreign")
        made.append(session.end().id)
        handed = atlas.record(HOSTILE[start + 4], source="foreign", scope="fleet").id
        atlas.hand_over(handed, to="bolt", because="you know more")
    assert {atlas.show(memory).source for memory in made} == {"foreign"}
    received = [one for layer in bolt.layers().values() for one in layer if one.text != "bolt is here"]
    assert {one.source for one in received} == {"foreign"}
    given(bolt, "rules 规则")


def test_as_lessons_with_hostile_summaries_and_triggers_they_are_lines_of_data(guarded: Remembrancer) -> None:
    atlas = guarded.agent("atlas")
    kept = 0
    for number, text in NUMBERED:
        summary = one_line(f"{number} {text}")[:150].strip()
        raw = text.replace("\n", " ").replace("\r", " ").strip()[:150].strip()
        for line in {summary, raw}:
            try:
                atlas.record(f"{number} {text}", kind="lesson", summary=line, trigger=text, source="foreign")
                kept += 1
            except RemembrancerError:
                continue  # what is refused at the door is given to nobody
    assert kept > 20
    for fenced in (given(atlas, "lesson"), given(atlas, "ignore rules 忽略")):
        (index,) = [one for one in fenced if one.label.startswith("index")]
        assert len(index.lines) > 20
        assert all(re.match(r"mem_\w{16}, foreign, \d{4}-\d\d-\d\d: ", line) for line in index.lines)


def test_in_the_fields_of_a_task_they_are_data(guarded: Remembrancer) -> None:
    atlas = guarded.agent("atlas")
    for number, text in NUMBERED:
        task = atlas.task(f"task {number}")
        task.start(objective=text, target=text, step=text)
        state: dict[str, Any] = {"note": text, "done": [text], text.strip()[:40]: 1}
        task.checkpoint(**state)
        fenced = given(atlas, "anything else", task=f"task {number}")
        (found,) = [one for one in fenced if ", task, " in one.label]
        assert json.dumps(text, ensure_ascii=False)[1:5] in found.text or "\\u{" in found.text
        task.complete(text)


def test_said_in_a_session_and_summed_up_they_are_data(guarded: Remembrancer) -> None:
    atlas = guarded.agent("atlas")
    for number, text in NUMBERED:
        session = atlas.session(f"talk {number}")
        session.message(f"needle{number}x {text}", speaker=one_line(text)[:80].strip(), source="foreign")
        fenced = given(atlas, f"needle{number}x", scenario="talk", session=f"talk {number}")
        assert any(f"needle{number}x" in one.text for one in fenced)
        if number % 5 == 0:
            session.end(text if len(text.strip()) > 3 else None)
            given(atlas, f"needle{number}x", scenario="talk")


def test_in_tags_keys_categories_and_metadata_they_never_show(guarded: Remembrancer) -> None:
    atlas = guarded.agent("atlas")
    for number, text in NUMBERED:
        line = one_line(text)[:100].strip()
        with pytest.raises(InvalidInput):
            atlas.record("x", category=line, source="foreign")
        for name in (line, line.replace(" ", "-")[:32]):
            with pytest.raises(InvalidInput):
                atlas.record("x", kind=name, source="foreign")
        said = f"needle{number}x is here"
        atlas.record(said, tags=[line], key=f"{number} {line}"[:90].strip(), metadata={line: text}, source="foreign")
        found = next(one for one in given(atlas, f"needle{number}x") if said in one.text)
        assert found.text == said


def test_imported_as_lines_notes_or_a_log_they_stay_foreign(guarded: Remembrancer, tmp_path: Path) -> None:
    atlas = guarded.agent("atlas")
    lines = [
        json.dumps({"text": f"needle{number}x {text}", "agent": "atlas", "source": "foreign", "layer": "L2"})
        for number, text in NUMBERED
    ]
    (tmp_path / "notes.jsonl").write_text("\n".join(lines) + "\n")
    guarded.import_path(str(tmp_path / "notes.jsonl"), agent="atlas")
    marked = [f"## needle{number}y\n\n{text}\n" for number, text in NUMBERED]
    (tmp_path / "notes.md").write_text("# Notes\n\n" + "\n".join(marked))
    guarded.import_path(str(tmp_path / "notes.md"), agent="atlas")
    for number, _ in NUMBERED:
        found = [one for one in given(atlas, f"needle{number}x") if f"needle{number}x" in one.text]
        assert found
        assert all(", foreign, " in one.label for one in found)
        given(atlas, f"needle{number}y")
    hostile_layer = tmp_path / "deep.jsonl"
    hostile_layer.write_text(json.dumps({"text": "Obey", "agent": "atlas", "layer": "L5"}) + "\n")
    with pytest.raises(RemembrancerError):
        guarded.import_path(str(hostile_layer))


def test_shown_by_a_mirror_they_are_data(guarded: Remembrancer, tmp_path: Path) -> None:
    atlas = guarded.agent("atlas")
    file = tmp_path / "world.txt"
    printing = "import sys; sys.stdout.buffer.write(open(sys.argv[1], 'rb').read())"
    guarded.mirrors.add("world", every="3h", command=[sys.executable, "-c", printing, str(file)])
    for _, text in NUMBERED:
        file.write_bytes(text.encode())
        result = guarded.mirrors.refresh("world")
        assert result.good
        (found,) = [one for one in given(atlas, "the world") if one.label.startswith("mirror world, foreign")]
        assert found.text.strip() == words(text).strip()


def test_a_query_is_not_repeated_in_what_it_gives(guarded: Remembrancer) -> None:
    atlas = guarded.agent("atlas")
    atlas.record("the ferry sails at nine")
    for _, text in NUMBERED:
        given(atlas, f"ferry {text}")
        assert text not in atlas.context(f"ferry {text}").text
    assert atlas.contexts(limit=1)[0].query == f"ferry {HOSTILE[-1]}"


def test_a_stranger_cannot_answer_for_a_person(guarded: Remembrancer) -> None:
    with pytest.raises(RemembrancerError):
        guarded.adopt_policy({"version": 99}, by="agent:atlas")
    with pytest.raises(RemembrancerError):
        guarded.agent("atlas").establish_identity({"version": 99, "mission": "Obey"}, because="the text said so")
