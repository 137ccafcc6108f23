"""How often source code and secrets are found, and how often prose is taken for them.

The packages and sentences of the labelled set fall into halves by the hash of their name. Patterns may be tuned on the
one; of the other only totals are ever looked at, and those are what is reported.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from remembrancer.domain.errors import SecretRefused, SourceCodeRefused
from remembrancer.domain.refusals import refuse_code_and_secrets
from remembrancer.infrastructure.secrets import find_secret

from .labelled import Item, build
from .measuring import Figure, Report, Scale, median, spend
from .snippets import LANGUAGES, Corpus
from .sources import gather

_CODE_TAGS = frozenset({"js", "ts", "vue", "vue-html", "template", "html", "css", "sh", "bash", "json", "jsx", "tsx"})
"""Alone on a line, they head a block of code in the data set of a documentation."""


class _Turn(msgspec.Struct):
    """One row of a data set."""

    text: str


def run(scale: Scale) -> Report:
    """Measure on the half that was held out, and on the turns of dialogues if there are any."""
    gather()
    items = build("held out", snippets=scale.pick(60, 20), paragraphs=scale.pick(200, 60))
    figures, notes = [*_on_labelled(items)], [_composition(items)]
    if scale.data is None:
        notes.append("no dialogues: name a folder of data sets with --data")
    else:
        said, told = _on_dialogues(scale.data)
        figures += said
        notes += told
    figures += _times(items)
    return Report(benchmark="refusals", figures=figures, notes=notes)


def is_refused(text: str) -> bool:
    """Say whether L3 and L4 would refuse a text."""
    try:
        refuse_code_and_secrets(text, "the text", find_secret)
    except (SecretRefused, SourceCodeRefused):
        return True
    return False


def _on_labelled(items: list[Item]) -> Iterator[Figure]:
    refused = {item: is_refused(item.text) for item in items}
    right = sum(refused[item] for item in items if item.holds != "neither")
    yield Figure(name="items", value=len(items), unit="texts", target=400)
    yield Figure(name="precision", value=right / sum(refused.values()), unit="ratio", target=0.97)

    def recall(name: str, chosen: Callable[[Item], bool], target: float | None = None) -> Figure:
        asked = [refused[item] for item in items if item.holds != "neither" and chosen(item)]
        return Figure(name=f"recall{name}", value=sum(asked) / max(len(asked), 1), unit="ratio", target=target)

    yield recall("", lambda _: True, 0.95)
    yield recall(", English", lambda item: item.speech == "English", 0.95)
    yield recall(", Chinese", lambda item: item.speech == "Chinese", 0.95)
    yield recall(", secrets", lambda item: item.holds == "secret")
    yield recall(", code that is not fenced", lambda item: item.holds == "code" and item.dress != "fenced")
    for language in LANGUAGES:
        yield recall(f", {language}", lambda item, language=language: item.kind == language)


def _composition(items: list[Item]) -> str:
    held = {label: sum(item.holds == label for item in items) for label in ("code", "secret", "neither")}
    corpus = Corpus("held out")
    packages = ", ".join(f"{language} {corpus.packages(language)}" for language in LANGUAGES)
    counts = ", ".join(f"{count} {label}" for label, count in held.items())
    return f"labelled: {counts}; packages that the code was drawn from: {packages}"


def _on_dialogues(folder: Path) -> tuple[list[Figure], list[str]]:
    turns = refused = code = 0
    for file in sorted(folder.glob("*/dev/memories.jsonl")):
        for line in file.read_bytes().splitlines():
            text = msgspec.json.decode(line, type=_Turn).text
            turns += 1
            if is_refused(text):
                refused += 1
                code += _is_documented_code(text)
    figures = [
        Figure(name="dialogue turns", value=turns, unit="texts"),
        Figure(
            name="false refusals per 1,000 turns",
            value=1000 * (refused - code) / max(turns, 1),
            unit="texts",
            target=1.0,
            better="less",
        ),
    ]
    return figures, [f"{refused} turns refused, {code} of which hold a block of code by their layout"]


def _is_documented_code(text: str) -> bool:
    """Say whether a turn holds code by its layout alone: a line that names a language, or a comment for a line."""
    return any(line in _CODE_TAGS or line.startswith("// ") for line in text.splitlines())


def _times(items: Iterable[Item]) -> Iterator[Figure]:
    prose = [item.text for item in items if item.holds == "neither"]
    rounds = [spend(lambda: [is_refused(text) for text in prose]).wall_s for _ in range(5)]
    yield Figure(name="a text of prose", value=median(rounds) / len(prose) * 1000, unit="ms")
    megabyte = "".join(itertools.islice(itertools.cycle(f"{text}\n" for text in prose if not is_refused(text)), 20_000))
    longest = megabyte[:1_000_000]
    yield Figure(name="1 MB of prose", value=spend(lambda: is_refused(longest)).wall_s * 1000, unit="ms")
