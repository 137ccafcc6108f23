"""The chapter about recall: one question in two languages, now and as of a day in the week."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...application.agent import Agent
    from ...application.reads import Reads
    from .telling import Teller

QUESTIONS = ("Who checks a post before it goes out?", "帖子发布前由谁检查？")


def asked(teller: Teller, borea: Agent) -> None:
    """Ask the same in English and in Chinese, now and as of Wednesday; nothing of it is noted in the log."""
    teller.chapter(f'One question, two languages: remembrancer --agent borea recall "{QUESTIONS[1]}"')

    def found(reads: Reads, question: str) -> str:
        hits = reads.recall(question, k=1, note=False)
        return hits[0].memory.text if hits else "nothing"

    wednesday = borea.as_of("2026-05-06")
    rows = [(question, found(borea, question), found(wednesday, question)) for question in QUESTIONS]
    teller.table("asked", "found now", "found as of Wednesday", rows=rows)
    teller.say("The memories are in English; a dictionary of translations and a table of near words find them.")
