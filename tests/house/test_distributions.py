"""What is shipped: every module, under one top-level name, for every Python that is promised."""

import email
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

# The distributions are built once: all of these run in one worker.
pytestmark = pytest.mark.xdist_group("distributions")


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(archive.read(name))


def interpreter(version: str) -> str:
    """Return a Python of this version, by its path; skip the test if this machine has none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    on_path = shutil.which(f"python{version}")
    candidates = [
        sys.executable,
        *([on_path] if on_path else []),
        *map(str, pyenv.glob(f"versions/{version}.*/bin/python")),
    ]
    for candidate in candidates:
        # A name on PATH may be a stub for a version that is not there, so each is run.
        question = "import sys; print('%d.%d' % sys.version_info[:2])"
        answer = subprocess.run([candidate, "-c", question], capture_output=True, text=True, check=False)
        if answer.stdout.strip() == version:
            return candidate
    pytest.skip(f"no Python {version} on this machine")


def test_the_wheel_brings_no_top_level_name_but_remembrancer(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name.split("/")[0] for name in archive.namelist()}
    (info,) = (name for name in names if name.endswith(".dist-info"))
    assert names == {"remembrancer", info}


def test_the_wheel_holds_every_module_of_the_tree_and_no_other(wheel: Path, modules: list[Path]) -> None:
    with zipfile.ZipFile(wheel) as archive:
        shipped = sorted(name for name in archive.namelist() if name.endswith(".py"))
    assert shipped == sorted(f"remembrancer/{module.as_posix()}" for module in modules)


def test_the_wheel_says_that_it_is_typed(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert "remembrancer/py.typed" in archive.namelist()


def test_the_wheel_bears_the_version_that_the_code_says(wheel: Path) -> None:
    from remembrancer.version import __version__

    assert metadata(wheel)["Version"] == __version__


def test_the_wheel_asks_for_what_runs_it_and_not_for_what_tests_it(wheel: Path, settings: dict[str, Any]) -> None:
    def name(requirement: str) -> str:
        return re.split(r"[^\w-]", requirement, maxsplit=1)[0]

    asked = metadata(wheel).get_all("Requires-Dist", [])
    always = [requirement for requirement in asked if "extra ==" not in requirement]
    assert sorted(map(name, always)) == sorted(map(name, settings["project"]["dependencies"]))


def test_the_sdist_holds_the_licence_the_readme_and_the_tests(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "CHANGELOG.md", "tests/conftest.py"} <= names


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_the_wheel_installs_into_an_empty_environment(version: str, wheel: Path, tmp_path: Path) -> None:
    python = interpreter(version)
    home = tmp_path / "empty"
    subprocess.run([python, "-m", "venv", "--without-pip", home], check=True)
    into = home / "bin" / "python"
    # Without what it depends on: fetching that is the installer's business, and slow.
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(into)]
    subprocess.run([*pip, "install", "-qq", "--no-deps", "--no-index", wheel], check=True)

    # -W error: every module compiles on this version without a warning.
    (installed,) = home.glob("lib/python*/site-packages/remembrancer")
    subprocess.run([into, "-W", "error", "-m", "compileall", "-q", "-f", installed], check=True)
    found = {entry.name for entry in installed.parent.iterdir()}
    assert {name for name in found if not name.endswith(".dist-info")} == {"remembrancer"}
    asked = "import remembrancer, importlib.util as u; print(remembrancer.__version__, u.find_spec('domain'))"
    answer = subprocess.run([into, "-I", "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert answer.stdout.split() == [metadata(wheel)["Version"], "None"], answer.stderr
    assert (home / "bin" / "remembrancer").is_file()
