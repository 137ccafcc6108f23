"""A synthesizer behind an endpoint that speaks the protocol of OpenAI's chats: `POST {url}/chat/completions`.

    {"max_tokens":1024,"messages":[{"content":"…","role":"system"},{"content":"…","role":"user"}],"model":"…",
     "stream":false,"temperature":0}
    ->  {"choices":[{"finish_reason":"stop","message":{"content":"…"}}]}

The texts of memories leave this machine, for wherever the URL points. The key comes from an environment variable and
goes nowhere else: an answer that sends the caller to another address is refused. Nothing of an answer but the text is
repeated in errors, since an endpoint may repeat what it was sent.
"""

from __future__ import annotations

import os
import secrets
import time
from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING

import httpx
import msgspec
from tenacity import Retrying, retry_if_exception, stop_after_attempt, stop_before_delay, wait_random_exponential

from ...domain.errors import InvalidName, SynthesizerFailed
from ...domain.synthesis import fenced, instructions
from ...domain.texts import check_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...domain.synthesis import SynthesisTask

KEY_VARIABLE = "OPENAI_API_KEY"
TRIES = 3
DEADLINE_S = 50.0
"""For all tries together: less than a dream may go without a sign of life."""
ANSWER_BYTES_MAX = 1 << 18
TOKENS_MIN = 1_024
PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
"""What an endpoint may answer now, and not a moment later."""


class _Message(msgspec.Struct, frozen=True):
    content: str | None = None


class _Choice(msgspec.Struct, frozen=True):
    message: _Message
    finish_reason: str | None = None


class _Answer(msgspec.Struct, frozen=True):
    choices: list[_Choice]


class _Unwanted(Exception):  # never leaves this module
    """The endpoint answered something that is no answer."""

    def __init__(self, why: str, *, passing: bool = False) -> None:
        self.passing = passing
        super().__init__(why)


class OpenAICompatible:
    """One model behind one endpoint. Any number of threads may ask at once."""

    def __init__(
        self,
        model: str,
        url: str,
        *,
        key_variable: str = KEY_VARIABLE,
        deadline_s: float = DEADLINE_S,
        wait_s: float = 1.0,
    ) -> None:
        """Say which model; nothing is sent yet.

        Args:
            url: what comes before `/chat/completions`, such as `http://localhost:11434/v1`.
            key_variable: the environment variable that holds the key; unset: no key is sent.
            deadline_s: how long one text may take, all tries and waits together, seconds.
            wait_s: how long to wait before the second try, seconds; twice as long before the third.

        Raises:
            InvalidName: the URL is none of http or https, or holds more than an address.
            InvalidText: the model's name is no line.
        """
        self._name = check_line(model, "the model's name")
        self._url = _address(url)
        self._key_variable = key_variable
        self._deadline_s = deadline_s
        self._wait = wait_random_exponential(multiplier=wait_s, max=20)

    @property
    def name(self) -> str:
        """The model's name."""
        return self._name

    def synthesize(self, task: SynthesisTask) -> str:
        """Return what the model answers, without blanks around it.

        Raises:
            SynthesizerFailed: it answers nothing within the deadline, or something else.
        """
        body = msgspec.json.encode(self._request(task))
        try:
            return _text_of(self._asked(body, time.monotonic() + self._deadline_s))
        except TimeoutError:
            raise SynthesizerFailed(self._name, f"does not answer within {self._deadline_s:g} s") from None
        except (httpx.HTTPError, OSError) as fault:
            raise SynthesizerFailed(self._name, f"does not answer ({type(fault).__name__})") from None
        except _Unwanted as fault:
            raise SynthesizerFailed(self._name, str(fault)) from None

    def _request(self, task: SynthesisTask) -> dict[str, object]:
        fence = fence_for((*task.sources, task.draft))
        return {
            "max_tokens": max(TOKENS_MIN, 2 * task.chars_max),
            "messages": [
                {"role": "system", "content": instructions(task, fence)},
                {"role": "user", "content": fenced(task, fence)},
            ],
            "model": self._name,
            "stream": False,
            "temperature": 0,
        }

    def _asked(self, body: bytes, until: float) -> bytes:
        """Return the answer of the first try that gets one.

        Raises:
            TimeoutError: the deadline has passed.
            HTTPError, OSError, _Unwanted: what came of the last try.
        """
        trying = Retrying(
            stop=stop_after_attempt(TRIES) | stop_before_delay(self._deadline_s),
            wait=self._wait,
            retry=retry_if_exception(_will_pass),
            reraise=True,
        )
        return trying(self._tried, body, until)

    def _tried(self, body: bytes, until: float) -> bytes:
        """Ask once, in a thread of its own: what comes drop by drop keeps it, and nobody else, beyond the deadline."""
        answer: Future[bytes] = Future()
        left_s = max(until - time.monotonic(), 0.001)
        Thread(target=self._deliver, args=(body, left_s, answer), name="synthesizer", daemon=True).start()
        return answer.result(left_s)

    def _deliver(self, body: bytes, left_s: float, answer: Future[bytes]) -> None:
        try:
            answer.set_result(self._post(body, left_s))
        except (httpx.HTTPError, OSError, _Unwanted) as fault:
            answer.set_exception(fault)

    def _post(self, body: bytes, left_s: float) -> bytes:
        until = time.monotonic() + left_s
        with (
            httpx.Client(timeout=left_s, follow_redirects=False) as client,
            client.stream("POST", self._url, content=body, headers=self._headers()) as response,
        ):
            _check_head(response)
            received = bytearray()
            for piece in response.iter_raw():
                received += piece
                if len(received) > ANSWER_BYTES_MAX:
                    raise _Unwanted(f"answers more than {ANSWER_BYTES_MAX} bytes")
                if time.monotonic() > until:
                    raise TimeoutError
            return bytes(received)

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
        key = os.environ.get(self._key_variable, "").strip()
        if not (key.isascii() and key.isprintable()):
            raise _Unwanted(f"cannot be asked: what {self._key_variable} holds is no key; set it anew")
        return {**headers, "Authorization": f"Bearer {key}"} if key else headers


