"""Keys, passwords and the words of memories stand in no error, no notice and no line of a log, whatever goes wrong."""

import json
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from command_line import Run
from remembrancer import Remembrancer, RemembrancerError
from remembrancer.application.fields import RecordFields
from remembrancer.infrastructure.search.embedders import named as embedder_named
from remembrancer.infrastructure.sqlite import GUARDS
from remembrancer.infrastructure.synthesizers import named as synthesizer_named
from remembrancer.scheduler.running import Schedule
from remembrancer.scheduler.telling import Line
from settable_clock import SettableClock
from stub_chat import Chat, chat, raw

MASTER = "8f" * 31 + "a7"
OTHER_MASTER = "3c" * 31 + "b1"
API_KEY = "sesame-opens-the-mountain"
PASSWORD = "Wq7-zanzibar-kumquat"
WORDS = "The vault of the Zanzibar office opens with kumquats"
CHINESE = "桑给巴尔办公室的保险库用金橘打开"
NEEDLES = (MASTER, OTHER_MASTER, API_KEY, PASSWORD, "kumquat", "Zanzibar", CHINESE[:6])


class Heard:
    """Everything that the product said."""

    def __init__(self, logged: pytest.LogCaptureFixture) -> None:
        self._logged = logged
        self._said: list[str] = []

    def refused(self, fault: BaseException) -> None:
        """Note what an error says, and what it was raised from: a traceback shows all of it."""
        told: BaseException | None = fault
        while told is not None:
            self._said += [str(told), repr(told), *map(str, vars(told).values())]
            told = told.__cause__ or told.__context__

    def add(self, *said: object) -> None:
        self._said += map(str, said)

    def check(self) -> None:
        """Fail if anything that was said holds a needle, or if nothing was said at all."""
        said = [*self._said, *(record.getMessage() for record in self._logged.records)]
        assert any(said), "nothing went wrong, so nothing is tested"
        assert [(needle, text) for needle in NEEDLES for text in said if needle in text] == []


@pytest.fixture
def heard(caplog: pytest.LogCaptureFixture) -> Iterator[Heard]:
    caplog.set_level(logging.DEBUG)
    found = Heard(caplog)
    yield found
    found.check()


def fill(folder: Path) -> list[str]:
    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        return [atlas.record(text, because=text, metadata={"said": text}).id for text in (WORDS, CHINESE)]


@pytest.mark.parametrize(
    "key", [OTHER_MASTER, MASTER[:-1], MASTER + "00", f"'{MASTER}'", f"key={MASTER}", API_KEY, "", CHINESE]
)
@pytest.mark.parametrize("by_file", [False, True], ids=["variable", "file"])
def test_a_master_key_that_does_not_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heard: Heard, key: str, by_file: bool
) -> None:
    monkeypatch.setenv("REMEMBRANCER_MASTER_KEY", MASTER)
    ids = fill(tmp_path / "memory")
    if by_file:
        (tmp_path / "key").write_text(key, encoding="utf-8")
        monkeypatch.delenv("REMEMBRANCER_MASTER_KEY")
        monkeypatch.setenv("REMEMBRANCER_MASTER_KEY_FILE", str(tmp_path / "key"))
    else:
        monkeypatch.setenv("REMEMBRANCER_MASTER_KEY", key)
    for read_only in (False, True):
        try:
            with Remembrancer.open(tmp_path / "memory", read_only=read_only) as memory:
                heard.add(*memory.notices, memory.agent("atlas").show(ids[0]).text, memory.examine())
                memory.agent("atlas").record("more")
        except RemembrancerError as fault:
            heard.refused(fault)


def bodies(folder: Path) -> dict[int, dict[str, Any]]:
    with closing(sqlite3.connect(folder / "memory.db")) as database:
        found = database.execute("SELECT position, body FROM events WHERE type = 'memory.recorded/1'")
        return {position: json.loads(body) for position, body in found}


def put(folder: Path, position: int, body: dict[str, Any]) -> None:
    with closing(sqlite3.connect(folder / "memory.db", isolation_level=None)) as database:
        for guard in GUARDS:
            database.execute(f"DROP TRIGGER {guard}")
        data = json.dumps(body, sort_keys=True, separators=(",", ":")).encode()
        database.execute("UPDATE events SET body = ? WHERE position = ?", (data, position))


