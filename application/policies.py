"""The policy file, and adopting what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from ..domain.commands import AdoptPolicy
from ..domain.errors import InvalidFile
from ..domain.policy import Policy, policy_from, settings_of
from .handler import execute
from .requests import Caller, given

if TYPE_CHECKING:
    from .store import Store

FILE = "remembrancer.toml"
DECLARED = frozenset({"checks", "mirrors"})
"""Tables of the file that are no policy: what may be run stands in the file only, and is never recorded."""
TABLES = frozenset({"retention"})
"""Settings that are lists of tables: left out where they are empty, so that people can write some."""
_VERSION = re.compile(rb"^version\s*=\s*([0-9]{1,15})\s*(?:#.*)?$", re.MULTILINE)


def adopt(store: Store, caller: Caller, settings: dict[str, Any], because: str | None) -> None:
    """Put a policy in force.

    Raises:
        InvalidFile: it says something impossible.
        OutOfOrder: its version does not grow.
    """
    common = given(store, caller, because=because, body={"verb": "adopt", "settings": settings})
    execute(store, AdoptPolicy(**common, settings=settings))


def adopt_from_file(store: Store) -> None:
    """Put the policy of the store's file in force if its version is greater than the one in force.

    Raises:
        InvalidFile: the file says something impossible.
    """
    path = store.path / FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return
    # Most openings find the version they know: the file is then not parsed.
    version = _VERSION.search(data)
    in_force = store.policy().version
    if version is not None and int(version[1]) == in_force:
        return
    settings = read_settings(data, FILE)
    if policy_from(settings).version > in_force:
        adopt(store, Caller(agent="store", actor=f"file:{FILE}"), settings, None)


def read_settings(data: bytes, where: str) -> dict[str, Any]:
    """Return what a policy file says of the policy.

    Raises:
        InvalidFile: it is no TOML.
    """
    import tomllib

    try:
        said = tomllib.loads(data.decode("utf-8-sig"))
    except ValueError as fault:
        raise InvalidFile(f"{where} cannot be read: {fault}") from None
    return {name: value for name, value in said.items() if name not in DECLARED}


def policy_file(policy: Policy) -> str:
    """Return a policy as the text of a policy file."""
    settings = settings_of(policy)
    lines = [
        "# The policy of this store. To change it, edit it and raise the version: the next writable opening adopts it.",
        *_table(settings, ()),
    ]
    return "\n".join(lines) + "\n"


def _table(settings: dict[str, Any], within: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a table: its values, then the tables within it."""
    plain = {key: value for key, value in settings.items() if not isinstance(value, dict) and key not in TABLES}
    yield from (f"{_toml_key(key)} = {_toml(value)}" for key, value in plain.items() if value is not None)
    for key in TABLES & settings.keys():
        for table in settings[key]:
            yield from ("", f"[[{key}]]")
            yield from _table(table, (*within, key))
    for key, value in settings.items():
        if isinstance(value, dict):
            name = (*within, _toml_key(key))
            table = cast("dict[str, Any]", value)
            if not table or not all(isinstance(item, dict) for item in table.values()):
                yield from ("", f"[{'.'.join(name)}]")
            yield from _table(table, name)


def _toml(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml(key)
