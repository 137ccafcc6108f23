"""What an agent asks before it acts: the risk of a change, and the task that it was at."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from remembrancer import Remembrancer

from .measuring import Figure, Report, Scale, median, percentile, scratch, spend

CATEGORIES = ("rollback", "security", "performance", "hallucination", "architecture")
WANTED_RISK_MS = 0.2
WANTED_RESUME_MS = 5.0


class Clock:
    """A clock that runs a minute each time it is looked at, so that traumas are spread over days."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the present, a minute on."""
        self.now += timedelta(minutes=1)
        return self.now


def run(scale: Scale) -> Report:
    """Learn intents, suffer traumas, then ask for risks; checkpoint tasks, then resume them after reopening."""
    traumas, asked = scale.pick(10_000, 1_000), scale.pick(2_000, 500)
    rng = random.Random(1)
    with scratch() as folder:
        with Remembrancer.open(folder / "store", clock=Clock()) as memory:
            agent = memory.agent("atlas")
            for number in range(100):
                agent.intent(envelope(number), rng.choice(["success", "success", "rollback"]), {"lines": number})
            for number in range(traumas):
                agent.trauma(rng.choice(CATEGORIES), because=f"incident {number}")
            risks = [spend(lambda n=number: agent.risk(envelope(n % 120))).wall_s * 1000 for number in range(asked)]
            for number in range(20):
                task = agent.task(f"task {number}")
                task.start(objective="Move the retry into the client", target="client.py", confidence=7)
                for step in range(10):
                    task.checkpoint(step=step, notes="x" * 5_000)
        with Remembrancer.open(folder / "store") as memory:
            tasks = [memory.agent("atlas").task(f"task {number}") for number in range(20)]
            resumed = [spend(task.resume).wall_s * 1000 for task in tasks]
    return Report(
        benchmark="life",
        figures=[
            Figure(
                name=f"risk, 100 intents and {traumas:,} traumas, median",
                value=median(risks),
                unit="ms",
                target=WANTED_RISK_MS,
                better="less",
            ),
            Figure(name="the same, 95 %", value=percentile(risks, 95), unit="ms"),
            Figure(
                name="resuming a task of 5 KB, median",
                value=median(resumed),
                unit="ms",
                target=WANTED_RESUME_MS,
                better="less",
            ),
            Figure(name="the same, slowest of 20", value=max(resumed), unit="ms"),
        ],
        notes=["resuming makes an event, so it holds one commit to disk"],
        samples={"risk_ms": risks, "resume_ms": resumed},
    )


def envelope(number: int) -> dict[str, Any]:
    """Return one of many problems; every third touches security."""
    return {
        "role": ("refactor", "migration", "review")[number % 3],
        "risk": "high",
        "constraints": ["keep the public interface", f"touch module {number}"],
        "forbidden_signals": ["token in a log"] if number % 3 == 0 else ["slow query"],
        "target": f"file{number}.py",
    }
