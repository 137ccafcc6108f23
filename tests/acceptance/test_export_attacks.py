"""An export comes from somebody else: it leads to no file outside of the store, and to no fault of the program."""

import os
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from command_line import Run
from remembrancer import InvalidFile, Remembrancer
from remembrancer.infrastructure.exports import lines, manifest
from remembrancer.infrastructure.exports.folder import FileEntry
from remembrancer.infrastructure.exports.verifying import verify_export
from remembrancer.infrastructure.ledger.notes import Checkpoint, Signer, origin, signed
from remembrancer.infrastructure.ledger.tree import Frontier


@pytest.fixture
def export(tmp_path: Path) -> Path:
    with Remembrancer.open(tmp_path / "origin") as memory:
        memory.agent("atlas").record("hello")
        memory.export(tmp_path / "export")
    return tmp_path / "export"


def name_store(export: Path, name: str) -> None:
    """Make it the export of a store with another id, whole and signed by a key of its own."""
    said = manifest.parsed((export / manifest.FILE).read_bytes())
    reader, writer, tree = lines.Lines(said.store), lines.Lines(name), Frontier()
    written, sums = list[bytes](), list[str]()
    for line in (export / lines.FILE).read_bytes().splitlines(keepends=True):
        event = reader.parsed(line)
        position, at, type_, tags, body = event.row
        row = (position, at, type_, tags, body.replace(said.store.encode(), name.encode()))
        written.append(writer.line(row, event.words.encode() if event.words else None, event.unread))
        tree.extend([writer.leaf(writer.parsed(written[-1]))])
        sums.append(f"{position} {sha256(written[-1]).hexdigest()}\n")
    signer = Signer(origin(name), Ed25519PrivateKey.generate())
    (export / lines.FILE).write_bytes(b"".join(written))
    (export / manifest.LINES_FILE).write_text("".join(sums))
    head = Checkpoint(origin(name), tree.size, tree.root())
    (export / manifest.CHECKPOINT_FILE).write_text(str(signed(head.text, [signer])), encoding="utf-8")
    (export / manifest.KEY_FILE).write_text(f"{signer.key.text}\n")
    data = {file: (export / file).read_bytes() for file in said.files}
    forged = msgspec.structs.replace(
        said,
        store=name,
        key=signer.key.text,
        files={file: FileEntry(bytes=len(held), sha256=sha256(held).hexdigest()) for file, held in data.items()},
        checkpoint=manifest.Head(tree.size, tree.root().hex()),
        range=manifest.Span(1, tree.size),
        range_proof=[],
    ).encoded()
    (export / manifest.FILE).write_bytes(forged)
    (export / manifest.NOTE_FILE).write_text(str(signed(manifest.note_text(name, forged), [signer])), encoding="utf-8")


def test_the_export_of_a_store_with_any_other_id_is_as_good(export: Path) -> None:
    name_store(export, "5c" * 16)
    assert verify_export(export).problems == ()


@pytest.mark.parametrize("name", ["../../victim", "..", "", "/etc", "5C" * 16, "5c" * 16 + "/.."])
def test_a_store_whose_id_is_a_path_is_refused_and_nothing_is_touched(export: Path, tmp_path: Path, name: str) -> None:
    name_store(export, name)
    assert not verify_export(export).ok
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim" / "precious").write_text("kept")
    with Remembrancer.open(tmp_path / "memory") as memory, pytest.raises(InvalidFile):
        memory.import_path(str(export))
    assert [file.name for file in (tmp_path / "victim").iterdir()] == ["precious"]
    assert not (tmp_path / "memory" / "evidence").exists()


@pytest.mark.parametrize("name", [lines.FILE, manifest.FILE, manifest.NOTE_FILE, manifest.CHECKPOINT_FILE])
@pytest.mark.parametrize("instead", ["folder", "link", "pipe"])
def test_what_is_no_file_is_told_as_that(run: Run, export: Path, name: str, instead: str) -> None:
    (export / name).unlink()
    match instead:
        case "folder":
            (export / name).mkdir()
        case "link":
            (export / name).symlink_to("/etc/passwd")
        case _:
            os.mkfifo(export / name)
    answer = run("verify", str(export))
    assert answer.code in {1, 2}, answer.err
    assert "root:" not in answer.out + answer.err
