"""Snippets of source code and paragraphs of prose, drawn by seed from the packages that this machine has."""

import ast
import gettext
import hashlib
import inspect
import random
import re
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from pygments.lexers import get_lexer_by_name  # pyright: ignore[reportUnknownVariableType]
from pygments.token import Comment, Keyword, Operator, Punctuation, String, Token

from .sources import FOLDER

Half = Literal["tuning", "held out"]

LANGUAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "Python": ("python", ("py",)),
    "JavaScript": ("javascript", ("js", "mjs", "cjs", "jsx")),
    "TypeScript": ("typescript", ("ts", "tsx", "mts")),
    "Java": ("java", ("java",)),
    "C": ("c", ("c", "h")),
    "C++": ("cpp", ("cc", "cpp", "hpp", "hh", "cxx")),
    "Go": ("go", ("go",)),
    "Rust": ("rust", ("rs",)),
    "SQL": ("sql", ("sql",)),
    "shell": ("bash", ("sh", "bash", "postinst", "prerm", "preinst", "postrm")),
}
"""Each language with its lexer and the endings of its files."""

_SITE = Path(sysconfig.get_path("purelib"))
_ROOTS = (
    _SITE,
    Path(sysconfig.get_path("stdlib")),
    Path("/usr/lib/python3/dist-packages"),
    Path("/usr/lib/node_modules/npm/node_modules"),
    Path("/usr/share/nodejs"),
    Path("/usr/include"),
    FOLDER / "debian",
    FOLDER / "npm",
)
_FLAT_ROOTS = (Path("/var/lib/dpkg/info"), Path("/usr/share/postgresql/15/extension"))
"""Folders whose files belong to the packages that they are named for."""

_FILES_A_PACKAGE = 40
_FILE_BYTES = range(400, 60_000)
_LINE_CHARS_MAX = 140
_WORDS = re.compile(r"[A-Za-z][a-z]+")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def half_of(name: str) -> Half:
    """Return the half that a package, or a sentence, belongs to: by its hash, so that it never changes."""
    return "tuning" if hashlib.sha256(name.encode()).digest()[0] & 1 else "held out"


