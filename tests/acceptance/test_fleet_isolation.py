"""An agent sees its own, its teams' and the fleet's, and nothing else: asked through every door there is."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from command_line import Run
from remembrancer import Agent, Remembrancer, RemembrancerError
from remembrancer.application.reads import Reads
from remembrancer.interfaces.commands import COMMANDS

WORD = "heliotrope"
"""What bolt asks for."""
SECRET = "heliotrope vermilion"
"""Stands in all that alice and team blue keep to themselves, and nowhere else."""
ENVELOPE = {"role": f"{SECRET} painter", "risk": "high", "constraints": [f"keep the {SECRET}"]}
LATER = datetime(2100, 1, 1, tzinfo=UTC)


class Kept:
    """What alice keeps to herself, by what it is."""

    def __init__(self, memory: Remembrancer) -> None:
        self.memory = memory
        self.ids: dict[str, str] = {}

    def live(self, folder: Path) -> None:
        """Let her have some of everything."""
        memory, ids = self.memory, self.ids
        memory.adopt_policy({"version": 2, "teams": {"blue": ["alice"], "red": ["bolt"]}}, by="user:ann")
        alice, ann = memory.agent("alice"), memory.agent("alice", by="user:ann")
        ann.establish_identity(
            {"version": 1, "mission": f"Guard the {SECRET}", "rules": [f"Hide {SECRET}"]}, because="x"
        )
        ids["note"] = alice.record(f"the word is {SECRET}", because=f"{SECRET} again", importance=8).id
        ids["team"] = alice.record(f"the team says {SECRET}", scope="team:blue", kind="preference").id
        ids["fact"] = alice.record(f"{SECRET} 7", kind="fact", key=f"{SECRET} code").id
        lesson: dict[str, Any] = {
            "kind": "lesson",
            "summary": f"Never say {SECRET}",
            "trigger": f"somebody said {SECRET}",
        }
        ids["lesson"] = alice.record(f"do not say {SECRET}", subjects=["user:42"], **lesson).id
        for number in range(3):
            alice.record(f"{SECRET} is said to be {number} metres tall", kind="preference", category="trees")
        ids["decision"] = alice.decide(f"plant {SECRET}", confidence=7).id
        alice.judge(ids["decision"], "right", because=f"{SECRET} grew")
        alice.task(f"{SECRET} task").start(objective=f"water the {SECRET}")
        alice.session(f"{SECRET} session").message(f"{SECRET}?", speaker=SECRET)
        alice.intent(ENVELOPE, "success", {"about": SECRET})
        alice.trauma("security", because=f"{SECRET} leaked", envelope=ENVELOPE)
        ids["shared"] = alice.record("there is a word", scope="fleet", evidence=[ids["note"]]).id
        memory.add_check("there", file=str(folder / "nowhere"))
        ids["claim"] = alice.attach_claim(ids["note"], check="there").id
        (folder / "world.txt").write_text(f"the world is {SECRET}")
        printing = "import sys; print(open(sys.argv[1]).read())"
        command = [sys.executable, "-c", printing, str(folder / "world.txt")]
        memory.mirrors.add("garden", every="3h", command=command, scope="agent:alice")
        memory.mirrors.refresh("garden")
        given = alice.context(f"what is {SECRET}?", session=f"{SECRET} session")
        assert given.text.count(SECRET) > 5
        ids["context"] = str(given.event)
        alice.recall(f"who said {SECRET}?")
        alice.dream()
        ids["dream"] = alice.dreams()[0].run


@pytest.fixture
def kept(memory: Remembrancer, tmp_path: Path) -> Kept:
    found = Kept(memory)
    found.live(tmp_path)
    bolt = memory.agent("bolt")
    bolt.record("a note of bolt")
    bolt.task("bolt's task").start(objective="charge")
    return found


def told(value: object) -> str:
    """Return everything that an answer says, as text."""
    return " ".join(_told(value))


def _told(value: Any) -> Iterator[str]:
    value = value.to_json() if hasattr(value, "to_json") else value
    value = msgspec.structs.asdict(value) if isinstance(value, msgspec.Struct) else value
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, one in cast("Mapping[Any, Any]", value).items():
            yield from (str(name), *_told(one))
    elif isinstance(value, Sequence | Iterator | set | frozenset):
        for one in cast("Sequence[Any]", value):
            yield from _told(one)
    else:
        yield repr(value)


def check_tells_nothing(kept: Kept, answer: object, asked: Sequence[str] = ()) -> None:
    """Check an answer, apart from what was asked itself; the id of the evidence of a shared memory tells no word."""
    text = told(answer)
    for said in sorted(asked, key=len, reverse=True):
        text = text.replace(said, "")
    assert "vermilion" not in text.casefold(), text
    for name, one in kept.ids.items():
        assert name in {"shared", "context", "note"} or one not in text, name


ASKED: dict[str, list[dict[str, Any]]] = {
    "boot": [{}, {"job": "gardener"}],
    "claims": [{}, {"released": True}, {"memory": "{note}"}],
    "context": [{"query": f"what is {WORD}, and the word?"}, {"query": "x", "task": f"{SECRET} task"}],
    "context_at": [{"position": "{context}"}],
    "contexts": [{}, {"session": f"{SECRET} session"}],
    "contradictions": [{}],
    "decision_quality": [{}],
    "decisions": [{}],
    "document": [{"name": "voice"}, {"name": "voice", "scope": "agent:alice"}],
    "dream_story": [{"run": "latest"}, {"run": "{dream}"}, {"run": "{dream:.9}"}],
    "dreams": [{}],
    "fact": [{"key": f"{SECRET} code"}],
    "facts": [{}],
    "find_intent": [{"asked": ENVELOPE}],
    "hand_overs": [{}],
    "history": [{"id": "{note}"}, {"id": "{team:.9}"}, {"id": "{shared}"}],
    "identity": [{}],
    "intents": [{}],
    "layers": [{}],
    "lesson": [{"slug": "{lesson}"}, {"slug": "never-say-heliotrope-vermilion"}],
    "lesson_path": [{"slug": "{lesson}"}, {"slug": "never-say-heliotrope-vermilion"}],
    "lessons": [{}, {"every": True}],
    "mirrors": [{}],
    "recall": [{"query": f"who said {WORD} to the team?"}, {"query": WORD, "scenario": "analysis"}]
    + [{"query": WORD, "layers": [layer]} for layer in ("L0", "L1", "L2", "L3", "L4", "L5", "L6")],
    "recalls": [{}, {"session": f"{SECRET} session"}],
    "risk": [{"envelope": ENVELOPE}],
    "session": [{"name": f"{SECRET} session"}],
    "sessions": [{}],
    "show": [{"id": "{note}"}, {"id": "{note:.8}"}, {"id": "{team}"}, {"id": "{shared}"}],
    "similar_intents": [{"envelope": ENVELOPE}],
    "suggestions": [{}, {"waiting": False}],
    "task": [{"name": f"{SECRET} task"}],
    "tasks": [{}],
    "traumas": [{}],
    "why": [{"id": "{note}"}, {"id": "{shared}"}],
}
"""Every verb that looks, each as somebody would ask it who knows what to look for."""
MOMENTS = {"as_of", "valid_at"}
ACTS: dict[str, dict[str, Any]] = {
    "attach_claim": {"memory": "{note}", "check": "there"},
    "answer_claim": {"claim": "{claim}", "yes": True, "because": "x"},
    "release_claim": {"claim": "{claim}", "because": "x"},
    "hand_over": {"what": "{note}", "to": "bolt", "because": "x"},
    "transfer_fact": {"key": f"{SECRET} code", "to": "bolt", "because": "x"},
    "record": {"text": "planted", "scope": "agent:alice"},
    "judge": {"id": "{decision}", "outcome": "wrong", "because": "x"},
    "confirm": {"id": "{team}"},
    "revise": {"id": "{lesson}", "text": "mine", "because": "x"},
}
OTHERS = {
    "accept",
    "archive",
    "contradict",
    "decay",
    "decide",
    "decline",
    "dream",
    "establish_identity",
    "forget",
    "intent",
    "merge",
    "promote",
    "quarantine",
    "record_many",
    "release",
    "replace_document_line",
    "replace_identity_line",
    "restore",
    "review",
    "sweep",
    "trauma",
    "write_document",
}
"""What acts on what is an agent's own, or is tried on memories of others in test_isolation.py."""


