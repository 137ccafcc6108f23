import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.errors import RemembrancerError, SecretRefused, SourceCodeRefused
from remembrancer.domain.refusals import refuse_code_and_secrets

CODE = {
    "Python": "The fix:\ndef add(a, b):\n    return a + b",
    "Python import": "from collections import OrderedDict",
    "JavaScript": "const total = items.reduce((sum, item) => sum + item.price, 0);",
    "TypeScript": "export const limit: number = 10;",
    "Java": "public static void main(String[] args) {",
    "C": "#include <stdio.h>",
    "Go": "func (s *Store) Close() error {",
    "Rust": "pub fn open(path: &Path) -> Result<Self> {",
    "SQL": "SELECT text FROM memories WHERE layer = 'L4';",
    "fenced": "注意：\n```\nanything at all\n```",
    "script": "#!/bin/sh\necho hello",
    "bare statements": "total = 0\nfor item in cart:\n    total += item\nprint(total)",
}
SECRETS = {
    "glued to Chinese": "凭证为sk_test_4eC39HqLyjWDarjtT1zdp7dc",
    "AWS": "the key is AKIAIOSFODNN7EXAMPLE",
    "GitHub": "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "private key": "-----BEGIN RSA PRIVATE KEY-----",
    "URL": "the database is at postgres://bob:hunter2@db/live",
    "password": "password: hunter2hunter2",
    "Chinese password": "密码是hunter2hunter2",
    "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
}
PROSE = [
    "use `git rebase`, and call record() twice",
    "import the data first, then select the rows from the table",
    "the class of 2026: public, private and protected schools",
    "let it be = the motto of the team",
    "For each user: ask, then record. If unsure, stop.",
    "密码每九十天更换一次 (passwords change every ninety days)",
    "sk-learn-based-pipeline-config is what the module is called",
    "prefers C++ to Rust; function names in snake_case",
    "- one\n- two\n- three",
]


@pytest.mark.parametrize("text", CODE.values(), ids=CODE.keys())
def test_source_code_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(SourceCodeRefused, match=r"in line \d"):
        refuse_code_and_secrets(text, "the text")


@pytest.mark.parametrize("text", SECRETS.values(), ids=SECRETS.keys())
def test_a_secret_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(SecretRefused, match="in line 1") as refusal:
        refuse_code_and_secrets(text, "the text")
    assert not any(word in str(refusal.value) for word in ("hunter2", "4eC39", "AKIA", "ghp_", "eyJ"))


@pytest.mark.parametrize("text", PROSE)
def test_prose_that_merely_mentions_code_passes(text: str) -> None:
    refuse_code_and_secrets(text, "the text")


def test_the_line_of_a_finding_is_counted_from_one() -> None:
    with pytest.raises(SourceCodeRefused, match="in line 3"):
        refuse_code_and_secrets("first\nsecond\n#include <stdio.h>", "the text")


@given(st.text())
def test_any_text_passes_or_is_refused_in_one_line(text: str) -> None:
    found = ""
    try:
        refuse_code_and_secrets(text, "the text")
    except RemembrancerError as refusal:
        found = str(refusal)
    assert "\n" not in found
