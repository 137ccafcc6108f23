"""Every command, as a person reads it and as JSON."""

import json
from pathlib import Path

import pytest

from command_line import Run

IDENTITY = 'version = {version}\nmission = "Help the team ship"\nrules = ["Be brief"]\n'


def test_init_makes_a_store_at_the_path_that_it_is_given(run: Run, tmp_path: Path) -> None:
    assert run("init", "elsewhere").out == "made a store at elsewhere\n"
    assert (tmp_path / "elsewhere" / "memory.db").is_file()


def test_init_says_the_id_and_position_of_the_new_store_as_json(run: Run) -> None:
    made = run("init", "--json").json
    assert made["path"] == "memory"
    assert len(made["store"]) == 32
    assert made["position"] == 2


def test_record_prints_one_line_with_id_layer_and_kind(run: Run, store: Path) -> None:
    answer = run("record", "A lamp is lit", "--kind", "decision")
    assert answer.out == f"{answer.id} L2 decision\n"
    assert answer.err == ""


def test_record_keeps_everything_that_its_options_say(run: Run, store: Path) -> None:
    basis = run("record", "The basis").id
    made = run(
        *("record", "Cold caches break deploys", "--kind", "lesson", "--importance", "8", "--confidence", "7"),
        *("--subject", "user:42", "--subject", "user:43", "--tag", "ci", "--tag", "cache", "--category", "rollback"),
        *("--summary", "Warm the cache first", "--trigger", "The outage of May", "--evidence", basis[:10]),
        *("--source", "foreign", "--session", "s1", "--metadata", '{"n": 1, "ü": [true]}', "--because", "seen twice"),
        *("--occurred-at", "2026-05-01T10:00:00+02:00", "--valid-from", "2026-04-01T00:00:00Z"),
        *("--valid-to", "2036-01-01T00:00:00Z", "--scope", "fleet", "--idempotency-key", "k1", "--json"),
    ).json
    expected = {
        "kind": "lesson",
        "layer": "L4",
        "importance": 8,
        "confidence": 7,
        "subjects": ["user:42", "user:43"],
        "category": "rollback",
        "summary": "Warm the cache first",
        "trigger": "The outage of May",
        "evidence": [basis],
        "source": "foreign",
        "session": "s1",
        "metadata": {"n": 1, "ü": [True]},
        "occurred_at": "2026-05-01T10:00:00+02:00",
        "valid_from": "2026-04-01T00:00:00+00:00",
        "valid_to": "2036-01-01T00:00:00+00:00",
        "scope": "fleet",
    }
    assert {name: made[name] for name in expected} == expected
    assert set(made["tags"]) == {"ci", "cache"}


def test_a_record_sent_twice_with_one_key_is_recorded_once(run: Run, store: Path) -> None:
    first = run("record", "Once", "--idempotency-key", "k").id
    assert run("record", "Once", "--idempotency-key", "k").id == first


