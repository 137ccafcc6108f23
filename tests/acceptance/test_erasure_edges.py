"""Erasure at the edges: dreams that go on, identities, locked keys, erasures of an older version."""

from pathlib import Path

import msgspec
import pytest

from dream_lives import seen_often
from remembrancer import Agent, KeysLocked, Remembrancer
from remembrancer.application.memory import ERASED
from remembrancer.application.purging import finish_erasures
from remembrancer.domain.content import Reason
from remembrancer.domain.events import SubjectErased
from remembrancer.infrastructure.log import NewEvent
from remembrancer.infrastructure.sealing import seal
from settable_clock import SettableClock

OLD = "privacy.subject_erased/1"
IDENTITY = {"version": 1, "mission": "help", "rules": ["be short", "be kind to Wilhelmina"]}


@pytest.mark.parametrize(("seen", "left"), [(4, ["Best practice: 150-word abstracts (3x verified)."]), (3, [])])
def test_the_next_dream_makes_a_practice_of_what_is_left_if_that_is_enough(
    atlas: Agent, memory: Remembrancer, clock: SettableClock, seen: int, left: list[str]
) -> None:
    ids = seen_often(atlas, clock, "Use 150-word abstracts", seen, category="abstracts")
    atlas.dream()
    (practice,) = atlas.layers()["L4"]
    report = memory.erase(ids[0], because="a letter of May")
    assert {one.id: one.derived for one in report.memories} == {ids[0]: False, practice.id: True}
    assert set(report.restored) == set(ids[1:])
    clock.forward(hours=12)
    atlas.dream()
    assert [one.text for one in atlas.layers()["L4"]] == left


def test_lines_of_an_identity_that_share_a_box_go_together_and_can_be_written_anew(
    atlas: Agent, memory: Remembrancer
) -> None:
    ann = memory.agent("atlas", by="user:ann")
    ann.establish_identity(IDENTITY, because="a start")
    lines = list(atlas.layers()["L5"])
    report = memory.erase(lines[-1].id, because="a letter of May", by="user:ann")
    assert {one.id for one in report.memories} == {line.id for line in lines}
    assert (atlas.identity().mission, atlas.identity().rules) == (ERASED, (ERASED, ERASED))
    ann.establish_identity({**IDENTITY, "version": 2, "rules": ["be short"]}, because="again")
    assert (atlas.identity().mission, atlas.identity().rules) == ("help", ("be short",))
    assert memory.check() == []


def test_without_the_master_key_nothing_is_erased(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REMEMBRANCER_MASTER_KEY", "00" * 32)
    with Remembrancer.open(tmp_path / "memory") as memory:
        note = memory.agent("atlas").record("likes vermilion", subjects=["user:42"])
    monkeypatch.delenv("REMEMBRANCER_MASTER_KEY")
    with Remembrancer.open(tmp_path / "memory") as memory:
        head = memory.position
        for what in ("user:42", note.id):
            with pytest.raises(KeysLocked):
                memory.erase(what, because="a letter", by="user:ann")
        assert memory.position == head
        assert memory.subjects() == []


def test_an_erasure_of_the_first_schema_is_read_finished_and_told_as_ever(memory: Remembrancer, atlas: Agent) -> None:
    note = atlas.record("likes vermilion")
    store = memory.store
    ((slot, secret),) = store.keys.take_slots(1)
    box = seal(Reason(because="request 17"), store=store.id, event_type=OLD, slot=slot, slot_secret=secret, subjects=[])
    event = SubjectErased(
        actor="user:sub_0", cause="cmd_0", box=box, erased=(note.id,), derived=(), subject=None, retention=None
    )
    fields = {name: value for name, value in msgspec.to_builtins(event).items() if name not in {"derived", "retention"}}
    body = msgspec.json.encode(fields, order="sorted")
    store.log.append([NewEvent(type=OLD, tags=event.tags, body=body, event=event)])

    assert finish_erasures(store) == 1
    assert atlas.show(note.id).text == ERASED
    (told,) = memory.log(types=["privacy"])
    assert (told.type, told.because, told.memories) == (event.TYPE, "request 17", (note.id,))
    assert memory.check() == []
    memory.rebuild()
    assert atlas.show(note.id).status == "erased"


def test_exports_with_open_words_that_may_hold_some_of_it_are_listed(
    memory: Remembrancer, atlas: Agent, tmp_path: Path
) -> None:
    memory.export(tmp_path / "before")
    atlas.record("likes vermilion", subjects=["user:42"])
    memory.agent("boreas").record("the sky is blue")
    memory.export(tmp_path / "sealed", sealed=True)
    memory.export(tmp_path / "boreas", agent="boreas")
    memory.export(tmp_path / "all", formats=["jsonl", "csv"])
    memory.export_subject("user:42", tmp_path / "person")
    report = memory.erase("user:42", dry_run=True)
    assert [one.formats for one in report.exports] == [("jsonl", "csv"), ("markdown",)]
