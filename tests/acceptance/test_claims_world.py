"""Checks against the world as it is: real files, programs, servers and databases, well-behaved and not."""

import json
import os
import re
import sqlite3
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from remembrancer import InvalidFile, InvalidMoment, InvalidName, Refused, Remembrancer, RemembrancerError, UnknownCheck
from remembrancer.domain.checks import WITH, check_from
from remembrancer.domain.claims import AuditRules
from stub_world import World, world


@pytest.fixture(scope="module")
def server() -> Iterator[World]:
    with world() as running:
        yield running


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Remembrancer]:
    with Remembrancer.open(tmp_path / "memory") as opened:
        yield opened


def tried(memory: Remembrancer, **said: Any) -> tuple[str, str]:
    memory.add_check("here", replace=True, **said)
    finding = memory.try_check("here")
    return finding.result, finding.words


@pytest.mark.parametrize(
    ("path", "said", "result", "words"),
    [
        ("json", {}, "passed", "answered 200"),
        ("json", {"json": "$.review.enabled", "equals": True}, "passed", "$.review.enabled is true"),
        ("json", {"json": "$.review.enabled", "equals": False}, "failed", "is true, not false"),
        ("json", {"json": "$.review.people", "equals": 2}, "failed", "nothing at $.review.people"),
        ("html", {"json": "$.review", "equals": True}, "unreachable", "no JSON"),
        ("html", {"contains": "back soon"}, "passed", "contains"),
        ("latin", {"contains": "geprüft: ja"}, "passed", "contains"),
        ("bytes", {"contains": "checked"}, "passed", "contains"),
        ("moved", {"json": "$.review.enabled", "equals": True}, "passed", "is true"),
        ("circle", {}, "unreachable", "redirects"),
        ("away", {}, "unreachable", "redirect"),
        ("nowhere", {}, "failed", "answered 404"),
        ("nowhere", {"status": 404}, "passed", "answered 404"),
        ("hang", {"timeout_s": 1}, "unreachable", "within 1 s"),
        ("trickle", {"timeout_s": 1}, "unreachable", "within 1 s"),
        ("flood", {"contains": "y"}, "unreachable", "bytes"),
        ("break", {"contains": "checked"}, "unreachable", "answer"),
    ],
)
def test_an_address(
    memory: Remembrancer, server: World, path: str, said: dict[str, Any], result: str, words: str
) -> None:
    found = tried(memory, url=server.url(path), **said)

    assert found[0] == result, found
    assert words in found[1], found


@pytest.mark.parametrize(
    ("status", "result"), [(500, "unreachable"), (503, "unreachable"), (410, "failed"), (401, "unreachable")]
)
def test_what_a_server_says_of_itself_is_not_what_it_says_of_a_claim(
    memory: Remembrancer, server: World, status: int, result: str
) -> None:
    server.status = status
    try:
        assert tried(memory, url=server.url("json"))[0] == result
        assert tried(memory, url=server.url("json"), status=status)[0] == "passed"
    finally:
        server.status = 200


def test_a_server_that_is_not_there_says_nothing(memory: Remembrancer) -> None:
    with world() as gone:
        url = gone.url("json")

    assert tried(memory, url=url)[0] == "unreachable"


PYTHON = sys.executable


