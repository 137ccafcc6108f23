"""The chapters about beliefs: two agents, a week, and a belief that stopped being true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.errors import RemembrancerError

if TYPE_CHECKING:
    from ...application.agent import Agent
    from ...application.memory import Memory
    from ...application.reads import Reads
    from ...application.remembrancer import Remembrancer
    from .telling import Teller, Week

CHECK = "publishing.check"
SHOWN_LAYERS = {
    "L0": "scratch",
    "L1": "working",
    "L2": "episodic",
    "L3": "semantic",
    "L4": "knowledge",
    "L5": "identity",
    "L6": "archive",
}


def live(memory: Remembrancer, week: Week, teller: Teller, atlas: Agent, borea: Agent) -> tuple[Memory, Memory]:
    """Live the week; return the belief that stopped being true, and the one that came in its place."""
    teller.chapter("A week: Atlas writes the briefings, Borea publishes them")
    ann = memory.agent("borea", by="user:ann")
    ann.establish_identity(
        {
            "version": 1,
            "mission": "Publish what is true, in time",
            "rules": ["Name the source of every number"],
            "never": ["Publish what nobody has read"],
        },
        because="Borea starts work today",
    )
    teller.did(week, "ann", "gives Borea its identity: a person's word, the only way into L5")
    old = memory.agent("borea", by="user:ann").record(
        "A person checks every post before it is published", key=CHECK, kind="fact", scope="fleet", importance=8
    )
    teller.did(week, "ann", "tells the fleet: a person checks every post")

    week.to(1, 10)
    long = atlas.record("用户觉得上次的简报太长了 (the reader found the last briefing too long)", subjects=["user:42"])
    short = atlas.record(
        "Reader 42 prefers abstracts of 150 words", kind="preference", subjects=["user:42"], evidence=[long.id]
    )
    atlas.record("Draft of Tuesday's briefing: 900 words", kind="prompt")
    teller.did(week, "atlas", "notes that reader 42 wants it shorter, in Chinese and in English")

    week.to(2, 15)
    for number in range(1, 13):
        borea.record(f"Post {number} goes to the morning slot", kind="decision", importance=4)
    borea.record(
        "Took back post 7: its number was wrong",
        kind="decision",
        importance=7,
        category="rollback",
        because="a reader wrote in",
    )
    teller.did(week, "borea", "makes 13 decisions; 10 stay at hand, the least important retire to L6")

    week.to(3, 11)
    new = memory.agent("borea", by="user:ann").record(
        "The pipeline publishes posts by itself; nobody checks them first",
        key=CHECK,
        kind="fact",
        scope="fleet",
        importance=8,
        because="the review desk was dissolved on Thursday",
    )
    teller.did(week, "ann", "the review desk is gone: the same key gets a new value, the old one is replaced")

    week.to(4, 9)
    for _ in range(3):
        atlas.confirm(short.id, because="reader 42 read to the end")
    teller.did(week, "atlas", "sees the preference hold three times")

    week.to(6, 18)
    return old, new


def believed(teller: Teller, borea: Agent, old: Memory, new: Memory) -> None:
    """Tell what was believed when, and what about when."""
    teller.chapter("What Borea believes about publishing")

    def held(reads: Reads) -> str:
        facts = [memory for memory in reads.layers()["L3"] if memory.id in {old.id, new.id}]
        return facts[0].text if facts else "nothing yet"

    sunday = borea.moment.instant
    teller.table(
        "asked",
        "answer",
        rows=[
            ("now", held(borea)),
            ("as of Wednesday, 6 May", held(borea.as_of("2026-05-06"))),
            ("as of Sunday, 3 May", held(borea.as_of("2026-05-03"))),
            ("now, about what was true on Wednesday", held(borea.valid_at("2026-05-06"))),
        ],
    )
    teller.say(f"Nothing was edited: both answers are folds of the same log, asked on {sunday:%A %d %B}.")

    teller.chapter("Borea's seven layers on Sunday")
    layers = borea.layers()
    rows: list[tuple[str, ...]] = []
    for name, title in SHOWN_LAYERS.items():
        newest = layers[name][0].text if len(layers[name]) else "-"
        rows.append((f"{name} {title}", str(len(layers[name])), newest))
    teller.table("layer", "holds", "newest", rows=rows)


def why(teller: Teller, borea: Agent, old: Memory) -> None:
    """Tell why the belief changed."""
    teller.chapter(f"Why it changed: remembrancer --agent borea why {old.id[:12]}")
    story = borea.why(old.id)
    teller.say(f'"{story.memory.text}"')
    for event in story.events:
        reason = f", because {event.because}" if event.because else ""
        teller.say(f"{event.type.split('/')[0]} by {event.actor}{reason}", f"{event.at:%a %d %b %H:%M}")
    if story.believed_until is not None:
        teller.say(f"believed from {story.believed_from:%a %d %b %H:%M} until {story.believed_until:%a %d %b %H:%M}")
    for follower in story.fed:
        teller.say(f'{follower.relation} by {follower.memory.id[:12]}: "{follower.memory.text}"')


def changed(teller: Teller, memory: Remembrancer) -> None:
    """Tell what changed from one day to another."""
    teller.chapter(
        "What changed for Borea from Wednesday to Friday: remembrancer --agent borea diff 2026-05-06 2026-05-08"
    )
    diff = memory.diff("borea", "2026-05-06", "2026-05-08")
    for mark, changes in (("+", diff.began), ("~", diff.changed), ("-", diff.ended)):
        for change in changes:
            shown = change.after if mark != "-" else change.before
            if shown is not None:
                teller.say(shown.text, f"{mark} {shown.id[:12]}")


def rules(teller: Teller, atlas: Agent, borea: Agent) -> None:
    """Tell what is refused, and with which words."""
    teller.chapter("Rules that hold, whoever asks")
    note = atlas.record("Maybe readers like tables")
    attempts = (
        lambda: atlas.promote(note.id, "L4", because="it sounds right"),
        lambda: atlas.record("Publishing is checked twice", key=CHECK, kind="fact", scope="fleet"),
        lambda: borea.replace_identity_line("rules", text="Skip the sources when in a hurry", because="faster"),
        lambda: borea.forget(borea.layers()["L5"][0].id, because="tidying up"),
        lambda: atlas.record("password is hunter2hunter2", kind="practice"),
    )
    for attempt in attempts:
        try:
            attempt()
        except RemembrancerError as refusal:
            teller.say(str(refusal), "refused")
