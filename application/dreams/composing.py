"""Choosing the words of what a dream writes: its own, or a model's where one is plugged in and its answer will do."""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.errors import SynthesizerFailed
from ...infrastructure.waiting import wait_for

if TYPE_CHECKING:
    from ...domain.dreams.proposals import Wording
    from ...domain.synthesis import Purpose, SynthesisTask, Synthesizer
    from ..store import Store

FAILURES_MAX = 3
"""Failures after which a model is left alone for the rest of a dream."""
SENT_CHARS_MAX = 40_000
"""What has more sources than that is not sent: most models could not read it."""
LENGTH_CHARS = {"practice": 600, "lesson": 600, "pattern": 1_200, "reflection": 2_400}
"""How long the words of a model may be, if the draft is not longer than that itself."""
NAME_CHARS_MAX = 80


class Composed(msgspec.Struct, frozen=True):
    """The words that were chosen."""

    text: str
    by: str | None
    """Name of the model that they are from; None: they were composed without one."""
    remark: str | None
    """Why the answer of a model was not taken, if it was not."""

    def noted_in(self, common: dict[str, Any]) -> dict[str, Any]:
        """Return what a command says of its caller, with the remark added to its reason."""
        if self.remark is None:
            return common
        return {**common, "because": f"{common['because']}; {self.remark}"}


class Composer:
    """Chooses words for one dream in one store.

    Args:
        stop: once it is set, no answer of a model is waited for.
    """

    def __init__(self, store: Store, stop: threading.Event | None = None) -> None:
        self._store = store
        self._stop = stop
        self._failures = 0

    @property
    def asks(self) -> bool:
        """Whether a model is plugged in, whose answer takes its time."""
        return self._store.synthesizer is not None

    def compose(self, wording: Wording, purpose: Purpose) -> Composed:
        """Return the words of a memory to be. A model may be asked here, so call it outside any transaction."""
        synthesizer = self._store.synthesizer
        if synthesizer is None or self._failures >= FAILURES_MAX:
            return Composed(wording.text, None, None)
        from ...domain.dreams.answers import fault_in
        from ...domain.synthesis import SynthesisTask
        from ...infrastructure.secrets import find_secret

        task = SynthesisTask(
            purpose=purpose,
            language=wording.language,
            sources=wording.sources,
            draft=wording.text,
            chars_max=chars_max(wording.text, purpose),
        )
        model = synthesizer.name[:NAME_CHARS_MAX]
        withheld = _withheld(task)
        if withheld is not None:
            return Composed(wording.text, None, f"{model} was not asked: {withheld}")
        asking = _Asking(synthesizer, task)
        asking.start()
        wait_for(asking, math.inf, self._stop)
        if asking.is_alive():
            return Composed(wording.text, None, f"{model} had not answered when the dream was to stop")
        try:
            answer = asking.answer()
        except SynthesizerFailed as failure:
            return Composed(wording.text, None, self._failed(model, failure))
        if not isinstance(answer, str):
            return Composed(wording.text, None, f"the answer of {model} was not taken: it is no text")
        answer = answer.strip()
        fault = fault_in(answer, task, find_secret)
        if fault is not None:
            return Composed(wording.text, None, f"the answer of {model} was not taken: {fault}")
        return Composed(answer, synthesizer.name, None)

    def _failed(self, model: str, failure: SynthesizerFailed) -> str:
        self._failures += 1
        over = self._failures >= FAILURES_MAX
        return f"{model} {failure.why}" + ("; it is not asked again in this dream" if over else "")


class _Asking(threading.Thread):
    """A model being asked, by a thread that ends with the process: it may take long to answer."""

    def __init__(self, synthesizer: Synthesizer, task: SynthesisTask) -> None:
        super().__init__(name="remembrancer-synthesis", daemon=True)
        self._synthesizer = synthesizer
        self._task = task
        self._answer: object = None
        self._fault: BaseException | None = None

    def run(self) -> None:
        try:
            self._answer = self._synthesizer.synthesize(self._task)
        except BaseException as fault:  # noqa: BLE001 - whoever waits for the answer gets it
            self._fault = fault

    def answer(self) -> object:
        """Return what it said once it has ended, or raise what it raised."""
        if self._fault is not None:
            raise self._fault
        return self._answer


def chars_max(draft: str, purpose: Purpose) -> int:
    """Return how many characters the words of a model may have in place of a draft."""
    return min(max(400, 2 * len(draft)), max(LENGTH_CHARS[purpose], len(draft)))


def _withheld(task: SynthesisTask) -> str | None:
    """Return why texts are not sent to a model, None if they are."""
    from ...infrastructure.secrets import find_secret

    size = sum(map(len, (*task.sources, task.draft)))
    if size > SENT_CHARS_MAX:
        return f"its sources have {size} characters, over the limit of {SENT_CHARS_MAX}"
    found = next(filter(None, map(find_secret, (*task.sources, task.draft))), None)
    return f"a source holds {found.kind}" if found is not None else None
