"""Words open with all of their keys, with nothing less, and nowhere but where they were sealed."""

import binascii
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remembrancer.domain.content import AnyContent, Box, LineTexts, MemoryText, Reason
from remembrancer.domain.errors import KeysLocked, StoreDamaged, StoreReadOnly
from remembrancer.domain.events import (
    AnyEvent,
    Draft,
    IdentityEstablished,
    Line,
    MemoryForgotten,
    MemoryRevised,
    Recorded,
    StoreCreated,
)
from remembrancer.infrastructure.keys import KeyStore
from remembrancer.infrastructure.sealing import Sealer, open_box, seal

STORE = "00112233445566778899aabbccddeeff"
AGENT: dict[str, Any] = {
    "actor": "agent:atlas",
    "cause": "c",
    "box": None,
    "agent": "atlas",
    "scope": "fleet",
    "policy": 1,
    "command": None,
}
FORGOTTEN = MemoryForgotten(**AGENT, memory="mem_0000000000000000")
REVISED = MemoryRevised(**AGENT, memory="mem_0000000000000000", revision=2, triggered=False, valid_from=0)
CREATED = StoreCreated(actor="user:x", cause="c", box=None, store=STORE, format=1)
WHY = Reason(because="the user asked")


@pytest.fixture
def keys(tmp_path: Path) -> Iterator[KeyStore]:
    with KeyStore(tmp_path) as opened:
        yield opened


@pytest.fixture
def sealer(keys: KeyStore) -> Sealer:
    return Sealer(keys, STORE)


def box_of(event: AnyEvent) -> Box:
    assert event.box is not None
    return event.box


def with_box(event: AnyEvent, **changes: object) -> AnyEvent:
    return msgspec.structs.replace(event, box=msgspec.structs.replace(box_of(event), **changes))


LINES = st.text(min_size=1, max_size=20)
PERHAPS = st.none() | LINES
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
TEXTS = st.builds(
    MemoryText,
    because=PERHAPS,
    subjects=st.lists(LINES, max_size=3).map(tuple),
    command=PERHAPS,
    text=st.text(),
    summary=PERHAPS,
    trigger=PERHAPS,
    tags=st.lists(LINES, max_size=3).map(tuple),
    key=PERHAPS,
    session=PERHAPS,
    metadata=st.none() | st.dictionaries(st.text(max_size=5), JSON, max_size=3),
)


@given(words=TEXTS, people=st.lists(st.sampled_from(["user:1", "user:2", "user:3"])))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_was_sealed_opens_again(keys: KeyStore, sealer: Sealer, words: MemoryText, people: list[str]) -> None:
    pseudonyms = list(keys.pseudonyms(people).values())
    event = sealer.seal(Draft(REVISED, words), pseudonyms)
    assert sealer.open(event) == words
    assert msgspec.structs.replace(event, box=None) == REVISED
    assert box_of(event).subjects == tuple(sorted(set(pseudonyms)))


def test_identity_lines_open_again(sealer: Sealer) -> None:
    lines = LineTexts(because="because", lines={"mem_0": "Keep the records", "mem_1": "絶対に推測しない"})
    event = IdentityEstablished(**AGENT, version=1, lines=(Line("mem_0", "mission", 0), Line("mem_1", "never", 1)))
    assert sealer.open(sealer.seal(Draft(event, lines))) == lines


def test_a_box_can_be_opened_with_nothing_but_the_published_form(keys: KeyStore, sealer: Sealer) -> None:
    people = sorted(keys.pseudonyms(["user:1", "user:2"]).values())
    box = box_of(sealer.seal(Draft(FORGOTTEN, WHY), people))
    secret = keys.slot_secret(box.slot)
    assert secret is not None
    secrets = secret + b"".join(keys.subject_secret(pseudonym) or b"" for pseudonym in people)
    key = HKDF(SHA256(), 32, salt=None, info=b"remembrancer seal 1\0" + STORE.encode()).derive(secrets)
    bound = f'["{STORE}","memory.forgotten/1","{box.slot}","{people[0]}","{people[1]}"]'.encode()
    data = binascii.a2b_base64(box.data)
    assert AESGCM(key).decrypt(data[:12], data[12:], bound) == b'{"because":"the user asked"}'


def test_a_draft_without_words_takes_no_key_and_gives_its_event_as_it_is(tmp_path: Path, sealer: Sealer) -> None:
    before = (tmp_path / "keys.db").read_bytes()
    assert sealer.seal(Draft(CREATED, None)) is CREATED
    assert sealer.open(CREATED) is None
    assert (tmp_path / "keys.db").read_bytes() == before