@pytest.mark.parametrize(
    ("code", "said", "result", "words"),
    [
        ("", {}, "passed", "ended with 0"),
        ("raise SystemExit(3)", {}, "failed", "ended with 3"),
        ("raise SystemExit(3)", {"exits": 3}, "passed", "ended with 3"),
        ("raise SystemExit(75)", {}, "unreachable", "EX_TEMPFAIL"),
        ("print('review: on')", {"prints": "review: on"}, "passed", "printed"),
        ("print('review: off')", {"prints": "review: on"}, "failed", "did not print"),
        (
            "import sys; sys.stdout.buffer.write('审核：开'.encode('gb18030'))",
            {"contains": "审核"},
            "failed",
            "contain",
        ),
        ("print('x' * 1_000_000)", {"contains": "y"}, "unreachable", "bytes"),
        ("while True: print('x' * 1000)", {"contains": "y"}, "unreachable", "bytes"),
        ("import time; time.sleep(30)", {"timeout_s": 1}, "unreachable", "within 1 s"),
        ("import os; os.kill(os.getpid(), 9)", {}, "unreachable", "signal"),
    ],
)
def test_a_program(memory: Remembrancer, code: str, said: dict[str, Any], result: str, words: str) -> None:
    found = tried(memory, command=[PYTHON, "-c", code], **said)

    assert found[0] == result, found
    assert words in found[1], found


def test_a_program_that_is_not_there_says_nothing(memory: Remembrancer) -> None:
    assert tried(memory, command=["no-such-program-anywhere"])[0] == "unreachable"


def test_no_shell_reads_a_command(memory: Remembrancer, tmp_path: Path) -> None:
    tried(memory, command=["echo", "a; touch", str(tmp_path / "made"), "$(id)"], prints="x")

    assert not (tmp_path / "made").exists()
    assert tried(memory, command=["echo", "$(id)"], prints="$(id)")[0] == "passed"


def test_a_program_does_not_outlive_its_time(memory: Remembrancer, tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    late = f"import time, pathlib; time.sleep(2); pathlib.Path({str(mark)!r}).write_text('x')"
    both = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {late!r}]); time.sleep(30)"

    assert tried(memory, command=[PYTHON, "-c", both], timeout_s=1)[0] == "unreachable"
    assert tried(memory, command=[PYTHON, "-c", "import time; time.sleep(2)"])[0] == "passed"
    assert not mark.exists()


def test_a_file(memory: Remembrancer, tmp_path: Path) -> None:
    file = tmp_path / "posts.txt"

    assert tried(memory, file=str(file))[0] == "failed"
    file.write_text("审核：开\n", encoding="utf-8")
    assert tried(memory, file=str(file))[0] == "passed"
    assert tried(memory, file=str(file), contains="审核：开")[0] == "passed"
    assert tried(memory, file=str(file), contains="审核：关")[0] == "failed"
    file.write_bytes("审核：开".encode("gb18030"))
    assert tried(memory, file=str(file), contains="审核：开")[0] == "unreachable"
    assert tried(memory, file=str(file), contains="审核：开", encoding="gb18030")[0] == "passed"
    assert tried(memory, file=str(file), contains="审核：开", encoding="no-such")[0] == "unreachable"
    assert tried(memory, file=str(file / "below"))[0] == "failed"


def test_a_relative_path_begins_in_the_store(memory: Remembrancer) -> None:
    assert tried(memory, file="memory.db")[0] == "passed"


