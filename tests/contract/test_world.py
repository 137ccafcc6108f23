"""Asking the world: real programs, a real server, a real database. Whatever they do, there is an outcome in time."""

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from remembrancer.domain.world import REDIRECTS_MAX, CommandSpec, Limits, Outcome, PythonSpec, SqlSpec, UrlSpec
from remembrancer.infrastructure.world.running import run
from stub_site import Site, cut_short, drip, drip_head, flood, hang, site

PATIENT = Limits(timeout_s=30, size_bytes=2_000)
HASTY = Limits(timeout_s=1, size_bytes=2_000)
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT {} FROM n"


def command(folder: Path, *argv: str, limits: Limits = PATIENT, charset: str = "") -> Outcome:
    return run(CommandSpec(argv=argv, charset=charset), limits, folder)


def python(folder: Path, code: str, limits: Limits = PATIENT) -> Outcome:
    return command(folder, sys.executable, "-c", code, limits=limits)


def has_ended(pid: int) -> bool:
    """Wait until a process has ended; one that nobody waited for has as well."""
    for _ in range(500):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.02)
    return False


# Programs


def test_a_program_says_what_it_prints_and_no_shell_reads_its_arguments(tmp_path: Path) -> None:
    assert command(tmp_path, "echo", "$HOME; `id` && 中文") == Outcome(state="ok", text="$HOME; `id` && 中文\n", code=0)


