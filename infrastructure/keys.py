"""The keys of a store, in `keys.db`: destroy one, and what it sealed is gone from every copy of the log.

    store key       32 random bytes, as they are or wrapped by a master key; the keys below are derived from it
    slot secrets    one for each box, see `slots`
    subjects        one for each person, see `subjects`
    names           HMACs of names that people chose, under the store's key or under those of subjects

What was deleted is overwritten within the file. It may live on in copies: back `keys.db` up on a short rotation.
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

import msgspec

from ..domain.errors import KeysLocked, NewerStore, StoreDamaged
from ..domain.ids import base32
from . import master_key, slots, subjects
from .ciphers import KEY_BYTES, code, derive
from .key_file import LOCK, KeyFile
from .slots import Slots, parse_slot
from .subjects import PSEUDONYM, Subjects

FILE = "keys.db"
FORMAT = 1
TAG_CHARS = 26

_SCHEMA = (
    """
    CREATE TABLE store(
        id INTEGER PRIMARY KEY CHECK (id = 1),
        format INTEGER NOT NULL,
        wrapped INTEGER NOT NULL,
        store_key BLOB NOT NULL,
        destructions INTEGER NOT NULL
    ) STRICT
    """,
    slots.SCHEMA,
    subjects.SCHEMA,
)
_FINISHED = (
    "CREATE TABLE IF NOT EXISTS erasures(id INTEGER PRIMARY KEY CHECK (id = 1), finished INTEGER NOT NULL) STRICT"
)
"""Made when something is erased for the first time, so that a file from before that is as good as any."""
_HAS_FINISHED = "SELECT 1 FROM sqlite_schema WHERE name = 'erasures'"
_SELECT_STORE = "SELECT format, wrapped, store_key, destructions FROM store"
_DELETE_PERSON = "DELETE FROM subjects WHERE pseudonym = ?"
_COUNT_DESTRUCTION = "UPDATE store SET destructions = destructions + 1"


class _Unlocked(msgspec.Struct, frozen=True):
    """What the store key opens."""

    store_key: bytes
    names_key: bytes
    slots: Slots
    subjects: Subjects


class KeyStore:
    """The open keys of one store. Threads may share it; a forked process goes on with slots of its own.

    Without the store key (`at_hand` is False) every look-up answers None, and what needs a secret raises KeysLocked.
    """

    made_anew: bool
    """Whether there was no `keys.db` and this opening made one: what older keys sealed can no longer be read."""
    wrapped: bool
    """Whether the store key is wrapped by a master key."""
    locked: bool
    """Whether it is wrapped and the right master key was not given."""

    def __init__(
        self, folder: Path, *, read_only: bool = False, master: bytes | None = None, patience_s: float = 30.0
    ) -> None:
        """Open `keys.db` in `folder`. A writable opening makes one if there is none, and writes nothing else.

        Args:
            master: the master key, see `master_key`. It wraps the key of a new store, and has no effect on a store key
                that is there and not wrapped.
            patience_s: how long to wait for other processes, seconds.

        Raises:
            NotAStore, StoreReadOnly, StoreBusy, StoreFull, StoreDamaged, NewerStore: it cannot be used.
        """
        self._file = KeyFile(folder / FILE, schema=_SCHEMA, read_only=read_only, patience_s=patience_s)
        self._unlocked: _Unlocked | None = None
        self._destructions = 0
        self._forgotten = 0
        self.made_anew = self.wrapped = self.locked = False
        try:
            self._unlock(master)
        except BaseException:
            self._file.close()
            raise

    @classmethod
    def none(cls, folder: Path) -> Self:
        """Return keys of which none is at hand and none can be made, for a look at a store that needs none."""
        return cls(folder / os.urandom(8).hex(), read_only=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def at_hand(self) -> bool:
        """Whether the store key can be used."""
        return self._unlocked is not None

    def close(self) -> None:
        """Forget every secret and close the file; whatever is asked afterwards is refused."""
        with LOCK:
            self._unlocked = None
            self._file.close()

    def wrap(self, master: bytes) -> None:
        """Wrap the store key by `master`, in place of what wrapped it before, if anything did.

        Raises:
            KeysLocked: the store key is not at hand.
            StoreReadOnly, StoreBusy, StoreFull, ReopenNeeded: it could not be stored; the key is as it was.
        """
        wrapped = master_key.wrap(self._required().store_key, master)
        with self._file.writing() as db:
            db.execute("UPDATE store SET wrapped = 1, store_key = ?", (wrapped,))
        self.wrapped = True

    def take_slots(self, count: int) -> list[tuple[str, bytes]]:
        """Return the names and secrets of `count` fresh slots; they are on disk already and nobody else ever gets them.

        Raises:
            KeysLocked: the store key is not at hand.
            StoreReadOnly, StoreBusy, StoreFull, ReopenNeeded: new ones could not be stored.
        """
        if count == 0:
            return []
        with LOCK:
            return self._required().slots.take(count)

    def slot_secret(self, name: str) -> bytes | None:
        """Return the secret of a slot, None if it was destroyed or is not at hand."""
        return self.slot_secrets((name,))[0]

    def slot_secrets(self, names: Sequence[str]) -> list[bytes | None]:
        """Return the secret of each slot, None for those that were destroyed or are not at hand."""
        with LOCK:
            found = self._fresh()
            return found.slots.secrets(names) if found else [None] * len(names)

    def destroy_slot(self, name: str) -> bool:
        """Destroy the secret of a slot for ever; say whether there was one."""
        return self.destroy_slots((name,)) == 1

    def destroy_slots(self, names: Iterable[str]) -> int:
        """Destroy secrets of slots for ever, all or none; return how many there were, and write nothing if none.

        Raises:
            KeysLocked: the store key is not at hand.
            StoreReadOnly, StoreBusy, StoreFull, StoreDamaged, ReopenNeeded: nothing was destroyed.
        """
        return self._destroy(names, None)

    def finish_erasure(self, names: Iterable[str], upto: int, people: Iterable[str] = ()) -> int:
        """Destroy secrets of slots as `destroy_slots` does, and note with them how far erasing has followed the log.

        With `people`, given by pseudonym, also their names and secrets; they count as well.

        Both are one commit: an older `keys.db` that is put back brings its own note, and erasing goes on from there.

        Raises:
            KeysLocked, StoreReadOnly, StoreBusy, StoreFull, StoreDamaged, ReopenNeeded: nothing was destroyed or noted.
        """
        return self._destroy(names, upto, people)

    def generation(self) -> int:
        """Return a number that grows whenever secrets were destroyed, here or elsewhere: what they opened must go."""
        with LOCK:
            self._fresh()
            return self._forgotten

    def erased_upto(self) -> int:
        """Return the position up to which what the log takes away for ever is destroyed here; 0: nothing was yet."""
        with LOCK:
            there = self._file.rows(_HAS_FINISHED)
            found = self._file.rows("SELECT finished FROM erasures") if there else []
        return found[0][0] if found else 0

    def _destroy(self, names: Iterable[str], upto: int | None, people: Iterable[str] = ()) -> int:
        with LOCK:
            self._fresh()
            found = self._required()
            doomed: dict[int, set[int]] = {}
            for name in names:
                slot = parse_slot(name)
                if slot and found.slots.secret(name) is not None:
                    doomed.setdefault(slot[0], set()).add(slot[1])
            if not doomed and upto is None:
                return 0
            with self._file.destroying() as db:
                destroyed = found.slots.destroy(db, doomed)
                for pseudonym in people:
                    destroyed += db.execute(_DELETE_PERSON, (pseudonym,)).rowcount
                db.execute(_COUNT_DESTRUCTION)
                if upto is not None:
                    db.execute(_FINISHED)
                    db.execute("INSERT OR REPLACE INTO erasures VALUES (1, ?)", (upto,))
            self._forget()
        return destroyed

    def pseudonym(self, name: str) -> str:
        """Return the pseudonym of a person, made durable at first sight; see `pseudonyms`."""
        return self.pseudonyms((name,))[name]

    def pseudonyms(self, names: Iterable[str]) -> dict[str, str]:
        """Return the pseudonym of each person; those seen for the first time are made durable together.

        Names are compared as given. A name that comes back after its destruction is another person.

        Raises:
            KeysLocked: the store key is not at hand.
            StoreReadOnly, StoreBusy, StoreFull, ReopenNeeded: a new one could not be stored.
        """
        with LOCK:
            self._fresh()
            people = self._required().subjects
            known = {name: people.find(name) for name in names}
            if None in known.values():
                with self._file.writing() as db:
                    # Another process may have seen one of them a moment ago.
                    known = {name: people.find(name) or people.make(db, name) for name in known}
            return {name: pseudonym for name, pseudonym in known.items() if pseudonym is not None}

    def people(self) -> dict[str, str]:
        """Return the names of all people by their pseudonyms; none if the store key is not at hand."""
        with LOCK:
            found = self._fresh()
            return found.subjects.all() if found else {}

    def find_pseudonym(self, name: str) -> str | None:
        """Return the pseudonym of a person, None if there is none or the store key is not at hand. Never writes."""
        with LOCK:
            found = self._fresh()
            return found.subjects.find(name) if found else None

    def subject_name(self, pseudonym: str) -> str | None:
        """Return the name behind a pseudonym, None if it was destroyed or is not at hand."""
        with LOCK:
            found = self._fresh()
            subject = found.subjects.get(pseudonym) if found else None
        return subject.name if subject else None

    def subject_secret(self, pseudonym: str) -> bytes | None:
        """Return the secret of a person, None if it was destroyed or is not at hand."""
        return self.subject_secrets((pseudonym,))[pseudonym]

    def subject_secrets(self, pseudonyms: Iterable[str]) -> dict[str, bytes | None]:
        """Return the secret of each person, None for those that were destroyed or are not at hand."""
        with LOCK:
            found = self._fresh()
            people = {pseudonym: found.subjects.get(pseudonym) if found else None for pseudonym in pseudonyms}
        return {pseudonym: subject.secret if subject else None for pseudonym, subject in people.items()}

    def destroy_subject(self, who: str) -> bool:
        """Destroy the name and secret of a person, given by pseudonym or by name; say whether there was one.

        By pseudonym it works without the store key too. Nothing is written if there was none.

        Raises:
            KeysLocked: a name was given and the store key is not at hand.
            StoreReadOnly, StoreBusy, StoreFull, StoreDamaged, ReopenNeeded: nothing was destroyed.
        """
        with LOCK:
            self._fresh()
            pseudonym = who if self._file.rows("SELECT 1 FROM subjects WHERE pseudonym = ?", (who,)) else None
            if pseudonym is None and (self.at_hand or not who.startswith(PSEUDONYM)):
                pseudonym = self._required().subjects.find(who)
            if pseudonym is None:
                return False
            with self._file.destroying() as db:
                destroyed = db.execute(_DELETE_PERSON, (pseudonym,)).rowcount
                db.execute(_COUNT_DESTRUCTION)
            self._forget()
        return destroyed == 1

    def name_tag(self, family: str, name: str, subjects: Sequence[str] = ()) -> str:
        """Return what stands in clear for a name that a person chose: 26 characters of base32, 130 bits of an HMAC.

        Args:
            family: what it names: `fact`, `session`, `cmd`, `task`; without NUL.
            subjects: pseudonyms of the people it is about; once one is destroyed, no name can be tried against its tag.

        Raises:
            KeysLocked: the store key, or the secret of one of `subjects`, is not at hand.
        """
        assert "\0" not in family, "a NUL parts the family from the name"
        key = self._names_key(subjects) if subjects else self._required().names_key
        return base32(code(key, f"{family}\0{name}".encode())[:20])[:TAG_CHARS]

    def _names_key(self, pseudonyms: Sequence[str]) -> bytes:
        self._required()
        joined = b""
        for pseudonym, secret in self.subject_secrets(sorted(set(pseudonyms))).items():
            if secret is None:
                raise KeysLocked(
                    f"the secret of {pseudonym} is not in {self._file.path}; use words that are not about it"
                )
            joined += secret
        return derive(joined, b"remembrancer names 1")

    def _unlock(self, master: bytes | None) -> None:
        found = self._file.rows(_SELECT_STORE)
        if not found:
            if not self._file.read_only:
                self._make_store_key(master)
            # In this order: another process makes the store key before anything that is kept under it.
            used = self._file.rows("SELECT 1 FROM blocks UNION ALL SELECT 1 FROM subjects LIMIT 1")
            found = self._file.rows(_SELECT_STORE)
            if used and not found:
                raise StoreDamaged(f"{self._file.path} holds no store key; put a backup of keys.db in its place")
        if not found:
            return
        form, wrapped, stored, self._destructions = found[0]
        if not isinstance(form, int) or not isinstance(stored, bytes) or not isinstance(self._destructions, int):
            raise StoreDamaged(
                f"the store key in {self._file.path} cannot be read; put a backup of keys.db in its place"
            )
        if form > FORMAT:
            raise NewerStore(
                f"{self._file.path} has the format {form}, this version knows up to {FORMAT}; upgrade remembrancer"
            )
        self.wrapped = bool(wrapped)
        store_key = self._unwrapped(stored, master) if wrapped else stored
        self.locked = store_key is None
        if store_key is not None:
            self._unlocked = self._unlocked_by(store_key)

    def _unwrapped(self, stored: bytes, master: bytes | None) -> bytes | None:
        return master_key.unwrap(stored, master) if master else None

    def _unlocked_by(self, store_key: bytes) -> _Unlocked:
        return _Unlocked(
            store_key=store_key,
            names_key=derive(store_key, b"remembrancer names 1"),
            slots=Slots(self._file, derive(store_key, b"remembrancer blocks 1")),
            subjects=Subjects(
                self._file,
                key=derive(store_key, b"remembrancer subjects 1"),
                lookup_key=derive(store_key, b"remembrancer lookups 1"),
            ),
        )

    def _make_store_key(self, master: bytes | None) -> None:
        store_key = os.urandom(KEY_BYTES)
        stored = master_key.wrap(store_key, master) if master else store_key
        with self._file.writing() as db:
            # Of several processes that find no key at the same time, the first one makes it.
            unused = "NOT EXISTS (SELECT 1 FROM blocks) AND NOT EXISTS (SELECT 1 FROM subjects)"
            sql = f"INSERT INTO store SELECT 1, ?, ?, ?, 0 WHERE {unused} ON CONFLICT DO NOTHING"
            self.made_anew = db.execute(sql, (FORMAT, int(master is not None), stored)).rowcount == 1

    def _required(self) -> _Unlocked:
        if self._unlocked is not None:
            return self._unlocked
        self._file.check_open()
        if self.locked:
            raise KeysLocked(
                f"the store key in {self._file.path} is wrapped by a master key that was not given, or is another one; "
                f"set {master_key.VARIABLE} or {master_key.FILE_VARIABLE} and open the store again"
            )
        raise KeysLocked(
            f"no keys at {self._file.path}; put keys.db back, or open the store writable to begin new ones"
        )

    def _fresh(self) -> _Unlocked | None:
        """Return what the store key opens, without what was remembered before another process destroyed anything."""
        if self._file.changed_elsewhere():
            found = self._file.rows("SELECT destructions FROM store")
            if found and found[0][0] != self._destructions:
                self._destructions = found[0][0]
                self._forget()
        return self._unlocked

    def _forget(self) -> None:
        self._forgotten += 1
        if self._unlocked:
            self._unlocked.slots.forget()
            self._unlocked.subjects.forget()
