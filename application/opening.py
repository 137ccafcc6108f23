"""Making and opening stores."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from ..domain.errors import NotAStore, StoreExists, StoreReadOnly
from ..domain.events import PolicyAdopted, StoreCreated
from ..domain.policy import Policy, settings_of
from ..infrastructure.codec import Codec
from ..infrastructure.keys import KeyStore
from ..infrastructure.master_key import master_key
from ..infrastructure.sqlite_log import SqliteLog
from ..projections.core import CORE
from . import identity, policies
from .store import Store, micros_clock, new_command_id

if TYPE_CHECKING:
    from .store import Clock

LOG_FILE = "memory.db"
FORMAT = 1
"""Version of the log's format, as `store.created` says it."""


def create_store(where: str | os.PathLike[str], *, clock: Clock | None = None) -> Path:
    """Make a store in a folder that does not exist yet, is empty, or holds files of another purpose.

    Raises:
        StoreExists: there is a store already.
        StoreReadOnly: the folder cannot be written.
    """
    path = _folder(where)
    if (path / LOG_FILE).exists():
        raise StoreExists(f"{os.fspath(path)!r} is a store already; open it, or choose another folder")
    _make_folder(path)
    now = micros_clock(clock)
    codec = Codec()
    keys = KeyStore(path, master=master_key())
    log = SqliteLog.create(
        path / LOG_FILE, projections=CORE, decode=codec.decode, known_types=codec.known_types, clock=now
    )
    try:
        # What SQLite puts beside the file takes its mode from it.
        (path / LOG_FILE).chmod(0o600)
        cause = new_command_id()
        actor = f"file:{policies.FILE}"
        created = StoreCreated(actor=actor, cause=cause, box=None, store=secrets.token_hex(16), format=FORMAT)
        default = Policy()
        adopted = PolicyAdopted(
            actor=actor, cause=cause, box=None, version=default.version, settings=settings_of(default)
        )
        log.append([codec.encode(created), codec.encode(adopted)])
    finally:
        log.close()
        keys.close()
    settings = path / policies.FILE
    if not settings.exists():
        settings.write_text(policies.policy_file(Policy()), encoding="utf-8")
    return path


def open_store(where: str | os.PathLike[str], *, clock: Clock | None = None, read_only: bool = False) -> Store:
    """Open a store; what its files ask for (a policy or an identity of a greater version) is adopted.

    Raises:
        NotAStore: there is none.
        StoreDamaged, NewerStore: it cannot be trusted, or not be understood.
    """
    path = _folder(where)
    if not (path / LOG_FILE).is_file():
        found = (
            "there is nothing"
            if not path.exists()
            else "the folder holds no memory.db"
            if path.is_dir()
            else "it is a file"
        )
        raise NotAStore(
            f"no store at {os.fspath(path)!r}: {found}; make one with `remembrancer init`, or name another with --store"
        )
    now = micros_clock(clock)
    codec = Codec()
    log = SqliteLog(
        path / LOG_FILE,
        projections=CORE,
        decode=codec.decode,
        known_types=codec.known_types,
        clock=now,
        read_only=read_only,
    )
    try:
        keys = KeyStore(path, read_only=read_only, master=master_key())
        store = Store(path=path, log=log, keys=keys, codec=codec, store_id=_store_id(log, codec, path), clock=now)
        if keys.made_anew:
            store.notices.append("keys.db was missing and has been made anew; what was sealed before reads [sealed]")
        if keys.locked:
            store.notices.append("the store key is wrapped; set REMEMBRANCER_MASTER_KEY to read words and to record")
        if not read_only:
            policies.adopt_from_file(store)
            identity.refresh_from_files(store)
    except BaseException:
        log.close()
        raise
    return store


def _store_id(log: SqliteLog, codec: Codec, path: Path) -> str:
    first = log.get(1)
    event = codec.decode(first).event if first else None
    if not isinstance(event, StoreCreated):
        raise NotAStore(f"{os.fspath(path)!r} is no store: its log does not begin with store.created")
    return event.store


def is_vacant(where: str | os.PathLike[str]) -> bool:
    """Say whether a store can be made at `where` without being asked for: nothing is there, or an empty folder."""
    path = _folder(where)
    return not path.exists() or (path.is_dir() and not any(path.iterdir()))


def _folder(where: str | os.PathLike[str]) -> Path:
    text = os.fspath(where)
    if text.startswith(("postgresql://", "postgres://")):
        raise NotAStore(f"cannot open {text.split('@')[-1]!r}: this version keeps stores in folders; name a folder")
    return Path(text)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotAStore(f"{os.fspath(path)!r} is a file; name a folder for the store") from None
    except OSError as fault:
        raise StoreReadOnly(f"cannot make the folder {os.fspath(path)!r}: {fault.strerror}") from None
