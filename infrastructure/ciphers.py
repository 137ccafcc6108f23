"""The few primitives that keys, sealed words and names are made with, each in one agreed form.

Key derivation is HKDF-SHA256 (RFC 5869) without salt, codes are HMAC-SHA256 (RFC 2104), encryption is AES-256-GCM
(NIST SP 800-38D) with a random nonce of 12 bytes in front and the tag of 16 bytes behind:

    nonce || ciphertext || tag
"""

import os
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC

KEY_BYTES = 32
NONCE_BYTES = 12
TAG_BYTES = 16

_SHA256 = SHA256()
_BLOCK_BYTES = 64
"""Of SHA-256: what an HMAC pads its key to."""
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
_INNER_OF_ZEROS = bytes(_BLOCK_BYTES).translate(_INNER)
_OUTER_OF_ZEROS = bytes(_BLOCK_BYTES).translate(_OUTER)


def derive(secret: bytes, purpose: bytes) -> bytes:
    """Return a key of 32 bytes that serves `purpose` only; `secret` is at least 32 random bytes.

    RFC 5869 with an empty salt and one block of output, each HMAC written out as in RFC 2104: one is derived for every
    box that is opened, and the two calls of a library take longer than the hashes. The tests compare it with one.
    """
    extracted = sha256(_OUTER_OF_ZEROS + sha256(_INNER_OF_ZEROS + secret).digest()).digest().ljust(_BLOCK_BYTES, b"\0")
    inner = sha256(extracted.translate(_INNER) + purpose + b"\x01").digest()
    return sha256(extracted.translate(_OUTER) + inner).digest()


def code(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA256 of `message`, 32 bytes."""
    hmac = HMAC(key, _SHA256)
    hmac.update(message)
    return hmac.finalize()


def encrypt(key: bytes, plain: bytes, bound_to: bytes) -> bytes:
    """Return `plain` encrypted; it opens only together with the same `bound_to`, which is not kept."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, plain, bound_to)


def decrypt(key: bytes, sealed: object, bound_to: bytes) -> bytes | None:
    """Return what `encrypt` was given; None if the key, the bytes or what they are bound to are not the same."""
    if not isinstance(sealed, bytes) or len(sealed) < NONCE_BYTES + TAG_BYTES:
        return None
    try:
        return AESGCM(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], bound_to)
    except InvalidTag:
        return None
