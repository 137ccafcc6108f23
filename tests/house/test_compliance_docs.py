"""docs/compliance.md names no command and no option that is not there, and its links lead somewhere."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from remembrancer.interfaces.call import SHARED
from remembrancer.interfaces.commands import COMMANDS, command_at
from remembrancer.interfaces.parameters import Option, Parameter, parameters_of

COMMAND = re.compile(r"`(remembrancer [^`]+)`|^(remembrancer [^#\n]+)", re.MULTILINE)
LINK = re.compile(r"\[[^]]+\]\(([^)]+)\)")
OFFICIAL = ("eur-lex.europa.eu", "en.npc.gov.cn.cdurl.cn", "www.npc.gov.cn", "www.ecfr.gov", "www.federalregister.gov")
RULES = ("GDPR", "EU AI Act", "PIPL", "SEC Rule 17a-4(f)")


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "compliance.md").read_text(encoding="utf-8")


def names_of(parameters: Sequence[Parameter]) -> set[str]:
    """Return the names of options, such as `--json`."""
    return {name for one in parameters if isinstance(one.mark, Option) for name in one.mark.names}


def missing_in(line: str) -> str | None:
    """Return what a command line names that is not there, None if all of it is."""
    words = shlex.split(line)[1:]
    table, where, rest = COMMANDS, None, list(words)
    while rest and rest[0] in table:
        found = table[rest.pop(0)]
        if isinstance(found, str):
            where = found
            break
        table = found[1]
        where = found[2] if len(found) > 2 else next(iter(table.values()))
    if not isinstance(where, str):
        return f"no command: {line}"
    known = names_of(parameters_of(command_at(where))) | names_of(SHARED)
    unknown = [word for word in rest if word.startswith("-") and word not in known]
    return f"no option {unknown}: {line}" if unknown else None


def test_every_command_of_the_page_is_there_with_its_options(page: str) -> None:
    lines = [one or other for one, other in COMMAND.findall(page)]
    assert len(lines) > 50
    assert [missing for missing in map(missing_in, lines) if missing] == []


def test_every_row_that_asks_for_something_names_what_does_it(page: str) -> None:
    rules = page[page.index("## By rule") : page.index("## For an audit")]
    rows = [line for line in rules.splitlines() if line.startswith("|") and not line.startswith("|---")]
    said = [(row, row.split("|")[3].strip()) for row in rows]
    bare = [row for row, does in said if "`" not in does and does not in {"command", "the same commands"}]
    assert len(rows) > 30
    assert bare == []


def test_every_link_within_the_project_leads_to_a_file(page: str, root: Path) -> None:
    links = LINK.findall(page)
    inner = [link.partition("#")[0] for link in links if "://" not in link]
    assert [link for link in inner if not (root / "docs" / link).is_file()] == []


def test_every_rule_is_linked_to_its_official_text(page: str) -> None:
    outer = [link for link in LINK.findall(page) if "://" in link]
    assert [link for link in outer if link.split("/")[2] not in OFFICIAL] == []
    for rule in RULES:
        section = page.partition(f"### {rule}")[2]
        assert "](http" in re.split(r"\n##", section)[0], f"{rule} cites no text"
