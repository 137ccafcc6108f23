"""Dreams: each run, and how it ended."""

from collections.abc import Iterable

from ..domain.dreams.runs import DreamRun, evolve_run
from ..domain.events import AnyEvent, DreamCompleted, DreamPaused, DreamResumed, DreamStarted, Recorded
from .projection import Key, Projection


def _keys(event: AnyEvent) -> Iterable[Key]:
    match event:
        case DreamStarted(takes_over=str(before)):
            return ((event.run,), (before,))
        case DreamStarted() | DreamPaused() | DreamResumed() | DreamCompleted():
            return ((event.run,),)
        case _:
            return ()


def _apply(row: DreamRun | None, recorded: Recorded, key: Key) -> DreamRun | None:
    (run,) = key
    return evolve_run(row, recorded, run)


DREAMS = Projection(
    name="dreams",
    version=1,
    row=DreamRun,
    key=("run",),
    keys=_keys,
    apply=_apply,
    of=(DreamStarted, DreamPaused, DreamResumed, DreamCompleted),
    indexes=("agent, status, to_position",),
)
