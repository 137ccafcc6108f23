"""What processes of the tests do that archive."""

from multiprocessing.connection import Connection

from remembrancer import Remembrancer
from remembrancer.infrastructure.archive import writer

ROUNDS = 15


def archive_until_killed(folder: str, acknowledge: Connection) -> None:
    """Let memories of several kinds retire, by bounds and by order, and name those that were archived by order."""
    writer.LINGER_S = writer.LINGER_S_MAX = 0.002  # files are being written nearly all the time
    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        while True:
            for kind in ("decision", "session"):
                atlas.record("what a bound retires", kind=kind)
            note = atlas.archive(atlas.record("a note").id, because="it is history")
            acknowledge.send(note.id)


def archive_some(folder: str, number: int) -> None:
    """Archive some notes, closing the store every few of them."""
    for turn in range(ROUNDS):
        with Remembrancer.open(folder) as memory:
            atlas = memory.agent(f"archivist-{number}")
            for _ in range(3):
                atlas.archive(atlas.record(f"note {turn}").id, because="it is history")
