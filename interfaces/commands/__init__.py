"""The commands, one module a family. Each asks the application and hands the answer to the rendering.

Here they stand by name; the module of a command is imported when it is asked for, so a start costs what it uses.
"""

from collections.abc import Mapping
from importlib import import_module

from ..parameters import Function

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


def command_at(where: str) -> Function:
    """Return the function of a command, by what the table says of it."""
    module, _, function = where.partition(":")
    return getattr(import_module(f"{__name__}.{module}"), function)