def filled(kept: Kept, said: Mapping[str, Any]) -> dict[str, Any]:
    def of(value: object) -> object:
        made = value.format(**kept.ids) if isinstance(value, str) else value
        return int(str(made)) if value == "{context}" else made

    return {name: of(value) for name, value in said.items()}


def test_every_verb_is_asked_here() -> None:
    verbs = {name for one in (Agent, Reads) for name in dir(one) if not name.startswith("_")}
    named = {name for name in verbs if callable(getattr(Agent, name))}
    assert named == ASKED.keys() | ACTS.keys() | MOMENTS | OTHERS


@pytest.mark.parametrize("moment", ["now", "then", "valid", "both"])
def test_no_verb_tells_another_agent(kept: Kept, moment: str) -> None:
    bolt: Reads = kept.memory.agent("bolt")
    bolt = bolt.as_of(kept.memory.position) if moment in {"then", "both"} else bolt
    bolt = bolt.valid_at(LATER) if moment in {"valid", "both"} else bolt
    for verb, ways in ASKED.items():
        for said in ways if hasattr(bolt, verb) else ():
            asked = [str(one) for one in _told(filled(kept, said))]
            try:
                check_tells_nothing(kept, getattr(bolt, verb)(**filled(kept, said)), asked)
            except RemembrancerError as refusal:
                check_tells_nothing(kept, str(refusal), asked)


