"""The search index: what a question, an addition and a reopening take, by the number of memories."""

import random
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from remembrancer import Remembrancer
from remembrancer.application.recall.searching import Searcher
from remembrancer.infrastructure.search import neighbour_table
from remembrancer.infrastructure.search.documents import Asked, Place
from remembrancer.infrastructure.search.expansion import Expansion
from remembrancer.infrastructure.search.index import SearchIndex
from remembrancer.infrastructure.search.packing import pack, unpack

from .measuring import Figure, Report, Scale, median, percentile, scratch, spend

RANKS_OFF = 15
SLOPE = 1.1
"""The word of rank r is as frequent as 1 / (r + 15) ** 1.1: what remains of conversations without stop words."""
WORDS_MIN, WORDS_MAX = 4, 20
"""Words of one memory."""
ASKED_MIN, ASKED_MAX = 3, 7
"""Words of one question, all of one memory."""
TURNS = 20
"""Memories of one session."""
REVISED = 10
"""One memory in so many is said anew once more."""
WANTED = {
    100_000: {"lexical": 1.0, "expanded": 3.0, "past": 1.5, "added": 0.05, "reopened": 1000.0},
    1_000_000: {"lexical": 40.0, "expanded": 40.0, "resident": 1000.0},
}
WANTED_COLD_S = 0.8
COLD_MEMORIES = 10_000
COLD_ROUNDS = 5
LAYERS = ("L2", "L3", "L4")


class Words:
    """Texts of words that the table of neighbours knows, half of them Chinese, as frequent as those of people are."""

    def __init__(self, seed: int) -> None:
        file = Path(neighbour_table.__file__).with_name("neighbours") / "words.txt"
        words = file.read_text(encoding="utf-8").splitlines()
        self._random = random.Random(seed)
        self._words = ([word for word in words if word.isascii()], [word for word in words if not word.isascii()])
        for one in self._words:
            self._random.shuffle(one)
        self._ranks = np.random.default_rng(seed)
        self._chances = [_chances(len(one)) for one in self._words]

    def memories(self, count: int) -> Iterator[list[str]]:
        """Yield the words of memories, each in one language."""
        for _ in range(count):
            language = self._random.randrange(2)
            size = self._random.randint(WORDS_MIN, WORDS_MAX)
            ranks = np.searchsorted(self._chances[language], self._ranks.random(size))
            yield [self._words[language][rank] for rank in ranks.tolist()]

    def questions(self, memories: Sequence[Sequence[str]], count: int) -> list[str]:
        """Return questions, each of words of one memory."""
        chosen = (self._random.choice(memories) for _ in range(count))
        return [" ".join(self._random.sample(words, min(len(words), self._random.randint(ASKED_MIN, ASKED_MAX))))
                for words in chosen]  # fmt: skip


