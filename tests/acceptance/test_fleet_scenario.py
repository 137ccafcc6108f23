"""What really happened to a fleet: an operating truth stopped being true, and everybody went on believing it.

"A person checks every post." Five agents wrote with that in mind. One day the check was switched off; nobody told them.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from command_line import Run
from remembrancer import Agent, CorrectionAppended, PersonNeeded, Remembrancer
from settable_clock import SettableClock

FLEET = ("editor", "herald", "painter", "reader", "scout")
OLD = "A person checks every post before it goes out"
NEW = "Posts go out as they are written; nobody checks them"
DOCUMENT = "operating-truth"


class Told(msgspec.Struct, frozen=True):
    """What an agent knew of posts when it woke up."""

    old: bool
    new: bool


def told(text: str) -> Told:
    return Told(OLD in text, NEW in text)


class Newsroom:
    """Five agents, the person who writes what they all read, and the tool that posts."""

    def __init__(self, memory: Remembrancer, clock: SettableClock, folder: Path) -> None:
        self.memory = memory
        self.clock = clock
        self.settings = folder / "posting.toml"
        self.settings.write_text('review = "person"\n')
        self.ann = memory.agent("editor", by="user:ann")
        written = self.ann.replace_document_line(DOCUMENT, text=OLD, because="so the tool is set", scope="fleet")
        self.line = next(line.id for line in written.lines if line.text == OLD)
        memory.add_check("posts-are-checked", file=str(self.settings), contains='review = "person"')
        self.ann.attach_claim(self.line, check="posts-are-checked", every="1d", because="it is only a setting")
        for name in FLEET:
            assert told(memory.agent(name).boot(job="writing").text) == Told(old=True, new=False)

    @property
    def agents(self) -> Iterator[Agent]:
        """The fleet."""
        return map(self.memory.agent, FLEET)

    def replace(self) -> None:
        """Write what holds now."""
        self.ann.replace_document_line(
            DOCUMENT, line=OLD, text=NEW, because="the check was switched off", scope="fleet"
        )


@pytest.fixture
def newsroom(memory: Remembrancer, clock: SettableClock, tmp_path: Path) -> Newsroom:
    return Newsroom(memory, clock, tmp_path)


def test_every_agent_wakes_up_with_the_new_line_and_none_with_both(newsroom: Newsroom) -> None:
    newsroom.clock.forward(days=3)
    before = newsroom.memory.position
    newsroom.replace()
    for agent in newsroom.agents:
        assert told(agent.boot(job="writing").text) == Told(old=False, new=True)
        assert told(agent.context("shall I post this?").text) == Told(old=False, new=True)
        assert told(agent.as_of(before).boot(job="writing").text) == Told(old=True, new=False)
    assert len({agent.boot().text for agent in newsroom.agents}) == 1


def test_a_correction_below_the_old_line_is_refused_with_the_command_that_replaces_it(newsroom: Newsroom) -> None:
    appended = "Update: a person no longer checks every post before it goes out"
    with pytest.raises(CorrectionAppended, match="replace"):
        newsroom.ann.replace_document_line(DOCUMENT, text=appended, because="it was switched off", scope="fleet")
    with pytest.raises(PersonNeeded):
        newsroom.memory.agent("scout").replace_document_line(
            DOCUMENT, line=OLD, text=NEW, because="I saw it", scope="fleet"
        )
    for agent in newsroom.agents:
        assert told(agent.boot().text) == Told(old=True, new=False)


def test_why_and_as_of_show_who_believed_which_until_when(newsroom: Newsroom) -> None:
    told_at = newsroom.clock()
    newsroom.clock.forward(days=3)
    replaced_at = newsroom.clock()
    newsroom.replace()
    newsroom.clock.forward(hours=1)
    early, late = newsroom.memory.agent("herald"), newsroom.memory.agent("scout")
    early.boot(job="writing")
    found = newsroom.memory.fleet()
    (shared,) = [one for one in found if one.name == DOCUMENT]
    assert {one.agent: one.standing for one in shared.believers} == {
        "editor": "stale",
        "herald": "current",
        "painter": "stale",
        "reader": "stale",
        "scout": "stale",
    }
    since = {one.agent: one.since for one in shared.believers}
    assert (since["scout"], since["herald"]) == (told_at, newsroom.clock())
    late.boot(job="writing")
    assert "scout" not in next(one for one in newsroom.memory.fleet() if one.name == DOCUMENT).stale
    why = late.why(newsroom.line)
    assert (why.believed_from, why.believed_until) == (told_at, replaced_at)
    assert [entry.because for entry in why.events][-1] == "the check was switched off"
    assert [entry.actor for entry in why.events][-1] == "user:ann"
    old = late.as_of(told_at).show(newsroom.line)
    assert (old.text, old.status) == (OLD, "live")
    assert late.show(newsroom.line).status != "live"


def test_what_each_agent_was_given_is_there_byte_for_byte(newsroom: Newsroom) -> None:
    first = {agent.name: agent.context("shall I post this?") for agent in newsroom.agents}
    newsroom.clock.forward(days=3)
    newsroom.replace()
    for agent in newsroom.agents:
        given = first[agent.name]
        assert given.event is not None
        assert agent.context_at(given.event).text == given.text
        assert told(given.text) == Told(old=True, new=False)


def test_the_audit_of_the_claim_would_have_caught_it(newsroom: Newsroom) -> None:
    assert newsroom.memory.audit(due=False).ok
    newsroom.clock.forward(days=1, minutes=1)
    newsroom.settings.write_text('review = "none"\n')
    report = newsroom.memory.audit()
    assert not report.ok
    assert report.count("failed") == 1
    since = newsroom.clock().date().isoformat()
    for agent in newsroom.agents:
        given = agent.context("shall I post this?").text
        gap = given.index(f"unknown since {since}")
        assert given.index(OLD) < gap
        assert "do not rely on it" in given[gap:]
    newsroom.replace()
    for agent in newsroom.agents:
        given = agent.context("shall I post this?").text
        assert told(given) == Told(old=False, new=True)
        assert "unknown since" not in given


def test_a_shared_fact_that_fails_leaves_recall_and_a_gap_stands_for_it(newsroom: Newsroom) -> None:
    memory = newsroom.memory
    fact = memory.agent("editor").record(
        "every post is checked by a person", kind="fact", key="posts.checked-by", scope="fleet", subjects=["user:ann"]
    )
    memory.agent("editor").attach_claim(fact.id, check="posts-are-checked", every="1d")
    for agent in newsroom.agents:
        assert fact.id in agent.context("who checks a post?").memories
    newsroom.settings.write_text('review = "none"\n')
    memory.audit(due=False)
    for agent in newsroom.agents:
        given = agent.context("who checks a post?")
        assert "every post is checked by a person" not in given.text
        assert "posts.checked-by" in given.text
        assert fact.id not in [hit.memory.id for hit in agent.recall("who checks a post?")]
    memory.erase("user:ann", because="she asked")
    assert "posts.checked-by" not in memory.agent("scout").context("who checks a post?").text


def test_the_same_on_the_command_line(newsroom: Newsroom, run: Run) -> None:
    newsroom.memory.close()
    store = ("--store", str(newsroom.memory.store.path))
    newsroom.settings.write_text('review = "none"\n')
    assert run(*store, "audit", "--all").code == 1
    replacing = ("identity", "replace", DOCUMENT, "--line", OLD, "--with", NEW, "--because", "switched off")
    answer = run(*store, *replacing, "--scope", "fleet", "--by", "user:ann", "--agent", "editor")
    assert answer.code == 0, answer.err
    for name in FLEET:
        assert told(run(*store, "boot", "writing", "--agent", name).out) == Told(old=False, new=True)
        assert told(run(*store, "context", "shall I post?", "--agent", name).out) == Told(old=False, new=True)
    assert run(*store, "fleet").code == 0
