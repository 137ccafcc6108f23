"""What the specifications say about trees, proofs and notes, written down a second time and as plainly as they do.

It imports nothing of the product and shares no thought with it: trees are lists of entries, hashed by the recursive
definitions of RFC 6962, section 2.1; proofs are checked by following the same recursion, not the loops of RFC 9162.
"""

import base64
import hashlib
import json
from collections.abc import Sequence

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def entry(store: str, position: int, at: int, type_: str, tags: Sequence[str], body: bytes) -> bytes:
    """Return what a leaf is the hash of, without the 0x00 before it."""
    said = {"at": at, "position": position, "store": store, "tags": sorted(tags), "type": type_}
    return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" + body


def leaf(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry)


def split(count: int) -> int:
    """Return the largest power of two smaller than `count`."""
    power = 1
    while power * 2 < count:
        power *= 2
    return power


def mth(leaves: Sequence[bytes]) -> bytes:
    """MTH(D), for the hashes of the entries of D."""
    if not leaves:
        return sha256(b"")
    if len(leaves) == 1:
        return leaves[0]
    k = split(len(leaves))
    return sha256(b"\x01" + mth(leaves[:k]) + mth(leaves[k:]))


def path(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH(m, D)."""
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if m < k:
        return [*path(m, leaves[:k]), mth(leaves[k:])]
    return [*path(m - k, leaves[k:]), mth(leaves[:k])]


def subproof(m: int, leaves: Sequence[bytes], *, known: bool) -> list[bytes]:
    """SUBPROOF(m, D, b); PROOF(m, D) is that with b true."""
    if m == len(leaves):
        return [] if known else [mth(leaves)]
    k = split(len(leaves))
    if m <= k:
        return [*subproof(m, leaves[:k], known=known), mth(leaves[k:])]
    return [*subproof(m - k, leaves[k:], known=False), mth(leaves[:k])]


def includes(leaf: bytes, m: int, count: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Follow PATH from the root down: the last hash of a proof stands next to the root's other child."""

    def rooted(m: int, count: int, proof: Sequence[bytes]) -> bytes | None:
        if count == 1:
            return None if proof else leaf
        if not proof:
            return None
        k = split(count)
        below = rooted(m, k, proof[:-1]) if m < k else rooted(m - k, count - k, proof[:-1])
        if below is None:
            return None
        return sha256(b"\x01" + below + proof[-1]) if m < k else sha256(b"\x01" + proof[-1] + below)

    return 0 <= m < count and rooted(m, count, proof) == root


def grew(m: int, count: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Follow SUBPROOF from the root down, and put both roots together on the way up."""

    def roots(m: int, count: int, proof: Sequence[bytes], *, known: bool) -> tuple[bytes, bytes] | None:
        if m == count:
            if known:
                return None if proof else (old_root, old_root)
            return (proof[0], proof[0]) if len(proof) == 1 else None
        if not proof:
            return None
        k, last = split(count), proof[-1]
        if m <= k:
            below = roots(m, k, proof[:-1], known=known)
            return below and (below[0], sha256(b"\x01" + below[1] + last))
        below = roots(m - k, count - k, proof[:-1], known=False)
        return below and (sha256(b"\x01" + last + below[0]), sha256(b"\x01" + last + below[1]))

    return 1 <= m <= count and roots(m, count, proof, known=True) == (old_root, new_root)


def verified(note: bytes, verifier_key: str) -> tuple[str, int, bytes]:
    """Return origin, size and root of a checkpoint that a key has signed; raises ValueError if it has not."""
    name, hint, encoded = verifier_key.split("+", 2)
    kind_and_key = base64.b64decode(encoded, validate=True)
    if kind_and_key[0] != 1 or sha256(name.encode() + b"\n" + kind_and_key)[:4].hex() != hint:
        raise ValueError(verifier_key)
    above, _, below = note.decode().rpartition("\n\n")
    text = above + "\n"
    for line in below.splitlines():
        dash, signer, signature = line.split(" ")
        data = base64.b64decode(signature, validate=True)
        if (dash, signer, data[:4].hex()) == ("—", name, hint):
            try:
                Ed25519PublicKey.from_public_bytes(kind_and_key[1:]).verify(data[4:], text.encode())
            except InvalidSignature:
                raise ValueError(line) from None
            origin, size, root = text.removesuffix("\n").split("\n")
            return origin, int(size), base64.b64decode(root, validate=True)
    raise ValueError(note)


class NaiveTree:
    """A tree that hashes everything anew whenever it is asked."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.leaves = list(leaves)

    def node(self, level: int, index: int) -> bytes:
        return mth(self.leaves[index << level : (index + 1) << level])


def made_up_leaves(count: int, salt: str = "") -> list[bytes]:
    return [leaf(f"{salt}{number}".encode()) for number in range(count)]


def changed(data: bytes, at: int = 0) -> bytes:
    """Return the same bytes with one bit of one byte turned."""
    at %= len(data)
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
