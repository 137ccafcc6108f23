"""The master key: it wraps the store key, so that `keys.db` alone opens nothing."""

import binascii
import os
from collections.abc import Mapping
from pathlib import Path

from ..domain.errors import InvalidFile
from .ciphers import KEY_BYTES, decrypt, derive, encrypt

VARIABLE = "REMEMBRANCER_MASTER_KEY"
FILE_VARIABLE = "REMEMBRANCER_MASTER_KEY_FILE"
FILE_BYTES_MAX = 1024

_FORM = "a master key is 32 random bytes as 64 hex digits or as base64; make one with `openssl rand -hex 32`"
_PURPOSE = b"remembrancer master key 1"
_BOUND_TO = b"remembrancer store key 1"


def master_key(environ: Mapping[str, str] = os.environ) -> bytes | None:
    """Return the master key that the environment gives, itself or by the name of a file; None if it gives none.

    Raises:
        InvalidFile: it gives both, or something that is no master key. What was given is not repeated.
    """
    given, file = environ.get(VARIABLE), environ.get(FILE_VARIABLE)
    if given is not None and file is not None:
        raise InvalidFile(f"both {VARIABLE} and {FILE_VARIABLE} are set; unset one of them")
    if given is not None:
        return parse_master_key(given, VARIABLE)
    if file is not None:
        return parse_master_key(_text_of(file), f"the file {file!r} that {FILE_VARIABLE} names")
    return None


def parse_master_key(text: str, where: str) -> bytes:
    """Return the 32 bytes that `text` spells in hex or base64, of either alphabet and padded or not.

    White space around it is ignored.

    Raises:
        InvalidFile: it spells something else. The message names `where`, never the text.
    """
    spelt = text.strip()
    key = _from_hex(spelt) if len(spelt) == KEY_BYTES * 2 else _from_base64(spelt)
    if key is None or len(key) != KEY_BYTES:
        raise InvalidFile(f"{where} holds {len(spelt)} characters that are no master key; {_FORM}")
    return key


def wrap(store_key: bytes, master: bytes) -> bytes:
    """Return the store key encrypted under a master key."""
    return encrypt(derive(master, _PURPOSE), store_key, _BOUND_TO)


def unwrap(wrapped: bytes, master: bytes) -> bytes | None:
    """Return the store key, None if another master key wrapped it."""
    return decrypt(derive(master, _PURPOSE), wrapped, _BOUND_TO)


def _text_of(file: str) -> str:
    try:
        with Path(file).open("rb") as opened:
            return opened.read(FILE_BYTES_MAX).decode("ascii", "replace")
    except (OSError, ValueError) as fault:
        raise InvalidFile(f"{FILE_VARIABLE} names {file!r}, which cannot be read ({fault}); {_FORM}") from None


def _from_hex(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None


def _from_base64(text: str) -> bytes | None:
    standard = text.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return binascii.a2b_base64(standard + "=" * (-len(standard) % 4), strict_mode=True)
    except ValueError:
        return None
