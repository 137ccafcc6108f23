"""What the request names is not there for this agent."""

from .base import RemembrancerError


class NotFound(RemembrancerError, LookupError):
    """What the request names is not there for this agent."""


class UnknownMemory(NotFound):
    """No memory with this id can be read by this agent at the asked moment."""

    def __init__(self, memory: str) -> None:
        self.memory = memory
        super().__init__(
            f"unknown memory {memory!r}; list what this agent can read with `layers`, or ask another moment"
        )


class AmbiguousId(NotFound):
    """An abbreviated id fits several memories."""

    def __init__(self, prefix: str, found: tuple[str, ...]) -> None:
        self.prefix = prefix
        self.found = found
        super().__init__(f"ambiguous id {prefix!r}: it fits {', '.join(found)}; give more characters")


class UnknownAgent(NotFound):
    """No agent of this name has recorded anything at the asked moment."""

    def __init__(self, agent: str, known: tuple[str, ...]) -> None:
        self.agent = agent
        there = f"known here: {', '.join(known)}" if known else "none has recorded anything yet"
        super().__init__(f"unknown agent {agent!r}; {there}")


class UnknownPosition(NotFound):
    """The log has no such position."""

    def __init__(self, position: int, head: int) -> None:
        self.position = position
        self.head = head
        super().__init__(f"no position {position}: the log holds positions 0 to {head}")


class UnknownTask(NotFound):
    """The agent has no task of this name at the asked moment."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"unknown task {name!r}; start it first, or list what is there with `task list`")


class UnknownFact(NotFound):
    """No fact of this key has a value at the asked moment."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"unknown fact {key[:70]!r}; list what this agent can read with `facts`")


class UnknownLesson(NotFound):
    """No lesson goes by this slug at the asked moment."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        super().__init__(f"no lesson {slug[:70]!r}; list what there is with `lessons`")


class UnknownSession(NotFound):
    """The agent has no session of this name at the asked moment."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"unknown session {name!r}; its first message starts it; list them with `session list`")


class UnknownDream(NotFound):
    """No dream goes by this name."""

    def __init__(self, run: str) -> None:
        self.run = run
        super().__init__(f"no dream {run!r}; `dreams` lists them")


class UnknownSuggestion(NotFound):
    """No suggestion goes by this name."""

    def __init__(self, suggestion: str) -> None:
        self.suggestion = suggestion
        super().__init__(f"no suggestion {suggestion!r}; `suggestions` lists those that wait")


class UnknownSubject(NotFound):
    """Nobody of that name is known here, or the person was erased."""

    def __init__(self) -> None:
        # Without the name: what is asked about a person may be the last place where it would stand.
        super().__init__("no person of that name is known here; `remembrancer subject list` shows who is")


class UnknownMirror(NotFound):
    """No mirror goes by this name."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"no mirror {name[:70]!r}; `remembrancer mirrors` lists those that are declared")


class UnknownHold(NotFound):
    """No hold of that id is in force."""

    def __init__(self, hold: str) -> None:
        self.hold = hold
        super().__init__(f"no hold {hold[:70]!r} is in force; `remembrancer holds` lists those that are")


class UnknownCheck(NotFound):
    """No check of that name is declared in the store's policy file."""

    def __init__(self, check: str) -> None:
        self.check = check
        super().__init__(f"no check {check[:70]!r} is declared; `remembrancer checks` lists those that are")


class UnknownClaim(NotFound):
    """No claim of that id."""

    def __init__(self, claim: str) -> None:
        self.claim = claim
        super().__init__(f"no claim {claim[:70]!r} is known; `remembrancer claims --all` lists those that are")


class UnknownContext(NotFound):
    """No context was given to this agent at this position."""

    def __init__(self, position: int) -> None:
        self.position = position
        super().__init__(f"no context at position {position}; `contexts` lists them")


class UnknownIntent(NotFound):
    """No intent with this signature was met at the asked moment."""

    def __init__(self, asked: str) -> None:
        self.asked = asked
        super().__init__(f"unknown intent {asked[:70]!r}; list what was met with `intent list`")
