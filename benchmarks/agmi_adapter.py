"""What `agent-memory-integrity` asks of a store, answered for this one: `agmi-check --adapter …:RemembrancerAdapter`.

    PYTHONPATH=. agmi-check --adapter benchmarks.agmi_adapter:RemembrancerAdapter

That suite edits a store behind its back in nine ways and asks whether it notices. The thief played here has the whole
folder of the store, `keys.db` included, and knows the product: words are sealed again with the keys that they were
sealed with, the triggers of the log are taken off and put back, the index of tags is kept in step, gaps are closed,
and whatever could be compared with the log (views, the nodes of the tree, the search index) is thrown away, for the
store makes it anew. What the thief does not have is the state folder of the user who keeps the store.

Three readings of one store; the suite tells the first two apart, and the third tells what the thief is worth:

- `RemembrancerAdapter` looks at every event whenever the store is opened (`verify = "full"`). What it notices, it
  notices before anything is read: the suite calls that rejected.
- `RemembrancerAuditAdapter` opens as stores are opened unless told otherwise (`verify = "head"`), and counts what
  `verify` says when it is asked as well: the suite calls that reported.
- `RemembrancerUnverifiedAdapter` looks at nothing (`verify = "off"`). It accepts what the other two notice, so that it
  is the ledger which notices, and no mistake of the thief.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

import msgspec
from agmi.adapters.base import MemoryAdapter, Record  # pyright: ignore[reportMissingTypeStubs]

from remembrancer import Remembrancer, RemembrancerError
from remembrancer.domain.content import Box, MemoryText
from remembrancer.domain.events import MemoryRecorded
from remembrancer.infrastructure.keys import KeyStore
from remembrancer.infrastructure.sealing import open_box, seal
from remembrancer.infrastructure.sqlite import GUARDS

CONTEXT, OTHER = "atlas", "borea"
STATE = "REMEMBRANCER_STATE"
LOG_TABLES = ("events", "event_tags", "sqlite_sequence")
DERIVED = ("ledger", "index")
"""Folders of a store that are made anew from its log."""

_decode = msgspec.json.decode
_encode = msgspec.json.Encoder(order="sorted").encode


class RemembrancerAdapter(MemoryAdapter):
    """A store that looks at every event when it is opened, and a thief who has its folder."""

    name = "remembrancer, every opening verifies in full"
    detection_point = "read"
    verify_mode = "full"

    supports_replay = True
    supports_metadata = True
    supports_snapshot = True

    def setup(self) -> None:
        """Make a store, and a place for the user's state that is no part of it."""
        self._home = Path(tempfile.mkdtemp(prefix="remembrancer-agmi-"))
        self._state_before = os.environ.get(STATE)
        os.environ[STATE] = str(self._home / "state")
        self._store = self._home / "memory"
        with Remembrancer.open(self._store) as memory:
            self._id = memory.id
            memory.adopt_policy({"version": 2, "ledger": {"verify": self.verify_mode}}, by="user:owner")

    def teardown(self) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self._home, ignore_errors=True)
        if self._state_before is None:
            os.environ.pop(STATE, None)
        else:
            os.environ[STATE] = self._state_before

    def seed(self, n: int) -> None:
        """Record some memories of the first context."""
        self._record(CONTEXT, n)

    def seed_other(self, n: int) -> None:
        """Record some memories of the second one."""
        self._record(OTHER, n)

    def append_genuine(self) -> None:
        """Record one more of the first."""
        with Remembrancer.open(self._store) as memory:
            memory.agent(CONTEXT).record("one more genuine memory", kind="note")

    def read_all_raw(self) -> list[Record]:
        """Return the records of the first context as the file holds them."""
        return self._rows(CONTEXT)

    def read_other_raw(self) -> list[Record]:
        """Return those of the second one."""
        return self._rows(OTHER)

    def write_raw(self, record: Record) -> None:
        """Put a record where its place is, or behind all that there is."""
        body, tags = _said(record)["body"], _said(record)["tags"]
        places = self._places(CONTEXT)
        with self._behind_its_back() as database:
            if record.seq < len(places):
                _replace(database, places[record.seq], body, tags)
                return
            ((last, at),) = database.execute("SELECT max(position), max(at) FROM events").fetchall()
            database.execute(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?)", (last + 1, at + 1, MemoryRecorded.TYPE, tags, body)
            )
            _tag(database, last + 1, tags)

    def delete_raw(self, seq: int) -> None:
        """Take a record out and close the gap; with the last one, cut off all that came after it as well."""
        places = self._places(CONTEXT)
        gone = places[seq]
        with self._behind_its_back() as database:
            if seq == len(places) - 1:
                for table in ("events", "event_tags"):
                    database.execute(f"DELETE FROM {table} WHERE position >= ?", (gone,))
            else:
                for table in ("events", "event_tags"):
                    database.execute(f"DELETE FROM {table} WHERE position = ?", (gone,))
                later = database.execute(
                    "SELECT position FROM events WHERE position > ? ORDER BY 1", (gone,)
                ).fetchall()
                for (position,) in later:
                    for table in ("events", "event_tags"):
                        database.execute(
                            f"UPDATE {table} SET position = ? WHERE position = ?", (position - 1, position)
                        )
            database.execute(
                "UPDATE sqlite_sequence SET seq = (SELECT max(position) FROM events) WHERE name = 'events'"
            )

    def replay_onto(self, victim_seq: int, donor: Record) -> None:
        """Put the sealed words of one memory, which open as they are, into another."""
        position = self._places(CONTEXT)[victim_seq]
        with self._behind_its_back() as database:
            ((body, tags),) = database.execute(
                "SELECT body, tags FROM events WHERE position = ?", (position,)
            ).fetchall()
            _replace(database, position, _with(body, box=_decode(_said(donor)["body"])["box"]), tags)

    def read_meta(self, seq: int) -> dict[str, Any]:
        """Return what a record says of its words in clear."""
        body = _decode(_said(self.read_all_raw()[seq])["body"])
        return {name: body[name] for name in ("importance", "source", "kind")}

    def write_meta(self, seq: int, meta: dict[str, Any]) -> None:
        """Have what came from outside be one's own, and matter most."""
        position = self._places(CONTEXT)[seq]
        changed = {"importance": 10, "source": "own"} if "agmi_meta_tampered" in meta else meta
        with self._behind_its_back() as database:
            ((body, tags),) = database.execute(
                "SELECT body, tags FROM events WHERE position = ?", (position,)
            ).fetchall()
            _replace(database, position, _with(body, **changed), tags)

    def mutate_payload(self, record: Record) -> Record:
        """Seal other words with the keys that the words before were sealed with."""
        _said(record)["body"] = self._reworded(_said(record)["body"], "  [TAMPERED]")
        return record

    def forge_record(self, template: Record) -> Record:
        """Return a memory that nobody recorded, whose words open."""
        known = _decode(_said(template)["body"])["memory"]
        forged = known[:-4] + ("0000" if known[-4:] != "0000" else "1111")
        body = self._reworded(_said(template)["body"], " (forged)", memory=forged)
        fields = {**_said(template), "memory": forged, "body": body}
        fields["tags"] = _said(template)["tags"].replace(known, forged)
        return Record(seq=template.seq + 1, fields=fields)

    def identity_of(self, record: Record) -> str:
        """Return which memory it is."""
        return str(_said(record)["memory"])

    def payload_of(self, record: Record) -> str:
        """Return its sealed words."""
        return str(_decode(_said(record)["body"])["box"])

    def owner_of(self, record: Record) -> str | None:
        """Return whose memory it is."""
        return str(_decode(_said(record)["body"])["agent"])

    def snapshot_store(self) -> object:
        """Copy the folder of the store, and nothing else."""
        kept = self._home / "copy"
        shutil.copytree(self._store, kept)
        return kept

    def restore_store(self, token: object) -> None:
        """Put that copy in its place."""
        shutil.rmtree(self._store)
        Path(str(token)).rename(self._store)

    def reload(self) -> None:
        """Nothing is open between two calls: whatever is asked next is asked after a restart."""

    def verify(self) -> bool:
        """Open the store to work with it, and read what it holds."""
        self.verify_detail = None
        try:
            with Remembrancer.open(self._store) as memory:
                for name in memory.agents():
                    for layer in memory.agent(name).layers().values():
                        _ = [one.text for one in layer]
        except RemembrancerError as refusal:
            self.verify_detail = str(refusal)
            return False
        return True

    def _record(self, agent: str, count: int) -> None:
        with Remembrancer.open(self._store) as memory:
            for number in range(count):
                memory.agent(agent).record(f"memory {number} of {agent}", importance=3, source="foreign")

    def _rows(self, agent: str) -> list[Record]:
        with closing(sqlite3.connect(self._store / "memory.db")) as database:
            found = database.execute(
                "SELECT at, tags, body FROM events WHERE type = ? ORDER BY position", (MemoryRecorded.TYPE,)
            ).fetchall()
        own = [(at, tags, body) for at, tags, body in found if _decode(body)["agent"] == agent]
        return [
            Record(seq, {"memory": _decode(body)["memory"], "at": at, "tags": tags, "body": body})
            for seq, (at, tags, body) in enumerate(own)
        ]

    def _places(self, agent: str) -> list[int]:
        with closing(sqlite3.connect(self._store / "memory.db")) as database:
            found = database.execute(
                "SELECT position, body FROM events WHERE type = ? ORDER BY position", (MemoryRecorded.TYPE,)
            ).fetchall()
        return [position for position, body in found if _decode(body)["agent"] == agent]

    @contextmanager
    def _behind_its_back(self) -> Iterator[sqlite3.Connection]:
        """Lend the database without what guards it; afterwards nothing is left that the log could be compared with."""
        with closing(sqlite3.connect(self._store / "memory.db", isolation_level=None)) as database:
            for guard in GUARDS:
                database.execute(f"DROP TRIGGER {guard}")
            yield database
            for guard in GUARDS.values():
                database.execute(guard)
            tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for (view,) in tables:
                if view not in LOG_TABLES:
                    database.execute(f"DROP TABLE {view}")
        for folder in DERIVED:
            shutil.rmtree(self._store / folder, ignore_errors=True)

    def _reworded(self, body: bytes, more: str, **fields: Any) -> bytes:
        box = msgspec.convert(_decode(body)["box"], Box)
        keys = KeyStore(self._store, read_only=True)
        try:
            (secret,) = keys.slot_secrets([box.slot])
        finally:
            keys.close()
        assert secret is not None, "the thief has the keys"
        bound: dict[str, Any] = {"store": self._id, "event_type": MemoryRecorded.TYPE, "slot_secret": secret}
        said = open_box(box, MemoryText, **bound, subject_secrets=())
        assert isinstance(said, MemoryText), "words open with their own keys"
        sealed = seal(msgspec.structs.replace(said, text=said.text + more), **bound, slot=box.slot)
        assert sealed.data != box.data
        return _with(body, box=msgspec.to_builtins(sealed), **fields)


