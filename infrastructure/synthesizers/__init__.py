"""Synthesizers that come with adapters, made by name.

    openai-compatible:MODEL@URL      any endpoint that speaks OpenAI's protocol of chats; the key is in OPENAI_API_KEY

URL is what comes before `/chat/completions`, such as `http://localhost:11434/v1`. It has no default: the texts of
memories go there. A blank, an at or a percent sign in MODEL is written as in a URL: %20, %40, %25.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...domain.errors import InvalidName, SynthesizerMissing

if TYPE_CHECKING:
    from ...domain.synthesis import Synthesizer

KIND = "openai-compatible"


def named(spec: str) -> Synthesizer:
    """Return the synthesizer of a name; see the head of this module.

    Raises:
        InvalidName: there is no such synthesizer.
        SynthesizerMissing: what it needs is not installed.
    """
    from urllib.parse import unquote

    kind, _, place = spec.partition(":")
    model, _, url = place.partition("@")
    if kind != KIND or not model or not url:
        raise InvalidName(
            f"no synthesizer {kind[:200]!r}; use {KIND}:MODEL@URL, such as {KIND}:qwen3@http://localhost/v1"
        )
    try:
        from .openai_compatible import OpenAICompatible
    except ModuleNotFoundError as fault:
        install = 'install it with `pip install "remembrancer[synthesis]"`'
        raise SynthesizerMissing("httpx", str(fault), install) from None
    return OpenAICompatible(unquote(model), url)
