"""Secrets made up by seed, one family after another, in sentences of both languages."""

import base64
import random
import string
from collections.abc import Callable

_ALNUM = string.ascii_letters + string.digits
_URL_SAFE = _ALNUM + "_-"
_UPPER = string.ascii_uppercase + string.digits
_HEX = "0123456789abcdef"


class Forge:
    """Makes secrets that open nothing."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def chars(self, alphabet: str, count: int) -> str:
        """Return random characters, at least one digit among them where the alphabet has digits."""
        made = self._chance.choices(alphabet, k=count)
        if "0" in alphabet:
            made[self._chance.randrange(1, count)] = self._chance.choice(string.digits)
        return "".join(made)

    def words(self) -> str:
        """Return a password as people choose them."""
        word = self._chance.choice(("hunter", "Dragon", "winter", "Sunshine", "tiger", "Falcon"))
        return f"{word}{self._chance.randrange(10, 9999)}{self._chance.choice('!#%&+')}{self.chars(_ALNUM, 3)}"

    def jwt(self) -> str:
        """Return a token of three parts, the first two JSON."""
        head = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').decode().rstrip("=")
        body = base64.urlsafe_b64encode(f'{{"sub":"{self.chars(string.digits, 8)}"}}'.encode()).decode().rstrip("=")
        return f"{head}.{body}.{self.chars(_URL_SAFE, 43)}"

    def private_key(self) -> str:
        """Return the beginning of a key file."""
        kind = self._chance.choice(("RSA ", "EC ", "OPENSSH ", ""))
        return f"-----BEGIN {kind}PRIVATE KEY-----\n{self.chars(_ALNUM, 64)}\n{self.chars(_ALNUM, 64)}"


FAMILIES: dict[str, Callable[[Forge], str]] = {
    "AWS access key": lambda f: "AKIA" + f.chars(_UPPER, 16),
    "GitHub token": lambda f: "ghp_" + f.chars(_ALNUM, 36),
    "GitHub fine-grained token": lambda f: f"github_pat_{f.chars(_ALNUM, 22)}_{f.chars(_ALNUM, 59)}",
    "GitLab token": lambda f: "glpat-" + f.chars(_ALNUM, 20),
    "Slack token": lambda f: f"xoxb-{f.chars(string.digits, 12)}-{f.chars(string.digits, 12)}-{f.chars(_ALNUM, 24)}",
    "Slack webhook": lambda f: (
        f"https://hooks.slack.com/services/T{f.chars(_UPPER, 8)}/B{f.chars(_UPPER, 8)}/{f.chars(_ALNUM, 24)}"
    ),
    "Stripe key": lambda f: "sk_live_" + f.chars(_ALNUM, 24),
    "OpenAI key": lambda f: f"sk-proj-{f.chars(_ALNUM, 20)}T3BlbkFJ{f.chars(_ALNUM, 20)}",
    "key with a prefix": lambda f: "sk-ant-api03-" + f.chars(_URL_SAFE, 60),
    "Google key": lambda f: "AIza" + f.chars(_URL_SAFE, 35),
    "JSON Web Token": Forge.jwt,
    "private key": Forge.private_key,
    "password in a URL": lambda f: f"postgres://app:{f.chars(_ALNUM, 14)}@db.internal:5432/live",
    "npm token": lambda f: f"//registry.npmjs.org/:_authToken=npm_{f.chars(_ALNUM, 36)}",
    "PyPI token": lambda f: "pypi-AgEIcHlwaS5vcmc" + f.chars(_URL_SAFE, 80),
    "SendGrid key": lambda f: f"SG.{f.chars(_URL_SAFE, 22)}.{f.chars(_URL_SAFE, 43)}",
    "Square secret": lambda f: "sq0csp-" + f.chars(_URL_SAFE, 43),
    "Telegram token": lambda f: f"{f.chars(string.digits[1:] + '0', 9)}:{f.chars(_URL_SAFE, 35)}",
    "Twilio key": lambda f: "SK" + f.chars(_HEX, 32),
    "Mailchimp key": lambda f: f.chars(_HEX, 32) + "-us12",
    "Azure storage key": lambda f: f"AccountKey={f.chars(_ALNUM + '+/', 86)}==",
    "Discord token": lambda f: f"M{f.chars(_ALNUM, 23)}.{f.chars(_ALNUM, 6)}.{f.chars(_URL_SAFE, 27)}",
    "assigned password": lambda f: f'db_password = "{f.words()}"',
    "assigned key": lambda f: f"API_KEY={f.chars(_ALNUM, 32)}",
    "configured secret": lambda f: f"client_secret: '{f.chars(_ALNUM, 24)}'",
}

ENGLISH = (
    "The key for the staging account is {} and it works.",
    "Use {} when you call the payment service.",
    "Dana sent me this yesterday: {}",
    "credentials:\n- user: app\n- value: {}",
    "Note to self ({}) until the vault is back.",
    "After the outage we switched to {}.",
    '{{"service": "billing", "credential": "{}"}}',
    "{}\nis what the build machine uses.",
)
CHINESE = (
    "测试环境的凭证是{}，可以用。",
    "调用支付服务时使用{}即可",
    "小王昨天发给我的：{}",
    "凭证：\n- 用户: app\n- 值: {}",
    "备忘（{}）等保险库恢复后删除。",
    "故障之后我们换成了{}。",
    "配置里写的是{}请不要外传",
    "构建机器用的凭证为{}",
)
TOLD = {
    "English": ("the password is {}", "Password: {}", "The admin passwd is {} for now.", "my passphrase is {}"),
    "Chinese": ("密码是{}", "登录口令：{}，请保密", "管理员密码为{}", "数据库密码：{}"),
}
"""Passwords that only the word before them gives away."""


def sentences(templates: tuple[str, ...], chance: random.Random) -> list[tuple[str, str]]:
    """Return each family in a sentence, with its name."""
    forge = Forge(chance)
    made: list[tuple[str, str]] = []
    for family, make in FAMILIES.items():
        template = chance.choice(templates)
        secret = make(forge)
        if template.startswith("{{"):
            secret = secret.replace("\n", "\\n").replace('"', '\\"')
        made.append((family, template.format(secret)))
    return made


def told(language: str, count: int, chance: random.Random) -> list[tuple[str, str]]:
    """Return sentences that tell a password."""
    forge = Forge(chance)
    return [("told password", chance.choice(TOLD[language]).format(forge.words())) for _ in range(count)]
