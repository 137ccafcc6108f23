"""`remembrancer dream` and `dreams`, as a shell sees them: previewed, carried out, told."""

import json
import re
import sys
from collections.abc import Callable
from datetime import UTC
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from command_line import Run, assert_refused, position
from remembrancer import Remembrancer
from remembrancer.application.dreams.report import DreamReport, DreamStep, Outcome
from remembrancer.application.dreams.running import DreamProgress
from remembrancer.application.handler import execute
from remembrancer.application.requests import Caller, given
from remembrancer.domain.commands import StartDream
from remembrancer.interfaces import demo
from remembrancer.interfaces.rendering.dreams import draw_report, progress
from settable_clock import SettableClock

RUN = "drm_0123456789abcdef"
ID = "mem_0123456789abcdef"
GONE = "mem_9876543210abcdef"


@pytest.fixture
def dreamer(timed: Run, clock: SettableClock) -> Run:
    """Calls the command line for atlas, to whom the following happened; it is 20 May."""

    def atlas(*arguments: str) -> Any:
        return timed("--agent", "atlas", *arguments)

    for day, text in (
        (1, "Use 150-word abstracts"),
        (4, "use 150-word abstracts"),
        (9, "Use 150-word abstracts again."),
    ):
        clock.set(2026, 5, day, 9)
        assert atlas("record", text, "--category", "length", "--subject", "user:42").code == 0
    for value in ("blue", "grey"):
        assert atlas("record", f"天空是{value}", "--kind", "fact", "--key", "sky").code == 0
    assert atlas("record", "a draft", "--kind", "diff").code == 0
    assert atlas("record", "Disks fill up on Fridays", "--importance", "7").code == 0
    clock.set(2026, 5, 20, 4)
    return atlas


def lines(text: str) -> list[str]:
    """Return lines with single blanks."""
    return [" ".join(line.split()) for line in text.splitlines()]


def test_a_dry_run_tells_stage_rule_memories_reason_and_effect_and_changes_nothing(dreamer: Run) -> None:
    before = position(dreamer)
    told = lines(dreamer("dream", "--dry-run").out)
    assert told[1] == "a preview by 2026-05-20 04:00Z; nothing was changed"
    assert told[3] == "stage, rule memories why what would change"
    (purge,) = (line for line in told if line.startswith("sweep/purge-scratch"))
    assert purge.endswith("scratch that expired more than 7 days ago the words of 1 memory are destroyed for ever")
    (practice,) = (line for line in told if line.startswith("consolidate/same-again"))
    assert practice.count("mem_") >= 3
    (ended,) = (line for line in told if line.startswith("forget/superseded"))
    assert ended.endswith(' took its place the fact "天空是blue" goes out of recall')
    assert "one step short of a promotion" in told
    assert any(line.endswith("it has importance 7; it lacks a trigger incident") for line in told)
    assert position(dreamer) == before


def test_a_dry_run_may_be_of_another_day(dreamer: Run) -> None:
    assert "purge-scratch" not in dreamer("dream", "--dry-run", "--now", "2026-05-15").out
    later = dreamer("dream", "--dry-run", "--now", "2026-05-17T09:00:01+00:00")
    assert lines(later.out)[1] == "a preview by 2026-05-17 09:00Z; nothing was changed"
    assert "purge-scratch" in later.out


def test_a_dry_run_may_be_of_some_stages(dreamer: Run) -> None:
    told = dreamer("dream", "--dry-run", "--only", "sweep", "--only", "forget", "--json").json
    assert {step["stage"] for step in told["proposals"]} == {"sweep", "forget"}
    assert told["short"] == []


def test_a_dry_run_as_json_is_one_document_with_the_figures(dreamer: Run) -> None:
    told = dreamer("dream", "--dry-run", "--json").json
    assert (told["dry_run"], told["run"], told["events"]) == (True, None, [])
    (purge,) = (step for step in told["proposals"] if step["rule"] == "purge-scratch")
    assert (purge["stage"], purge["outcome"], purge["figures"]) == ("sweep", "proposed", {"memories": 1, "days": 7})
    assert [one["missing"] for one in told["short"]] == ["it has importance 7; it lacks a trigger incident"]