def fence_for(texts: Sequence[str]) -> str:
    """Return a fence that stands in none of some texts, and that nobody can foresee."""
    while True:
        fence = f"fence-{secrets.token_hex(16)}"
        if not any(fence in text for text in texts):
            return fence


def _address(url: str) -> str:
    """Return where to ask.

    Raises:
        InvalidName: this is no plain URL.
    """
    try:
        parts = httpx.URL(url)
        more = parts.userinfo or parts.query or parts.fragment
    except httpx.InvalidURL:
        parts, more = httpx.URL(), b""
    if parts.scheme not in {"http", "https"} or not parts.host or more:
        raise InvalidName(
            "the URL of a synthesizer must be one of http or https, without name, password, ? and #, such as "
            "http://localhost:11434/v1; the key belongs into the environment"
        )
    return f"{url.rstrip('/')}/chat/completions"


def _check_head(response: httpx.Response) -> None:
    """Go on if an answer may be read.

    Raises:
        _Unwanted: it is a refusal, a redirection, or packed.
    """
    status = response.status_code
    if status != 200:
        # The reason phrase is the endpoint's to write; the standard's is known.
        phrase = httpx.codes.get_reason_phrase(status)
        more = "; redirections are not followed" if response.is_redirect else ""
        raise _Unwanted(f"answers {status} {phrase}".rstrip() + more, passing=status in PASSING)
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise _Unwanted("answers in an encoding that was not asked for")


def _text_of(data: bytes) -> str:
    """Return the text of an answer.

    Raises:
        _Unwanted: it holds none, or only a part.
    """
    try:
        answer = msgspec.json.decode(data, type=_Answer)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _Unwanted("answers something else than the JSON of a chat") from None
    if not answer.choices:
        raise _Unwanted("answers no choice")
    choice = answer.choices[0]
    if choice.finish_reason not in {None, "stop"}:
        raise _Unwanted("ended its answer before it was whole")
    return (choice.message.content or "").strip()


def _will_pass(fault: BaseException) -> bool:
    """Say whether trying again may help."""
    return fault.passing if isinstance(fault, _Unwanted) else isinstance(fault, httpx.TransportError)