def test_many_drafts_are_sealed_in_order_each_for_its_own_people(keys: KeyStore, sealer: Sealer) -> None:
    one, two = keys.pseudonym("user:1"), keys.pseudonym("user:2")
    drafts = [Draft(FORGOTTEN, Reason(because=f"reason {number}")) for number in range(40)]
    drafts[3] = Draft(FORGOTTEN, None)
    events = sealer.seal_many(drafts, [(), (one,), (two, one, two), *[()] * 37])
    assert [event.box and event.box.subjects for event in events[:4]] == [(), (one,), tuple(sorted((one, two))), None]
    recorded = [Recorded(position=place, at=0, event=event) for place, event in enumerate(events, 1)]
    assert sealer.open_many(recorded) == [draft.content for draft in drafts]
    assert [sealer.open(event) for event in events] == [draft.content for draft in drafts]


def test_no_two_boxes_share_a_slot(sealer: Sealer) -> None:
    events = sealer.seal_many([Draft(FORGOTTEN, WHY)] * 100, [()] * 100)
    events.append(sealer.seal(Draft(FORGOTTEN, WHY)))
    assert len({box_of(event).slot for event in events}) == 101


def test_nothing_of_the_words_stands_in_the_box(sealer: Sealer) -> None:
    data = binascii.a2b_base64(box_of(sealer.seal(Draft(REVISED, MemoryText(text="Athanasius" * 20)))).data)
    assert b"Athanasius" not in data


def test_destroying_the_slot_makes_the_words_unreadable_and_no_others(keys: KeyStore, sealer: Sealer) -> None:
    gone, stays = sealer.seal_many([Draft(FORGOTTEN, WHY)] * 2, [(), ()])
    assert keys.destroy_slot(box_of(gone).slot)
    assert sealer.open(gone) is None
    assert sealer.open(stays) == WHY


def test_destroying_one_person_makes_all_words_about_that_person_unreadable(keys: KeyStore, sealer: Sealer) -> None:
    one, two = keys.pseudonym("user:1"), keys.pseudonym("user:2")
    both, other, nobody = sealer.seal_many([Draft(FORGOTTEN, WHY)] * 3, [(one, two), (two,), ()])
    keys.destroy_subject("user:1")
    assert sealer.open(both) is None
    assert sealer.open(other) == WHY
    assert sealer.open(nobody) == WHY


def test_words_about_an_erased_person_are_erased_from_the_start_and_others_go_on(
    keys: KeyStore, sealer: Sealer
) -> None:
    gone, stays = keys.pseudonym("user:1"), keys.pseudonym("user:2")
    keys.destroy_subject(gone)
    derived, other = sealer.seal_many([Draft(FORGOTTEN, WHY)] * 2, [(gone, stays), (stays,)])
    assert box_of(derived).subjects == tuple(sorted((gone, stays)))
    assert sealer.open(derived) is None
    assert keys.slot_secret(box_of(derived).slot) is None
    assert sealer.open(other) == WHY


def test_no_key_in_the_file_opens_words_that_were_erased_from_the_start(keys: KeyStore, sealer: Sealer) -> None:
    gone = keys.pseudonym("user:1")
    block = box_of(sealer.seal(Draft(FORGOTTEN, WHY))).slot.partition(".")[0]
    keys.destroy_subject(gone)
    box = box_of(sealer.seal(Draft(FORGOTTEN, WHY), [gone]))
    secrets = [secret for secret in keys.slot_secrets([f"{block}.{number}" for number in range(16)]) if secret]
    assert len(secrets) == 16
    for secret in secrets:
        where = {"store": STORE, "event_type": FORGOTTEN.TYPE}
        assert open_box(box, Reason, **where, slot_secret=secret, subject_secrets=[]) is None


def test_words_that_were_erased_from_the_start_stay_so_when_an_older_file_brings_the_person_back(
    tmp_path: Path, keys: KeyStore, sealer: Sealer
) -> None:
    gone = keys.pseudonym("user:1")
    before = sealer.seal(Draft(FORGOTTEN, WHY), [gone])
    older = tmp_path / "older"
    older.mkdir()
    (older / "keys.db").write_bytes((tmp_path / "keys.db").read_bytes())
    keys.destroy_subject(gone)
    derived = sealer.seal(Draft(FORGOTTEN, WHY), [gone])
    with KeyStore(older) as revived:
        # Both the person and the block that this process seals from are back.
        assert Sealer(revived, STORE).open(before) == WHY
        assert Sealer(revived, STORE).open(derived) is None


@pytest.mark.parametrize("place", [0, 11, 12, -17, -16, -1])
def test_a_changed_byte_is_damage_at_its_position(sealer: Sealer, place: int) -> None:
    event = sealer.seal(Draft(FORGOTTEN, WHY))
    data = bytearray(binascii.a2b_base64(box_of(event).data))
    data[place] ^= 1
    changed = with_box(event, data=binascii.b2a_base64(data, newline=False).decode())
    with pytest.raises(
        StoreDamaged, match=r"^the words of event 12 \(memory.forgotten/1\) do not open with their own keys"
    ):
        sealer.open(changed, 12)
    with pytest.raises(StoreDamaged, match=r"^the words of event 13 "):
        sealer.open_many([Recorded(position=13, at=0, event=changed)])


