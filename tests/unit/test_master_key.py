"""A master key comes in one of a few spellings, or is refused without being repeated."""

import base64
from pathlib import Path

import pytest

from remembrancer.domain.errors import InvalidFile
from remembrancer.infrastructure.master_key import master_key, parse_master_key, unwrap, wrap

KEY = bytes(range(224, 256))


@pytest.mark.parametrize(
    "text",
    [
        KEY.hex(),
        KEY.hex().upper(),
        f"  {KEY.hex()}\n",
        base64.b64encode(KEY).decode(),
        base64.b64encode(KEY).decode().rstrip("="),
        base64.urlsafe_b64encode(KEY).decode(),
    ],
)
def test_a_key_of_32_bytes_may_be_spelt_in_hex_or_base64(text: str) -> None:
    assert parse_master_key(text, "here") == KEY


@pytest.mark.parametrize(
    "text",
    [
        "",
        "correct horse battery staple",
        KEY.hex()[:-2],
        KEY.hex() + "00",
        "g" * 64,
        " ".join(KEY.hex()[:43]),
        base64.b64encode(KEY[:-1]).decode(),
        base64.b64encode(KEY + b"x").decode(),
        "é" * 43,
        "=" * 44,
    ],
)
def test_anything_else_is_refused_in_one_line_that_says_how_to_make_a_key(text: str) -> None:
    with pytest.raises(
        InvalidFile, match=r"^HERE holds \d+ characters that are no master key; .*openssl rand -hex 32"
    ) as refused:
        parse_master_key(text, "HERE")
    assert not text or text not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_without_either_variable_there_is_no_master_key() -> None:
    assert master_key({}) is None


def test_the_key_may_stand_in_the_environment_or_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(KEY.hex() + "\n")
    assert master_key({"REMEMBRANCER_MASTER_KEY": KEY.hex()}) == KEY
    assert master_key({"REMEMBRANCER_MASTER_KEY_FILE": str(tmp_path / "key")}) == KEY


def test_both_variables_at_once_are_refused() -> None:
    with pytest.raises(InvalidFile, match="both REMEMBRANCER_MASTER_KEY and REMEMBRANCER_MASTER_KEY_FILE are set"):
        master_key({"REMEMBRANCER_MASTER_KEY": KEY.hex(), "REMEMBRANCER_MASTER_KEY_FILE": "x"})


def test_an_empty_variable_is_no_key_and_is_not_taken_for_none() -> None:
    with pytest.raises(InvalidFile, match=r"^REMEMBRANCER_MASTER_KEY holds 0 characters"):
        master_key({"REMEMBRANCER_MASTER_KEY": ""})


@pytest.mark.parametrize("name", ["missing", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidFile, match=r"^REMEMBRANCER_MASTER_KEY_FILE names '.*', which cannot be read"):
        master_key({"REMEMBRANCER_MASTER_KEY_FILE": str(tmp_path / name)})


def test_a_file_that_holds_something_else_is_named(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"\xff" * 4096)
    with pytest.raises(
        InvalidFile, match=r"^the file '.*key' that REMEMBRANCER_MASTER_KEY_FILE names holds 1024 characters"
    ):
        master_key({"REMEMBRANCER_MASTER_KEY_FILE": str(tmp_path / "key")})


def test_only_the_master_key_that_wrapped_a_key_unwraps_it() -> None:
    wrapped = wrap(b"s" * 32, KEY)
    assert unwrap(wrapped, KEY) == b"s" * 32
    assert unwrap(wrapped, KEY[::-1]) is None
    assert unwrap(wrapped[:-1], KEY) is None
