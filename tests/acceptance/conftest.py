"""What acceptance tests start from: the command line, called within the process, and a store with a settable clock."""

import io
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from command_line import Answer, Run
from remembrancer import Agent, Remembrancer
from remembrancer.domain.moments import to_micros
from remembrancer.interfaces.main import main
from settable_clock import SettableClock


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Calls the command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("REMEMBRANCER_STORE", "REMEMBRANCER_AGENT", "REMEMBRANCER_DEBUG", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str, stdin: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "argv", ["remembrancer", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main()
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return call


@pytest.fixture
def store(run: Run, tmp_path: Path) -> Path:
    """An empty store where the command line looks for one."""
    assert run("init").code == 0
    return tmp_path / "memory"


@pytest.fixture
def week(run: Run, tmp_path: Path) -> dict[str, str]:
    """A store with a week of atlas in it, one day an event; memory ids by what they are."""
    clock = datetime(2026, 5, 1, 12, tzinfo=UTC)
    with Remembrancer.open(tmp_path / "memory", clock=lambda: clock) as memory:
        atlas = memory.agent("atlas")
        ids: dict[str, str] = {}
        clock = datetime(2026, 5, 2, 12, tzinfo=UTC)
        ids["short"] = atlas.record("She wants short abstracts", kind="preference", because="she said so").id
        clock = datetime(2026, 5, 3, 12, tzinfo=UTC)
        ids["blue"] = atlas.record("The sky is blue", kind="fact", key="sky").id
        clock = datetime(2026, 5, 4, 12, tzinfo=UTC)
        ids["grey"] = atlas.record("The sky is grey", kind="fact", key="sky", evidence=[ids["short"]]).id
        clock = datetime(2026, 5, 5, 12, tzinfo=UTC)
        atlas.revise(ids["short"], "She wants long abstracts", because="she changed her mind")
        clock = datetime(2026, 5, 6, 12, tzinfo=UTC)
        ids["noise"] = atlas.record("A dog barked", tags=["noise"], session="walk").id
        clock = datetime(2026, 5, 7, 12, tzinfo=UTC)
        atlas.forget(ids["noise"], because="it does not matter")
    return ids


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock()


@pytest.fixture
def memory(tmp_path: Path, clock: SettableClock) -> Iterator[Remembrancer]:
    with Remembrancer.open(tmp_path / "memory", clock=clock) as opened:
        yield opened


@pytest.fixture
def atlas(memory: Remembrancer) -> Agent:
    return memory.agent("atlas")


@pytest.fixture
def timed(run: Run, clock: SettableClock, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Calls the command line in a folder with an empty store, at the time that `clock` says."""
    monkeypatch.setattr("remembrancer.application.store.system_clock", lambda: to_micros(clock()))
    assert run("init").code == 0
    return run


@pytest.fixture
def files_of() -> Callable[[Path], dict[str, bytes]]:
    """Return what the files of a folder hold, by name."""

    def read(folder: Path) -> dict[str, bytes]:
        return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}

    return read
