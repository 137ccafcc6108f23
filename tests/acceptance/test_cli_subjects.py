"""People, erasure, holds and retention at the command line."""

import json
from pathlib import Path

import pytest

from command_line import Run, assert_refused
from remembrancer import Remembrancer

WHY = ("--because", "a letter of May")


@pytest.fixture
def known(run: Run, store: Path) -> dict[str, str]:
    """A store in which something is known of user:42 and user:43."""
    del store
    agent = ("--agent", "atlas")
    ids = {
        "one": run(*agent, "record", "likes vermilion", "--kind", "preference", "--subject", "user:42").id,
        "two": run(*agent, "record", "walks to work", "--subject", "user:43").id,
        "none": run(*agent, "record", "the sky is blue").id,
    }
    assert run(*agent, "recall", "vermilion").code == 0
    return ids


def test_people_are_listed_with_how_much_is_about_them(run: Run, known: dict[str, str]) -> None:
    lines = run("subject", "list", "--json").json
    assert [(line["name"], line["events"]) for line in lines] == [("user:42", 2), ("user:43", 1)]
    assert all(line["pseudonym"].startswith("sub_") and line["erased_at"] is None for line in lines)
    listed = run("subject").out.splitlines()
    assert [line.split()[0] for line in listed] == ["name", "user:42", "user:43"]


def test_everything_known_of_a_person_is_shown_and_handed_over(run: Run, known: dict[str, str], tmp_path: Path) -> None:
    shown = run("subject", "show", "user:42").out
    assert "likes vermilion" in shown
    assert "work" not in shown
    found = run("subject", "show", "user:42", "--json").json
    (memory,) = found["memories"]
    assert (memory["id"], memory["text"], memory["history"][0]["type"]) == (
        known["one"],
        "likes vermilion",
        "memory.recorded/1",
    )
    assert [one["details"]["hits"] for one in found["recalls"]] == [[known["one"]]]
    made = run("--by", "user:officer", "subject", "export", "user:42", str(tmp_path / "file"), "--json").json
    assert (made["memories"], made["recalls"], made["recorded"]) == (1, 1, True)
    assert sorted(file.name for file in (tmp_path / "file").iterdir()) == ["subject.json", "subject.md"]
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "file" / "subject.json").stat().st_mode & 0o777 == 0o600
    assert json.loads((tmp_path / "file" / "subject.json").read_text())["memories"] == found["memories"]
    assert "likes vermilion" in (tmp_path / "file" / "subject.md").read_text()
    assert_refused(run("subject", "export", "user:42", str(tmp_path / "file")), "something stands there already")
    told = run("log", "--json", "--type", "privacy.export_made").json
    assert [entry["actor"] for entry in told] == ["user:officer"]
    assert "vermilion" not in json.dumps(told)
    assert run("subject", "show", "user:42", "--json").json["exports"][0]["position"] == told[0]["position"]


def test_the_page_for_people_says_what_a_model_was_given_and_speaks_no_json(run: Run, known: dict[str, str]) -> None:
    run("--agent", "atlas", "context", "what does she like, vermilion?", "--session", "studio")
    page = run("subject", "show", "user:42").out
    given = page.partition("## Contexts of a model that held it (1)")[2].partition("##")[0]
    assert f"held of theirs: {known['one']}\n" in given
    assert "query: what does she like, vermilion?" in given
    assert "{" not in page


def test_mistakes_about_what_is_gone_are_answered_for_what_was_asked(run: Run, known: dict[str, str]) -> None:
    assert run("erase", known["one"], *WHY).code == 0
    for verb in (("erase",), ("hold", "--until", "2999-01-01")):
        assert_refused(run(verb[0], known["one"], *verb[1:], *WHY), "it is erased; nothing of it is left")
    listed = run("log", "--type", "nonsense").err.partition("use one of ")[2].strip().split(", ")
    assert len(listed) == len(set(listed))


