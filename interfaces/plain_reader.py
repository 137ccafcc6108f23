"""Reading well-formed command lines without Typer, whose loading takes longer than recording a memory.

Whatever is unusual, wrong or asks for help is left to Typer, which then reads the whole line itself. The two agree on
every line that this reader answers, so what people are told about their mistakes comes from one place.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from .call import SHARED
from .commands import COMMANDS, Table, command_at
from .parameters import REQUIRED, Argument, Invocation, Option, Parameter, parameters_of

Options = Mapping[str, Parameter]
HELP = frozenset({"-h", "--help"})


class _Unusual(Exception):  # not an error: the line is for Typer
    """The line is not for this reader."""


def read(arguments: Iterable[str]) -> Invocation | None:
    """Return what a command line asks for; None if it is for Typer to read."""
    shared = dict[str, Any]()
    try:
        where, words = _find(iter(arguments), shared)
        function = command_at(where)
        return Invocation(function, shared, _values(words, parameters_of(function), shared))
    except _Unusual:
        return None


def _find(words: Iterator[str], shared: dict[str, Any]) -> tuple[str, Iterator[str]]:
    """Take the words up to the name of a command, and return where its function is, with the words behind it."""
    options = _options(SHARED)
    table: Table = COMMANDS
    own: list[str] = []
    """The command of the family that was named, if it has one."""
    for word in words:
        if _is_option(word) and (not own or word.partition("=")[0] in options):
            _take_shared(*_read_option(word, words, options), shared)
            continue
        found = table.get(word)
        if isinstance(found, str):
            return found, words
        if found is not None:
            _, table, *own = found
        elif own and word not in HELP:
            return own[0], chain([word], words)
        else:
            raise _Unusual
    raise _Unusual


def _values(words: Iterator[str], own: list[Parameter], shared: dict[str, Any]) -> dict[str, Any]:
    """Take the words behind the name of a command, and return a value for each of its parameters."""
    options = _options([*SHARED, *own])
    given: dict[str, Any] = {}
    placed: list[str] = []
    for word in words:
        if not _is_option(word):
            placed.append(word)
            continue
        option, value = _read_option(word, words, options)
        if option in SHARED:
            _take_shared(option, value, shared)
        elif option.kind.several:
            given.setdefault(option.name, []).append(value)
        else:
            given[option.name] = value
    given.update(_by_place(placed, [one for one in own if isinstance(one.mark, Argument)]))
    values = {one.name: given.get(one.name, one.default) for one in own}
    if REQUIRED in values.values():
        raise _Unusual
    return values


def _by_place(words: list[str], arguments: list[Parameter]) -> Iterator[tuple[str, Any]]:
    """Give each argument its word, or all that are left; every word must find a place."""
    left = iter(words)
    for argument in arguments:
        own = left if argument.kind.several else islice(left, 1)
        values = [_converted(argument, word) for word in own]
        if values:
            yield argument.name, values if argument.kind.several else values[0]
    if next(left, None) is not None:
        raise _Unusual


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-"  # alone it stands for stdin


def _options(parameters: list[Parameter]) -> Options:
    return {name: one for one in parameters if isinstance(one.mark, Option) for name in one.mark.names}


def _read_option(word: str, words: Iterator[str], options: Options) -> tuple[Parameter, Any]:
    """Return the option that `word` names, with its value, taken from the next word if need be."""
    name, equals, value = word.partition("=")
    option = options.get(name)
    if option is None or (equals and not name.startswith("--")):
        raise _Unusual
    if option.type is bool:
        if equals:
            raise _Unusual
        return option, True
    if not equals:
        value = next(words, "--")
        if _is_option(value):
            raise _Unusual
    return option, _converted(option, value)


def _converted(parameter: Parameter, word: str) -> Any:
    try:
        value = parameter.kind.convert(word)
    except ValueError:
        raise _Unusual from None
    low = parameter.mark.minimum if isinstance(parameter.mark, Option) else None
    if low is not None and value < low:
        raise _Unusual
    return value


def _take_shared(option: Parameter, value: Any, shared: dict[str, Any]) -> None:
    """Note a shared option; what stands further right wins. What an empty one undoes depends on where it stands."""
    if not value:
        raise _Unusual
    shared[option.name] = value
