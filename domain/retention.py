"""Retention: rules of the policy after which words are erased by the clock."""

import re
from collections.abc import Iterator

import msgspec

from .errors import InvalidName
from .scopes import check_scope
from .vocabulary import LAYERS

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_PSEUDONYM = re.compile(r"sub_[0-9a-hjkmnp-tv-z]{16}")
DAYS_MAX = 100_000
KEPT_LAYER = "L5"


class RetentionRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is erased how long after it was recorded. What a rule leaves out does not narrow it.

    A policy stands in clear in the log. So a person is named by a pseudonym, as `remembrancer subject list` shows it.
    """

    name: str
    """A slug, by which events and reports know the rule."""
    after_days: int
    """Days after a memory was recorded."""
    kind: str | None = None
    layer: str | None = None
    scope: str | None = None
    subject: str | None = None
    """Pseudonym of a person, `sub_…`."""

    def faults(self) -> Iterator[str]:
        """Yield what is impossible in it, apart from its kind, each as the end of a sentence about the rule."""
        if not _NAME.fullmatch(self.name):
            yield "needs a name of at most 32 characters a-z, 0-9 and '-'"
        if not 1 <= self.after_days <= DAYS_MAX:
            yield f"sets after_days to {self.after_days}; it must be from 1 to {DAYS_MAX}"
        if self.layer is not None and self.layer not in LAYERS:
            yield f"names the layer {self.layer!r}; use L0 to L6"
        if self.layer == KEPT_LAYER:
            yield "names L5; an identity stays until a person changes it"
        if self.subject is not None and not _PSEUDONYM.fullmatch(self.subject):
            yield "must name its subject by pseudonym, as `remembrancer subject list` shows it: policies stand in clear"
        if not any((self.kind, self.layer, self.scope, self.subject)):
            yield "would erase everything; say which kind, layer, scope or subject"
        if self.scope is not None:
            try:
                check_scope(self.scope)
            except InvalidName as fault:
                yield f"is wrong: {fault}"