def test_a_store_that_is_opened_read_only_can_be_previewed_and_not_dreamt(dreamer: Run) -> None:
    assert "purge-scratch" in dreamer("--read-only", "dream", "--dry-run").out
    assert_refused(dreamer("--read-only", "dream"), "read-only")


def test_a_dream_tells_by_stage_what_it_did_and_what_is_left(dreamer: Run) -> None:
    told = lines(dreamer("dream").out)
    assert told[0].startswith("atlas: dreamt, ")
    assert told[1].startswith("dream drm_")
    assert "sweep: what time has made due (1)" in told
    assert "consolidate: what was noticed again and again becomes one (1)" in told
    assert "forget: what does not hold, is said twice or is weak goes out of recall (1)" in told
    assert "1 memory is one step short of a promotion:" in told
    assert "`remembrancer restore ID` brings back what retired, was merged or forgotten" in told
    assert told[-1] == "the words of purged scratch are gone for ever"


def test_what_a_dream_made_is_named_and_tells_where_it_came_from(dreamer: Run) -> None:
    steps = dreamer("dream", "--json").json["proposals"]
    (made,) = (step["made"] for step in steps if step["rule"] == "same-again")
    story = dreamer("why", made).out
    assert "150-word abstracts (3x verified" in story
    assert story.count("noticed, and consolidated into it") == 3


def test_a_second_dream_has_nothing_to_do_and_says_so(dreamer: Run) -> None:
    dreamer("dream")
    before = position(dreamer)
    told = lines(dreamer("dream").out)
    assert told[0] == "atlas: nothing to do"
    assert told[1].endswith(", 2 events with its start and end")
    assert len(told) == 2
    assert position(dreamer) == before + 3, "its start, its end, and the checkpoint of the session"
    assert lines(dreamer("dream", "--dry-run").out)[0] == "atlas: nothing to do"


def test_a_dream_as_json_is_one_document_and_its_progress_json_lines(dreamer: Run) -> None:
    answer = dreamer("dream", "--json")
    told = answer.json
    assert (told["dry_run"], told["outcome"]) == (False, "done")
    assert [event["type"] for event in told["events"]][:: len(told["events"]) - 1] == [
        "dream.started/1",
        "dream.completed/1",
    ]
    come = [json.loads(line) for line in answer.err.splitlines()]
    assert {"stage": "sweep", "done": 0, "total": come[0]["total"]} == come[0]
    assert (come[-1]["done"], come[0]["total"]) == (come[-1]["total"], len(told["proposals"]))


def test_an_agent_that_dreams_already_is_told_so_in_one_line(
    dreamer: Run, tmp_path: Path, clock: SettableClock
) -> None:
    with Remembrancer.open(tmp_path / "memory", clock=clock) as memory:
        caller = Caller(agent="atlas", actor=f"dream:{RUN}")
        start = StartDream(
            **given(memory.store, caller), run=RUN, trigger="night", stages=("sweep",), slot="2026-05-20"
        )
        execute(memory.store, start)
    assert_refused(dreamer("dream"), f"agent 'atlas' is dreaming already (run {RUN})")
    assert lines(dreamer("dreams").out)[3] == "drm_01234567 2026-05-20 04:00Z night running 0 -"
    told = dreamer("dreams", "show", "latest").out
    assert told.startswith(f"{RUN}: running\n")
    assert "a dream of atlas, of the night (2026-05-20), began 2026-05-20 04:00:00Z" in told
    assert "nothing was done" in told