class RemembrancerAuditAdapter(RemembrancerAdapter):
    """The same store opened as it is unless told otherwise, and asked to verify itself."""

    name = "remembrancer, default opening, then `verify`"
    detection_point = "audit"
    verify_mode = "head"

    def verify(self) -> bool:
        """Open the store and read it; then have it verified."""
        if not super().verify():
            return False
        with Remembrancer.open(self._store, read_only=True) as memory:
            report = memory.verify()
        if not report.ok:
            self.verify_detail = str(report.problems[0])
        return report.ok


class RemembrancerUnverifiedAdapter(RemembrancerAdapter):
    """The same store, which trusts its files."""

    name = "remembrancer, nothing verified"
    verify_mode = "off"


def _said(record: Record) -> dict[str, Any]:
    return cast(dict[str, Any], record.fields)  # pyright: ignore[reportUnknownMemberType]


def _with(body: bytes, **fields: Any) -> bytes:
    """Return a body that says otherwise, in the form that all bodies have."""
    return _encode({**_decode(body), **fields})


def _replace(database: sqlite3.Connection, position: int, body: bytes, tags: str) -> None:
    database.execute("UPDATE events SET body = ?, tags = ? WHERE position = ?", (body, tags, position))
    database.execute("DELETE FROM event_tags WHERE position = ?", (position,))
    _tag(database, position, tags)


def _tag(database: sqlite3.Connection, position: int, tags: str) -> None:
    database.executemany("INSERT INTO event_tags VALUES (?, ?)", [(tag, position) for tag in _decode(tags)])
