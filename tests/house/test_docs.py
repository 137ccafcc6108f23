"""The documents say what the code says: every event, field, error and word of a closed list."""

import inspect
import re
from pathlib import Path
from typing import get_args

import pytest

from remembrancer.domain import content, errors, events
from remembrancer.domain.vocabulary import Section, Source, Status


def rows(text: str) -> list[list[str]]:
    """Return the cells of each table row, without heads and rulers."""
    lines = text.splitlines()
    tables = [
        line for line, above in zip(lines, ["", *lines], strict=False) if line.startswith("|") and above.startswith("|")
    ]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in tables if not line.startswith("|---")]


def names(cell: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([^`]+)`", cell))


def own_fields(struct: type) -> tuple[str, ...]:
    """Return the fields that a struct adds to its base."""
    inherited = set(getattr(struct.__base__, "__struct_fields__", ()))
    return tuple(name for name in getattr(struct, "__struct_fields__") if name not in inherited)  # noqa: B009


def name_of(struct: type) -> str:
    return struct.__name__


def event_bases() -> set[type]:
    """Return the classes whose fields events share."""
    return {base for event in events.EVENT_TYPES for base in event.__mro__[1:] if issubclass(base, events.Event)}


@pytest.fixture(scope="module")
def sections(root: Path) -> dict[str, str]:
    """The parts of docs/events.md by heading; of a heading about a class, by the name of the class."""
    parts = re.split(r"^##+ (.+)$", (root / "docs" / "events.md").read_text(), flags=re.MULTILINE)
    return {(names(heading) or (heading,))[0]: text for heading, text in zip(parts[1::2], parts[2::2], strict=True)}


def test_every_event_type_is_documented_with_its_meaning_fields_and_content(sections: dict[str, str]) -> None:
    documented = {names(row[0])[0]: row[1:] for row in rows(sections["The types"])}
    expected = {
        event.TYPE: [
            (event.__doc__ or "").splitlines()[0],
            f"`{event.__mro__[1].__name__}`",
            ", ".join(f"`{field}`" for field in own_fields(event)) or "-",
            f"`{event.CONTENT.__name__}`" if event.CONTENT else "-",
        ]
        for event in events.EVENT_TYPES
    }
    assert documented == expected


def test_what_events_share_is_documented_field_by_field(sections: dict[str, str]) -> None:
    shared = event_bases() | {events.Line, content.Box, content.MemoryText, content.LineTexts}
    shared |= {content.SessionName, content.ExampleText, content.RecallQuery, content.SuggestionText}
    shared |= {content.ReviewText, content.Factor}
    shared |= {content.MirrorText}
    shared |= {content.ClaimFinding, content.ContextGiven, events.ContextEntry}
    documented = {
        name: tuple(names(row[0])[0] for row in rows(sections.get(name, ""))) for name in map(name_of, shared)
    }
    assert documented == {name_of(struct): own_fields(struct) for struct in shared}


def test_the_content_that_all_boxes_share_is_documented_under_reason(sections: dict[str, str]) -> None:
    assert [names(row[0])[0] for row in rows(sections["Reason"])] == list(content.Reason.__struct_fields__)


def test_every_field_of_a_single_event_type_is_explained(sections: dict[str, str]) -> None:
    explained = [names(row[0])[0] for row in rows(sections["Clear fields of single types"])]
    used = {field for event in events.EVENT_TYPES for field in own_fields(event)}
    shared = {field for base in event_bases() for field in own_fields(base)}
    elsewhere = used & shared
    assert explained == sorted(used - elsewhere)


def test_every_error_is_documented_under_its_family(root: Path) -> None:
    documented = {names(row[0])[0]: names(row[1])[0] for row in rows((root / "docs" / "errors.md").read_text())}
    classes = [member for _, member in inspect.getmembers(errors, inspect.isclass) if issubclass(member, Exception)]
    assert documented == {error.__name__: error.__mro__[1].__name__ for error in classes}


def test_every_error_appears_in_the_tree_at_the_top_of_its_module() -> None:
    drawn = set(re.findall(r"[A-Z]\w+", errors.__doc__ or ""))
    classes = {name for name, _ in inspect.getmembers(errors, inspect.isclass)}
    assert classes <= drawn


@pytest.fixture(scope="module")
def glossary(root: Path) -> dict[str, str]:
    lines = (root / "docs" / "glossary.md").read_text().splitlines()
    entries = [line.removeprefix("- **").split("**: ", 1) for line in lines if line.startswith("- ")]
    terms = [entry[0] for entry in entries]
    assert terms == sorted(set(terms)), "the glossary is not in order, or says a word twice"
    return {entry[0]: entry[1] for entry in entries}


def test_each_word_of_the_glossary_is_told_in_one_sentence(glossary: dict[str, str]) -> None:
    assert not [term for term, meaning in glossary.items() if not re.fullmatch(r"[^.]+(\.\.?[^. ][^.]*)*\.", meaning)]


def test_every_state_of_a_memory_is_in_the_glossary(glossary: dict[str, str]) -> None:
    assert set(get_args(Status)) <= set(glossary)


def test_the_sections_and_sources_are_named_as_the_code_names_them(sections: dict[str, str]) -> None:
    meanings = {names(row[0])[0]: names(row[1]) for part in ("Line", "NewMemory") for row in rows(sections[part])}
    assert meanings["section"] == get_args(Section)
    assert meanings["source"] == get_args(Source)
