"""The export of a whole log becomes an equal store, once, and only if it is as it was signed."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import independent_ledger as independent
from exports import EDITS, edit, live_a_little
from ledger_forging import edit_first_memory, forging
from lost_words import record_erasure
from remembrancer import (
    InvalidFile,
    InvalidInput,
    Remembrancer,
    StoreBusy,
    StoreError,
    StoreNotEmpty,
    StoreReadOnly,
)
from remembrancer.application.ledger.verifying import verify_at
from remembrancer.domain.events import StoreImported
from round_trips import assert_same_events, assert_same_views
from settable_clock import SettableClock


@pytest.fixture
def there(tmp_path: Path, clock: SettableClock) -> Path:
    """An export of a life with facts, sessions, tasks, intents, people and something erased."""
    with Remembrancer.open(tmp_path / "there", clock=clock) as memory:
        live_a_little(memory)
        atlas = memory.agent("atlas")
        atlas.record("Green tea", key="drink", subjects=["user:42"])
        atlas.record("Black tea", key="drink", subjects=["user:42"])
        task = atlas.task("build")
        task.start(objective="Build it")
        task.checkpoint(step="half of it")
        atlas.session("talk").message("Is it built?")
        atlas.intent({"role": "edit", "risk": "low"}, outcome="success")
        record_erasure(memory, atlas.record("Her telephone rings at midnight", subjects=["user:7"]))
        atlas.recall("tea")
        ann = memory.agent("atlas", by="user:ann")
        ann.establish_identity({"version": 1, "mission": "Serve", "rules": ["Tea is served at noon"]}, because="so")
        ann.replace_document_line("voice", text="Bertha is the editor", because="so", subjects=["user:bertha"])
        atlas.record("Tea is served at night", kind="practice")
        assert [one.outcome for one in memory.audit(due=False).reviewed] == ["doubtful"]
        memory.export(tmp_path / "export")
    return tmp_path / "export"


@pytest.fixture
def new(tmp_path: Path, clock: SettableClock) -> Remembrancer:
    return Remembrancer.open(tmp_path / "new", clock=clock)


def test_an_export_becomes_an_equal_store(there: Path, new: Remembrancer, tmp_path: Path, clock: SettableClock) -> None:
    empty = new.id
    with new:
        report = new.import_path(str(there))
        assert report.recorded == json.loads((there / "manifest.json").read_bytes())["range"]["last"]
        assert report.agents == ("atlas", "bard")
        assert new.id != empty
        assert new.check() == []
        new.export(tmp_path / "here")
        assert_same_events(there, tmp_path / "here")
        with Remembrancer.open(tmp_path / "there", clock=clock, read_only=True) as origin:
            for position in range(1, report.recorded + 1, 5):
                assert_same_views(origin, new, position)
        assert new.verify(replay=True).problems == ()


def test_what_was_imported_is_signed_at_once(there: Path, new: Remembrancer, tmp_path: Path) -> None:
    with new:
        last = new.import_path(str(there)).recorded + 1
    found = verify_at(tmp_path / "new")
    assert (found.ok, found.events, found.signed) == (True, last + 1, last + 1)
    shutil.copytree(tmp_path / "new" / "ledger", tmp_path / "kept")
    with forging(tmp_path / "new") as log:
        edit_first_memory(log)
    shutil.copytree(tmp_path / "kept", tmp_path / "new" / "ledger")
    assert verify_at(tmp_path / "new").first_bad == 3


def test_names_are_found_again_and_life_goes_on(
    there: Path, new: Remembrancer, tmp_path: Path, clock: SettableClock
) -> None:
    with new:
        new.import_path(str(there))
        atlas = new.agent("atlas")
        assert atlas.task("build").resume()["step"] == "half of it"
        assert "Is it built?" in [memory.text for memory in atlas.layers()["L0"]]
        assert atlas.intent({"role": "edit", "risk": "low"}).uses == 2
        black = next(memory for layer in atlas.layers().values() for memory in layer if memory.key == "drink")
        again = atlas.record("White tea", key="drink", subjects=["user:42"])
        assert atlas.show(black.id).successor == again.id
        assert [hit.memory.text for hit in atlas.recall("white tea", k=1)] == ["White tea"]
    with Remembrancer.open(tmp_path / "new", clock=clock) as memory:
        assert memory.notices == ()
        assert memory.verify().ok
        clock.forward(hours=1)
        memory.agent("atlas").record("One more")
    with Remembrancer.open(tmp_path / "new", clock=clock) as memory:
        assert memory.verify().ok
        assert memory.agent("atlas").show(again.id).text == "White tea"


def test_lines_keep_their_reviews(there: Path, new: Remembrancer, tmp_path: Path, clock: SettableClock) -> None:
    def reviews(memory: Remembrancer) -> list[Any]:
        return [(one.text, one.review, one.factors) for one in memory.agent("atlas").layers()["L5"]]

    with new, Remembrancer.open(tmp_path / "there", clock=clock, read_only=True) as origin:
        new.import_path(str(there))
        assert reviews(new) == reviews(origin)
        assert all(factors for _, _, factors in reviews(new))
        assert new.audit(due=False).reviewed == ()


def test_what_was_erased_stays_erased(there: Path, new: Remembrancer) -> None:
    with new:
        new.import_path(str(there))
        (gone,) = new.store.erased()
        memory = new.agent("atlas").show(gone)
        assert (memory.text, memory.status) == ("[erased]", "erased")


def test_an_event_names_the_evidence_which_is_kept(there: Path, new: Remembrancer, tmp_path: Path) -> None:
    with new:
        recorded = new.import_path(str(there)).recorded
        event = new.store.event(recorded + 1).event
    assert isinstance(event, StoreImported)
    said = json.loads((there / "manifest.json").read_bytes())
    assert (event.origin, event.upto) == (said["store"], recorded)
    assert (event.origin_size, event.origin_root) == (said["checkpoint"]["size"], said["checkpoint"]["root"])
    evidence = tmp_path / "new" / "evidence" / said["store"]
    for name in ("manifest.json", "manifest.sig", "checkpoint.txt", "key.txt"):
        assert (evidence / name).read_bytes() == (there / name).read_bytes()
    leaves = (evidence / "leaves.bin").read_bytes()
    assert independent.mth([leaves[at : at + 32] for at in range(0, len(leaves), 32)]).hex() == event.origin_root
    assert {file.stat().st_mode & 0o777 for file in evidence.iterdir()} == {0o600}


@pytest.mark.parametrize("how", ["a word changed", "the end cut off", "a layer changed"])
def test_an_edited_export_is_refused(how: str, there: Path, new: Remembrancer, tmp_path: Path) -> None:
    edit(there, "events.jsonl", EDITS[how])
    with new, pytest.raises(InvalidFile, match=r"events\.jsonl .*nothing was imported"):
        new.import_path(str(there))
    _assert_empty(tmp_path / "new")


def test_an_export_that_another_key_signed_is_refused(there: Path, new: Remembrancer, tmp_path: Path) -> None:
    with new, Remembrancer.open(tmp_path / "third") as third:
        with pytest.raises(InvalidFile, match="not the one that was given"):
            new.import_path(str(there), key=third.ledger.key)
        new.import_path(str(there), key=(there / "key.txt").read_text())


def test_a_key_is_for_exports_only(new: Remembrancer, tmp_path: Path) -> None:
    (tmp_path / "lines.jsonl").write_text('{"text": "a"}')
    with new, pytest.raises(InvalidInput, match="only an export is signed"):
        new.import_path(str(tmp_path / "lines.jsonl"), key="a key")


def test_a_manifest_names_no_folder_outside_of_the_store(there: Path, new: Remembrancer, tmp_path: Path) -> None:
    path = there / "manifest.json"
    said = json.loads(path.read_bytes())
    path.write_text(json.dumps({**said, "store": "../../outside"}))
    with new, pytest.raises(InvalidFile):
        new.import_path(str(there))
    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize(
    ("filters", "why"),
    [
        ({"sealed": True}, "words were left out"),
        ({"agent": "atlas"}, "a part of a log"),
        ({"since": 3}, "a part of a log"),
        ({"until": 9}, "a part of a log"),
        ({"types": ["memory"]}, "a part of a log"),
        ({"as_of": 9}, "beliefs"),
    ],
)
def test_a_part_of_a_log_is_refused(
    filters: dict[str, object], why: str, there: Path, new: Remembrancer, tmp_path: Path
) -> None:
    with Remembrancer.open(tmp_path / "there") as origin:
        origin.export(tmp_path / "part", **filters)  # type: ignore[arg-type]
    with new, pytest.raises(InvalidFile, match=why):
        new.import_path(str(tmp_path / "part"))
    _assert_empty(tmp_path / "new")


def test_a_store_in_which_something_was_recorded_is_left_alone(there: Path, new: Remembrancer) -> None:
    with new:
        mine = new.agent("atlas").record("mine")
        with pytest.raises(StoreNotEmpty, match=r"memory\.recorded/1"):
            new.import_path(str(there))
        assert new.agent("atlas").show(mine.id).text == "mine"


def test_a_store_that_another_process_has_open_is_left_alone(
    there: Path, new: Remembrancer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("remembrancer.infrastructure.exports.log_copy.PATIENCE_S", 0.1)
    with Remembrancer.open(tmp_path / "new") as other:
        with new, pytest.raises(StoreBusy, match="another process"):
            new.import_path(str(there))
        mine = other.agent("atlas").record("mine")
        assert other.agent("atlas").show(mine.id).text == "mine"
    assert not (tmp_path / "new" / "evidence").exists()
    with Remembrancer.open(tmp_path / "new") as memory:
        assert memory.verify().ok


def test_options_that_would_change_it_and_read_only_sessions_are_refused(
    there: Path, new: Remembrancer, tmp_path: Path
) -> None:
    with new, pytest.raises(InvalidInput, match="without agent"):
        new.import_path(str(there), agent="bard")
    with Remembrancer.open(tmp_path / "new", read_only=True) as memory, pytest.raises(StoreReadOnly):
        memory.import_path(str(there))


def test_an_agent_of_the_store_before_is_told_that_it_is_closed(there: Path, new: Remembrancer) -> None:
    with new:
        before = new.agent("atlas")
        new.import_path(str(there))
        with pytest.raises(StoreError, match="closed"):
            before.layers()["L2"][0]
        assert new.agent("atlas").layers()["L2"][0].text


def _assert_empty(folder: Path) -> None:
    names = {file.name for file in folder.iterdir()}
    assert not {name for name in names if name.startswith(".") or name == "evidence"}
    with Remembrancer.open(folder) as memory:
        assert memory.agents() == []
        assert memory.verify().ok
