"""The root is the package: what pyproject.toml says must be what the tree holds."""

from pathlib import Path
from typing import Any


def test_every_folder_with_modules_is_listed_as_a_package(settings: dict[str, Any], modules: list[Path]) -> None:
    found = {".".join(("remembrancer", *module.parent.parts)) for module in modules}
    assert settings["tool"]["setuptools"]["packages"] == sorted(found)


def test_every_package_says_in_its_init_what_it_holds(root: Path, modules: list[Path]) -> None:
    for folder in {module.parent for module in modules}:
        assert (root / folder / "__init__.py").read_text().startswith('"""'), f"{folder}/__init__.py has no docstring"


def test_strict_types_are_asked_of_every_folder_with_modules(settings: dict[str, Any], modules: list[Path]) -> None:
    checked = set(settings["tool"]["basedpyright"]["include"])
    unchecked = {module.parts[0] for module in modules} - checked
    assert not unchecked


def test_a_folder_of_the_tree_is_named_for_what_it_holds(modules: list[Path]) -> None:
    vague = {"utils", "util", "helpers", "helper", "manager", "service", "common", "misc"}
    assert not [str(module) for module in modules if vague & {*module.parent.parts, module.stem}]
