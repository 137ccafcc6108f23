"""What dreams do to memories, read by everybody else: archive files, the log in words, imports, and valid time."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from archive_reading import pages, retired
from command_line import Run
from dreamt import RUN, consolidated, order, purged, reflected
from imports import counts
from remembrancer import Agent, Memory, Remembrancer
from remembrancer.application import archiving
from remembrancer.application.handler import execute
from remembrancer.application.imports.importing import import_path
from remembrancer.application.requests import actor_in_log
from remembrancer.application.store import new_command_id
from remembrancer.domain.commands import (
    AnswerSuggestion,
    ArchiveMemory,
    CompleteDream,
    MakeSuggestion,
    MergeMemories,
    PauseDream,
    ResumeDream,
    StartDream,
)
from remembrancer.domain.events import JobFailed, JobRan
from remembrancer.interfaces.rendering.events import event_line, sentence
from scheduling import dream_elsewhere
from settable_clock import SettableClock


def three(agent: Agent) -> list[Memory]:
    return [agent.record(f"Use 150-word abstracts ({number})", subjects=["user:42"]) for number in range(3)]


def test_a_dream_that_never_ended_tells_all_the_same_what_it_did(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    notes = three(atlas)
    dream_elsewhere(memory, RUN, None)
    consolidated(memory, notes)
    clock.forward(hours=1)
    (abandoned,) = atlas.dreams()
    assert (abandoned.ended_at, abandoned.carried) == (None, {"consolidate": 1})


def a_night(memory: Remembrancer) -> dict[str, str]:
    """Have a dream do everything once; return the ids of what it made."""
    atlas = memory.agent("atlas")
    order(memory, StartDream, run=RUN, trigger="night", stages=("sweep",), slot="2026-05-03", due_at=7)
    made = {"practice": consolidated(memory, three(atlas), evidence=(atlas.record("read rate rose 30%").id,))}
    order(memory, PauseDream, run=RUN, busy_at=memory.position)
    order(memory, ResumeDream, run=RUN)
    made["reflection"] = reflected(memory, "2026-05-03. Learned: much", [atlas.show(made["practice"])])
    made["merged"] = "mem_3q8t5v1xk0zr6n2w"
    likes = [atlas.record(text, kind="preference") for text in ("prefers bullet points", "dislikes tables")]
    order(
        memory, MergeMemories, memory=made["merged"], sources=tuple(one.id for one in likes), kind="pattern",
        text="bullets, no tables", evidence=(made["practice"],), composed_by="golden-model",
    )  # fmt: skip
    made["unreferenced"] = atlas.record("nobody asked").id
    order(memory, ArchiveMemory, memory=made["unreferenced"], ground="unreferenced", rule="archive/unreferenced")
    order(
        memory, MakeSuggestion, suggestion="sug_8k0m2n4p6q1r3s5t", change="identity", section="never",
        concerned=(made["practice"],), text="never send tables",
    )  # fmt: skip
    actor = actor_in_log(memory.store, "user:ann")
    answer = AnswerSuggestion(
        agent="atlas", actor=actor, cause=new_command_id(), suggestion="sug_8k0m2n4p6q1r3s5t", answer="declined"
    )
    execute(memory.store, answer)
    order(memory, CompleteDream, run=RUN, outcome="done", carried={"consolidate": 1}, passed_over=2)
    said: dict[str, Any] = {
        "actor": "schedule",
        "cause": "cmd_0000000000000001",
        "box": None,
        "job": "archive",
        "slot": "2026-05-03",
    }
    jobs = JobRan(**said, due_at=7, attempt=1), JobFailed(**said, due_at=7, attempt=2, retry_at=None)
    memory.store.log.append([memory.store.codec.encode(job) for job in jobs])
    return made


def test_what_a_consolidation_retires_stands_in_one_file_and_comes_back(memory: Remembrancer, atlas: Agent) -> None:
    sources = three(atlas)
    practice = consolidated(memory, sources)
    memory.store.archive.drain()

    assert sorted(retired(memory.store.path)) == sorted(source.id for source in sources)
    assert len(pages(memory.store.path)) == 1
    assert memory.check_archive().ok
    assert [memory.status for memory in atlas.layers()["L6"]] == ["archived"] * 3
    back = atlas.restore(sources[1].id)
    assert (back.status, back.layer, back.successor) == ("live", "L2", None)
    assert atlas.show(practice).status == "live"
    assert memory.check() == []


@pytest.mark.parametrize("page", [1, 2, 4])
def test_no_page_of_files_ends_in_the_middle_of_a_consolidation(
    memory: Remembrancer, atlas: Agent, page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "PAGE", page)
    everything: list[str] = []
    for _ in range(3):
        sources = three(atlas)
        single = atlas.record("another note").id
        consolidated(memory, sources)
        atlas.archive(single, because="old")
        everything += [*(source.id for source in sources), single]
    memory.store.archive.drain()

    assert sorted(retired(memory.store.path)) == sorted(everything)
    assert memory.check_archive().ok
    for file in pages(memory.store.path):
        file.unlink()
    assert memory.check_archive(repair=True).ok
    assert sorted(retired(memory.store.path)) == sorted(everything)
    assert {atlas.restore(one).status for one in everything} == {"live"}


def test_a_consolidation_is_found_by_recall_and_its_sources_only_in_the_archive(
    memory: Remembrancer, atlas: Agent
) -> None:
    sources = three(atlas)
    practice = consolidated(memory, sources, "Best practice: 150-word abstracts (3x verified)")

    found = [hit.memory.id for hit in atlas.recall("how long are abstracts?", k=9, note=False)]
    assert practice in found
    assert not {source.id for source in sources}.intersection(found)
    deep = [hit.memory.id for hit in atlas.recall("abstracts", k=9, layers=["L6"], note=False)]
    assert sorted(deep) == sorted(source.id for source in sources)


def test_why_names_what_a_practice_was_noticed_in(run: Run, store: Path) -> None:
    with Remembrancer.open(store) as memory:
        atlas = memory.agent("default")
        sources = [atlas.record(f"Use 150-word abstracts ({number})") for number in range(3)]
        practice = consolidated(memory, sources, agent="default")
        links = memory.agent("default").why(practice).came_from
        assert [(link.memory.id, link.relation) for link in links] == [(one.id, "consolidated") for one in sources]
    told = run("why", practice).out
    assert "noticed, and consolidated into it: “Use 150-word abstracts (0)”" in told
    assert f"by dream {RUN[:12]}" in told
    assert "because noticed 3 times on 3 days" in told
    assert "was consolidated from it" in run("why", sources[0].id).out


def test_every_event_of_a_dream_is_told_in_a_sentence(memory: Remembrancer) -> None:
    made = a_night(memory)
    told = {entry.type.partition("/")[0]: sentence(entry) for entry in memory.log()}
    lines = [event_line(entry, UTC) for entry in memory.log()]

    assert told["dream.started"] == "dream drm_4v6w8x0y started, of the night of 2026-05-03"
    assert told["dream.paused"].startswith("dream drm_4v6w8x0y paused: its agent was busy (#")
    assert told["dream.resumed"] == "dream drm_4v6w8x0y went on"
    assert told["dream.completed"] == "dream drm_4v6w8x0y ended: 1 consolidate; 2 passed over"
    assert told["memory.consolidated"].endswith(" as practice, seen 3 times")
    assert told["dream.reflected"] == "recorded as reflection in L2: how beliefs changed"
    assert told["memory.archived"] == "archived from L2, not given by recall any more"
    assert told["suggestion.made"] == f"sug_8k0m2n4p suggested: a line of never from {made['practice'][:12]}"
    assert told["suggestion.answered"] == "sug_8k0m2n4p declined"
    assert told["job.ran"] == "job archive ran (2026-05-03)"
    assert told["job.failed"] == "job archive failed (2026-05-03, attempt 2)"
    assert any(f"{made['practice'][:12]} new L4 practice of mem_" in line for line in lines)
    assert any(line.endswith("by dream drm_4v6w8x0y: 2026-05-03. Learned: much") for line in lines)
    assert any(line.endswith("by dream drm_4v6w8x0y: never send tables") for line in lines)
    assert not [line for line in lines if "dream:" in line]


def test_the_purge_of_scratch_is_told_without_its_words(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    diff = atlas.record("a secret diff", kind="diff")
    clock.forward(days=8)
    purged(memory, diff)
    *_, entry = memory.log()
    assert sentence(entry) == "1 expired memory of L0 purged for ever"
    assert entry.because == "noticed 3 times on 3 days"


@pytest.fixture
def other(tmp_path: Path, clock: SettableClock) -> Iterator[Remembrancer]:
    with Remembrancer.open(tmp_path / "other", clock=clock) as opened:
        yield opened


def print_log(
    memory: Remembrancer, path: Path, change: Callable[[dict[str, Any]], dict[str, Any]] = lambda event: event
) -> Path:
    path.write_text("".join(json.dumps(change(entry.to_json())) + "\n" for entry in memory.log()))
    return path


def test_what_dreams_made_is_imported_with_its_ids_and_their_runs_are_not(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    made = a_night(memory)
    path = print_log(memory, tmp_path / "log.jsonl")
    report = import_path(other.store, path)

    here, there = other.agent("atlas"), memory.agent("atlas")
    compared = ("text", "kind", "layer", "status", "confirmations", "evidence", "metadata", "subjects", "successor")
    for name in made.values():
        assert [getattr(here.show(name), each) for each in compared] == [
            getattr(there.show(name), each) for each in compared
        ]
    came_from = [(link.memory.id, link.relation) for link in there.why(made["practice"]).came_from]
    assert [(link.memory.id, link.relation) for link in here.why(made["practice"]).came_from] == came_from
    assert [len(layer) for layer in here.layers().values()] == [len(layer) for layer in there.layers().values()]
    assert here.history(made["practice"])[0].words["rule"] == "consolidate/same-again"  # type: ignore[index]
    assert [entry.details["ground"] for entry in here.history(made["unreferenced"])[1:]] == ["unreferenced"]
    assert here.history(made["merged"])[0].words["composed_by"] == "golden-model"  # type: ignore[index]
    left = dict(report.left_out)
    assert left["a dream was dreamt there; what it did to memories is imported, or happens here by itself"] == 4
    assert left["what was suggested to people there is not suggested here"] == 2
    assert left["what a schedule ran there was not run here"] == 2
    assert report.skipped == ()
    again = import_path(other.store, path)
    assert counts(again) == (0, report.recorded, 0)
    assert other.check() == []


def test_a_consolidation_of_what_cannot_be_read_is_left_out_with_all_that_hangs_on_it(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    atlas = memory.agent("atlas")
    sources = three(atlas)
    practice = consolidated(memory, sources)
    atlas.confirm(practice)

    def hide(event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "words": "[sealed]"} if event["position"] == sources[0].position else event

    report = import_path(other.store, print_log(memory, tmp_path / "log.jsonl", hide))
    assert dict(report.left_out)["it hangs on a memory that was not imported"] == 2
    assert [one.id for one in other.agent("atlas").layers()["L2"]] == [sources[2].id, sources[1].id]


def test_purged_scratch_is_not_brought_back_by_an_older_copy_of_the_log(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path, clock: SettableClock
) -> None:
    diff = memory.agent("atlas").record("a diff", kind="diff")
    older = [json.dumps(entry.to_json()) for entry in memory.log()]
    clock.forward(days=8)
    purged(memory, diff)
    path = print_log(memory, tmp_path / "log.jsonl")
    newest = path.read_text().splitlines()[-1]
    path.write_text("\n".join([*older, newest]) + "\n")
    report = import_path(other.store, path)
    assert counts(report) == (0, 0, 0)
    assert dict(report.left_out)["it was erased later"] == 1
    assert dict(report.left_out)["what it purged was not imported"] == 1


def ended(agent: Agent, clock: SettableClock) -> dict[str, Memory]:
    """Have beliefs end in each way; return them by how."""
    agent.record("The sky is blue", kind="fact", key="sky")
    contradicted = agent.record("The sea is calm", kind="fact")
    live = agent.record("The lake is deep", kind="fact")
    first = agent.layers()["L3"][2]
    clock.forward(days=10)
    agent.record("The sky is grey", kind="fact", key="sky")
    agent.contradict(contradicted.id, because="there is a storm")
    clock.forward(days=10)
    return {"superseded": first, "contradicted": contradicted, "live": live}


def seen(agent: Agent, moment: datetime) -> tuple[list[str], list[str]]:
    """Return what the layers show of a valid time, and what recall finds of it."""
    then = agent.valid_at(moment)
    found = [hit.memory.id for hit in then.recall("sky sea lake is", k=9, note=False)]
    return [memory.id for layer in then.layers().values() for memory in layer], sorted(found)


@pytest.mark.parametrize("how", ["superseded", "contradicted"])
def test_forgetting_what_had_ended_changes_nothing_about_when_it_was_true(
    atlas: Agent, clock: SettableClock, how: str
) -> None:
    start = clock()
    one = ended(atlas, clock)[how]
    inside, after = start + timedelta(days=5), start + timedelta(days=15)
    before = seen(atlas, inside), seen(atlas, after)
    assert one.id in before[0][0]
    assert one.id in before[0][1]
    assert one.id not in before[1][0]
    atlas.forget(one.id, because="a newer version exists")

    assert (seen(atlas, inside), seen(atlas, after)) == before
    assert len(atlas.valid_at(inside).layers()["L3"]) == len(list(atlas.valid_at(inside).layers()["L3"]))
    assert atlas.valid_at(inside).show(one.id).status == "forgotten"
    assert one.id not in [memory.id for layer in atlas.layers().values() for memory in layer]
    assert one.id not in [hit.memory.id for hit in atlas.recall("sky sea", k=9, note=False)]
    assert atlas.restore(one.id).status == how
    assert (seen(atlas, inside), seen(atlas, after)) == before


def test_what_was_live_when_it_was_forgotten_is_not_shown_at_any_valid_time(atlas: Agent, clock: SettableClock) -> None:
    start = clock()
    one = ended(atlas, clock)["live"]
    atlas.forget(one.id, because="it was wrong")
    layers, found = seen(atlas, start + timedelta(days=5))
    assert one.id not in layers
    assert one.id not in found


def test_an_index_made_anew_finds_what_ended_and_was_forgotten_where_it_was_true(
    memory: Remembrancer, atlas: Agent, clock: SettableClock
) -> None:
    inside = clock() + timedelta(days=5)
    one = ended(atlas, clock)["superseded"]
    atlas.forget(one.id, because="a newer version exists")
    kept = seen(atlas, inside)
    memory.store.searcher.rebuild()
    assert seen(atlas, inside) == kept
    assert one.id in kept[1]
