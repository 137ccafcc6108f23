"""Intents, traumas and risk at the command line: what was met before, what hurt, and how careful to be."""

import json
from pathlib import Path

import pytest

from command_line import Run, assert_refused, position
from remembrancer.domain.envelopes import intent_signature
from settable_clock import SettableClock

ENVELOPE = {
    "role": "Refactor the pipeline",
    "risk": "high",
    "constraints": ["keep the public names", "no new dependency"],
    "forbidden_signals": ["tokens in a log"],
    "target": "pipeline.py",
}
SAME = {
    "forbidden_signals": ["Tokens in a log"],
    "constraints": ["no new dependency", "keep the  public names"],
    "risk": "HIGH",
    "role": "refactor the pipeline",
    "target": "other.py",
}
SIMILAR = {**ENVELOPE, "constraints": ["keep the public names"]}
OTHER = {"role": "water the plants"}
SIGNATURE = intent_signature(ENVELOPE)


@pytest.fixture
def files(timed: Run, tmp_path: Path) -> Run:
    """A store, and envelopes as files."""
    contents = {"e": ENVELOPE, "same": SAME, "similar": SIMILAR, "other": OTHER, "no-role": {"risk": "high"}}
    for name, envelope in contents.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(envelope))
    (tmp_path / "broken.json").write_text('{"role": ')
    (tmp_path / "list.json").write_text('["role"]')
    (tmp_path / "nan.json").write_text('{"role": "x", "risk": NaN}')
    (tmp_path / "rumour.json").write_text('{"role": "x", "categories": ["rumour"]}')
    (tmp_path / "deep.json").write_text('{"role":' * 200_000)
    (tmp_path / "bytes.json").write_bytes(b'{"role": "caf\xe9"}')
    return timed


def test_two_files_with_the_same_problem_meet_in_one_record(files: Run) -> None:
    first = files("intent", "record", "e.json", "--outcome", "success")
    assert first.out == f"{first.id} L4 intent {SIGNATURE[:12]}: 1 use, 1 success, 0 rollbacks\n"
    again = files("intent", "record", "same.json", "--outcome", "rollback")
    assert again.out == f"{first.id} L4 intent {SIGNATURE[:12]}: 2 uses, 1 success, 1 rollback\n"
    third = files("intent", "record", "-", "--json", stdin=json.dumps(SAME).encode()).json
    assert (third["uses"], third["successes"], third["rollbacks"]) == (3, 1, 1)
    assert third["signature"] == SIGNATURE


def test_an_intent_is_shown_by_its_signature_or_its_envelope(files: Run) -> None:
    files("intent", "record", "e.json", "--outcome", "success", "--example", '{"files": 3, "note": "small steps"}')
    shown = files("intent", "show", SIGNATURE[:8]).out
    assert shown.startswith("1 use, 1 success, 0 rollbacks\n\n")
    assert f"signature    {SIGNATURE}\n" in shown
    assert "constraints  keep the public names; no new dependency\n" in shown
    assert "first met    2026-05-01 09:00:00Z\n" in shown
    assert shown.endswith("examples, newest first\n  files: 3, note: small steps\n")
    assert files("intent", "show", "same.json").out == shown
    assert files("intent", "show", "-", stdin=json.dumps(ENVELOPE).encode()).out == shown


def test_the_newest_five_examples_are_at_hand(files: Run, clock: SettableClock) -> None:
    for number in range(7):
        files("intent", "record", "e.json", "--example", json.dumps({"number": number}))
        clock.forward(minutes=1)
    examples = files("intent", "show", SIGNATURE, "--json").json["examples"]
    assert [example["number"] for example in examples] == [6, 5, 4, 3, 2]


def test_intents_can_be_asked_as_of_an_earlier_day(files: Run, clock: SettableClock) -> None:
    files("intent", "record", "e.json", "--outcome", "success")
    clock.set(2026, 5, 2, 9)
    files("intent", "record", "e.json", "--outcome", "rollback")
    files("intent", "record", "other.json")
    then = files("intent", "show", "e.json", "--as-of", "2026-05-01", "--json").json
    assert (then["uses"], then["rollbacks"], then["moment"]["position"]) == (1, 0, 5)
    assert files("intent", "list", "--as-of", "2026-05-01", "--json").json["count"] == 1
    assert files("intent", "show", "e.json", "--as-of", "2026-05-01").out.startswith("as of position 5, ")
    assert_refused(files("intent", "show", "other.json", "--as-of", "2026-05-01"), "unknown intent")


def test_the_list_has_each_problem_with_its_counts(files: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        files("intent", "record", "e.json", "--outcome", "success")
    files("intent", "record", "other.json", "--outcome", "rollback")
    rows = [" ".join(line.split()) for line in files("intent").out.splitlines()]
    assert rows[0] == "default: 2 intents"
    assert rows[2] == "signature uses success rollback last met problem"
    assert rows[3].startswith(f"{SIGNATURE[:12]} 2 2 0 2026-05-01 09:00Z refactor the pipeline; risk high; within keep")
    assert rows[4] == f"{intent_signature(OTHER)[:12]} 1 0 1 2026-05-01 09:00Z water the plants"
    assert files("intent", "list", "-n", "1").out.splitlines()[0] == "default: 2 intents, 1 shown"
    assert len(files("intent", "list", "-n", "1", "--json").json["intents"]) == 1
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, files("intent").out.splitlines())) <= 80


