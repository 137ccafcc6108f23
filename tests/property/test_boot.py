"""Boot documents, replayed: what any prefix of the log says equals a naive reading of its events."""

import tempfile
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from remembrancer import NotFound, Refused, Remembrancer

LINES = ["Be kind.", "Be brief.", "Ask first.", "Posts are free.", "猫很安静。"]
STEPS = st.lists(
    st.fixed_dictionaries(
        {
            "document": st.sampled_from(["voice", "operating-truth", "job:pub"]),
            "scope": st.sampled_from(["fleet", "agent:atlas"]),
            "line": st.sampled_from([None, *LINES]),
            "text": st.sampled_from([None, *LINES]),
        }
    ),
    max_size=12,
)


def naive(entries: list[Any], scope: str, document: str) -> list[str]:
    """Return the lines of a document as its events tell them one after the other."""
    lines: dict[str, tuple[int, str]] = {}
    for entry in entries:
        if not entry.type.startswith("identity.document") or (entry.scope, entry.details["document"]) != (
            scope,
            document,
        ):
            continue
        if entry.details["replaced"]:
            del lines[entry.details["replaced"]]
        if entry.details["begun"]:
            lines[entry.details["begun"]] = (entry.details["ordinal"], entry.words["lines"][entry.details["begun"]])
    return [text for _, text in sorted(lines.values())]


@settings(max_examples=25)
@given(STEPS)
def test_any_past_position_shows_the_documents_as_the_events_up_to_there_tell_them(steps: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder, Remembrancer.open(f"{folder}/m") as memory:
        ann = memory.agent("atlas", by="user:ann")
        for step in steps:
            if step["line"] is None and step["text"] is None:
                continue
            try:
                ann.replace_document_line(because="so", **step)
            except (NotFound, Refused):
                continue
        entries = list(memory.log())
        for position in range(1, memory.position + 1):
            reads = memory.agent("atlas").as_of(position)
            for scope in ("fleet", "agent:atlas"):
                for document in ("voice", "operating-truth", "job:pub"):
                    found = [line.text for line in reads.document(document, scope).lines]
                    assert found == naive(entries[:position], scope, document)
        assert memory.check() == []
        now = memory.agent("atlas").boot("pub").text
        memory.rebuild()
        assert memory.agent("atlas").boot("pub").text == now