def test_a_program_runs_in_the_folder_that_was_named(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    found = run(CommandSpec(argv=("pwd",), folder="sub"), PATIENT, tmp_path)
    assert Path(found.text.strip()).resolve() == (tmp_path / "sub").resolve()


def test_a_program_that_ends_with_another_code_failed_and_says_what_it_complained_of(tmp_path: Path) -> None:
    found = python(tmp_path, "import sys; print('half'); print('no bridge', file=sys.stderr); sys.exit(7)")
    assert (found.state, found.code, found.text) == ("failed", 7, "half\n")
    assert found.detail.endswith("ended with 7: no bridge")


def test_a_program_that_is_not_there_is_unreachable(tmp_path: Path) -> None:
    found = command(tmp_path, "no-such-program-here")
    assert (found.state, found.code) == ("unreachable", None)


def test_a_flood_is_cut_off_and_is_no_answer(tmp_path: Path) -> None:
    found = command(tmp_path, "yes")
    assert (found.state, found.detail, found.text) == ("failed", "yes printed more than 2000 bytes", "")


def test_a_flood_of_complaints_is_drained_without_keeping_it(tmp_path: Path) -> None:
    found = python(tmp_path, "import sys; sys.stderr.write('x' * 5_000_000); print('done')")
    assert (found.state, found.text) == ("ok", "done\n")


@pytest.mark.parametrize(
    "code", ["import time; time.sleep(600)", "import os, time; os.close(1); os.close(2); time.sleep(600)"]
)
def test_a_program_that_hangs_is_ended(tmp_path: Path, code: str) -> None:
    found = python(tmp_path, f"open('pid', 'w').write(str(__import__('os').getpid())); {code}", HASTY)
    assert found.state == "unreachable"
    assert "did not end within 1 s" in found.detail
    assert has_ended(int((tmp_path / "pid").read_text()))


def test_what_a_program_started_is_ended_with_it(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys; child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
        "open('pid', 'w').write(str(child.pid)); print('left one behind')"
    )
    found = python(tmp_path, code)
    assert (found.state, found.text) == ("ok", "left one behind\n")
    assert has_ended(int((tmp_path / "pid").read_text()))


def test_a_program_is_not_told_the_master_key_and_gets_no_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMEMBRANCER_MASTER_KEY", "5c" * 32)
    found = python(tmp_path, "import os, sys; print(os.environ.get('REMEMBRANCER_MASTER_KEY'), repr(sys.stdin.read()))")
    assert found.text == "None ''\n"


# Encodings


@pytest.mark.parametrize(
    ("data", "charset", "text", "said"),
    [
        ("a\u4e2d".encode(), "", "a中", ""),
        (b"x" * 600 + "é".encode(), "ascii", "x" * 600 + "é", ""),
        (b"\xef\xbb\xbfmarked", "", "marked", ""),
        ("caf\u00e9".encode("latin-1"), "latin-1", "café", "read as iso8859-1"),
        ("\u4e2d\u6587".encode("gb18030"), "gb18030", "中文", "read as gb18030"),
        (b"caf\xe9", "", "caf\ufffd", "not UTF-8: what cannot be read is replaced by U+FFFD"),
        (b"caf\xe9", "ascii", "caf\ufffd", "not UTF-8, nor ascii: what cannot be read is replaced by U+FFFD"),
        (b"caf\xe9", "no-such", "caf\ufffd", "not UTF-8, nor no-such: what cannot be read is replaced by U+FFFD"),
        (b"caf\xe9", "base64", "caf\ufffd", "not UTF-8, nor base64: what cannot be read is replaced by U+FFFD"),
        (b"a\x00b", "", "a\ufffdb", "characters that cannot be stored are replaced by U+FFFD"),
        (b"\xff+2AA-", "utf-7", "\ufffd+2AA-", "not UTF-8, nor utf-7: what cannot be read is replaced by U+FFFD"),
    ],
)
def test_bytes_are_read_as_utf_8_else_as_declared_else_with_marks(
    tmp_path: Path, data: bytes, charset: str, text: str, said: str
) -> None:
    (tmp_path / "data").write_bytes(data)
    found = command(tmp_path, "cat", "data", charset=charset)
    assert (found.text, found.detail) == (text, said)


# Functions


@pytest.fixture
def module(tmp_path: Path) -> Path:
    (tmp_path / "remembrancer_seen.py").write_text(
        "import os, time\n"
        "def text(): print('noise'); return 'ünïcode'\n"
        "def value(): return {'b': [1, None], 'a': True}\n"
        "def wrong(): raise ValueError('no bridge')\n"
        "def hangs(): time.sleep(600)\n"
        "def ends(): os._exit(3)\n"
    )
    (tmp_path / "json.py").write_text("raise SystemExit('a file of the folder stands in for the standard library')\n")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "state", "text", "said"),
    [
        ("text", "ok", "ünïcode", ""),
        ("value", "ok", '{"a": true, "b": [1, null]}', ""),
        ("wrong", "failed", "", "ValueError: no bridge"),
        ("ends", "failed", "", "ended with 3"),
        ("missing", "unreachable", "", "has no attribute 'missing'"),
    ],
)
def test_a_function_is_called_in_a_process_of_its_own(
    module: Path, name: str, state: str, text: str, said: str
) -> None:
    found = run(PythonSpec(target=f"remembrancer_seen:{name}"), PATIENT, module)
    assert (found.state, found.text) == (state, text)
    assert said in found.detail


def test_a_function_that_hangs_is_ended(module: Path) -> None:
    assert run(PythonSpec(target="remembrancer_seen:hangs"), HASTY, module).state == "unreachable"


def test_a_module_that_is_not_there_is_unreachable(tmp_path: Path) -> None:
    assert run(PythonSpec(target="remembrancer_unseen:text"), PATIENT, tmp_path).state == "unreachable"


# Databases


@pytest.fixture
def database(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "shop.db")) as made:
        made.execute("PRAGMA journal_mode = WAL")
        made.execute("CREATE TABLE posts(id INTEGER, text TEXT)")
        made.executemany("INSERT INTO posts VALUES (?, ?)", [(1, "two\nlines"), (2, None), (3, "中文\ttab")])
        made.commit()
    return tmp_path


def ask(folder: Path, query: str, limits: Limits = PATIENT, *, as_json: bool = False) -> Outcome:
    return run(SqlSpec(dsn="sqlite:///shop.db", query=query, as_json=as_json), limits, folder)