def test_dreams_lists_what_was_dreamt_newest_first(dreamer: Run, clock: SettableClock) -> None:
    first = dreamer("dream", "--json").json
    clock.forward(hours=24)
    second = dreamer("dream", "--json").json
    told = lines(dreamer("dreams").out)
    assert told[0] == "atlas: 2 dreams"
    assert told[2] == "dream began trigger outcome pauses what"
    assert told[3] == f"{second['run'][:12]} 2026-05-21 04:00Z asked done 0 nothing to do"
    assert told[4].startswith(f"{first['run'][:12]} 2026-05-20 04:00Z asked done 0 1 sweep, 1 consolidate, ")
    assert [one["run"] for one in dreamer("dreams", "-n", "1", "--json").json["dreams"]] == [second["run"]]
    assert lines(dreamer("dreams", "--as-of", "2026-05-20").out)[0] == "atlas: 1 dream"


def test_an_agent_that_never_dreamt_has_an_empty_list(dreamer: Run) -> None:
    assert lines(dreamer("dreams").out)[0] == "atlas: 0 dreams"
    assert_refused(dreamer("dreams", "show", "latest"), "no dream 'latest'")


def test_dreams_show_tells_what_each_did_and_why_with_the_first_words(dreamer: Run) -> None:
    run = dreamer("dream", "--json").json["run"]
    told = dreamer("dreams", "show", run[:9]).out
    assert told == dreamer("dreams", "show", "latest").out
    assert told.startswith(f"{run}: done\n")
    for said in (
        "a dream of atlas, asked for, began 2026-05-20 04:00:00Z",
        "04:00:00Z  purge-scratch, because scratch that expired more than 7 days ago",
        " diff, purged for ever: [erased]",
        " fact, forgotten: “天空是blue”",
        " note, archived: “Use 150-word abstracts”",
    ):
        assert said in told, said
    assert "a draft" not in told


def test_dreams_show_as_json_holds_deeds_with_their_events_and_memories(dreamer: Run) -> None:
    dreamer("dream")
    told = dreamer("dreams", "show", "latest", "--json").json
    (forgotten,) = (deed for deed in told["deeds"] if deed["rule"] == "superseded")
    assert [event["type"] for event in forgotten["events"]] == ["memory.forgotten/1"]
    assert [memory["text"] for memory in forgotten["memories"]] == ["天空是blue"]


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_dreams_keep_to_the_width_and_ids_stay_whole(
    dreamer: Run, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    outs = [dreamer(*command).out for command in (("dream", "--dry-run"), ("dream",), ("dreams", "show", "latest"))]
    (superseded,) = (
        deed["memories"][0]["id"]
        for deed in dreamer("dreams", "show", "latest", "--json").json["deeds"]
        if deed["rule"] == "superseded"
    )
    for out in (*outs, dreamer("dreams").out):
        assert max(map(cell_len, out.splitlines())) <= int(columns)
    assert all(superseded[:12] in out for out in outs)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("dream", "--now", "2026-06-01"), "add --dry-run"),
        (("dream", "--dry-run", "--now", "tomorrow"), "tomorrow"),
        (("dream", "--dry-run", "--now", "2026-02-30"), "2026-02-30"),
        (("dream", "--only", "sleep"), "its stages are sweep, consolidate"),
        (("dream", "--dry-run", "--only", "sleep"), "its stages are sweep, consolidate"),
        (("dream", "--synthesizer", "somebody"), "no synthesizer 'somebody'"),
        (("dream", "tonight"), "unexpected extra argument"),
        (("--agent", "nobody", "dream"), "unknown agent 'nobody'"),
        (("dreams", "-n", "0"), "0 is below 1"),
        (("dreams", "show"), "missing argument"),
        (("dreams", "show", "drm_zzzz"), "no dream 'drm_zzzz'"),
        (("dreams", "show", "dr"), "not an id"),
    ],
)
def test_what_is_wrong_with_a_dream_is_told_in_one_line_and_stores_nothing(
    dreamer: Run, arguments: tuple[str, ...], said: str
) -> None:
    before = position(dreamer)
    assert_refused(dreamer(*arguments), said)
    assert position(dreamer) == before


