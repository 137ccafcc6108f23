"""`record_many`, core views and sealing included, against bare inserts of the same rows in batches of 1,000."""

from remembrancer import Remembrancer

from .bare import BareLog, rows_of
from .measuring import Figure, Report, Scale, Spent, median, scratch, spend
from .texts import texts

BATCH = 1_000


def run(scale: Scale) -> Report:
    """Measure both in turn, each round in fresh files."""
    count, rounds = scale.pick(100_000, 20_000), scale.pick(5, 3)
    items = [{"text": text} for text in texts(count)]
    pairs = [_round(items) for _ in range(rounds)]
    samples = {
        "record_many_per_s": [count / ours.wall_s for ours, _ in pairs],
        "bare_per_s": [count / bare.wall_s for _, bare in pairs],
    }
    ours, bare = (median(values) for values in samples.values())
    return Report(
        benchmark="many_records",
        figures=[
            Figure(name=f"rate against bare, {count:,} memories", value=ours / bare, unit="ratio", target=0.15),
            Figure(name="the same, stretched", value=ours / bare, unit="ratio", target=0.25),
            Figure(name="memories", value=ours, unit="1/s"),
            Figure(name="bare events", value=bare, unit="1/s"),
        ],
        samples=samples,
    )


def _round(items: list[dict[str, str]]) -> tuple[Spent, Spent]:
    with scratch() as folder, Remembrancer.open(folder / "store") as memory:
        agent, before = memory.agent("atlas"), memory.position
        ours = spend(lambda: agent.record_many(items))
        rows = rows_of(list(memory.store.log.read(after=before)))
        log = BareLog(folder / "bare.db")
        bare = spend(lambda: log.insert_batches(rows, BATCH))
        log.close()
    return ours, bare
