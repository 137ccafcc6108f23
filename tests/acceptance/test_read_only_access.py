"""An auditor's session changes nothing: no byte of the store, of the user's state or of the cache, by no verb."""

import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from command_line import Run
from remembrancer import Agent, Remembrancer, RemembrancerError, StoreReadOnly
from remembrancer.application.reads import Reads
from remembrancer.application.sessions import Session
from remembrancer.application.tasks import Task
from remembrancer.interfaces.commands import COMMANDS
from whole_stores import fill, unchanged
from word_embedder import WordEmbedder

Check = Callable[[], None]

ENVELOPE = {"role": "refactor", "risk": "high", "constraints": ["keep the API"]}
FILES = {
    "envelope.json": '{"role": "refactor", "risk": "high"}',
    "identity.toml": 'version = 9\nmission = "Keep"\n',
    "policy.toml": "version = 9\n",
    "lines.jsonl": '{"text": "imported"}\n',
}

ANSWERED = {
    "agents": "agents",
    "archive check": "archive check",
    "archive list": "archive list",
    "archive show": "archive show {retired}",
    "boot": "boot",
    "context": "context 'who opens the north wing'",
    "context list": "context list",
    "context show": "context show {context}",
    "contexts": "contexts",
    "check list": "check list",
    "check try": "check try here",
    "checks": "checks",
    "claim list": "claim list",
    "claims": "claims --all",
    "decision list": "decision list",
    "decision quality": "decision quality",
    "dictionary list": "dictionary list",
    "dictionary test": "dictionary test wexlum",
    "contradictions": "contradictions",
    "diff": "diff 5",
    "doctor": "doctor",
    "dreams list": "dreams list",
    "dreams show": "dreams show latest",
    "export": "export out --subject user:42 --format jsonl --format csv --format html",
    "fact list": "fact list",
    "fact owner": "fact owner capital",
    "facts": "facts",
    "handover list": "handover list",
    "fleet": "fleet",
    "history": "history {memory}",
    "hold list": "hold list",
    "holds": "holds --all",
    "identity history": "identity history",
    "identity show": "identity show",
    "index status": "index status",
    "intent list": "intent list",
    "intent similar": "intent similar envelope.json",
    "layers": "layers --as-of 20",
    "ledger consistency": "ledger consistency 10 20",
    "ledger key": "ledger key",
    "ledger proof": "ledger proof {memory}",
    "ledger witness list": "ledger witness list",
    "lessons list": "lessons --all",
    "lessons open": "lessons open {lesson}",
    "lessons path": "lessons path {lesson}",
    "log": "log",
    "mirror list": "mirror list",
    "mirror show": "mirror show board",
    "mirrors": "mirrors",
    "policy default": "policy default",
    "policy show": "policy show",
    "recall": "recall 'who opens the north wing' --explain",
    "recalls": "recalls",
    "risk": "risk envelope.json",
    "schedule": "schedule --list",
    "session list": "session list",
    "session show": "session show 'open session'",
    "show": "show {memory}",
    "subject export": "subject export user:42 person",
    "subject list": "subject list",
    "subject show": "subject show user:42",
    "suggestions list": "suggestions list --all",
    "sweep": "sweep",
    "task list": "task list",
    "task show": "task show 'open task'",
    "trauma show": "trauma show",
    "verify": "verify --replay",
    "why": "why {memory}",
}
"""Commands that answer a reader, each as it is called here."""

ANSWERED_ALSO = (
    "dream --dry-run",
    "erase {memory} --dry-run",
    "rebuild --check",
    "retention --dry-run",
    "subject erase user:42 --dry-run",
    "sweep --dry-run",
)
"""What only looks, of commands that do more otherwise."""

