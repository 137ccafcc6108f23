"""The key that signs a store's checkpoints: in the user's state folder, not in the store, which it vouches for."""

import binascii
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ...domain.errors import InvalidFile, StoreReadOnly
from .notes import Signer, origin
from .state_folder import make_folder, state_folder, sync_folder

FILE = "signing.key"
FILE_BYTES_MAX = 4_096
KEY_BYTES = 32

_PEM = re.compile(rb"-----BEGIN PRIVATE KEY-----\n([A-Za-z0-9+/=]{64})\n-----END PRIVATE KEY-----\n")
_PKCS8 = bytes.fromhex("302e020100300506032b657004220420")
"""What stands before the 32 bytes of an Ed25519 key in PKCS #8: RFC 8410, section 7."""


def signer(store_id: str, environ: Mapping[str, str] = os.environ) -> Signer:
    """Return what signs for a store; its key is made if there is none. Of several processes that make one, one wins.

    Raises:
        InvalidFile: the file holds no Ed25519 key. What it holds is not repeated.
        StoreReadOnly: the state folder or the file cannot be made or read.
    """
    path = state_folder(store_id, environ) / FILE
    key = _read(path)
    if key is None:
        make_folder(path.parent)
        _make(path)
        key = _read(path)
    if key is None:
        raise StoreReadOnly(f"the signing key {str(path)!r} was taken away while it was made; try again")
    return Signer(origin(store_id), key)


def known_signer(store_id: str, environ: Mapping[str, str] = os.environ) -> Signer | None:
    """Return what signs for a store if its key is there already; `signer` says what is raised."""
    key = _read(state_folder(store_id, environ) / FILE)
    return key and Signer(origin(store_id), key)


def _make(path: Path) -> None:
    """Put a new key in place whole and durable, unless another process was first."""
    new = path.with_name(f".{FILE}.{os.urandom(8).hex()}")
    try:
        _write(new, Ed25519PrivateKey.generate())
        with suppress(FileExistsError):
            os.link(new, path)  # unlike a rename, it replaces nothing
        sync_folder(path.parent)
    except OSError as fault:
        raise StoreReadOnly(
            f"cannot make the signing key {str(path)!r}: {fault.strerror}; let it be written"
        ) from fault
    finally:
        new.unlink(missing_ok=True)


def _write(path: Path, key: Ed25519PrivateKey) -> None:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(file, "wb") as stream:
        stream.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        stream.flush()
        os.fsync(stream.fileno())


def _read(path: Path) -> Ed25519PrivateKey | None:
    try:
        with open(path, "rb") as stream:
            pem = stream.read(FILE_BYTES_MAX)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise StoreReadOnly(f"cannot read the signing key {str(path)!r}: {fault.strerror}; let it be read") from fault
    key = _written_here(pem) or _written_elsewhere(pem)
    if not isinstance(key, Ed25519PrivateKey):
        raise InvalidFile(
            f"{str(path)!r} holds no Ed25519 key in PEM; put its backup back, or move it away to sign with another"
        )
    return key


def _written_here(pem: bytes) -> Ed25519PrivateKey | None:
    """Return the key in the one form that is written here, None if it has another.

    The module that reads all forms takes longer to import than everything else that the end of a session does.
    """
    found = _PEM.fullmatch(pem)
    data = binascii.a2b_base64(found[1]) if found else b""
    if len(data) != len(_PKCS8) + KEY_BYTES or not data.startswith(_PKCS8):
        return None
    return Ed25519PrivateKey.from_private_bytes(data[len(_PKCS8) :])


def _written_elsewhere(pem: bytes) -> object:
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        return load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return None
