"""Laws of erasure, over random lives: structure stays, words go, and the rest can be read as before."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from remembrancer import Agent, Memory, Remembrancer, RemembrancerError
from remembrancer.application.memory import ERASED
from remembrancer.projections.core import CORE

PEOPLE = ("user:42", "user:43")
VERBS = ("record", "record", "revise", "merge", "fact", "confirm", "forget", "archive", "say", "end", "recall")


@st.composite
def lives(draw: st.DrawFn) -> list[tuple[str, int, int, tuple[str, ...]]]:
    """Draw what an agent does: a verb, two memories that it is about by their places, and whom it names."""
    step = st.tuples(
        st.sampled_from(VERBS),
        st.integers(0, 9),
        st.integers(0, 9),
        st.sampled_from([(), (), PEOPLE[:1], PEOPLE[1:], PEOPLE]),
    )
    return draw(st.lists(step, min_size=3, max_size=14))


def live(agent: Agent, steps: list[tuple[str, int, int, tuple[str, ...]]]) -> list[Memory]:
    """Live a life; what the rules refuse does not happen."""
    made = [agent.record("the first", subjects=PEOPLE[:1]), agent.record("the second")]
    for number, (verb, one, other, about) in enumerate(steps):
        first, second = made[one % len(made)].id, made[other % len(made)].id
        said: dict[str, Any] = {"subjects": about}
        try:
            match verb:
                case "record":
                    made.append(agent.record(f"words {number}", evidence=[first], **said))
                case "revise":
                    agent.revise(first, f"other words {number}", because="they changed", **said)
                case "merge":
                    made.append(agent.merge([first, second], f"both {number}", because="alike", **said))
                case "fact":
                    made.append(agent.record(f"value {number}", kind="fact", key="sky", **said))
                case "confirm":
                    agent.confirm(first, evidence=[second], because="seen again")
                case "forget":
                    agent.forget(first, because="no use")
                case "archive":
                    agent.archive(first, because="old")
                case "say":
                    made.append(agent.session("talk").message(f"said {number}", **said))
                case "end":
                    made.append(agent.session("talk").end(f"summed up {number}", **said))
                case _:
                    agent.recall(f"words {number}", **said)
        except RemembrancerError:
            continue
    return made


def tables(memory: Remembrancer, at: int) -> list[list[Any]]:
    return [sorted(map(repr, memory.store.views.all_rows(projection, at))) for projection in CORE]


@settings(max_examples=25)
@given(steps=lives(), by_name=st.booleans(), chosen=st.integers(0, 9))
def test_structure_is_the_same_before_and_after_an_erasure_and_words_go_with_all_that_was_made_of_them(
    steps: list[tuple[str, int, int, tuple[str, ...]]], chosen: int, *, by_name: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder, Remembrancer.open(Path(folder) / "memory") as memory:
        atlas = memory.agent("atlas")
        made = live(atlas, steps)
        memory.store.notes.flush()
        head = memory.position
        before = [tables(memory, at) for at in range(head + 1)]
        words = {one.id: atlas.show(one.id).text for one in made}
        report = memory.erase(PEOPLE[0] if by_name else made[chosen % len(made)].id, because="a letter")

        assert [tables(memory, at) for at in range(head + 1)] == before
        assert memory.check() == []
        gone = {one.id for one in report.memories}
        for one in made:
            shown = atlas.show(one.id)
            assert (shown.text == ERASED) == (one.id in gone)
            assert shown.text == ERASED or shown.text == words[one.id]
        for entry in memory.log():
            if entry.type != "privacy.subject_erased/2" and gone.intersection(entry.memories[:1]):
                assert (entry.words, entry.because) in {(ERASED, ERASED), (None, None)}
            assert entry.words != "[sealed]"
        if by_name:
            assert all(line.name != PEOPLE[0] for line in memory.subjects())
        assert memory.examine().problems == ()
