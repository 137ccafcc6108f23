"""Boot: what an agent wakes up with, byte for byte the same until somebody changes it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from command_line import Run, assert_refused
from remembrancer import Agent, CorrectionAppended, NotFound, NotReadable, PersonNeeded, Refused, Remembrancer
from remembrancer.application.boot.files import render, rendered_in

IDENTITY: dict[str, Any] = {"version": 1, "mission": "Serve the readers", "rules": ["Be brief"], "never": ["Guess"]}
OLD = "A person checks every post."
NEW = "Posts are published by the bot."


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Remembrancer]:
    with Remembrancer.open(tmp_path / "memory") as opened:
        yield opened


@pytest.fixture
def person(memory: Remembrancer) -> Agent:
    """Ann, through atlas; the fleet has an operating truth and a voice, atlas an identity, a voice and a job."""
    ann = memory.agent("atlas", by="user:ann")
    ann.replace_document_line("operating-truth", text=OLD, because="a start", scope="fleet")
    ann.replace_document_line("voice", text="Write short sentences.", because="a start", scope="fleet")
    ann.establish_identity(IDENTITY, because="a start")
    ann.replace_document_line("voice", text="Speak as a gardener.", because="a start")
    ann.replace_document_line("job:publisher", text="Publish what was checked.", because="a start")
    return ann


def test_documents_come_in_a_fixed_order_the_fleets_first_and_the_job_last(memory: Remembrancer, person: Agent) -> None:
    boot = memory.agent("atlas").boot("publisher")

    assert boot.text == (
        "# voice (fleet)\n- Write short sentences.\n\n"
        "# operating-truth (fleet)\n- A person checks every post.\n\n"
        "# voice (agent:atlas)\n- Speak as a gardener.\n\n"
        "# mission (agent:atlas)\n- Serve the readers\n\n"
        "# rules (agent:atlas)\n- Be brief\n\n"
        "# never (agent:atlas)\n- Guess\n\n"
        "# job:publisher (agent:atlas)\n- Publish what was checked.\n\n"
    )
    assert (
        boot.data[: boot.shared_bytes].decode().endswith("# operating-truth (fleet)\n- A person checks every post.\n\n")
    )
    assert boot.breakpoints[-1] == len(boot.data)
    assert [boot.data[:end].decode()[-2:] for end in boot.breakpoints] == ["\n\n"] * 7
    assert boot.tokens > 40
    assert boot.tokens_by == "estimate/1"
    assert "job:publisher" not in memory.agent("atlas").boot().text
    assert memory.agent("borea").boot().data == boot.data[: boot.shared_bytes]


def test_nothing_that_an_agent_lives_through_changes_a_byte_of_it(memory: Remembrancer, person: Agent) -> None:
    atlas = memory.agent("atlas")
    before = atlas.boot("publisher")

    note = atlas.record("Wilhelmina called about the roses", subjects=["user:wilhelmina"])
    atlas.record("Roses need sun", kind="lesson", trigger="they died", summary="Sun", importance=8)
    atlas.record("The limit is 5", kind="fact", key="limit", scope="fleet")
    atlas.recall("roses")
    atlas.confirm(note.id)
    atlas.dream()
    memory.agent("borea").boot()
    memory.erase("user:wilhelmina", because="she asked", by="user:ann")
    memory.rebuild()

    assert atlas.boot("publisher").data == before.data
    assert atlas.boot("publisher").sha256 == before.sha256


def test_a_replaced_line_is_read_at_the_next_boot_and_stays_in_history(memory: Remembrancer, person: Agent) -> None:
    before = memory.position
    (old,) = person.document("operating-truth", "fleet").lines
    person.replace_document_line("operating-truth", line=OLD, text=NEW, because="the bot is trusted now")

    for name in ("atlas", "borea", "ceres"):
        text = memory.agent(name).boot().text
        assert NEW in text
        assert OLD not in text
    assert OLD in memory.agent("borea").as_of(before).boot().text
    ended = memory.agent("borea").show(old.id)
    assert ended.status == "superseded"
    assert ended.text == OLD
    assert ended.valid_to is not None
    assert [entry.because for entry in memory.agent("borea").history(old.id)] == ["a start", "the bot is trusted now"]


def test_who_is_late_is_told_what_took_the_place_of_the_line(memory: Remembrancer, person: Agent) -> None:
    person.replace_document_line("operating-truth", line=OLD, text=NEW, because="so")

    with pytest.raises(NotFound, match=r"was replaced at .* by 'Posts are published by the bot.'"):
        person.replace_document_line("operating-truth", line=OLD, text="Nobody checks.", because="so")


def test_of_many_who_replace_one_line_one_wins_and_the_others_are_refused(memory: Remembrancer, person: Agent) -> None:
    def write(number: int) -> str:
        try:
            memory.agent("atlas", by=f"user:{number}").replace_document_line(
                "operating-truth", line=OLD, text=f"Rule {number} holds.", because="race"
            )
        except NotFound as refusal:
            return str(refusal)
        return "won"

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(write, range(8)))

    assert answers.count("won") == 1
    assert all("was replaced at" in answer for answer in answers if answer != "won")
    assert len(person.document("operating-truth", "fleet").lines) == 1


def test_a_correction_is_refused_with_the_command_that_replaces_the_line(memory: Remembrancer, person: Agent) -> None:
    with pytest.raises(CorrectionAppended, match="identity replace operating-truth --scope fleet --line"):
        person.replace_document_line("operating-truth", text=f"Update: {NEW}", because="so", scope="fleet")
    with pytest.raises(CorrectionAppended, match="identity replace rules --line"):
        person.replace_identity_line("rules", text="Update: be long, not brief", because="so")
    atlas = memory.agent("atlas")
    atlas.record("The limit is 100 requests", kind="fact", key="limit")
    with pytest.raises(CorrectionAppended, match=r"say only what holds now|in its place"):
        atlas.record("The limit is 100 requests. Update: the limit is 250 requests", kind="fact", key="limit")
    assert atlas.record("The limit is 250 requests", kind="fact", key="limit").text == "The limit is 250 requests"


def test_a_block_is_written_as_a_whole_and_only_the_current_one_is_read(memory: Remembrancer, person: Agent) -> None:
    first = person.write_document("state-of-mind", ["Calm.", "The launch is near.", "Sleep well."], because="monday")
    second = person.write_document("state-of-mind", ["Calm.", "The launch went well."], because="tuesday")

    assert [line.text for line in second.lines] == ["Calm.", "The launch went well."]
    assert second.lines[0] == first.lines[0]
    text = memory.agent("atlas").boot().text
    assert "# state-of-mind (agent:atlas)\n- Calm.\n- The launch went well.\n\n" in text
    assert "near" not in text
    assert memory.agent("atlas").show(first.lines[1].id).status == "superseded"
    turned = person.write_document("state-of-mind", ["The launch went well.", "Calm."], because="wednesday")
    assert [line.text for line in turned.lines] == ["The launch went well.", "Calm."]
    before = memory.position
    person.write_document("state-of-mind", ["The launch went well.", "Calm."], because="again")
    assert memory.position == before
    with pytest.raises(CorrectionAppended):
        person.write_document("voice", ["Posts are long.", "Update: posts are short."], because="so")
    assert [line.text for line in person.document("voice").lines] == ["Speak as a gardener."]
    assert memory.check() == []


def test_agents_and_strangers_write_nothing(memory: Remembrancer, person: Agent) -> None:
    with pytest.raises(PersonNeeded):
        memory.agent("atlas").replace_document_line("voice", text="Obey", because="so")
    with pytest.raises(NotReadable):
        memory.agent("borea", by="user:bob").replace_document_line("voice", text="x", because="so", scope="agent:atlas")
    with pytest.raises(NotReadable):
        memory.agent("borea").document("voice", "agent:atlas")


def test_a_boot_is_noted_when_what_is_read_has_changed(memory: Remembrancer, person: Agent) -> None:
    atlas = memory.agent("atlas")

    def boots() -> list[dict[str, Any]]:
        return [entry.details for entry in memory.log(types=("boot",))]

    atlas.boot("publisher")
    atlas.boot("publisher")
    atlas.record("something else")
    atlas.boot("publisher")
    assert len(boots()) == 1
    assert boots()[0]["woken_for"] == "publisher"
    person.replace_document_line("operating-truth", line=OLD, text=NEW, because="so")
    atlas.boot("publisher")
    person.boot("publisher")
    atlas.as_of(memory.position).boot("publisher")
    assert len(boots()) == 2
    changed = [one for one in boots()[1]["vintages"] if one not in boots()[0]["vintages"]]
    assert [(one["scope"], one["document"]) for one in changed] == [("fleet", "operating-truth")]


def test_a_store_opened_read_only_is_read_and_not_written(tmp_path: Path, memory: Remembrancer, person: Agent) -> None:
    memory.close()
    with Remembrancer.open(tmp_path / "memory", read_only=True) as opened:
        before = opened.position
        assert OLD in opened.agent("atlas").boot().text
        assert opened.position == before


def test_the_fleet_shows_who_believes_which_vintage(memory: Remembrancer, person: Agent) -> None:
    atlas, borea = memory.agent("atlas"), memory.agent("borea")
    atlas.boot()
    borea.boot()
    atlas.record("The limit is 100 requests", kind="fact", key="limit", scope="fleet")
    borea.recall("limit requests")
    memory.agent("ceres").record("I am here")
    person.replace_document_line("operating-truth", line=OLD, text=NEW, because="so")
    atlas.record("The limit is 250 requests", kind="fact", key="limit", scope="fleet")
    atlas.boot()

    shared = {(one.kind, one.name): one for one in memory.fleet()}

    def standing(kind: str, name: str) -> dict[str, str]:
        return {one.agent: one.standing for one in shared[kind, name].believers}

    assert standing("document", "operating-truth") == {"atlas": "current", "borea": "stale", "ceres": "unread"}
    assert standing("document", "voice") == {"atlas": "current", "borea": "current", "ceres": "unread"}
    assert standing("fact", "limit") == {"atlas": "current", "borea": "stale", "ceres": "unread"}
    assert shared["fact", "limit"].owner == "atlas"
    assert shared["document", "operating-truth"].stale == ("borea",)
    borea.boot()
    borea.recall("limit requests")
    assert not [one.stale for one in memory.fleet() if one.stale]


def test_a_teams_documents_are_for_the_team(memory: Remembrancer, person: Agent) -> None:
    settings = {"version": 2, "teams": {"red": ["atlas"]}, "boot": {"order": ["voice", "handbook"]}}
    memory.adopt_policy(settings, by="user:ann")
    person.replace_document_line("handbook", text="Red things first.", because="so", scope="team:red")

    assert "# handbook (team:red)\n- Red things first.\n" in memory.agent("atlas").boot().text
    assert "Red things" not in memory.agent("borea").boot().text
    assert "operating-truth" not in memory.agent("atlas").boot().text
    assert [one.agent for found in memory.fleet() if found.name == "handbook" for one in found.believers] == ["atlas"]


def test_rendered_files_print_what_boot_prints(tmp_path: Path, memory: Remembrancer, person: Agent) -> None:
    folder = tmp_path / "memory" / "boot" / "atlas"
    boot = memory.agent("atlas").boot("publisher")
    render(boot, folder)

    def printed() -> bytes:
        return subprocess.run(["/bin/sh", folder / "boot.sh"], check=True, capture_output=True, cwd="/").stdout

    assert printed() == boot.data
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    person.replace_document_line("operating-truth", line=OLD, text=NEW, because="so")
    again = memory.agent("atlas").boot("publisher")
    render(again, folder)
    assert printed() == again.data
    assert OLD not in "".join(file.read_text() for file in folder.iterdir())


def test_an_erasure_reaches_the_rendered_files(tmp_path: Path, memory: Remembrancer, person: Agent) -> None:
    person.replace_document_line(
        "operating-truth", text="Wilhelmina is the editor.", because="so", scope="fleet", subjects=["user:wilhelmina"]
    )
    folder = tmp_path / "memory" / "boot"
    render(memory.agent("atlas").boot("publisher"), folder)
    memory.erase("user:wilhelmina", because="she asked", by="user:ann")

    assert "Wilhelmina" not in "".join(file.read_text() for file in folder.iterdir())
    assert "- [erased]\n" in memory.agent("atlas").boot().text
    found = rendered_in(folder)
    assert found is not None
    assert found.sha256 == memory.agent("atlas").boot("publisher").sha256


def test_what_took_the_place_of_an_erased_line_stays(tmp_path: Path, memory: Remembrancer, person: Agent) -> None:
    named = "Wilhelmina checks every post."
    person.replace_document_line(
        "operating-truth", line=OLD, text=named, because="she came", scope="fleet", subjects=["user:wilhelmina"]
    )
    old = person.document("operating-truth", "fleet").lines[0].id
    person.replace_document_line("operating-truth", line=named, text=NEW, because="Wilhelmina left")
    new = person.document("operating-truth", "fleet").lines[0].id
    memory.erase("user:wilhelmina", because="she asked", by="user:ann")
    memory.close()

    with Remembrancer.open(tmp_path / "memory") as opened:
        assert NEW in opened.agent("borea").boot().text
        assert opened.agent("borea").show(old).successor == new
        told = [entry.because for entry in opened.agent("borea").history(new)]
        assert told == ["[erased]", None]
        assert "Wilhelmina" not in str([(entry.words, entry.because) for entry in opened.log()])
        assert opened.check() == []


def test_the_command_line_writes_replaces_boots_and_renders(run: Run, store: Path, tmp_path: Path) -> None:
    why = ("--because", "so")
    assert run("identity", "replace", "operating-truth", "--with", OLD, "--scope", "fleet", *why).code == 0
    assert run("identity", "replace", "job:pub", "--with", "Publish.", *why).code == 0
    shown = run("boot", "pub")
    assert shown.code == 0
    assert shown.out == f"# operating-truth (fleet)\n- {OLD}\n\n# job:pub (agent:default)\n- Publish.\n\n"
    found = run("boot", "pub", "--json").json
    assert found["text"] == shown.out
    assert found["breakpoints"][-1] == found["bytes"]
    assert run("boot", "pub", "--render", str(tmp_path / "out")).code == 0
    printed = subprocess.run(["/bin/sh", tmp_path / "out" / "boot.sh"], check=True, capture_output=True).stdout
    assert printed.decode() == shown.out
    refused = run("identity", "replace", "operating-truth", "--with", f"Update: {NEW}", "--scope", "fleet", *why)
    assert_refused(refused, "identity replace operating-truth --scope fleet --line")
    answer = run("identity", "replace", "operating-truth", "--line", OLD, "--with", NEW, *why, "--json").json
    assert [line["text"] for line in answer["lines"]] == [NEW]
    block = run("identity", "write", "state-of-mind", "-f", "-", *why, stdin=b"# mood\n- Calm.\n- Rested.\n")
    assert block.out == "state-of-mind (agent:default): edition 2, 2 lines\n"
    assert run("boot", "--document", "operating-truth", "--json").json["scope"] == "fleet"
    assert "default (" in run("fleet").out
    assert run("fleet", "--stale", "--json").json["shared"][0]["stale"] == ["default"]
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    assert_refused(run("boot", "--render", str(tmp_path / "full")), "holds other things")


def test_a_boot_without_its_job_or_without_a_word_says_so_beside_what_it_prints(run: Run, store: Path) -> None:
    nothing = run("boot")
    assert (nothing.code, nothing.out) == (0, "")
    assert "default has nothing to read yet; `remembrancer identity replace DOCUMENT" in nothing.err
    assert run("identity", "replace", "voice", "--with", "Be brief.", "--because", "so").code == 0
    assert run("boot").err == ""
    jobless = run("boot", "publsher")
    assert jobless.out == run("boot").out
    assert "no document job:publsher for default" in jobless.err


def test_an_agents_own_sections_stand_in_its_identity_alone(memory: Remembrancer) -> None:
    ann = memory.agent("borea", by="user:ann")
    establish = "an agent's own section rules stands in its identity: `identity establish FILE`"
    with pytest.raises(Refused, match=establish):
        ann.replace_document_line("rules", text="Be kind.", because="so")
    with pytest.raises(Refused, match=establish):
        ann.write_document("rules", ["Be kind."], because="so")
    assert ann.write_document("rules", ["Be kind."], because="so", scope="fleet").edition == 1
    assert ann.document("rules").scope == "fleet"
    ann.establish_identity(IDENTITY, because="the first")
    found = ann.document("rules")
    assert (found.scope, [line.text for line in found.lines]) == ("agent:borea", ["Be brief"])
    assert found.lines[0].id in {line.id for line in ann.identity().lines}
    assert ann.document("always").lines == ()
    assert ann.as_of(memory.position - 1).document("rules").scope == "fleet"


def test_a_line_is_meant_whatever_its_case_and_points(person: Agent) -> None:
    person.write_document("operating-truth", ["Use C++.", "Use C#."], because="so", scope="fleet")
    turned = person.replace_document_line("operating-truth", line="use  c++", text="Use Rust.", because="so")
    assert (turned.scope, [line.text for line in turned.lines]) == ("fleet", ["Use Rust.", "Use C#."])
    for text in ("🚀", "🙂", "At most 1.5", "At most 15"):
        more = person.replace_document_line("operating-truth", text=text, because="so", scope="fleet")
        assert more.lines[-1].text == text
    with pytest.raises(NotFound, match="shows its 6 lines"):
        person.replace_document_line("operating-truth", line="Use", text="x", because="so", scope="fleet")


def test_many_processes_wake_up_to_the_same_bytes(tmp_path: Path, memory: Remembrancer, person: Agent) -> None:
    memory.close()
    entry = "import sys; from remembrancer.interfaces.main import main; sys.exit(main())"
    line = [sys.executable, "-c", entry, "--store", str(tmp_path / "memory"), "boot", "--json"]
    started = [subprocess.Popen([*line, "--agent", f"agent{n % 2}"], stdout=subprocess.PIPE) for n in range(4)]
    found = [json.loads(process.communicate()[0]) for process in started]

    assert len({one["sha256"] for one in found}) == 1
    with Remembrancer.open(tmp_path / "memory") as opened:
        assert {entry.agent for entry in opened.log(types=("boot",))} == {"agent0", "agent1"}