def test_a_single_value_is_given_as_it_is_and_rows_as_lines(database: Path) -> None:
    assert ask(database, "SELECT count(*) FROM posts").text == "3"
    assert ask(database, "SELECT * FROM posts").text == "id\ttext\n1\ttwo\\nlines\n2\t\n3\t中文\\ttab\n"
    assert ask(database, "SELECT * FROM posts WHERE id > 9").text == "id\ttext\n"
    assert ask(database, "SELECT id, text FROM posts LIMIT 2", as_json=True).text == '[[1, "two\\nlines"], [2, null]]'


@pytest.mark.parametrize(
    "query",
    [
        "INSERT INTO posts VALUES (4, 'x')",
        "DROP TABLE posts",
        "ATTACH 'other.db' AS other",
        "PRAGMA journal_mode = DELETE",
        "SELECT 1; DROP TABLE posts",
        "VACUUM INTO 'copy.db'",
        "SELECT load_extension('x')",
        "CREATE TEMP TABLE t(x)",
    ],
)
def test_a_query_that_would_do_more_than_read_is_refused_and_changes_nothing(database: Path, query: str) -> None:
    before = (database / "shop.db").read_bytes()
    assert ask(database, query).state == "failed"
    assert (database / "shop.db").read_bytes() == before
    # SQLite puts its own two files beside whatever is in its mode of a write-ahead log.
    assert {file.name for file in database.iterdir()} <= {"shop.db", "shop.db-wal", "shop.db-shm"}


@pytest.mark.parametrize(
    ("query", "state"),
    [
        (ENDLESS.format("count(*)"), "unreachable"),
        (ENDLESS.format("x"), "failed"),
        ("SELECT zeroblob(900000000)", "failed"),
        ("SELECT replace(hex(zeroblob(450000)), '0', 'xx')", "failed"),
        ("SELECT * FROM nowhere", "failed"),
        ("not sql", "failed"),
    ],
)
def test_a_query_is_bounded_in_time_and_in_what_it_gives(database: Path, query: str, state: str) -> None:
    assert ask(database, query, HASTY).state == state


def test_a_database_that_is_not_there_or_is_none_is_no_answer(database: Path) -> None:
    (database / "letter.txt").write_text("a letter is no database, however long it is" * 100)
    assert run(SqlSpec(dsn="nowhere.db", query="SELECT 1"), PATIENT, database).state == "unreachable"
    assert run(SqlSpec(dsn="letter.txt", query="SELECT * FROM x"), PATIENT, database).state == "failed"
    assert not (database / "nowhere.db").exists()