def test_similar_problems_are_found_the_most_similar_first(files: Run) -> None:
    files("intent", "record", "other.json")
    files("intent", "record", "similar.json")
    found = files("intent", "similar", "e.json", "--json").json["intents"]
    assert found[0]["signature"] == intent_signature(SIMILAR)
    assert 0.5 < found[0]["similarity"] < 1
    assert [one["similarity"] for one in found] == sorted((one["similarity"] for one in found), reverse=True)
    rows = files("intent", "similar", "e.json", "-n", "1").out.splitlines()
    assert rows[0] == "default: 1 similar intent"
    assert rows[3].split()[1] == f"{found[0]['similarity']:.2f}"


def test_an_intent_of_the_fleet_counts_for_all(files: Run) -> None:
    files("intent", "record", "e.json", "--scope", "fleet", "--agent", "atlas")
    shared = files("intent", "record", "e.json", "--scope", "fleet", "--agent", "borea", "--json").json
    assert (shared["uses"], shared["scope"]) == (2, "fleet")


def test_a_trauma_answers_with_what_its_category_has_come_to(files: Run, clock: SettableClock) -> None:
    why = ("--because", "a token stood in a log")
    first = files("trauma", "record", "security", *why)
    assert first.out == "security: 1 trauma, level 1.00, times 4 in a risk; halves in 180 days\n"
    clock.forward(days=180)
    again = files("trauma", "record", "security", *why, "--weight", "0.5", "--envelope", "e.json", "--json").json
    assert (again["count"], again["level"]) == (2, 1.0)


def test_traumas_are_shown_by_category_with_what_still_weighs_and_why(files: Run, clock: SettableClock) -> None:
    files("trauma", "record", "performance", "--because", "the index took a minute")
    clock.forward(days=14)
    files("trauma", "record", "security", "--because", "a token stood in a log", "--weight", "2")
    rows = [" ".join(line.split()) for line in files("trauma").out.splitlines()]
    assert rows[0] == "default: 2 traumas"
    assert rows[2:5] == [
        "category count level × weight = in risk half-life last",
        "security 1 2.00 4 8.00 180 days 2026-05-15 09:00Z",
        "performance 1 0.50 1 0.50 14 days 2026-05-01 09:00Z",
    ]
    assert rows[6:] == [
        "newest causes",
        "when category weight because",
        "2026-05-15 09:00Z security 2 a token stood in a log",
        "2026-05-01 09:00Z performance 1 the index took a minute",
    ]
    then = files("trauma", "show", "--as-of", "2026-05-08T09:00:00Z", "--json").json["traumas"]
    assert [(one["category"], round(one["level"], 2)) for one in then] == [("performance", 0.71)]


def test_a_risk_is_explained_by_its_parts(files: Run) -> None:
    lines = files("risk", "e.json").out.splitlines()
    assert lines[0] == "risk 0.30 of 1  █████████░░░░░░░░░░░░░░░░░░░░░"
    assert lines[1].startswith("refactor the pipeline; risk high; within keep the public names")
    assert lines[2] == f"intent {SIGNATURE[:12]}, touches security"
    assert [" ".join(line.split()) for line in lines[4:]] == [
        "part share value adds because",
        "rollback 40 % 0.25 0.10 ██░░░░░░░░ 0 of 0 judged uses were rolled back, smoothed to 0.25",
        "trauma 40 % 0.00 0.00 ░░░░░░░░░░ no trauma of security",
        "novelty 20 % 1.00 0.20 █████░░░░░ never met before",
    ]


def test_a_security_trauma_raises_the_risk_of_what_touches_it_and_more_than_one_of_performance(files: Run) -> None:
    def risk(*asked: str) -> float:
        return files("risk", *asked, "--json").json["value"]

    before = risk("similar.json")
    files("trauma", "record", "performance", "--because", "slow")
    assert risk("similar.json") == before
    files("trauma", "record", "security", "--because", "a token stood in a log")
    assert risk("similar.json") == pytest.approx(before + 0.2)
    assert risk("other.json") == pytest.approx(0.3)
    assert "security weighs 4" in files("risk", "similar.json").out


def test_a_risk_can_be_asked_as_of_an_earlier_day(files: Run, clock: SettableClock) -> None:
    files("intent", "record", "e.json", "--outcome", "rollback")
    clock.set(2026, 5, 2, 9)
    files("trauma", "record", "security", "--because", "a token stood in a log")
    then = files("risk", "e.json", "--as-of", "2026-05-01", "--json").json
    now = files("risk", "e.json", "--json").json
    assert then["parts"]["trauma"]["value"] == 0
    assert now["value"] - then["value"] == pytest.approx(0.2, abs=0.001)
    assert then["moment"]["instant"].startswith("2026-05-01T23:59:59")
    assert files("risk", "e.json", "--as-of", "2026-05-01").out.startswith("as of position ")


