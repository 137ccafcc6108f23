"""What the policy file declares besides the policy: what may be run. It is read from the file only, never from the log.

Who can add an event, hand in an import or write a memory cannot have anything run. Who can write the file can, so a
file that other accounts may write is not followed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..domain.errors import InvalidFile
from ..infrastructure.policy_tables import read_table
from .policies import DECLARED, FILE

if TYPE_CHECKING:
    from .store import Store


def declared(store: Store, family: str) -> dict[str, Any]:
    """Return the tables `[family.NAME]` of the policy file, by name, as they stand there now.

    Raises:
        InvalidFile: the file is no TOML, may be written by others, or holds no tables under that name.
    """
    assert family in DECLARED, "a policy knows nothing of what is declared beside it"
    path = store.path / FILE
    try:
        # Most files declare nothing, and are then not parsed.
        if family.encode() not in path.read_bytes():
            return {}
        mode = path.stat().st_mode
    except FileNotFoundError:
        return {}
    except OSError as fault:
        raise InvalidFile(f"{FILE} cannot be read: {fault.strerror}") from None
    found = read_table(path, family)
    if found and os.name == "posix" and mode & 0o022:
        raise InvalidFile(f"{FILE} can be written by other accounts, so nothing that it declares is run; chmod go-w it")
    return found
