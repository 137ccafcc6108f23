"""The policy of a store."""

import sys
from typing import Annotated

import typer

from ...application.policies import policy_file, read_settings
from ...domain.policy import Policy, settings_of
from ..call import Call
from ..inputs import read_file
from ..options import BecauseIfAny


def show(context: typer.Context) -> None:
    """Show the policy in force, as its file would say it."""
    call: Call = context.obj
    with call.opened() as memory:
        _answer(call, memory.policy)


def adopt(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="TOML with a greater version; see `policy default`.")],
    because: BecauseIfAny = None,
) -> None:
    """Put another policy in force."""
    call: Call = context.obj
    settings = read_settings(read_file(file), repr(file))
    with call.opened() as memory:
        _answer(call, memory.adopt_policy(settings, because=because, by=call.person()))


def default(context: typer.Context) -> None:
    """Show the policy that a new store begins with."""
    _answer(context.obj, Policy())


def _answer(call: Call, policy: Policy) -> None:
    if call.json:
        from ..rendering.documents import write_json

        write_json(settings_of(policy))
    else:
        sys.stdout.write(policy_file(policy))
