"""Making and opening stores."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..domain.errors import NotAStore, StoreBusy, StoreError, StoreExists, StoreFull, StoreReadOnly
from ..domain.events import PolicyAdopted, StoreCreated
from ..domain.policy import Policy, settings_of
from ..infrastructure.codec import Codec
from ..infrastructure.keys import KeyStore
from ..infrastructure.master_key import master_key
from ..infrastructure.private_files import make_private_folder, new_private_file
from ..infrastructure.sqlite_log import SqliteLog
from ..projections.core import CORE
from . import identity, policies
from .ledger.watching import LedgerWatch
from .purging import finish_after_crash
from .store import Store, micros_clock, new_command_id

if TYPE_CHECKING:
    from ..domain.synthesis import Synthesizer
    from ..infrastructure.search.embedders import Embedder
    from .store import Clock

LOG_FILE = "memory.db"
FIRST_EVENTS = 2
"""Events that a new store begins with; none of them has sealed words."""
FORMAT = 1
"""Version of the log's format, as `store.created` says it."""


def create_store(where: str | os.PathLike[str], *, clock: Clock | None = None) -> Path:
    """Make a store in a folder that does not exist yet, is empty, or holds files of another purpose.

    Raises:
        StoreExists: there is a store already.
        StoreReadOnly, StoreFull: the folder cannot be written.
    """
    path = _folder(where)
    log_file = path / LOG_FILE
    if log_file.is_file() and not log_file.stat().st_size:
        raise StoreExists(
            f"{os.fspath(log_file)!r} is empty; restore it from a backup, or remove it to make a new store"
        )
    if log_file.exists():
        raise StoreExists(f"{os.fspath(path)!r} is a store already; open it, or choose another folder")
    with _on_disk(path):
        make_private_folder(path)
    # Made under another name and put in place whole, so that nobody meets half a store.
    half = path / f".{os.urandom(8).hex()}.db"
    beside = [half.with_name(half.name + end) for end in ("-wal", "-shm")]
    try:
        _make_log(half, clock)
        if any(file.exists() for file in beside):
            raise StoreFull(
                f"cannot make a store at {os.fspath(path)!r}: the disk is full; free some space and try again"
            )
        os.link(half, path / LOG_FILE)
    except FileExistsError:
        raise StoreExists(f"another process made a store at {os.fspath(path)!r} just now; open it") from None
    except OSError as fault:
        raise StoreReadOnly(
            f"cannot make a store at {os.fspath(path)!r}: {fault.strerror}; choose a folder on a local disk"
        ) from None
    finally:
        for file in (half, *beside):
            file.unlink(missing_ok=True)
    KeyStore(path, master=master_key()).close()
    settings = path / policies.FILE
    with _on_disk(path):
        if not settings.exists():
            with os.fdopen(new_private_file(settings), "w", encoding="utf-8") as file:
                file.write(policies.policy_file(Policy()))
    return path


def _make_log(file: Path, clock: Clock | None) -> None:
    """Make a log with its first events."""
    with _on_disk(file):
        # What SQLite puts beside a file takes its mode from it.
        os.close(new_private_file(file))
    codec, policy = Codec(), Policy()
    cause, actor = new_command_id(), f"file:{policies.FILE}"
    created = StoreCreated(actor=actor, cause=cause, box=None, store=os.urandom(16).hex(), format=FORMAT)
    adopted = PolicyAdopted(actor=actor, cause=cause, box=None, version=policy.version, settings=settings_of(policy))
    with SqliteLog.create(file, projections=CORE, **_reading(codec), clock=micros_clock(clock)) as log:
        log.append([codec.encode(created), codec.encode(adopted)])


