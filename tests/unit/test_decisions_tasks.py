"""Tasks: when each may be started, noted, interrupted, resumed and completed, and what its state may be."""

from typing import Any

import msgspec
import pytest

from deciding import NOW, after, content, event, events, facts, order, standing
from remembrancer.domain.commands import (
    AnyCommand,
    ArchiveMemory,
    CheckpointTask,
    Command,
    CompleteTask,
    ConfirmMemory,
    ContradictMemory,
    DecayMemory,
    ForgetMemory,
    InterruptTask,
    MergeMemories,
    PromoteMemory,
    QuarantineMemory,
    ReleaseMemory,
    RestoreMemory,
    ResumeTask,
    ReviewMemory,
    ReviseMemory,
    StartTask,
)
from remembrancer.domain.decisions import decide
from remembrancer.domain.errors import (
    InvalidMetadata,
    InvalidNumber,
    InvalidText,
    KeptByOthers,
    RemembrancerError,
    StateTooLarge,
    TaskHasEnded,
    TaskIsOpen,
    UnknownTask,
)
from remembrancer.domain.events import SubjectErased, TaskCompleted, TaskInterrupted, TaskResumed, TaskStarted
from remembrancer.domain.facts import Facts
from remembrancer.domain.moments import MINUTE
from remembrancer.domain.policy import Limits, Policy, Working

STALE = 60 * MINUTE
NAMED = {"name": "move the index", "task": "t"}
STATE = {"objective": "move the index", "target": "v2"}


def start(state: dict[str, Any] | None = None, **fields: Any) -> StartTask:
    return order(StartTask, **{**NAMED, "memory": "mem_t", "state": STATE if state is None else state, **fields})


def checkpoint(changes: dict[str, Any] | None = None, **fields: Any) -> CheckpointTask:
    return order(CheckpointTask, **{**NAMED, "changes": {"step": 2} if changes is None else changes, **fields})


def interrupt(**fields: Any) -> InterruptTask:
    return order(InterruptTask, **{**NAMED, **fields})


def resume(**fields: Any) -> ResumeTask:
    return order(ResumeTask, **{**NAMED, **fields})


def complete(**fields: Any) -> CompleteTask:
    return order(CompleteTask, **{**NAMED, "memory": "mem_c", "outcome": "it works", **fields})


def unknown() -> Facts:
    return facts()


def running() -> Facts:
    return after(facts(), start())


def interrupted() -> Facts:
    return after(running(), interrupt())


def resumed() -> Facts:
    return after(interrupted(), resume())


def completed() -> Facts:
    return after(running(), complete())


def erased() -> Facts:
    known = running()
    known.memories["mem_t"] = msgspec.structs.replace(known.memories["mem_t"], status="erased")
    return known


def test_a_task_starts_with_its_state_in_l1() -> None:
    started = event(facts(), start())

    assert isinstance(started, TaskStarted)
    assert (started.memory, started.kind, started.layer, started.home_layer) == ("mem_t", "task", "L1", "L1")
    assert (started.scope, started.task, started.stale_at) == ("agent:atlas", "t", NOW + STALE)


def test_the_words_of_a_task_are_its_objective_and_its_whole_state() -> None:
    said = content(facts(), start(subjects=("user:1",), because="asked"))

    assert (said.text, said.task, said.metadata) == ("move the index", "move the index", STATE)
    assert (said.subjects, said.because) == (("user:1",), "asked")


@pytest.mark.parametrize(
    ("given", "tenths"), [(None, 5), (1, 1), (10, 10), (0.0, 1), (0.04, 1), (0.55, 6), (0.8, 8), (1.0, 10)]
)
def test_a_confidence_is_a_whole_number_or_a_share(given: float | None, tenths: int) -> None:
    assert event(facts(), start({**STATE, "confidence": given})).confidence == tenths


