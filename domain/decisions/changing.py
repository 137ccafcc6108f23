"""What can happen to one live memory without its leaving its layer."""

from msgspec.structs import replace

from ..boundary import QueryItem
from ..claims import AUDITOR
from ..commands import (
    ConfirmMemory,
    ContradictMemory,
    DecayMemory,
    QuarantineMemory,
    ReviewMemory,
    ReviseMemory,
)
from ..content import Factor, MemoryText, ReviewText
from ..continuing import has_parts
from ..errors import InvalidName, NotLive, OutOfOrder, Refused
from ..events import (
    MemoryConfirmed,
    MemoryContradicted,
    MemoryDecayed,
    MemoryQuarantined,
    MemoryReviewed,
    MemoryRevised,
)
from ..facts import Decision, Facts
from ..moments import to_datetime
from ..reviewing import is_reviewed, outcome_of
from ..state import Belief
from ..texts import check_line, check_range
from ..vocabulary import FULL_STRENGTH
from .grounds import (
    about,
    draft,
    envelope,
    evidence,
    live,
    named,
    refuse_by_layer,
    subjects,
    unchanged,
    unchanged_line,
    words_of_kind,
)


def revise(facts: Facts, command: ReviseMemory, now: int) -> Decision:
    """Decide a `ReviseMemory`: new words from `valid_from` on; what the old ones said besides stays."""
    belief = live(facts, command.memory, "revise", now)
    limits = facts.policy.limits
    text = words_of_kind(facts, belief.kind, command.text)
    summary = None if command.summary is None else check_line(command.summary, "the summary", limits.summary_chars)
    refuse_by_layer(facts, belief.layer, text, summary)
    if belief.fact is not None and has_parts(text):
        from ..corrections import refuse_appended  # most memories are no facts

        refuse_appended(text, (), f"revise {belief.memory}")
    begin = _ending(belief, command.valid_from, now)
    if begin == belief.valid_to:
        raise OutOfOrder(
            f"{belief.memory} ended at {to_datetime(begin).isoformat()}, so new words could hold no more; "
            "give an earlier valid_from, or record a new memory"
        )
    before = facts.words.get(command.memory)
    if before is not None and before.text == text and summary in {None, before.summary} and command.valid_from is None:
        return Decision()
    why = about(facts, command)
    content = MemoryText(
        because=why.because,
        subjects=subjects((*command.subjects, *(before.subjects if before else ()))),
        command=command.digest,
        text=text,
        summary=summary if summary is not None else before.summary if before else None,
        trigger=before.trigger if before else None,
        tags=before.tags if before else (),
        key=before.key if before else None,
        session=before.session if before else None,
        metadata=before.metadata if before else None,
    )
    revised = replace(belief, confirmations=0, valid_from=begin)
    if is_reviewed(revised.layer, revised.importance, facts.policy.review):
        from .reviewing import Bound, factors_for  # as below

        bound = Bound(belief=revised, evidence=facts.cited.get(belief.memory, ()))
        content = replace(content, factors=factors_for(facts, command, bound, content, now))
    event = MemoryRevised(
        **envelope(facts, command, belief.scope),
        memory=belief.memory,
        revision=belief.revision + 1,
        triggered=belief.triggered,
        valid_from=begin,
    )
    return Decision(drafts=(draft(event, content),), conflicts=unchanged(belief.memory))


def contradict(facts: Facts, command: ContradictMemory, now: int) -> Decision:
    """Decide a `ContradictMemory`: the belief ends at `valid_from`."""
    belief = live(facts, command.memory, "contradict", now)
    if command.by == command.memory:
        raise InvalidName(f"{command.memory} cannot contradict itself; name the memory that says otherwise, or none")
    by = facts.memory(command.by).memory if command.by is not None else None
    event = MemoryContradicted(
        **envelope(facts, command, belief.scope),
        memory=belief.memory,
        by=by,
        valid_from=_ending(belief, command.valid_from, now),
    )
    why = about(facts, command, *((by,) if by else ()))
    return Decision(drafts=(draft(event, why),), conflicts=unchanged(belief.memory))


def quarantine(facts: Facts, command: QuarantineMemory, now: int) -> Decision:
    """Decide a `QuarantineMemory`."""
    belief = live(facts, command.memory, "quarantine", now)
    event = MemoryQuarantined(**envelope(facts, command, belief.scope), memory=belief.memory)
    return Decision(drafts=(draft(event, about(facts, command)),), conflicts=unchanged(belief.memory))


