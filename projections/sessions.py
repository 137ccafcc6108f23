"""Sessions: when each ran, and which memory is its summary."""

from collections.abc import Iterable

from ..domain.events import AnyEvent, Recorded, SessionEnded, SessionStarted
from ..domain.sessions import SessionRun, evolve_session
from .projection import Key, Projection


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case SessionStarted():
            return ((event.scope, event.session),)
        case SessionEnded(session=str(session)):
            return ((event.scope, session),)
        case _:
            return ()


def _apply(row: SessionRun | None, recorded: Recorded, key: Key) -> SessionRun | None:
    del key
    return evolve_session(row, recorded)


SESSIONS = Projection(
    name="sessions",
    version=1,
    row=SessionRun,
    key=("scope", "session"),
    keys=_keys,
    apply=_apply,
    of=(SessionStarted, SessionEnded),
    indexes=("scope, to_position",),
)
