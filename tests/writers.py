"""What writing processes and threads of the tests do."""

from recording import bare
from remembrancer.domain.boundary import AppendCondition, Query, QueryItem
from remembrancer.infrastructure.log import ConditionFailed
from remembrancer.infrastructure.sqlite_log import SqliteLog

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
