"""Bytes that were released are read, and written the same again, for ever.

Each file in tests/golden/ holds one stored event, `{"type", "tags", "body"}`, the body as the exact text of its bytes.
Its words are sealed for the store `STORE` under secrets that `secret_of` makes from their names.

To add one for a new type, or a new schema number: import this module in a Python shell, make an event and its words,
`print(as_golden(event, words))`, and save the text under the name that `file_of` gives. A file never changes once it
was released; when a schema is written no more, its file stays and is read through the upcasters.
"""

import hashlib
from pathlib import Path

import msgspec
import pytest

from remembrancer.domain.content import AnyContent
from remembrancer.domain.events import EVENT_TYPES, AnyEvent
from remembrancer.infrastructure.codec import CODEC, KNOWN_TYPES
from remembrancer.infrastructure.log import StoredEvent
from remembrancer.infrastructure.sealing import open_box, seal

FOLDER = Path(__file__).parents[1] / "golden"
FILES = sorted(FOLDER.glob("*.json"))
STORE = "00112233445566778899aabbccddeeff"
SLOT = "0123456789abc.7"
WRITTEN_TODAY = {event_type.TYPE for event_type in EVENT_TYPES}


class Golden(msgspec.Struct, forbid_unknown_fields=True):
    type: str
    tags: tuple[str, ...]
    body: str

    def stored(self) -> StoredEvent:
        return StoredEvent(position=7, at=0, type=self.type, tags=self.tags, body=self.body.encode())


def file_of(type_name: str) -> Path:
    return FOLDER / f"{type_name.replace('/', '-')}.json"


def secret_of(name: str) -> bytes:
    """Return the secret of a slot or subject in the golden files."""
    return hashlib.sha256(name.encode()).digest()


def as_golden(event: AnyEvent, words: AnyContent | None = None, subjects: tuple[str, ...] = ()) -> str:
    """Return the text of a golden file for an event whose box is None and the words to seal in it."""
    if words is not None:
        people = [(pseudonym, secret_of(pseudonym)) for pseudonym in sorted(subjects)]
        secret = secret_of(SLOT)
        box = seal(words, store=STORE, event_type=event.TYPE, slot=SLOT, slot_secret=secret, subjects=people)
        event = msgspec.structs.replace(event, box=box)
    new = CODEC.encode(event)
    golden = Golden(type=new.type, tags=new.tags, body=new.body.decode())
    return msgspec.json.format(msgspec.json.encode(golden), indent=2).decode() + "\n"


def read(file: Path) -> Golden:
    return msgspec.json.decode(file.read_bytes(), type=Golden)


def test_every_type_of_event_has_a_golden_file() -> None:
    missing = [
        str(file_of(name).relative_to(FOLDER.parent)) for name in sorted(KNOWN_TYPES) if not file_of(name).exists()
    ]
    assert not missing, (
        f"no golden file {', '.join(missing)}; the docstring of {Path(__file__).name} says how to make one"
    )


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_released_event_is_read_and_written_the_same_again(file: Path) -> None:
    golden = read(file)
    assert file == file_of(golden.type)
    event = CODEC.check(golden.stored()).event
    if golden.type in WRITTEN_TODAY:
        again = CODEC.encode(event)
        assert (again.type, again.tags, again.body.decode()) == (golden.type, golden.tags, golden.body)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_released_words_open_with_their_keys(file: Path) -> None:
    golden = read(file)
    event = CODEC.decode(golden.stored()).event
    if event.CONTENT is None:
        assert event.box is None
        return
    assert event.box is not None, "a golden file has words wherever its type has"
    content = open_box(
        event.box,
        event.CONTENT,
        store=STORE,
        event_type=golden.type,
        slot_secret=secret_of(event.box.slot),
        subject_secrets=[secret_of(pseudonym) for pseudonym in event.box.subjects],
    )
    assert isinstance(content, event.CONTENT)
    assert "golden" in repr(content)
