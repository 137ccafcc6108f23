"""The history of a mirror is what the log says, for every prefix of it, in whatever order things happen."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from remembrancer import Refused, Remembrancer
from remembrancer.domain.events import AnyEvent, MirrorDeclared, MirrorFailed, MirrorRefreshed, Recorded
from remembrancer.projections.mirrors import MIRRORS
from settable_clock import SettableClock

Doing = tuple[str, Any]

DOINGS: st.SearchStrategy[Doing] = st.one_of(
    st.tuples(st.just("say"), st.sampled_from(["one", "two", "三", ""])),
    st.tuples(st.just("break"), st.none()),
    st.tuples(st.just("wait"), st.integers(1, 200_000)),
    st.tuples(st.just("switch"), st.booleans()),
    st.tuples(st.just("refresh"), st.none()),
    st.tuples(st.just("due"), st.none()),
)


def naive(log: Sequence[Recorded], mirror: str) -> dict[str, object] | None:
    """Say how a mirror stands by looking through all that happened to it."""
    mine = [one for one in log if getattr(one.event, "mirror", None) == mirror]
    if not mine:
        return None

    def last(*kinds: type[AnyEvent], changed: bool = False) -> Recorded | None:
        found = [one for one in mine if isinstance(one.event, kinds) and (not changed or vars_of(one)["changed"])]
        return found[-1] if found else None

    declared, brought = last(MirrorDeclared), last(MirrorRefreshed, changed=True)
    seen, tried = last(MirrorRefreshed), last(MirrorRefreshed, MirrorFailed)
    assert declared is not None
    broken = tried if tried is not None and isinstance(tried.event, MirrorFailed) else None
    since = last(MirrorDeclared, MirrorFailed, MirrorRefreshed)
    reset = since is declared
    return {
        "standing": vars_of(declared)["standing"],
        "content": vars_of(brought)["content"] if brought else None,
        "content_position": brought.position if brought else None,
        "content_at": brought.at if brought else None,
        "refreshed_at": seen.at if seen else None,
        "failed_position": broken.position if broken else None,
        "attempt": vars_of(broken)["attempt"] if broken and not reset else 0,
        "retry_at": vars_of(broken)["retry_at"] if broken and not reset else None,
    }


def vars_of(recorded: Recorded) -> dict[str, Any]:
    return {name: getattr(recorded.event, name) for name in recorded.event.__struct_fields__}


@settings(max_examples=25)
@given(st.lists(DOINGS, max_size=12))
def test_the_row_of_a_mirror_is_what_its_events_say_at_every_position(
    tmp_path_factory: pytest.TempPathFactory, doings: list[Doing]
) -> None:
    folder: Path = tmp_path_factory.mktemp("mirrored")
    file, clock = folder / "board.txt", SettableClock()
    file.write_text("none")
    told: list[str] = []
    with Remembrancer.open(folder / "memory", clock=clock) as memory:
        memory.agent("atlas").record("something to be known by")
        memory.mirrors.add("board", every="1h", command=["cat", str(file)])
        for what, value in doings:
            told += happen(memory, file, clock, what, value)
        store = memory.store
        log = [store.event(position) for position in range(1, memory.position + 1)]
        mirror = next(one.event.mirror for one in log if isinstance(one.event, MirrorDeclared))
        for upto in range(len(log) + 1):
            row = store.views.row(MIRRORS, (mirror,), upto) if upto else None
            said = naive(log[:upto], mirror)
            assert (row is None) == (said is None)
            if row is not None and said is not None:
                assert {name: getattr(row, name) for name in said} == said
        # What was told of as changed is what the log brought, in that order, and nothing beside.
        words = [entry.words for entry in memory.log(types=["mirror.refreshed"])]
        assert [one["text"] for one in words if isinstance(one, dict)] == told
        assert memory.check() == []


def happen(memory: Remembrancer, file: Path, clock: SettableClock, what: str, value: Any) -> list[str]:
    """Let something happen; return what a mirror came to show by it."""
    match what:
        case "say":
            file.write_text(value)
        case "break":
            file.unlink(missing_ok=True)
        case "wait":
            clock.forward(seconds=value)
        case "switch":
            (memory.mirrors.enable if value else memory.mirrors.disable)("board")
        case "due":
            return [file.read_text() for one in memory.mirrors.refresh_due() if one.result == "changed"]
        case _:
            try:
                return [file.read_text()] if memory.mirrors.refresh("board").result == "changed" else []
            except Refused:
                pass
    return []