class Corpus:
    """The files of all packages of one half, by language."""

    def __init__(self, half: Half) -> None:
        self._half = half
        self._files: dict[str, dict[str, list[Path]]] = {language: {} for language in LANGUAGES}
        endings = {ending: language for language, (_, endings) in LANGUAGES.items() for ending in endings}
        for package, file in self._all_files():
            language = endings.get(file.suffix[1:])
            if language is not None:
                self._files[language].setdefault(package, []).append(file)

    def packages(self, language: str) -> int:
        """Return how many packages hold files of a language."""
        return len(self._files[language])

    def snippets(self, language: str, count: int, chance: random.Random) -> Iterator[str]:
        """Yield up to `count` snippets of 1 to 30 lines, from one package after another."""
        packages = {name: sorted(files) for name, files in sorted(self._files[language].items())}
        seen: set[str] = set()
        for _ in range(count * 12):
            if not packages or len(seen) >= count:
                return
            name = chance.choice(list(packages))
            # An even draw over packages: a large one counts no more than a small one.
            snippet = _snippet(chance.choice(packages[name]), language, chance)
            if snippet is not None and snippet not in seen:
                seen.add(snippet)
                yield snippet

    def paragraphs(self, count: int, chance: random.Random) -> Iterator[str]:
        """Yield up to `count` paragraphs of English prose without code, from docstrings and README files."""
        readmes = {package: files for package, files in self._readmes().items() if files}
        yield from _drawn(self._files["Python"], _docstrings, count // 2, chance)
        yield from _drawn(readmes, _readme, count - count // 2, chance)

    def chinese(self, count: int, chance: random.Random) -> Iterator[str]:
        """Yield up to `count` Chinese messages of programs, which speak of files, options and commands."""
        catalogues = sorted(Path("/usr/share/locale/zh_CN/LC_MESSAGES").glob("*.mo"))
        files = {file.stem: [file] for file in catalogues if half_of(file.stem) == self._half}
        yield from _drawn(files, _messages, count, chance)

    def _all_files(self) -> Iterator[tuple[str, Path]]:
        for root in _ROOTS:
            for package in sorted(root.iterdir()) if root.is_dir() else ():
                if half_of(package.name) == self._half and package.name not in {"site-packages", "remembrancer"}:
                    yield from ((package.name, file) for file in _some_files(package))
        for root in _FLAT_ROOTS:
            for file in sorted(root.iterdir()) if root.is_dir() else ():
                package = re.split(r"--|[:.]", file.name)[0]
                if half_of(package) == self._half and file.is_file() and not file.is_symlink():
                    yield package, file

    def _readmes(self) -> dict[str, list[Path]]:
        found = {folder.name: [folder / "METADATA"] for folder in _SITE.glob("*.dist-info")}
        for root in (*_ROOTS[3:5], FOLDER / "npm"):
            for package in sorted(root.iterdir()) if root.is_dir() else ():
                found[package.name] = (
                    sorted(package.glob("**/README.md"))[:3] + sorted(package.glob("**/CHANGELOG.md"))[:3]
                )
        return {package: files for package, files in found.items() if half_of(package) == self._half}


def _some_files(package: Path) -> Iterator[Path]:
    if package.is_file():
        yield package
        return
    endings = {f".{ending}" for _, endings in LANGUAGES.values() for ending in endings}
    taken: dict[str, int] = {}
    for file in sorted(package.rglob("*")):
        if file.suffix in endings and taken.get(file.suffix, 0) < _FILES_A_PACKAGE and file.is_file():
            taken[file.suffix] = taken.get(file.suffix, 0) + 1
            yield file


def _read(file: Path) -> str | None:
    if file.stat().st_size not in _FILE_BYTES:
        return None
    try:
        return file.read_text(encoding="utf-8")
    except (UnicodeDecodeError, OSError):
        return None


def _snippet(file: Path, language: str, chance: random.Random) -> str | None:
    """Return some lines of a file, None if they are not unmistakably code by the lexer's word."""
    text = _read(file)
    if text is None:
        return None
    lines = text.splitlines()
    length = 1 if chance.random() < 0.15 else chance.randint(2, 30)
    if len(lines) <= length:
        return None
    start = chance.randrange(len(lines) - length)
    taken = inspect.cleandoc("\n" + "\n".join(lines[start : start + length])).strip("\n")
    if not taken.strip() or max(map(len, taken.splitlines())) > _LINE_CHARS_MAX:
        return None
    signs = _signs(text, language)[start : start + length]
    said = [line for line, own in zip(lines[start : start + length], signs, strict=False) if line.strip() or own[0]]
    code = [own for own in signs if own[0] >= 2]
    keywords, marks = sum(own[1] for own in code), sum(own[2] for own in code)
    if length == 1:
        return taken if keywords and marks >= 3 and len(taken.strip()) >= 25 else None
    return taken if len(code) >= 2 and 2 * len(code) >= len(said) and keywords >= 2 and marks >= 5 else None


def _signs(text: str, language: str) -> list[tuple[int, int, int]]:
    """Return of each line how many of its tokens are code, keywords, and marks (operators and punctuation)."""
    lexer = get_lexer_by_name(LANGUAGES[language][0], stripnl=False, ensurenl=False)
    counts = [[0, 0, 0]]
    for kind, value in lexer.get_tokens(text):
        parts = value.split("\n")
        for number, part in enumerate(parts):
            if number:
                counts.append([0, 0, 0])
            if not part.strip() or kind in String or kind in Token.Text:
                continue
            if kind in Comment and kind not in Comment.Preproc:
                continue
            counts[-1][0] += 1
            counts[-1][1] += kind in Keyword or kind in Operator.Word or kind in Comment.Preproc
            counts[-1][2] += len(part.strip()) if kind in Punctuation or kind in Operator else 0
    return [(code, keywords, marks) for code, keywords, marks in counts]


def _drawn(
    packages: dict[str, list[Path]], read: Callable[[Path], list[str]], count: int, chance: random.Random
) -> Iterator[str]:
    names = sorted(packages)
    seen: set[str] = set()
    for _ in range(count * 20):
        if not names or len(seen) >= count:
            return
        found = read(chance.choice(packages[chance.choice(names)]))
        paragraph = chance.choice(found) if found else None
        if paragraph is not None and paragraph not in seen:
            seen.add(paragraph)
            yield paragraph


def _docstrings(file: Path) -> list[str]:
    text = _read(file)
    if text is None:
        return []
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return []
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    strings = (ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, documented))
    return [one for string in strings if string for one in string.split("\n\n") if _is_paragraph(one)]


def _readme(file: Path) -> list[str]:
    text = _read(file)
    if text is None:
        return []
    unfenced = re.sub(r"(?ms)^\s*(```|~~~).*?^\s*\1\s*$", "", text)
    return [one.strip("\n") for one in unfenced.split("\n\n") if _is_paragraph(one.strip("\n"))]


def _messages(file: Path) -> list[str]:
    with file.open("rb") as opened:
        try:
            catalogue = gettext.GNUTranslations(opened)
        except (UnicodeDecodeError, OSError):
            return []
    messages = vars(catalogue)["_catalog"].values()
    return [message for message in messages if len(_CHINESE.findall(message)) >= 8 and len(message) <= 2000]


def _is_paragraph(text: str) -> bool:
    """Say whether a paragraph or list is prose by its layout alone: no indentation, a capital, a full stop, words."""
    lines = text.splitlines()
    if not lines or any(line.startswith((" ", "\t", ">>>", "$ ", "#", "|", "<")) for line in lines):
        return False
    return (
        lines[0].lstrip("-* ")[:1].isupper()
        and text.rstrip()[-1] in ".!?"
        and len(_WORDS.findall(text)) >= 8
        and "```" not in text
    )
