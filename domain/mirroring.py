"""How mirrors are declared in the policy file, and what they cost. Pure.

[mirrors.board]
every = "3h"
command = ["git", "log", "--oneline", "-5"]

[mirrors.price]
every = "1h"
url = "https://example.org/price"
cost_per_run = 2
"""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec

from .durations import duration, seconds
from .errors import InvalidFile, InvalidName, InvalidNumber, MirrorOverBudget
from .mirror_rules import COST_MAX, DAY_S, EVERY_S_MAX, EVERY_S_MIN, TIMEOUT_S_MAX, MirrorRules
from .scopes import FLEET, check_scope
from .texts import check_line, shown
from .world import (
    SIZE_BYTES,
    SIZE_BYTES_MAX,
    CommandSpec,
    Limits,
    PythonSpec,
    Spec,
    SqlSpec,
    UrlSpec,
)

MONTH_DAYS = 30
"""Days of the month by which a cost is told."""
SOURCES = ("command", "url", "sql", "python")
"""Where a mirror may look, each the name of a setting."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_ENDING = re.compile(r"[a-z0-9]{1,8}")
_CALLABLE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_VARIABLE = re.compile(r"[A-Za-z_]\w*")


class Declaration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One mirror as the policy file says it. One of `command`, `url`, `sql` and `python` says where it looks."""

    every: str
    """How often, such as `3h`."""
    command: tuple[str, ...] = ()
    """A program and its arguments, which no shell reads."""
    url: str = ""
    sql: str = ""
    """A database: the path of an SQLite file, or `postgresql://…`."""
    query: str = ""
    python: str = ""
    """`module:function`."""
    scope: str = FLEET
    """Who reads it."""
    enabled: bool = True
    cost_per_run: int = 0
    subjects: tuple[str, ...] = ()
    """Names of the people whom it is about: what it says is sealed for them, and goes when one is erased."""
    timeout: str = ""
    """How long one refresh may take; nothing: as the policy says."""
    size_bytes: int = SIZE_BYTES
    ending: str = "md"
    """Of the name of its file."""
    charset: str = ""
    """The encoding of what it reads, where that is not UTF-8."""
    folder: str = ""
    """Where a program runs; a relative one begins in the folder of the store."""
    headers_from: dict[str, str] = {}
    """Headers of a request, each with the environment variable that holds its value."""
    git: str = ""
    """A folder of a git repository that its file is committed to."""

    @property
    def every_s(self) -> int:
        """Seconds between two refreshes."""
        return seconds(self.every, "its cadence", EVERY_S_MIN, EVERY_S_MAX)

    @property
    def source(self) -> str:
        """Where it looks, as the name of the setting that says so."""
        return next(name for name in SOURCES if getattr(self, name))

    @property
    def cost_per_day(self) -> float:
        """What it costs a day by its cadence, in units."""
        return self.cost_per_run * DAY_S / self.every_s

    def limits(self, rules: MirrorRules) -> Limits:
        """Return how long a refresh may take and how large it may be."""
        timeout_s = seconds(self.timeout, "its timeout", 1, TIMEOUT_S_MAX) if self.timeout else rules.timeout_s
        return Limits(timeout_s=timeout_s, size_bytes=self.size_bytes)

    def spec(self) -> Spec:
        """Return what the world is asked."""
        match self.source:
            case "command":
                return CommandSpec(argv=self.command, folder=self.folder, charset=self.charset)
            case "url":
                return UrlSpec(url=self.url, charset=self.charset, headers_from=self.headers_from)
            case "sql":
                return SqlSpec(dsn=self.sql, query=self.query)
            case _:
                return PythonSpec(target=self.python, folder=self.folder)


