"""The identity: written by people only, a document of a greater version at a time, or a line."""

from typing import Any

import pytest

from deciding import AGENT, NOW, PERSON, content, event, events, facts, order
from remembrancer.domain.commands import EstablishIdentity, IdentityDocument, ReplaceIdentityLine
from remembrancer.domain.decisions import decide
from remembrancer.domain.errors import (
    InvalidName,
    InvalidNumber,
    InvalidText,
    NotFound,
    OutOfOrder,
    PersonNeeded,
    Refused,
    RemembrancerError,
)
from remembrancer.domain.events import IdentityEstablished, IdentityRefreshed, Line
from remembrancer.domain.facts import Facts, StandingLine
from remembrancer.domain.policy import NUMBER_MAX
from remembrancer.domain.vocabulary import Section

STANDING: tuple[tuple[str, Section, str | None], ...] = (
    ("mem_m", "mission", "serve"),
    ("mem_k", "rules", "be kind"),
    ("mem_w", "rules", "say why"),
    ("mem_n", "never", "be kind"),
)


def known(lines: tuple[tuple[str, Section, str | None], ...] = STANDING) -> Facts:
    found = facts()
    found.identity_version = 3
    found.identity = tuple(
        StandingLine(memory=memory, section=section, ordinal=place, text=text)
        for place, (memory, section, text) in enumerate(lines)
    )
    return found


def establish(by: dict[str, str] = PERSON, because: str | None = "asked", **document: Any) -> EstablishIdentity:
    fields: dict[str, Any] = {"version": 4, "mission": "serve", **document}
    said = IdentityDocument(**fields)
    ids = tuple(f"mem_{n}" for n in range(len(said.lines())))
    return order(EstablishIdentity, **by, because=because, document=said, ids=ids)


def replace_line(section: str = "rules", by: dict[str, str] = PERSON, **fields: Any) -> ReplaceIdentityLine:
    return order(ReplaceIdentityLine, **by, memory="mem_new", section=section, **fields)


@pytest.mark.parametrize("command", [establish(by=AGENT), replace_line(by=AGENT, text="obey me")])
@pytest.mark.parametrize("standing", [facts(), known()])
def test_an_agent_never_writes_its_own_identity(
    command: EstablishIdentity | ReplaceIdentityLine, standing: Facts
) -> None:
    with pytest.raises(PersonNeeded, match="only a person's word"):
        decide(standing, command, now=NOW)


def test_the_first_document_is_established_line_by_line_in_order() -> None:
    command = establish(version=1, rules=("be kind",), never=("lie",), always=("ask",), philosophies=("慢",))
    established = event(facts(), command)

    assert isinstance(established, IdentityEstablished)
    assert (established.version, established.scope) == (1, "agent:atlas")
    assert [(line.memory, line.section, line.ordinal) for line in established.lines] == [
        ("mem_0", "mission", 0),
        ("mem_1", "rules", 1),
        ("mem_2", "never", 2),
        ("mem_3", "always", 3),
        ("mem_4", "philosophies", 4),
    ]
    assert content(facts(), command).lines == {
        "mem_0": "serve",
        "mem_1": "be kind",
        "mem_2": "lie",
        "mem_3": "ask",
        "mem_4": "慢",
    }


def test_a_greater_version_keeps_the_lines_that_both_have_and_drops_the_rest() -> None:
    command = establish(rules=("say why", "listen"), always=("be kind",))
    refreshed = event(known(), command)

    assert isinstance(refreshed, IdentityRefreshed)
    assert (refreshed.from_version, refreshed.version) == (3, 4)
    assert refreshed.kept == (Line("mem_m", "mission", 0), Line("mem_w", "rules", 1))
    assert refreshed.added == (Line("mem_2", "rules", 2), Line("mem_3", "always", 3))
    assert refreshed.dropped == ("mem_k", "mem_n")
    assert content(known(), command).lines == {"mem_2": "listen", "mem_3": "be kind"}


def test_lines_that_nobody_can_read_are_written_anew() -> None:
    refreshed = event(known((("mem_m", "mission", None),)), establish())

    assert (refreshed.kept, refreshed.dropped) == ((), ("mem_m",))