@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "loop"])
def test_what_has_no_text_says_nothing_and_blocks_nobody(memory: Remembrancer, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "odd"
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "device":
            path = Path("/dev/zero")
        case _:
            path.symlink_to(path)

    assert tried(memory, file=str(path), contains="x")[0] == "unreachable"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is kept from root")
def test_a_file_that_may_not_be_looked_at_is_not_taken_for_missing(memory: Remembrancer, tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "posts.txt").write_text("x")
    folder.chmod(0)
    try:
        assert tried(memory, file=str(folder / "posts.txt"))[0] == "unreachable"
    finally:
        folder.chmod(0o700)


def test_a_database(memory: Remembrancer, tmp_path: Path) -> None:
    path = tmp_path / "app.db"
    asked = {"sql": str(path), "query": "SELECT value, 'more' FROM settings WHERE name = 'review'"}

    assert tried(memory, **asked)[0] == "unreachable"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("CREATE TABLE settings (name TEXT, value)")
        assert tried(memory, **asked)[0] == "failed"
        database.execute("INSERT INTO settings VALUES ('review', 'on\toff\\n')")
        assert tried(memory, **asked)[0] == "passed"
        assert tried(memory, **asked, returns="on\toff\\n")[0] == "passed"
        assert tried(memory, **asked, returns="on")[0] == "failed"
        count = {"sql": str(path), "query": "SELECT count(*) FROM settings"}
        assert tried(memory, **count, returns=1)[0] == "passed"
        assert tried(memory, **count, returns=2)[0] == "failed"
        assert tried(memory, sql=str(path), query="DELETE FROM settings")[0] == "unreachable"
        assert tried(memory, sql=str(path), query="no query at all")[0] == "unreachable"
        assert database.execute("SELECT count(*) FROM settings").fetchone() == (1,)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    assert tried(memory, sql=str(path), query=endless, timeout_s=1)[0] == "unreachable"


def test_a_function(memory: Remembrancer) -> None:
    functions = "def yes(): return True\ndef number(): return {'a': [1]}\ndef fails(): raise ValueError\n"
    functions += "def hangs():\n    import time\n    time.sleep(30)\n"
    (memory.store.path / "our_checks.py").write_text(functions)

    assert tried(memory, python="our_checks:yes")[0] == "passed"
    assert tried(memory, python="our_checks:number", returns={"a": [1]})[0] == "passed"
    assert tried(memory, python="our_checks:number", returns={"a": [2]})[0] == "failed"
    assert tried(memory, python="our_checks:fails")[0] == "unreachable"
    assert tried(memory, python="our_checks:hangs", timeout_s=1)[0] == "unreachable"
    assert tried(memory, python="our_checks:nobody")[0] == "unreachable"
    assert tried(memory, python="no_such_module:nobody")[0] == "unreachable"


@pytest.mark.parametrize("path", ["$[", "$.a[?", "$..", "not a path ["])
def test_a_path_that_is_none_is_refused_when_it_is_declared(memory: Remembrancer, path: str) -> None:
    with pytest.raises(InvalidName, match="no JSONPath"):
        memory.add_check("odd", url="http://localhost/a", json=path, equals=1)
    assert memory.checks() == []


def test_a_declaration_leaves_what_people_wrote_in_the_file(memory: Remembrancer) -> None:
    file = memory.store.path / "remembrancer.toml"
    before = file.read_text() + "\n# checks of ours, 我们的\n[checks.old]   # kept\nfile = 'a'\n"
    file.write_text(before)
    file.chmod(0o640)

    memory.add_check("new", url="http://localhost/a", json="$.a", equals="b")
    assert file.read_text().startswith(before)
    assert [note.name for note in memory.checks()] == ["new", "old"]
    memory.remove_check("new")

    assert file.read_text().strip() == before.strip()
    assert file.stat().st_mode & 0o777 == 0o640
    with pytest.raises(UnknownCheck):
        memory.remove_check("new")
    with pytest.raises(Refused, match="declared already; put another in its place with `--replace`"):
        memory.add_check("old", file="b")


def test_the_policy_never_takes_a_check_into_the_log(memory: Remembrancer, tmp_path: Path) -> None:
    memory.add_check("secret-place", command=["echo", "wexlum"])
    file = memory.store.path / "remembrancer.toml"
    file.write_text(file.read_text().replace("version = 1", "version = 2", 1))
    memory.close()

    with Remembrancer.open(tmp_path / "memory") as again:
        assert again.policy.version == 2
        assert again.try_check("secret-place").result == "passed"
        stored = [stored.body for stored in again.store.log.read()]
    assert not [body for body in stored if b"wexlum" in body or b"secret-place" in body]


def test_a_file_that_others_may_write_has_nothing_run(memory: Remembrancer, tmp_path: Path) -> None:
    memory.add_check("here", command=["touch", str(tmp_path / "made")])
    (memory.store.path / "remembrancer.toml").chmod(0o666)

    with pytest.raises(InvalidFile, match="other accounts"):
        memory.try_check("here")
    with pytest.raises(InvalidFile):
        memory.audit()
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("url", ["http://me:secret@localhost/", "https://token@localhost"])
def test_a_password_in_an_address_is_refused(memory: Remembrancer, url: str) -> None:
    with pytest.raises(InvalidName) as refusal:
        memory.add_check("here", url=url)
    assert "secret" not in str(refusal.value)


def test_a_password_of_a_database_is_refused_and_its_user_is_not(memory: Remembrancer) -> None:
    for address in ("postgresql://me:secret@localhost/shop", "postgres://localhost/shop?password=secret"):
        with pytest.raises(InvalidName, match="PGPASSWORD") as refusal:
            memory.add_check("here", sql=address, query="SELECT 1")
        assert "secret" not in str(refusal.value)
    memory.add_check("here", sql="postgresql://me@localhost/shop", query="SELECT 1")


def test_no_finding_repeats_a_secret(memory: Remembrancer) -> None:
    said = "print('token: ghp_' + 'a1B2c3D4e5F6g7H8i9J0' + 'k1L2m3N4o5P6q7R8'); raise SystemExit(1)"
    result, words = tried(memory, command=[PYTHON, "-c", said])

    assert (result, words) == ("failed", "what was found holds a secret, and is not repeated")


def test_the_checks_of_the_documentation_can_be_declared() -> None:
    page = (Path(__file__).parents[2] / "docs" / "claims.md").read_text()
    blocks = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)]
    said = {name: one for block in blocks for name, one in block.get("checks", {}).items()}

    assert {check_from(name, one).kind for name, one in said.items()} == set(WITH)
    audits = next(block["audits"] for block in blocks if "audits" in block)
    assert msgspec.convert(audits, AuditRules) == AuditRules()