def test_text_comes_from_an_argument_a_file_or_stdin(run: Run, store: Path, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("from a file: 中文\n", encoding="utf-8")
    assert run("record", "from an argument", "--json").json["text"] == "from an argument"
    assert run("record", "--file", "words.txt", "--json").json["text"] == "from a file: 中文"
    assert run("record", "--json", stdin=b"piped\ntwo lines\n").json["text"] == "piped\ntwo lines"
    assert run("record", "-", "--json", stdin=b"with a dash").json["text"] == "with a dash"
    assert run("record", "-f", "-", "--json", stdin=b"with a file dash").json["text"] == "with a file dash"


def test_show_prints_the_words_and_what_is_known_of_them(run: Run, week: dict[str, str]) -> None:
    shown = run("show", week["short"], "--agent", "atlas").out
    assert shown.startswith(f"{week['short']} L4 preference\n\nShe wants long abstracts\n\n")
    assert "revision    2" in shown
    assert "recorded    2026-05-02 12:00:00Z by agent:atlas, position 3" in shown


def test_show_as_json_is_the_memory_and_the_moment(run: Run, week: dict[str, str]) -> None:
    shown = run("show", week["short"], "--agent", "atlas", "--json").json
    assert (shown["id"], shown["text"]) == (week["short"], "She wants long abstracts")
    assert shown["moment"]["position"] == 9


@pytest.mark.parametrize("chars", [4, 8, 16])
def test_an_id_may_be_abbreviated_with_or_without_its_prefix(run: Run, week: dict[str, str], chars: int) -> None:
    whole = week["short"]
    for asked in (whole[: 4 + chars], whole[4 : 4 + chars]):
        assert run("show", asked, "--agent", "atlas").id == whole


def test_layers_draws_a_table_for_each_layer_and_names_the_empty_ones(run: Run, week: dict[str, str]) -> None:
    lines = run("layers", "--agent", "atlas").out.splitlines()
    assert lines[:2] == ["atlas", "position 9"]
    assert "L3 semantic: 1 memory" in lines
    assert any(line.startswith(week["grey"][:12]) and line.endswith("sky = The sky is grey") for line in lines)
    assert lines[-1] == "empty: L0 scratch, L1 working, L2 episodic, L5 identity, L6 archive"


def test_layers_as_json_holds_all_seven_with_their_counts(run: Run, week: dict[str, str]) -> None:
    answer = run("layers", "--agent", "atlas", "--json").json
    assert list(answer["layers"]) == ["L0", "L1", "L2", "L3", "L4", "L5", "L6"]
    assert [one["id"] for one in answer["layers"]["L3"]] == [week["grey"]]
    assert answer["counts"]["L4"] == 1
    assert answer["agent"] == "atlas"


def test_layers_can_be_narrowed_to_one_layer_and_a_number(run: Run, store: Path) -> None:
    for number in range(3):
        run("record", f"note {number}")
    answer = run("layers", "--layer", "l2", "-n", "2", "--json").json
    assert [one["text"] for one in answer["layers"]["L2"]] == ["note 2", "note 1"]
    assert answer["counts"] == {"L2": 3}
    assert "L2 episodic: 3 memories, the newest 2 shown" in run("layers", "-n", "2").out


def test_each_change_of_a_memory_answers_with_what_it_is_now(run: Run, store: Path) -> None:
    one, other = run("record", "One").id, run("record", "Other").id
    why = ("--because", "so it is")
    assert run("confirm", one).out == f"{one} L2 note confirmed 1 time\n"
    assert run("revise", one, "One more", *why).out == f"{one} L2 note revision 2\n"
    assert run("review", one, "doubtful", *why).out == f"{one} L2 note review doubtful\n"
    assert run("decay", one, "0.5").out == f"{one} L2 note strength 0.5\n"
    assert run("promote", one, "L4", *why, "--by", "user:ann").out == f"{one} L4 note\n"
    assert run("quarantine", one, *why).out == f"{one} L4 note quarantined\n"
    assert run("release", one, *why).out == f"{one} L4 note\n"
    assert run("archive", one, *why).out == f"{one} L6 note archived\n"
    assert run("restore", one, *why).out == f"{one} L4 note\n"
    assert run("forget", one, *why).out == f"{one} L4 note forgotten\n"
    assert run("restore", one).out == f"{one} L4 note\n"
    assert run("contradict", one, "--with", other, *why).out == f"{one} L4 note contradicted\n"


@pytest.mark.parametrize(
    ("arguments", "name", "value"),
    [
        (("confirm",), "confirmations", 1),
        (("revise", "Other words", "--because", "b"), "text", "Other words"),
        (("review", "passed", "--because", "b"), "review", "passed"),
        (("decay", "0.25"), "strength", 0.25),
        (("promote", "L4", "--because", "b", "--by", "user:ann"), "layer", "L4"),
        (("quarantine", "--because", "b"), "status", "quarantined"),
        (("archive", "--because", "b"), "status", "archived"),
        (("forget", "--because", "b"), "status", "forgotten"),
        (("contradict", "--because", "b"), "status", "contradicted"),
    ],
)
def test_a_change_as_json_is_the_memory_afterwards(
    run: Run, store: Path, arguments: tuple[str, ...], name: str, value: object
) -> None:
    memory = run("record", "Words").id
    verb, *rest = arguments
    answer = run(verb, memory, *rest, "--json").json
    assert (answer["id"], answer[name]) == (memory, value)


def test_restore_and_release_as_json_say_that_the_memory_is_live(run: Run, store: Path) -> None:
    memory = run("record", "Words").id
    run("quarantine", memory, "--because", "b")
    assert run("release", memory, "--because", "b", "--json").json["status"] == "live"
    run("forget", memory, "--because", "b")
    assert run("restore", memory, "--json").json["status"] == "live"


def test_merge_makes_one_memory_of_several(run: Run, store: Path) -> None:
    ids = [run("record", text).id for text in ("One", "Two")]
    merged = run("merge", *ids, "--text", "Both", "--because", "the same", "--json").json
    assert merged["text"] == "Both"
    assert [run("show", memory, "--json").json["successor"] for memory in ids] == [merged["id"]] * 2
    more = run("record", "More").id
    assert run("merge", merged["id"], more, "--because", "the same", stdin=b"All").out.endswith(" L2 note\n")


def test_history_lists_what_who_when_and_why(run: Run, week: dict[str, str]) -> None:
    lines = run("history", week["short"], "--agent", "atlas").out.splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["3", "6"]
    assert "2026-05-05 12:00Z" in lines[3]
    assert "atlas" in lines[3]
    assert "given new words (revision 2): She wants long abstracts" in lines[3]
    assert lines[3].endswith("she changed her mind")
    events = run("history", week["short"], "--agent", "atlas", "--json").json["events"]
    assert [event["type"] for event in events] == ["memory.recorded/1", "memory.revised/1"]


def test_why_tells_the_story_of_a_memory_in_sentences_with_dates(run: Run, week: dict[str, str]) -> None:
    told = run("why", week["blue"], "--agent", "atlas").out
    assert (
        f"believed from 2026-05-03 12:00:00Z until 2026-05-04 12:00:00Z (superseded, see {week['grey'][:12]})" in told
    )
    assert "2026-05-03 12:00:00Z  recorded as fact in L3, by atlas (#4)" in told
    assert f"{week['grey'][:12]} fact, replaced it: “The sky is grey”" in told


def test_why_follows_evidence_in_both_directions(run: Run, week: dict[str, str]) -> None:
    came = run("why", week["grey"], "--agent", "atlas", "--json").json["came_from"]
    assert {(one["memory"]["id"], one["relation"]) for one in came} == {
        (week["short"], "evidence"),
        (week["blue"], "replaced"),
    }
    assert "rests on it" in run("why", week["short"], "--agent", "atlas").out


def test_diff_marks_what_began_changed_and_ended(run: Run, week: dict[str, str]) -> None:
    lines = run("diff", "4", "6", "--agent", "atlas").out.splitlines()
    marks = {line.split()[1]: line[0] for line in lines if line[:2] in {"+ ", "~ ", "- "}}
    assert marks == {week["grey"][:12]: "+", week["short"][:12]: "~", week["blue"][:12]: "-"}
    assert lines[-1] == "1 began, 1 changed, 1 ended"


def test_diff_as_json_says_both_moments_and_what_differs(run: Run, week: dict[str, str]) -> None:
    answer = run("diff", "2026-05-04", "2026-05-05", "--agent", "atlas", "--json").json
    assert [answer[which]["instant"][:10] for which in "ab"] == ["2026-05-04", "2026-05-05"]
    assert [(one["after"]["id"], one["what"]) for one in answer["changed"]] == [(week["short"], ["revision"])]
    assert (answer["began"], answer["ended"]) == ([], [])


def test_log_prints_one_line_for_each_event(run: Run, week: dict[str, str]) -> None:
    lines = run("log").out.splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(1, 10))
    assert lines[2].endswith(f"atlas    {week['short'][:12]} new L4 preference: She wants short abstracts")
    assert lines[7].endswith("forgotten, because it does not matter")
    assert lines[8].endswith("checkpoint of 8 events signed (a session ended) by store")