def _chances(count: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    weights = (np.arange(count) + RANKS_OFF) ** -SLOPE
    return np.cumsum(weights) / weights.sum()


def run(scale: Scale) -> Report:
    """Build indices of growing size and ask them; then recall from the shell in a store of 10,000 memories."""
    figures: list[Figure] = []
    samples: dict[str, list[float]] = {}
    with scratch() as folder:
        with Remembrancer.open(folder / "tables") as memory:
            searcher = Searcher(memory.store)
        for size in (10_000, 100_000, *(() if scale.quick else (1_000_000,))):
            found, times = _measured(searcher, size, scale.pick(1_000, 300))
            figures += found
            samples |= {f"{name}_{size}": values for name, values in times.items()}
        cold = _cold(folder / "store")
    figures.append(
        Figure(
            name=f"cold `remembrancer recall` among {COLD_MEMORIES:,} memories",
            value=median(cold),
            unit="s",
            target=WANTED_COLD_S,
            better="less",
        )
    )
    return Report(
        benchmark="search",
        figures=figures,
        notes=[
            "the questions of one size are asked of one index in turn: of now, and as of a position in its last tenth",
            "an index's size in memory is what the process grew by while it was made",
        ],
        samples={**samples, "cold_s": cold},
    )


def _measured(searcher: Searcher, size: int, asked: int) -> tuple[list[Figure], dict[str, list[float]]]:
    """Build an index of one size and ask it."""
    words, resident = Words(seed=size), _resident_mb()
    index, kept = _built(searcher, words, size)
    resident = _resident_mb() - resident
    questions = words.questions(kept, asked)
    plain = Expansion(searcher.tokenizer, None, None)
    times: dict[str, list[float]] = {
        "lexical": [], "lexical_past": [], "expanded": [], "expanded_past": [], "added": [],
    }  # fmt: skip
    for number, question in enumerate(questions):
        past = size - 1 - number * (size // 10) // asked
        ways = (
            ("lexical", plain, size),
            ("lexical_past", plain, past),
            ("expanded", searcher.expansion, size),
            ("expanded_past", searcher.expansion, past),
        )
        # Whoever is second finds caches filled by the first.
        for name, expansion, position in ways if number % 2 else reversed(ways):
            times[name].append(spend(lambda e=expansion, p=position, q=question: _ask(e, index, q, p)).cpu_s * 1000)
    packed = pack(index)
    # The first time pages of memory are fetched from the system, which takes as long as the rest.
    reopened = [spend(lambda: unpack(packed)).cpu_s * 1000 for _ in range(3)]
    more = [searcher.tokenizer.terms(" ".join(one)) for one in words.memories(1_000)]
    index = unpack(packed) or index
    for number, terms in enumerate(more, size):
        times["added"].append(spend(lambda n=number, t=terms: _add(index, n, t)).cpu_s * 1000)
    return [*_figures(size, times), *_sizes(size, times["added"], reopened, resident, packed)], times


def _built(searcher: Searcher, words: Words, size: int) -> tuple[SearchIndex, list[list[str]]]:
    """Return an index of so many documents, and the words of one in ten of them."""
    index, kept = SearchIndex(), list[list[str]]()
    for number, said in enumerate(words.memories(size)):
        _add(index, number, searcher.tokenizer.terms(" ".join(said)))
        if number % 10 == 0:
            kept.append(said)
    return index, kept


def _add(index: SearchIndex, number: int, terms: list[str]) -> None:
    """Add what a new memory says; one in so many is a revision of an earlier one."""
    said = number if number % REVISED or not number else number // 2
    place = Place(
        memory=f"mem_{said:016}",
        scope="agent:atlas",
        layer=LAYERS[said % len(LAYERS)],
        status="live",
        revision=1,
        valid_from=number,
        valid_to=None,
        expires_at=None,
    )
    index.add_words(place.memory, number, number, terms, f"session {said // TURNS}", place.scope)
    index.place(place, number)
    index.followed(number)


def _ask(expansion: Expansion, index: SearchIndex, question: str, position: int) -> None:
    asked = Asked(position=position, at=position, valid_at=None, scopes=("agent:atlas", "fleet"), layers=LAYERS)
    index.search(expansion.groups(question, index, asked), asked, 50)


def _figures(size: int, times: dict[str, list[float]]) -> Iterator[Figure]:
    wanted = WANTED.get(size, {})
    for name, said in (("lexical", "by its words alone"), ("expanded", "with neighbours and dictionary")):
        now, past = times[name], times[f"{name}_past"]
        yield Figure(name=f"{size:,}: a question {said}, median", value=median(now), unit="ms")
        yield Figure(
            name="the same, 95 %", value=percentile(now, 95), unit="ms", target=wanted.get(name), better="less"
        )
        yield Figure(
            name="the same of a past position, 95 %, against now",
            value=percentile(past, 95) / percentile(now, 95),
            unit="times",
            target=wanted.get("past"),
            better="less",
        )


def _sizes(size: int, added: list[float], reopened: list[float], resident: float, packed: bytes) -> Iterator[Figure]:
    wanted = WANTED.get(size, {})
    for name, value, unit, target in (
        ("adding one more, median", median(added), "ms", wanted.get("added")),
        ("opening the saved index, without decrypting", median(reopened), "ms", wanted.get("reopened")),
        ("its size in memory", resident, "MB", wanted.get("resident")),
        ("its size when saved", len(packed) / 1e6, "MB", None),
    ):
        yield Figure(name=f"{size:,}: {name}", value=value, unit=unit, target=target, better="less")


def _resident_mb() -> float:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def _cold(folder: Path) -> list[float]:
    """Return the seconds that the command line takes to answer from a store whose index is saved."""
    words = Words(seed=0)
    said = list(words.memories(COLD_MEMORIES))
    with Remembrancer.open(folder) as memory:
        agent = memory.agent("default")
        agent.record_many({"text": " ".join(one)} for one in said)
        agent.recall("anything", note=False)
    questions = words.questions(said, COLD_ROUNDS + 1)
    times = [spend(lambda q=question: _recall(folder, q)).wall_s for question in questions]
    return times[1:]  # the first fills the caches


def _recall(folder: Path, question: str) -> None:
    start = "import sys; from remembrancer.interfaces.main import main; sys.exit(main())"
    subprocess.run((sys.executable, "-c", start, "--store", str(folder), "recall", question), check=True,
                   capture_output=True)  # fmt: skip
