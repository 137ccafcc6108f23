"""Source code and secrets do not get into L3 to L5, by whatever door; what is refused leaves nothing behind."""

from pathlib import Path
from typing import Any

import pytest

from command_line import Run
from remembrancer import Agent, Refused, Remembrancer, SecretRefused, SourceCodeRefused

TOKEN = f"glpat-{'a1B2c' * 4}"
"""A secret that only detect-secrets knows."""
SNIPPET = "def add(a, b):\n    return a + b"


def stored_bytes(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())


@pytest.mark.parametrize("kind", ["practice", "preference", "pattern", "fact", "module"])
def test_a_secret_that_only_the_library_knows_is_refused_and_nothing_is_stored(
    memory: Remembrancer, atlas: Agent, tmp_path: Path, kind: str
) -> None:
    before = memory.position
    with pytest.raises(SecretRefused, match="a GitLab token in line 2"):
        atlas.record(f"部署时使用下面的凭证\n令牌是{TOKEN}请保密", kind=kind, key="token" if kind == "fact" else None)
    assert memory.position == before
    assert TOKEN.encode() not in stored_bytes(tmp_path)
    assert not atlas.layers()["L3"]
    assert not atlas.layers()["L4"]


@pytest.mark.parametrize(
    "words",
    [
        {"summary": f"use {TOKEN}"},
        {"because": f"we had {TOKEN}"},
        {"tags": [TOKEN]},
        {"metadata": {"notes": ["harmless", {"deploy": TOKEN}]}},
        {"metadata": {TOKEN: 1}},
    ],
    ids=["summary", "because", "tags", "metadata", "name in metadata"],
)
def test_no_other_words_of_a_memory_hold_a_secret_either(
    memory: Remembrancer, atlas: Agent, words: dict[str, Any]
) -> None:
    before = memory.position
    with pytest.raises(SecretRefused):
        atlas.record("the deployment asks for a token", kind="practice", **words)
    assert memory.position == before


def test_code_that_metadata_keep_as_a_list_of_lines_is_refused(atlas: Agent) -> None:
    with pytest.raises(SourceCodeRefused):
        atlas.record("the sum of a cart", kind="practice", metadata={"source": SNIPPET.split("\n")})


def test_a_note_may_hold_both_but_is_not_promoted_with_them(memory: Remembrancer, atlas: Agent) -> None:
    person = memory.agent("atlas", by="user:ann")
    for text in (TOKEN, SNIPPET):
        note = atlas.record(text, kind="note").id
        with pytest.raises(Refused, match="L3 to L5 take no"):
            person.promote(note, to="L4", because="worth keeping")
        assert atlas.show(note).layer == "L2"


def test_a_practice_is_not_revised_into_code(atlas: Agent) -> None:
    practice = atlas.record("sum up carts with care", kind="practice").id
    with pytest.raises(SourceCodeRefused, match="Python"):
        atlas.revise(practice, SNIPPET, because="clearer")
    assert atlas.show(practice).text == "sum up carts with care"


def test_the_command_line_says_where_and_what_in_one_line(run: Run, store: Path) -> None:
    answer = run("record", f"first line\n{TOKEN}", "--kind", "practice", "--agent", "atlas")
    assert answer.code == 2
    assert "a GitLab token in line 2" in answer.err
    assert answer.err.count("\n") == 1
    assert TOKEN not in answer.err
    assert TOKEN.encode() not in stored_bytes(store)
