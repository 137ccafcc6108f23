"""One durable `record` through the public API, against a bare insert and commit of the same bytes."""

from collections.abc import Sequence

from remembrancer import Agent, Remembrancer

from .bare import BareLog, rows_of
from .measuring import Figure, Report, Scale, Spent, median, scratch, spend
from .texts import texts

ROUND = 200
"""Records in one round."""


def run(scale: Scale) -> Report:
    """Measure both in turn, round by round."""
    rounds = scale.pick(30, 10)
    ours: list[Spent] = []
    bare: list[Spent] = []
    with scratch() as folder, Remembrancer.open(folder / "store") as memory:
        log, agent = BareLog(folder / "bare.db"), memory.agent("atlas")
        words = texts((rounds + 1) * ROUND)
        for start in range(0, len(words), ROUND):
            before = memory.position
            ours.append(spend(lambda start=start: _record(agent, words[start : start + ROUND])))
            rows = rows_of(list(memory.store.log.read(after=before)))
            bare.append(spend(lambda rows=rows: log.insert_each(rows)))
        log.close()
    return _report(ours[1:], bare[1:])  # the first round warms up


def _record(agent: Agent, words: Sequence[str]) -> None:
    for text in words:
        agent.record(text)


def _report(ours: Sequence[Spent], bare: Sequence[Spent]) -> Report:
    samples = {
        "record_ms": [spent.wall_s / ROUND * 1000 for spent in ours],
        "bare_ms": [spent.wall_s / ROUND * 1000 for spent in bare],
        "record_cpu_ms": [spent.cpu_s / ROUND * 1000 for spent in ours],
        "bare_cpu_ms": [spent.cpu_s / ROUND * 1000 for spent in bare],
    }
    middle = {name: median(values) for name, values in samples.items()}
    beyond = middle["record_cpu_ms"] - middle["bare_cpu_ms"]
    return Report(
        benchmark="single_record",
        figures=[
            Figure(name="rate against bare", value=middle["bare_ms"] / middle["record_ms"], unit="ratio", target=0.5),
            Figure(name="CPU beyond bare", value=beyond, unit="ms", target=0.4, better="less"),
            Figure(name="records", value=1000 / middle["record_ms"], unit="1/s"),
            Figure(name="bare inserts", value=1000 / middle["bare_ms"], unit="1/s"),
        ],
        samples=samples,
    )
