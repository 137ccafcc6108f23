"""The ledger: verifying a store, signing its head, and proving to strangers what it holds."""

import sys
from collections.abc import Sequence
from typing import Annotated

from ..call import Call
from ..options import Because
from ..parameters import Argument, Option

Place = Annotated[str, Argument(metavar="POSITION|ID", help="A position of the log, or the id of a memory.")]


def verify(
    call: Call,
    export: Annotated[
        str | None, Argument(metavar="DIR", help="An export to verify instead of the store, which it does not need.")
    ] = None,
    replay: Annotated[bool, Option("--replay", help="Also compare the views with a replay of the log.")] = False,
    against: Annotated[
        list[str] | None, Option("--against", metavar="FILE", help="Checkpoints kept elsewhere; may be repeated.")
    ] = None,
    key: Annotated[
        list[str] | None, Option("--key", metavar="KEY", help="A key that may have signed; may be repeated.")
    ] = None,
) -> int:
    """Compare the log with what was signed; exit 1 if not so."""
    if export is not None:
        return _verify_export(call, export, key or (), unfit=bool(replay or against))
    from ...application.ledger.verifying import verify_at
    from ..rendering.ledger import print_verification, progress

    with progress() as tell:
        report = verify_at(call.where, replay=replay, against=against or (), keys=key or (), progress=tell)
    if call.json:
        from ..rendering.documents import write_json

        write_json(report.to_json())
    else:
        print_verification(report)
    return 0 if report.ok else 1


def _verify_export(call: Call, folder: str, keys: Sequence[str], *, unfit: bool) -> int:
    from ...domain.errors import InvalidInput
    from .exporting import verify_folder

    if unfit or len(keys) > 1:
        raise InvalidInput(
            "an export is verified by itself and one key; leave --replay, --against and further keys out"
        )
    return verify_folder(call, folder, *keys)


def checkpoint(call: Call) -> None:
    """Sign the head of the log, and print the signed note."""
    with call.opened() as memory:
        made = memory.ledger.checkpoint(by=call.by)
        last = made or memory.ledger.last_checkpoint()
    assert last is not None, "a store has events"
    if call.json:
        from ..rendering.documents import write_json

        write_json({**last.to_json(), "made": made is not None})
        return
    sys.stdout.write(last.note)
    if made is None:
        sys.stderr.write("remembrancer: note: nothing but checkpoints came since; this is the last one\n")


def proof(call: Call, place: Place) -> None:
    """Prove that an event is in the log, as JSON."""
    from ..rendering.documents import write_json

    with call.opened() as memory:
        write_json(memory.ledger.proof(place).to_json())


def consistency(
    call: Call,
    first: Annotated[int, Argument(metavar="A", help="How many events the log had.")],
    second: Annotated[int, Argument(metavar="B", help="How many it had later.")],
) -> None:
    """Prove that the log only grew from A to B events, as JSON."""
    from ..rendering.documents import write_json

    with call.opened() as memory:
        write_json(memory.ledger.consistency(first, second).to_json())


def key(call: Call) -> None:
    """Print the key that verifies the checkpoints of this store."""
    with call.opened() as memory:
        text = memory.ledger.key
        store = memory.id
    if call.json:
        from ..rendering.documents import write_json

        write_json({"store": store, "key": text})
        return
    sys.stdout.write(f"{text}\n")


def accept(call: Call, because: Because) -> None:
    """As a person, vouch for a log that is not as it was left."""
    from ...application.ledger.accepting import accept_at
    from ...domain.errors import StoreReadOnly

    if call.read_only:
        raise StoreReadOnly("cannot accept a log with --read-only: an event tells of it; leave it out")
    done = accept_at(call.where, because=because, by=call.person())
    if call.json:
        from ..rendering.documents import write_json

        write_json(done.to_json())
        return
    sys.stdout.write(f"position {done.position:,}: accepted a log of {done.found_size:,} events; {done.found}\n")


def witness_list(call: Call) -> None:
    """List who is handed each checkpoint, and how far each has come."""
    from ..rendering.ledger import print_witnesses

    with call.opened() as memory:
        found = memory.ledger.witnesses()
    if call.json:
        from ..rendering.documents import write_json

        write_json({"witnesses": [one.to_json() for one in found]})
        return
    print_witnesses(found)
