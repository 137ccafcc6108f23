"""Exports: what they hold, what they leave out, and what is left of one that was broken off."""

import csv
import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import rfc8785

import independent_ledger as independent
from exports import live_a_little
from lost_words import record_erasure
from remembrancer import (
    Agent,
    FolderTaken,
    InvalidInput,
    InvalidMoment,
    Remembrancer,
    StoreBusy,
    StoreDamaged,
    StoreReadOnly,
    UnknownAgent,
    UnknownPosition,
    UnknownSubject,
)
from remembrancer.application.exports import writing
from remembrancer.domain.events import ExportMade
from remembrancer.infrastructure.exports.folder import ExportFolder
from remembrancer.infrastructure.exports.verifying import verify_export
from remembrancer.interfaces.ending import ended_cleanly
from round_trips import lines_of
from settable_clock import SettableClock

parquet: Any = import_module("pyarrow.parquet")


def manifest_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_bytes())
    return found


def words_of(line: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line["words"])
    return found


@pytest.fixture
def lived(memory: Remembrancer) -> Remembrancer:
    live_a_little(memory)
    return memory


def test_a_line_is_an_event_of_cloudevents(lived: Remembrancer, tmp_path: Path) -> None:
    lived.export(tmp_path / "out")
    for position, line in enumerate(lines_of(tmp_path / "out"), 1):
        assert line["specversion"] == "1.0"
        assert line["id"] == str(position)
        assert line["source"] == f"urn:remembrancer:store:{lived.id}"
        assert datetime.fromisoformat(line["time"]).tzinfo == UTC
        assert line["datacontenttype"] == "application/json"
        extensions = {name: value for name, value in line.items() if name != "data"}
        for name, value in extensions.items():  # CloudEvents has no lists, no objects, and 32 bits for a number
            assert name.isascii()
            assert name.isalnum()
            assert name.islower()
            assert isinstance(value, str) or (isinstance(value, int) and 0 < value < 2**31)


def test_a_stranger_makes_the_leaves_and_the_root_from_the_lines(lived: Remembrancer, tmp_path: Path) -> None:
    lived.export(tmp_path / "out")
    leaves: list[bytes] = []
    for line in lines_of(tmp_path / "out"):
        body = rfc8785.dumps(line["data"])
        stored = lived.store.log.get(line["position"])
        assert stored is not None
        assert body == stored.body
        store, tags = line["source"].rpartition(":")[2], json.loads(line["tags"])
        entry = independent.entry(store, line["position"], int(line["at"]), line["type"], tags, body)
        leaves.append(independent.leaf(entry))
    assert independent.mth(leaves).hex() == manifest_of(tmp_path / "out")["checkpoint"]["root"]


def test_the_words_and_the_names_of_people_stand_beside_the_ciphertext(lived: Remembrancer, tmp_path: Path) -> None:
    lived.export(tmp_path / "out")
    lines = lines_of(tmp_path / "out")
    assert words_of(lines[2]) == {"text": "The dog barked 0 times", "subjects": ["user:42"]}
    (forgotten,) = (line for line in lines if line["type"] == "memory.forgotten/1")
    assert words_of(forgotten)["because"] == "it does not matter"
    assert "words" not in lines[0]
    people = json.loads((tmp_path / "out" / "people.json").read_bytes())
    assert sorted(people.values()) == ["user:42", "user:ann"]
    assert lines[2]["data"]["box"]["subjects"][0] in people


def test_sealed_exports_hold_no_words_and_no_names_in_any_form(lived: Remembrancer, tmp_path: Path) -> None:
    forms = ["csv", "html", "markdown", "parquet"]
    lived.export(tmp_path / "events", sealed=True, formats=forms, subject="user:42")
    lived.export(tmp_path / "state", sealed=True, formats=forms, as_of=9)
    for file in (*(tmp_path / "events").iterdir(), *(tmp_path / "state").iterdir()):
        data = file.read_bytes()
        for needle in (b"barked", b"user:42", b"user:ann", b"does not matter", b"HYPERLINK", "波".encode()):
            assert needle not in data, (file.name, needle)


