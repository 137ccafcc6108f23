import json
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from remembrancer.domain.errors import SecretRefused, SourceCodeRefused
from remembrancer.domain.refusals import find_told_secret, refuse_code_and_secrets
from remembrancer.domain.source_code import find_code
from remembrancer.infrastructure.secrets import find_secret

CODE = {
    "Python": "def add(a, b):\n    return a + b",
    "JavaScript": "const total = items.reduce((sum, item) => sum + item.price, 0);\nconsole.log(total);",
    "TypeScript": "export interface Limit {\n  value: number;\n}",
    "Java": "public static void main(String[] args) {\n    System.out.println(args[0]);\n}",
    "C": '#include <stdio.h>\nint main(void) {\n    printf("%d\\n", 1);\n}',
    "C++": "std::vector<int> values = {1, 2};\nfor (auto &value : values) {\n    value += 1;\n}",
    "Go": "func (s *Store) Close() error {\n\treturn s.file.Close()\n}",
    "Rust": 'fn main() {\n    println!("hi");\n}',
    "SQL": "SELECT text\nFROM memories\nWHERE layer = 'L4'\nORDER BY position;",
    "shell": 'for file in *.txt; do\n  mv "$file" "${file%.txt}.md"\ndone',
}
ONE_LINE = {
    "SELECT * FROM users WHERE id = 1;": "SQL",
    "for (int i = 0; i < n; i++) {": "statements",
    'rm -rf "$DIR" && mkdir -p "$DIR"': "shell",
    'fn main() { println!("hi"); }': "Rust",
    "from collections import OrderedDict": "Python",
    "import numpy as np": "Python",
    "import os": "Python",
    "export const limit: number = 10;": "JavaScript",
    "public static void main(String[] args) {": "Java",
    "#include <stdio.h>": "C or C++",
    "func (s *Store) Close() error {": "Go",
    "if err != nil { return err }": "Go",
    "let mut names: Vec<String> = Vec::new();": "Rust",
    "create table notes (id integer primary key);": "SQL",
    "result = client.fetch(url, timeout=5)": "statements",
}
TOLD = {
    "a GitHub token": "github_pat_11ABCDEFG0abcdefghijkl_0123456789",
    "an API key": "sk_test_4eC39HqLyjWDarjtT1zdp7dc",
    "a Google API key": "AIzaSyA1234567890abcdefghijklmnopqrstuv",
    "a private key": "-----BEGIN ENCRYPTED PRIVATE KEY-----",
    "a JSON Web Token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
}
KNOWN = {
    "an AWS key": "AKIAIOSFODNN7EXAMPLE",
    "an Azure storage key": f"AccountKey={'aB3+' * 21}ab==",
    "a password in a URL": "postgres://bob:hunter2@db/live",
    "a Discord token": f"M{'a1B2c3D4' * 3}.a1B2c3.{'x9Y8z7' * 4}abc",
    "a GitHub token": f"ghp_{'a1B2c3' * 6}",
    "a GitLab token": f"glpat-{'a1B2c' * 4}",
    "a Mailchimp key": f"{'0a1b2c3d' * 4}-us12",
    "an npm token": f"//registry.npmjs.org/:_authToken=npm_{'a1B2c3' * 6}",
    "an OpenAI key": f"sk-{'aBcdE' * 4}T3BlbkFJ{'a1B2c' * 4}",
    "a PyPI token": f"pypi-AgEIcHlwaS5vcmc{'a1B2c3D4' * 10}",
    "a SendGrid key": f"SG.{'a1B2c3D4e5F' * 2}.{'a1B2c3D4' * 5}abc",
    "a Slack token": "xoxb-123456789012-123456789012-a1B2c3D4e5F6",
    "a Square secret": f"sq0csp-{'a1B2c3D4' * 5}abc",
    "a Stripe key": f"rk_live_{'aBcdEfgh' * 3}",
    "a Telegram token": f"123456789:{'a1B2c3D' * 5}",
    "a Twilio key": f"SK{'0a1b2c3d' * 4}",
    "a password": 'db_password = "hunter2hunter2"',
}
"""By the kind that is told, secrets that detect-secrets knows."""
TOKEN = KNOWN["a GitLab token"]
PASSWORDS = [
    "password: hunter2hunter2",
    "the password is hunter2hunter2",
    "API_KEY=hunter2hunter2",
    "密码是hunter2hunter2",
    "登录口令：hunter2hunter2，请保密",
    "凭证为hunter2hunter2",
]
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
    "调用 `foo(bar, baz)` 之后要检查 foo() 的返回值。",
    "- role: api\n- owner: Dana\n- confidence: high",
    "| service | port |\n|---|---|\n| ledger | 8081 |",
    "a = b + c\nd = e + f\ng = h + i",
    "region = eu-west-1\nretries = 3\nbackoff = 2",
    "2026-03-01 12:04:55 ERROR worker-3 could not reach the broker (retry=5)",
    '{"role": "api", "owner": "Dana", "depends": ["redis", "postgres"], "confidence": 8}',
    "It failed with KeyError: 'user_id' at handlers.py, line 214, in charge().",
    "see https://docs.python.org/3/library/asyncio-task.html#creating-tasks",
    "C:\\Users\\dana\\report-final(2).docx, /etc/nginx/nginx.conf and src/app/Button.tsx",
    "numpy>=1.26,<2.0 is pinned; 3.12.0rc1 was never tried; write to dana@example.com",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b, order 7d9f2c4e-8a1b-4c3d-9e5f-0a1b2c3d4e5f",
    "摘要是e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855，记忆是mem_7k2m9q4x8c1v5b3n。",
    "password: see the vault",
    "its form is https://user:password@host/path",
    "Charset\n~~~~~~~\nis how that heading is underlined.",
    "```text\nonly words in here\n```",
]
CODE_WORDS = [
    "def ",
    "if (",
    ") {",
    " = ",
    "class ",
    "SELECT ",
    "FROM ",
    "```",
    '"',
    "\\n",
    "`",
    "中",
    "eyJ",
    "://",
    "key",
]
ADVERSE = [
    "a",
    "(",
    " ",
    "=",
    '"',
    "`",
    "\\",
    "'",
    "{",
    "\n",
    "中",
    "a.",
    "a b ",
    ',"',
    "if ",
    "key=",
    "eyJ",
    "://a:",
    "sk-",
]