def review(facts: Facts, command: ReviewMemory, now: int) -> Decision:
    """Decide a `ReviewMemory`; a memory in quarantine can be reviewed as well."""
    belief = _reviewed(facts, command, now)
    factors = _factors_again(facts, belief, now) if command.outcome is None else ()
    match command.outcome:
        case None:
            outcome = outcome_of(factors)
        case "passed" | "doubtful" | "failed" as outcome:
            pass
        case other:
            raise InvalidName(f"not an outcome of a review: {other!r}; use passed, doubtful or failed")
    event = MemoryReviewed(**envelope(facts, command, belief.scope), memory=belief.memory, outcome=outcome)
    why = about(facts, command)
    content = ReviewText(
        because=why.because, subjects=why.subjects, command=why.command, rule=why.rule, factors=factors
    )
    rests = unchanged_line(belief.memory) if belief.layer == "L5" else ()
    return Decision(drafts=(draft(event, content),), conflicts=(*unchanged(belief.memory), *rests))


def _reviewed(facts: Facts, command: ReviewMemory, now: int) -> Belief:
    """Return the memory that is to be reviewed; a line of L5 is reviewed by audits alone, and by the five factors.

    Raises:
        UnknownMemory, IdentityIsProtected, KeptByOthers: it is not for this caller to say whether it holds.
        NotLive: it is neither live nor in quarantine.
    """
    belief = facts.memory(command.memory)
    if belief.layer == "L5" and command.actor == AUDITOR and command.outcome is None:
        if belief.status != "live":
            raise NotLive(belief.memory, belief.status, "review")
        return belief
    if named(facts, command, "review").status != "quarantined":
        live(facts, command.memory, "review", now)
    return belief


def _factors_again(facts: Facts, belief: Belief, now: int) -> tuple[Factor, ...]:
    """Return the five factors of a memory as they come out now.

    Raises:
        Refused: its words cannot be read.
    """
    from .reviewing import Bound, factors_again  # what compares texts takes a while to load

    words = facts.words.get(belief.memory)
    if words is None:
        raise Refused(f"cannot review {belief.memory}: its words cannot be read; say the outcome yourself")
    return factors_again(facts, Bound(belief=belief, evidence=facts.cited.get(belief.memory, ())), words, now)


def confirm(facts: Facts, command: ConfirmMemory, now: int) -> Decision:
    """Decide a `ConfirmMemory`."""
    belief = live(facts, command.memory, "confirm", now)
    cited = evidence(facts, command.evidence)
    if belief.memory in cited:
        raise InvalidName(f"{belief.memory} cannot be evidence for itself; cite another memory, or none")
    event = MemoryConfirmed(**envelope(facts, command, belief.scope), memory=belief.memory, evidence=cited)
    return Decision(
        drafts=(draft(event, about(facts, command, *cited, required=False)),), conflicts=unchanged(belief.memory)
    )


def decay(facts: Facts, command: DecayMemory, now: int) -> Decision:
    """Decide a `DecayMemory`."""
    belief = live(facts, command.memory, "decay", now)
    strength = check_range(command.strength, "strength", 0, FULL_STRENGTH)
    if strength == belief.strength:
        return Decision()
    event = MemoryDecayed(
        **envelope(facts, command, belief.scope),
        memory=belief.memory,
        from_strength=belief.strength,
        to_strength=strength,
    )
    decayed = QueryItem(types=(MemoryDecayed.TYPE,), tags=(f"mem:{belief.memory}",))
    return Decision(
        drafts=(draft(event, about(facts, command, required=False)),),
        conflicts=(decayed, *unchanged(belief.memory)),
    )


def _ending(belief: Belief, asked: int | None, now: int) -> int:
    """Return when the belief as it stood ends: as asked, else now.

    Raises:
        OutOfOrder: it would end before it began, or after it ended.
    """
    end = now if asked is None else asked
    if asked is None:
        # A belief about the future that is taken back ends where it would have begun.
        end = max(now, belief.valid_from)
        # One that ended by itself ended then, whenever that is noticed.
        end = end if belief.valid_to is None else min(end, belief.valid_to)
    if belief.valid_to is not None and end > belief.valid_to:
        raise OutOfOrder(
            f"{belief.memory} ended at {to_datetime(belief.valid_to).isoformat()}, before "
            f"{to_datetime(end).isoformat()}; give an earlier valid_from"
        )
    if end < belief.valid_from:
        raise OutOfOrder(
            f"{belief.memory} would end at {to_datetime(end).isoformat()}, before it began at "
            f"{to_datetime(belief.valid_from).isoformat()}; give a later valid_from"
        )
    return end
