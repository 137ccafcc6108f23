"""Assembling a context beside recall alone, in one store and in turn, with something for each of its parts."""

import sys
from collections.abc import Iterator
from typing import Any

from remembrancer import Agent, Remembrancer

from .measuring import Figure, Report, Scale, Spent, median, percentile, scratch, spend
from .texts import texts

QUESTIONS = 200
LESSON_EVERY = 100
"""One memory in so many is a lesson."""
RATIO_MAX = 2


def run(scale: Scale) -> Report:
    """Record the memories, then ask each question of recall and of a context."""
    count, asked = scale.pick(100_000, 20_000), scale.pick(QUESTIONS, 60)
    recall_ms: list[float] = []
    context_ms: list[float] = []
    recall_cpu_ms: list[float] = []
    context_cpu_ms: list[float] = []
    with scratch() as folder, Remembrancer.open(folder / "store") as memory:
        agent = memory.agent("atlas")
        agent.record_many(_memories(count))
        _furnish(memory)
        questions = [" ".join(text.split()[:6]) for text in texts(asked + count)][-asked:]
        for question in questions[:5]:
            _ask(agent, question)
        for question in questions:
            recalled, given = _ask(agent, question)
            recall_ms.append(recalled.wall_s * 1000)
            context_ms.append(given.wall_s * 1000)
            recall_cpu_ms.append(recalled.cpu_s * 1000)
            context_cpu_ms.append(given.cpu_s * 1000)
        tokens = agent.context(questions[0]).tokens
    return Report(
        benchmark="context",
        figures=[
            Figure(name=f"recall among {count:,}: median", value=median(recall_ms), unit="ms"),
            Figure(name="context of 2,000 tokens: median", value=median(context_ms), unit="ms"),
            Figure(name="recall: p95", value=percentile(recall_ms, 95), unit="ms"),
            Figure(name="context, its event durable: p95", value=percentile(context_ms, 95), unit="ms"),
            Figure(
                name="context against recall alone: p95",
                value=percentile(context_ms, 95) / percentile(recall_ms, 95),
                unit="ratio",
                target=RATIO_MAX,
                better="less",
            ),
            Figure(
                name="context against recall alone: CPU, median",
                value=median(context_cpu_ms) / median(recall_cpu_ms),
                unit="ratio",
            ),
        ],
        notes=[f"an identity of 20 lines, a task, {count // LESSON_EVERY:,} lessons and a mirror; {tokens:,} tokens"],
        samples={
            "recall_ms": recall_ms,
            "context_ms": context_ms,
            "recall_cpu_ms": recall_cpu_ms,
            "context_cpu_ms": context_cpu_ms,
        },
    )


def _ask(agent: Agent, question: str) -> tuple[Spent, Spent]:
    """Return what a recall and a context took for one question."""
    return spend(lambda: agent.recall(question)), spend(lambda: agent.context(question))


def _memories(count: int) -> Iterator[dict[str, Any]]:
    for number, text in enumerate(texts(count)):
        if number % LESSON_EVERY == 0:
            summary = " ".join(text.split())[:80].strip()
            yield {"text": text, "kind": "lesson", "summary": summary, "trigger": "it went wrong once"}
        else:
            yield {"text": text, "kind": "preference" if number % 3 == 0 else "note"}


def _furnish(memory: Remembrancer) -> None:
    rules = [f"Rule {number}: be careful with whatever it is about" for number in range(20)]
    document = {"version": 1, "mission": "Write about gardens", "rules": rules}
    memory.agent("atlas", by="user:ann").establish_identity(document, because="a benchmark")
    memory.agent("atlas").task("posts").start(objective="write three posts", target="posts/", confidence=7)
    memory.mirrors.add("world", every="3h", command=[sys.executable, "-c", "print('the garden is dry')"])
    memory.mirrors.refresh("world")
