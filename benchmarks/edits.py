"""Edits that somebody might make to a closed store behind its back, each drawn at random and told where it strikes.

Whoever edits here knows the store well: triggers are put back, positions are given out again, and half of the time the
index of tags is made to agree. What they lack is the signing key and the anchor.
"""

import random
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from remembrancer.infrastructure.sqlite import GUARDS

Row = list[Any]
_FIRST_EDITABLE = 2
"""Without its first event a folder is no store: an opening says so."""


class Edit(msgspec.Struct, frozen=True):
    """What was done to a store."""

    kind: str
    how: str
    positions: tuple[int, ...]
    """Where something is not as it was; a verification must name one of them."""


class Editor:
    """Edits one store; its folder must not be open."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self._chance = chance
        self._connection = sqlite3.connect(folder / "memory.db", isolation_level=None)
        (self._head,) = self._connection.execute("SELECT max(position) FROM events").fetchone()

    def edit(self, kind: str) -> Edit:
        """Make one edit of a kind of `KINDS`."""
        for name in GUARDS:
            self._connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        self._connection.execute("BEGIN")
        how, positions = KINDS[kind](self)
        self._connection.execute("COMMIT")
        for statement in GUARDS.values():
            self._connection.execute(statement)
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()
        return Edit(kind, how, tuple(sorted(positions)))

    def body(self) -> tuple[str, Sequence[int]]:
        """Change the body of one event, which mostly stays one that can be read."""
        position = self._any()
        row = self._row(position)
        body = bytearray(row[4])
        digits = [at for at, byte in enumerate(body) if 48 <= byte <= 57]
        letters = [at for at, byte in enumerate(body) if 97 <= byte <= 122]
        how = self._chance.choice(("a digit", "a letter", "any byte", "a byte less", "spaces"))
        if how == "a digit":
            at = self._chance.choice(digits)
            body[at] = 48 + (body[at] - 48 + self._chance.randint(1, 9)) % 10
        elif how == "a letter":
            at = self._chance.choice(letters)
            body[at] = 97 + (body[at] - 97 + self._chance.randint(1, 25)) % 26
        elif how == "any byte":
            body[self._chance.randrange(len(body))] ^= self._chance.randint(1, 255)
        elif how == "a byte less":
            del body[self._chance.randrange(len(body))]
        else:
            body[1:1] = b" "
        self._set(position, body=bytes(body))
        return how, [position]

    def type_(self) -> tuple[str, Sequence[int]]:
        """Change the type of one event."""
        position = self._any()
        old = self._row(position)[2]
        types = [type_ for (type_,) in self._connection.execute("SELECT DISTINCT type FROM events")]
        new = self._chance.choice([type_ for type_ in (*types, f"{old}9", "memory.unheard/1") if type_ != old])
        self._set(position, type=new)
        return f"{old} to {new}", [position]

    def time(self) -> tuple[str, Sequence[int]]:
        """Change the time of one event, by much or by a microsecond."""
        position = self._any()
        by = self._chance.choice((1, -1, 1_000_000, -1_000_000, 86_400_000_000, -86_400_000_000))
        self._set(position, at=self._row(position)[1] + by)
        # A time between two others is as good as any: only its own event tells. One beyond its neighbour tells there.
        return f"by {by}", [position, position + 1]

    def tags(self) -> tuple[str, Sequence[int]]:
        """Change the tags of one event, and mostly the index as well."""
        position = self._tagged()
        tags: list[str] = msgspec.json.decode(self._row(position)[3])
        how = self._chance.choice(("one less", "one more", "another", "spaces"))
        if how == "one less":
            tags.remove(self._chance.choice(tags))
        elif how == "one more":
            tags = sorted({*tags, f"agent:{self._word()}"})
        elif how == "another":
            tags[self._chance.randrange(len(tags))] = f"mem:{self._word()}"
            tags.sort()
        text = msgspec.json.encode(tags).decode()
        self._set(position, tags=text.replace(",", ", ") if how == "spaces" else text)
        if how == "spaces" and "," not in text:
            self._set(position, tags=text.replace("[", "[ "))
        if self._chance.random() < 0.5:
            self._index(position, tags)
        return how, [position]

    def tag_table(self) -> tuple[str, Sequence[int]]:
        """Change the index of tags only."""
        position = self._tagged()
        tags: list[str] = msgspec.json.decode(self._row(position)[3])
        tag = self._chance.choice(tags)
        how = self._chance.choice(("one less", "one more", "moved"))
        if how in {"one less", "moved"}:
            self._connection.execute("DELETE FROM event_tags WHERE tag = ? AND position = ?", (tag, position))
        places = [position]
        if how == "one more":
            self._connection.execute("INSERT INTO event_tags VALUES (?, ?)", (f"mem:{self._word()}", position))
        if how == "moved":
            other = self._chance.choice([at for at in self._without(tag) if at != position])
            self._connection.execute("INSERT INTO event_tags VALUES (?, ?)", (tag, other))
            places.append(other)
        return how, places

    def swap(self) -> tuple[str, Sequence[int]]:
        """Have two events change places, neighbours or not."""
        one = self._chance.randint(_FIRST_EDITABLE, self._head - 1)
        other = one + 1 if self._chance.random() < 0.5 else self._chance.randint(one + 1, self._head)
        first, second = self._row(one), self._row(other)
        first[0], second[0] = other, one
        if self._chance.random() < 0.5:
            first[1], second[1] = second[1], first[1]  # times stay where they were
        self._connection.execute("DELETE FROM events WHERE position IN (?, ?)", (one, other))
        for row in (first, second):
            self._insert(row)
            self._index(row[0], msgspec.json.decode(row[3]))
        return f"{one} and {other}", [one, other]

    def deletion(self) -> tuple[str, Sequence[int]]:
        """Delete one event or a few, and close the gap or leave it."""
        first = self._chance.randint(_FIRST_EDITABLE, self._head - 5)
        count = self._chance.choice((1, 1, 1, 2, 5))
        self._delete(first, first + count - 1)
        if self._chance.random() < 0.5:
            self._move(first + count, -count)
            self._give_out(self._head - count)
            return f"{count}, gap closed", range(first, self._head + 1)
        return f"{count}, gap left", range(first, first + count)

    def insertion(self) -> tuple[str, Sequence[int]]:
        """Insert an event that looks like others, in between or at the end."""
        model = self._row(self._any())
        if self._chance.random() < 0.4:
            (at,) = self._connection.execute("SELECT at FROM events WHERE position = ?", (self._head,)).fetchone()
            model[0], model[1] = self._head + 1, at + self._chance.randint(0, 1_000)
            place = "at the end"
        else:
            position = self._chance.randint(_FIRST_EDITABLE, self._head)
            at = self._row(position)[1]
            self._move(position, 1)
            model[0], model[1] = position, at
            place = "in between"
        self._insert(model)
        self._index(model[0], msgspec.json.decode(model[3]))
        self._give_out(self._head + 1)
        return place, range(model[0], self._head + 2)

    def truncation(self) -> tuple[str, Sequence[int]]:
        """Cut off the end, a few events or half of the log."""
        count = self._chance.choice((1, 1, 2, 7, 50, self._head // 2))
        end = max(_FIRST_EDITABLE, self._head - count)
        self._delete(end + 1, self._head)
        if self._chance.random() < 0.7:
            self._give_out(end)
        return f"after {end}", range(end + 1, self._head + 1)

    def checkpoint(self) -> tuple[str, Sequence[int]]:
        """Change a checkpoint or take it out."""
        kind = "ledger.checkpoint_signed/1"
        places = [p for (p,) in self._connection.execute("SELECT position FROM events WHERE type = ?", (kind,))]
        position = self._chance.choice(places)
        how = self._chance.choice(("size", "root", "signature", "text", "another's", "out", "reason"))
        if how == "out":
            self._delete(position, position)
            return how, [position]
        said = msgspec.json.decode(self._row(position)[4])
        if how == "size":
            said["size"] -= 1
        elif how == "root":
            said["root"] = ("1" if said["root"][0] == "0" else "0") + said["root"][1:]
        elif how == "signature":
            note = said["note"]
            said["note"] = note[:-20] + ("A" if note[-20] != "A" else "B") + note[-19:]
        elif how == "text":
            origin, size, rest = said["note"].split("\n", 2)
            said["note"] = f"{origin}\n{int(size) + 1}\n{rest}"
        elif how == "reason":
            said["reason"] = "export" if said["reason"] != "export" else "asked"
        else:
            other = msgspec.json.decode(self._row(self._chance.choice([p for p in places if p != position]))[4])
            said |= {name: other[name] for name in ("note", "root", "size")}
        self._set(position, body=msgspec.json.encode(said, order="sorted"))
        return how, [position]

    def _any(self) -> int:
        return self._chance.randint(_FIRST_EDITABLE, self._head)

    def _tagged(self) -> int:
        while True:
            position = self._any()
            if self._row(position)[3] != "[]":
                return position

    def _word(self) -> str:
        return "".join(self._chance.choices("abcdefgh", k=12))

    def _row(self, position: int) -> Row:
        found = self._connection.execute(
            "SELECT position, at, type, tags, body FROM events WHERE position = ?", (position,)
        )
        return list(found.fetchone())

    def _without(self, tag: str) -> list[int]:
        rows = self._connection.execute(
            "SELECT position FROM events WHERE position NOT IN (SELECT position FROM event_tags WHERE tag = ?)", (tag,)
        )
        return [position for (position,) in rows]

    def _set(self, position: int, **values: Any) -> None:
        for name, value in values.items():
            self._connection.execute(f"UPDATE events SET {name} = ? WHERE position = ?", (value, position))

    def _insert(self, row: Row) -> None:
        self._connection.execute("INSERT INTO events(position, at, type, tags, body) VALUES (?, ?, ?, ?, ?)", row)

    def _index(self, position: int, tags: Sequence[str]) -> None:
        self._connection.execute("DELETE FROM event_tags WHERE position = ?", (position,))
        self._connection.executemany("INSERT INTO event_tags VALUES (?, ?)", [(tag, position) for tag in set(tags)])

    def _delete(self, first: int, last: int) -> None:
        for table in ("events", "event_tags"):
            self._connection.execute(f"DELETE FROM {table} WHERE position BETWEEN ? AND ?", (first, last))

    def _move(self, first: int, by: int) -> None:
        """Move all events from a position on; by way of negative ones, which nobody has."""
        for table in ("events", "event_tags"):
            self._connection.execute(f"UPDATE {table} SET position = -position WHERE position >= ?", (first,))
            self._connection.execute(f"UPDATE {table} SET position = ? - position WHERE position < 0", (by,))

    def _give_out(self, last: int) -> None:
        self._connection.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'events'", (last,))


KINDS: dict[str, Callable[[Editor], tuple[str, Sequence[int]]]] = {
    "bodies": Editor.body,
    "types": Editor.type_,
    "times": Editor.time,
    "tags": Editor.tags,
    "tag table": Editor.tag_table,
    "swaps": Editor.swap,
    "deletions": Editor.deletion,
    "insertions": Editor.insertion,
    "truncations": Editor.truncation,
    "checkpoints": Editor.checkpoint,
}