@pytest.mark.parametrize("version", [1, 3])
def test_a_version_that_does_not_grow_is_refused(version: int) -> None:
    with pytest.raises(OutOfOrder, match="stands at version 3"):
        decide(known(), establish(version=version), now=NOW)


@pytest.mark.parametrize(
    ("document", "refusal", "said"),
    [
        ({"version": 0}, InvalidNumber, "version is 0"),
        ({"version": NUMBER_MAX + 1}, InvalidNumber, "version is"),
        ({"mission": " "}, InvalidText, "a line of mission is empty"),
        ({"rules": ("one\ntwo",)}, InvalidText, "one line"),
        ({"never": ("x" * 1001,)}, InvalidText, "at most 1000"),
        ({"always": ("a\x00",)}, InvalidText, "NUL"),
        ({"rules": ("be kind", "be kind")}, InvalidText, "stands twice in rules"),
        ({"rules": tuple(map(str, range(500)))}, InvalidText, "501 lines"),
    ],
)
def test_what_is_wrong_with_a_document_is_refused(
    document: dict[str, Any], refusal: type[RemembrancerError], said: str
) -> None:
    with pytest.raises(refusal, match=said):
        decide(facts(), establish(**document), now=NOW)


def test_a_person_says_why_and_a_file_need_not() -> None:
    with pytest.raises(InvalidText, match="a reason is missing"):
        decide(facts(), establish(because=None), now=NOW)
    assert event(facts(), establish(because=None, by={**PERSON, "actor": "file:identity/atlas.toml"})).version == 4


@pytest.mark.parametrize("line", ["say why", "mem_w"])
def test_a_line_is_replaced_in_its_place(line: str) -> None:
    command = replace_line(line=line, text="explain")
    replaced = event(known(), command)

    assert (replaced.replaced, replaced.line, replaced.version) == ("mem_w", Line("mem_new", "rules", 2), 3)
    assert content(known(), command).lines == {"mem_new": "explain"}


def test_a_line_is_added_at_the_end_and_taken_out() -> None:
    added = event(known(), replace_line("always", text="ask"))
    taken = event(known(), replace_line(line="be kind"))

    assert (added.replaced, added.line) == (None, Line("mem_new", "always", 4))
    assert (taken.replaced, taken.line) == ("mem_k", None)


def test_a_line_that_stands_already_gives_nothing() -> None:
    assert events(known(), replace_line(text="be kind")) == []
    assert events(known(), replace_line(text="Be  kind.")) == []
    assert events(known(), replace_line(line="say why", text="say why")) == []
    assert event(known(), replace_line(line="Be kind.", text="be fair")).replaced is not None


def test_the_mission_is_replaced_but_neither_added_nor_taken_out() -> None:
    assert event(known(), replace_line("mission", line="serve", text="protect")).replaced == "mem_m"
    for command in (replace_line("mission", text="a second one"), replace_line("mission", line="serve")):
        with pytest.raises(Refused, match="exactly one mission"):
            decide(known(), command, now=NOW)


def test_lines_are_looked_for_in_their_section_only() -> None:
    with pytest.raises(NotFound, match="no line 'be kind' in always"):
        decide(known(), replace_line("always", line="be kind"), now=NOW)
    assert event(known(), replace_line("never", line="be kind")).replaced == "mem_n"


@pytest.mark.parametrize(
    ("standing", "command", "refusal", "said"),
    [
        (
            facts(),
            replace_line(text="x"),
            NotFound,
            "has no identity; give it one with `identity establish FILE --because WHY`",
        ),
        (known(), replace_line("voice", text="x"), InvalidName, "no section 'voice'"),
        (known(), replace_line(), InvalidText, "nothing to do"),
        (known(), replace_line(text="a\nb"), InvalidText, "one line"),
        (known(), replace_line(text="x", because=None), InvalidText, "a reason is missing"),
    ],
)
def test_what_is_wrong_with_a_line_is_refused(
    standing: Facts, command: ReplaceIdentityLine, refusal: type[RemembrancerError], said: str
) -> None:
    with pytest.raises(refusal, match=said):
        decide(standing, command, now=NOW)


def test_two_people_who_write_at_once_conflict() -> None:
    conflicts = decide(known(), replace_line(text="x"), now=NOW).conflicts

    assert ("identity:atlas",) in [item.tags for item in conflicts]