def check_mirror_name(name: object) -> str:
    """Return the name of a mirror: at most 32 of a-z, 0-9 and '-', since a file is called by it.

    Raises:
        InvalidName: it is not one.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InvalidName(f"not a mirror's name: {shown(name)}; use up to 32 of a-z, 0-9 and '-'")
    return name


def declaration_from(name: str, said: object) -> Declaration:
    """Return a mirror as a table of the policy file declares it.

    Raises:
        InvalidFile: it says something impossible.
    """
    try:
        check_mirror_name(name)
        declared = msgspec.convert(said, Declaration)
        for fault in _faults(declared):
            raise InvalidFile(f"the mirror {name!r} {fault}")
        check_scope(declared.scope)
        for subject in declared.subjects:
            check_line(subject, "a subject")
        _ = (declared.every_s, declared.limits(MirrorRules()))
    except (msgspec.ValidationError, InvalidName, InvalidNumber) as fault:
        raise InvalidFile(f"the mirror {shown(name)} is wrong: {fault}") from None
    return declared


def settings_of_mirror(declared: Declaration) -> dict[str, Any]:
    """Return a declaration as a table of the policy file: what is as it always is stays out."""
    plain: dict[str, Any] = msgspec.to_builtins(declared)
    return {
        name: [*cast("tuple[object, ...]", value)] if isinstance(value, tuple) else value
        for name, value in plain.items()
    }


def _faults(declared: Declaration) -> Iterator[str]:
    given = [name for name in SOURCES if getattr(declared, name)]
    if len(given) != 1:
        yield f"looks at {' and '.join(given) or 'nothing'}; give one of {', '.join(SOURCES)}"
        return
    texts = (*declared.command, declared.url, declared.sql, declared.query, declared.folder, declared.git)
    if any("\0" in text for text in texts):
        yield "holds a NUL character; remove it"
    if declared.command and not declared.command[0].strip():
        yield "names no program; begin its command with one"
    if declared.url and not declared.url.lower().startswith(("http://", "https://")):
        yield "has an address that is neither http nor https; give one that is"
    if bool(declared.sql) != bool(declared.query.strip()):
        yield "needs a database (sql) and what it is asked (query) together"
    if declared.python and not _CALLABLE.fullmatch(declared.python):
        yield f"names {declared.python[:70]!r}; write module:function"
    if not 0 <= declared.cost_per_run <= COST_MAX:
        yield f"sets cost_per_run to {declared.cost_per_run}; it must be from 0 to {COST_MAX}"
    if not 1 <= declared.size_bytes <= SIZE_BYTES_MAX:
        yield f"sets size_bytes to {declared.size_bytes}; it must be from 1 to {SIZE_BYTES_MAX}"
    if not _ENDING.fullmatch(declared.ending):
        yield f"sets ending to {declared.ending[:70]!r}; use up to 8 of a-z and 0-9"
    for header, variable in declared.headers_from.items():
        if not _HEADER.fullmatch(header) or not _VARIABLE.fullmatch(variable):
            yield "has headers_from that are not names of headers with names of environment variables"


def check_budget(name: str, declared: Mapping[str, Declaration], rules: MirrorRules) -> None:
    """Refuse a mirror that, with all others that are enabled, would cost more a day than they may.

    Raises:
        MirrorOverBudget: it would.
    """
    cost = sum(one.cost_per_day for one in declared.values() if one.enabled)
    if rules.budget_per_day and declared[name].cost_per_run and cost > rules.budget_per_day:
        fitting = _fitting(name, declared, rules)
        raise MirrorOverBudget(name, cost, rules.budget_per_day, rules.cost_unit, fitting)


def check_spent(name: str, spent: int, cost: int, rules: MirrorRules) -> None:
    """Refuse a refresh by which mirrors would have cost more today than they may.

    Raises:
        MirrorOverBudget: it is one.
    """
    if rules.budget_per_day and cost and spent + cost > rules.budget_per_day:
        raise MirrorOverBudget(name, spent + cost, rules.budget_per_day, rules.cost_unit, None)


def _fitting(name: str, declared: Mapping[str, Declaration], rules: MirrorRules) -> str | None:
    """Return the cadence at which a mirror would keep within the budget beside the others; None: there is none."""
    others = sum(one.cost_per_day for key, one in declared.items() if one.enabled and key != name)
    left = rules.budget_per_day - others
    if left <= 0:
        return None
    needed_s = declared[name].cost_per_run * DAY_S / left
    # In the largest unit that it takes one of: nobody wants to read 576m.
    unit_s = next((size for size in (DAY_S, 3_600) if needed_s > size), 60)
    every_s = max(math.ceil(needed_s / unit_s) * unit_s, EVERY_S_MIN)
    return duration(every_s) if every_s <= EVERY_S_MAX else None
