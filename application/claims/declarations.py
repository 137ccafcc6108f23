"""The checks of a store, as its policy file declares them: the only place from where one is ever run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import msgspec

from ...domain.addresses import refuse_password
from ...domain.checks import Check, check_from, check_name, said_of
from ...domain.errors import InvalidInput, InvalidMoment, InvalidName, Refused, StoreReadOnly, UnknownCheck
from ...domain.moments import parse_moment, to_micros, zone_named
from ...infrastructure.codec import canonical
from ...infrastructure.policy_tables import drop_entry, put_entry
from ...projections.claims import CLAIMS
from ..declared import declared as tables_of
from ..policies import FILE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime

    from ..store import Store

TABLE = "checks"


class CheckNote(msgspec.Struct, frozen=True, kw_only=True):
    """One declared check."""

    name: str
    kind: str | None
    """Where it looks: `file`, `command`, `url`, `sql`, `python` or `ask`; None: the declaration is wrong."""
    says: dict[str, Any]
    """The declaration, as the file has it."""
    problem: str | None
    claims: int
    """Open claims that go by it."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**msgspec.structs.asdict(self), "says": msgspec.to_builtins(self.says)}


def declared(store: Store) -> dict[str, Check | InvalidInput]:
    """Return the declared checks by name, or what is wrong with one: the others still run.

    Raises:
        InvalidFile: the file is no TOML, or others may write it.
    """
    found: dict[str, Check | InvalidInput] = {}
    for name, said in tables_of(store, TABLE).items():
        try:
            found[name] = check_from(check_name(name), said)
        except InvalidInput as fault:
            found[name] = fault
    return found


def find_check(store: Store, name: str) -> Check:
    """Return a declared check.

    Raises:
        UnknownCheck: there is none of that name.
        InvalidInput: what it says is impossible, or the file is no TOML.
    """
    found = declared(store).get(name)
    if found is None:
        raise UnknownCheck(name)
    if isinstance(found, InvalidInput):
        raise found
    return found


def check_tag(store: Store, name: str) -> str:
    """Return what stands in clear for the name of a check."""
    return store.keys.name_tag("check", name)


def declaration_tag(store: Store, check: Check) -> str:
    """Return what stands in clear for a declaration: another one has another."""
    return store.keys.name_tag("declaration", canonical(msgspec.to_builtins(said_of(check))).decode())


def checks(store: Store) -> list[CheckNote]:
    """Return what is declared, by name."""
    open_claims = [claim.checked_by for claim in store.views.having(CLAIMS, "status", "open")]
    notes: list[CheckNote] = []
    said = tables_of(store, TABLE)
    for name, found in sorted(declared(store).items()):
        wrong = isinstance(found, InvalidInput)
        table = cast("dict[str, Any]", said[name]) if isinstance(said[name], dict) else {}
        notes.append(
            CheckNote(
                name=name,
                kind=None if wrong else found.kind,
                says=table,
                problem=str(found) if wrong else None,
                claims=open_claims.count(check_tag(store, name)),
            )
        )
    return notes


def add_check(store: Store, name: str, said: Mapping[str, Any], *, replace: bool = False) -> CheckNote:
    """Declare a check in the policy file.

    Args:
        said: as `[checks.NAME]` says it; what is None is left out.
        replace: whether one of that name may be there.

    Raises:
        InvalidName, InvalidMoment: it says something impossible.
        Refused: there is one of that name.
        StoreReadOnly, StoreError: nothing was written.
    """
    _writable(store)
    check = check_from(check_name(name), {key: value for key, value in said.items() if value is not None})
    for address in filter(None, (check.url, check.sql)):
        refuse_password(address, "ask an address that needs none")
    if check.json is not None:
        from ...infrastructure.world.observing import path_fault

        if (fault := path_fault(check.json)) is not None:
            raise InvalidName(f"the check {name!r} looks at {check.json[:70]!r}, which is no JSONPath: {fault}")
    if check.by is not None:
        deadline(store, check.by)
    if not replace and name in tables_of(store, TABLE):
        raise Refused(
            f"the check {name!r} is declared already; put another in its place with `--replace`, or edit {FILE}"
        )
    put_entry(store.path / FILE, TABLE, name, said_of(check))
    return next(note for note in checks(store) if note.name == name)


def deadline(store: Store, by: str | date | datetime) -> int:
    """Return until when a person may take to answer: of a date, its last instant.

    Raises:
        InvalidMoment: it is no date and no time with its zone.
    """
    found = parse_moment(by, zone_named(store.policy().timezone))
    if isinstance(found, int):
        raise InvalidMoment(f"not a day to answer by: {by!r}; write a date such as 2026-05-01")
    return to_micros(found)


def remove_check(store: Store, name: str) -> None:
    """Take a check out of the policy file; claims that go by it can be audited no more, and say so.

    Raises:
        UnknownCheck: there is none of that name.
        StoreReadOnly, StoreError: nothing was written.
    """
    _writable(store)
    if not drop_entry(store.path / FILE, TABLE, name):
        raise UnknownCheck(name)


def _writable(store: Store) -> None:
    if store.read_only:
        raise StoreReadOnly(f"the store {str(store.path)!r} was opened read-only; open it writable to change it")
