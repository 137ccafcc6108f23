"""The request itself is wrong: the caller can mend it."""

from .base import RemembrancerError


class InvalidInput(RemembrancerError, ValueError):
    """The request itself is wrong."""


class InvalidText(InvalidInput):
    """A text is empty, too long, or holds what cannot be stored."""


class InvalidName(InvalidInput):
    """A name (agent, scope, category, subject, id, tag) does not have its form."""


class InvalidNumber(InvalidInput):
    """A number is out of its range."""


class InvalidMoment(InvalidInput):
    """A date or time is impossible, has no zone, or a window is inverted."""


class InvalidMetadata(InvalidInput):
    """Metadata is not a JSON object of finite values, or is too large."""


class UnknownKind(InvalidInput):
    """No such kind of memory; the policy may declare more."""

    def __init__(self, kind: str, known: tuple[str, ...]) -> None:
        self.kind = kind
        super().__init__(f"unknown kind {kind!r}; use one of {', '.join(known)}, or declare it in the policy")


class UnknownLayer(InvalidInput):
    """No such layer, or not one where this kind may live."""


class UnknownCategory(InvalidInput):
    """No such category of trauma; the policy may declare more."""

    def __init__(self, category: str, known: tuple[str, ...]) -> None:
        self.category = category
        super().__init__(
            f"unknown category {category[:70]!r}; use one of {', '.join(known)}, or declare it in the policy's "
            "trauma_weights"
        )


class UnknownScenario(InvalidInput):
    """No such scenario of recall; the policy may declare more."""

    def __init__(self, scenario: str, known: tuple[str, ...]) -> None:
        self.scenario = scenario
        super().__init__(
            f"unknown scenario {scenario[:70]!r}; use one of {', '.join(known)}, or declare it in the policy"
        )


class InvalidEnvelope(InvalidInput):
    """An envelope has no role, or holds something that an envelope has not."""


class StateTooLarge(InvalidInput):
    """The state of a task or the summary of a session is over its limit."""

    def __init__(self, what: str, size_bytes: int, limit_bytes: int) -> None:
        self.size_bytes = size_bytes
        self.limit_bytes = limit_bytes
        super().__init__(f"{what} has {size_bytes} bytes, over the limit of {limit_bytes}; shorten it")


class InvalidFile(InvalidInput):
    """A file that steers the store (policy, identity) or is imported says something impossible."""


class FolderTaken(InvalidInput):
    """Something stands already where a folder is to be written."""


class UnknownStage(InvalidInput):
    """A dream has no such stage."""

    def __init__(self, stage: str, known: tuple[str, ...]) -> None:
        self.stage = stage
        super().__init__(f"a dream has no stage {stage!r}; its stages are {', '.join(known)}")