def test_a_person_is_erased_and_then_unknown(run: Run, known: dict[str, str]) -> None:
    looked = run("subject", "erase", "user:42", "--dry-run", "--json").json
    assert (looked["dry_run"], [one["id"] for one in looked["memories"]]) == (True, [known["one"]])
    assert "1 memory would be erased" in run("subject", "erase", "user:42", "--dry-run").out
    assert_refused(run("subject", "erase", "user:42"), "a reason is missing")
    assert_refused(run("erase", "user:42", *WHY), "`remembrancer subject erase user:42` erases a person")
    assert_refused(run("subject", "erase", "user:42", "--because", "user:42 asked"), "names the person")
    assert_refused(
        run("subject", "erase", "user:42", "--because", "that she Likes vermilion is wrong"), "repeats words"
    )
    done = run("--by", "user:officer", "subject", "erase", "user:42", *WHY)
    assert done.code == 0
    assert done.out.startswith("1 memory erased for ever\n")
    assert "backups of the store" in done.out
    assert_refused(run("subject", "erase", "user:42", *WHY), "no person of that name is known here")
    assert "user:42" not in run("subject", "show", "user:42").err
    erased = [line for line in run("subject", "list", "--erased", "--json").json if line["erased_at"]]
    assert [line["name"] for line in erased] == ["[erased]"]
    shown = run("--agent", "atlas", "show", known["one"], "--json").json
    assert (shown["status"], shown["text"]) == ("erased", "[erased]")
    assert "vermilion" not in run("log", "--json").out
    assert run("verify").code == 0


def test_memories_are_erased_by_id(run: Run, known: dict[str, str]) -> None:
    done = run("erase", known["one"], known["none"][:10], *WHY, "--json").json
    assert [one["id"] for one in done["memories"]] == [known["one"], known["none"]]
    assert done["words"] == {"queries": 1, "words": 2}
    assert_refused(run("erase", known["one"], *WHY), "it is erased")
    assert_refused(run("erase", "mem_0000000000000000", *WHY), "unknown memory")
    assert run("--agent", "atlas", "show", known["two"], "--json").json["text"] == "walks to work"


def test_a_hold_is_placed_listed_and_released(run: Run, known: dict[str, str]) -> None:
    placed = run("hold", "user:42", "--until", "2099-01-01", "--because", "a lawsuit", "--json").json
    assert (placed["subject"], placed["in_force"]) == ("user:42", True)
    assert_refused(run("--agent", "atlas", "forget", known["one"], *WHY), f"hold {placed['id']} covers it until 2099")
    assert_refused(run("subject", "erase", "user:42", *WHY), f"hold {placed['id']} covers it until 2099")
    blocked = run("subject", "erase", "user:42", "--dry-run", "--json")
    assert (blocked.code, blocked.json["held"]) == (1, [placed["id"]])
    (listed,) = run("holds", "--json").json
    assert listed["because"] == "a lawsuit"
    assert run("holds").out.splitlines()[1].startswith(placed["id"])
    assert "released" in run("hold", "release", placed["id"], "--because", "settled").out
    assert run("holds", "--json").json == []
    assert len(run("hold", "list", "--all", "--json").json) == 1
    assert_refused(run("hold", "release", placed["id"], "--because", "again"), "no hold")


def test_retention_is_told_and_carried_out(run: Run, known: dict[str, str], tmp_path: Path) -> None:
    assert run("retention").out == "the policy has no rules of retention\n"
    settings = tmp_path / "memory" / "remembrancer.toml"
    rules = '[[retention]]\nname = "notes"\nkind = "note"\nafter_days = 1\n'
    settings.write_text(settings.read_text().replace("version = 1", "version = 2", 1) + rules)
    assert run("retention").out.startswith("notes: 0 memories due, next ")
    report = run("retention", "--now", "--json").json
    assert (report["dry_run"], report["rules"][0]["due"]) == (False, [])
    shown = run("policy", "show", "--json").json
    assert "retention" in json.dumps(shown)


def test_a_read_only_store_says_what_it_would_reach_and_erases_nothing(
    run: Run, known: dict[str, str], tmp_path: Path
) -> None:
    assert run("--read-only", "subject", "erase", "user:42", "--dry-run").code == 0
    assert_refused(run("--read-only", "subject", "erase", "user:42", *WHY), "read-only")
    assert_refused(run("--read-only", "hold", "user:42", "--until", "2099-01-01", *WHY), "read-only")
    made = run("--read-only", "subject", "export", "user:42", str(tmp_path / "file"), "--json").json
    assert made["recorded"] is False
    with Remembrancer.open(tmp_path / "memory") as memory:
        assert memory.agent("atlas").show(known["one"]).text == "likes vermilion"
