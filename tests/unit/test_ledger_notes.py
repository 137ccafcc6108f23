"""Notes and checkpoints have the form of the C2SP specifications, to the byte."""

import base64
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from independent_ledger import verified
from remembrancer.domain.errors import InvalidFile, InvalidName
from remembrancer.infrastructure.ledger.notes import Checkpoint, Note, Signer, VerifierKey, origin, signed, signed_by

# From the specification c2sp.org/signed-note, and from the tests of golang.org/x/mod/sumdb/note.
FOO_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
FOO_NOTE = (
    "This is an example message.\n\n"
    "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
PETER_SEED = "gQoUAtUUbI2E8kQzMPVAgOv5juF9nHT2JS/F1ccoMXM="
PETER_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
ENOCH_KEY = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
TEXT = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"  # Neumann's
)
PETER = "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
ENOCH = "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"
CHECKPOINT = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)

STORE = "00ff" * 8
ROOT = sha256(b"root").digest()
OWN = Signer(origin(STORE), Ed25519PrivateKey.from_private_bytes(bytes(32)))


def key(text: str) -> VerifierKey:
    return VerifierKey.parse(text)


def test_the_example_of_the_specification_verifies_and_is_written_the_same() -> None:
    note = Note.parse(FOO_NOTE)
    assert signed_by(note, [key(FOO_KEY)]) == (key(FOO_KEY),)
    assert str(note) == FOO_NOTE
    assert key(FOO_KEY).text == FOO_KEY


def test_the_published_key_signs_the_published_text_with_the_published_signature() -> None:
    signer = Signer("PeterNeumann", Ed25519PrivateKey.from_private_bytes(base64.b64decode(PETER_SEED)))
    assert signer.key.text == PETER_KEY
    assert str(signed(TEXT, [signer])) == f"{TEXT}\n{PETER}"


def test_of_several_signatures_the_known_ones_count_and_others_are_passed_over() -> None:
    note = Note.parse(f"{TEXT}\n{PETER}{ENOCH}")
    assert signed_by(note, [key(PETER_KEY)]) == (key(PETER_KEY),)
    assert signed_by(note, [key(ENOCH_KEY), key(PETER_KEY)]) == (key(PETER_KEY), key(ENOCH_KEY))
    assert signed_by(note, [key(FOO_KEY)]) == signed_by(note, []) == ()
    assert signed_by(Note.parse(f"{TEXT}\n{PETER}{PETER}"), [key(PETER_KEY), key(PETER_KEY)]) == (key(PETER_KEY),)


def test_a_signature_under_another_name_or_hash_is_unknown_and_not_wrong() -> None:
    misnamed = Note.parse(f"{TEXT}\n{PETER.replace('PeterNeumann', 'CarmenSandiego')}")
    of_another_key = Note.parse(f"{TEXT}\n{PETER.replace('x08g', 'xxxx')}")
    assert signed_by(misnamed, [key(PETER_KEY)]) == signed_by(of_another_key, [key(PETER_KEY)]) == ()


@pytest.mark.parametrize(
    "note",
    [
        f"{TEXT.replace('answer', 'anwser')}\n{PETER}",
        f"{TEXT}\n{PETER[:60]}ABCD{PETER[60:]}",
        f"{TEXT}\n{ENOCH}{PETER.replace('JnAM=', 'JnAI=')}",
    ],
)
def test_a_wrong_signature_of_a_known_key_is_refused(note: str) -> None:
    with pytest.raises(InvalidFile, match=r"the signature of 'PeterNeumann.* does not fit the note"):
        signed_by(Note.parse(note), [key(ENOCH_KEY), key(PETER_KEY)])


@pytest.mark.parametrize(
    "note",
    [
        "",
        TEXT,
        f"{TEXT}\n",
        f"{TEXT}\n{PETER}"[:-1],
        f"\x01{TEXT}\n{PETER}",
        f"{TEXT}\r\n{PETER}",
        f"{TEXT}\n— Bad Name {PETER.split(' ')[2]}",
        f"{TEXT}\n— Bad+Name {PETER.split(' ')[2]}",
        f"{TEXT}\n— Bad\u2003Name {PETER.split(' ')[2]}",
        f"{TEXT}\n{PETER}Unexpected line.\n",
        f"{TEXT}\n{PETER.replace('— ', '- ')}",
        f"{TEXT}\n{PETER.replace('=', '')}",
        f"{TEXT}\n{PETER.replace('JnAM=', 'JnAN=')}",
        f"{TEXT}\n— PeterNeumann x08gow==\n",
        f"{TEXT}\n{PETER * 101}",
        f"{TEXT * 20_000}\n{PETER}",
        f"\ud800{TEXT}\n{PETER}",
    ],
)
def test_what_is_no_signed_note_is_refused(note: str) -> None:
    with pytest.raises(InvalidFile):
        Note.parse(note)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(InvalidFile, match="not UTF-8"):
        Note.parse(b"\xff" + FOO_NOTE.encode())


