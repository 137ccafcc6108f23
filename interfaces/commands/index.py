"""The search index: how it stands, and making it anew."""

from ...domain.errors import StoreReadOnly
from ..call import Call


def show(call: Call) -> None:
    """Show how far the search index is, and what it holds."""
    _tell(call, rebuilt=False)


def rebuild(call: Call) -> None:
    """Make the search index anew from the log, and save it."""
    if call.read_only:
        raise StoreReadOnly("cannot save an index with --read-only; leave it out")
    _tell(call, rebuilt=True)


def learn(call: Call) -> None:
    """Learn which words keep company, for recalls that find little."""
    with call.opened() as memory:
        report = memory.learn(by=call.by)
        if call.json:
            from ..rendering.documents import write_json

            write_json(report.to_json())
            return
        from ..rendering.index import print_learned

        print_learned(report)


def _tell(call: Call, *, rebuilt: bool) -> None:
    from ...application.recall.status import status

    with call.opened() as memory:
        if rebuilt:
            memory.store.searcher.rebuild()
        found = status(memory.store)
        if call.json:
            from ..rendering.documents import write_json

            write_json({**found.to_json(), "rebuilt": rebuilt})
            return
        from ..rendering.index import print_status

        print_status(found, rebuilt=rebuilt)
