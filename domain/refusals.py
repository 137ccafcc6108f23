"""What the texts of L3 to L5 must not hold: source code and secrets.

`source_code` finds code. Secrets are found by whoever is handed in, since a well-kept detector is no part of the
domain; the patterns here are for what such detectors lack: passwords that people tell in words, in English and Chinese,
and keys of newer forms. Word boundaries are ASCII, so that a secret glued to Chinese text is found as well.
"""

import re
from functools import lru_cache

from .errors import SecretRefused, SourceCodeRefused
from .findings import Finding, SecretFinder
from .source_code import find_code

_TOLD = r"(?i:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|access[_-]?token|auth[_-]?token)"
_NO_PLACEHOLDER = r"(?!https?:|/|vault|[$<{%*])"
_VALUE = r"(?=[!-~]{0,99}?[0-9])(?=[!-~]{0,99}?[A-Za-z])[!-&(-+\--~]{8,}"
_SECRETS: tuple[tuple[str, str], ...] = (
    ("a private key", r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY"),
    ("a GitHub token", r"(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{22,}"),
    ("an API key", r"(?<![A-Za-z0-9])(?:sk|pk|rk)[-_](?:live|test|proj|ant)[-_][A-Za-z0-9_-]{10,}"),
    ("an API key", r"(?<![A-Za-z0-9])(?:sk|pk|rk)[-_](?=[A-Za-z0-9_-]{0,99}?[0-9])[A-Za-z0-9]{20,}"),
    ("a Google API key", r"(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}"),
    (
        "a JSON Web Token",
        r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\.eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{8,}",
    ),
    (
        "a password",
        rf"(?<![A-Za-z0-9]){_TOLD}[\"']?\s{{0,3}}(?:[=:：]|\bis\b|为|是)\s{{0,3}}[\"']?{_NO_PLACEHOLDER}{_VALUE}",
    ),
    (
        "a password",
        rf"(?:密码|口令|密钥|令牌|凭证)\s{{0,3}}(?:[=:：]|为|是|is\b)\s{{0,3}}[\"'“]?{_NO_PLACEHOLDER}{_VALUE}",
    ),
)


@lru_cache(maxsize=1)
def _secrets() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the patterns, compiled when the first text is looked at."""
    return tuple((kind, re.compile(pattern)) for kind, pattern in _SECRETS)


def find_told_secret(text: str) -> Finding | None:
    """Return the first secret that words or its own form give away."""
    for number, line in enumerate(text.splitlines(), 1):
        for kind, pattern in _secrets():
            if pattern.search(line):
                return Finding(number, kind)
    return None


def refuse_code_and_secrets(text: str, what: str, find_secret: SecretFinder | None = None) -> None:
    """Let `text` pass if it holds neither source code nor secrets.

    Raises:
        SourceCodeRefused, SecretRefused: it does; the message says in which line, and what it looks like.
    """
    secret = (find_secret or find_told_secret)(text)
    if secret is not None:
        raise SecretRefused(
            f"{what} holds {secret.kind} in line {secret.line}; "
            "L3 to L5 take no secrets: keep it in a vault and record where"
        )
    code = find_code(text)
    if code is not None:
        raise SourceCodeRefused(
            f"{what} holds source code ({code.kind}) in line {code.line}; "
            "L3 to L5 take no code: say in words what it does"
        )
