"""The project as files: its root, its settings, and the distributions built from it."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
NOT_PACKAGES = {"benchmarks", "build", "dist", "docs", "examples", "export", "memory", "scripts", "tests"}


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def settings() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


@pytest.fixture(scope="session")
def modules() -> list[Path]:
    """Every Python file of the package, relative to the root, sorted."""
    folders = [folder for folder in ROOT.iterdir() if folder.is_dir() and folder.name not in NOT_PACKAGES]
    nested = [
        file
        for folder in folders
        if not folder.name.startswith(".") and not folder.name.endswith(".egg-info")
        for file in folder.rglob("*.py")
    ]
    return sorted(file.relative_to(ROOT) for file in (*ROOT.glob("*.py"), *nested))


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an sdist of this tree and a wheel made from that sdist; the tree stays as it is."""
    tree = tmp_path_factory.mktemp("tree") / "remembrancer"
    made = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "export", "memory")
    shutil.copytree(ROOT, tree, ignore=made)
    out = tmp_path_factory.mktemp("distributions")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(tree)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return out


@pytest.fixture(scope="session")
def wheel(distributions: Path) -> Path:
    (found,) = distributions.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def sdist(distributions: Path) -> Path:
    (found,) = distributions.glob("*.tar.gz")
    return found