@pytest.mark.parametrize("how", ["flipped", "cut", "no base64", "another's", "no slot", "other people"])
def test_a_box_that_was_changed(tmp_path: Path, heard: Heard, how: str) -> None:
    ids = fill(tmp_path / "memory")
    (first, body), (_, other) = sorted(bodies(tmp_path / "memory").items())
    box = body["box"]
    match how:
        case "flipped":
            box["data"] = box["data"][:-8] + ("AAAA" if box["data"][-8:-4] != "AAAA" else "BBBB") + box["data"][-4:]
        case "cut":
            box["data"] = box["data"][:16]
        case "no base64":
            box["data"] = WORDS
        case "another's":
            box["data"] = other["box"]["data"]
        case "no slot":
            box["slot"] = f"{API_KEY}.1"
        case _:
            box["subjects"] = ["sub_0000000000000000"]
    put(tmp_path / "memory", first, body)
    for read_only in (True, False):
        try:
            with Remembrancer.open(tmp_path / "memory", read_only=read_only) as memory:
                heard.add(*memory.notices, memory.examine())
                told(heard, lambda: memory.agent("atlas").show(ids[0]).text)
                told(heard, lambda: [one.to_json() for one in memory.agent("atlas").history(ids[0])])
                told(heard, lambda: memory.agent("atlas").why(ids[0]).to_json())
                told(heard, lambda: [hit.memory.id for hit in memory.agent("atlas").recall("anything", note=False)])
                told(heard, memory.check)
        except RemembrancerError as fault:
            heard.refused(fault)


def told(heard: Heard, ask: Any) -> None:
    """Ask something whose answer is nobody's business here, and note how it is refused."""
    try:
        ask()
    except RemembrancerError as fault:
        heard.refused(fault)


