"""Contradictions: what two places answer differently."""

from ..call import Call, zone_of
from ..options import AsOf
from .reading import list_title, moments


def contradictions(call: Call, as_of: AsOf = None) -> None:
    """List what two places answer differently."""
    with call.opened() as memory:
        reads = call.reading(memory, as_of)
        found = reads.contradictions()
        if call.json:
            from ..rendering.documents import write_json

            document = [one.to_json() for one in found]
            write_json({"agent": reads.name, **moments(reads), "contradictions": document})
            return
        from ..rendering.contradictions import draw_contradictions

        draw_contradictions(reads.name, list_title(reads), found, zone_of(memory))
