"""Finding secrets with detect-secrets, line by line, beside the patterns that it lacks.

Its plugins are used for their patterns alone: nothing is verified over a network, and the library's global settings are
neither read nor changed, so threads do not meet here. Left out are the plugins that take ordinary text for secrets: the
two of high entropy (checksums and ids are random too), public IP addresses, and Artifactory, whose passwords look like
words that begin with AP. The library takes a tenth of a second to load, and is loaded when the first text comes that
could hold anything it knows.
"""

import importlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Protocol

from ..domain.findings import Finding
from ..domain.refusals import find_told_secret

IN_URL = "a password in a URL"
_PLUGINS = (
    ("private_key", "PrivateKeyDetector", "PRIVATE KEY", "a private key"),
    ("aws", "AWSKeyDetector", "", "an AWS key"),
    ("azure_storage_key", "AzureStorageKeyDetector", "AccountKey=", "an Azure storage key"),
    ("basic_auth", "BasicAuthDetector", "://", IN_URL),
    ("cloudant", "CloudantDetector", "", "a Cloudant key"),
    ("discord", "DiscordBotTokenDetector", ".", "a Discord token"),
    ("github_token", "GitHubTokenDetector", "gh", "a GitHub token"),
    ("gitlab_token", "GitLabTokenDetector", "gl", "a GitLab token"),
    ("ibm_cloud_iam", "IbmCloudIamDetector", "", "an IBM Cloud key"),
    ("ibm_cos_hmac", "IbmCosHmacDetector", "", "an IBM Cloud key"),
    ("jwt", "JwtTokenDetector", "eyJ", "a JSON Web Token"),
    ("mailchimp", "MailchimpDetector", "-us", "a Mailchimp key"),
    ("npm", "NpmDetector", "_authToken", "an npm token"),
    ("openai", "OpenAIDetector", "T3BlbkFJ", "an OpenAI key"),
    ("pypi_token", "PypiTokenDetector", "pypi-", "a PyPI token"),
    ("sendgrid", "SendGridDetector", "SG.", "a SendGrid key"),
    ("slack", "SlackDetector", "", "a Slack token"),
    ("softlayer", "SoftlayerDetector", "", "a SoftLayer key"),
    ("square_oauth", "SquareOAuthDetector", "sq0csp-", "a Square secret"),
    ("stripe", "StripeDetector", "k_live_", "a Stripe key"),
    ("telegram_token", "TelegramBotTokenDetector", ":", "a Telegram token"),
    ("twilio", "TwilioKeyDetector", "", "a Twilio key"),
)
"""Module and class of each plugin, what a line must hold for it to be asked, and the words for what it finds."""

WITHOUT_TOKEN = frozenset({"a private key", IN_URL})
"""What is found without a long run of letters and digits."""

WINDOW_CHARS = 600
OVERLAP_CHARS = 200
"""Long lines are read in windows that overlap by more than a token is long: patterns of others may crawl on them."""

# Any of these must be there for a plugin to find something; most texts hold none, and are done.
_CANDIDATE = re.compile(r"[!-~]{20}|://|PRIVATE KEY|(?i:key|pass|pwd|secret)[^\n]{0,60}[\"'“”‘’]")
_TOKEN = re.compile(r"[A-Za-z0-9_+/=-]{20}")
_NAMED_VALUE = re.compile(r"(?i:key|pass|pwd|secret)[^\n]{0,60}[\"'][^\"'\s]{0,99}[0-9]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_ASCII_OF = str.maketrans("：＝“”‘’", ":=\"\"''")
_PLACEHOLDER = re.compile(
    r"(?i)(?:your|my|the)?[-_ ]?"
    r"(?:pass(?:word|wd)?|pwd|pw|secret|token|key|changeme|example|redacted|xxx+|\*+|\.+)$|[<$\[{%]"
)


class _Plugin(Protocol):
    """What a plugin that stands on patterns offers."""

    denylist: Iterable[re.Pattern[str]]

    def analyze_string(self, string: str) -> Iterator[str]:
        """Yield the secrets of a text."""
        ...


class _Keywords(Protocol):
    """What the plugin that goes by names offers."""

    def analyze_string(self, string: str) -> Iterator[str]:
        """Yield the values that stand, in quotes, beside names such as `password`."""
        ...


class _Detector:
    """The plugins, loaded once."""

    def __init__(self) -> None:
        self._plugins: list[tuple[str, str, _Plugin]] = [
            (kind, mark, _made(module, name)) for module, name, mark, kind in _PLUGINS
        ]
        self._keywords: _Keywords = _made("keyword", "KeywordDetector")

    def kind_in(self, line: str) -> str | None:
        """Return what a line of ASCII holds."""
        holds_token = _TOKEN.search(line) is not None
        for kind, mark, plugin in self._plugins:
            if mark not in line or not (holds_token or kind in WITHOUT_TOKEN):
                continue
            for pattern in plugin.denylist:
                if any(_counts(kind, plugin, match) for match in pattern.finditer(line)):
                    return kind
        if _NAMED_VALUE.search(line) and any(_is_password(value) for value in self._keywords.analyze_string(line)):
            return "a password"
        return None


def _made(module: str, name: str) -> "_Plugin":
    return getattr(importlib.import_module(f"detect_secrets.plugins.{module}"), name)()


def _counts(kind: str, plugin: _Plugin, match: re.Match[str]) -> bool:
    """Say whether a match is a secret: no part of a longer word, no placeholder, valid by the plugin's own check."""
    before = match.string[match.start() - 1 : match.start()]
    if before.isalnum() and match[0][:1].isalnum():
        return False
    if kind == IN_URL:
        return not _PLACEHOLDER.match(match[0].rpartition(":")[2].removesuffix("@"))
    return next(iter(plugin.analyze_string(match[0])), None) is not None


def _is_password(value: str) -> bool:
    if len(value) < 6 or " " in value or _PLACEHOLDER.match(value):
        return False
    return any(char.isdigit() for char in value) and any(char.isalpha() for char in value)


_detector = lru_cache(maxsize=1)(_Detector)


def find_secret(text: str) -> Finding | None:
    """Return the first secret that a text holds, with its line, by our own patterns and those of detect-secrets."""
    told = find_told_secret(text)
    if _CANDIDATE.search(text) is None:
        return told
    for number, line in enumerate(text.splitlines(), 1):
        if told is not None and told.line < number:
            return told
        if _CANDIDATE.search(line) is None:
            continue
        for window in _windows(line):
            kind = _detector().kind_in(window)
            if kind is not None:
                return Finding(number, kind)
    return told


def _windows(line: str) -> Iterator[str]:
    if not line.isascii():
        line = _NOT_ASCII.sub(" ", line.translate(_ASCII_OF))
    if len(line) <= WINDOW_CHARS:
        yield line
        return
    for start in range(0, len(line), WINDOW_CHARS - OVERLAP_CHARS):
        yield line[start : start + WINDOW_CHARS]
