"""Tampering: random edits of a store behind its back, each to be found and located; and stores that nobody edited."""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

from remembrancer import Remembrancer
from remembrancer.application.ledger.verifying import VerifyReport, verify_at

from .edits import KINDS, Edit, Editor
from .history import fill
from .measuring import Figure, Report, Scale, scratch

SESSIONS = 20
CRASHING = """
import os, sys
from remembrancer import Remembrancer
memory = Remembrancer.open(sys.argv[1])
agent = memory.agent("atlas")
for number in range(10_000):
    agent.record(f"note {number} of {os.getpid()}", kind="note")
    if number == 3:
        print("begun", flush=True)
"""
"""Records until it is killed."""


def run(scale: Scale) -> Report:
    """Edit copies of one store, and leave others alone."""
    events, edits, untouched = scale.pick(10_000, 1_000), scale.pick(1_000, 150), scale.pick(200, 20)
    with scratch() as folder:
        make_store(folder / "store", events)
        missed = tamper(folder, edits, seed=1)
        alarms = leave_alone(folder / "untouched", untouched, seed=2)
    return Report(
        benchmark="tampering",
        figures=[
            Figure(
                name=f"edits of a store of {events:,} events that are found and located, of {edits:,}",
                value=edits - len(missed),
                unit="edits",
                target=edits,
            ),
            Figure(
                name=f"false alarms over {untouched:,} verifications after crashes and dreams",
                value=len(alarms),
                unit="alarms",
                target=0,
                better="less",
            ),
        ],
        notes=[*missed, *alarms][:50],
    )


def make_store(folder: Path, events: int) -> None:
    """Make a store that was written in several sessions, each of which ended with a checkpoint."""
    for number in range(SESSIONS):
        with Remembrancer.open(folder) as memory:
            memory.agent("atlas").record(f"session {number} begins", kind="note")
            fill(memory.store, events // SESSIONS, sealed=False)


def tamper(folder: Path, edits: int, *, seed: int) -> list[str]:
    """Edit the store in a folder again and again, each time anew; return which edits were not found, or not located."""
    store, work, chance = folder / "store", folder / "work", random.Random(seed)
    kinds, missed = list(KINDS), list[str]()
    for number in range(edits):
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(store, work)
        edit = Editor(work, chance).edit(kinds[number % len(kinds)])
        if chance.random() < 0.25:
            shutil.rmtree(work / "ledger", ignore_errors=True)
        report = verify_at(work)
        if report.ok or not is_located(edit, report):
            missed.append(f"{edit.kind} ({edit.how}) at {edit.positions[0]}: {report.problems[:3] or 'not found'}")
    return missed


def is_located(edit: Edit, report: VerifyReport) -> bool:
    """Say whether one of the findings is about a position that was edited."""
    return any(
        one.position is not None and one.position <= position <= (one.last or one.position)
        for one in report.findings
        for position in edit.positions
    )


def leave_alone(folder: Path, times: int, *, seed: int) -> list[str]:
    """Have writers crash and agents dream, and verify each time; return what was said of it nevertheless."""
    chance, said = random.Random(seed), Counter[str]()
    for number in range(times):
        store = folder / str(number % 10)
        if number % 3 == 2:
            with Remembrancer.open(store) as memory:
                memory.agent("atlas").dream()
        else:
            crash(store, chance)
        said.update(verify_at(store, replay=number % 5 == 0).problems)
    return list(said)


def crash(store: Path, chance: random.Random) -> None:
    """Have another process write to a store, and kill it after a while."""
    writer = subprocess.Popen([sys.executable, "-c", CRASHING, os.fspath(store)], stdout=subprocess.PIPE)
    assert writer.stdout is not None, "it was asked for"
    writer.stdout.readline()
    try:
        writer.wait(chance.random() / 4)
    except subprocess.TimeoutExpired:
        writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
