"""The front door is cheap, and the inner rooms know nothing of the world."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HEAVY = {
    "asyncio",
    "cryptography",
    "eventsourcing",
    "logging",
    "msgspec",
    "pydantic",
    "rich",
    "sqlite3",
    "typer",
    "typing_extensions",
}
PURE = ("domain", "projections")


def imported_with(statement: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter loads for `statement`, beyond what it starts with."""
    code = f"import sys; before = set(sys.modules); {statement}; print(*sorted(set(sys.modules) - before))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    return {name.partition(".")[0] for name in answer.stdout.split()}


def test_importing_the_package_loads_nothing_heavy() -> None:
    loaded = imported_with("import remembrancer")
    assert "remembrancer" in loaded
    assert not loaded & HEAVY


def test_the_version_can_be_asked_without_loading_the_store() -> None:
    loaded = imported_with("import remembrancer; remembrancer.__version__")
    assert not loaded & HEAVY


@pytest.mark.parametrize("folder", PURE)
def test_a_pure_folder_imports_the_standard_library_and_msgspec_only(folder: str, root: Path) -> None:
    allowed = sys.stdlib_module_names | {"msgspec"}
    assert not [f"{where}: {name}" for where, name in foreign_imports(root / folder) if name not in allowed]


@pytest.mark.parametrize("folder", PURE)
def test_a_pure_folder_reads_no_clock_and_no_file(folder: str, root: Path) -> None:
    impure = {"now", "utcnow", "today", "open", "print", "input", "__import__", "eval", "exec"}
    assert not [f"{where}: {name}()" for where, name in calls(root / folder) if name in impure]


def nodes(folder: Path) -> Iterator[tuple[str, ast.AST]]:
    files = sorted(folder.rglob("*.py"))
    assert files, f"{folder} holds no modules"
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            yield f"{file.relative_to(folder.parent)}:{getattr(node, 'lineno', 0)}", node


def foreign_imports(folder: Path) -> Iterator[tuple[str, str]]:
    for where, node in nodes(folder):
        match node:
            case ast.Import(names=names):
                yield from ((where, alias.name.partition(".")[0]) for alias in names)
            case ast.ImportFrom(level=0, module=str(module)):
                yield where, module.partition(".")[0]
            case _:
                pass


def calls(folder: Path) -> Iterator[tuple[str, str]]:
    for where, node in nodes(folder):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                yield where, name
            case _:
                pass
