"""Processes that open a new store at once: one makes the store key, and nobody takes its keys for damage."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from remembrancer.infrastructure.key_file import KeyFile
from remembrancer.infrastructure.keys import KeyStore


@pytest.mark.parametrize("read_only", [False, True])
def test_a_store_key_that_another_process_makes_while_one_looks_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read_only: bool
) -> None:
    with KeyStore(tmp_path) as keys:
        ((slot, secret),) = keys.take_slots(1)
        pseudonym = keys.pseudonym("user:42")
    look, looks = KeyFile.rows, 0

    def too_early(self: KeyFile, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        nonlocal looks
        looks += 1
        return [] if looks == 1 else look(self, sql, values)

    monkeypatch.setattr(KeyFile, "rows", too_early)
    with KeyStore(tmp_path, read_only=read_only) as keys:
        assert looks > 1
        assert not keys.made_anew
        assert keys.slot_secret(slot) == secret
        assert keys.find_pseudonym("user:42") == pseudonym
