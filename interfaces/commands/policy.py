"""The policy of a store."""

import sys
from typing import Annotated

from ...application.policies import policy_file, read_settings
from ...domain.policy import Policy, settings_of
from ..call import Call
from ..inputs import read_file
from ..options import BecauseIfAny
from ..parameters import Argument


def show(call: Call) -> None:
    """Show the policy in force, as its file would say it."""
    with call.opened() as memory:
        _answer(call, memory.policy)


def adopt(
    call: Call,
    file: Annotated[str, Argument(metavar="FILE", help="TOML with a greater version; see `policy default`.")],
    because: BecauseIfAny = None,
) -> None:
    """Put another policy in force."""
    settings = read_settings(read_file(file), repr(file))
    with call.opened() as memory:
        _answer(call, memory.adopt_policy(settings, because=because, by=call.person()))


def default(call: Call) -> None:
    """Show the policy that a new store begins with."""
    _answer(call, Policy())


def _answer(call: Call, policy: Policy) -> None:
    if call.json:
        from ..rendering.documents import write_json

        write_json(settings_of(policy))
    else:
        sys.stdout.write(policy_file(policy))
