"""What archive files cost the commands that retire memories: `record` with the files on and off, in turn."""

from collections.abc import Callable
from pathlib import Path

from remembrancer import Agent, Remembrancer

from .measuring import Figure, Report, Scale, median, percentile, scratch, spend
from .texts import texts

BOUND = 10
"""Live decisions of an agent: once there are so many, each further one retires one."""
NOTE = "plain"
RETIRING = "retiring"
KINDS = {NOTE: "note", RETIRING: "decision"}
SIDES = ("on", "off")


def run(scale: Scale) -> Report:
    """Measure both sides in turn, round by round, each in a store of its own."""
    rounds, each = scale.pick(15, 5), scale.pick(1_000, 500)
    waits: dict[str, list[float]] = {f"{name}_{side}_ms": [] for name in KINDS for side in SIDES}
    middles: dict[str, list[float]] = {f"{name}_{side}_median_ms": [] for name in KINDS for side in SIDES}
    with scratch() as folder, _opened(folder / "on", "on") as on, _opened(folder / "off", "off") as off:
        stores = {"on": on, "off": off}
        words = iter(texts((rounds + 1) * each * len(KINDS) * len(SIDES) + len(SIDES) * BOUND))
        for memory in stores.values():
            _record(memory.agent("atlas"), "decision", [next(words) for _ in range(BOUND)])
        for number in range(rounds + 1):
            for name, kind in KINDS.items():
                for side in SIDES if number % 2 else reversed(SIDES):
                    agent = stores[side].agent("atlas")
                    times = _record(agent, kind, [next(words) for _ in range(each)])
                    # What is not written yet must not weigh on the other side.
                    stores[side].store.archive.drain()
                    if number:  # the first round warms up
                        waits[f"{name}_{side}_ms"].append(sum(times) / each * 1000)
                        middles[f"{name}_{side}_median_ms"].append(median(times) * 1000)
        files = on.check_archive()
        assert files.ok, files.problems
        assert files.memories == (rounds + 1) * each, "every retired memory has its place in a file"
    return _report(waits, middles, files.files)


def _opened(path: Path, side: str) -> Remembrancer:
    memory = Remembrancer.open(path)
    if side == "off":
        memory.adopt_policy({"version": 2, "archive": {"enabled": False}}, by="user:bench")
    return memory


def _record(agent: Agent, kind: str, words: list[str]) -> list[float]:
    """Record one by one and return what each took, in seconds."""
    record: Callable[[str], object] = lambda text: agent.record(text, kind=kind)  # noqa: E731
    return [spend(lambda text=text: record(text)).wall_s for text in words]


def _report(waits: dict[str, list[float]], middles: dict[str, list[float]], files: int) -> Report:
    def ratio(name: str) -> float:
        return median(waits[f"{name}_on_ms"]) / median(waits[f"{name}_off_ms"])

    retiring_on, retiring_off = waits[f"{RETIRING}_on_ms"], waits[f"{RETIRING}_off_ms"]
    return Report(
        benchmark="archive_files",
        figures=[
            Figure(
                name="record that retires one, on/off", value=ratio(RETIRING), unit="ratio", target=1.1, better="less"
            ),
            Figure(name="record of a note, on/off", value=ratio(NOTE), unit="ratio", target=1.1, better="less"),
            Figure(name="record that retires one, on", value=median(retiring_on), unit="ms"),
            Figure(name="record that retires one, off", value=median(retiring_off), unit="ms"),
            Figure(name="slowest round, on", value=percentile(retiring_on, 100), unit="ms"),
            Figure(name="slowest round, off", value=percentile(retiring_off, 100), unit="ms"),
            Figure(name="files written", value=files, unit=""),
        ],
        notes=[
            "each figure is the mean of a round, and the median of the rounds; the thread that writes works meanwhile"
        ],
        samples={**waits, **middles},
    )
