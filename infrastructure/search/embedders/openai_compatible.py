"""Embedders behind an endpoint that speaks the protocol of OpenAI's embeddings: `POST {url}/embeddings`.

    {"encoding_format":"float","input":["…"],"model":"…"}   ->   {"data":[{"embedding":[0.1],"index":0}]}

The texts leave this machine, for wherever the URL points. The key comes from an environment variable and goes nowhere
else: an answer that sends the caller to another address is refused. Nothing of a refusal but its number is repeated in
errors, since an endpoint may repeat what it was sent, the key included.
"""

from __future__ import annotations

import os
import threading
from http.client import HTTPException, responses
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
import numpy as np
from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from ....domain.errors import EmbedderFailed, InvalidName
from .parts import named_model, readable, unit_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from . import Rows

DEFAULT_URL = "https://api.openai.com/v1"
KEY_VARIABLE = "OPENAI_API_KEY"
BATCH = 64
"""Texts in one request."""
TRIES = 4
"""For passages, which nobody waits for; a question is asked once, since recall goes on by words alone."""
TIMEOUT_S = 30.0
QUESTION_TIMEOUT_S = 5.0
ANSWER_BYTES_MAX = 1 << 26
PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
"""What an endpoint may answer now, and not a moment later."""


class _Item(msgspec.Struct, frozen=True):
    embedding: list[float]
    index: int


class _Answer(msgspec.Struct, frozen=True):
    data: list[_Item]


class _StayHere(HTTPRedirectHandler):
    """Follows no redirection, which would take the texts and the key elsewhere."""

    def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any) -> None:
        """Return no other request."""


class OpenAICompatible:
    """One model behind one endpoint."""

    def __init__(
        self,
        model: str,
        url: str = DEFAULT_URL,
        *,
        dimension: int | None = None,
        key_variable: str = KEY_VARIABLE,
        query_prefix: str = "",
        passage_prefix: str = "",
        wait_s: float = 1.0,
    ) -> None:
        """Say which model; nothing is sent yet.

        Args:
            url: what comes before `/embeddings`, such as `http://localhost:11434/v1`.
            dimension: numbers in a vector; None: the first answer tells.
            key_variable: the environment variable that holds the key; unset: no key is sent.
            query_prefix: what this model wants before a question, such as `query: `.
            passage_prefix: what it wants before a text that is to be found.
            wait_s: how long to wait before the second try, seconds; twice as long before each other one.

        Raises:
            InvalidName: the URL is none of http or https, or holds more than an address.
        """
        self._model = model
        self._url = _address(url)
        self._key_variable = key_variable
        self._prefixes = query_prefix, passage_prefix
        self._name = f"{named_model('openai', model)}@{self._url}"
        self._dimension = dimension
        self._lock = threading.Lock()
        self._open = build_opener(_StayHere).open
        self._retrying = Retrying(
            stop=stop_after_attempt(TRIES),
            wait=wait_random_exponential(multiplier=wait_s, max=20),
            retry=retry_if_exception(_will_pass),
            reraise=True,
        )

    @property
    def dimension(self) -> int:
        """Numbers in a vector; asks the endpoint if nobody said.

        Raises:
            EmbedderFailed: it does not answer.
        """
        with self._lock:
            if self._dimension is None:
                self._dimension = len(self._asked(["dimension"], question=True)[0])
            return self._dimension

    @property
    def identity(self) -> str:
        """Endpoint, model, dimension, and prefixes where there are some."""
        prefixes = "" if self._prefixes == ("", "") else " {!r} {!r}".format(*self._prefixes)
        return f"{self._name} {self.dimension}{prefixes}"

    def passages(self, texts: Sequence[str]) -> Rows:
        """Return a row for each text."""
        return self._embed([self._prefixes[1] + text for text in texts], question=False)

    def queries(self, texts: Sequence[str]) -> Rows:
        """Return a row for each question."""
        return self._embed([self._prefixes[0] + text for text in texts], question=True)

    def _embed(self, texts: Sequence[str], *, question: bool) -> Rows:
        dimension = self.dimension
        rows = np.zeros((len(texts), dimension), dtype=np.float32)
        for start in range(0, len(texts), BATCH):
            part = [readable(text) for text in texts[start : start + BATCH]]
            given = self._asked(part, question=question)
            rows[start : start + len(part)] = unit_rows(given, len(part), dimension, self._name)
        return rows

    def _asked(self, texts: Sequence[str], *, question: bool) -> list[list[float]]:
        """Return the vectors of some texts in their order."""
        body = msgspec.json.encode({"encoding_format": "float", "input": texts, "model": self._model})
        try:
            data = self._post(body, QUESTION_TIMEOUT_S) if question else self._retrying(self._post, body, TIMEOUT_S)
            answer = msgspec.json.decode(data, type=_Answer)
        except HTTPError as fault:
            fault.close()
            # The reason phrase is the endpoint's to write; the standard's is known.
            raise EmbedderFailed(self._name, f"answers {fault.code} {responses.get(fault.code, '')}".rstrip()) from None
        except (OSError, HTTPException) as fault:
            raise EmbedderFailed(self._name, f"does not answer ({fault})") from None
        except msgspec.DecodeError as fault:
            raise EmbedderFailed(self._name, f"answers something else than vectors ({fault})") from None
        found = {item.index: item.embedding for item in answer.data}
        if sorted(found) != list(range(len(texts))):
            raise EmbedderFailed(self._name, f"answers {len(answer.data)} vectors for {len(texts)} texts")
        return [found[at] for at in range(len(texts))]

    def _post(self, body: bytes, timeout_s: float) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        key = os.environ.get(self._key_variable, "").strip()
        if not (key.isascii() and key.isprintable()):
            why = f"cannot be asked: what {self._key_variable} holds is no key; set it anew"
            raise EmbedderFailed(self._name, why)
        if key:
            headers["Authorization"] = f"Bearer {key}"
        # The scheme is http or https, see above.
        request = Request(f"{self._url}/embeddings", body, headers)  # noqa: S310
        with self._open(request, timeout=timeout_s) as response:
            return response.read(ANSWER_BYTES_MAX)


def _address(url: str) -> str:
    """Return the URL to ask, without a slash at its end.

    Raises:
        InvalidName: this is no plain URL. It is not repeated: it may hold a password.
    """
    try:
        parts = urlsplit(url)
        plain = parts.scheme in {"http", "https"} and parts.hostname and "@" not in parts.netloc
    except ValueError:
        parts, plain = urlsplit(""), False
    if not plain or parts.query or parts.fragment:
        raise InvalidName(
            "no embedder at this URL: it must be one of http or https, without name, password, ? and #, such as "
            f"{DEFAULT_URL}; the key belongs into the environment"
        )
    return url.rstrip("/")


def _will_pass(fault: BaseException) -> bool:
    """Say whether trying again may help."""
    if isinstance(fault, HTTPError):
        return fault.code in PASSING
    return isinstance(fault, (OSError, HTTPException))
