from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.infrastructure.ciphers import derive


@given(st.binary(min_size=32, max_size=300), st.binary(max_size=300))
def test_a_key_is_derived_as_rfc_5869_says(secret: bytes, purpose: bytes) -> None:
    assert derive(secret, purpose) == HKDF(SHA256(), 32, None, purpose).derive(secret)
