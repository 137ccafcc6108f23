"""Lines of L5 bear the five factors, by whatever door they come, and audits review them again."""

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from command_line import Run, assert_refused
from dreamt import order
from remembrancer import Agent, Refused, Remembrancer, SecretRefused, SourceCodeRefused
from remembrancer.application.claims.reviewing import ReviewedAgain
from remembrancer.domain.commands import MakeSuggestion
from remembrancer.domain.content import Factor, LineTexts
from remembrancer.domain.events import Draft, IdentityEstablished, Line
from remembrancer.domain.ids import SUGGESTION, make_id
from settable_clock import SettableClock

NAMES = ("source", "evidence", "consistency", "currency", "safety")
TUESDAY, FRIDAY = "Deploys happen on Tuesday", "Deploys happen on Friday"
SECRET = "The password is hunter2hunter2"
CODE = "def add(a, b): return a + b; import os; os.remove(path)"


@pytest.fixture
def ann(memory: Remembrancer) -> Agent:
    return memory.agent("atlas", by="user:ann")


def document(version: int = 1, *rules: str, mission: str = "Serve the readers") -> dict[str, Any]:
    return {"version": version, "mission": mission, "rules": list(rules)}


def line(agent: Agent, text: str) -> str:
    """Return the id of the line of L5 that says something."""
    (found,) = [one.id for one in agent.layers()["L5"] if one.text == text]
    return found


def factors(agent: Agent, text: str) -> dict[str, Factor]:
    """Return the factors of the line that says something, by their names."""
    found = agent.show(line(agent, text)).factors
    assert tuple(factor.factor for factor in found) in {NAMES, ()}
    return {factor.factor: factor for factor in found}


def consistency(agent: Agent, text: str) -> tuple[str, str]:
    found = factors(agent, text)["consistency"]
    return found.result, found.reason


def by_establishing(ann: Agent, text: str) -> None:
    ann.establish_identity(document(1, text), because="a start")


def by_refreshing(ann: Agent, text: str) -> None:
    ann.establish_identity(document(1), because="a start")
    ann.establish_identity(document(2, text), because="more")


def by_a_line(ann: Agent, text: str) -> None:
    ann.establish_identity(document(1, "Be brief"), because="a start")
    ann.replace_identity_line("rules", line="Be brief", text=text, because="so")


def by_a_shared_line(ann: Agent, text: str) -> None:
    ann.replace_document_line("operating-truth", text=text, scope="fleet", because="so")


def by_a_block(ann: Agent, text: str) -> None:
    ann.write_document("state-of-mind", ["Calm.", text], because="so")


def by_a_reason(ann: Agent, text: str) -> None:
    ann.replace_document_line("voice", text="Be brief", because=text)


DOORS = (by_establishing, by_refreshing, by_a_line, by_a_shared_line, by_a_block)


@pytest.mark.parametrize("door", DOORS)
def test_a_line_bears_its_review_by_whatever_door_it_comes(memory: Remembrancer, ann: Agent, door: Any) -> None:
    known = ann.record(TUESDAY, kind="practice", scope="fleet").id
    door(ann, FRIDAY)

    found = factors(memory.agent("atlas"), FRIDAY)
    assert [(one.result, one.reason) for one in found.values()] == [
        ("pass", "a person says so"),
        ("warn", "said once, by nothing that can be looked up"),
        ("fail", f"contradicted by {known}"),
        ("pass", "of today"),
        ("pass", "no secret, no source code, no instruction from outside"),
    ]
    assert FRIDAY in memory.agent("atlas").boot().text


def test_a_file_by_a_person_is_a_person_who_says_so(tmp_path: Path) -> None:
    with Remembrancer.open(tmp_path / "memory") as memory:
        memory.agent("atlas").record("here")
    (tmp_path / "memory" / "identity").mkdir()
    (tmp_path / "memory" / "identity" / "atlas.toml").write_text('version = 1\nmission = "Serve the readers"\n')

    with Remembrancer.open(tmp_path / "memory") as memory:
        assert factors(memory.agent("atlas"), "Serve the readers")["source"].reason == "a file that people edit says so"


def test_a_line_that_was_suggested_rests_on_what_the_suggestion_was_about(
    memory: Remembrancer, atlas: Agent, ann: Agent
) -> None:
    ann.establish_identity(document(), because="a start")
    lessons = [
        atlas.record("Name the source", kind="lesson", trigger="post 7", summary="Name sources").id,
        atlas.record("Say where numbers come from", kind="practice").id,
    ]
    made = make_id(SUGGESTION, os.urandom(10))
    said: dict[str, Any] = {"change": "identity", "section": "always", "text": "Name the source of every number"}
    order(memory, MakeSuggestion, suggestion=made, concerned=tuple(lessons), **said)
    ann.accept(made)

    found = factors(atlas, "Name the source of every number")
    assert (found["evidence"].result, found["evidence"].reason) == ("pass", "2 memories that it rests on")
    assert memory.audit(due=False).reviewed == ()


