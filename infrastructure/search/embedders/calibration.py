"""What the cosines of an unknown model mean, measured on a few questions and answers of our own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import Scale, Scaled

if TYPE_CHECKING:
    from . import Embedder

PAIRS = (
    ("When does the ferry to the island leave?", "The ferry to the island leaves at nine in the morning."),
    ("Which port does the database listen on?", "The database listens on port 5433."),
    ("What is grandmother allergic to?", "Grandmother is allergic to walnuts."),
    ("Who repaired the roof?", "The roof was repaired by a carpenter from the village."),
    ("Why was the release postponed?", "The release was postponed since two tests failed."),
    ("How many students passed the exam?", "Forty students passed the exam."),
    ("去海岛的渡船几点开？", "去海岛的渡船早上九点开。"),
    ("数据库监听哪个端口？", "数据库监听 5433 端口。"),
    ("奶奶对什么过敏？", "奶奶对核桃过敏。"),
    ("谁修好了屋顶？", "屋顶是村里的木匠修好的。"),
    ("为什么推迟发布？", "因为有两个测试失败，发布推迟了。"),
    ("有多少学生通过了考试？", "四十名学生通过了考试。"),
)
"""The second half says the same as the first in the other language."""
GAP_MIN = 0.05
"""A model that tells answers and other texts apart by less tells them apart by chance."""


def scale_of(embedder: Embedder) -> Scale:
    """Return what the cosines of an embedder mean, measured if nobody has said it.

    Raises:
        EmbedderFailed: it has to be asked, and gives no vectors now.
    """
    return embedder.scale if isinstance(embedder, Scaled) else measured(embedder)


def measured(embedder: Embedder) -> Scale:
    """Return the scale whose ends are the mean cosines of questions with other answers, and with their own."""
    asked = embedder.queries([question for question, _ in PAIRS])
    cosines = asked @ embedder.passages([answer for _, answer in PAIRS]).T
    own = np.eye(len(PAIRS), dtype=bool)
    own |= np.roll(own, len(PAIRS) // 2, axis=1)  # what it says in the other language is no other answer
    unrelated, same = float(cosines[~own].mean()), float(np.diag(cosines).mean())
    return Scale(unrelated, same) if same - unrelated >= GAP_MIN else Scale(unrelated, max(1.0, unrelated + GAP_MIN))
