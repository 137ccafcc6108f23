"""Texts of words that nobody knows: what belongs together shows in which of them keep company alone."""

from collections.abc import Iterator
from itertools import combinations

TOPICS = (
    ("bralko", "crenvi", "dimpfo", "gwolta"),
    ("fenquo", "hurblo", "jastri", "klomvu"),
    ("lirqua", "mondrez", "nupflo", "oxbrin"),
    ("prakvo", "quenzil", "rosfum", "strebla"),
)


def texts(repeats: int = 3) -> Iterator[str]:
    """Yield texts of two words each, the words of one topic together, every pair but the first two words of a topic."""
    for _ in range(repeats):
        for topic in TOPICS:
            yield from (" ".join(pair) for pair in combinations(topic, 2) if pair != topic[:2])