def step(**fields: Any) -> DreamStep:
    """Return a step of a dream that was carried out."""
    said: dict[str, Any] = {
        "stage": "archive",
        "rule": "unreferenced",
        "scope": "agent:atlas",
        "memories": (ID,),
        "figures": {"days": 30},
        "because": "not used for 30 active days",
        "effect": "the note goes to L6",
        "outcome": "carried",
        "events": 1,
    }
    return DreamStep(**{**said, **fields})


@pytest.fixture
def told_of(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Tells what is drawn in a pipe of a dream with an outcome and steps."""
    monkeypatch.delenv("COLUMNS", raising=False)

    def draw(outcome: Outcome, *steps: DreamStep, **fields: Any) -> list[str]:
        said: dict[str, Any] = {"agent": "atlas", "run": RUN, "now": 0, "short": (), "events": (), **fields}
        draw_report(
            DreamReport(outcome=outcome, proposals=steps, **said), {ID: "the words", GONE: "[erased]"}.__getitem__, UTC
        )
        return lines(capsys.readouterr().out)

    return draw


def test_of_many_steps_the_first_are_told_and_the_rest_counted(told_of: Callable[..., list[str]]) -> None:
    told = told_of("done", *(step() for _ in range(1_200)))
    assert "archive: what nobody asks for retires (1,200)" in told
    assert told.count("unreferenced mem_01234567 the note goes to L6") == 5
    assert "and 1,195 more" in told


def test_effects_quote_the_first_words_of_memories_as_far_as_they_can_be_read(
    told_of: Callable[..., list[str]],
) -> None:
    told = told_of("done", step(effect=f"{ID} goes out of recall; {GONE} stays"))
    assert told[-5] == 'unreferenced mem_01234567 "the words" goes out of recall; mem_98765432 stays'


def test_what_was_passed_over_is_told_with_the_reason(told_of: Callable[..., list[str]]) -> None:
    told = told_of("done", step(outcome="passed-over", events=0, remark="it is in use"))
    assert told[0] == "atlas: nothing was done"
    assert told[3:] == ["passed over: 1 proposal", "archive/unreferenced mem_01234567 it is in use"]


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("yielded", "made way, for its agent was busy; the next dream goes on from there"),
        ("stopped", "stopped before its end; the next dream goes on from there"),
        ("abandoned", "given up: it gave no sign of life for too long, and another dream took its place"),
    ],
)
def test_a_dream_that_did_not_come_to_its_end_says_why(
    told_of: Callable[..., list[str]], outcome: Outcome, said: str
) -> None:
    told = told_of(outcome, step(), pauses=2)
    assert told[0] == f"atlas: 1 step, then {said}"
    assert told[1].endswith("stood back 2 times")


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_tells_the_stage_on_a_terminal_and_nothing_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", _Terminal())
    with progress(json=False) as tell:
        assert tell is not None
        tell(DreamProgress("consolidate", 3, 7))
    assert "consolidate" in sys.stderr.getvalue()  # type: ignore[attr-defined]
    monkeypatch.setattr(sys, "stderr", StringIO())
    with progress(json=False) as tell:
        assert tell is None


def test_the_demo_tells_of_a_night_of_what_it_made_and_of_what_faded(tmp_path: Path) -> None:
    out = StringIO()
    demo.run(str(tmp_path / "told"), Console(file=out, width=200))
    story = out.getvalue()
    assert "“最佳实践：要点列表（3次验证）。”" in story
    assert "Best practice: 150-word abstracts (3x verified, +30% read rate)" in story
    assert re.search(r"“Reader 44 prefers a short title and bullet points; dislikes tables\.”\s+mem_", story)
    assert "ann    accepts: a person's word, the only way into L5" in story
    assert re.search(r"decay +1 +the strength of \d+ memories falls to 0\.5", story)
    assert re.search(r"archive +\d+ +the note \"用户觉得上次的简报太长了", story)
    assert "atlas  dreams once more: nothing to do" in story
