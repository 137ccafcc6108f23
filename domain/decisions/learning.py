"""Trauma and judgements: what went wrong, and how decisions turned out."""

from typing import get_args

from ..commands import JudgeDecision, SufferTrauma
from ..content import Reason
from ..errors import InvalidName, InvalidNumber, NotADecision, NotLive
from ..events import DecisionJudged, DecisionOutcome, TraumaSuffered
from ..facts import Decision, Facts
from ..moments import DAY, SECOND
from ..scopes import check_scope, check_writable, own
from ..texts import shown
from .grounds import about, draft, envelope, evidence, named, reason, subjects, unchanged
from .intents import check_category_known

WEIGHT_MAX = 100_000
"""Thousandths: a hundred ordinary traumas at once."""
HALF_LIFE_DAYS = 30
"""Of a category for which the policy says none."""
OUTCOMES: tuple[DecisionOutcome, ...] = get_args(DecisionOutcome)
ALSO_CALLED: dict[str, DecisionOutcome] = {"success": "right", "failure": "wrong"}
"""Outcomes of a decision under the names that they have elsewhere."""


def suffer(facts: Facts, command: SufferTrauma) -> Decision:
    """Decide a `SufferTrauma`."""
    scope = own(command.agent) if command.scope is None else check_scope(command.scope)
    check_writable(scope, command.agent, facts.policy.teams)
    category = check_category_known(command.category, facts.policy)
    if not 1 <= command.weight <= WEIGHT_MAX:
        raise InvalidNumber(f"the weight is {command.weight / 1000:g}; it must be from 0.001 to {WEIGHT_MAX // 1000}")
    cited = evidence(facts, command.evidence)
    half_life_days = facts.policy.trauma_half_lives_days.get(category, HALF_LIFE_DAYS)
    event = TraumaSuffered(
        **envelope(facts, command, scope),
        category=category,
        weight=command.weight,
        half_life_s=half_life_days * DAY // SECOND,
        intent=command.intent,
        evidence=cited,
    )
    why = reason(command)
    names = [name for memory in cited if memory in facts.words for name in facts.words[memory].subjects]
    content = Reason(because=why.because, subjects=subjects((*why.subjects, *names)), command=why.command)
    return Decision(drafts=(draft(event, content),))


def judge(facts: Facts, command: JudgeDecision) -> Decision:
    """Decide a `JudgeDecision`; one that has retired can be judged as well, and the latest judgement counts."""
    belief = named(facts, command, "judge")
    if belief.kind != "decision":
        raise NotADecision(belief.memory, belief.kind)
    if belief.status not in {"live", "archived"}:
        raise NotLive(belief.memory, belief.status, "judge")
    outcome = ALSO_CALLED.get(command.outcome, command.outcome) if isinstance(command.outcome, str) else None
    if outcome not in OUTCOMES:
        raise InvalidName(f"not an outcome of a decision: {shown(command.outcome)}; use {', '.join(OUTCOMES)}")
    cited = evidence(facts, command.evidence)
    event = DecisionJudged(
        **envelope(facts, command, belief.scope), memory=belief.memory, outcome=outcome, evidence=cited
    )
    return Decision(drafts=(draft(event, about(facts, command, *cited)),), conflicts=unchanged(belief.memory))
