"""The consistency boundary of a decision: what must not have happened meanwhile."""

import msgspec


class QueryItem(msgspec.Struct, frozen=True):
    """Matches an event of one of `types` (any type if empty) that carries all of `tags`."""

    types: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class Query(msgspec.Struct, frozen=True):
    """Matches an event that at least one item matches; without items it matches every event."""

    items: tuple[QueryItem, ...] = ()


class AppendCondition(msgspec.Struct, frozen=True):
    """Fail the append if an event that `query` matches was recorded after position `after`."""

    query: Query
    after: int