@pytest.mark.parametrize("damage", ["keys.db", "memory.db"])
def test_a_file_whose_bytes_were_changed_at_many_places(tmp_path: Path, heard: Heard, run: Run, damage: str) -> None:
    ids = fill(tmp_path / "memory")
    whole = (tmp_path / "memory" / damage).read_bytes()
    for at in range(100, len(whole), max(1, len(whole) // 40)):
        (tmp_path / "memory" / damage).write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        for line in (("doctor",), ("--read-only", "show", ids[0]), ("rebuild", "--check")):
            answer = run(*line)
            heard.add(answer.err, answer.out if line[0] != "--read-only" else "")
        shutil.copyfile(tmp_path / "memory" / damage, tmp_path / "damaged")
    heard.add("some damage may be met by nobody")


@pytest.mark.parametrize(
    "text",
    [
        f"The database opens with password: {PASSWORD}",
        f"export DB_PASSWORD='{PASSWORD}'",
        f"Connect to postgres://admin:{PASSWORD}@db.internal/main",
        f"api_key = '{API_KEY}-{PASSWORD}'",
        f"密码：{PASSWORD}",
    ],
)
def test_a_secret_in_a_text_is_refused_without_it(tmp_path: Path, heard: Heard, run: Run, text: str) -> None:
    assert run("init").code == 0
    with Remembrancer.open(tmp_path / "memory") as memory:
        kinds: tuple[RecordFields, ...] = (
            {"kind": "preference"},
            {"kind": "lesson", "trigger": text, "summary": "One line"},
        )
        for said in kinds:
            with pytest.raises(RemembrancerError) as refused:
                memory.agent("atlas").record(text, **said)
            heard.refused(refused.value)
    answer = run("record", text, "--kind", "preference")
    assert answer.code == 2
    heard.add(answer.out, answer.err)
    (tmp_path / "lines.jsonl").write_text(json.dumps({"text": text, "kind": "preference"}) + "\n")
    for arguments in (("import", "lines.jsonl"), ("import", "lines.jsonl", "--skip-bad")):
        answer = run(*arguments)
        heard.add(answer.out, answer.err)
    files = [path.read_bytes() for path in (tmp_path / "memory").rglob("*") if path.is_file()]
    assert not any(PASSWORD.encode() in held for held in files)


@pytest.mark.parametrize(
    "line",
    [
        f'{{"text": "{WORDS}", "kind": ',
        f'{{"text": "{WORDS}", "importance": "high"}}',
        f'{{"text": ["{WORDS}"]}}',
        f'{{"text": "{WORDS}", "occurred_at": "yesterday"}}',
        f'"{WORDS}"',
        f'{{"text": "{WORDS}"}} {CHINESE}',
    ],
)
def test_a_bad_line_of_an_import_is_told_without_its_words(tmp_path: Path, heard: Heard, run: Run, line: str) -> None:
    assert run("init").code == 0
    (tmp_path / "lines.jsonl").write_text(line + "\n", encoding="utf-8")
    answer = run("import", "lines.jsonl")
    assert answer.code == 2, answer.out
    heard.add(answer.err)


@pytest.mark.parametrize(
    "spec",
    [
        f"openai-compatible:m@https://user:{API_KEY}@localhost/v1",
        f"openai-compatible:m@https://localhost/v1?key={API_KEY}",
        f"openai-compatible:m@https://localhost/v1#{API_KEY}",
        f"openai-compatible:m@ftp://{API_KEY}@localhost",
        f"openai-compatible:@https://user:{API_KEY}@localhost/v1",
        f"openai:m@https://user:{API_KEY}@localhost/v1",
        f"openai:m@https://localhost/v1?key={API_KEY}",
        f"opnai:m@https://user:{API_KEY}@localhost/v1",
        f"https://user:{API_KEY}@localhost/v1",
    ],
)
def test_a_key_in_the_name_of_a_model_is_refused_without_it(tmp_path: Path, heard: Heard, run: Run, spec: str) -> None:
    for named in (synthesizer_named, embedder_named):
        with pytest.raises(RemembrancerError) as refused:
            named(spec)
        heard.refused(refused.value)
    assert run("init").code == 0
    answer = run("dream", "--synthesizer", spec)
    assert answer.code == 2
    heard.add(answer.err)
    files = [path.read_bytes() for path in (tmp_path / "memory").rglob("*") if path.is_file()]
    assert not any(API_KEY.encode() in held for held in files)


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch) -> Iterator[Chat]:
    """An endpoint that repeats whatever it was sent, its key included, and says that it is a fault."""
    monkeypatch.setenv("OPENAI_API_KEY", API_KEY)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with chat("x") as serving:
        said = f"no: Bearer {API_KEY} may not send {WORDS} {CHINESE}".encode()
        serving.answers = [raw(said, status=400) for _ in range(50)]
        yield serving


def test_a_night_with_a_model_that_repeats_what_it_was_sent(
    tmp_path: Path, clock: SettableClock, heard: Heard, echo: Chat
) -> None:
    synthesizer = f"openai-compatible:m@{echo.url}"
    lines: list[Line] = []
    with Remembrancer.open(tmp_path / "memory", clock=clock, synthesizer=synthesizer) as memory:
        atlas = memory.agent("atlas")
        clock.set(2026, 5, 1, 9)
        for day in range(4):
            atlas.record(f"{WORDS}, said she", kind="note", subjects=["user:42"])
            clock.set(2026, 5, 2 + day, 9)
        clock.set(2026, 5, 9, 4, 30)
        for tell in (lines.append, None):
            running = Schedule(memory, tell=tell) if tell else Schedule(memory)
            running.run_due()
            clock.forward(days=1)
        heard.add(*lines, *(line.to_json() for line in lines), *memory.notices)
    assert lines, "the night came"


def test_a_job_that_fails_with_anything(
    tmp_path: Path, clock: SettableClock, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError(f"{WORDS} {API_KEY}")

    monkeypatch.setattr("remembrancer.application.dreams.running.look_around", fail)
    lines: list[Line] = []
    with Remembrancer.open(tmp_path / "memory", clock=clock) as memory:
        memory.agent("atlas").record(WORDS)
        clock.forward(days=2)
        Schedule(memory, tell=lines.append).run_due()
        Schedule(memory).run_due()
        heard.add(*lines, *(line.to_json() for line in lines))
        heard.add(*(f"{entry.because} {entry.details}" for entry in memory.log(types=["job"])))
    assert any(line.event == "failed" for line in lines)


def test_what_the_product_says_of_itself_in_debug_holds_no_words(
    tmp_path: Path, heard: Heard, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path / "memory")
    monkeypatch.setenv("REMEMBRANCER_DEBUG", "1")
    (first, body), *_ = sorted(bodies(tmp_path / "memory").items())
    put(tmp_path / "memory", first, {**body, "importance": [WORDS]})
    for line in (("layers", "--agent", "atlas"), ("log",), ("doctor",), ("rebuild", "--check"), ("recall", "x")):
        heard.add(run(*line).err)
    assert os.environ["REMEMBRANCER_DEBUG"]
