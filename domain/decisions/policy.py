"""Putting a policy in force."""

from ..commands import AdoptPolicy
from ..errors import OutOfOrder, PersonNeeded
from ..events import Draft, PolicyAdopted
from ..facts import Decision, Facts
from ..policy import policy_from, settings_of
from .grounds import reason


def adopt(facts: Facts, command: AdoptPolicy) -> Decision:
    """Decide an `AdoptPolicy`; the version must grow, so that every event can say under which it was decided."""
    if not command.by_person:
        raise PersonNeeded(f"{command.actor} cannot adopt a policy: that takes a person's word; act as user:NAME")
    policy = policy_from(command.settings)
    if policy == facts.policy:
        return Decision()
    if policy.version <= facts.policy.version:
        raise OutOfOrder(
            f"the policy in force has version {facts.policy.version}, the new one {policy.version}; raise it"
        )
    why = reason(command, required=False)
    event = PolicyAdopted(
        actor=command.actor, cause=command.cause, box=None, version=policy.version, settings=settings_of(policy)
    )
    content = why if why.because is not None else None
    return Decision(drafts=(Draft(event=event, content=content),))
