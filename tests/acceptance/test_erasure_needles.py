"""Erasing for ever: no piece of what was erased stands in any file, can be read anywhere, or comes back."""

import base64
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from needles import PERSON, Needles, contents, found, pieces, planted
from remembrancer import Memory, Remembrancer
from remembrancer.application.memory import ERASED
from settable_clock import SettableClock
from word_embedder import WordEmbedder

BY_NAME = pytest.mark.parametrize("named", [True, False], ids=["a person", "memories"])


def readable(memory: Remembrancer, needles: Needles) -> list[str]:
    """Return what of the needles the log shows when it is read."""
    told = [f"{entry.words} {entry.because} {entry.details}" for entry in memory.log()]
    return [
        place
        for place, needle in needles.planted.items()
        if any(piece in text for piece in pieces(needle) for text in told)
    ]


def lived(folder: Path, clock: SettableClock, *, named: bool) -> tuple[Remembrancer, Needles, dict[str, Memory]]:
    """Open a store in which needles were planted; all that is made of words beside the log is there."""
    memory = Remembrancer.open(folder, clock=clock, embedder=WordEmbedder())
    needles, made = planted(memory, clock, subjects=[PERSON] if named else [])
    memory.agent("atlas").recall("anything", note=False)
    vectors = memory.store.vectors
    assert vectors is not None
    vectors.complete()
    memory.learn()
    memory.store.searcher.save()
    assert sorted(readable(memory, needles)) == sorted(needles.planted)
    return memory, needles, made


def asked(made: dict[str, Memory], *, named: bool) -> str | list[str]:
    return PERSON if named else [one.id for one in made.values()]


@BY_NAME
def test_no_piece_of_what_was_erased_is_left_in_any_file(tmp_path: Path, clock: SettableClock, *, named: bool) -> None:
    folder = tmp_path / "memory"
    memory, needles, made = lived(folder, clock, named=named)
    with memory:
        report = memory.erase(asked(made, named=named), because="a letter of May")
        assert report.unfinished is None
        assert readable(memory, needles) == []
        assert found(folder, needles) == []
        assert memory.check() == []
        assert [problem for problem in memory.examine().problems if "no key" in problem] == []
    assert found(folder, needles) == []
    with Remembrancer.open(folder, clock=clock, embedder=WordEmbedder()) as again:
        assert readable(again, needles) == []
        again.agent("atlas").recall("anything", note=False)
        again.learn()
        assert again.verify().ok
        again.export(tmp_path / "export")
    assert found(folder, needles) == []
    assert found(tmp_path / "export", needles) == []


def test_the_search_for_pieces_finds_them_however_they_are_written(tmp_path: Path) -> None:
    needles = Needles()
    needle = needles("somewhere")
    (tmp_path / "utf8").write_text(f"…{needle[3:12]}…")
    (tmp_path / "utf16").write_bytes(f"…{needle[3:12]}…".encode("utf-16-be"))
    (tmp_path / "json").write_text(json.dumps(f"…{needle[-9:]}"))
    for shift in range(3):
        (tmp_path / f"base64-{shift}").write_bytes(base64.b64encode(b"x" * shift + needle.encode()))
    (tmp_path / "gzip").write_bytes(b"head" + gzip.compress(f"{needle} ".encode() * 20))
    (tmp_path / "other").write_text("nothing of it")
    assert {place.removeprefix("somewhere in ") for place in found(tmp_path, needles)} == {
        *(name for name, _ in contents(tmp_path) if name not in {"gzip", "other"})
    }


