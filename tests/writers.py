"""What writing processes and threads of the tests do."""

import random
from multiprocessing.connection import Connection

from recording import bare, decode, new, recorded
from remembrancer import Remembrancer
from remembrancer.domain.boundary import AppendCondition, Query, QueryItem
from remembrancer.infrastructure.log import ConditionFailed
from remembrancer.infrastructure.sqlite_log import SqliteLog
from remembrancer.projections.core import CORE

COUNTED = Query((QueryItem(("counted/1",), ("counter",)),))


def count_up(log: SqliteLog) -> None:
    """Append the number after the last one; somebody else may win any number of times."""
    while True:
        last = next(log.read(COUNTED, newest_first=True, limit=1), None)
        number, after = (int(last.body), last.position) if last else (0, 0)
        try:
            log.append([bare("counted/1", "counter", body=b"%d" % (number + 1))], AppendCondition(COUNTED, after))
        except ConditionFailed:
            continue
        return


def append_many(path: str, name: str, times: int) -> None:
    """Note and count in turn."""
    with SqliteLog(path) as log:
        for number in range(times):
            log.append([bare("noted/1", f"w:{name}", body=b"%d" % number)])
            count_up(log)


def append_until_killed(path: str, name: str, first: int, acknowledge: Connection) -> None:
    """Append batches of memories numbered from `first`; say so before, and again with a position once stored."""
    chance = random.Random(first)
    own = Query((QueryItem(("memory.recorded/1",), (f"agent:{name}",)),))
    number = first
    with SqliteLog(path, projections=CORE, decode=decode) as log:
        last = log.head()
        while True:
            size = chance.choice([1, 1, 2, 30])
            batch = [new(recorded(number + n, agent=name, fact=chance.choice([None, "f"]))) for n in range(size)]
            acknowledge.send((number, size, None))
            appended = log.append(batch, chance.choice([None, AppendCondition(own, last)]))
            acknowledge.send((number, size, appended.first))
            number, last = number + size, appended.last


def write_through_the_face(folder: str, number: int, times: int) -> None:
    """Open the store, or make it, and write what others write too: one fact, a bounded kind, the same orders."""
    with Remembrancer.open(folder) as memory:
        atlas, own = memory.agent("atlas"), memory.agent(f"writer-{number}")
        for turn in range(times):
            atlas.record(f"value {number}.{turn}", kind="fact", key="the.one")
            atlas.record(f"decision {number}.{turn}", kind="decision")
            atlas.record(f"order {turn}", idempotency_key=f"order {turn}")
            own.record_many([{"text": f"note {number}.{turn}.{n}"} for n in range(5)])