WRONG_STATES: list[tuple[dict[Any, Any], type[RemembrancerError], str]] = [
    ({}, InvalidText, "the objective is empty"),
    ({"objective": " "}, InvalidText, "the objective is empty"),
    ({"objective": 7}, InvalidText, "the objective must be text, not int"),
    ({"objective": "a\x00"}, InvalidText, "the state.objective holds a NUL character at character 1"),
    ({"objective": "长" * 667}, InvalidText, "the objective has 2001 bytes, over the limit of 2000"),
    ({**STATE, "confidence": float("nan")}, InvalidMetadata, "the state.confidence is nan"),
    ({**STATE, "confidence": 11}, InvalidNumber, "from 1 to 10, or a share such as 0.8, not 11"),
    ({**STATE, "confidence": 0}, InvalidNumber, "not 0"),
    ({**STATE, "confidence": 1.5}, InvalidNumber, "not 1.5"),
    ({**STATE, "confidence": -0.1}, InvalidNumber, "not -0.1"),
    ({**STATE, "confidence": True}, InvalidNumber, "not True"),
    ({**STATE, "confidence": "high"}, InvalidNumber, "not 'high'"),
    ({**STATE, "done": {1, 2}}, InvalidMetadata, "the state.done is a set"),
    ({**STATE, "n": {"deep": float("inf")}}, InvalidMetadata, "the state.n.deep is inf"),
    ({**STATE, 7: "seven"}, InvalidMetadata, "the state has the name 7"),
    ({**STATE, "note": "x" * 10_300}, StateTooLarge, "the state of task 'move the index' has 103.. bytes, .* 10240"),
]


@pytest.mark.parametrize(("state", "refusal", "said"), WRONG_STATES)
def test_a_state_that_cannot_be_kept_is_refused_at_the_start(
    state: dict[str, Any], refusal: type[RemembrancerError], said: str
) -> None:
    with pytest.raises(refusal, match=said):
        decide(facts(), start(state), now=NOW)


@pytest.mark.parametrize(("state", "refusal", "said"), [wrong for wrong in WRONG_STATES if wrong[0]])
def test_a_state_that_cannot_be_kept_is_refused_at_a_checkpoint(
    state: dict[str, Any], refusal: type[RemembrancerError], said: str
) -> None:
    with pytest.raises(refusal, match=said):
        decide(running(), checkpoint(state), now=NOW)


def test_a_state_is_as_large_as_the_policy_allows_and_no_larger() -> None:
    size = len(msgspec.json.encode({**STATE, "note": "长"}))
    limits = Limits(task_bytes=size)

    assert events(facts(policy=Policy(limits=limits)), start({**STATE, "note": "长"}))
    with pytest.raises(StateTooLarge, match=f"has {size + 1} bytes, over the limit of {size}") as refusal:
        decide(facts(policy=Policy(limits=limits)), start({**STATE, "note": "长x"}), now=NOW)
    assert (refusal.value.size_bytes, refusal.value.limit_bytes) == (size + 1, size)


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "x" * 201, " t"])
@pytest.mark.parametrize("command", [start, checkpoint, interrupt, resume, complete])
def test_a_task_has_a_name_of_one_line(command: Any, name: str) -> None:
    with pytest.raises(InvalidText, match="the task"):
        decide(running(), command(name=name), now=NOW)


ALLOWED: dict[Any, dict[Any, type[RemembrancerError] | None]] = {
    unknown: {
        start: None, checkpoint: UnknownTask, interrupt: UnknownTask, resume: UnknownTask, complete: UnknownTask,
    },
    running: {start: TaskIsOpen, checkpoint: None, interrupt: None, resume: None, complete: None},
    interrupted: {start: TaskIsOpen, checkpoint: None, interrupt: None, resume: None, complete: None},
    resumed: {start: TaskIsOpen, checkpoint: None, interrupt: None, resume: None, complete: None},
    completed: {
        start: None, checkpoint: TaskHasEnded, interrupt: TaskHasEnded, resume: TaskHasEnded, complete: TaskHasEnded,
    },
    erased: {start: None, checkpoint: UnknownTask, interrupt: UnknownTask, resume: UnknownTask, complete: UnknownTask},
}  # fmt: skip


@pytest.mark.parametrize(
    ("before", "verb", "refusal"),
    [(before, verb, refusal) for before, verbs in ALLOWED.items() for verb, refusal in verbs.items()],
    ids=lambda part: getattr(part, "__name__", str(part)),
)
def test_each_state_of_a_task_allows_what_it_allows(
    before: Any, verb: Any, refusal: type[RemembrancerError] | None
) -> None:
    asked: AnyCommand = verb(memory="mem_n") if verb in {start, complete} else verb()
    if refusal is None:
        decide(before(), asked, now=NOW)
        return
    with pytest.raises(refusal, match="'move the index'"):
        decide(before(), asked, now=NOW)