def refuse(text: str) -> None:
    refuse_code_and_secrets(text, "the text", find_secret)


@pytest.mark.parametrize("code", CODE.values(), ids=CODE.keys())
@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("", "", 1),
        ("The fix of Monday was this, and it held:\n\n", "\nIt was reviewed by two people.", 3),
        ("周一的修复如下：\n", "\n已经有两个人评审过。", 2),
    ],
    ids=["alone", "within English", "within Chinese"],
)
def test_bare_source_code_is_refused_with_its_line(code: str, before: str, after: str, line: int) -> None:
    with pytest.raises(SourceCodeRefused, match=rf"holds source code \(.+\) in line {line};"):
        refuse(before + code + after)


@pytest.mark.parametrize("code", CODE.values(), ids=CODE.keys())
def test_source_code_within_json_is_refused_with_the_line_of_its_value(code: str) -> None:
    for indent in (None, 2):
        text = json.dumps({"note": "周一的修复", "body": code}, indent=indent)
        with pytest.raises(SourceCodeRefused, match=rf"holds source code \(.+\) in line {3 if indent else 1};"):
            refuse(text)


def test_source_code_that_json_keeps_as_a_list_of_lines_is_refused() -> None:
    with pytest.raises(SourceCodeRefused, match="within JSON"):
        refuse(json.dumps({"cells": [{"source": ["total = 0\n", "for item in cart:\n", "    total += item\n"]}]}))


def test_source_code_within_json_within_json_is_refused() -> None:
    with pytest.raises(SourceCodeRefused, match="within JSON"):
        refuse(json.dumps({"payload": json.dumps({"body": CODE["Python"]})}))


@pytest.mark.parametrize("mark", ["```", "~~~", "```python", "  ```", "- ```"])
def test_a_fenced_block_is_refused_whatever_it_holds(mark: str) -> None:
    with pytest.raises(SourceCodeRefused, match=r"a fenced block\) in line 2"):
        refuse(f"注意：\n{mark}\nanything at all\n```")


def test_code_fenced_as_plain_text_is_still_code() -> None:
    with pytest.raises(SourceCodeRefused, match=r"Python\) in line 2"):
        refuse(f"```text\n{CODE['Python']}\n```")


