"""What people named, such as a task or a session: looked at anew whenever it is asked something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..domain.texts import check_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from .reading import View
    from .store import Store


class Named:
    """Something of an agent that goes by a name; the log knows it by the HMAC of that name."""

    FAMILY: str
    """What it is, which is also the family of its tag."""

    def __init__(self, store: Store, name: str, view: Callable[[], View], tag: str | None = None) -> None:
        """Take its name, and how to look at the agent's beliefs.

        Args:
            tag: the HMAC of its name, where the name itself cannot be read any more.
        """
        self._store = store
        self._name = check_line(name, f"the {self.FAMILY}")
        self._tag = store.keys.name_tag(self.FAMILY, name) if tag is None else tag
        self._view = view

    @property
    def name(self) -> str:
        """Its name."""
        return self._name

    def __repr__(self) -> str:
        return f"<{self.FAMILY.capitalize()} {self._name!r}>"