def test_a_line_is_compared_with_the_lines_that_its_readers_read_and_that_stay(
    memory: Remembrancer, atlas: Agent, ann: Agent
) -> None:
    ann.replace_document_line("operating-truth", text=TUESDAY, scope="fleet", because="so")
    shared = line(atlas, TUESDAY)
    ann.establish_identity(document(1, FRIDAY), because="a start")
    assert consistency(atlas, FRIDAY) == ("fail", f"contradicted by {shared}")

    ann.replace_document_line("operating-truth", line=TUESDAY, text="Deploys happen on Monday", because="so")
    assert consistency(atlas, "Deploys happen on Monday")[0] == "pass"  # not all who read it read what atlas is
    ann.establish_identity(document(2, "Deploys happen on Sunday"), because="so")
    assert consistency(atlas, "Deploys happen on Sunday") == (
        "fail",
        f"contradicted by {line(atlas, 'Deploys happen on Monday')}",
    )
    ann.replace_identity_line("rules", line="Deploys happen on Sunday", text="Deploys happen on monday", because="so")
    assert consistency(atlas, "Deploys happen on monday")[0] == "pass"


def test_lines_that_begin_together_are_compared_with_each_other_and_not_with_those_that_end(ann: Agent) -> None:
    ann.establish_identity(document(1, TUESDAY, FRIDAY), because="a start")
    assert consistency(ann, TUESDAY) == ("fail", f"contradicted by {line(ann, FRIDAY)}")
    assert consistency(ann, FRIDAY) == ("fail", f"contradicted by {line(ann, TUESDAY)}")

    ann.establish_identity(document(2, "Be brief"), because="so")
    ann.write_document("voice", ["Cats purr.", TUESDAY], because="so")
    ann.write_document("voice", [FRIDAY, "Dogs bark."], because="so")
    assert consistency(ann, FRIDAY)[0] == "pass"
    ann.write_document("voice", ["Posts are short.", "Posts are long."], because="so")
    assert consistency(ann, "Posts are long.") == ("fail", f"contradicted by {line(ann, 'Posts are short.')}")


def test_lines_of_two_jobs_are_never_read_together(ann: Agent) -> None:
    ann.replace_document_line("job:writer", text=TUESDAY, because="so")
    ann.replace_document_line("job:editor", text=FRIDAY, because="so")
    assert consistency(ann, FRIDAY)[0] == "pass"
    ann.replace_document_line("job:editor", text="Deploys happen on Monday", because="so")
    assert consistency(ann, "Deploys happen on Monday") == ("fail", f"contradicted by {line(ann, FRIDAY)}")


@pytest.mark.parametrize("door", [*DOORS, by_a_reason])
@pytest.mark.parametrize(("unsafe", "refusal"), [(SECRET, SecretRefused), (CODE, SourceCodeRefused)])
def test_a_secret_or_code_becomes_no_line(
    memory: Remembrancer, ann: Agent, door: Any, unsafe: str, refusal: type[Refused]
) -> None:
    with pytest.raises(refusal, match=r"holds .* L3 to L5 take no") as refused:
        door(ann, unsafe)
    assert "hunter2" not in str(refused.value)
    assert unsafe not in str([entry.words for entry in memory.log()])


def test_audits_review_lines_again_and_change_no_byte_of_the_boot(
    memory: Remembrancer, atlas: Agent, ann: Agent, clock: SettableClock
) -> None:
    ann.establish_identity(document(1, FRIDAY), because="a start")
    ann.replace_document_line("voice", text="Write short sentences", because="so")
    before, booted = memory.position, atlas.boot()
    assert consistency(atlas, FRIDAY)[0] == "pass"
    assert memory.audit(due=False).reviewed == ()
    known = atlas.record(TUESDAY, kind="practice").id

    report = memory.audit(due=False)
    assert report.reviewed == (
        ReviewedAgain(
            memory=line(atlas, FRIDAY),
            agent="atlas",
            outcome="doubtful",
            changed=(f"consistency pass to fail: contradicted by {known}",),
        ),
    )
    assert not report.ok
    assert consistency(atlas, FRIDAY) == ("fail", f"contradicted by {known}")
    assert atlas.show(line(atlas, FRIDAY)).review == "doubtful"
    past = atlas.as_of(before).show(line(atlas, FRIDAY))
    assert (past.review, past.factors[2].result) == (None, "pass")
    assert atlas.boot().data == booted.data
    assert memory.audit(due=False).reviewed == ()
    clock.forward(days=200)
    changed = {one.memory: one.changed for one in memory.audit(due=False).reviewed}
    assert changed[line(atlas, "Write short sentences")][0].startswith("currency pass to warn: 200 days old")
    assert atlas.boot().data == booted.data
    assert memory.check() == []


