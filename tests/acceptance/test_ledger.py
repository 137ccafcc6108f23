"""The ledger end to end: what is signed and when, what is noted outside of a store, and who is told."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import Run
from independent_ledger import entry, grew, includes, leaf, mth, verified
from remembrancer import Remembrancer, RemembrancerError
from remembrancer.domain.errors import NotAsAnchored, OutOfOrder, StoreReadOnly, UnknownPosition
from remembrancer.domain.events import CheckpointSigned, LedgerAccepted
from settable_clock import SettableClock


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "memory"


def record(folder: Path, *texts: str) -> int:
    """Record notes in one session, and return where the log ends afterwards."""
    with Remembrancer.open(folder) as memory:
        for text in texts:
            memory.agent("atlas").record(text)
    return end_of(folder)


def end_of(folder: Path) -> int:
    with Remembrancer.open(folder, read_only=True) as memory:
        return memory.position


def checkpoints(memory: Remembrancer) -> list[tuple[int, int, str]]:
    """Return position, size and reason of each."""
    found: list[tuple[int, int, str]] = []
    for stored in memory.store.log.read():
        event = memory.store.codec.decode(stored).event
        if isinstance(event, CheckpointSigned):
            found.append((stored.position, event.size, event.reason))
    return found


def leaves(memory: Remembrancer) -> list[bytes]:
    """Return the leaves of the log, hashed by what the specifications say."""
    return [
        leaf(entry(memory.id, stored.position, stored.at, stored.type, stored.tags, stored.body))
        for stored in memory.store.log.read()
    ]


def test_a_session_that_recorded_ends_with_a_checkpoint_and_one_that_did_not_adds_nothing(folder: Path) -> None:
    assert record(folder, "one", "two") == 5
    assert record(folder) == 5
    assert record(folder, "three") == 7
    with Remembrancer.open(folder, read_only=True) as memory:
        assert checkpoints(memory) == [(5, 4, "closing"), (7, 6, "closing")]


def test_each_checkpoint_is_a_signed_note_that_others_verify(folder: Path) -> None:
    record(folder, "one", "two")
    record(folder, "three")
    with Remembrancer.open(folder) as memory:
        key, hashes = memory.ledger.key, leaves(memory)
        for stored in memory.store.log.read():
            event = memory.store.codec.decode(stored).event
            if isinstance(event, CheckpointSigned):
                origin, size, root = verified(event.note.encode(), key)
                assert origin == f"remembrancer/{memory.id}"
                assert (size, root) == (event.size, mth(hashes[: event.size]))
                assert event.root == root.hex()


def test_a_checkpoint_on_demand_is_made_once(folder: Path) -> None:
    with Remembrancer.open(folder) as memory:
        memory.agent("atlas").record("one")
        made = memory.ledger.checkpoint(by="user:ann")
        assert made is not None
        assert (made.size, made.position, made.reason) == (3, 4, "asked")
        assert memory.ledger.checkpoint() is None
        assert memory.ledger.last_checkpoint() == made
    assert end_of(folder) == 4


def test_a_dream_that_changed_something_signs_the_head_and_one_that_did_not_does_not(folder: Path) -> None:
    clock = SettableClock()
    with Remembrancer.open(folder, clock=clock) as memory:
        atlas = memory.agent("atlas")
        assert not atlas.dream().proposals
        assert checkpoints(memory) == []
        for number in range(3):
            atlas.record(f"a note of long ago, number {number}", kind="note")
            clock.forward(days=40)
            atlas.record("and something new", kind="note")
        assert any(step.events for step in atlas.dream().proposals)
        assert [reason for _, _, reason in checkpoints(memory)] == ["dream"]


def test_a_log_that_grows_is_signed_after_as_many_events_as_the_policy_says(folder: Path) -> None:
    with Remembrancer.open(folder) as memory:
        memory.adopt_policy({"version": 2, "ledger": {"tail": 10}}, by="user:ann")
    with Remembrancer.open(folder) as memory:
        for number in range(25):
            memory.agent("atlas").record(f"note {number}")
        tails = [(position, size) for position, size, reason in checkpoints(memory) if reason == "tail"]
    assert len(tails) == 2
    assert all(position == size + 1 for position, size in tails)


def test_a_proof_leads_from_an_event_to_the_signed_head_as_others_compute_it(folder: Path) -> None:
    record(folder, *map(str, range(20)))
    with Remembrancer.open(folder) as memory:
        kept = memory.agent("atlas").record("the one")
        hashes = leaves(memory)
        for place in (1, 7, 22, kept.id):
            proof = memory.ledger.proof(place)
            assert proof.key is not None
            _, size, root = verified(proof.checkpoint.encode(), proof.key)
            assert size == proof.tree_size
            said = leaf(f"{proof.header}\n{proof.body}".encode())
            assert said.hex() == proof.leaf_hash == hashes[proof.leaf_index].hex()
            assert includes(said, proof.leaf_index, size, [bytes.fromhex(one) for one in proof.inclusion_path], root)
        assert memory.ledger.proof(kept.id).position == 24


def test_a_proof_of_what_is_not_signed_yet_signs_it_and_read_only_it_cannot(folder: Path) -> None:
    end = record(folder, "one")
    with Remembrancer.open(folder, read_only=True) as memory:
        assert memory.ledger.proof(3).tree_size == 3
        with pytest.raises(UnknownPosition):
            memory.ledger.proof(end)
        with pytest.raises(StoreReadOnly):
            memory.ledger.checkpoint()
    with Remembrancer.open(folder) as memory:
        assert memory.ledger.proof(end).tree_size == end
        with pytest.raises(UnknownPosition):
            memory.ledger.proof(99)


def test_a_consistency_proof_shows_that_the_log_only_grew(folder: Path) -> None:
    record(folder, "one", "two")
    record(folder, *map(str, range(9)))
    with Remembrancer.open(folder) as memory:
        hashes = leaves(memory)
        for first, second in ((1, 14), (4, 14), (4, 4), (3, 8)):
            proof = memory.ledger.consistency(first, second)
            roots = bytes.fromhex(proof.first_root), bytes.fromhex(proof.second_root)
            assert roots == (mth(hashes[:first]), mth(hashes[:second]))
            path = [bytes.fromhex(one) for one in proof.consistency_path]
            assert grew(first, second, *roots, path)
        signed = memory.ledger.consistency(4, 14)
        assert signed.key is not None
        assert signed.first_checkpoint is not None
        assert verified(signed.first_checkpoint.encode(), signed.key)[1] == 4


def test_a_store_that_was_put_back_is_refused_for_writing_and_warned_about_for_reading(folder: Path) -> None:
    backup = folder.with_name("backup")
    record(folder, "one")
    shutil.copytree(folder, backup)
    record(folder, "two")
    shutil.rmtree(folder)
    shutil.copytree(backup, folder)
    with pytest.raises(NotAsAnchored, match=r"ends at position 4, but 6 was anchored .* `remembrancer ledger accept"):
        Remembrancer.open(folder)
    with Remembrancer.open(folder, read_only=True) as memory:
        assert "ends at position 4, but 6 was anchored" in memory.notices[0]
        assert [one.text for one in memory.agent("atlas").layers()["L2"]] == ["one"]
        report = memory.verify()
    assert (report.ok, report.first_bad) == (False, 5)


def test_what_a_person_accepts_is_told_by_an_event_and_goes_on_from_there(folder: Path) -> None:
    backup = folder.with_name("backup")
    record(folder, "one")
    shutil.copytree(folder, backup)
    record(folder, "two")
    shutil.rmtree(folder)
    shutil.copytree(backup, folder)
    done = Remembrancer.accept_ledger(folder, because="the disk was lost", by="user:ann")
    assert (done.anchored_size, done.found_size, done.position) == (6, 4, 5)
    with Remembrancer.open(folder) as memory:
        event = memory.store.event(5)
        assert isinstance(event.event, LedgerAccepted)
        content = memory.store.open(event)
        assert content is not None
        assert content.because == "the disk was lost"
        assert memory.agent("atlas").record("three")
    with Remembrancer.open(folder) as memory:
        assert memory.verify(replay=True).ok
    with pytest.raises(OutOfOrder, match="nothing to accept"):
        Remembrancer.accept_ledger(folder, because="again", by="user:ann")


def test_an_accepted_log_no_longer_fits_notes_of_the_one_that_was_given_up_and_says_so(
    folder: Path, tmp_path: Path
) -> None:
    backup, notes = folder.with_name("backup"), tmp_path / "notes"
    record(folder, "one")
    shutil.copytree(folder, backup)
    with Remembrancer.open(folder) as memory:
        memory.agent("atlas").record("two")
        made = memory.ledger.checkpoint()
        assert made is not None
        notes.write_text(made.note)
    shutil.rmtree(folder)
    shutil.copytree(backup, folder)
    assert not verify(folder, against=notes)
    Remembrancer.accept_ledger(folder, because="the disk was lost", by="user:ann")
    with Remembrancer.open(folder, read_only=True) as memory:
        report = memory.verify(against=notes)
    assert report.ok
    assert "given up by what position 5 accepted" in " ".join(report.notes)


def verify(folder: Path, **asked: object) -> bool:
    with Remembrancer.open(folder, read_only=True) as memory:
        return memory.verify(**asked).ok  # pyright: ignore[reportArgumentType]


def test_with_verify_off_a_store_that_was_put_back_is_written_to_and_verify_still_tells(folder: Path) -> None:
    with Remembrancer.open(folder) as memory:
        memory.adopt_policy({"version": 2, "ledger": {"verify": "off"}}, by="user:ann")
    backup = folder.with_name("backup")
    shutil.copytree(folder, backup)
    record(folder, "one")
    shutil.rmtree(folder)
    shutil.copytree(backup, folder)
    assert not verify(folder)
    with Remembrancer.open(folder) as memory:
        assert memory.agent("atlas").record("two")


def test_another_store_in_the_same_folder_is_noticed(folder: Path) -> None:
    with Remembrancer.open(folder) as memory:
        before = memory.id
    shutil.rmtree(folder)
    with Remembrancer.open(folder) as memory:
        assert f"another store stood in {str(folder)!r} before: {before} instead of {memory.id}" in memory.notices[0]
    with Remembrancer.open(folder) as memory:
        assert not memory.notices


def test_without_a_state_folder_a_copy_is_opened_and_anchored(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record(folder, "one")
    monkeypatch.setenv("REMEMBRANCER_STATE", str(folder.parent / "elsewhere"))
    with Remembrancer.open(folder) as memory:
        assert not memory.notices
        memory.agent("atlas").record("two")
    with Remembrancer.open(folder, read_only=True) as memory:
        report = memory.verify()
    assert [finding.kind for finding in report.findings] == ["key"], "the key that signed first is not known here"


def test_a_state_folder_that_cannot_be_written_stands_in_nobodys_way(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder.parent / "file").write_text("no folder")
    monkeypatch.setenv("REMEMBRANCER_STATE", str(folder.parent / "file" / "state"))
    with Remembrancer.open(folder) as memory:
        assert memory.agent("atlas").record("one")
        assert "cannot be noted outside of the store" in memory.notices[0]


def test_a_session_that_is_killed_raises_no_alarm(folder: Path) -> None:
    record(folder, "one")
    program = (
        "import os, sys\n"
        "from remembrancer import Remembrancer\n"
        "memory = Remembrancer.open(sys.argv[1])\n"
        "memory.agent('atlas').record('two')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", program, os.fspath(folder)], check=False).returncode == -9
    with Remembrancer.open(folder, read_only=True) as memory:
        report = memory.verify()
        assert (report.ok, report.signed, report.events) == (True, 4, 5)
        assert "not signed yet" in report.notes[0]
    record(folder, "three")
    with Remembrancer.open(folder, read_only=True) as memory:
        report = memory.verify(replay=True)
    assert (report.ok, report.signed, report.events) == (True, 7, 7)


def test_the_files_of_the_ledger_are_for_their_owner_only(folder: Path, state_folder: Path) -> None:
    record(folder, "one")
    files = [file for place in (folder / "ledger", state_folder) for file in place.rglob("*")]
    assert {file.name for file in files} >= {"anchor.json", "signing.key", "level-00"}
    assert not [file for file in files if file.stat().st_mode & 0o077]


def test_damaged_nodes_are_made_again_and_only_noted(folder: Path) -> None:
    record(folder, *map(str, range(10)))
    with open(folder / "ledger" / "level-00", "r+b") as file:
        file.write(b"\1" * 32)
    with Remembrancer.open(folder, read_only=True) as memory:
        report = memory.verify()
        assert report.ok
        assert "keep other hashes" in report.notes[0]
        assert not memory.verify(replay=True).ok
    shutil.rmtree(folder / "ledger")
    record(folder, "more")
    assert verify(folder, replay=True)


@pytest.fixture
def witnessed(folder: Path, tmp_path: Path) -> Path:
    """A store whose checkpoints go to a file, a git repository and a program."""
    record(folder)
    subprocess.run(["git", "init", "-q", "--bare", os.fspath(tmp_path / "repo.git")], check=True)
    told = tmp_path / "told"
    lines = [
        "version = 2",
        "[ledger.witness]",
        f"file = {json.dumps(os.fspath(tmp_path / 'notes'))}",
        f"git = {json.dumps(os.fspath(tmp_path / 'repo.git'))}",
        f"command = {json.dumps(['sh', '-c', f'cat >> {told}'])}",
    ]
    (folder / "remembrancer.toml").write_text("\n".join(lines) + "\n")
    return folder


def test_witnesses_are_handed_each_checkpoint(witnessed: Path, tmp_path: Path) -> None:
    record(witnessed, "one")
    record(witnessed, "two")
    with Remembrancer.open(witnessed, read_only=True) as memory:
        notes = [memory.store.event(position).event for position, *_ in checkpoints(memory)]
        expected = [event.note for event in notes if isinstance(event, CheckpointSigned)]
        states = {state.kind: state for state in memory.ledger.witnesses()}
        assert memory.verify().ok
    assert (tmp_path / "notes").read_text() == "\n".join(expected)
    assert (tmp_path / "told").read_text() == "".join(expected)
    shown = ["git", "-C", os.fspath(tmp_path / "repo.git"), "show", f"checkpoints:{memory.id}.notes"]
    assert subprocess.run(shown, capture_output=True, check=True, text=True).stdout == "\n".join(expected)
    assert {kind: state.size for kind, state in states.items()} == {"file": 6, "git": 6, "command": None}


def test_a_witness_finds_a_roll_back_where_the_state_folder_is_lost(
    witnessed: Path, tmp_path: Path, state_folder: Path
) -> None:
    record(witnessed, "one")
    backup = tmp_path / "backup"
    shutil.copytree(witnessed, backup)
    record(witnessed, "two")
    key = next(state_folder.rglob("signing.key")).read_bytes()
    shutil.rmtree(witnessed)
    shutil.copytree(backup, witnessed)
    next(state_folder.rglob("anchor.json")).unlink()
    assert next(state_folder.rglob("signing.key")).read_bytes() == key
    with Remembrancer.open(witnessed, read_only=True) as memory:
        report = memory.verify()
    assert not report.ok
    assert "was cut off, or an older copy" in report.problems[0]


def test_a_witness_that_fails_is_told_in_a_notice_and_stands_in_nobodys_way(folder: Path, tmp_path: Path) -> None:
    record(folder)
    (folder / "remembrancer.toml").write_text('version = 2\n[ledger.witness]\ncommand = ["false"]\n')
    with Remembrancer.open(folder) as memory:
        memory.agent("atlas").record("one")
        assert memory.ledger.checkpoint() is not None
        assert "did not take the checkpoint" in memory.notices[-1]
        (state,) = memory.ledger.witnesses()
        assert state.said == "is told, and cannot be asked"


def test_the_command_line_tells_of_a_witness_that_failed_at_the_end_of_a_session(run: Run, store: Path) -> None:
    policy = store / "remembrancer.toml"
    policy.write_text('version = 2\n[ledger.witness]\nfile = "/nowhere/notes"\n')
    told = run("record", "one")
    assert told.code == 0
    assert told.err == (
        "remembrancer: note: the witness file '/nowhere/notes' did not take the checkpoint of 4 events: "
        "No such file or directory\n"
    )


def test_a_command_in_the_log_is_never_run(folder: Path, tmp_path: Path) -> None:
    record(folder)
    command = ["sh", "-c", f"touch {tmp_path / 'run'}"]
    with Remembrancer.open(folder) as memory:
        memory.adopt_policy({"version": 2, "ledger": {"witness": {"command": command}}}, by="user:ann")
        memory.agent("atlas").record("one")
        assert memory.ledger.checkpoint() is not None
        assert not memory.ledger.witnesses()
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    "ledger",
    [
        {"tail": 0},
        {"verify": "sometimes"},
        {"witness": {"timeout_s": 0}},
        {"witness": {"branch": "-f"}},
        {"witness": {"git": "ext::sh -c id"}},
        {"witness": {"command": [""]}},
    ],
)
def test_a_policy_with_an_impossible_ledger_is_refused(folder: Path, ledger: dict[str, object]) -> None:
    with Remembrancer.open(folder) as memory, pytest.raises(RemembrancerError, match="policy"):
        memory.adopt_policy({"version": 2, "ledger": ledger}, by="user:ann")
