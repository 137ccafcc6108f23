"""What the texts of L3 and L4 must not hold: source code and secrets.

Both detectors look at lines, say the line and the kind of what they found, and let prose pass that merely
mentions code. Word boundaries are ASCII, so that a secret glued to Chinese text is found as well.
"""

import re
from functools import lru_cache

from .errors import SecretRefused, SourceCodeRefused

_SECRETS: tuple[tuple[str, str], ...] = (
    ("a private key", r"-----BEGIN [A-Z ]*PRIVATE KEY"),
    ("an AWS access key", r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("a GitHub token", r"(?<![A-Za-z0-9])(?:gh[opusr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})"),
    ("a Slack token", r"(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}"),
    ("an API key", r"(?<![A-Za-z0-9])(?:sk|pk|rk)[-_](?:live|test|proj|ant)[-_][A-Za-z0-9_-]{10,}"),
    ("an API key", r"(?<![A-Za-z0-9])(?:sk|pk|rk)[-_](?=[A-Za-z0-9_-]{0,99}[0-9])[A-Za-z0-9_-]{20,}"),
    ("a Google API key", r"(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}"),
    ("a JSON Web Token", r"(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
    ("a password in a URL", r"(?<=[a-z0-9])://[^\s/:@]{1,200}:[^\s/:@]{3,200}@"),
    (
        "a password",
        (
            r"(?i)(?:(?<![A-Za-z0-9])(?:password|passwd|secret|api[_-]?key|access[_-]?token)|密码|口令|密钥)"
            r"\s*(?:[=:：]|is|为|是)\s*[\"']?(?=[^\s\"']{0,99}[0-9])(?=[^\s\"']{0,99}[A-Za-z])[!-~]{8,}"
        ),
    ),
)

_FENCE = r"^\s*(?:```|~~~)"
_SHELL_PROMPT = r"^\s*(?:\$|#!)\s*\S"
_CODE_LINES: tuple[tuple[str, str], ...] = (
    ("Python", r"^\s*(?:async\s+)?def\s+\w+\s*\(.*\)\s*(?:->.*)?:\s*(?:\S.*)?$"),
    ("Python", r"^\s*class\s+\w+(?:\([\w., =]*\))?:\s*$"),
    ("Python", r"^(?:from\s+[\w.]+\s+import\s+[\w*, ()]+|import\s+[\w.]+(?:\s+as\s+\w+)?)\s*$"),
    ("JavaScript", r"^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*\w*\s*\([^)]*\)\s*\{"),
    (
        "JavaScript",
        r"^\s*(?:export\s+)?(?:const|let|var)\s+[\w{}\[\], ]+\s*(?::\s*[\w<>\[\]| ]+)?=\s*\S.*[;{(]\s*$",
    ),
    ("JavaScript", r"^\s*import\s+.*\s+from\s+['\"].*['\"];?\s*$"),
    ("JavaScript", r"=>\s*\{\s*$"),
    (
        "Java",
        r"^\s*(?:public|private|protected)\s+(?:static\s+|final\s+|abstract\s+)*[\w<>\[\], ]+\s*(?:\([^)]*\)|\w+)?\s*(?:throws\s+\w+\s*)?[{;]",
    ),
    ("C", r"^\s*#\s*(?:include\s*[<\"]|define\s+\w+|ifdef\s+\w+|ifndef\s+\w+|pragma\s+\w+)"),
    (
        "C",
        r"^\s*(?:static\s+|inline\s+|const\s+|unsigned\s+)*(?:int|void|char|float|double|long|size_t|bool)\s+\*?\w+\s*\([^)]*\)\s*\{?\s*$",
    ),
    ("Go", r"^\s*func\s+(?:\([^)]*\)\s*)?\w+\s*\([^)]*\).*\{\s*$|^package\s+\w+\s*$"),
    (
        "Rust",
        r"^\s*(?:pub(?:\([^)]*\))?\s+)?(?:fn\s+\w+.*[{;]|struct\s+\w+.*[{;]|impl\b.*\{|use\s+[\w:]+.*;|let\s+mut\s+\w+.*;)\s*$",
    ),
    (
        "SQL",
        r"(?i)^\s*(?:select\s+.+\s+from\s+\S+.*;|insert\s+into\s+\S+.*values\s*\(|create\s+(?:table|index|view)\s+\S+.*\(|update\s+\S+\s+set\s+\S+\s*=|delete\s+from\s+\S+.*;)",
    ),
)
_BRACES = r"[;{}]\s*$"
_ASSIGNMENT = r"^\s*[\w.\[\]]+\s*(?:[-+*/|&]?=|:=)\s*\S"
_CALL = r"^\s*[\w.]+\([^)]*\)\s*;?\s*$"
_BLOCK = r"^\s*(?:if|for|while|elif|else|try|except|with|return|switch|case)\b.*[:{;)]\s*$"
_STATEMENTS = (_BRACES, _ASSIGNMENT, _CALL, _BLOCK, _SHELL_PROMPT)

LINE_CHARS_READ = 1_000
"""How much of a line is looked at for code; real lines of code are shorter, and patterns must not be made to crawl."""


class _Patterns:
    """The patterns, compiled when the first text is looked at."""

    def __init__(self) -> None:
        self.secrets = [(name, re.compile(pattern)) for name, pattern in _SECRETS]
        self.code = [(language, re.compile(pattern)) for language, pattern in _CODE_LINES]
        self.statements = [re.compile(pattern) for pattern in _STATEMENTS]
        self.fence = re.compile(_FENCE)


_patterns = lru_cache(maxsize=1)(_Patterns)


def refuse_code_and_secrets(text: str, what: str) -> None:
    """Let `text` pass if it holds neither source code nor secrets.

    Raises:
        SourceCodeRefused, SecretRefused: it does; the message says in which line, and what it looks like.
    """
    lines = text.splitlines() or [text]
    for number, line in enumerate(lines, 1):
        for name, pattern in _patterns().secrets:
            if pattern.search(line):
                raise SecretRefused(
                    f"{what} holds {name} in line {number}; L3 and L4 take no secrets: keep it in a vault and record where"
                )
    found = _find_code([line[:LINE_CHARS_READ] for line in lines])
    if found:
        number, language = found
        raise SourceCodeRefused(
            f"{what} holds source code ({language}) in line {number}; L3 and L4 take no code: say in words what it does"
        )


def _find_code(lines: list[str]) -> tuple[int, str] | None:
    fence = _patterns().fence
    fenced = next((number for number, line in enumerate(lines, 1) if fence.match(line)), None)
    if fenced is not None:
        return fenced, "a fenced block"
    if lines[0].startswith("#!"):
        return 1, "a script"
    for number, line in enumerate(lines, 1):
        for language, pattern in _patterns().code:
            if pattern.search(line):
                return number, language
    return _find_dense_code(lines)


def _find_dense_code(lines: list[str]) -> tuple[int, str] | None:
    """Find code that no single line gives away: most of three or more lines look like statements."""
    said = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    statements = [number for number, line in said if any(pattern.search(line) for pattern in _patterns().statements)]
    if len(statements) >= 3 and len(statements) * 3 >= len(said) * 2:
        return statements[0], "statements"
    return None
