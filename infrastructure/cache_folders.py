"""Where a user's programs keep what can be made again at any time."""

import os
from pathlib import Path


def cache_folders() -> tuple[Path, ...]:
    """Return the folder for what this package keeps, none where the user has no home.

    As the XDG Base Directory Specification says: under `XDG_CACHE_HOME` if that is an absolute path, else `~/.cache`.
    """
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(chosen):
        return (Path(chosen, "remembrancer"),)
    try:
        return (Path.home() / ".cache" / "remembrancer",)
    except RuntimeError:
        return ()
