"""The chapters about what a life teaches: a task after a crash, a wound and the caution it leaves, and judgement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rendering.decisions import calibration
from ..rendering.plain import ago, bar, percent, values

if TYPE_CHECKING:
    from ...application.agent import Agent
    from ...domain.events import DecisionOutcome
    from .telling import Teller, Week

TASK = "briefing"
CHANGE = {
    "role": "change how posts are published",
    "risk": "medium",
    "constraints": ["keep the morning slot"],
    "forbidden_signals": ["tokens in a post"],
}
SIMILAR = {**CHANGE, "constraints": ["keep the morning slot", "one post an hour"]}
"""Another problem than `CHANGE`, for it has one more constraint."""
RISK_BAR = 20
TURNED_OUT: dict[int, tuple[DecisionOutcome, ...]] = {
    9: ("right", "right", "mixed", "wrong", "right"),
    7: ("right", "right", "wrong", "right"),
    3: ("wrong", "right", "wrong", "mixed"),
}
"""How decisions of each confidence turned out."""


def work(week: Week, teller: Teller, atlas: Agent) -> None:
    """Tell of a task that outlives a crash."""
    teller.chapter(f"The next Monday, a task and a crash: remembrancer --agent atlas task resume {TASK}")
    week.to(7, 9)
    atlas.task(TASK).start(objective="Cut the briefing to 150 words", target="tuesday.md", confidence=6, words=900)
    teller.did(week, "atlas", "starts it: 900 words are to become 150")
    week.to(7, 9, 40)
    atlas.task(TASK).checkpoint(words=410, active_task="the second of three parts", because="the first part is done")
    teller.did(week, "atlas", "notes how far it is: 410 words, in the second of three parts; then its machine dies")
    week.to(7, 12, 5)
    since = atlas.task(TASK).interrupted_at
    assert since is not None, "an hour without a sign of life interrupts a task"
    teller.did(week, "ann", f"finds the task interrupted since {since:%H:%M}: an hour without a sign of life")
    state = atlas.task(TASK).resume(because="the machine is back")
    noted = f"from a checkpoint {ago(state.age)}, {state.checkpoint_at:%a %H:%M}"
    teller.did(week, "atlas", f"resumes it {noted}: {values(state)}")
    week.to(7, 12, 30)
    context = atlas.task(TASK).complete("150 words, no number lost")
    teller.did(week, "atlas", f"completes it; L1 is clear again, {context.layer} keeps what it was and came to")


def caution(week: Week, teller: Teller, borea: Agent) -> None:
    """Tell of a trauma, and of the risk of a similar change before and after it."""
    teller.chapter("A wound teaches caution: remembrancer --agent borea risk change.json")
    week.to(8, 10)
    for target in ("morning.py", "evening.py"):
        borea.intent({**CHANGE, "target": target}, "success", {"target": target})
    teller.did(week, "borea", "makes the same change to two files: one problem, met twice, both times a success")
    before = borea.risk(SIMILAR)
    week.to(8, 16)
    borea.trauma("security", because="a token stood in a post for an hour", envelope=CHANGE)
    teller.did(
        week, "borea", "finds that a token stood in a post for an hour: a trauma of security, half-life 180 days"
    )
    after = borea.risk(SIMILAR)
    rows = [
        (name, f"{before.parts[name].contribution:.2f}", f"{part.contribution:.2f}", part.because)
        for name, part in after.parts.items()
    ]
    rows.append(("risk", f"{before.value:.2f}", f"{after.value:.2f}", ""))
    (known,) = borea.similar_intents(SIMILAR)
    teller.say(f"The risk of a similar change ({percent(known.similarity)} in common, for it has one constraint more):")
    teller.table("part", "before", "after", "why, after", rows=rows)
    teller.say(f"{bar(before.value, RISK_BAR)} before")
    teller.say(f"{bar(after.value, RISK_BAR)} after")


def judgement(week: Week, teller: Teller, borea: Agent) -> None:
    """Tell how decisions turned out, and how sure Borea may be of the next."""
    teller.chapter("How sure to be: remembrancer --agent borea decision quality")
    week.to(9, 9)
    decided = [
        (borea.decide(f"Post {number} goes out at noon", confidence=confidence), outcome)
        for confidence, outcomes in TURNED_OUT.items()
        for number, outcome in enumerate(outcomes, 10 * confidence)
    ]
    teller.did(week, "borea", f"decides about {len(decided)} posts, each time saying how sure it is")
    week.to(11, 17)
    for decision, outcome in decided:
        borea.judge(decision.id, outcome, because="the readers' letters of two days")
    quality = borea.decision_quality()
    window = quality.window
    told = f"{window.right} right, {window.wrong} wrong, {window.mixed} mixed"
    teller.did(week, "borea", f"judges them by the readers' letters: {told}")
    teller.show(*calibration(quality))