def open_store(
    where: str | os.PathLike[str],
    *,
    clock: Clock | None = None,
    read_only: bool = False,
    embedder: Embedder | None = None,
    synthesizer: Synthesizer | None = None,
    watched: bool = True,
    keyless: bool = False,
) -> Store:
    """Open a store; what its files ask for (a policy or an identity of a greater version) is adopted.

    Args:
        watched: whether the log is compared with what was noted of it outside, and its head signed at the end.
        keyless: whether to go on without keys that are being written, or were when a process was killed.

    Raises:
        NotAStore: there is none.
        StoreDamaged, NewerStore: it cannot be trusted, or not be understood.
        NotAsAnchored: it is not the log that was left here.
    """
    path = _folder(where)
    if not (path / LOG_FILE).is_file():
        advice = "make one with `remembrancer init`, or name another with --store"
        raise NotAStore(f"no store at {os.fspath(path)!r}: {_found_instead(path)}; {advice}")
    now, codec = micros_clock(clock), Codec()
    with ExitStack() as opened:
        log = SqliteLog(path / LOG_FILE, projections=CORE, **_reading(codec), clock=now, read_only=read_only)
        opened.callback(log.close)
        keys = _keys(path, log, keyless=keyless)
        opened.callback(keys.close)
        store = Store(
            path=path,
            log=log,
            keys=keys,
            codec=codec,
            store_id=_store_id(log, codec, path),
            clock=now,
            embedder=embedder,
            synthesizer=synthesizer,
        )
        if keys.made_anew and log.head() > FIRST_EVENTS:
            store.notices.append("keys.db was missing and has been made anew; what was sealed before reads [sealed]")
        if keys.locked:
            store.notices.append("the store key is wrapped; set REMEMBRANCER_MASTER_KEY to read words and to record")
        if watched:
            watch = LedgerWatch(store)
            watch.open()
            opened.callback(watch.forget)
            store.watch = watch
        if not read_only:
            policies.adopt_from_file(store)
            identity.refresh_from_files(store)
            store.archive.resume()
            _purge(store)
            if store.vectors is not None:
                store.vectors.start()
        opened.pop_all()
    return store


def _keys(path: Path, log: SqliteLog, *, keyless: bool) -> KeyStore:
    try:
        return KeyStore(path, read_only=log.read_only, master=master_key())
    except (StoreReadOnly, StoreBusy) as fault:
        if not (keyless and log.read_only):
            raise
        log.notices.append(f"no words can be read: {fault}")
        return KeyStore.none(path)


def _purge(store: Store) -> None:
    """Destroy the keys of purged words that are still there, such as after an older `keys.db` was put back."""
    try:
        finish_after_crash(store)
    except StoreError as fault:
        store.notices.append(f"words that were purged can still be read: {fault}; the next opening tries again")


def _reading(codec: Codec) -> dict[str, Any]:
    return {"decode": codec.decode, "known_types": codec.known_types}


def _found_instead(path: Path) -> str:
    if not path.exists():
        return "there is nothing"
    return f"the folder holds no {LOG_FILE}" if path.is_dir() else "it is a file"


def _store_id(log: SqliteLog, codec: Codec, path: Path) -> str:
    first = log.get(1)
    event = codec.decode(first).event if first else None
    if not isinstance(event, StoreCreated):
        raise NotAStore(f"{os.fspath(path)!r} is no store: its log does not begin with store.created")
    return event.store


def is_vacant(where: str | os.PathLike[str]) -> bool:
    """Say whether a store can be made at `where` without being asked for.

    Nothing is there, or a folder with nothing in it but hidden files and what people may have prepared.
    """
    path = _folder(where)
    if not path.exists():
        return True
    prepared = {policies.FILE, identity.FOLDER}
    return path.is_dir() and all(file.name in prepared or file.name.startswith(".") for file in path.iterdir())


def _folder(where: str | os.PathLike[str]) -> Path:
    text = os.fspath(where)
    if text.startswith(("postgresql://", "postgres://")):
        raise NotAStore(f"cannot open {text.split('@')[-1]!r}: this version keeps stores in folders; name a folder")
    return Path(text)


@contextmanager
def _on_disk(path: Path) -> Iterator[None]:
    """Turn what the disk refuses into one line."""
    try:
        yield
    except (FileExistsError, NotADirectoryError):
        raise NotAStore(f"{os.fspath(path)!r} is a file; name a folder for the store") from None
    except OSError as fault:
        refusal = StoreFull if fault.errno in {errno.ENOSPC, errno.EDQUOT} else StoreReadOnly
        raise refusal(f"cannot make a store at {os.fspath(path)!r}: {fault.strerror}") from None
