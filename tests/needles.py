"""Needles for erasures: a life with words that stand nowhere else, in every place where words can go, and a search
for pieces of them in every file of a store, however they are written.
"""

import base64
import json
import zlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from dreamt import consolidated, order, reflected
from noting import note
from remembrancer import Memory, Remembrancer
from remembrancer.domain.commands import MakeSuggestion
from remembrancer.domain.ids import SUGGESTION, make_id

PERSON = "user:wilhelmina-ørsted"
PIECE = 8
GZIP = b"\x1f\x8b\x08"
CONSONANTS, VOWELS = "bdfghjklmnprtvwz", "aeiouyäöüáéíóúàè"
FIRST_SIGN = 0x4E00


class Needles:
    """Makes needles: each names its place, in two scripts, and no two share a piece."""

    def __init__(self) -> None:
        self.planted: dict[str, str] = {}

    def __call__(self, place: str) -> str:
        random = sha256(place.encode()).digest()
        sounds = "".join(CONSONANTS[byte & 15] + VOWELS[byte >> 4] for byte in random[:9])
        signs = "".join(chr(FIRST_SIGN + 40 * byte + random[byte % 32] % 40) for byte in random[9:20])
        self.planted[place] = f"{sounds} {signs}"
        return self.planted[place]


def planted(memory: Remembrancer, clock: Any, *, subjects: list[str]) -> tuple[Needles, dict[str, Memory]]:
    """Have atlas live through everything that brings words; return the needles, and the memories to erase by name."""
    atlas, say, made = memory.agent("atlas"), Needles(), dict[str, Memory]()
    about: dict[str, Any] = {"subjects": subjects}
    made["note"] = atlas.record(
        say("text"),
        summary=say("summary"),
        tags=[say("tag")],
        metadata={say("metadata name"): [say("metadata value")]},
        because=say("because"),
        **about,
    )
    made["lesson"] = atlas.record(
        say("lesson"), kind="lesson", trigger=say("trigger"), summary=say("lesson summary"), **about
    )
    atlas.revise(made["note"].id, say("revision"), because=say("because of revision"), **about)
    made["old"] = atlas.record(say("value of a fact"), kind="fact", key="sky", **about)
    made["fact"] = atlas.record(say("newer value"), kind="fact", key="sky", **about)
    made["decision"] = atlas.decide(say("decision"), **about)
    atlas.judge(made["decision"].id, "right", because=say("judgement"))
    session = atlas.session("talk of nothing")
    made["message"] = session.message(say("message"), **about)
    session.end(because="it is late")
    task = atlas.task("a task without a name")
    task.start(objective=say("objective"), because=say("because of a task"), **about)
    task.checkpoint({"step": say("checkpoint")}, **about)
    made["task"] = atlas.task("a task without a name").memory
    task.complete(say("outcome"), **about)
    envelope: dict[str, Any] = {"role": "tester", "risk": "low", "constraints": [], "forbidden_signals": []}
    made["intent"] = atlas.intent(envelope, example={"what": say("example")}, **about).memory
    atlas.trauma("rollback", because=say("trauma"), evidence=[made["note"].id], **about)
    kept = [atlas.record(f"a plain remark, number {number}", kind="note") for number in range(3)]
    made["noticed"] = atlas.record(say("noticed"), **about)
    consolidated(memory, [*kept[:2], made["noticed"]], say("practice"), because=say("because of a practice"))
    made["alike"] = atlas.record(say("alike"), kind="preference", **about)
    other = atlas.record("likes the colour of slate", kind="preference")
    atlas.merge([made["alike"].id, other.id], say("merged"), because=say("because of a merge"))
    made["archived"] = atlas.record(say("archived"), **about)
    atlas.archive(made["archived"].id, because=say("because of the archive"))
    reflected(memory, say("reflection"), [made["lesson"]])
    suggestion = make_id(SUGGESTION, bytes(range(10)))
    order(
        memory,
        MakeSuggestion,
        suggestion=suggestion,
        change="identity",
        section="rules",
        concerned=(made["lesson"].id,),
        text=say("suggestion"),
    )
    memory.agent("atlas", by="user:ann").decline(suggestion, because=say("declined"))
    note(memory, say("query"), [made["note"].id, made["fact"].id])
    if subjects:
        note(memory, say("query about a person"), subjects=subjects)
    assert memory.store.notes.flush()
    memory.store.archive.drain()
    clock.forward(seconds=int(timedelta(hours=1).total_seconds()))
    return say, made


def pieces(needle: str) -> Iterator[str]:
    """Yield each run of 8 characters, and of 4 signs."""
    for at in range(len(needle) - PIECE + 1):
        yield needle[at : at + PIECE]


def forms(piece: str) -> Iterator[bytes]:
    """Yield a piece as files may hold it."""
    plain = piece.encode()
    yield plain
    yield piece.encode("utf-16-le")
    yield piece.encode("utf-16-be")
    yield json.dumps(piece)[1:-1].encode()
    for shift in range(3):
        coded = base64.b64encode(bytes(shift) + plain)
        # What hangs on neighbours is cut off: whole groups of the piece alone remain.
        yield coded[4 if shift else 0 : 4 * ((shift + len(plain)) // 3)]


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield all that the files of a folder hold, what is compressed also as it was before."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            data = file.read_bytes()
            yield str(file.relative_to(folder)), data
            at = data.find(GZIP)
            while at >= 0:
                with suppress(zlib.error):
                    yield f"{file.name} unpacked", zlib.decompressobj(31).decompress(data[at:])
                at = data.find(GZIP, at + 1)


def found(folder: Path, needles: Needles) -> list[str]:
    """Return where pieces of needles stand in the files of a folder."""
    asked = [
        (place, form) for place, needle in needles.planted.items() for piece in pieces(needle) for form in forms(piece)
    ]
    first = np.array([int.from_bytes(form[:8], "little") for _, form in asked], dtype=np.uint64)
    held: dict[str, None] = {}
    for name, data in contents(folder):
        if len(data) < 8:
            continue
        # Each form has 8 bytes or more: only those whose first 8 stand there at all are looked for.
        runs = sliding_window_view(np.frombuffer(data, np.uint8), 8).copy().view("<u8").ravel()
        for number in np.flatnonzero(np.isin(first, runs)):
            place, form = asked[number]
            if form in data:
                held[f"{place} in {name}"] = None
    return list(held)