def test_sixteen_signatures_are_looked_at_and_the_text_ends_at_the_last_empty_line() -> None:
    note = Note.parse(f"one\n\nother\n\n{PETER * 16}".encode())
    assert (note.text, len(note.signatures)) == ("one\n\nother\n", 16)


@pytest.mark.parametrize("start", range(0, len(PETER_KEY), 3))
def test_no_part_and_no_variant_of_a_key_is_a_key(start: int) -> None:
    pieces = [PETER_KEY[start:end] for end in range(start, len(PETER_KEY) + 1) if end - start < len(PETER_KEY)]
    changed = [
        PETER_KEY[:at] + chr(ord(PETER_KEY[at]) + 1) + PETER_KEY[at + 1 :]
        for at in range(start, start + 3)
        if at < len(PETER_KEY)
    ]
    for text in pieces + changed:
        with pytest.raises(InvalidFile):
            key(text)


@pytest.mark.parametrize(
    "text",
    [
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        f" {PETER_KEY}",
        PETER_KEY.replace("c74f20a3", "C74F20A3"),
        f"{PETER_KEY}\n",
    ],
)
def test_a_key_of_another_type_length_or_spelling_is_refused(text: str) -> None:
    with pytest.raises(InvalidFile):
        key(text)


@pytest.mark.parametrize("name", ["", "two words", "a+b", "line\nfeed", "em\u2003space"])
def test_a_name_that_would_break_its_line_signs_nothing(name: str) -> None:
    with pytest.raises(InvalidName, match="is no name for a key"):
        Signer(name, Ed25519PrivateKey.generate())


@pytest.mark.parametrize("text", ["", "no line feed", "tab\there\n", "\ud800\n"])
def test_a_text_that_cannot_stand_in_a_note_is_not_signed(text: str) -> None:
    with pytest.raises((InvalidFile, UnicodeEncodeError)):
        signed(text, [OWN])


def test_the_checkpoint_of_the_specification_is_read_and_written_the_same() -> None:
    note = Note.parse(CHECKPOINT)
    checkpoint = Checkpoint.parse(note.text)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert (checkpoint.text, str(note)) == (note.text, CHECKPOINT)


@given(st.integers(0, 2**53), st.binary(min_size=32, max_size=32))
def test_a_signed_checkpoint_comes_back_and_verifies_by_the_specification_alone(size: int, root: bytes) -> None:
    checkpoint = Checkpoint(origin(STORE), size, root)
    note = signed(checkpoint.text, [OWN])
    assert verified(str(note).encode(), OWN.key.text) == (f"remembrancer/{STORE}", size, root)
    assert Note.parse(str(note)) == note
    assert Checkpoint.parse(note.text) == checkpoint
    assert signed_by(note, [key(OWN.key.text)]) == (OWN.key,)


@given(st.data())
def test_any_changed_byte_of_a_checkpoint_or_its_signature_is_noticed(data: st.DataObject) -> None:
    note = str(signed(Checkpoint(origin(STORE), 1_234, ROOT).text, [OWN])).encode()
    at = data.draw(st.integers(0, len(note) - 1))
    edited = note[:at] + bytes([note[at] ^ data.draw(st.integers(1, 255))]) + note[at + 1 :]
    try:
        signers = signed_by(Note.parse(edited), [OWN.key])
    except InvalidFile:
        return
    assert signers == ()


@pytest.mark.parametrize(
    "text",
    [
        f"log\n1\n{base64.b64encode(ROOT).decode()}\nextension\n",
        f"log\n1\n{base64.b64encode(ROOT).decode()}",
        f"log\n1\n{base64.b64encode(ROOT).decode()}\n\n",
        f"\n1\n{base64.b64encode(ROOT).decode()}\n",
        f"log\n01\n{base64.b64encode(ROOT).decode()}\n",
        f"log\n-1\n{base64.b64encode(ROOT).decode()}\n",
        f"log\n+1\n{base64.b64encode(ROOT).decode()}\n",
        f"log\n١\n{base64.b64encode(ROOT).decode()}\n",
        f"log\n\n{base64.b64encode(ROOT).decode()}\n",
        f"log\n1\n{base64.b64encode(ROOT[:-1]).decode()}\n",
        f"log\n1\n{base64.urlsafe_b64encode(b'?' * 32).decode().replace('/', '_')} \n",
        "log\n1\n\n",
        "log\n1\n",
        "",
    ],
)
def test_a_checkpoint_that_says_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidFile, match="a checkpoint"):
        Checkpoint.parse(text)


def test_a_signer_shows_nothing_of_its_key() -> None:
    shown = repr(OWN) + str(OWN.__dict__)
    assert base64.b64encode(bytes(32)).decode() not in shown
    assert bytes(32).hex() not in shown
