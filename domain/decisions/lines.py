"""Lines of L5 on their way: what they must not hold, and the review that each of them bears."""

from ..boot import job_of
from ..commands import Command
from ..content import Factor, MemoryText
from ..events import DocumentLineReplaced, IdentityEstablished, IdentityLineReplaced, IdentityRefreshed, Recorded
from ..facts import Facts, standing_text
from ..reviewing import is_reviewed
from ..state import evolve
from ..vocabulary import LINE_IMPORTANCE
from .grounds import refuse_by_layer, subjects

LineEvent = IdentityEstablished | IdentityRefreshed | IdentityLineReplaced | DocumentLineReplaced


def refuse_unsafe(facts: Facts, command: Command, *lines: tuple[str, str]) -> None:
    """Refuse lines that hold source code or a secret, or are written for a reason that does.

    Args:
        lines: each as what messages call it, and its words.

    Raises:
        SourceCodeRefused, SecretRefused: one does.
    """
    for what, text in lines:
        refuse_by_layer(facts, "L5", text, what=what)
    refuse_by_layer(facts, "L5", command.because, what="the reason")


def factors_of_lines(
    facts: Facts,
    command: Command,
    event: LineEvent,
    lines: dict[str, str],
    now: int,
    *,
    evidence: tuple[str, ...] = (),
    leaving: tuple[str, ...] = (),
) -> dict[str, tuple[Factor, ...]]:
    """Return the review of each line that an event begins, by memory id; nothing if the policy asks for none.

    Args:
        evidence: ids of the memories that they rest on.
        leaving: ids of the lines that end with it.
    """
    if not lines or not is_reviewed("L5", LINE_IMPORTANCE, facts.policy.review):
        return {}
    from .reviewing import Bound, factors_for  # what compares texts takes a while to load

    recorded = Recorded(position=facts.position + 1, at=now, event=event)
    beliefs = [belief for memory in lines if (belief := evolve(None, recorded, memory)) is not None]
    people = subjects(command.subjects)
    beside = tuple(
        standing_text(one.memory, one.scope, lines[one.memory], subjects=people, whose=job_of(one.kind))
        for one in beliefs
    )
    found: dict[str, tuple[Factor, ...]] = {}
    for belief in beliefs:
        bound = Bound(belief=belief, evidence=evidence, leaving=leaving, beside=beside)
        words = MemoryText(text=lines[belief.memory], subjects=people)
        found[belief.memory] = factors_for(facts, command, bound, words, now)
    return found
