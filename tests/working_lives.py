"""What processes of the tests do with a life of their own."""

from multiprocessing.connection import Connection

from remembrancer import Remembrancer

ENVELOPE = {"role": "refactor", "risk": "high", "constraints": ["keep the API", "不改行为"]}


def checkpoint_until_killed(folder: str, acknowledge: Connection) -> None:
    """Work on a task, naming each page once its checkpoint is stored."""
    with Remembrancer.open(folder) as memory:
        task = memory.agent("atlas").task("read the archive")
        task.start(objective="Read every page", page=0)
        page = 0
        while True:
            page += 1
            task.checkpoint(page=page, notes=f"第 {page} 页 " * (page % 50))
            acknowledge.send(page)


def observe_targets(folder: str, number: int, targets: int, rounds: int) -> None:
    """Meet one problem in several targets, round after round, for the whole fleet and for an agent of one's own."""
    with Remembrancer.open(folder) as memory:
        shared, own = memory.agent("atlas"), memory.agent(f"worker-{number}")
        for turn in range(rounds):
            for target in range(targets):
                outcome = ("success", "rollback", None)[(turn + target) % 3]
                change = {**ENVELOPE, "target": f"src/module_{number}_{target}.py"}
                shared.intent(change, outcome, {"target": target, "worker": number})
                own.intent(change, outcome, scope="fleet")


def live_beside_others(folder: str, number: int, times: int) -> None:
    """Do all that a life does in the names that other processes use as well."""
    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        for turn in range(times):
            atlas.trauma("security", because=f"{number}.{turn}")
            made = atlas.decide(f"decision {number}.{turn}")
            atlas.judge(made.id, "right", because="it held")
            atlas.session("shared").message(f"{number}.{turn}")
            atlas.intent({"role": f"problem {turn}"}, "success", idempotency_key=f"problem {turn}")
            own = atlas.session(f"session {number}.{turn}")
            own.message("hi")
            own.end()
            task = atlas.task(f"task {number}.{turn}")
            task.start(objective="o")
            task.complete("done")


def start_one_task(folder: str, number: int, times: int) -> None:
    """Complete and start again a task that others complete and start as well; count what was oneself's doing."""
    from remembrancer import TaskHasEnded, TaskIsOpen, UnknownTask

    with Remembrancer.open(folder) as memory:
        task = memory.agent("atlas").task("one for all")
        for turn in range(times):
            try:
                task.start(objective=f"{number}.{turn}")
            except TaskIsOpen:
                memory.agent("counter").record("the task was open")
            else:
                memory.agent("counter").record("started")
            try:
                task.complete(f"{number}.{turn}")
            except (TaskHasEnded, UnknownTask):
                memory.agent("counter").record("there was nothing to complete")
            else:
                memory.agent("counter").record("completed")