def test_log_as_json_is_an_array_with_one_event_a_line(run: Run, week: dict[str, str]) -> None:
    out = run("log", "--json").out
    lines = out.splitlines()
    assert (lines[0], lines[-1]) == ("[", "]")
    assert [json.loads(line.rstrip(","))["position"] for line in lines[1:-1]] == list(range(1, 10))
    assert json.loads(out)[2]["words"]["text"] == "She wants short abstracts"


@pytest.mark.parametrize(
    ("arguments", "positions"),
    [
        (("--after", "6"), [7, 8, 9]),
        (("--agent", "atlas", "-n", "2"), [3, 4]),
        (("-n", "2", "--newest-first"), [9, 8]),
        (("--type", "memory.forgotten", "--type", "memory.revised/1"), [6, 8]),
        (("--type", "store"), [1]),
        (("--tag", "kind:fact"), [4, 5]),
        (("--session", "walk"), [7]),
        (("--since", "2026-05-06"), [7, 8, 9]),
        (("--since", "2026-05-04T12:00:00Z", "--until", "2026-05-05"), [5, 6]),
        (("--until", "2026-05-01T11:59:00+00:00"), []),
    ],
)
def test_log_can_be_narrowed_down(
    run: Run, week: dict[str, str], arguments: tuple[str, ...], positions: list[int]
) -> None:
    assert [event["position"] for event in run("log", *arguments, "--json").json] == positions


