"""What a command takes, as the annotations of its function say it. Knows nothing of Typer: a start may do without."""

from collections.abc import Callable
from typing import Any

import msgspec

Function = Callable[..., Any]


class Option:
    """Marks a parameter that is given by name; one of type `bool` is a flag, one of type `list` may be repeated."""

    __slots__ = ("help", "metavar", "minimum", "names")

    def __init__(self, *names: str, help: str, metavar: str | None = None, minimum: int | None = None) -> None:
        self.names = names
        self.help = help
        self.metavar = metavar
        self.minimum = minimum


class Argument:
    """Marks a parameter that is given by its place; one of type `list` takes all that are left."""

    __slots__ = ("help", "metavar")

    def __init__(self, *, help: str, metavar: str) -> None:
        self.help = help
        self.metavar = metavar


class Kind(msgspec.Struct, frozen=True):
    """How the values of a type are read."""

    convert: Callable[[Any], Any]
    """Raises ValueError for what is none."""
    expected: str
    """What a value is, for messages."""
    several: bool = False


FLAG = Kind(bool, "a flag")
TEXT = Kind(str, "text")
TEXTS = Kind(str, "text", several=True)
WHOLE = Kind(int, "a whole number")
KINDS: dict[Any, Kind] = {
    bool: FLAG,
    str: TEXT,
    str | None: TEXT,
    list[str]: TEXTS,
    list[str] | None: TEXTS,
    int: WHOLE,
    int | None: WHOLE,
    float: Kind(float, "a number"),
}

REQUIRED = object()
"""Stands for the default of a parameter that has none."""


class Parameter(msgspec.Struct, frozen=True):
    """One parameter of a command."""

    name: str
    type: Any
    mark: Option | Argument
    default: Any

    @property
    def kind(self) -> Kind:
        """How its values are read."""
        return KINDS[self.type]


def parameters_of(function: Function) -> list[Parameter]:
    """Return the parameters that a command line fills, in their order: those whose annotation bears a mark."""
    code, defaults = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount]
    default_of = dict(zip(reversed(names), reversed(defaults), strict=False))
    return [
        Parameter(name, annotation.__origin__, annotation.__metadata__[0], default_of.get(name, REQUIRED))
        for name, annotation in function.__annotations__.items()
        if hasattr(annotation, "__metadata__")
    ]


class Invocation(msgspec.Struct, frozen=True):
    """What a command line asks for: which function, with which shared options and which values of its own."""

    function: Function
    shared: dict[str, Any]
    values: dict[str, Any]
