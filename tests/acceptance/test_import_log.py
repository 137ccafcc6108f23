"""Importing what `log --json` printed: the same happens again, with the same ids, once and only once."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from imports import counts, refused
from remembrancer import Remembrancer
from remembrancer.application.imports import importing, surveying
from remembrancer.application.imports.importing import import_path
from remembrancer.projections.beliefs import BELIEFS


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Remembrancer]:
    with Remembrancer.open(tmp_path / "memory") as opened:
        yield opened


def print_log(memory: Remembrancer, path: Path) -> Path:
    """Write what `log --json` prints."""
    events = [json.dumps(entry.to_json()) for entry in memory.log()]
    path.write_text("[\n" + ",\n".join(events) + "\n]\n")
    return path


def rewritten(path: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Path:
    """Change the events of a printed log, which becomes JSON Lines."""
    events = [change(event) for event in json.loads(path.read_text())]
    path.write_text("".join(json.dumps(event) + "\n" for event in events))
    return path


def live_a_little(memory: Remembrancer) -> None:
    """Let everything happen that can happen to memories without a person."""
    atlas, nova = memory.agent("atlas"), memory.agent("nova")
    may = datetime(2026, 5, 1, 9, tzinfo=timezone(timedelta(hours=2)))
    one = atlas.record("one", tags=["t"], metadata={"x": 1.5}, occurred_at=may, subjects=["user:42"], session="S")
    two = atlas.record("two", importance=8, trigger="it broke", evidence=[one.id])
    merged = atlas.merge([one.id, two.id], "one and two", because="they say the same")
    atlas.revise(merged.id, "two and one", because="a slip")
    atlas.promote(merged.id, "L4", because="it broke", evidence=[one.id])
    atlas.record("Paris", kind="fact", key="capital", valid_from=may, valid_to=may + timedelta(days=900))
    atlas.record("Lyon", kind="fact", key="capital")
    odd = nova.record("odd", scope="fleet")
    nova.quarantine(odd.id, because="odd")
    nova.review(odd.id, "passed", because="looked")
    nova.release(odd.id, because="fine")
    nova.confirm(odd.id, evidence=[])
    nova.decay(odd.id, 0.5)
    nova.contradict(odd.id, because="no more")
    gone = nova.record("gone")
    nova.forget(gone.id, because="asked")
    nova.restore(gone.id)
    nova.forget(gone.id, because="asked again")
    atlas.archive(atlas.record("old").id, because="old")
    atlas.record("history", layer="L6")
    for number in range(13):
        atlas.record(f"decision {number}", kind="decision", importance=1 + number % 9)


def told(memory: Remembrancer) -> dict[str, dict[str, Any]]:
    """Return all that memories say, apart from when and by whom they were stored here, and how they were reviewed."""
    here = {"position", "recorded_at", "recorded_by", "valid_from", "expires_at", "factors"}
    found = [
        memory.agent(row.agent).show(row.memory) for row in memory.store.views.all_rows(BELIEFS) if row.layer != "L5"
    ]
    return {each.id: {name: value for name, value in each.to_json().items() if name not in here} for each in found}


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Remembrancer]:
    with Remembrancer.open(tmp_path / "other") as opened:
        yield opened


@pytest.mark.parametrize("kept_bytes_max", [surveying.KEPT_BYTES_MAX, 0])
@pytest.mark.parametrize("batch", [importing.BATCH_IN_ORDER, 2])
def test_a_log_happens_again_in_another_store_with_its_ids_and_lineage(
    kept_bytes_max: int,
    batch: int,
    memory: Remembrancer,
    other: Remembrancer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(surveying, "KEPT_BYTES_MAX", kept_bytes_max)
    monkeypatch.setattr(importing, "BATCH_IN_ORDER", batch)
    live_a_little(memory)
    path = print_log(memory, tmp_path / "log.json")
    report = import_path(other.store, path)
    assert told(other) == told(memory)
    assert report.recorded == memory.position - 2
    assert report.skipped == ()
    assert report.left_out == (
        ("the creation of a store is no memory", 1),
        ("a policy is adopted from a file, not imported", 1),
    )
    assert other.check() == []


def test_valid_time_comes_with_a_log(memory: Remembrancer, other: Remembrancer, tmp_path: Path) -> None:
    live_a_little(memory)
    import_path(other.store, print_log(memory, tmp_path / "log.json"))
    for row in memory.store.views.all_rows(BELIEFS):
        assert other.agent(row.agent).show(row.memory).valid_from == memory.agent(row.agent).show(row.memory).valid_from


def test_a_log_that_is_imported_again_adds_nothing(memory: Remembrancer, other: Remembrancer, tmp_path: Path) -> None:
    live_a_little(memory)
    path = print_log(memory, tmp_path / "log.json")
    first = import_path(other.store, path)
    head = other.position
    again = import_path(other.store, path)
    assert (again.recorded, again.known, other.position) == (0, first.recorded, head)


def test_a_log_that_grew_is_continued(memory: Remembrancer, other: Remembrancer, tmp_path: Path) -> None:
    live_a_little(memory)
    first = import_path(other.store, print_log(memory, tmp_path / "log.json"))
    note = memory.agent("atlas").record("later")
    memory.agent("atlas").forget(note.id, because="soon")
    second = import_path(other.store, print_log(memory, tmp_path / "log.json"))
    assert (second.recorded, second.known) == (2, first.recorded)
    assert told(other) == told(memory)


def test_the_log_of_a_store_adds_nothing_to_that_store(memory: Remembrancer, tmp_path: Path) -> None:
    live_a_little(memory)
    head = memory.position
    report = import_path(memory.store, print_log(memory, tmp_path / "log.json"))
    assert (report.recorded, report.known, memory.position) == (0, head, head)


def test_a_log_may_become_that_of_another_agent(memory: Remembrancer, other: Remembrancer, tmp_path: Path) -> None:
    note = memory.agent("atlas").record("mine")
    report = import_path(other.store, print_log(memory, tmp_path / "log.json"), agent="heir")
    assert report.agents == ("heir",)
    assert other.agent("heir").show(note.id).scope == "agent:heir"


def test_a_promotion_on_a_persons_word_needs_a_person_again(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    note = memory.agent("atlas").record("said")
    memory.agent("atlas", by="user:ada").promote(note.id, "L3", because="I say so")
    path = print_log(memory, tmp_path / "log.json")
    report = import_path(other.store, path)
    assert ("it was promoted on a person's word; import it as a person to vouch for it", 1) in report.left_out
    assert other.agent("atlas").show(note.id).layer == "L2"
    assert counts(import_path(other.store, path, by="user:bob")) == (1, 1, 0)
    assert other.agent("atlas").show(note.id).layer == "L3"


def test_import_cannot_touch_the_identity(memory: Remembrancer, other: Remembrancer, tmp_path: Path) -> None:
    memory.agent("atlas", by="user:ada").establish_identity({"version": 1, "mission": "Help"}, because="a start")
    report = import_path(other.store, print_log(memory, tmp_path / "log.json"), by="user:ada")
    assert ("import cannot touch the identity", 1) in report.left_out
    assert (report.recorded, other.position) == (0, 2)


def test_what_hangs_on_a_line_of_the_identity_stays_away_with_it(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    atlas, ann = memory.agent("atlas"), memory.agent("atlas", by="user:ann")
    ann.establish_identity({"version": 1, "mission": "Deploys happen on Friday"}, because="a start")
    ann.replace_document_line("voice", text="Be brief", because="a start")
    line = atlas.layers()["L5"][0].id
    atlas.record("Deploys happen on Tuesday", kind="practice", evidence=[line])
    assert len(memory.audit(due=False).reviewed) == 1
    report = import_path(other.store, print_log(memory, tmp_path / "log.json"))
    (kept,) = told(other).values()
    assert kept["evidence"] == []
    assert dict(report.left_out)["it hangs on a memory that was not imported"] == 1


@pytest.mark.parametrize("words", ["[sealed]", "[erased]"])
def test_words_that_were_not_readable_are_not_imported_nor_what_hangs_on_them(
    words: str, memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    atlas = memory.agent("atlas")
    lost, kept = atlas.record("lost"), atlas.record("kept")
    atlas.confirm(kept.id, evidence=[lost.id])
    atlas.decay(lost.id, 0.5)
    merged = atlas.merge([lost.id, kept.id], "both", because="alike")
    atlas.confirm(merged.id)

    def hide(event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "words": words} if event["words"] == {"text": "lost"} else event

    report = import_path(other.store, rewritten(print_log(memory, tmp_path / "log.json"), hide))
    assert list(told(other)) == [kept.id]
    assert other.agent("atlas").show(kept.id).confirmations == 1
    assert dict(report.left_out)["it hangs on a memory that was not imported"] == 3
    assert dict(report.left_out)["its words could not be read when the log was printed"] == 1


def test_what_was_erased_later_does_not_come_back(memory: Remembrancer, other: Remembrancer, tmp_path: Path) -> None:
    note = memory.agent("atlas").record("private")
    path = print_log(memory, tmp_path / "log.json")
    erased = {
        "position": memory.position + 1,
        "at": "2099-01-01T00:00:00Z",
        "type": "privacy.subject_erased/1",
        "actor": "user:[sealed]",
        "agent": None,
        "scope": None,
        "memories": [note.id],
        "because": None,
        "details": {"erased": [note.id], "subject": None},
        "words": None,
        "tags": [],
        "cause": "cmd_0000000000000000",
    }
    rewritten(path, lambda event: event)
    path.write_text(path.read_text() + json.dumps(erased) + "\n")
    report = import_path(other.store, path)
    assert told(other) == {}
    assert dict(report.left_out)["it was erased later"] == 1


def test_scratch_that_has_expired_is_not_revived(other: Remembrancer, tmp_path: Path) -> None:
    then = datetime(2020, 1, 1, tzinfo=UTC)
    with Remembrancer.open(tmp_path / "past", clock=lambda: then) as past:
        past.agent("atlas").record("a prompt", kind="prompt")
        path = print_log(past, tmp_path / "log.json")
    report = import_path(other.store, path)
    assert dict(report.left_out)["it is scratch that has expired"] == 1
    assert told(other) == {}


def test_what_a_smaller_bound_let_go_there_retires_here_too(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    memory.adopt_policy({"version": 2, "bounds": {"decision": 2}}, by="user:ann")
    for number in range(4):
        memory.agent("atlas").record(f"decision {number}", kind="decision", importance=9 - number)
    path = print_log(memory, tmp_path / "log.json")
    first = import_path(other.store, path)
    assert told(other) == told(memory)
    again = import_path(other.store, path)
    assert (again.recorded, again.known) == (0, first.recorded)


def test_an_event_that_was_changed_since_it_was_printed_is_refused(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    memory.agent("atlas").record("before")
    path = print_log(memory, tmp_path / "log.json")
    import_path(other.store, path)

    def forge(event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "words": {"text": "after"}} if event["words"] else event

    assert "position 3 was imported before with other content" in refused(other, rewritten(path, forge))


def test_a_memory_of_another_origin_keeps_its_id(memory: Remembrancer, other: Remembrancer, tmp_path: Path) -> None:
    mine = memory.agent("atlas").record("mine")
    theirs = other.agent("atlas").record("theirs")

    def take_over(event: dict[str, Any]) -> dict[str, Any]:
        return json.loads(json.dumps(event).replace(mine.id, theirs.id))

    path = rewritten(print_log(memory, tmp_path / "log.json"), take_over)
    assert f"{theirs.id} is here already" in refused(other, path)
    assert other.agent("atlas").show(theirs.id).text == "theirs"


def test_a_log_in_the_wrong_order_is_refused_with_the_line(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    note = memory.agent("atlas").record("note")
    memory.agent("atlas").forget(note.id, because="asked")
    path = rewritten(print_log(memory, tmp_path / "log.json"), lambda event: event)
    path.write_text("\n".join(reversed(path.read_text().splitlines())))
    assert "line 1: unknown memory" in refused(other, path)


@pytest.mark.parametrize("options", [{"agent_field": "agent"}, {"to_archive": True}])
def test_a_log_says_itself_whose_and_where_its_events_are(
    options: dict[str, Any], memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    memory.agent("atlas").record("note")
    assert "a log says itself" in refused(other, print_log(memory, tmp_path / "log.json"), **options)


def test_what_hangs_on_a_skipped_event_is_left_out_and_the_rest_comes(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    atlas = memory.agent("atlas")
    bad, good = atlas.record("bad"), atlas.record("good", evidence=[])
    atlas.confirm(bad.id)
    atlas.confirm(good.id, evidence=[bad.id])

    def spoil(event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "words": {"text": " "}} if event["words"] == {"text": "bad"} else event

    path = rewritten(print_log(memory, tmp_path / "log.json"), spoil)
    assert "line 3: the text is empty" in refused(other, path)
    report = import_path(other.store, path, skip_bad=True)
    assert counts(report) == (2, 0, 1)
    assert dict(report.left_out)["it hangs on a memory that was not imported"] == 1
    assert list(told(other)) == [good.id]


def test_under_a_smaller_bound_here_more_retires(memory: Remembrancer, other: Remembrancer, tmp_path: Path) -> None:
    other.adopt_policy({"version": 2, "bounds": {"decision": 1}}, by="user:ann")
    for number in range(3):
        memory.agent("atlas").record(f"decision {number}", kind="decision", importance=3 + number)
    report = import_path(other.store, print_log(memory, tmp_path / "log.json"))
    assert counts(report) == (3, 0, 0)
    assert [each["status"] for each in told(other).values()].count("archived") == 2


def test_a_merge_into_a_kind_with_a_bound_happens_again(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    for each in (memory, other):
        each.adopt_policy({"version": 2, "bounds": {"note": 1}}, by="user:ann")
    atlas = memory.agent("atlas")
    sources = [atlas.record("decided", kind="decision").id, atlas.record("thought", kind="reflection").id]
    atlas.merge(sources, "decided and thought", because="they belong together")
    assert import_path(other.store, print_log(memory, tmp_path / "log.json")).skipped == ()
    assert told(other) == told(memory)


def test_what_agents_do_to_each_others_memories_keeps_its_order(
    memory: Remembrancer, other: Remembrancer, tmp_path: Path
) -> None:
    shared = memory.agent("atlas").record("shared", scope="fleet")
    memory.agent("nova").confirm(shared.id)
    assert counts(import_path(other.store, print_log(memory, tmp_path / "log.json"))) == (2, 0, 0)
    memory.agent("atlas").decay(shared.id, 0.5)
    memory.agent("nova").confirm(shared.id)
    memory.agent("atlas").forget(shared.id, because="done")
    assert counts(import_path(other.store, print_log(memory, tmp_path / "log.json"))) == (3, 2, 0)
    assert told(other) == told(memory)
