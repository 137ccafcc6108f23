"""What reads command lines without Typer reads them as Typer does."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.interfaces import app, plain_reader
from remembrancer.interfaces.call import SHARED
from remembrancer.interfaces.commands import COMMANDS, Table, command_at
from remembrancer.interfaces.parameters import REQUIRED, Argument, Invocation, Option, Parameter, parameters_of

Words = list[str]


def all_commands(table: Table = COMMANDS, family: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the words that name each command, and where its function is."""
    for name, what in table.items():
        if isinstance(what, str):
            yield (*family, name), what
        else:
            _, members, *own = what
            yield from (((*family, name), where) for where in own)
            yield from all_commands(members, (*family, name))


EVERY = dict(all_commands())
NAMES = sorted({name for names in EVERY for name in names})

texts = st.one_of(
    st.sampled_from(
        ["", "-", "5", "-5", "0", " 7 ", "1_000", "٣", "0.5", "nan", "a=b", "=", "memory", "--", "-h", "-x"]
    ),
    st.sampled_from(NAMES),
    st.text(max_size=6),
)
numbers = st.integers(1, 99).map(str)
junk = st.sampled_from(["--help", "-h", "--version", "--", "--unknown", "-Fr", "-n5", "-n=5", "--json=1", "--agen", ""])


def good_value(parameter: Parameter) -> st.SearchStrategy[str]:
    if parameter.kind.convert in {int, float}:
        return numbers
    return st.text("abc ={}-", min_size=1, max_size=5).filter(is_no_option)


def any_value(parameter: Parameter) -> st.SearchStrategy[str]:
    return texts


def is_no_option(word: str) -> bool:
    return not word.startswith("-")


@st.composite
def option_words(draw: st.DrawFn, parameter: Parameter, values: Callable[[Parameter], st.SearchStrategy[str]]) -> Words:
    """One option as it may be written: its value behind it, or joined to it."""
    assert isinstance(parameter.mark, Option)
    name = draw(st.sampled_from(parameter.mark.names))
    if parameter.type is bool:
        return [name]
    value = draw(values(parameter))
    return [f"{name}={value}"] if draw(st.booleans()) and name.startswith("--") else [name, value]


def own_and_shared(where: str) -> tuple[list[Parameter], list[Parameter], list[Parameter]]:
    """Return the options and arguments of a command, and the shared options."""
    own = parameters_of(command_at(where))
    options = [one for one in own if isinstance(one.mark, Option)]
    return options, [one for one in own if isinstance(one.mark, Argument)], SHARED


@st.composite
def well_formed(draw: st.DrawFn) -> Words:
    """A line that says all that its command needs, its options anywhere between its arguments."""
    names, where = draw(st.sampled_from(sorted(EVERY.items())))
    options, arguments, shared = own_and_shared(where)
    needed = [one for one in options if one.default is REQUIRED]
    more = draw(st.lists(st.sampled_from([*options, *shared]), max_size=4))
    written = [draw(option_words(one, good_value)) for one in [*needed, *more]]
    placed = iter([draw(good_value(one)) for one in arguments])
    line = [word for name in names for word in [*draw(before(shared)), name]]
    for option in draw(st.permutations([*written, *([None] * len(arguments))])):
        line += option or [next(placed)]
    return line


def before(shared: list[Parameter]) -> st.SearchStrategy[Words]:
    """Shared options that stand before a name; most lines have none."""
    options = st.sampled_from(shared).flatmap(lambda one: option_words(one, good_value))
    return st.one_of(st.just([]), st.just([]), options)


@st.composite
def strange(draw: st.DrawFn) -> Words:
    """A line of the words that lines are made of, and of others, with little sense."""
    names, where = draw(st.sampled_from(sorted(EVERY.items())))
    options, _, shared = own_and_shared(where)
    known = st.sampled_from([*options, *shared]).flatmap(lambda one: option_words(one, any_value))
    word = st.one_of(texts, texts, junk).map(lambda word: [word])
    pieces = draw(st.lists(st.one_of(known, known, word), max_size=4))
    line = [word for piece in pieces for word in piece]
    at = draw(st.one_of(st.just(0), st.integers(0, len(line))))
    named = draw(st.sampled_from([names, names, names[:1]]))
    return [*line[:at], *named, *line[at:]]


def values_of(invocation: Invocation) -> str:
    """Return all that a function would get, so that it can be compared: no two NaN are equal."""
    return repr((sorted(invocation.shared.items()), sorted(invocation.values.items())))


def assert_as_typer_reads_it(found: Invocation, line: Words) -> None:
    expected = app.read(line)
    assert found.function is expected.function
    assert values_of(found) == values_of(expected)


@given(well_formed())
def test_a_well_formed_line_is_read_and_as_typer_reads_it(line: Words) -> None:
    found = plain_reader.read(line)
    assert found is not None
    assert_as_typer_reads_it(found, line)


@given(strange())
def test_of_strange_lines_those_that_are_read_are_read_as_typer_reads_them(line: Words) -> None:
    found = plain_reader.read(line)
    if found is not None:
        assert_as_typer_reads_it(found, line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "--help",
        "record --help",
        "record x y",
        "recor x",
        "record x --kin note",
        "record x --kind",
        "record x --kind --json",
        "record x --importance much",
        "record x --json=1",
        "record -- x",
        "log -n 0",
        "log -n5",
        "log -Fr",
        "forget mem_0000",
        "policy",
        "policy --json",
        "archive",
        "archive --json",
        "archive --help",
        "archive --json --help",
        "archive mem_0000",
        "archive mem_0000 --help",
        "archive list mem_0000 --because why",
        "layers --agent=",
    ],
)
def test_a_line_that_is_wrong_or_unusual_is_left_to_typer(line: str) -> None:
    assert plain_reader.read(line.split()) is None


def test_what_stands_further_right_wins_and_what_may_be_repeated_adds_up() -> None:
    line = "--agent a record --agent b words --tag x --kind note --tag=y --kind fact --agent c --json -f -"
    found = plain_reader.read(line.split())
    assert found is not None
    assert found.shared == {"agent": "c", "json": True}
    given_values = {name: value for name, value in found.values.items() if value is not None}
    assert given_values == {"text": "words", "file": "-", "kind": "fact", "tag": ["x", "y"]}


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("archive mem_0000 --because why", "archive:archive"),
        ("archive --because list mem_0000", "archive:archive"),
        ("archive --agent check mem_0000 --because why", "archive:archive"),
        ("archive --agent=a --json list --as-of 5", "archive:list_"),
        ("archive check --repair", "archive:check"),
        ("archive restore mem_0000", "archive:restore"),
    ],
)
def test_a_family_with_a_command_of_its_own_gets_what_does_not_go_on_with_a_name_of_it(line: str, where: str) -> None:
    found = plain_reader.read(line.split())
    assert found is not None
    assert found.function is command_at(where)
    assert_as_typer_reads_it(found, line.split())
