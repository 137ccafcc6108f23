"""The process in which a function is called: `calling.py MODULE:FUNCTION FOLDER [json]`. Loads nothing of this package.

It prints what the function returns; whatever the function itself prints goes to the standard error.
"""

import importlib
import json
import os
import sys

NOT_THERE = 69
"""What it ends with if there is no such function (EX_UNAVAILABLE of sysexits.h)."""


def main() -> int:
    """Call the function that the arguments name; return what to end with."""
    target, folder = sys.argv[1:3]
    answer = os.dup(1)
    os.dup2(2, 1)
    # Behind everything else: no file there stands in for a module that is installed.
    sys.path.append(folder)
    module, _, name = target.partition(":")
    try:
        function = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as fault:
        sys.stderr.write(f"{fault}\n")
        return NOT_THERE
    try:
        found = function()
    except Exception as fault:  # noqa: BLE001 - whatever it raises is what is told
        sys.stderr.write(f"{type(fault).__name__}: {fault}\n")
        return 1
    text = (
        found
        if isinstance(found, str) and "json" not in sys.argv[3:]
        else json.dumps(found, ensure_ascii=False, sort_keys=True)
    )
    with os.fdopen(answer, "wb") as out:
        out.write(text.encode("utf-8", errors="replace"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
