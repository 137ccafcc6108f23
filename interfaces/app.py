"""The commands by name. Each is built, and its module imported, when it is asked for: a start costs what it uses."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from .call import Call
from .conversion import convert_plainly

Table = Mapping[str, "str | tuple[str, Table]"]
"""By name: `module:function` for a command, a line of help and its own table for a family of commands."""

COMMANDS: Table = {
    "init": "stores:init",
    "record": "recording:record",
    "show": "reading:show",
    "layers": "reading:layers",
    "history": "reading:history",
    "why": "reading:why",
    "diff": "reading:diff",
    "agents": "reading:agents",
    "log": "auditing:log",
    "promote": "changing:promote",
    "revise": "recording:revise",
    "forget": "changing:forget",
    "merge": "recording:merge",
    "archive": "changing:archive",
    "restore": "changing:restore",
    "contradict": "changing:contradict",
    "quarantine": "changing:quarantine",
    "release": "changing:release",
    "confirm": "changing:confirm",
    "review": "changing:review",
    "decay": "changing:decay",
    "identity": (
        "What an agent is: read it, and as a person, write it.",
        {
            "show": "identity:show",
            "establish": "identity:establish",
            "replace": "identity:replace",
            "refresh": "identity:refresh",
            "history": "identity:history",
        },
    ),
    "policy": (
        "The bounds, lifetimes and gates in force.",
        {"show": "policy:show", "adopt": "policy:adopt", "default": "policy:default"},
    ),
    "import": "stores:import_",
    "rebuild": "stores:rebuild",
    "doctor": "stores:doctor",
    "demo": "stores:demo",
}

SHARED = ("store", "agent", "by", "json", "read_only")
"""The options that every command takes, before or after its name."""


def _print_version(asked: bool) -> None:
    if asked:
        from ..version import __version__

        typer.echo(f"remembrancer {__version__}")
        raise typer.Exit


def _remembrancer(
    store: Annotated[
        str | None,
        typer.Option("--store", metavar="PATH", help="Folder of the store [REMEMBRANCER_STORE, else ./memory]."),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option("--agent", metavar="NAME", help="Whose memory [REMEMBRANCER_AGENT, else default]."),
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="user:NAME", help="The person who acts, instead of the agent.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")] = False,
    read_only: Annotated[bool, typer.Option("--read-only", help="Change nothing on disk.")] = False,
    version: Annotated[
        bool, typer.Option("--version", help="Say the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Keep a memory for agents that can be replayed: what was believed, when, and why."""


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
    """A family of commands; without the name of one, it shows."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        names = {"-h", "--help", *self.commands}
        only_options = not args or args[0].startswith("-")
        return super().parse_args(ctx, ["show", *args] if only_options and names.isdisjoint(args) else args)


def _take_shared(context: typer.Context) -> None:
    """Move the shared options from a command to the call; what stands further right on the line wins."""
    call = context.obj
    assert isinstance(call, Call), "main hands a call to every command"
    for name in SHARED:
        value = context.params.pop(name, None)
        if value:
            setattr(call, name, value)


class _Commands(Mapping[str, TyperCommand | TyperGroup]):
    """The commands of a table, each built when it is looked up."""

    def __init__(self, table: Table, shared: list[Any]) -> None:
        self._table = table
        self._shared = shared

    def __getitem__(self, name: str) -> TyperCommand | TyperGroup:
        where = self._table[name]
        if not isinstance(where, str):
            return _family(name, *where, self._shared)
        module, _, function = where.partition(":")
        return _command(name, getattr(import_module(f".commands.{module}", __package__), function), self._shared)

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


def _typer(group: type[TyperGroup] | None = None) -> typer.Typer:
    return typer.Typer(cls=group, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def _command(name: str, function: Callable[..., Any], shared: list[Any]) -> TyperCommand:
    app = _typer()
    app.command(name, cls=_Command)(function)
    command = get_command(app)
    assert isinstance(command, TyperCommand), "one function makes one command"
    command.params.extend(shared)
    return command


def _family(name: str, help_line: str, table: Table, shared: list[Any]) -> TyperGroup:
    app = _typer(_Family)
    app.callback(help=help_line)(_nothing_more)
    group = get_command(app)
    assert isinstance(group, TyperGroup), "a callback makes a group"
    group.name = name
    group.params.extend(shared)
    group.commands = _Commands(table, shared)  # pyright: ignore[reportAttributeAccessIssue]  # only ever read
    return group


def _nothing_more() -> None:
    """A family does nothing but find its command."""


def root() -> TyperGroup:
    """Return the whole command line."""
    app = _typer(_Group)
    app.callback(context_settings={"help_option_names": ["-h", "--help"]})(_remembrancer)
    group = get_command(app)
    assert isinstance(group, TyperGroup), "a callback makes a group"
    shared = [param for param in group.params if param.name in SHARED]
    group.commands = _Commands(COMMANDS, shared)  # pyright: ignore[reportAttributeAccessIssue]  # only ever read
    return group