def test_alice_herself_is_told_through_these_doors(kept: Kept) -> None:
    alice = kept.memory.agent("alice")
    telling = {verb for verb in ASKED for said in ASKED[verb] if _tells(alice, verb, filled(kept, said))}
    quiet = {"contradictions", "decision_quality", "document", "dreams", "hand_overs", "risk", "suggestions", "traumas"}
    assert telling >= ASKED.keys() - quiet


def _tells(agent: Agent, verb: str, said: Mapping[str, Any]) -> bool:
    try:
        return "vermilion" in told(getattr(agent, verb)(**said))
    except RemembrancerError:
        return False


@pytest.mark.parametrize("by", [None, "user:ann"])
def test_no_verb_touches_what_another_agent_keeps(kept: Kept, by: str | None) -> None:
    position = kept.memory.position
    for verb, said in ACTS.items():
        with pytest.raises(RemembrancerError):
            getattr(kept.memory.agent("bolt", by=by), verb)(**filled(kept, said))
    assert kept.memory.position == position


def test_the_doors_of_the_store_tell_no_agent_of_another(kept: Kept, tmp_path: Path) -> None:
    memory = kept.memory
    check_tells_nothing(kept, memory.mirrors.shown_to("bolt"))
    diff = memory.diff("bolt", 0)
    check_tells_nothing(kept, [one.after for one in (*diff.began, *diff.changed) if one.after])
    memory.export(tmp_path / "out", agent="bolt", formats=["jsonl", "markdown"])
    for file in (tmp_path / "out").rglob("*"):
        assert not file.is_file() or b"vermilion" not in file.read_bytes()


def test_what_is_shared_is_seen_by_those_who_share_it(kept: Kept) -> None:
    alice, bolt = kept.memory.agent("alice"), kept.memory.agent("bolt")
    assert bolt.show(kept.ids["shared"]).text == "there is a word"
    assert alice.show(kept.ids["team"]).scope == "team:blue"
    policy = {"version": 3, "teams": {"blue": ["alice", "bolt"]}}
    before = kept.memory.position
    kept.memory.adopt_policy(policy, by="user:ann")
    assert bolt.show(kept.ids["team"]).scope == "team:blue"
    with pytest.raises(RemembrancerError):
        bolt.as_of(before).show(kept.ids["team"])


LINES = (
    "boot", "boot gardener", "claims --all", "context 'what is {word}'", "context show {context}", "contexts",
    "contradictions", "decision list", "decision quality", "dreams list", "fact owner '{secret} code'", "facts",
    "history {note}", "history {shared}", "identity history", "identity show", "intent list", "layers",
    "lessons", "lessons open {lesson}", "lessons path {lesson}", "recall '{word}'", "recalls", "session list",
    "session show '{secret} session'", "show {note}", "show {shared}", "suggestions list --all", "task list",
    "task show '{secret} task'", "trauma show", "why {note}", "why {shared}", "diff 1",
)  # fmt: skip


@pytest.mark.parametrize("json", [False, True], ids=["told", "json"])
def test_no_command_tells_another_agent(run: Run, kept: Kept, json: bool) -> None:
    import shlex

    store = str(kept.memory.store.path)
    for line in LINES:
        words = shlex.split(line.format(**kept.ids, word=WORD, secret=SECRET))
        answer = run("--store", store, "--agent", "bolt", *words, *(["--json"] if json else []))
        assert answer.code in {0, 1, 2}
        check_tells_nothing(kept, answer.out, words)


def test_the_commands_that_read_for_an_agent_are_asked_here() -> None:
    asked = {line.split()[0] for line in LINES}
    assert asked <= COMMANDS.keys()