def test_a_database_that_somebody_else_has_locked_is_unreachable(database: Path) -> None:
    with closing(sqlite3.connect(database / "shop.db", isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        assert ask(database, "SELECT count(*) FROM posts", HASTY).state == "unreachable"


# Addresses


@pytest.fixture
def web() -> Iterator[Site]:
    with site() as server:
        yield server


def read(web: Site, path: str, limits: Limits = PATIENT) -> Outcome:
    return run(UrlSpec(url=f"{web.url}{path}"), limits, Path())


def test_an_address_says_what_it_answers(web: Site) -> None:
    web.says("/ok", "中文", Content_Type="text/plain")
    assert read(web, "/ok") == Outcome(state="ok", text="中文", code=200)


def test_the_encoding_that_an_answer_names_is_used_where_it_is_not_utf_8(web: Site) -> None:
    web.says("/old", "café".encode("latin-1"), Content_Type="text/plain; charset=iso-8859-1")
    web.says("/lies", "中文", Content_Type="text/plain; charset=iso-8859-1")
    web.says("/broken", b"caf\xe9", Content_Type="text/plain; charset=utf-8")
    assert read(web, "/old").text == "café"
    assert read(web, "/lies").text == "中文"
    assert read(web, "/broken").text == "caf\ufffd"


@pytest.mark.parametrize(
    ("status", "state"), [(404, "failed"), (410, "failed"), (401, "failed"), (500, "unreachable"), (503, "unreachable")]
)
def test_a_refusal_is_a_failure_and_a_server_that_cannot_answer_is_unreachable(
    web: Site, status: int, state: str
) -> None:
    web.says("/x", "sorry", status)
    found = read(web, "/x")
    assert (found.state, found.code, found.text) == (state, status, "")


@pytest.mark.parametrize("how", [hang, drip, drip_head])
def test_a_server_that_does_not_come_to_an_end_is_cut_off(web: Site, how: object) -> None:
    web.answers["/slow"] = how  # pyright: ignore[reportArgumentType]
    found = read(web, "/slow", Limits(timeout_s=0.3, size_bytes=1_000_000))
    assert (found.state, found.detail) == ("unreachable", "127.0.0.1 did not answer within 0.3 s")


def test_a_flood_of_an_answer_is_cut_off_and_is_none(web: Site) -> None:
    web.answers["/flood"] = flood
    found = read(web, "/flood")
    assert (found.state, found.detail) == ("failed", "127.0.0.1 sent more than 2000 bytes")


def test_an_answer_that_ends_before_it_is_whole_is_none(web: Site) -> None:
    web.answers["/cut"] = cut_short
    assert read(web, "/cut").state == "unreachable"


def test_few_redirects_are_followed(web: Site) -> None:
    web.says("/end", "here")
    web.redirects("/0", "/end", 307)
    for number in range(1, REDIRECTS_MAX + 2):
        web.redirects(f"/{number}", f"/{number - 1}", 301 + number % 2)
    assert read(web, f"/{REDIRECTS_MAX - 1}").text == "here"
    assert read(web, f"/{REDIRECTS_MAX + 1}").state == "failed"


@pytest.mark.parametrize(
    "to", ["/away", "file:///etc/hostname", "ftp://127.0.0.1/x", "data:text/plain,x", "gopher://x/"]
)
def test_no_redirect_leads_in_a_circle_or_out_of_http(web: Site, to: str) -> None:
    web.redirects("/away", to)
    found = read(web, "/away")
    assert (found.state, found.text) == ("failed", "")


@pytest.mark.parametrize("url", ["file:///etc/hostname", "ftp://127.0.0.1/", "http:///nobody"])
def test_only_http_is_read(url: str) -> None:
    assert run(UrlSpec(url=url), PATIENT, Path()).state == "failed"


def test_a_secret_goes_to_the_declared_host_only_and_stands_in_no_message(
    web: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITE_TOKEN", "Bearer wexlum")
    web.says("/end", "here")
    web.says("/no", "", 403)
    with site() as other:
        other.says("/end", "elsewhere")
        web.redirects("/away", f"{other.url}/end")
        spec = UrlSpec(url=f"{web.url}/away?token=wexlum", headers_from={"Authorization": "SITE_TOKEN"})
        web.answers["/away?token=wexlum"] = web.answers["/away"]
        assert run(spec, PATIENT, Path()).text == "elsewhere"
        assert web.requests[-1][1]["Authorization"] == "Bearer wexlum"
        assert "Authorization" not in other.requests[-1][1]
    named = web.url.replace("//", "//ann:wexlum@")
    refused = run(UrlSpec(url=f"{named}/no"), PATIENT, Path())
    assert web.requests[-1][1]["Authorization"].startswith("Basic ")
    gone = run(UrlSpec(url="http://ann:wexlum@127.0.0.1:1/wexlum?wexlum"), PATIENT, Path())
    assert (refused.state, gone.state) == ("failed", "unreachable")
    assert "wexlum" not in refused.detail + gone.detail


def test_a_secret_that_is_not_set_is_said_and_nothing_is_sent(web: Site) -> None:
    assert "NO_SUCH_TOKEN" not in os.environ
    found = run(UrlSpec(url=web.url, headers_from={"X-Token": "NO_SUCH_TOKEN"}), PATIENT, Path())
    assert (found.state, web.requests) == ("unreachable", [])
