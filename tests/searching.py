"""Recalling and recording from processes of their own."""

from typing import Any

from remembrancer import Remembrancer


def recall_in_turn(folder: str, conversation: Any) -> None:
    """Answer each question that comes with the texts that are found, and record what does not end in `?`."""
    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas")
        while (said := conversation.recv()) is not None:
            if said.endswith("?"):
                conversation.send([hit.memory.text for hit in atlas.recall(said, k=10, note=False)])
            else:
                conversation.send([atlas.record(said).text])
