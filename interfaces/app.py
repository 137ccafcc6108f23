"""The command line as Typer knows it: help, completion, and every mistake. Built from the marks on the functions.

Each command is built, and its module imported, when it is asked for: a start costs what it uses.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from .call import SHARED
from .commands import COMMANDS, Table, command_at
from .conversion import convert_plainly
from .parameters import REQUIRED, Function, Invocation, Option, Parameter, parameters_of

_SHARED_NAMES = {one.name for one in SHARED}


def read(arguments: Sequence[str]) -> Invocation:
    """Return what a command line asks for.

    Raises:
        typer.Exit: it asked for what has been shown by now, such as help.
        typer.TyperException: it is none.
    """
    command = _root()
    with command.make_context("remembrancer", list(arguments), obj={}) as context:
        invocation = command.invoke(context)
    assert isinstance(invocation, Invocation), "every command answers with what it was asked"
    return invocation


def _print_version(asked: bool) -> None:
    if asked:
        from ..version import __version__

        typer.echo(f"remembrancer {__version__}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", help="Say the version.", callback=_print_version, is_eager=True)]


def _remembrancer(**_shared: Any) -> None:
    """Keep a memory for agents that can be replayed: what was believed, when, and why."""


def _invocation_of(function: Function) -> Callable[..., Invocation]:
    """Return a function that Typer can call in place of a command, and that only notes what it was called with."""

    def note(context: typer.Context, **values: Any) -> Invocation:
        return Invocation(function, context.obj, values)

    note.__doc__ = function.__doc__
    context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    return _signed(note, context, *map(_as_typer_says, parameters_of(function)))


def _signed(function: Callable[..., Any], *parameters: inspect.Parameter) -> Callable[..., Any]:
    """Give a function the signature that Typer is to read, and return it."""
    vars(function)["__signature__"] = inspect.Signature(parameters)
    function.__annotations__ = {one.name: one.annotation for one in parameters}
    return function


def _as_typer_says(parameter: Parameter) -> inspect.Parameter:
    mark = parameter.mark
    if isinstance(mark, Option):
        says = typer.Option(*mark.names, help=mark.help, metavar=mark.metavar, min=mark.minimum)
    else:
        says = typer.Argument(help=mark.help, metavar=mark.metavar)
    return inspect.Parameter(
        parameter.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if parameter.default is REQUIRED else parameter.default,
        annotation=Annotated[parameter.type, says],
    )


class _Command(TyperCommand):
    """A command that takes the shared options as well."""

    def get_params(self, ctx: Any) -> list[Any]:
        return convert_plainly(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        _take_shared(ctx)
        return super().invoke(ctx)


class _Group(TyperGroup):
    """A family of commands, each of which takes the shared options as well."""

    def get_params(self, ctx: Any) -> list[Any]:
        return convert_plainly(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])

    def invoke(self, ctx: Any) -> Any:
        _take_shared(ctx)
        return super().invoke(ctx)


class _Family(_Group):
    """A family of commands; without the name of one, it answers with its first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        names = {"-h", "--help", *self.commands}
        only_options = not args or args[0].startswith("-")
        first = [next(iter(self.commands))] if only_options and names.isdisjoint(args) else []
        return super().parse_args(ctx, [*first, *args])


class _FamilyWithOwn(_Group):
    """A family of commands that is a command as well: of lines that do not go on with the name of another one."""

    own: TyperCommand

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if self._is_for_own(args):
            return self.own.make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def _is_for_own(self, args: Sequence[str]) -> bool:
        options = {name: one for one in SHARED if isinstance(one.mark, Option) for name in one.mark.names}
        words = iter(args)
        for word in words:
            name, equals, _ = word.partition("=")
            option = options.get(name)
            if option is None:
                return word not in {"-h", "--help", *self.commands}
            if option.type is not bool and not equals:
                next(words, None)
        return False


def _take_shared(context: typer.Context) -> None:
    """Move the shared options from a command to the call; what stands further right on the line wins."""
    for name in _SHARED_NAMES:
        value = context.params.pop(name, None)
        if value:
            context.obj[name] = value


class _Commands(Mapping[str, TyperCommand | TyperGroup]):
    """The commands of a table, each built when it is looked up."""

    def __init__(self, table: Table, shared: list[Any]) -> None:
        self._table = table
        self._shared = shared

    def __getitem__(self, name: str) -> TyperCommand | TyperGroup:
        where = self._table[name]
        if not isinstance(where, str):
            help_line, table, *own = where
            return _family(name, self._shared, help_line, table, *own)
        return _command(name, command_at(where), self._shared)

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


def _typer(group: type[TyperGroup] | None = None) -> typer.Typer:
    return typer.Typer(cls=group, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def _command(name: str, function: Callable[..., Any], shared: list[Any]) -> TyperCommand:
    app = _typer()
    app.command(name, cls=_Command)(_invocation_of(function))
    command = get_command(app)
    assert isinstance(command, TyperCommand), "one function makes one command"
    command.params.extend(shared)
    return command


def _family(name: str, shared: list[Any], help_line: str, table: Table, own: str | None = None) -> TyperGroup:
    app = _typer(_Family if own is None else _FamilyWithOwn)
    app.callback(help=help_line)(_nothing_more)
    group = get_command(app)
    assert isinstance(group, TyperGroup), "a callback makes a group"
    if isinstance(group, _FamilyWithOwn) and own is not None:
        group.own = _command(name, command_at(own), shared)
    group.name = name
    group.params.extend(shared)
    group.commands = _Commands(table, shared)  # pyright: ignore[reportAttributeAccessIssue]  # only ever read
    return group


def _nothing_more() -> None:
    """A family does nothing but find its command."""


def _root() -> TyperGroup:
    """Return the whole command line."""
    version = inspect.Parameter("version", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Version)
    app = _typer(_Group)
    names = {"help_option_names": ["-h", "--help"]}
    app.callback(context_settings=names)(_signed(_remembrancer, *map(_as_typer_says, SHARED), version))
    group = get_command(app)
    assert isinstance(group, TyperGroup), "a callback makes a group"
    shared = [param for param in group.params if param.name in _SHARED_NAMES]
    group.commands = _Commands(COMMANDS, shared)  # pyright: ignore[reportAttributeAccessIssue]  # only ever read
    return group