@pytest.mark.parametrize(("line", "language"), ONE_LINE.items())
def test_one_unmistakable_line_is_enough_and_its_language_is_told(line: str, language: str) -> None:
    with pytest.raises(SourceCodeRefused) as refusal:
        refuse(f"first\n{line}")
    assert f"source code ({language}) in line 2;" in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    [
        "The fix: SELECT * FROM users WHERE id = 1;",
        "原因是 for (int i = 0; i < n; i++) { 写错了",
        "用这个：const answer = await fetch(url);",
        "The fix is def add(a, b): return a + b",
    ],
)
def test_code_in_the_middle_of_a_sentence_is_refused(text: str) -> None:
    with pytest.raises(SourceCodeRefused, match="in line 1"):
        refuse(text)


def test_lines_that_only_look_like_code_add_up_until_prose_interrupts_them() -> None:
    together = "total = 0\nfor item in cart:\n    total += item\nprint(total)"
    apart = together.replace("\n", "\nand then, as we said in the meeting, comes the next of the steps\n", 1)
    assert find_code(together) is not None
    assert find_code("total = 0\nx = 1\ny = 2\nz = 3") is None
    assert find_code(apart) is not None
    assert find_code("for item in cart:\nthat is how the list of all the orders begins, said Dana") is None


@pytest.mark.parametrize(("kind", "secret"), [*TOLD.items(), *KNOWN.items()])
@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("first line\nUse ", " for now."), ("第一行\n凭证为", "请不要外传")]
)
def test_a_secret_is_refused_with_its_line_and_kind_and_not_repeated(
    kind: str, secret: str, before: str, after: str
) -> None:
    with pytest.raises(SecretRefused) as refusal:
        refuse(before + secret + after)
    # After "凭证为", what follows may be told as a password as well.
    assert f"in line {1 + before.count(chr(10))};" in str(refusal.value)
    assert f"holds {kind} " in str(refusal.value) or "凭证为" in before
    assert not any(part in str(refusal.value) for part in ("hunter2", "a1B2", "AKIA", "0a1b", "eyJ", "4eC39"))


@pytest.mark.parametrize("text", PASSWORDS)
def test_a_password_that_people_tell_is_refused_without_any_library(text: str) -> None:
    found = find_told_secret(f"first\n{text}")
    assert found is not None
    assert (found.line, found.kind) == (2, "a password")


def test_the_first_of_two_secrets_is_told_whoever_finds_it() -> None:
    told, known = PASSWORDS[0], KNOWN["an AWS key"]
    first, second = find_secret(f"{told}\n{known}"), find_secret(f"{known}\n{told}")
    assert first is not None
    assert second is not None
    assert (first.kind, second.kind) == ("a password", "an AWS key")
    assert (first.line, second.line) == (1, 1)


def test_a_secret_far_into_a_long_line_is_found() -> None:
    for at in range(0, 2000, 97):
        found = find_secret(f"{'word ' * 400}"[:at] + f" {KNOWN['a PyPI token']} " + "word " * 300)
        assert found is not None
        assert found.kind == "a PyPI token"


@pytest.mark.parametrize(("text", "loaded"), [("We ship on Fridays; ask Dana for the key.", False), (TOKEN, True)])
def test_the_library_is_loaded_for_texts_that_could_hold_a_secret_only(text: str, loaded: bool) -> None:
    program = (
        "import sys; from remembrancer.infrastructure.secrets import find_secret; "
        f"find_secret({text!r}); print('detect_secrets' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == str(loaded)


@pytest.mark.parametrize("text", PROSE)
def test_prose_that_merely_mentions_code_passes(text: str) -> None:
    refuse(text)


@settings(max_examples=300)
@given(st.lists(st.one_of(st.sampled_from(CODE_WORDS), st.text(max_size=12)), max_size=30).map("".join))
@example('{"a": "\\ud800", "b": "\\q"}')
@example('["' + '["' * 50)
def test_any_text_passes_or_is_refused_in_one_line_that_names_a_line_of_it(text: str) -> None:
    try:
        refuse(text)
    except (SourceCodeRefused, SecretRefused) as refusal:
        said = str(refusal)
        assert "\n" not in said
        assert 1 <= int(said.partition(" in line ")[2].partition(";")[0]) <= len(text.splitlines())


@pytest.mark.timeout(60)
@pytest.mark.parametrize("unit", ADVERSE)
def test_much_of_one_sign_in_one_line_and_in_many_does_not_hang(unit: str) -> None:
    for text in (unit * (200_000 // len(unit)), (unit * (398 // len(unit)) + "\n") * 200):
        find_code(text)
        find_secret(text)
