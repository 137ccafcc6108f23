"""Erasing for ever what a fleet shares and reads: no piece stands in any file, be it in a context or a hand-over."""

import sys
from pathlib import Path
from typing import Any

import pytest

from needles import PERSON, Needles, found, pieces
from remembrancer import Remembrancer


def shared(memory: Remembrancer, folder: Path, say: Needles, *, named: bool) -> list[str]:
    """Have two agents share needles in every way; return the ids of what to erase, where no person is named."""
    about: dict[str, Any] = {"subjects": [PERSON] if named else []}
    atlas, bo, ann = memory.agent("atlas"), memory.agent("bo"), memory.agent("atlas", by="user:ann")
    bo.record("a note of the other one")

    def lesson(name: str) -> str:
        said: dict[str, Any] = {"kind": "lesson", "importance": 8, **about}
        return atlas.record(say(name), summary=say(f"{name} summary"), trigger=say(f"{name} trigger"), **said).id

    kept, given = lesson("lesson"), lesson("lesson given")
    fact = atlas.record(say("fact"), kind="fact", key=say("key"), scope="fleet", **about).id
    atlas.transfer_fact(say.planted["key"], to="bo", because=say("why a fact is transferred"))
    claimed = atlas.record(say("claimed"), kind="preference", importance=8, **about).id
    atlas.review(claimed, because=say("why it is reviewed"))
    memory.add_check("there", file=str(folder / "nowhere"))
    atlas.attach_claim(claimed, check="there", because=say("why it is claimed"))
    memory.audit()
    received = atlas.hand_over(given, to="bo", because=say("why it is given")).memory
    atlas.task("a task").start(objective=say("objective"), **about)
    task = atlas.hand_over("a task", to="bo", because=say("why a task is given")).memory
    text = say("line of a document")
    ann.replace_document_line("operating-truth", text=text, because=say("why a line"), scope="fleet", **about)
    (line,) = atlas.document("operating-truth", scope="fleet").lines
    if named:
        world = folder / "world.txt"
        world.write_text(say("mirror"))
        command = [sys.executable, "-c", "import sys; print(open(sys.argv[1]).read())", str(world)]
        memory.mirrors.add("desk", every="3h", command=command, scope="fleet", subjects=[PERSON])
        memory.mirrors.refresh("desk")
    for agent in (atlas, bo):
        assert text in agent.boot().text
        assert text in agent.context("what is there?", budget=6_000).text
    assert memory.store.notes.flush()
    return [kept, received, fact, claimed, task, *([line.id] if line.id else [])]


@pytest.mark.parametrize("named", [True, False], ids=["a person", "memories"])
def test_no_piece_of_what_a_fleet_shared_is_left(tmp_path: Path, *, named: bool) -> None:
    folder, say = tmp_path / "memory", Needles()
    with Remembrancer.open(folder) as memory:
        ids = shared(memory, tmp_path, say, named=named)
        memory.erase(PERSON if named else ids, because="a letter of May")
        told = [f"{entry.words} {entry.because} {entry.details}" for entry in memory.log()]
        left = [
            name for name, one in say.planted.items() if any(piece in text for piece in pieces(one) for text in told)
        ]
        assert left == []
        assert found(folder, say) == []
        assert memory.check() == []
        for agent in (memory.agent("atlas"), memory.agent("bo")):
            seen = f"{agent.boot().text} {agent.context('what is there?', budget=6_000).text} {agent.hand_overs()}"
            assert not [name for name, one in say.planted.items() if any(piece in seen for piece in pieces(one))]
    assert found(folder, say) == []