REFUSED = {
    "archive": "archive {memory} --because audit",
    "archive restore": "archive restore {retired} --because audit",
    "audit": "audit --all",
    "check add": "check add there --file there",
    "check remove": "check remove here",
    "claim answer": "claim answer {question} yes --because audit --by user:ann",
    "claim attach": "claim attach {memory} --check here",
    "claim release": "claim release {claim} --because audit",
    "confirm": "confirm {memory}",
    "contradict": "contradict {memory} --because audit",
    "decay": "decay {memory} 0.5",
    "decision judged": "decision judged {decision} right --because audit",
    "decision made": "decision made 'to look'",
    "demo": "demo",
    "dictionary add": "dictionary add word",
    "dream": "dream",
    "erase": "erase {memory} --because audit",
    "fact transfer": "fact transfer capital --to bo --because audit",
    "forget": "forget {memory} --because audit",
    "handover": "handover {memory} --to bo --because audit",
    "hold": "hold {memory} --until 2099-01-01 --because audit",
    "hold release": "hold release {hold} --because audit",
    "identity establish": "identity establish identity.toml --because audit --by user:ann",
    "identity refresh": "identity refresh identity.toml --because audit --by user:ann",
    "identity write": "identity write voice --file identity.toml --because audit --by user:ann",
    "identity replace": "identity replace rules --text 'Look' --because audit --by user:ann",
    "import": "import lines.jsonl",
    "index learn": "index learn",
    "index rebuild": "index rebuild",
    "init": "init elsewhere",
    "intent record": "intent record envelope.json",
    "ledger accept": "ledger accept --because audit",
    "ledger checkpoint": "ledger checkpoint",
    "merge": "merge {memory} {other} --text both --because audit",
    "mirror add": "mirror add other --every 1h --command date",
    "mirror disable": "mirror disable board",
    "mirror enable": "mirror enable board",
    "mirror refresh": "mirror refresh board",
    "mirror remove": "mirror remove board",
    "policy adopt": "policy adopt policy.toml --by user:ann",
    "promote": "promote {memory} L4 --because audit --by user:ann",
    "quarantine": "quarantine {memory} --because audit",
    "rebuild": "rebuild",
    "record": "record 'an auditor was here'",
    "release": "release {quarantined} --because audit",
    "restore": "restore {forgotten} --because audit",
    "review": "review {memory} passed --because audit",
    "retention": "retention --now",
    "revise": "revise {memory} 'other words' --because audit",
    "session end": "session end 'open session'",
    "session message": "session message 'open session' hello",
    "subject erase": "subject erase user:42 --because audit",
    "suggestions accept": "suggestions accept {suggestion} --by user:ann",
    "suggestions decline": "suggestions decline {suggestion} --because audit --by user:ann",
    "task checkpoint": "task checkpoint 'open task' --set page=2",
    "task complete": "task complete 'open task' done",
    "task interrupt": "task interrupt 'open task'",
    "task resume": "task resume 'interrupted task'",
    "task start": "task start 'new task' --objective look",
    "trauma record": "trauma record security --because audit",
}
"""Commands that would change something: each is called so that nothing but the reading stands in its way."""

REFUSED_ALSO = (
    "archive check --repair",
    "doctor --wrap-keys",
    "mirror refresh --due",
    "schedule --once",
    "forget --matching north --because audit --yes",
)
"""What changes something, of commands that answer a reader otherwise."""

ELSEWHERE = {"intent show": "needs the signature of an intent; Python's `find_intent` is the same question"}


def commands(table: Mapping[str, Any] = COMMANDS, above: str = "") -> Iterator[str]:
    """Yield the full name of every command."""
    for name, where in table.items():
        if isinstance(where, str):
            yield above + name
        else:
            yield from commands(where[1], f"{above}{name} ")
            yield from [above + name] if len(where) > 2 else []


