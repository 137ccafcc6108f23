"""The verbs of an auditor of beliefs: which checks are declared, and what the world says of what is believed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime

    from ...domain.checks import Finding
    from ..store import Store
    from .auditing import AuditReport
    from .declarations import CheckNote


class Auditor:
    """What is held against the world, over the whole store."""

    _store: Store

    def checks(self) -> list[CheckNote]:
        """Return the checks that the store's `remembrancer.toml` declares, by name.

        Raises:
            InvalidFile: the file is no TOML, or others may write it.
        """
        from .declarations import checks

        return checks(self._store)

    def add_check(self, name: str, *, replace: bool = False, **said: Any) -> CheckNote:
        """Declare a check in `remembrancer.toml`, with the names that `[checks.NAME]` takes: `url=…`, `contains=…`.

        Raises:
            InvalidName: it says something impossible.
            Refused: there is one of that name.
            StoreReadOnly, StoreError: nothing was written.
        """
        from .declarations import add_check

        return add_check(self._store, name, said, replace=replace)

    def remove_check(self, name: str) -> None:
        """Take a check out of `remembrancer.toml`; claims that go by it become unreachable.

        Raises:
            UnknownCheck: there is none of that name.
            StoreReadOnly, StoreError: nothing was written.
        """
        from .declarations import remove_check

        remove_check(self._store, name)

    def try_check(self, name: str) -> Finding:
        """Run a check once, for nobody: nothing is recorded.

        Raises:
            UnknownCheck: there is none of that name.
        """
        from .auditing import find
        from .declarations import find_check

        return find(self._store, name, find_check(self._store, name))

    def audit(self, *, due: bool = True, now: datetime | None = None) -> AuditReport:
        """Hold the claims of all agents against the world.

        A claim that fails puts its memory into quarantine, one that passes dates it verified; where the world cannot be
        asked, neither happens, and it is asked again.

        Args:
            due: only those that are due; else all that the world can be asked of.
            now: the time by which they are due; None: now.

        Raises:
            StoreReadOnly: the store was opened read-only.
            InvalidFile: the policy file cannot be read, or others may write it.
        """
        from .auditing import audit

        return audit(self._store, due=due, now=now)
