"""The identity of an agent as people read it."""

import sys

from ...application.identity import Identity
from ...domain.vocabulary import SECTIONS
from .plain import one_line


def print_identity(identity: Identity, title: str | None) -> None:
    """Print an identity by section."""
    out = sys.stdout
    when = f", {title}" if title else ""
    if identity.version == 0:
        out.write(f"{identity.agent} has no identity{when or '; a person gives it one with `identity establish`'}\n")
        return
    out.write(f"{identity.agent}, identity of version {identity.version}{when}\n")
    for section in SECTIONS:
        lines = [line.text for line in identity.lines if line.section == section]
        if lines:
            out.write(f"\n{section}\n")
            out.writelines(f"  {one_line(line)}\n" for line in lines)
