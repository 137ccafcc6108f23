"""Bytes that changed on disk: an answer that is right, `[sealed]`, or a refusal in one line; never a fault."""

import json
import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from command_line import Run
from remembrancer import Remembrancer

ROUNDS = 12


def spoil(file: Path, chance: random.Random) -> None:
    """Change some bytes of a file, or cut it."""
    data = bytearray(file.read_bytes())
    place, size = chance.randrange(len(data)), chance.randint(1, 5_000)
    match chance.choice(["bits", "noise", "zeros", "page", "cut"]):
        case "bits":
            for _ in range(8):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        case "noise":
            data[place : place + size] = chance.randbytes(len(data[place : place + size]))
        case "zeros":
            data[place : place + size] = bytes(len(data[place : place + size]))
        case "page":
            start = place // 4096 * 4096
            other = chance.randrange(len(data) // 4096) * 4096
            data[start : start + 4096] = data[other : other + 4096]
        case _:
            del data[place:]
    file.write_bytes(data)


@pytest.mark.parametrize("name", ["memory.db", "keys.db"])
@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_file_never_makes_the_program_fail_or_a_text_wrong(
    run: Run, tmp_path: Path, name: str, seed: int
) -> None:
    with Remembrancer.open(tmp_path / "whole") as memory:
        atlas = memory.agent("atlas")
        made = atlas.record_many({"text": f"text {n} " + "é" * n, "subjects": [f"user:{n % 3}"]} for n in range(30))
        atlas.record("first", key="k")
        atlas.record("second", key="k")
        texts = {belief.id: belief.text for belief in atlas.layers()["L2"]}
    first = made[0].id
    commands = (
        ("--read-only", "--json", "layers"),
        ("--json", "layers"),
        ("--json", "log"),
        ("show", first),
        ("why", first),
        ("diff", "3", "20"),
        ("rebuild", "--check"),
        ("doctor",),
        ("record", "new", "--subject", "user:1"),
        ("record", "third", "--key", "k"),
        ("forget", first, "--because", "it does not matter"),
        ("rebuild",),
    )
    chance = random.Random(f"{name} {seed}")  # any damage will do, but the same at each run
    for _ in range(ROUNDS):
        shutil.rmtree(tmp_path / "memory", ignore_errors=True)
        shutil.copytree(tmp_path / "whole", tmp_path / "memory")
        spoil(tmp_path / "memory" / name, chance)
        for command in commands:
            answer = run("--agent", "atlas", *command)
            assert answer.code in {0, 1, 2}, (command, answer.err)
            if answer.code == 2:
                assert answer.err.count("\n") == 1, (command, answer.err)
            if command[-1] == "layers" and answer.code == 0:
                for belief in json.loads(answer.out)["layers"]["L2"]:
                    assert belief["text"] in {texts.get(belief["id"], belief["text"]), "[sealed]"}


@pytest.fixture
def holed(tmp_path: Path) -> Path:
    """A store from whose middle one event was taken."""
    with Remembrancer.open(tmp_path / "memory") as memory:
        memory.agent("atlas").record_many({"text": f"note {n}"} for n in range(200))
    with sqlite3.connect(tmp_path / "memory" / "memory.db") as connection:
        connection.execute("DROP TRIGGER events_refuse_DELETE")
        connection.execute("DELETE FROM events WHERE position = 20")
    connection.close()
    return tmp_path / "memory"


@pytest.mark.parametrize("command", [("log",), ("log", "--newest-first"), ("rebuild",), ("rebuild", "--check")])
def test_a_log_with_a_hole_is_never_replayed_as_if_it_were_whole(
    run: Run, holed: Path, command: tuple[str, ...]
) -> None:
    answer = run("--store", os.fspath(holed), *command)
    assert answer.code == 2
    assert "positions 20 to 20 are missing" in answer.err


def test_a_memory_whose_event_is_missing_is_refused_and_the_others_are_shown(run: Run, holed: Path) -> None:
    with Remembrancer.open(holed, read_only=True) as memory:
        beliefs = [belief.belief for belief in memory.agent("atlas").layers()["L2"]]
    lost = next(belief.memory for belief in beliefs if belief.recorded_position == 20)
    kept = next(belief.memory for belief in beliefs if belief.recorded_position == 21)
    answer = run("--store", os.fspath(holed), "--agent", "atlas", "show", lost)
    assert answer.code == 2
    assert "position 20 is not in the log" in answer.err
    assert run("--store", os.fspath(holed), "--agent", "atlas", "show", kept).code == 0


def test_an_empty_log_file_is_refused_with_a_way_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "memory.db").touch()
    for command in ("layers", "init"):
        answer = run(command)
        assert answer.code == 2
        assert "empty" in answer.err
        assert "remove it" in answer.err
    (tmp_path / "memory" / "memory.db").unlink()
    assert run("init").code == 0


def test_a_view_that_points_at_the_words_of_another_memory_never_shows_them(run: Run, tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        one, other = memory.agent("atlas").record_many([{"text": "mine"}, {"text": "not mine"}])
    with sqlite3.connect(tmp_path / "memory" / "memory.db") as connection:
        connection.execute("UPDATE beliefs SET content_position = ? WHERE memory = ?", (other.position, one.id))
    connection.close()
    answer = run("--agent", "atlas", "show", one.id)
    assert answer.code == 2
    assert "about something else; fold them again" in answer.err
    assert run("rebuild", "--check").code == 1
    assert run("rebuild").code == 0
    assert run("--agent", "atlas", "--json", "show", one.id).json["text"] == "mine"


@pytest.mark.parametrize("lost", ["", "WHERE tag LIKE 'mem:%' AND position = (SELECT max(position) - 1 FROM events)"])
def test_a_log_without_the_index_of_its_tags_is_read_but_not_written_to(run: Run, tmp_path: Path, lost: str) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        memory.agent("atlas").record("once", idempotency_key="order 7")
    with sqlite3.connect(tmp_path / "memory" / "memory.db") as connection:
        connection.execute("DROP TRIGGER event_tags_refuse_DELETE")
        connection.execute(f"DELETE FROM event_tags {lost}")
    connection.close()
    answer = run("--agent", "atlas", "record", "once", "--idempotency-key", "order 7")
    assert answer.code == 2
    assert "is not in the index of its tags" in answer.err
    assert run("--read-only", "--agent", "atlas", "layers").code == 0
