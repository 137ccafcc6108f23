"""Every refusal, as one small tree.

    RemembrancerError
    ├── InvalidInput (ValueError)      the request itself is wrong: the caller can mend it
    │   ├── InvalidText, InvalidName, InvalidNumber, InvalidMoment, InvalidMetadata
    │   ├── UnknownKind, UnknownLayer, UnknownCategory, InvalidEnvelope
    │   ├── StateTooLarge, UnknownScenario, UnknownStage
    │   ├── FolderTaken                what is to be written has no place where something stands already
    │   └── InvalidFile                a policy, identity or import file says something impossible
    ├── NotFound (LookupError)         what the request names is not there for this agent
    │   ├── UnknownMemory, AmbiguousId, UnknownAgent, UnknownPosition
    │   ├── UnknownTask, UnknownSession, UnknownIntent, UnknownFact, UnknownLesson
    │   ├── UnknownDream, UnknownSuggestion, UnknownSubject, UnknownHold, UnknownContext
    │   └── UnknownCheck, UnknownClaim, UnknownMirror
    ├── Refused                        the rules of the layers do not allow it
    │   ├── NotLive, NothingToRestore, FactHasOwner, GateNotPassed, PersonNeeded, IdentityIsProtected
    │   ├── NotOwner, InstructionRefused, ContextTooLarge
    │   ├── SourceCodeRefused, SecretRefused, LessonIncomplete, NotReadable, OutOfOrder, CorrectionAppended
    │   ├── AlreadyClaimed
    │   ├── TaskIsOpen, TaskHasEnded, SessionHasEnded, NotADecision, KeptByOthers
    │   ├── DreamIsRunning, DreamIsOver, AlreadyDreamt, AlreadyAnswered, OnHold, StoreNotEmpty, MirrorOverBudget
    │   └── KeyReused                  an idempotency key came back with another body
    └── StoreError                     the world: disk, locks, versions, damage
        ├── NotAStore, StoreExists, StoreReadOnly, StoreBusy, StoreFull, Conflict
        ├── StoreDamaged, ArchiveDamaged, NotAsAnchored, NewerStore, ReopenNeeded
        ├── EmbedderMissing, EmbedderFailed, SynthesizerMissing, SynthesizerFailed
        └── KeysLocked

A message says what was found, where, and what to do: lower case, values in quotes, no full stop.
"""

from typing import Self


class RemembrancerError(Exception):
    """Root of everything that Remembrancer refuses; nothing was stored."""

    number: int | None = None
    """Which of several commands that were to be carried out together was refused, from 0."""

    def told_of(self, what: str, after: str = "") -> Self:
        """Return the same refusal with `what` it is about before its message, and something `after` it."""
        same = type(self).__new__(type(self))
        same.__dict__.update(self.__dict__)
        same.args = (f"{what}: {self}{after}",)
        return same


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


class UnknownStage(InvalidInput):
    """A dream has no such stage."""

    def __init__(self, stage: str, known: tuple[str, ...]) -> None:
        self.stage = stage
        super().__init__(f"a dream has no stage {stage!r}; its stages are {', '.join(known)}")


class UnknownIntent(NotFound):
    """No intent with this signature was met at the asked moment."""

    def __init__(self, asked: str) -> None:
        self.asked = asked
        super().__init__(f"unknown intent {asked[:70]!r}; list what was met with `intent list`")


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


class StoreError(RemembrancerError):
    """The world: disk, locks, versions, damage."""


class NotAStore(StoreError):
    """The path is not a store."""


class StoreExists(StoreError):
    """A store is there already."""


class StoreReadOnly(StoreError):
    """The store was opened read-only, or its folder cannot be written."""


class StoreBusy(StoreError):
    """Other processes held the write lock for the whole patience."""


class StoreFull(StoreError):
    """The disk is full; nothing was stored."""


class Conflict(StoreError):
    """Other writers won every try; nothing was stored."""

    def __init__(self, tries: int) -> None:
        self.tries = tries
        super().__init__(
            f"other writers changed what this rests on {tries} times in a row; nothing was stored; try again"
        )


class StoreDamaged(StoreError):
    """The log is damaged; it is not written to again."""


class NotAsAnchored(StoreError):
    """The log is not the one whose head was noted outside of the store: it was put back, cut, or changed."""


class ArchiveDamaged(StoreError):
    """An archive file does not hold what was written to it; the log still has its memories."""

    def __init__(self, file: str, why: str) -> None:
        self.file = file
        self.why = why
        super().__init__(
            f"archive file {file!r} is damaged: {why}; the log still has the memory: write the file anew with "
            "`remembrancer archive check --repair`"
        )


class NewerStore(StoreError):
    """A newer version wrote this store; it is not written to."""


class ReopenNeeded(StoreError):
    """Another version of the views was swapped in by another process."""


class KeysLocked(StoreError):
    """The store key is wrapped by a master key that is not at hand."""


class EmbedderMissing(StoreError):
    """What an embedder needs is not installed, or does not run on this machine."""

    def __init__(self, needs: str, found: str, advice: str) -> None:
        self.needs = needs
        super().__init__(f"embedder needs {needs!r}, which is not here ({found}); {advice}")


class EmbedderFailed(StoreError):
    """An embedder gave no vectors: it does not answer, or answers something else."""

    def __init__(self, embedder: str, why: str) -> None:
        self.embedder = embedder
        super().__init__(f"embedder {embedder!r} {why}; recall goes on by words alone until it answers")


class SynthesizerMissing(StoreError):
    """What a synthesizer needs is not installed."""

    def __init__(self, needs: str, found: str, advice: str) -> None:
        self.needs = needs
        super().__init__(f"synthesizer needs {needs!r}, which is not here ({found}); {advice}")


class SynthesizerFailed(StoreError):
    """A synthesizer gave no words: it does not answer, or answers something else."""

    def __init__(self, synthesizer: str, why: str) -> None:
        self.synthesizer = synthesizer
        self.why = why
        super().__init__(f"synthesizer {synthesizer!r} {why}; a dream goes on with words of its own")
