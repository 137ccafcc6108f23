"""The layers as they are now, with many live notes in one of them."""

from remembrancer import Remembrancer

from .measuring import Figure, Report, Scale, median, scratch, spend
from .texts import texts


def run(scale: Scale) -> Report:
    """Record the notes, then look at the layers again and again."""
    count, rounds = scale.pick(100_000, 20_000), scale.pick(7, 5)
    with scratch() as folder, Remembrancer.open(folder / "store") as memory:
        agent = memory.agent("atlas")
        agent.record_many({"text": text} for text in texts(count))
        newest: list[float] = []
        whole: list[float] = []
        for _ in range(rounds):
            newest.append(spend(lambda: agent.layers()["L2"][0].text).wall_s * 1000)
            whole.append(spend(lambda: [(m.id, m.status) for m in agent.layers()["L2"]]).wall_s * 1000)
    samples = {"newest_ms": newest, "whole_ms": whole}
    return Report(
        benchmark="layers_now",
        figures=[
            Figure(name=f"newest of {count:,} live notes, with its text", value=median(newest), unit="ms"),
            Figure(name=f"all {count:,} live notes, clear fields", value=median(whole), unit="ms"),
        ],
        samples=samples,
    )
