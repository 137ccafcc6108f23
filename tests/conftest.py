"""What holds for every test."""

import os
from collections.abc import Iterator
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import hypothesis
import pytest

# No deadlines: a test that measures time fails on a busy machine and says nothing.
hypothesis.settings.register_profile("usual", deadline=None, print_blob=True)
hypothesis.settings.register_profile("quick", parent=hypothesis.settings.get_profile("usual"), max_examples=20)
hypothesis.settings.register_profile("thorough", parent=hypothesis.settings.get_profile("usual"), max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


@pytest.fixture(autouse=True)
def state_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give each test a state folder of its own, so that none signs or anchors in the user's."""
    folder = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("REMEMBRANCER_STATE", str(folder))
    yield folder
    # A fork server hands on the environment that it was started in: the next test needs one of its own.
    server: Any = vars(forkserver)["_forkserver"]
    server._stop()