def test_a_line_that_ended_is_not_reviewed_again(memory: Remembrancer, atlas: Agent, ann: Agent) -> None:
    ann.establish_identity(document(1, FRIDAY), because="a start")
    old = line(atlas, FRIDAY)
    ann.replace_identity_line("rules", line=FRIDAY, text="Be brief", because="so")
    atlas.record(TUESDAY, kind="practice")
    assert memory.audit(due=False).reviewed == ()
    assert atlas.show(old).factors[2].result == "pass"


def test_a_policy_that_asks_for_no_review_asks_for_none_of_lines(memory: Remembrancer, ann: Agent) -> None:
    memory.adopt_policy({"version": 2, "review": {"importance": 11}}, by="user:ann")
    ann.record(TUESDAY, kind="practice")
    by_refreshing(ann, FRIDAY)
    ann.write_document("voice", ["Be brief", "Be kind"], because="so")
    assert factors(ann, FRIDAY) == factors(ann, "Be kind") == {}
    assert memory.audit(due=False).reviewed == ()
    with pytest.raises(SecretRefused):
        ann.replace_document_line("voice", text=SECRET, because="so")


def test_lines_from_before_there_were_reviews_stay_readable_and_get_theirs_by_an_audit(
    memory: Remembrancer, atlas: Agent
) -> None:
    old = "mem_0123456789abcdef"
    event = IdentityEstablished(
        actor="user:sub_0123456789abcdef",
        cause="cmd_0000000000000001",
        box=None,
        agent="atlas",
        scope="agent:atlas",
        policy=1,
        command=None,
        version=1,
        lines=(Line(memory=old, section="mission", ordinal=0),),
    )
    words = LineTexts(lines={old: "Serve the readers"})
    assert msgspec.json.encode(words) == b'{"lines":{"mem_0123456789abcdef":"Serve the readers"}}'
    (sealed,) = memory.store.seal([Draft(event=event, content=words)])
    memory.store.log.append([memory.store.codec.encode(sealed)])

    assert (atlas.show(old).text, atlas.show(old).factors) == ("Serve the readers", ())
    assert [one.outcome for one in memory.audit(due=False).reviewed] == ["passed"]
    assert factors(atlas, "Serve the readers")["evidence"].result == "warn"
    assert memory.audit(due=False).reviewed == ()


def test_erasing_a_person_takes_the_lines_about_them_with_their_reviews(
    memory: Remembrancer, atlas: Agent, ann: Agent
) -> None:
    named = "Wilhelmina checks every post"
    ann.replace_document_line("operating-truth", text=named, because="so", subjects=["user:wilhelmina"])
    about = line(atlas, named)
    atlas.record("Bertram checks every post", kind="practice", subjects=["user:wilhelmina"])
    assert [one.memory for one in memory.audit(due=False).reviewed] == [about]
    memory.erase("user:wilhelmina", because="she asked", by="user:ann")

    assert (atlas.show(about).text, atlas.show(about).factors) == ("[erased]", ())
    assert "- [erased]\n" in atlas.boot().text
    reviews = [entry for entry in memory.log() if entry.type.startswith("memory.reviewed")]
    assert [(entry.because, entry.words) for entry in reviews] == [("[erased]", "[erased]")]
    assert memory.audit(due=False).reviewed == ()
    assert memory.check() == []


def test_the_command_line_shows_the_review_of_a_line(run: Run, store: Path) -> None:
    del store
    run("record", TUESDAY, "--kind", "practice")
    run("identity", "replace", "voice", "--with", FRIDAY, "--because", "so")
    (made,) = run("boot", "--document", "voice", "--json").json["lines"]
    shown = run("show", made["id"]).out
    assert "five-factor review" in shown
    assert "consistency  fail  contradicted by mem_" in shown
    assert [one["factor"] for one in run("show", made["id"], "--json").json["factors"]] == list(NAMES)
    assert_refused(run("review", made["id"], "--because", "so"), "only `identity` commands by a person change it")
    assert_refused(run("identity", "replace", "voice", "--with", SECRET, "--because", "so"), "L3 to L5 take no secrets")
