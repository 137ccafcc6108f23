"""The commands, one module a family. Each asks the application and hands the answer to the rendering.

Here they stand by name; the module of a command is imported when it is asked for, so a start costs what it uses.
"""

from collections.abc import Mapping
from importlib import import_module

from ..parameters import Function

Table = Mapping[str, "str | tuple[str, Table] | tuple[str, Table, str]"]
"""By name: `module:function` for a command, a line of help and its own table for a family of commands.

A family asked without the name of a command answers with its first. It may have a command of its own instead: that one
gets the lines that do not go on with a name of the table.
"""

COMMANDS: Table = {
    "init": "stores:init",
    "record": "recording:record",
    "show": "reading:show",
    "layers": "reading:layers",
    "history": "reading:history",
    "why": "reading:why",
    "diff": "reading:diff",
    "agents": "reading:agents",
    "recall": "recall:recall",
    "log": "auditing:log",
    "export": "exporting:export",
    "promote": "changing:promote",
    "revise": "recording:revise",
    "forget": "changing:forget",
    "merge": "recording:merge",
    "archive": (
        "Retire a memory, and see what retired. `archive ID --because WHY` retires one.",
        {
            "list": "archive:list_",
            "show": "archive:show",
            "restore": "archive:restore",
            "check": "archive:check",
        },
        "archive:archive",
    ),
    "restore": "changing:restore",
    "contradict": "changing:contradict",
    "quarantine": "changing:quarantine",
    "release": "changing:release",
    "confirm": "changing:confirm",
    "review": "changing:review",
    "decay": "changing:decay",
    "task": (
        "The work at hand: one state a task, resumed after a crash.",
        {
            "list": "tasks:list_",
            "start": "tasks:start",
            "checkpoint": "tasks:checkpoint",
            "show": "tasks:show",
            "interrupt": "tasks:interrupt",
            "resume": "tasks:resume",
            "complete": "tasks:complete",
        },
    ),
    "session": (
        "What is said: messages until it ends, then a summary.",
        {
            "list": "sessions:list_",
            "message": "sessions:message",
            "end": "sessions:end",
            "show": "sessions:show",
        },
    ),
    "decision": (
        "What was decided, how it turned out, and how sure to be.",
        {
            "list": "decisions:list_",
            "made": "decisions:made",
            "judged": "decisions:judged",
            "quality": "decisions:quality",
        },
    ),
    "intent": (
        "Problems met before, in whatever file, and how that went.",
        {
            "list": "intents:list_",
            "record": "intents:record",
            "show": "intents:show",
            "similar": "intents:similar",
        },
    ),
    "trauma": (
        "What went wrong, and how much of it still weighs.",
        {"show": "trauma:show", "record": "trauma:record"},
    ),
    "risk": "trauma:risk",
    "recalls": "recalls:recalls",
    "context": (
        "What goes to the model, kept as it was given. `context QUERY` assembles it.",
        {"list": "context:list_", "show": "context:show"},
        "context:context",
    ),
    "contexts": "context:list_",
    "dictionary": (
        "Words of the domain, and names of one thing, for recall.",
        {"list": "dictionary:list_", "add": "dictionary:add", "test": "dictionary:test"},
    ),
    "index": (
        "What recall searches in: how it is, and making it anew.",
        {"status": "index:show", "rebuild": "index:rebuild", "learn": "index:learn"},
    ),
    "identity": (
        "What an agent is: read it, and as a person, write it.",
        {
            "show": "identity:show",
            "establish": "identity:establish",
            "replace": "identity:replace",
            "write": "identity:write",
            "refresh": "identity:refresh",
            "history": "identity:history",
        },
    ),
    "boot": "boot:boot",
    "fleet": "fleet:fleet",
    "policy": (
        "The bounds, lifetimes and gates in force.",
        {"show": "policy:show", "adopt": "policy:adopt", "default": "policy:default"},
    ),
    "sweep": "sweeping:sweep",
    "schedule": "scheduling:schedule",
    "dream": "dreams:dream",
    "dreams": (
        "The dreams that were: what each did, and why.",
        {"list": "dreams:list_", "show": "dreams:show"},
    ),
    "suggestions": (
        "What dreams leave to a person, and what was said to it.",
        {"list": "suggestions:list_", "accept": "suggestions:accept", "decline": "suggestions:decline"},
    ),
    "lessons": (
        "What was learned: the index, a lesson, how it came to be.",
        {"list": "lessons:list_", "open": "lessons:open_", "path": "lessons:path"},
    ),
    "facts": "facts:list_",
    "fact": (
        "Who owns a fact, and giving it to another agent.",
        {"list": "facts:list_", "owner": "facts:owner", "transfer": "facts:transfer"},
    ),
    "handover": (
        "Giving a task, lesson, fact or memory to another agent.",
        {"list": "handing:list_"},
        "handing:handover",
    ),
    "contradictions": "contradictions:contradictions",
    "check": (
        "What the world may be asked, and trying it.",
        {"list": "checks:list_", "add": "checks:add", "remove": "checks:remove", "try": "checks:try_"},
    ),
    "checks": "checks:list_",
    "claim": (
        "Memories that carry a check, by which they stand or fall.",
        {
            "list": "claims:list_",
            "attach": "claims:attach",
            "answer": "claims:answer",
            "release": "claims:release",
        },
    ),
    "claims": "claims:list_",
    "audit": "claims:audit",
    "verify": "ledger:verify",
    "ledger": (
        "The signed head of the log, and proofs for strangers.",
        {
            "checkpoint": "ledger:checkpoint",
            "proof": "ledger:proof",
            "consistency": "ledger:consistency",
            "key": "ledger:key",
            "accept": "ledger:accept",
            "witness": (
                "Who else is handed each checkpoint.",
                {"list": "ledger:witness_list"},
            ),
        },
    ),
    "mirror": (
        "Live state from outside, kept fresh on a schedule.",
        {
            "list": "mirrors:list_",
            "show": "mirrors:show",
            "add": "mirrors:add",
            "refresh": "mirrors:refresh",
            "enable": "mirrors:enable",
            "disable": "mirrors:disable",
            "remove": "mirrors:remove",
        },
    ),
    "mirrors": "mirrors:list_",
    "subject": (
        "What is known of a person: show, export, erase.",
        {
            "list": "subject:list_",
            "show": "subject:show",
            "export": "subject:export",
            "erase": "subject:erase",
        },
    ),
    "erase": "erasing:erase",
    "hold": (
        "Words that must stay. `hold S --until DATE --because WHY` places a hold.",
        {"list": "hold:list_", "release": "hold:release"},
        "hold:hold",
    ),
    "holds": "hold:list_",
    "retention": "retention:retention",
    "import": "stores:import_",
    "rebuild": "stores:rebuild",
    "doctor": "stores:doctor",
    "demo": "stores:demo",
}


def command_at(where: str) -> Function:
    """Return the function of a command, by what the table says of it."""
    module, _, function = where.partition(":")
    return getattr(import_module(f"{__name__}.{module}"), function)
