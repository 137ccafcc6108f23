"""Exports are verified without a store: by the product, and by the script that the documentation shows."""

import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from exports import EDITS, edit, live_a_little, run_script, script_of
from remembrancer import InvalidFile, Remembrancer
from remembrancer.infrastructure.exports import manifest
from remembrancer.infrastructure.exports.folder import FileEntry
from remembrancer.infrastructure.exports.verifying import verify_export
from remembrancer.infrastructure.ledger.notes import signed
from remembrancer.infrastructure.ledger.signing import signer

KINDS: dict[str, dict[str, object]] = {
    "whole": {"formats": ["csv", "html", "markdown"]},
    "range": {"since": 4, "until": 19},
    "from the middle": {"since": 7},
    "subject": {"subject": "user:42"},
    "type": {"types": ["memory.recorded"], "sealed": True},
    "beliefs": {"as_of": 12, "formats": ["csv"]},
    "nothing": {"types": ["dream"]},
}


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REMEMBRANCER_STATE", str(folder / "state"))
        with Remembrancer.open(folder / "store") as memory:
            live_a_little(memory)
            for name, filters in KINDS.items():
                memory.export(folder / name, **filters)  # type: ignore[arg-type]
            (folder / "key").write_text(memory.ledger.key)
    return folder


@pytest.fixture
def copied(exported: Path, tmp_path: Path) -> Callable[[str], Path]:
    def copy(name: str) -> Path:
        return Path(shutil.copytree(exported / name, tmp_path / "copy"))

    return copy


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return script_of(Path(__file__).parents[2] / "docs" / "verify-an-export.md", tmp_path)


@pytest.mark.parametrize("kind", KINDS)
def test_an_export_as_it_was_made_is_found_whole(kind: str, exported: Path, script: Path) -> None:
    key = (exported / "key").read_text()
    assert verify_export(exported / kind).problems == ()
    assert verify_export(exported / kind, key=key).ok
    for arguments in ((), (key.strip(),)):
        answer = run_script(script, str(exported / kind), *arguments)
        assert (answer.returncode, answer.stderr) == (0, ""), answer.stdout


@pytest.mark.parametrize("kind", ["whole", "range", "from the middle"])
@pytest.mark.parametrize("how", EDITS)
def test_an_edited_line_is_found_and_located(how: str, kind: str, copied: Callable[[str], Path], script: Path) -> None:
    folder = copied(kind)
    edit(folder, "events.jsonl", EDITS[how])
    found = verify_export(folder)
    assert not found.ok
    assert any(problem.startswith("events.jsonl line ") for problem in found.problems), found.problems
    assert run_script(script, str(folder)).returncode == 1


def test_the_line_that_was_changed_is_named_and_the_rest_is_looked_at(copied: Callable[[str], Path]) -> None:
    folder = copied("whole")
    edit(folder, "events.jsonl", lambda lines: [*lines[:5], lines[5].replace(b"barked", b"meowed"), *lines[6:]])
    found = verify_export(folder)
    assert found.problems[1:] == ("events.jsonl line 6 (position 6) was changed",)
    assert found.items == 25


@pytest.mark.parametrize(
    "name", ["events.csv", "report.html", "report.md", "people.json", "lines.txt", "key.txt", "manifest.json"]
)
def test_an_edit_of_any_file_is_found(name: str, copied: Callable[[str], Path], script: Path) -> None:
    folder = copied("whole")
    edit(folder, name, lambda lines: [*lines[:-1], lines[-1].replace(b"}", b" }") + b" "])
    found = verify_export(folder)
    assert any(name in problem for problem in found.problems)
    assert run_script(script, str(folder)).returncode == 1


@pytest.mark.parametrize("name", ["manifest.sig", "checkpoint.txt", "events.jsonl", "lines.txt"])
def test_a_file_that_is_missing_is_found(name: str, copied: Callable[[str], Path]) -> None:
    folder = copied("whole")
    (folder / name).unlink()
    assert any(name in problem for problem in verify_export(folder).problems)


def test_a_file_more_and_a_link_are_found(copied: Callable[[str], Path], tmp_path: Path) -> None:
    folder = copied("whole")
    (folder / "more.txt").write_text("?")
    (folder / "events.csv").rename(tmp_path / "elsewhere")
    (folder / "events.csv").symlink_to(tmp_path / "elsewhere")
    assert {problem.partition(" ")[0] for problem in verify_export(folder).problems} == {"'more.txt'", "events.csv"}


@pytest.mark.parametrize("how", ["a layer changed", "a time changed", "a tag changed"])
def test_proofs_hold_an_export_that_was_signed_anew_by_another_key(
    how: str, copied: Callable[[str], Path], exported: Path
) -> None:
    folder = copied("subject")
    edit(folder, "events.jsonl", lambda lines: EDITS[how]([*[b""] * 5, *lines])[5:])
    found = verify_export(folder)
    assert any("its proof fails" in problem or "`at` says" in problem for problem in found.problems)
    other = "remembrancer/00+00000000+AA"
    with pytest.raises(InvalidFile):
        verify_export(exported / "whole", key=other)


@pytest.mark.parametrize("kind", ["whole", "range", "from the middle", "subject"])
@pytest.mark.parametrize("how", ["a layer changed", "a time changed", "a line deleted", "a line doubled"])
def test_the_script_finds_what_whoever_has_the_key_edited_and_signed_anew(
    how: str, kind: str, copied: Callable[[str], Path], exported: Path, script: Path
) -> None:
    folder = copied(kind)
    said = manifest.parsed((folder / manifest.FILE).read_bytes())
    edit(folder, "events.jsonl", lambda lines: EDITS[how]([*[b""] * 5, *lines])[5:])
    data = (folder / "events.jsonl").read_bytes()
    entry = FileEntry(bytes=len(data), sha256=sha256(data).hexdigest())
    forged = msgspec.structs.replace(said, files={**said.files, "events.jsonl": entry}).encoded()
    key = signer(said.store, {"REMEMBRANCER_STATE": str(exported / "state")})
    (folder / manifest.FILE).write_bytes(forged)
    (folder / manifest.NOTE_FILE).write_text(str(signed(manifest.note_text(said.store, forged), [key])))
    answer = run_script(script, str(folder), (exported / "key").read_text().strip())
    assert answer.returncode == 1
    assert "signed log" in answer.stderr, answer


def test_the_key_of_another_store_is_told_apart(exported: Path, tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "other") as memory:
        key = memory.ledger.key
    found = verify_export(exported / "whole", key=key)
    assert [problem.partition(" ")[0] for problem in found.problems] == [
        "manifest.json:",
        "manifest.sig",
        "checkpoint.txt",
    ]


def test_what_is_no_export_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match="no export"):
        verify_export(tmp_path)
    (tmp_path / "manifest.json").write_bytes(b"{}")
    assert verify_export(tmp_path).problem_count == 1
    (tmp_path / "manifest.json").write_bytes(b"[" * 100_000)
    assert verify_export(tmp_path).problem_count == 1


def test_the_script_is_short_and_needs_nothing_but_cryptography(script: Path) -> None:
    lines = script.read_text().splitlines()
    assert len(lines) <= 40
    imported = [line for line in lines if line.startswith(("import ", "from "))]
    assert imported == [
        "import base64, hashlib, json, pathlib, sys",
        "from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey",
    ]
