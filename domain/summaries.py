"""The summary of a session, put together from what was said in it: the same messages always give the same summary."""

from collections.abc import Sequence

import msgspec

from .moments import to_datetime

QUOTE_BYTES_MAX = 240
"""How much of one message a summary quotes."""
NAME_BYTES_MAX = 40
"""How much of the name of a speaker it gives."""
_GAP = "…"


class Message(msgspec.Struct, frozen=True):
    """What somebody said in a session."""

    speaker: object
    text: str | None
    """None: it cannot be read any more."""
    at: int


def summarised(messages: Sequence[Message], started_at: int, bytes_max: int) -> str:
    """Return a summary of at most `bytes_max` bytes: how much was said by whom and when, how it began, how it ended.

    The first message is quoted, then the latest ones, as many as there is room for; `…` stands for what is left out.
    """
    head = clipped(_head(messages, started_at), bytes_max)
    room = bytes_max - len(head.encode())
    quotes = [_quote(message, message.text) for message in messages if message.text is not None]
    kept: set[int] = set()
    for number in (0, *range(len(quotes) - 1, 0, -1)):
        if number >= len(quotes):
            break
        # A gap may stand before each quote.
        room -= len(f"\n{_GAP}\n{quotes[number]}".encode())
        if room < 0:
            break
        kept.add(number)
    lines = [head]
    for number in sorted(kept):
        if number and number - 1 not in kept:
            lines.append(_GAP)
        lines.append(quotes[number])
    return "\n".join(lines)


def _head(messages: Sequence[Message], started_at: int) -> str:
    begin = to_datetime(started_at).strftime("%Y-%m-%d %H:%M")
    last = to_datetime(messages[-1].at if messages else started_at).strftime("%Y-%m-%d %H:%M")
    counts: dict[str, int] = {}
    for message in messages:
        name = _name(message.speaker) or "unnamed"
        counts[name] = counts.get(name, 0) + 1
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    who = ", ".join(f"{name} {count}" for name, count in ranked[:5])
    lost = sum(message.text is None for message in messages)
    unread = f", {lost} of them unreadable by now" if lost else ""
    told = f"{len(messages)} message{'' if len(messages) == 1 else 's'}{unread}, {begin} to {last} UTC"
    return f"{told} ({who})" if who else told


def _quote(message: Message, said: str) -> str:
    text = clipped(" ".join(said.split()), QUOTE_BYTES_MAX)
    name = _name(message.speaker)
    return f"{name}: {text}" if name else text


def _name(speaker: object) -> str:
    """Return who spoke in a few words of one line, nothing if that is not known."""
    return clipped(" ".join(str(speaker).split()), NAME_BYTES_MAX) if speaker else ""


def clipped(text: str, bytes_max: int) -> str:
    """Return `text`, or as much of its beginning as fits into `bytes_max` bytes with a `…` behind it."""
    data = text.encode()
    if len(data) <= bytes_max:
        return text
    return data[: max(bytes_max - len(_GAP.encode()), 0)].decode(errors="ignore").rstrip() + _GAP