def test_the_log_tells_of_intents_and_traumas_in_sentences(files: Run) -> None:
    intent = files("intent", "record", "other.json", "--outcome", "success", "--example", '{"n": 1}').id
    files("intent", "record", "other.json", "--because", "they are dry")
    files("trauma", "record", "rollback", "--because", "too much water", "--weight", "1.5")
    assert [line.split("default  ")[1] for line in files("log", "--agent", "default").out.splitlines()] == [
        f"{intent[:12]} learned as intent in L4: water the plants",
        f"{intent[:12]} met, with success: n: 1",
        f"{intent[:12]} met, because they are dry",
        "trauma of rollback, weight 1.5, halves in 30 days, because too much water",
    ]
    assert "metadata    signature: " in files("show", intent).out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("intent", "record", "no-role.json"), "its role is missing"),
        (("intent", "record", "broken.json"), "the envelope is no JSON"),
        (("intent", "record", "list.json"), "the envelope must be a JSON object"),
        (("intent", "record", "nan.json"), "risk of an envelope is nan"),
        (("intent", "record", "deep.json"), "the envelope is nested too deeply"),
        (("intent", "record", "bytes.json"), "'bytes.json' is not UTF-8 at byte 13"),
        (("intent", "record", "missing.json"), "cannot read 'missing.json'"),
        (("intent", "record", "-"), "the envelope is no JSON"),
        (("intent", "record", "rumour.json"), "unknown category 'rumour'"),
        (("intent", "record", "e.json", "--outcome", "maybe"), "'maybe'"),
        (("intent", "record", "e.json", "--example", "{"), "--example is no JSON"),
        (("intent", "record", "e.json", "--example", '{"a": NaN}'), "a is nan"),
        (("intent", "record", "e.json", "--example", '{"note": "password is hunter2hunter2"}'), "password"),
        (("intent", "record", "e.json", "--scope", "team:none"), "may not write to 'team:none'"),
        (("intent", "record", "e.json", "--read-only"), "read-only"),
        (("intent", "show", "e.json"), f"unknown intent '{SIGNATURE}'"),
        (("intent", "show", "00000000"), "unknown intent '00000000'"),
        (("intent", "show", "0000000"), "cannot read '0000000'"),
        (("intent", "list", "-n", "0"), "'-n': 0 is below 1"),
        (("intent", "similar", "no-role.json"), "its role is missing"),
        (("intent", "similar", "e.json", "-n", "few"), "'few' is not a whole number"),
        (("trauma", "record", "rumour", "--because", "b"), "unknown category 'rumour'; use one of"),
        (("trauma", "record", "security"), "missing option '--because'"),
        (("trauma", "record", "security", "--because", " "), "the reason is empty"),
        (("trauma", "record", "security", "--because", "b", "--weight", "nan"), "not nan"),
        (("trauma", "record", "security", "--because", "b", "--weight=-1"), "above 0"),
        (("trauma", "record", "security", "--because", "b", "--weight", "0"), "above 0"),
        (("trauma", "record", "security", "--because", "b", "--weight", "101"), "from 0.001 to 100"),
        (("trauma", "record", "security", "--because", "b", "--weight", "much"), "'much' is not a number"),
        (("trauma", "record", "security", "--because", "b", "--envelope", "no-role.json"), "its role is missing"),
        (("trauma", "record", "security", "--because", "b", "--evidence", "mem_0000"), "unknown memory"),
        (("risk", "no-role.json"), "its role is missing"),
        (("risk", "broken.json"), "the envelope is no JSON"),
        (("risk", "rumour.json"), "unknown category 'rumour'"),
        (("risk",), "missing argument 'ENVELOPE.json'"),
        (("risk", "e.json", "--as-of", "2026-02-30"), "not a date"),
    ],
)
def test_bad_input_is_refused_in_one_line_and_stores_nothing(files: Run, arguments: tuple[str, ...], said: str) -> None:
    before = position(files)
    assert_refused(files(*arguments), said)
    assert position(files) == before


def test_the_same_key_counts_a_use_and_a_trauma_once(files: Run) -> None:
    for _ in range(2):
        files("intent", "record", "e.json", "--idempotency-key", "i")
        files("trauma", "record", "security", "--because", "b", "--idempotency-key", "t")
    assert files("intent", "show", "e.json", "--json").json["uses"] == 1
    assert files("trauma", "show", "--json").json["traumas"][0]["count"] == 1


def test_what_could_steer_a_terminal_is_shown_as_an_escape(files: Run, tmp_path: Path) -> None:
    (tmp_path / "evil.json").write_text(json.dumps({"role": "evil \x1b[31m", "constraints": ["\x1b[32m"]}))
    files("intent", "record", "evil.json", "--example", json.dumps({"\x1b[33m": "\x1b[34m"}))
    files("trauma", "record", "security", "--because", "\x1b[35m")
    for command in (("intent",), ("intent", "show", "evil.json"), ("trauma",), ("risk", "evil.json"), ("log",)):
        answer = files(*command)
        assert answer.code == 0
        assert "\x1b" not in answer.out