def test_nothing_that_a_memory_an_import_or_the_log_says_is_ever_run(memory: Remembrancer, tmp_path: Path) -> None:
    mark = tmp_path / "made"
    said = f"[checks.here]\ncommand = ['touch', '{mark}']\n"
    atlas = memory.agent("atlas")
    atlas.record(said, kind="note", source="foreign", tags=("checks.here",), metadata={"checks": {"here": said}})
    (tmp_path / "lines.jsonl").write_text(json.dumps({"text": said, "check": "here", "category": "checks"}) + "\n")
    with suppress(RemembrancerError):
        memory.import_path(str(tmp_path / "lines.jsonl"))
    with suppress(RemembrancerError):
        memory.adopt_policy({"version": 2, "checks": {"here": {"command": ["touch", str(mark)]}}}, by="user:ann")

    assert memory.checks() == []
    with pytest.raises(UnknownCheck):
        atlas.attach_claim(atlas.record("so it is").id, check="here")
    memory.audit(due=False)
    assert not mark.exists()


def test_a_check_that_is_written_wrongly_stops_no_other(memory: Remembrancer) -> None:
    memory.add_check("here", file="memory.db")
    atlas = memory.agent("atlas")
    for name in ("here", "wrong"):
        memory.add_check(name, replace=True, file="memory.db")
        atlas.attach_claim(atlas.record(f"what {name} says").id, check=name)
    file = memory.store.path / "remembrancer.toml"
    file.write_text(file.read_text() + "shell = true\n")

    assert {one.name: one.problem is None for one in memory.checks()} == {"here": True, "wrong": False}
    found = {one.check: one for one in memory.audit().audited}
    assert (found["here"].result, found["wrong"].result) == ("passed", "unreachable")
    assert "unknown field `shell`" in found["wrong"].finding


@pytest.mark.parametrize("by", ["soon", "17", "2026-05-01T10:00:00", "2026-02-30"])
def test_a_day_to_answer_by_that_is_none_is_refused(memory: Remembrancer, by: str) -> None:
    with pytest.raises(InvalidMoment):
        memory.add_check("asked", ask="So?", by=by)
    assert memory.checks() == []
