"""The state of one session, and how each event changes it."""

import msgspec
from msgspec.structs import replace

from .events import Recorded, SessionEnded, SessionStarted

MESSAGE = "message"
"""What is said in a session."""
SUMMED_UP = "task-context"
"""What the summary of a session becomes when it is hot no more."""


class SessionRun(msgspec.Struct, frozen=True):
    """One session. Its messages are the memories that bear its name."""

    scope: str
    session: str
    """HMAC of its name."""
    agent: str
    started_at: int
    started_position: int
    ended_at: int | None
    summary: str | None
    """Id of the memory that sums it up."""


def evolve_session(run: SessionRun | None, recorded: Recorded) -> SessionRun | None:
    """Fold one event of a session into its state."""
    match recorded.event:
        case SessionStarted() as event:
            return SessionRun(
                scope=event.scope,
                session=event.session,
                agent=event.agent,
                started_at=recorded.at,
                started_position=recorded.position,
                ended_at=None,
                summary=None,
            )
        case SessionEnded() as event if run is not None:
            return replace(run, ended_at=recorded.at, summary=event.memory)
        case _:
            return run
