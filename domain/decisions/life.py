"""Deciding what an agent does with its own life: tasks, sessions, intents, trauma, judgements."""

from typing import assert_never

from ..commands import (
    CheckpointTask,
    CompleteTask,
    CoolSession,
    EndSession,
    InterruptTask,
    JudgeDecision,
    ObserveIntent,
    ResumeTask,
    SendMessage,
    StartSession,
    StartTask,
    SufferTrauma,
)
from ..facts import Decision, Facts
from . import intents, learning, sessions, tasks

LifeCommand = (
    StartTask
    | CheckpointTask
    | InterruptTask
    | ResumeTask
    | CompleteTask
    | StartSession
    | SendMessage
    | EndSession
    | CoolSession
    | ObserveIntent
    | SufferTrauma
    | JudgeDecision
)


def decide_life(facts: Facts, command: LifeCommand, now: int) -> Decision:
    """Return what `command` gives, as `decide` does."""
    match command:
        case StartTask():
            return tasks.start(facts, command, now)
        case CheckpointTask():
            return tasks.checkpoint(facts, command, now)
        case InterruptTask():
            return tasks.interrupt(facts, command, now)
        case ResumeTask():
            return tasks.resume(facts, command, now)
        case CompleteTask():
            return tasks.complete(facts, command, now)
        case StartSession():
            return sessions.start(facts, command)
        case SendMessage():
            return sessions.send(facts, command, now)
        case EndSession():
            return sessions.end(facts, command, now)
        case CoolSession():
            return sessions.cool(facts, command, now)
        case ObserveIntent():
            return intents.observe(facts, command, now)
        case SufferTrauma():
            return learning.suffer(facts, command)
        case JudgeDecision():
            return learning.judge(facts, command)
        case _:
            assert_never(command)