def test_a_task_that_is_open_says_since_when_and_how_it_stands() -> None:
    with pytest.raises(TaskIsOpen, match=r"is running since 1970-01-01T00:00:01\+00:00; resume it"):
        decide(running(), start(memory="mem_n"), now=NOW + 1)
    with pytest.raises(TaskIsOpen, match=r"is interrupted since 1970-01-01T01:00:01\+00:00; resume it"):
        decide(running(), start(memory="mem_n"), now=NOW + 2 * STALE)


def test_a_completed_task_says_when_it_was_completed() -> None:
    with pytest.raises(TaskHasEnded, match=r"cannot checkpoint .* completed at 1970-01-01T00:00:01\+00:00"):
        decide(completed(), checkpoint(), now=NOW)


def test_a_checkpoint_joins_what_is_new_to_the_state_and_takes_out_what_is_none() -> None:
    known = after(facts(), start({**STATE, "confidence": 0.3, "step": 1}, subjects=("user:1",)))
    asked = checkpoint({"step": 2, "target": None, "confidence": 0.9}, subjects=("user:2",))

    said = content(known, asked)
    assert said.metadata == {"objective": "move the index", "confidence": 0.9, "step": 2}
    assert (said.text, said.task, said.subjects) == ("move the index", "move the index", ("user:1", "user:2"))
    noted = event(known, asked, now=NOW + 5)
    assert (noted.memory, noted.revision, noted.confidence) == ("mem_t", 2, 9)
    assert (noted.valid_from, noted.stale_at) == (NOW + 5, NOW + 5 + STALE)


def test_a_state_keeps_an_objective() -> None:
    with pytest.raises(InvalidText, match="the objective is empty"):
        decide(running(), checkpoint({"objective": None}), now=NOW)
    assert content(running(), checkpoint({"objective": "another"})).text == "another"


def test_a_state_that_cannot_be_read_is_noted_anew_or_not_at_all() -> None:
    known = running()
    known.words.clear()

    with pytest.raises(InvalidText, match="the objective is empty"):
        decide(known, checkpoint(), now=NOW)
    assert content(known, checkpoint({"objective": "anew"})).metadata == {"objective": "anew"}


def test_a_checkpoint_is_never_true_before_the_one_before_it() -> None:
    known = after(facts(), start(), now=NOW + 10)

    assert event(known, checkpoint(), now=NOW).valid_from == NOW + 10


def test_a_checkpoint_or_a_resume_is_a_sign_of_life() -> None:
    known = after(running(), checkpoint(), now=NOW + STALE - 1)

    assert not events(known, interrupt(stale=True), now=NOW + STALE)
    known = after(known, resume(), now=NOW + 2 * STALE - 2)
    assert not events(known, interrupt(stale=True), now=NOW + 2 * STALE)


def test_a_task_is_interrupted_when_it_is_asked_for() -> None:
    told = event(running(), interrupt(), now=NOW + 7)

    assert isinstance(told, TaskInterrupted)
    assert (told.ground, told.since) == ("asked", NOW + 7)
    assert events(interrupted(), interrupt()) == []


@pytest.mark.parametrize("by_itself", [True, False])
def test_a_task_that_went_stale_was_interrupted_when_it_did(by_itself: bool) -> None:
    told = event(running(), interrupt(stale=by_itself), now=NOW + STALE + 7)

    assert (told.ground, told.since) == ("stale", NOW + STALE)


def test_a_task_is_not_stale_before_its_time() -> None:
    assert events(running(), interrupt(stale=True), now=NOW + STALE - 1) == []
    assert events(running(), interrupt(stale=True), now=NOW + STALE) != []


def test_the_policy_says_when_a_task_is_stale() -> None:
    known = facts(policy=Policy(working=Working(task_stale_s=1)))

    assert event(known, start()).stale_at == NOW + 1_000_000


def test_a_resume_says_from_which_state_it_goes_on() -> None:
    known = after(running(), checkpoint(), now=NOW + 5)
    going_on = event(known, resume(), now=NOW + 3 * STALE)

    assert isinstance(going_on, TaskResumed)
    assert (going_on.checkpoint_at, going_on.stale_at) == (NOW + 5, NOW + 4 * STALE)


def test_why_a_task_was_interrupted_is_sealed_for_whom_it_is_about() -> None:
    known = after(facts(), start(subjects=("user:1",)))

    assert content(known, interrupt(because="user 1 called")).subjects == ("user:1",)
    assert content(known, resume(subjects=("user:2",))).subjects == ("user:1", "user:2")


