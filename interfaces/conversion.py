"""Turning what was typed into numbers, without the schema compiler that Typer loads for it.

Typer builds a pydantic adapter for each option of the command that runs; loading that takes longer than recording
a memory. The options here are texts, numbers and lists of texts, for which a function each is enough.
"""

from typing import Any

import typer

from .parameters import KINDS, Kind


class Conversion:
    """What Typer asks of the converter of one option or argument."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind

    def coerce(self, value: Any, param: Any, ctx: typer.Context) -> Any:
        """Return the value of an option, converted; of a repeated one, all its values.

        Raises:
            typer.BadParameter: it is none.
        """
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        return [self._one(item, param, ctx) for item in value] if several else self._one(value, param, ctx)

    def _one(self, value: Any, param: Any, ctx: typer.Context) -> Any:
        try:
            converted = self._kind.convert(value)
        except ValueError:
            raise typer.BadParameter(f"{value!r} is not {self._kind.expected}", ctx=ctx, param=param) from None
        low = getattr(param, "min", None)
        if low is not None and converted < low:
            raise typer.BadParameter(f"{converted} is below {low}", ctx=ctx, param=param)
        return converted


def convert_plainly(params: list[Any]) -> list[Any]:
    """Give options and arguments of a plain type a plain conversion, and return them; the rest stay with Typer's."""
    for param in params:
        kind = KINDS.get(getattr(getattr(param, "type_descriptor", None), "annotation", None))
        if kind is not None:
            conversion = Conversion(kind)
            param.get_runtime_param = lambda conversion=conversion: conversion
    return params
