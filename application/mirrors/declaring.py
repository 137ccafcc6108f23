"""Declaring mirrors: the policy file says what is run, the log says that it was declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...domain.addresses import refuse_password
from ...domain.boundary import AppendCondition, Query, QueryItem
from ...domain.content import MirrorText
from ...domain.errors import Conflict, InvalidFile, InvalidName, UnknownMirror
from ...domain.events import Draft, MirrorDeclared
from ...domain.mirroring import check_budget, check_mirror_name, declaration_from, settings_of_mirror
from ...infrastructure.codec import canonical
from ...infrastructure.log import ConditionFailed
from ...infrastructure.policy_tables import drop_entry, put_entry, put_value
from ...projections.mirrors import MIRRORS
from ..declared import declared
from ..erasing.asking import order
from ..policies import FILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...domain.events import MirrorStanding
    from ...domain.mirroring import Declaration
    from ...domain.mirrors import Mirror
    from ..store import Store

TABLE = "mirrors"
BY_HAND = f"file:{FILE}"
"""The actor of what the file came to say by itself: somebody edited it."""
RACES_MAX = 20


class Declared(msgspec.Struct, frozen=True):
    """The mirrors of the policy file."""

    mirrors: dict[str, Declaration]
    faults: dict[str, str]
    """By name, what is wrong with those that cannot be used: one is no reason to do without the others."""


def all_declared(store: Store) -> Declared:
    """Return the mirrors that the policy file declares now, by name.

    Raises:
        InvalidFile: it cannot be read, or other accounts may write it.
    """
    found = Declared({}, {})
    for name, said in sorted(declared(store, TABLE).items()):
        try:
            found.mirrors[name] = declaration_from(name, said)
        except InvalidFile as fault:
            found.faults[name] = str(fault)
    return found


def one_declared(store: Store, name: str) -> Declaration:
    """Return a mirror as the policy file declares it.

    Raises:
        UnknownMirror: it declares none of that name.
        InvalidFile: it says something impossible of it.
    """
    found = all_declared(store)
    if name in found.faults:
        raise InvalidFile(found.faults[name])
    if name not in found.mirrors:
        raise UnknownMirror(name)
    return found.mirrors[name]


def tag_of(store: Store, name: str) -> str:
    """Return what stands for the name of a mirror in the log."""
    return store.keys.name_tag("mirror", name)


def row_of(store: Store, name: str) -> Mirror | None:
    """Return what the log says of a mirror."""
    return store.views.row(MIRRORS, (tag_of(store, name),))


def add(store: Store, name: str, said: Declaration, *, actor: str, because: str | None) -> None:
    """Declare a mirror in the policy file, and tell the log.

    Raises:
        InvalidName: the file declares one of that name already, or its address holds a password.
        InvalidFile: it says something impossible, or needs what is not installed.
        MirrorOverBudget: it would cost too much at that cadence.
        StoreReadOnly: nothing may be written here.
    """
    order(store, actor, because, ())
    check_mirror_name(name)
    checked = declaration_from(name, settings_of_mirror(said))
    for address in (checked.url, checked.sql):
        refuse_password(address, "give it by --header, such as `--header Authorization=VARIABLE` of the environment")
    _check_installed(name, checked)
    found = all_declared(store)
    if name in found.mirrors or name in found.faults:
        raise InvalidName(f"mirror {name!r} is declared already; remove it first, or edit {FILE}")
    if checked.enabled:
        check_budget(name, {**found.mirrors, name: checked}, store.policy().mirroring)
    put_entry(store.path / FILE, TABLE, name, settings_of_mirror(checked))
    note_declared(store, name, checked, actor=actor, because=because)


def switch(store: Store, name: str, *, enabled: bool, actor: str, because: str | None) -> None:
    """Have a mirror refreshed, or not any more; what it shows stays.

    Raises:
        UnknownMirror, InvalidFile: the file declares none of that name, or says something impossible of it.
        MirrorOverBudget: it would cost too much.
        StoreReadOnly: nothing may be written here.
    """
    order(store, actor, because, ())
    changed = msgspec.structs.replace(one_declared(store, name), enabled=enabled)
    if enabled:
        check_budget(name, {**all_declared(store).mirrors, name: changed}, store.policy().mirroring)
    put_value(store.path / FILE, TABLE, name, "enabled", enabled)
    note_declared(store, name, changed, actor=actor, because=because, again=enabled)


def remove(store: Store, name: str, *, actor: str, because: str | None) -> None:
    """Take a mirror out of the policy file, with its files; what it showed stays in the log.

    Raises:
        UnknownMirror: there is none of that name.
        StoreReadOnly: nothing may be written here.
    """
    from ...infrastructure.mirrors.folder import MirrorFolder

    order(store, actor, because, ())
    check_mirror_name(name)
    known = row_of(store, name)
    if not drop_entry(store.path / FILE, TABLE, name) and (known is None or known.standing == "removed"):
        raise UnknownMirror(name)
    note_removed(store, name, actor=actor, because=because)
    MirrorFolder(store.path).remove(name)


def note_declared(
    store: Store, name: str, said: Declaration, *, actor: str, because: str | None = None, again: bool = False
) -> None:
    """Tell the log what the policy file declares, unless it knows.

    Args:
        again: whether it is told also where the log says the same: somebody wants the mirror as it is.
    """
    tag = tag_of(store, name)
    digest = store.keys.name_tag("mirror-declaration", canonical(_declaring(said)).decode())
    standing: MirrorStanding = "enabled" if said.enabled else "disabled"

    def draft(known: Mirror | None) -> Draft | None:
        same = known is not None and (known.declaration, known.standing) == (digest, standing)
        if same and not again:
            return None
        common = order(store, actor, because, ())
        event = MirrorDeclared(
            actor=common["actor"],
            cause=common["cause"],
            box=None,
            mirror=tag,
            scope=said.scope,
            standing=standing,
            every_s=said.every_s,
            cost_per_run=said.cost_per_run,
            declaration=digest,
        )
        return Draft(event=event, content=MirrorText(mirror=name, because=because))

    append_for(store, tag, draft)


def note_removed(store: Store, name: str, *, actor: str, because: str | None = None) -> None:
    """Tell the log that the policy file declares a mirror no more, unless it knows."""
    tag = tag_of(store, name)

    def draft(known: Mirror | None) -> Draft | None:
        if known is None or known.standing == "removed":
            return None
        common = order(store, actor, because, ())
        event = MirrorDeclared(
            actor=common["actor"],
            cause=common["cause"],
            box=None,
            mirror=tag,
            scope=known.scope,
            standing="removed",
            every_s=known.every_s,
            cost_per_run=known.cost_per_run,
            declaration=known.declaration,
        )
        return Draft(event=event, content=MirrorText(mirror=name, because=because))

    append_for(store, tag, draft)


def note_all(store: Store, found: Declared) -> None:
    """Tell the log of what somebody changed in the policy file by hand, and take away what was taken out there.

    A mirror whose name no key opens any more stays as it is.
    """
    for name, said in found.mirrors.items():
        note_declared(store, name, said, actor=BY_HAND)
    from ...infrastructure.mirrors.folder import MirrorFolder

    for name in known_names(store):
        if name not in found.mirrors and name not in found.faults:
            note_removed(store, name, actor=BY_HAND)
            MirrorFolder(store.path).remove(name)


def known_names(store: Store) -> dict[str, Mirror]:
    """Return the mirrors that the log knows and that were not removed, by name, as far as names can be read."""
    found: dict[str, Mirror] = {}
    for row in store.views.all_rows(MIRRORS):
        if row.standing != "removed":
            words = store.open(store.event(row.declared_position))
            if isinstance(words, MirrorText):
                found[words.mirror] = row
    return found


def append_for(store: Store, tag: str, draft: Callable[[Mirror | None], Draft | None]) -> int | None:
    """Append what follows from how a mirror stands, drafted again if another process was faster; None: nothing.

    Raises:
        Conflict: others were, every time.
    """
    query = Query(items=(QueryItem(tags=(f"mirror:{tag}",)),))
    for _ in range(RACES_MAX):
        head = store.log.head()
        made = draft(store.views.row(MIRRORS, (tag,)))
        if made is None:
            return None
        (sealed,) = store.seal([made])
        try:
            return store.log.append([store.codec.encode(sealed)], AppendCondition(query=query, after=head)).first
        except ConditionFailed:
            continue
    raise Conflict(RACES_MAX)


def _declaring(said: Declaration) -> dict[str, object]:
    """Return what is run, how and for whom; whether it is run now is told apart from that."""
    return {name: value for name, value in settings_of_mirror(said).items() if name != "enabled"}


def _check_installed(name: str, said: Declaration) -> None:
    if said.sql.startswith(("postgresql://", "postgres://")):
        from ...infrastructure.world.sql import postgresql_is_there

        if not postgresql_is_there():
            raise InvalidFile(
                f"the mirror {name!r} asks a PostgreSQL, for which psycopg is needed; "
                "`pip install 'remembrancer[postgresql]'`"
            )
