"""The rules of the layers do not allow it."""

from .base import RemembrancerError


class Refused(RemembrancerError):
    """The rules of the layers do not allow it."""


class NotLive(Refused):
    """The memory is not live, so this cannot happen to it."""

    def __init__(self, memory: str, status: str, verb: str) -> None:
        self.memory = memory
        self.status = status
        advice = "restore it first" if status in {"forgotten", "archived", "merged"} else "record a new memory instead"
        if status == "quarantined":
            advice = "release it first"
        if status == "erased" and verb in {"erase", "hold"}:
            advice = "nothing of it is left"
        super().__init__(f"cannot {verb} {memory}: it is {status}; {advice}")


class NothingToRestore(Refused):
    """The memory is in no state that a restore reverts."""

    def __init__(self, memory: str, status: str) -> None:
        self.memory = memory
        self.status = status
        super().__init__(f"cannot restore {memory}: it is {status}; restore reverts forgotten, archived and merged")


class FactHasOwner(Refused):
    """Another agent owns the fact of this key."""

    def __init__(self, key: str, owner: str) -> None:
        self.key = key
        self.owner = owner
        super().__init__(
            f"fact {key!r} is owned by agent {owner!r}; one owner per fact: ask {owner!r} to change it, or to hand it "
            "over with `remembrancer fact transfer`"
        )


class NotOwner(Refused):
    """Another agent has what was to be handed over."""

    def __init__(self, what: str, owner: str) -> None:
        self.owner = owner
        super().__init__(
            f"cannot hand over {what}: agent {owner!r} has it; ask {owner!r}, or act as a person (`--by user:NAME`)"
        )


class InstructionRefused(Refused):
    """Text from outside that gives instructions would have become knowledge that matters."""


class GateNotPassed(Refused):
    """A promotion has not earned its place."""


class PersonNeeded(Refused):
    """Only a person's word does this."""


class IdentityIsProtected(Refused):
    """Something other than an identity command would have touched L5."""

    def __init__(self, verb: str, what: str) -> None:
        super().__init__(f"cannot {verb} {what}: L5 holds the identity; only `identity` commands by a person change it")


class SourceCodeRefused(Refused):
    """L3 to L5 hold no source code."""


class SecretRefused(Refused):
    """L3 to L5 hold no secrets."""


class LessonIncomplete(Refused):
    """A lesson has no trigger incident or no one-line summary."""


class CorrectionAppended(Refused):
    """A text corrects what stands beside it, instead of taking its place."""


class NotReadable(Refused):
    """The agent may not write to, or read from, this scope."""


class OutOfOrder(Refused):
    """What was asked would end a belief before it began, or step a version back."""


class TaskIsOpen(Refused):
    """The task was started before and has not ended."""

    def __init__(self, name: str, status: str, since: str) -> None:
        self.name = name
        super().__init__(f"task {name!r} is {status} since {since}; resume it, or complete it first")


class TaskHasEnded(Refused):
    """The task was completed; nothing more can happen to it."""

    def __init__(self, name: str, ended: str, verb: str) -> None:
        self.name = name
        super().__init__(f"cannot {verb} task {name!r}: it was completed at {ended}; start it anew")


class SessionHasEnded(Refused):
    """The session has ended; nothing more is said in it."""

    def __init__(self, name: str, ended: str, verb: str) -> None:
        self.name = name
        super().__init__(f"cannot {verb} session {name!r}: it ended at {ended}; begin another under a new name")


class NotADecision(Refused):
    """The memory is no decision, so it has no outcome."""

    def __init__(self, memory: str, kind: str) -> None:
        self.memory = memory
        super().__init__(
            f"cannot judge {memory}: its kind is {kind!r} and not 'decision'; make one with `decision made`"
        )


class KeptByOthers(Refused):
    """A task or an intent is changed by commands of its own."""

    def __init__(self, verb: str, memory: str, kind: str) -> None:
        self.memory = memory
        super().__init__(f"cannot {verb} {memory}: its kind is {kind!r}; only the `{kind}` commands change it")


class DreamIsRunning(Refused):
    """An agent dreams one dream at a time."""

    def __init__(self, agent: str, run: str, until: str) -> None:
        self.run = run
        super().__init__(
            f"agent {agent!r} is dreaming already (run {run}); if that dream has died, its place is free at {until}"
        )


class DreamIsOver(Refused):
    """A dream would have gone on after another had taken its place."""


class AlreadyDreamt(Refused):
    """What a schedule wanted a dream for was dreamt already, by whichever process was faster."""

    def __init__(self, agent: str, what: str, run: str | None) -> None:
        self.run = run
        told = f" (run {run})" if run else ""
        super().__init__(f"agent {agent!r} has dreamt already {what}{told}; `remembrancer dream` begins another dream")


class AlreadyAnswered(Refused):
    """A suggestion was answered before."""

    def __init__(self, suggestion: str, answer: str) -> None:
        self.suggestion = suggestion
        super().__init__(f"{suggestion} was {answer} before; see `suggestions --all`")


class AlreadyClaimed(Refused):
    """The memory carries the check already."""

    def __init__(self, memory: str, check: str, claim: str) -> None:
        self.claim = claim
        super().__init__(
            f"{memory} carries the check {check!r} already, as {claim}; release that one to attach it otherwise"
        )


class OnHold(Refused):
    """A legal hold covers it: it may be archived, and neither forgotten nor erased."""

    def __init__(self, verb: str, what: str, hold: str, until: str) -> None:
        self.hold = hold
        self.until = until
        super().__init__(
            f"cannot {verb} {what}: hold {hold} covers it until {until}; wait, or end the hold with "
            f"`remembrancer hold release {hold} --because WHY`"
        )


class MirrorOverBudget(Refused):
    """Mirrors would cost more a day than the policy allows."""

    def __init__(self, name: str, cost: float, budget: int, unit: str, fitting: str | None) -> None:
        self.name = name
        named = f" {unit}" if unit else ""
        advice = f"take --every {fitting} or slower" if fitting else "disable another, or raise the budget"
        super().__init__(
            f"mirror {name!r} would bring the cost of a day to {cost:g}{named}, over the budget of {budget}{named}; "
            f"{advice}"
        )


class StoreNotEmpty(Refused):
    """A whole log is imported only where nothing has been recorded yet."""


class ContextTooLarge(Refused):
    """What an agent must read whole is more than the log keeps of a context."""

    def __init__(self, size_bytes: int, limit_bytes: int) -> None:
        self.size_bytes = size_bytes
        self.limit_bytes = limit_bytes
        super().__init__(
            f"the boot prefix alone has {size_bytes} bytes compressed, over the {limit_bytes} that a context may have; "
            "shorten its documents, or take it from `boot` instead"
        )


class KeyReused(Refused):
    """An idempotency key came back with another body."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"idempotency key {key!r} was used before with another body; use a new key for a new command")