@pytest.mark.parametrize("data", ["", "!", "AAAA", "é", "A" * 60])
def test_data_that_is_no_ciphertext_is_damage(sealer: Sealer, data: str) -> None:
    event = sealer.seal(Draft(FORGOTTEN, WHY))
    with pytest.raises(StoreDamaged, match=r"^the words of event 12 "):
        sealer.open(with_box(event, data=data), 12)


def test_words_do_not_open_in_another_type_of_event(sealer: Sealer) -> None:
    event = sealer.seal(Draft(REVISED, MemoryText(text="x")))
    moved = msgspec.structs.replace(FORGOTTEN, box=event.box)
    with pytest.raises(StoreDamaged, match="do not open"):
        sealer.open(moved, 1)


def test_words_do_not_open_in_another_store(keys: KeyStore, sealer: Sealer) -> None:
    event = sealer.seal(Draft(FORGOTTEN, WHY))
    with pytest.raises(StoreDamaged, match="do not open"):
        Sealer(keys, STORE[::-1]).open(event, 1)


def test_words_do_not_open_in_the_box_of_another_slot(sealer: Sealer) -> None:
    one, two = sealer.seal_many([Draft(FORGOTTEN, WHY)] * 2, [(), ()])
    with pytest.raises(StoreDamaged, match="do not open"):
        sealer.open(with_box(one, slot=box_of(two).slot), 1)


def test_a_person_cannot_be_taken_off_or_put_on_a_box(keys: KeyStore, sealer: Sealer) -> None:
    one, two = sorted(keys.pseudonyms(["user:1", "user:2"]).values())
    event = sealer.seal(Draft(FORGOTTEN, WHY), [one])
    for subjects in ((), (two,), (one, two), (one, one)):
        with pytest.raises(StoreDamaged, match="do not open"):
            sealer.open(with_box(event, subjects=subjects), 1)


def test_the_order_of_people_does_not_open_to_exchange(keys: KeyStore, sealer: Sealer) -> None:
    event = sealer.seal(Draft(FORGOTTEN, WHY), list(keys.pseudonyms(["user:1", "user:2"]).values()))
    with pytest.raises(StoreDamaged, match="do not open"):
        sealer.open(with_box(event, subjects=box_of(event).subjects[::-1]), 1)


def test_a_slot_that_was_never_made_reads_as_not_at_hand(sealer: Sealer) -> None:
    event = sealer.seal(Draft(FORGOTTEN, WHY))
    for slot in ("", "x", "0000000000000.0", "zzzzzzzzzzzzz.0", f"{box_of(event).slot}0000"):
        assert sealer.open(with_box(event, slot=slot), 1) is None


def test_words_where_the_type_has_none_are_damage(sealer: Sealer) -> None:
    box = sealer.seal(Draft(FORGOTTEN, WHY)).box
    with pytest.raises(StoreDamaged, match="should not be there"):
        sealer.open(msgspec.structs.replace(CREATED, box=box), 1)


def test_words_of_another_form_than_their_type_says_are_damage(keys: KeyStore, sealer: Sealer) -> None:
    [(slot, secret)] = keys.take_slots(1)
    box = seal(WHY, store=STORE, event_type=REVISED.TYPE, slot=slot, slot_secret=secret)
    with pytest.raises(StoreDamaged, match=r"^the words of event 5 .* missing required field `text`"):
        sealer.open(msgspec.structs.replace(REVISED, box=box), 5)


def test_words_of_a_newer_writer_open_without_what_is_unknown_here() -> None:
    class NewerReason(Reason, frozen=True, kw_only=True):
        mood: str

    secret = os.urandom(32)
    words: AnyContent = NewerReason(because="x", mood="calm")
    box = seal(words, store=STORE, event_type="a/1", slot="s", slot_secret=secret)
    opened = open_box(box, Reason, store=STORE, event_type="a/1", slot_secret=secret, subject_secrets=[])
    assert opened == Reason(because="x")


def test_without_the_master_key_words_read_as_not_at_hand_and_none_can_be_sealed(tmp_path: Path) -> None:
    master = os.urandom(32)
    with KeyStore(tmp_path, master=master) as keys:
        event = Sealer(keys, STORE).seal(Draft(FORGOTTEN, WHY), [keys.pseudonym("user:1")])
    with KeyStore(tmp_path) as locked:
        sealer = Sealer(locked, STORE)
        assert sealer.open(event) is None
        assert sealer.seal(Draft(CREATED, None)) is CREATED
        with pytest.raises(KeysLocked):
            sealer.seal(Draft(FORGOTTEN, WHY))
    with KeyStore(tmp_path, master=master) as keys:
        assert Sealer(keys, STORE).open(event) == WHY


def test_a_read_only_opening_opens_words_and_seals_none(tmp_path: Path) -> None:
    with KeyStore(tmp_path) as keys:
        event = Sealer(keys, STORE).seal(Draft(FORGOTTEN, WHY))
    with KeyStore(tmp_path, read_only=True) as keys:
        assert Sealer(keys, STORE).open(event) == WHY
        with pytest.raises(StoreReadOnly):
            Sealer(keys, STORE).seal(Draft(FORGOTTEN, WHY))
