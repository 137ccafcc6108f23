"""Scopes: to whom a memory belongs. `agent:NAME` is private, `team:NAME` and `fleet` are shared."""

from collections.abc import Iterable, Mapping

from .errors import InvalidName, NotReadable
from .texts import check_agent, shown

FLEET = "fleet"


def own(agent: str) -> str:
    """Return the private scope of an agent."""
    return f"agent:{agent}"


def check_scope(scope: object) -> str:
    """Return a scope if it has one of the three forms.

    Raises:
        InvalidName: it has not.
    """
    family, _, name = scope.partition(":") if isinstance(scope, str) else ("", "", "")
    if not isinstance(scope, str) or (scope != FLEET and (family not in {"agent", "team"} or not name)):
        raise InvalidName(f"not a scope: {shown(scope)}; use agent:NAME, team:NAME or fleet")
    if name:
        check_agent(name)
    return scope


def readable(agent: str, teams: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the scopes that `agent` reads and writes: its own, its teams' and the fleet's."""
    return (own(agent), *(f"team:{team}" for team, members in sorted(teams.items()) if agent in members), FLEET)


def writable(scopes: Iterable[str], agent: str, writers: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return those of the scopes that `agent` reads in which it may write as well.

    Args:
        writers: of shared scopes, the agents that may write there; a scope that is left out is written by its readers.
    """
    return tuple(scope for scope in scopes if scope not in writers or agent in writers[scope])


def check_writer(scope: str, agent: str, writers: Mapping[str, tuple[str, ...]]) -> None:
    """Check that the policy lets `agent` write to a scope that it reads.

    Raises:
        NotReadable: it does not.
    """
    if not writable((scope,), agent, writers):
        allowed = ", ".join(writers[scope]) or "only people"
        raise NotReadable(
            f"agent {agent!r} may read {scope!r} and not write to it; the policy lets {allowed}, or act as a person "
            "(`--by user:NAME`)"
        )


def check_writable(scope: str, agent: str, teams: Mapping[str, tuple[str, ...]]) -> str:
    """Return `scope` if `agent` may write to it.

    Raises:
        NotReadable: it may not.
    """
    if scope == own(agent):
        return scope
    allowed = readable(agent, teams)
    if scope not in allowed:
        raise NotReadable(f"agent {agent!r} may not write to {scope!r}; it reads {', '.join(allowed)}")
    return scope