def test_following_the_log_as_json_gives_lines_and_ends_at_its_number(run: Run, week: dict[str, str]) -> None:
    lines = run("log", "--follow", "--after", "5", "-n", "2", "--json").out.splitlines()
    assert [json.loads(line)["position"] for line in lines] == [6, 7]


def test_agents_lists_who_has_acted(run: Run, store: Path) -> None:
    assert run("agents").out.startswith("none yet")
    run("record", "x", "--agent", "atlas")
    run("record", "x", "--agent", "borea")
    assert run("agents").out == "atlas\nborea\n"
    assert run("agents", "--json").json == ["atlas", "borea"]


def test_an_identity_is_established_changed_and_shown_by_a_person(run: Run, store: Path, tmp_path: Path) -> None:
    document = tmp_path / "identity.toml"
    document.write_text(IDENTITY.format(version=1))
    why = ("--because", "the first day", "--by", "user:ann")
    assert run("identity", "establish", "identity.toml", *why).out == "identity of default: version 1, 2 lines\n"
    run("identity", "replace", "rules", "--line", "Be brief", "--text", "Be kind", *why)
    assert run("identity", "show").out == (
        "default, identity of version 1\n\nmission\n  Help the team ship\n\nrules\n  Be kind\n"
    )
    document.write_text(IDENTITY.format(version=2))
    assert run("identity", "refresh", "identity.toml", *why, "--json").json["rules"] == ["Be brief"]
    history = run("identity", "history", "--json").json
    assert [event["type"].split("/")[0] for event in history] == [
        "identity.established",
        "identity.line_replaced",
        "identity.refreshed",
    ]
    assert {event["actor"] for event in history} == {"user:ann"}
    assert "identity moved from version 1 to 2 (1 added, 1 dropped, 1 kept)" in run("identity", "history").out


def test_whoever_is_logged_in_writes_the_identity_unless_a_person_is_named(
    run: Run, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "grace")
    (tmp_path / "identity.toml").write_text(IDENTITY.format(version=1))
    run("identity", "establish", "identity.toml", "--because", "the first day")
    assert run("identity", "history", "--json").json[0]["actor"] == "user:grace"


def test_the_policy_can_be_shown_and_another_adopted(run: Run, store: Path, tmp_path: Path) -> None:
    default = run("policy", "default").out
    assert run("policy", "show", "--json").json == run("policy", "default", "--json").json
    changed = default.replace("version = 1", "version = 2").replace("decision = 10", "decision = 3")
    (tmp_path / "policy.toml").write_text(changed)
    assert run("policy", "adopt", "policy.toml", "--because", "less is more").code == 0
    assert run("policy", "show", "--json").json["bounds"]["decision"] == 3


def test_a_rebuild_says_how_much_it_folded_and_the_check_agrees(run: Run, week: dict[str, str]) -> None:
    assert run("rebuild").out == "rebuilt all views from 9 events\n"
    assert run("rebuild", "--check").out == "the views agree with the log, 9 events\n"
    assert run("rebuild", "--check", "--json").json == {"position": 9, "rebuilt": False, "differences": []}


def test_doctor_answers_with_a_checklist(run: Run, week: dict[str, str]) -> None:
    answer = run("doctor")
    assert answer.code == 0
    assert "agents    atlas\n" in answer.out
    assert answer.out.splitlines()[-1].startswith("ok ")
    assert run("doctor", "--json").json["ok"] is True


def test_import_records_lines_once_and_says_what_it_knew(run: Run, store: Path, tmp_path: Path) -> None:
    lines = [{"id": str(number), "text": f"line {number}", "at": "2026-05-01T10:00:00"} for number in range(3)]
    (tmp_path / "lines.jsonl").write_text("\n".join(map(json.dumps, lines)))
    arguments = ("import", "lines.jsonl", "--timezone", "UTC", "--agent", "atlas")
    assert run(*arguments).out == "imported 3 of atlas\n"
    again = run(*arguments, "--json").json
    assert (again["recorded"], again["known"]) == (0, 3)


def test_demo_tells_its_story_in_a_store_of_its_own(run: Run, tmp_path: Path) -> None:
    assert run("demo", "--store", "story").code == 0
    assert (tmp_path / "story" / "memory.db").is_file()


def test_a_family_without_a_command_shows(run: Run, store: Path) -> None:
    for family in ("policy", "identity"):
        assert run(family).out == run(family, "show").out
        for answer in (run("--json", family), run(family, "--json")):
            assert answer.json["version"] == run(family, "show", "--json").json["version"]
    assert run("policy", "nothing").code == 2
    assert "Commands:" in run("identity", "--help").out
