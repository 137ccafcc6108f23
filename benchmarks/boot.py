"""Waking up: 50 documents for each of many agents, most of them the fleet's."""

from remembrancer import Remembrancer
from remembrancer.application.handler import execute_all
from remembrancer.application.requests import Caller, given
from remembrancer.application.store import Store, new_memory_id
from remembrancer.domain.commands import ReplaceDocumentLine

from .measuring import Figure, Report, Scale, Spent, percentile, scratch, spend

SHARED = 40
OWN = 10
LINES = 5
"""Lines of a document of the fleet; one of an agent's own has two."""
P95_MS = 5


def run(scale: Scale) -> Report:
    """Write the documents, then wake every agent up: for the first time, again, after a change, in a new process."""
    count = scale.pick(1_000, 200)
    names = [f"agent{number:04}" for number in range(count)]
    documents = [f"document-{number:02}" for number in range(SHARED + OWN)]
    spent: dict[str, list[Spent]] = {}
    with scratch() as folder:
        with Remembrancer.open(folder / "store") as memory:
            memory.adopt_policy({"version": 2, "boot": {"order": documents}}, by="user:ann")
            _write(memory.store, names[0], "fleet", documents[:SHARED], LINES)
            for name in names:
                _write(memory.store, name, f"agent:{name}", documents[SHARED:], 2)
            spent["first"] = _boots(memory, names)
            spent["again"] = _boots(memory, names)
            ann = memory.agent(names[0], by="user:ann")
            (line, *_) = ann.document(documents[0], "fleet").lines
            ann.replace_document_line(documents[0], line=line.id, text="Something else holds.", because="it changed")
            spent["changed"] = _boots(memory, names)
            size = len(memory.agent(names[0]).boot().data)
        with Remembrancer.open(folder / "store") as memory:
            spent["opened"] = _boots(memory, names)
    told = {
        "first": "the first boot of each agent, noted durably",
        "again": "a boot at which nothing has changed",
        "changed": "the first boot after a line of the fleet was replaced, noted durably",
        "opened": "a boot of each agent in a process that has just opened the store",
    }
    return Report(
        benchmark="boot",
        figures=[
            *(_p95(f"{what}: p95 of {count:,}", spent[key], wall=True) for key, what in told.items()),
            *(_p95(f"{what}: p95 of its CPU time", spent[key], wall=False) for key, what in told.items()),
        ],
        notes=[f"{SHARED} documents of the fleet and {OWN} of its own for each agent, {size:,} bytes each boot"],
        samples={key: [one.wall_s * 1000 for one in boots] for key, boots in spent.items()},
    )


def _p95(name: str, boots: list[Spent], *, wall: bool) -> Figure:
    times = [(one.wall_s if wall else one.cpu_s) * 1000 for one in boots]
    return Figure(name=name, value=percentile(times, 95), unit="ms", target=P95_MS, better="less")


def _boots(memory: Remembrancer, names: list[str]) -> list[Spent]:
    return [spend(memory.agent(name).boot) for name in names]


def _write(store: Store, agent: str, scope: str, documents: list[str], lines: int) -> None:
    """Write some lines into each of some documents, in one transaction a round."""
    for number in range(lines):
        execute_all(
            store,
            [
                ReplaceDocumentLine(
                    **given(store, Caller(agent=agent, actor="user:ann"), because="a benchmark"),
                    document=document,
                    scope=scope,
                    text=f"Of {document} this is line {number}: posts about gardens are short and kind.",
                    memory=new_memory_id(),
                )
                for document in documents
            ],
        )