class Lived:
    """A store with a life behind it, the user's folders beside it, and the ids of what is in it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.store = home / "memory"
        self.ids: dict[str, str] = {}

    def live(self) -> None:
        """Fill it."""
        fill(self.store)
        with Remembrancer.open(self.store) as memory:
            atlas = memory.agent("atlas")
            made = {name: atlas.record(f"A note that is {name}").id for name in ("forgotten", "quarantined")}
            atlas.forget(made["forgotten"], because="to be restored")
            atlas.quarantine(made["quarantined"], because="to be released")
            task = atlas.task("interrupted task")
            task.start(objective="Wait")
            task.interrupt()
            made["memory"], made["other"], made["kept"] = (
                atlas.record(f"A note to be {name}", subjects=["user:42"]).id
                for name in ("asked for", "merged", "held")
            )
            made["decision"] = atlas.decide("to look").id
            memory.agent("bo").record("A note of somebody else")
            atlas.record("Paris", kind="fact", key="capital")
            made["lesson"] = atlas.record(
                "Look twice before leaping", kind="lesson", summary="Look twice", trigger="an outage"
            ).id
            made["retired"] = atlas.record("A note that retired").id
            atlas.archive(made["retired"], because="to be restored")
            atlas.intent(ENVELOPE)
            memory.mirrors.add("board", every="1h", command=["echo", "one post waits"])
            memory.mirrors.refresh("board")
            rule = {"name": "old-decisions", "kind": "decision", "after_days": 30}
            memory.adopt_policy({"version": 2, "retention": [rule]}, by="user:ann")
            made["hold"] = memory.hold(made["kept"], until="2099-01-01", because="a case").id
            made["context"] = str(atlas.context("who opens the north wing").event)
            waiting = atlas.suggestions() or atlas.suggestions(waiting=False)
            made["suggestion"] = waiting[0].id
            memory.add_check("here", file=".")
            memory.add_check("asked", ask="Does it hold?", by="2099-01-01")
            made["claim"] = atlas.attach_claim(made["kept"], check="here").id
            made["question"] = atlas.attach_claim(made["kept"], check="asked").id
        self.ids = made


VIEWS = ("beliefs", "tasks", "sessions", "lineage", "views")


def harm(store: Path, how: str) -> None:
    """Do to the views of a store what an older version or a bad disk may have done."""
    with closing(sqlite3.connect(store / "memory.db", isolation_level=None)) as database:
        for view in VIEWS:
            database.execute(f"DROP TABLE {view}" if how == "missing" else f"DELETE FROM {view}")


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lived]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        in_home(patch, home)
        found = Lived(home)
        found.live()
        yield found


@pytest.fixture(scope="module", params=["missing", "emptied"])
def harmed(request: pytest.FixtureRequest, lived: Lived, tmp_path_factory: pytest.TempPathFactory) -> Lived:
    """The same store, with the same state beside it, and views that cannot be trusted."""
    home = tmp_path_factory.mktemp("harmed") / "home"
    shutil.copytree(lived.home, home)
    found = Lived(home)
    found.ids = lived.ids
    harm(found.store, request.param)
    return found


@pytest.fixture(scope="module")
def killed(lived: Lived, tmp_path_factory: pytest.TempPathFactory) -> Lived:
    """The same store as its writer left it when it was killed: with a write-ahead log, without the index of that."""
    home = tmp_path_factory.mktemp("killed") / "home"
    shutil.copytree(lived.home, home)
    found = Lived(home)
    found.ids = lived.ids
    writing = (
        "import os, sys; from remembrancer import Remembrancer;"
        "memory = Remembrancer.open(sys.argv[1]); memory.agent('atlas').record('the last words'); os._exit(9)"
    )
    with pytest.MonkeyPatch.context() as patch:
        in_home(patch, home)
        assert subprocess.run([sys.executable, "-c", writing, str(found.store)], check=False).returncode == 9
    assert (found.store / "memory.db-wal").stat().st_size > 0
    (found.store / "memory.db-shm").unlink()
    return found


def in_home(patch: pytest.MonkeyPatch, home: Path) -> None:
    """Have all that is kept for a user kept under `home`, and temporary files where they are seen."""
    patch.setenv("HOME", str(home))
    patch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    patch.setenv("REMEMBRANCER_STATE", str(home / "state"))
    patch.setenv("REMEMBRANCER_STORE", str(home / "memory"))
    patch.setenv("REMEMBRANCER_AGENT", "atlas")


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The folder that commands are called in, with the files that they are given."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def call(run: Run, lived: Lived, line: str) -> Any:
    return run(*shlex.split(line.format(**lived.ids)), "--read-only")


def test_every_command_is_called_here() -> None:
    assert sorted(commands()) == sorted(ANSWERED.keys() | REFUSED.keys() | ELSEWHERE.keys())


@pytest.mark.parametrize("line", [*ANSWERED.values(), *ANSWERED_ALSO])
@pytest.mark.parametrize("json", [False, True], ids=["told", "json"])
def test_what_only_looks_is_answered_and_leaves_every_byte(
    run: Run, lived: Lived, here: Path, monkeypatch: pytest.MonkeyPatch, line: str, json: bool
) -> None:
    in_home(monkeypatch, lived.home)
    check = unchanged(lived.home, *(here / name for name in FILES))
    answer = call(run, lived, f"{line} --json" if json else line)
    assert answer.code in {0, 1}, answer.err
    assert answer.out
    check()
    asked_for = {"out", "person"}.intersection(shlex.split(line))
    assert {path.name for path in here.iterdir()} - FILES.keys() == asked_for


@pytest.mark.parametrize("line", [*REFUSED.values(), *REFUSED_ALSO])
def test_what_would_change_something_is_refused_and_leaves_every_byte(
    run: Run, lived: Lived, here: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    in_home(monkeypatch, lived.home)
    if "--wrap-keys" in line:
        monkeypatch.setenv("REMEMBRANCER_MASTER_KEY", "5c" * 32)
    check = unchanged(lived.home, here)
    answer = call(run, lived, line)
    assert answer.code == 2, answer.out
    assert answer.err.startswith("remembrancer: ")
    assert "read-only" in answer.err or line.startswith("suggestions"), answer.err
    check()


READS = ("layers", "recall 'north wing'", "doctor", "log", "show {memory}", "rebuild --check", "archive check")


@pytest.mark.parametrize("line", READS)
def test_a_store_whose_views_are_harmed_is_read_as_it_is(
    run: Run, harmed: Lived, here: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    in_home(monkeypatch, harmed.home)
    check = unchanged(harmed.home, here)
    answer = call(run, harmed, line)
    assert answer.code in {0, 1}, answer.err
    assert "view" in answer.err or answer.code == 1, answer.err
    check()


@pytest.mark.parametrize("line", READS)
def test_a_store_whose_writer_was_killed_is_read_with_its_last_words(
    run: Run, killed: Lived, here: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    in_home(monkeypatch, killed.home)
    check = unchanged(killed.home, here)
    answer = call(run, killed, line)
    assert answer.code in {0, 1}, answer.err
    if line == "layers":
        assert "the last words" in answer.out
    check()


def test_without_a_cache_none_is_made(run: Run, lived: Lived, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_home(monkeypatch, lived.home)
    monkeypatch.setenv("XDG_CACHE_HOME", str(here / "cache"))
    monkeypatch.setenv("REMEMBRANCER_STATE", str(here / "state"))
    monkeypatch.setenv("HOME", str(here / "user"))
    temporary = here / "tmp"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    check = unchanged(lived.home, here / "cache", here / "state", here / "user")
    assert call(run, lived, "recall 'north wing'").code == 0
    assert call(run, lived, "layers").code == 0
    check()
    assert list(temporary.iterdir()) == []


def test_a_damaged_file_of_the_cache_is_left_to_those_who_may_mend_it(
    run: Run, lived: Lived, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_home(monkeypatch, lived.home)
    cache = here / "cache"
    shutil.copytree(lived.home / "cache", cache)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    next(cache.glob("*/translations-*/ids.npy")).unlink()
    check = unchanged(lived.home, cache)
    assert call(run, lived, "recall 'north wing'").code == 0
    check()


LOOKS: dict[str, dict[str, Any]] = {
    "as_of": {"moment": 20},
    "claims": {"released": True},
    "boot": {},
    "context": {"query": "north wing"},
    "contradictions": {},
    "context_at": {"position": "{context}"},
    "contexts": {},
    "decision_quality": {},
    "decisions": {},
    "document": {"name": "voice"},
    "dream_story": {"run": "latest"},
    "dreams": {},
    "fact": {"key": "capital"},
    "facts": {},
    "find_intent": {"asked": ENVELOPE},
    "hand_overs": {},
    "history": {"id": "{memory}"},
    "identity": {},
    "intents": {},
    "layers": {},
    "mirrors": {},
    "lesson": {"slug": "{lesson}"},
    "lesson_path": {"slug": "{lesson}"},
    "lessons": {},
    "recall": {"query": "north wing"},
    "recalls": {},
    "risk": {"envelope": ENVELOPE},
    "session": {"name": "open session"},
    "sessions": {},
    "show": {"id": "{memory}"},
    "similar_intents": {"envelope": ENVELOPE},
    "suggestions": {},
    "sweep": {},
    "task": {"name": "open task"},
    "tasks": {},
    "traumas": {},
    "valid_at": {"moment": 20},
    "why": {"id": "{memory}"},
}

OF_TODAY = {
    "context", "context_at", "dream_story", "fact", "find_intent", "history", "lesson", "lesson_path", "session",
    "show", "sweep", "task", "why",
}  # fmt: skip
"""What is not asked as of an earlier position: it names what was not there yet, or is about now."""

ACTS: dict[str, dict[str, Any]] = {
    "accept": {"suggestion": "{suggestion}"},
    "answer_claim": {"claim": "{question}", "yes": True, "because": "audit"},
    "archive": {"id": "{memory}", "because": "audit"},
    "attach_claim": {"memory": "{memory}", "check": "here"},
    "confirm": {"id": "{memory}"},
    "contradict": {"id": "{memory}", "because": "audit"},
    "decay": {"id": "{memory}", "strength": 0.5},
    "decide": {"text": "to look"},
    "decline": {"suggestion": "{suggestion}", "because": "audit"},
    "dream": {},
    "establish_identity": {"document": {"version": 99, "mission": "Look"}, "because": "audit"},
    "forget": {"id": "{memory}", "because": "audit"},
    "hand_over": {"what": "{memory}", "to": "bo", "because": "audit"},
    "intent": {"envelope": ENVELOPE},
    "judge": {"id": "{decision}", "outcome": "right", "because": "audit"},
    "merge": {"ids": ["{memory}", "{other}"], "text": "both", "because": "audit"},
    "promote": {"id": "{memory}", "to": "L4", "because": "audit"},
    "quarantine": {"id": "{memory}", "because": "audit"},
    "record": {"text": "an auditor was here"},
    "record_many": {"items": [{"text": "an auditor was here"}]},
    "release": {"id": "{quarantined}", "because": "audit"},
    "release_claim": {"claim": "{claim}", "because": "audit"},
    "replace_document_line": {"document": "voice", "text": "Look", "because": "audit"},
    "replace_identity_line": {"section": "rules", "text": "Look", "because": "audit"},
    "restore": {"id": "{forgotten}"},
    "review": {"id": "{memory}", "outcome": "passed", "because": "audit"},
    "revise": {"id": "{memory}", "text": "other words", "because": "audit"},
    "transfer_fact": {"key": "capital", "to": "bo", "because": "audit"},
    "trauma": {"category": "security", "because": "audit"},
    "write_document": {"document": "voice", "lines": ["Look"], "because": "audit"},
}

TASK_ACTS: dict[str, dict[str, Any]] = {
    "checkpoint": {"page": 2},
    "complete": {"outcome": "done"},
    "interrupt": {},
    "resume": {},
    "start": {"objective": "look"},
}
SESSION_ACTS: dict[str, dict[str, Any]] = {"end": {}, "message": {"text": "hello"}}

STORE_LOOKS: dict[str, dict[str, Any]] = {
    "agents": {},
    "check": {},
    "check_archive": {},
    "checks": {},
    "contradictions": {},
    "diff": {"agent": "atlas", "a": 5},
    "examine": {},
    "fleet": {},
    "holds": {},
    "log": {},
    "subject": {"name": "user:42"},
    "subjects": {},
    "verify": {},
}
STORE_ACTS: dict[str, dict[str, Any]] = {
    "add_check": {"name": "there", "file": "there"},
    "audit": {"due": False},
    "remove_check": {"name": "here"},
    "adopt_policy": {"settings": {"version": 99}, "by": "user:ann"},
    "erase": {"what": ["{memory}"], "because": "audit"},
    "hold": {"what": ["{memory}"], "until": "2099-01-01", "because": "audit"},
    "import_path": {"path": "lines.jsonl"},
    "learn": {},
    "rebuild": {},
    "retain": {},
    "release_hold": {"hold": "{hold}", "because": "audit"},
    "wrap_keys": {},
}
STORE_ELSEWHERE = {
    "accept_ledger": "opens a store by itself, to be written",
    "agent": "whose verbs are called above",
    "close": "ends each test",
    "export": "writes a folder of its own; called as a command",
    "export_subject": "as `export`",
    "try_check": "asks the world, and writes nothing anywhere",
    "open": "begins each test",
}


def verbs(*classes: type) -> set[str]:
    """Return the names of the methods that callers may use."""
    return {
        name
        for one in classes
        for name in dir(one)
        if not name.startswith("_") and callable(getattr(one, name)) and not isinstance(getattr(one, name), property)
    }


def test_every_verb_is_called_here() -> None:
    assert verbs(Agent, Reads) == LOOKS.keys() | ACTS.keys()
    assert verbs(Task) - {"to_json"} == TASK_ACTS.keys()
    assert verbs(Session) - {"to_json"} == SESSION_ACTS.keys()
    assert verbs(Remembrancer) - STORE_ELSEWHERE.keys() == STORE_LOOKS.keys() | STORE_ACTS.keys()


def filled(lived: Lived, said: dict[str, Any]) -> dict[str, Any]:
    """Return arguments with ids in the places where their names stand."""

    def of(value: Any) -> Any:
        made = value.format(**lived.ids) if isinstance(value, str) else value
        return int(made) if value == "{context}" else made

    several = {name for name in ("ids", "what") if isinstance(said.get(name), list)}
    return {name: [*map(of, value)] if name in several else of(value) for name, value in said.items()}


@pytest.fixture(params=[False, True], ids=["words", "vectors"])
def reader(
    request: pytest.FixtureRequest, lived: Lived, here: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Remembrancer]:
    """The store opened for reading; when it is closed, every byte must be where it was."""
    in_home(monkeypatch, lived.home)
    monkeypatch.chdir(here)
    check = unchanged(lived.home, here)
    embedder = WordEmbedder("words 2") if request.param else None
    with Remembrancer.open(lived.store, read_only=True, embedder=embedder) as memory:
        position = memory.position
        yield memory
        assert memory.position == position
    check()


def test_every_verb_that_looks_is_answered(reader: Remembrancer, lived: Lived) -> None:
    for agent in (reader.agent("atlas"), reader.agent("atlas").as_of(40)):
        for name, said in LOOKS.items():
            if isinstance(agent, Agent) or name not in OF_TODAY:
                _ = getattr(agent, name)(**filled(lived, said))
    task, session = reader.agent("atlas").task("open task"), reader.agent("atlas").session("open session")
    assert task.to_json()
    assert session.to_json()
    for name, said in STORE_LOOKS.items():
        found = getattr(reader, name)(**said)
        assert name != "log" or list(found)


def test_every_verb_that_acts_is_refused(reader: Remembrancer, lived: Lived) -> None:
    acting = [(reader.agent("atlas", by="user:ann"), ACTS)]
    acting += [(reader.agent("atlas").task("open task"), TASK_ACTS)]
    acting += [(reader.agent("atlas").session("open session"), SESSION_ACTS)]
    acting += [(reader, STORE_ACTS)]
    not_refused: list[str] = []
    for one, acts in acting:
        for name, said in acts.items():
            try:
                getattr(one, name)(**filled(lived, said))
            except RemembrancerError:
                continue
            not_refused.append(name)
    assert not_refused == []


def test_a_reader_of_many_questions_notes_none(reader: Remembrancer) -> None:
    atlas = reader.agent("atlas")
    before = atlas.recalls(limit=1000)
    for number in range(20):
        atlas.recall(f"north wing {number}")
    assert atlas.recalls(limit=1000) == before


def test_a_writer_beside_a_reader_is_not_held_up_and_is_seen(
    lived: Lived, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    shutil.copytree(lived.home, home)
    in_home(monkeypatch, home)
    with Remembrancer.open(home / "memory", read_only=True) as reader:
        with Remembrancer.open(home / "memory") as writer:
            written = writer.agent("atlas").record("beside a reader")
            assert reader.agent("atlas").show(written.id).text == "beside a reader"
        with pytest.raises(StoreReadOnly, match="read-only"):
            reader.agent("atlas").record("by the reader")


def test_what_has_become_due_waits_for_those_who_may_write(lived: Lived, monkeypatch: pytest.MonkeyPatch) -> None:
    in_home(monkeypatch, lived.home)
    check = unchanged(lived.home)
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    with Remembrancer.open(lived.store, read_only=True, clock=lambda: tomorrow) as reader:
        assert reader.agent("atlas").sweep(dry_run=True).steps
        with pytest.raises(StoreReadOnly):
            reader.agent("atlas").sweep()
    check()


@pytest.fixture
def medium(lived: Lived, tmp_path: Path) -> Iterator[Path]:
    """A copy of the store where nothing can be written, even by root if this machine lets folders be mounted."""
    folder = tmp_path / "medium"
    shutil.copytree(lived.store, folder)
    if subprocess.run(["mount", "--bind", folder, folder], capture_output=True, check=False).returncode == 0:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], capture_output=True, check=True)
        yield folder
        subprocess.run(["umount", "-l", folder], capture_output=True, check=True)
        return
    folders = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    for one in folders:
        one.chmod(0o500)
    yield folder
    for one in folders:
        one.chmod(0o700)


def test_a_store_on_a_medium_that_cannot_be_written_is_read(
    lived: Lived, medium: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_home(monkeypatch, lived.home)
    check = unchanged(lived.home, medium)
    with Remembrancer.open(medium, read_only=True) as memory:
        assert memory.agent("atlas").recall("north wing")
        assert memory.check() == []
    check()