def test_a_completed_task_leaves_a_context_with_its_state_and_its_outcome() -> None:
    known = after(facts(), start({**STATE, "confidence": 8}, subjects=("user:1",)))
    ended = event(known, complete())
    said = content(known, complete(subjects=("user:2",)))

    assert isinstance(ended, TaskCompleted)
    assert (ended.memory, ended.completes, ended.kind, ended.layer) == ("mem_c", "mem_t", "task-context", "L2")
    assert ended.confidence == 8
    assert said.text == "Task move the index: move the index\nOutcome: it works"
    assert said.metadata == {"state": {**STATE, "confidence": 8}, "outcome": "it works"}
    assert (said.task, said.subjects) == ("move the index", ("user:1", "user:2"))


def test_the_state_of_a_completed_task_ends_and_names_what_it_became() -> None:
    state = completed().memories["mem_t"]

    assert (state.status, state.successor, state.valid_to) == ("superseded", "mem_c", NOW)


@pytest.mark.parametrize(
    ("outcome", "said"), [("", "the outcome is empty"), ("x" * 10_241, "the outcome has 10241 bytes"), (7, "not int")]
)
def test_a_task_is_completed_with_an_outcome(outcome: Any, said: str) -> None:
    with pytest.raises(InvalidText, match=said):
        decide(running(), complete(outcome=outcome), now=NOW)


def test_a_task_whose_state_cannot_be_read_can_be_completed() -> None:
    known = running()
    known.words.clear()

    assert content(known, complete()).metadata == {"state": {}, "outcome": "it works"}
    assert "cannot be read" in content(known, complete()).text


def test_a_task_is_started_anew_under_its_name() -> None:
    known = after(completed(), start({"objective": "again"}, memory="mem_n"), now=NOW + 9)
    run = known.tasks["agent:atlas", "t"]

    assert (run.memory, run.status, run.started_at, run.checkpoints) == ("mem_n", "running", NOW + 9, 0)
    assert (known.memories["mem_t"].status, known.memories["mem_c"].status) == ("superseded", "live")


def test_several_tasks_run_at_once() -> None:
    known = after(running(), start(memory="mem_u", name="other", task="u"), complete(name="other", task="u"))

    assert known.tasks["agent:atlas", "t"].status == "running"
    assert known.tasks["agent:atlas", "u"].status == "completed"


def test_a_bound_on_task_contexts_retires_the_least_important() -> None:
    old = standing("mem_old", kind="task-context", importance=4)
    known = after(facts(old, policy=Policy(bounds={"task-context": 1})), start())

    ended, retired = events(known, complete())

    assert (ended.memory, retired.memory, retired.bound) == ("mem_c", "mem_old", 1)


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        (ReviseMemory, {"text": "x"}),
        (PromoteMemory, {"to": "L4"}),
        (DecayMemory, {"strength": 1}),
        (ForgetMemory, {}),
        (ArchiveMemory, {}),
        (RestoreMemory, {}),
        (ContradictMemory, {}),
        (QuarantineMemory, {}),
        (ReleaseMemory, {}),
        (ReviewMemory, {"outcome": "passed"}),
        (ConfirmMemory, {}),
    ],
)
def test_the_state_of_a_task_is_kept_by_the_commands_of_tasks_alone(
    command: type[Command], fields: dict[str, Any]
) -> None:
    with pytest.raises(KeptByOthers, match="mem_t: its kind is 'task'; only the `task` commands change it"):
        decide(running(), order(command, memory="mem_t", **fields), now=NOW)


def test_the_state_of_a_task_is_not_merged() -> None:
    known = after(running(), start(memory="mem_u", name="other", task="u"))

    with pytest.raises(KeptByOthers, match="cannot merge mem_t"):
        decide(known, order(MergeMemories, memory="mem_m", sources=("mem_t", "mem_u"), text="both"), now=NOW)


@pytest.mark.parametrize("verb", [checkpoint, interrupt, resume, complete])
def test_what_happens_to_a_task_rests_on_nothing_else_having_happened_to_it(verb: Any) -> None:
    items = decide(running(), verb(), now=NOW).conflicts

    (of_task,) = [item for item in items if "task:t" in item.tags]
    assert set(of_task.types) == {
        "task.started/1", "task.checkpointed/1", "task.interrupted/1", "task.resumed/1", "task.completed/1",
        "memory.handed_over/1",
    }  # fmt: skip
    assert "scope:agent:atlas" in of_task.tags
    assert [item for item in items if item.types == (SubjectErased.TYPE,) and item.tags == ("mem:mem_t",)]