@BY_NAME
def test_history_still_shows_that_there_was_something_and_why_it_is_gone(
    tmp_path: Path, clock: SettableClock, *, named: bool
) -> None:
    memory, _, made = lived(tmp_path / "memory", clock, named=named)
    with memory:
        before = memory.position
        memory.erase(asked(made, named=named), because="a letter of May", by="user:officer")
        atlas = memory.agent("atlas")
        note = atlas.show(made["note"].id)
        assert (note.status, note.text, note.kind, note.layer) == ("erased", ERASED, "note", "L2")
        assert (note.summary, note.tags, note.metadata, note.subjects) == (None, (), {}, ())
        then = atlas.as_of(before).show(note.id)
        assert (then.status, then.text, then.recorded_at) == ("live", ERASED, made["note"].recorded_at)
        *_, last = atlas.history(note.id)
        assert (last.type, last.because, last.actor) == (
            "privacy.subject_erased/2",
            "a letter of May",
            "user:officer",
        )
        assert {entry.because for entry in atlas.history(note.id)[:-1]} <= {ERASED}
        assert atlas.why(note.id).memory.text == ERASED
        assert all(one.text == ERASED for one in map(atlas.show, (one.id for one in made.values())))


def test_what_only_stood_back_for_what_went_is_live_again(tmp_path: Path, clock: SettableClock) -> None:
    memory, _, made = lived(tmp_path / "memory", clock, named=True)
    with memory:
        report = memory.erase(PERSON, because="a letter of May")
        atlas = memory.agent("atlas")
        assert [atlas.show(one).status for one in report.restored] == ["live"] * 3
        assert sorted(atlas.show(one).text for one in report.restored) == [
            "a plain remark, number 0",
            "a plain remark, number 1",
            "likes the colour of slate",
        ]
        assert report.not_restored == ()
        assert made["alike"].id not in report.restored


def test_a_preview_says_what_will_be_reached_and_writes_nothing(
    tmp_path: Path, clock: SettableClock, files_of: Callable[[Path], dict[str, bytes]]
) -> None:
    folder = tmp_path / "memory"
    memory, needles, made = lived(folder, clock, named=True)
    (folder / "custom_dict.txt").write_text(f"{needles.planted['text'].split()[0]}\nslate\nnothing\n")
    memory.close()
    before = files_of(folder)
    with Remembrancer.open(folder, clock=clock, read_only=True) as reader:
        report = reader.erase(PERSON, dry_run=True)
    assert files_of(folder) == before
    assert (report.dry_run, report.position, report.keys) == (True, None, 0)
    ids = {one.id: one.derived for one in report.memories}
    assert {one.id for one in made.values()} <= set(ids)
    assert sum(ids.values()) == 5, "a summary, a context, a practice, a merge and a reflection were made of them"
    assert report.lines == (f"custom_dict.txt:1: {needles.planted['text'].split()[0]}",)
    assert report.words["queries"] == 2
    with Remembrancer.open(folder, clock=clock) as memory:
        done = memory.erase(PERSON, because="a letter of May")
        assert (done.memories, done.words, done.lines) == (report.memories, report.words, report.lines)


def test_the_name_of_the_person_is_shown_wherever_people_wrote_it(memory: Remembrancer) -> None:
    memory.agent("atlas").record("Likes marzipan", subjects=["user:4"])
    policy = memory.store.path / "remembrancer.toml"
    before = policy.read_text()
    policy.write_text(f'{before}\n[mirrors.mail]\nevery = "1h"\ncommand = ["mail"]\nsubjects = ["user:42", "User:4"]\n')
    (memory.store.path / "custom_dict.txt").write_text("user:42 = 42\nuser:4的 = four\n")
    report = memory.erase("user:4", because="a letter of May")
    last = len(before.splitlines()) + 5
    assert report.lines == (
        "custom_dict.txt:2: user:4的 = four",
        f'remembrancer.toml:{last}: subjects = ["user:42", "User:4"]',
    )


def test_archive_files_are_written_anew_without_what_was_erased(tmp_path: Path, clock: SettableClock) -> None:
    memory, _, made = lived(tmp_path / "memory", clock, named=True)
    with memory:
        pages = {name for name, _ in contents(tmp_path / "memory") if name.startswith("archive/l6/")}
        memory.erase(made["archived"].id, because="a letter of May")
        held = b"".join(data for name, data in contents(tmp_path / "memory") if name.endswith("unpacked"))
        assert made["archived"].id.encode() not in held
        assert made["noticed"].id.encode() in held, "what stands in the same page stays"
        assert pages.isdisjoint(name for name, _ in contents(tmp_path / "memory"))
        assert memory.check_archive().ok
