"""Asking a real PostgreSQL, of which a cluster is made for the while; skipped where there is none on the machine."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from remembrancer.domain.world import Limits, Outcome, SqlSpec
from remembrancer.infrastructure.world.running import run

NOBODY = 65_534
"""The account that a cluster belongs to where root runs the tests: PostgreSQL serves no root."""
PATIENT = Limits(timeout_s=30, size_bytes=2_000)


def program(name: str) -> str:
    """Return the path of a program of PostgreSQL, which may stand apart from those that everybody calls."""
    found = [*map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), shutil.which(name)]
    if found[0] is None:
        pytest.skip("there is no PostgreSQL on this machine")
    return found[0]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a database with a table in it."""
    initdb, control = program("initdb"), program("pg_ctl")
    owner = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}
    # Beside the folders of the tests, which nobody else may enter.
    folder = Path(tempfile.mkdtemp(prefix="remembrancer-pg-"))
    if owner:
        os.chown(folder, NOBODY, NOBODY)

    def called(*argv: str) -> None:
        subprocess.run(argv, check=True, capture_output=True, cwd=folder, **owner)  # type: ignore[call-overload]

    data = str(folder / "data")
    called(initdb, "-D", data, "-U", "tests", "-A", "trust", "--no-sync")
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    called(control, "-D", data, "-o", options, "-w", "-l", str(folder / "log"), "start")
    dsn = f"postgresql://tests@/postgres?host={folder}"
    try:
        rows = "(1, E'two\\nlines'), (2, NULL), (3, '中文')"
        called("psql", "-q", dsn, "-c", f"CREATE TABLE posts(id int, text text); INSERT INTO posts VALUES {rows}")
        yield dsn
    finally:
        called(control, "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder)


def ask(dsn: str, query: str, limits: Limits = PATIENT, *, as_json: bool = False) -> Outcome:
    return run(SqlSpec(dsn=dsn, query=query, as_json=as_json), limits, Path())


def test_values_and_rows_are_given_as_those_of_sqlite(cluster: str) -> None:
    assert ask(cluster, "SELECT count(*) FROM posts") == Outcome(state="ok", text="3")
    assert ask(cluster, "SELECT * FROM posts ORDER BY id").text == "id\ttext\n1\ttwo\\nlines\n2\t\n3\t中文\n"
    assert ask(cluster, "SELECT id, text FROM posts WHERE id = 2", as_json=True).text == "[[2, null]]"


@pytest.mark.parametrize(
    ("query", "state"),
    [
        ("INSERT INTO posts VALUES (4, 'x')", "failed"),
        ("DROP TABLE posts", "failed"),
        ("SELECT 1; DROP TABLE posts", "failed"),
        ("WITH gone AS (DELETE FROM posts RETURNING id) SELECT id FROM gone", "failed"),
        ("SELECT 1; COMMIT; SET default_transaction_read_only = off; DELETE FROM posts", "failed"),
        ("SELECT * FROM nowhere", "failed"),
        ("SELECT repeat('x', 3000)", "failed"),
        ("SELECT * FROM generate_series(1, 100000)", "failed"),
        ("SELECT pg_sleep(600)", "unreachable"),
    ],
)
def test_a_query_only_reads_and_is_bounded(cluster: str, query: str, state: str) -> None:
    assert ask(cluster, query, Limits(timeout_s=2, size_bytes=2_000)).state == state
    assert ask(cluster, "SELECT count(*) FROM posts").text == "3"


def test_a_server_that_accepts_and_says_nothing_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        dsn = f"postgresql://ann:wexlum@127.0.0.1:{silent.getsockname()[1]}/x"
        found = ask(dsn, "SELECT 1", Limits(timeout_s=1, size_bytes=2_000))
    assert found.state == "unreachable"
    assert "wexlum" not in found.detail


def test_a_server_that_is_not_there_is_unreachable_and_no_password_is_said() -> None:
    found = ask("postgresql://ann:wexlum@127.0.0.1:1/x", "SELECT 1")
    assert found.state == "unreachable"
    assert "wexlum" not in found.detail
