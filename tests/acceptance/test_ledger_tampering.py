"""Whatever is edited behind the back of a store is found, and its place is told; what nobody edited raises no alarm."""

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from remembrancer import Remembrancer
from remembrancer.application.ledger.verifying import VerifyReport, verify_at
from remembrancer.benchmarks.edits import KINDS, Edit, Editor
from remembrancer.benchmarks.tampering import is_located, leave_alone, make_store
from remembrancer.infrastructure.ledger.leaves import RowHasher
from remembrancer.infrastructure.ledger.nodes import Nodes

EVENTS = 400
EDITS_OF_A_KIND = 15


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A store of several sessions, and the state folder that goes with it."""
    folder, state = tmp_path_factory.mktemp("whole") / "store", tmp_path_factory.mktemp("kept-state")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REMEMBRANCER_STATE", str(state))
        make_store(folder, EVENTS)
        assert verify_at(folder, replay=True).ok
    return folder, state


@pytest.fixture
def store(whole: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy to edit."""
    folder, state = whole
    monkeypatch.setenv("REMEMBRANCER_STATE", str(state))
    return shutil.copytree(folder, tmp_path / "store")


def edited(store: Path, kind: str, seed: int) -> Edit:
    return Editor(store, random.Random(f"{kind} {seed}")).edit(kind)


def make_nodes_fit(store: Path) -> None:
    """Have the ledger's files agree with the edited log, as far as it can be hashed."""
    with sqlite3.connect(store / "memory.db") as log:
        rows = log.execute("SELECT position, at, type, tags, body FROM events ORDER BY position").fetchall()
    log.close()
    with Remembrancer.open(store, read_only=True) as memory:
        hasher = RowHasher(memory.id)
    shutil.rmtree(store / "ledger")
    with Nodes(store / "ledger") as nodes:
        nodes.extend(hasher.leaves(rows))


@pytest.mark.parametrize("seed", range(EDITS_OF_A_KIND))
@pytest.mark.parametrize("kind", KINDS)
def test_an_edit_is_found_at_its_place(store: Path, kind: str, seed: int) -> None:
    edit = edited(store, kind, seed)
    report = verify_at(store)
    assert not report.ok, edit
    assert report.first_bad in edit.positions, (edit, report.problems[:3])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("nodes", ["gone", "made to fit"])
def test_without_the_kept_leaves_an_edit_is_found_between_two_checkpoints(store: Path, kind: str, nodes: str) -> None:
    edit = edited(store, kind, 99)
    if nodes == "gone":
        shutil.rmtree(store / "ledger")
    else:
        make_nodes_fit(store)
    report = verify_at(store)
    assert not report.ok, edit
    assert is_located(edit, report), (edit, report.problems[:3])


def test_a_store_under_the_id_of_another_is_found(store: Path) -> None:
    with sqlite3.connect(store / "memory.db") as log:
        log.execute("DROP TRIGGER events_refuse_UPDATE")
        ((body,),) = log.execute("SELECT body FROM events WHERE position = 1").fetchall()
        at = body.index(b'"store":"') + len(b'"store":"')
        changed = body[:at] + (b"0" if body[at : at + 1] != b"0" else b"1") + body[at + 1 :]
        log.execute("UPDATE events SET body = ? WHERE position = 1", (changed,))
    log.close()
    report = verify_at(store)
    assert (report.ok, report.first_bad) == (False, 1)
    assert "says that this is store" in " ".join(report.problems)


@pytest.mark.parametrize("cut", [0.01, 0.3, 0.9])
def test_a_damaged_file_is_answered_for_and_not_stumbled_over(store: Path, cut: float) -> None:
    file = store / "memory.db"
    data = bytearray(file.read_bytes())
    at = max(4_096, int(len(data) * cut))
    data[at : at + 3_000] = bytes(3_000)
    file.write_bytes(data)
    report = verify_at(store)
    assert isinstance(report, VerifyReport)
    assert not report.ok


def test_random_damage_of_the_file_is_never_stumbled_over(store: Path) -> None:
    file = store / "memory.db"
    whole, chance = file.read_bytes(), random.Random(5)
    for _ in range(40):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 5, 100))):
            data[chance.randrange(100, len(data))] ^= chance.randint(1, 255)
        file.write_bytes(data)
        for beside in (file.with_name("memory.db-wal"), file.with_name("memory.db-shm")):
            beside.unlink(missing_ok=True)
        assert isinstance(verify_at(store), VerifyReport)


def test_what_nobody_edited_raises_no_alarm(tmp_path: Path) -> None:
    assert leave_alone(tmp_path / "untouched", 8, seed=3) == []