def test_what_was_erased_is_in_no_export(memory: Remembrancer, atlas: Agent, tmp_path: Path) -> None:
    gone = atlas.record("Her telephone rings at midnight", subjects=["user:7"], summary="telephone at midnight")
    atlas.record("A plain note")
    record_erasure(memory, gone)  # the keys are still there
    forms = ["csv", "html", "markdown", "parquet"]
    memory.export(tmp_path / "events", formats=forms)
    memory.export(tmp_path / "state", formats=forms, as_of=memory.position)
    for file in (*(tmp_path / "events").iterdir(), *(tmp_path / "state").iterdir()):
        assert b"midnight" not in file.read_bytes(), file.name
    assert lines_of(tmp_path / "events")[2]["unread"] == "erased"
    assert manifest_of(tmp_path / "events")["counts"]["unread"] == {"erased": 1}
    assert "[erased]" in (tmp_path / "state" / "report.md").read_text().replace("\\", "")


def test_whoever_erases_while_an_export_is_made_wins(
    memory: Remembrancer, atlas: Agent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = atlas.record("Her telephone rings at midnight")
    finish = writing.Files.finish

    def erase_first(files: writing.Files, *arguments: Any) -> None:
        finish(files, *arguments)
        record_erasure(memory, gone)

    monkeypatch.setattr(writing.Files, "finish", erase_first)
    with pytest.raises(StoreBusy, match="export again"):
        memory.export(tmp_path / "out")
    assert not list(tmp_path.glob("*out*"))


def test_an_export_can_be_narrowed(memory: Remembrancer, clock: SettableClock, tmp_path: Path) -> None:
    clock.set(2026, 5, 1)
    memory.agent("atlas").record("one", subjects=["user:42"])
    clock.set(2026, 5, 2, 23, 59)
    memory.agent("bard").record("two")
    clock.set(2026, 5, 3)
    memory.agent("atlas").record("three", occurred_at=datetime(2025, 1, 1, tzinfo=UTC))

    def texts(name: str, **filters: Any) -> list[str]:
        memory.export(tmp_path / name, **filters)
        return [words_of(line)["text"] for line in lines_of(tmp_path / name) if "text" in line.get("words", "")]

    assert texts("agent", agent="bard") == ["two"]
    assert texts("subject", subject="user:42") == ["one"]
    assert texts("family", types=["memory"]) == ["one", "two", "three"]
    assert texts("types", types=["policy"]) == []
    assert texts("from", since="2026-05-02") == ["two", "three"]
    assert texts("to", until="2026-05-02") == ["one", "two"]
    assert texts("positions", since=3, until=4) == ["one", "two"]
    assert texts("moment", since=datetime(2026, 5, 2, 23, 59, tzinfo=UTC)) == ["two", "three"]
    assert texts("valid", until="2025-06-01", valid=True) == ["three"]
    assert texts("none", until=0) == []
    filters = manifest_of(tmp_path / "subject")["filters"]
    assert filters == {"subject": "user:42"}
    for folder in tmp_path.iterdir():
        if (folder / "manifest.json").exists():
            assert verify_export(folder).problems == ()


def test_options_that_make_no_sense_are_refused_and_nothing_is_left(lived: Remembrancer, tmp_path: Path) -> None:
    wrong: list[tuple[type[Exception], dict[str, Any]]] = [
        (InvalidInput, {"formats": ["xml"]}),
        (InvalidInput, {"types": ["nonsense"]}),
        (InvalidInput, {"as_of": 3, "since": 2}),
        (InvalidInput, {"as_of": 3, "types": ["memory"]}),
        (InvalidInput, {"valid": True}),
        (InvalidInput, {"types": "memory"}),
        (InvalidInput, {"agent": "two words"}),
        (InvalidInput, {"by": "atlas"}),
        (InvalidMoment, {"since": "2026-07-01", "until": "2026-06-01", "valid": True}),
        (InvalidMoment, {"since": 9, "until": 3}),
        (UnknownPosition, {"until": 10_000}),
        (UnknownPosition, {"as_of": 10_000}),
        (UnknownSubject, {"subject": "user:nobody"}),
    ]
    for refusal, filters in wrong:
        with pytest.raises(refusal):
            lived.export(tmp_path / "out", **filters)
        assert sorted(file.name for file in tmp_path.iterdir()) == ["memory"], filters


def test_the_state_of_a_past_moment_is_what_was_believed_then(
    memory: Remembrancer, atlas: Agent, tmp_path: Path
) -> None:
    note = atlas.record("The sky is blue")
    then = memory.position
    atlas.revise(note.id, "The sky is grey", because="rain")
    memory.export(tmp_path / "out", as_of=then, formats=["csv", "parquet"])
    (line,) = (tmp_path / "out" / "memories.jsonl").read_text().splitlines()
    assert json.loads(line) == atlas.as_of(then).show(note.id).to_json()
    with (tmp_path / "out" / "memories.csv").open(newline="") as file:
        assert [row["text"] for row in csv.DictReader(file)] == ["The sky is blue"]
    assert parquet.read_table(tmp_path / "out" / "memories.parquet").column("text").to_pylist() == ["The sky is blue"]
    assert manifest_of(tmp_path / "out")["as_of"]["position"] == then


def test_tables_hold_what_the_lines_hold_and_no_formulas(lived: Remembrancer, tmp_path: Path) -> None:
    lived.export(tmp_path / "out", formats=["csv", "parquet"])
    lines = lines_of(tmp_path / "out")
    with (tmp_path / "out" / "events.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["position"] for row in rows] == [line["id"] for line in lines]
    (formula,) = (row for row in rows if "HYPERLINK" in row["text"])
    assert formula["text"] == "'=HYPERLINK(1)"
    assert formula["actor"] == "user:ann"
    for row in rows:
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())
    table = parquet.read_table(tmp_path / "out" / "events.parquet").to_pylist()
    assert [row["position"] for row in table] == [line["position"] for line in lines]
    assert "=HYPERLINK(1)" in [row["text"] for row in table]


def test_reports_tell_what_happened_and_what_is_believed_and_escape_all(lived: Remembrancer, tmp_path: Path) -> None:
    lived.export(tmp_path / "out", formats=["html", "markdown"])
    page, text = (tmp_path / "out" / "report.html").read_text(), (tmp_path / "out" / "report.md").read_text()
    for told in (page, text):
        assert "What happened" in told
        assert "What is believed at position 25" in told
        assert "A memory was forgotten" in told
        assert told.count("The dog barked 3 times") == 2
    assert "<script>" not in page
    assert "&lt;script&gt;alert(&#x27;波&#x27;)&lt;/script&gt;" in page
    assert r"\<script\>alert('波')\</script\> \| \*\*bold\*\* \[a\](http:\//b)" in text


def test_an_export_is_an_event_that_says_no_name(lived: Remembrancer, tmp_path: Path) -> None:
    report = lived.export(tmp_path / "out", subject="user:42", because="request 17", by="user:officer")
    assert report.position is not None
    assert report.position == lived.position
    event = lived.store.event(report.position).event
    assert isinstance(event, ExportMade)
    pseudonym = lived.store.keys.find_pseudonym("user:42")
    assert (event.about, event.items, event.words) == (pseudonym, report.items, "open")
    assert f"subject:{pseudonym}" in event.tags
    stored = lived.store.log.get(report.position)
    assert stored is not None
    assert not any(name in stored.body for name in (b"user:42", b"officer", b"request 17", report.manifest.encode()))
    (entry,) = lived.log(types=["privacy.export_made"])
    assert (entry.actor, entry.because) == ("user:officer", "request 17")


def test_a_read_only_session_exports_and_changes_nothing(tmp_path: Path, state_folder: Path, files_of: Any) -> None:
    with Remembrancer.open(tmp_path / "store") as memory:
        live_a_little(memory)
    before = files_of(tmp_path / "store"), files_of(state_folder)
    with Remembrancer.open(tmp_path / "store", read_only=True) as memory:
        report = memory.export(tmp_path / "out")
    assert report.position is None
    assert (files_of(tmp_path / "store"), files_of(state_folder)) == before
    assert manifest_of(tmp_path / "out")["recorded"] is False
    assert verify_export(tmp_path / "out").ok


def test_a_read_only_session_without_the_signing_key_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Remembrancer.open(tmp_path / "store") as memory:
        live_a_little(memory)
    monkeypatch.setenv("REMEMBRANCER_STATE", str(tmp_path / "elsewhere"))
    with (
        Remembrancer.open(tmp_path / "store", read_only=True) as memory,
        pytest.raises(StoreReadOnly, match="signing key is not on this machine"),
    ):
        memory.export(tmp_path / "out")
    assert not (tmp_path / "elsewhere").exists()


def test_nothing_that_stands_there_is_written_over(lived: Remembrancer, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    head = lived.position
    for name in ("file", "full", "link"):
        with pytest.raises(FolderTaken):
            lived.export(tmp_path / name)
    assert lived.position == head
    (tmp_path / "empty").mkdir()
    lived.export(tmp_path / "empty")
    lived.export(tmp_path / "new" / "folders" / "out")
    assert verify_export(tmp_path / "new" / "folders" / "out").ok


def test_what_would_lie_in_the_store_and_outlive_an_erasure_there_is_refused(
    lived: Remembrancer, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "memory")
    head = lived.position
    for name in ("memory/out", "memory/archive/../out", "link/out"):
        with pytest.raises(InvalidInput, match="name a folder elsewhere"):
            lived.export(tmp_path / name)
        with pytest.raises(InvalidInput, match="name a folder elsewhere"):
            lived.export_subject("user:42", tmp_path / name)
    assert lived.position == head
    assert not (tmp_path / "memory" / "out").exists()


def test_a_range_beyond_the_log_and_an_agent_that_never_acted_are_told_apart_from_an_empty_answer(
    lived: Remembrancer, tmp_path: Path
) -> None:
    narrowed: list[dict[str, Any]] = [{}, {"types": ["memory"]}]
    for filters in narrowed:
        with pytest.raises(UnknownPosition):
            lived.export(tmp_path / "out", since=lived.position + 1_000, **filters)
    with pytest.raises(UnknownAgent, match="known here"):
        lived.export(tmp_path / "out", agent="atlass")
    for number, filters in enumerate(narrowed):
        report = lived.export(tmp_path / str(number), since="2999-01-01", **filters)
        assert (report.items, report.first) == (0, report.last + 1)
        assert verify_export(tmp_path / str(number)).ok


def test_an_export_that_is_broken_off_leaves_nothing(
    lived: Remembrancer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lived.export(tmp_path / "out", progress=interrupt)
    monkeypatch.setattr(ExportFolder, "keep", interrupt_keep)
    with pytest.raises(KeyboardInterrupt):
        lived.export(tmp_path / "out")
    assert [file.name for file in tmp_path.iterdir()] == ["memory"]


def test_an_export_whose_process_is_told_to_end_leaves_nothing(lived: Remembrancer, tmp_path: Path) -> None:
    def end(done: int, total: int) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit) as ended, ended_cleanly():
        lived.export(tmp_path / "out", progress=end)
    assert ended.value.code == 128 + signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) == before
    assert [file.name for file in tmp_path.iterdir()] == ["memory"]


def test_what_a_killed_process_left_of_an_export_goes_with_the_next_and_what_is_under_way_stays(
    lived: Remembrancer, tmp_path: Path
) -> None:
    lived.close()
    killed = "lambda done, total: os.kill(os.getpid(), 9)"
    script = f"import os, remembrancer as r; r.Remembrancer.open('memory').export('out', progress={killed})"
    assert subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=False).returncode == -signal.SIGKILL
    (left,) = tmp_path.glob(".out.*.partial")
    (tmp_path / ".out.mine.partial").mkdir()
    with (
        Remembrancer.open(tmp_path / "memory") as memory,
        ExportFolder(tmp_path / "out", store=memory.store.path) as other,
    ):
        assert not left.exists()
        memory.export(tmp_path / "out")
        assert other.path.exists()
    assert {file.name for file in tmp_path.iterdir()} == {"memory", "out", ".out.mine.partial"}


def interrupt_keep(folder: ExportFolder) -> None:
    raise KeyboardInterrupt


def test_files_are_for_their_owner_only(lived: Remembrancer, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        lived.export(tmp_path / "out", formats=["csv", "html", "markdown", "parquet"])
    finally:
        os.umask(before)
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "out").iterdir()} == {0o600}


def test_a_log_that_was_edited_is_not_exported(lived: Remembrancer, tmp_path: Path) -> None:
    lived.ledger.checkpoint()
    with lived.store.log._readers.apart() as connection:
        connection.execute("DROP TRIGGER events_refuse_UPDATE")
        edited = "CAST(replace(CAST(body AS TEXT), 'note', 'nose') AS BLOB)"
        connection.execute(f"UPDATE events SET body = {edited} WHERE position = 5")
    narrowed: list[dict[str, Any]] = [{}, {"since": 4}, {"types": ["memory"]}, {"sealed": True}]
    for filters in narrowed:
        with pytest.raises(StoreDamaged):
            lived.export(tmp_path / "out", **filters)
    assert [file.name for file in tmp_path.iterdir()] == ["memory"]
