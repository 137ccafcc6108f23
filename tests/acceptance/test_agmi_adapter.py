"""Edits behind the store's back, as `agent-memory-integrity` makes them: none of the nine is accepted."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = Path(sys.executable).with_name("agmi-check")


def checked(adapter: str, folder: Path) -> tuple[int, list[dict[str, Any]]]:
    """Run the command on an adapter; return its exit code and what it found of each edit."""
    said = folder / "said.json"
    arguments = [COMMAND, "--adapter", f"benchmarks.agmi_adapter:{adapter}", "--json", said]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    ran = subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert said.exists(), ran.stderr
    return ran.returncode, json.loads(said.read_text())["edits"]


@pytest.mark.parametrize(
    ("adapter", "verdict", "code"),
    [
        ("RemembrancerAdapter", "REJECTED", 0),
        ("RemembrancerAuditAdapter", "REPORTED", 0),
        # The thief is good at it: where nothing is verified, no edit is noticed by chance.
        ("RemembrancerUnverifiedAdapter", "ACCEPTED", 1),
    ],
)
def test_nine_of_nine_edits_are_judged_alike(tmp_path: Path, adapter: str, verdict: str, code: int) -> None:
    returned, edits = checked(adapter, tmp_path)
    assert Counter(edit["verdict"] for edit in edits) == {verdict: 9}, edits
    assert returned == code
    assert not list(tmp_path.glob("remembrancer-*")), "an adapter leaves nothing behind"
