"""Learning which words keep company: from all that a store holds, each scope by itself, told by one event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ...domain.boundary import AppendCondition, Query, QueryItem
from ...domain.errors import StoreFull, StoreReadOnly
from ...domain.events import ModelFitted
from ...infrastructure.log import ConditionFailed
from ..requests import actor_in_log
from ..store import new_command_id
from .company import documents_by_scope

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...domain.events import Recorded
    from ...infrastructure.search.lsa import Lsa
    from ..store import Store

STORE = "agent:store"
"""Who learns where nobody else is named."""


class ModelReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a learning gave."""

    learned: bool
    """Whether an event tells of something new; else nothing has changed since, or there is too little to learn from."""
    model: str | None
    """Identity of what is known now; None: nothing is."""
    scopes: int
    """How many scopes have a model of their own."""
    documents: int
    """Revisions of memories that were learned from."""
    terms: int
    """Different terms, those of each scope by themselves."""
    dimensions: int
    """Numbers in a vector, of the scope that has most."""
    upto: int
    """The position up to which it was learned."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return msgspec.to_builtins(self)


def learn(store: Store, actor: str = STORE) -> ModelReport:
    """Learn anew which words keep company, unless nothing was recorded since it was learned last.

    It needs some dozens of memories in a scope; a store without learns nothing. Recalls go on meanwhile.

    Args:
        actor: as people know it: `agent:NAME`, `user:NAME`, `dream:RUN`.

    Raises:
        StoreReadOnly, StoreFull, StoreBusy, KeysLocked: nothing was learned.
    """
    if store.read_only:
        raise StoreReadOnly(f"the store {str(store.path)!r} was opened read-only; open it writable to learn from it")
    from ...infrastructure.search.lsa import Learning

    searcher = store.searcher
    with searcher.lock:
        index, tokens = searcher.caught_up(), searcher.dictionary.identity
        upto, company, last = index.position, searcher.company, _last(store)
        if company.is_up_to_date(index, tokens) and last is not None and last[1].model == company.identity:
            return _report(company.models(), company.identity, last[1].upto, learned=False)
        learning, documents = Learning(index.postings, len(index)), list(documents_by_scope(index))
    fitted = [(scope, learning.fit(numbers)) for scope, numbers in documents]
    models = {scope: model for scope, model in fitted if model is not None}
    with searcher.lock:
        if not models:
            company.drop()
            return _report(models, None, upto, learned=False)
        try:
            identity = company.save(models, tokens, upto)
        except OSError as fault:
            raise StoreFull(
                f"cannot save a model in {str(searcher.folder)!r}: {fault.strerror}; free some space"
            ) from None
        company.check_erasures()
    return _told(store, actor, _report(models, identity, upto, learned=True), last)


def _last(store: Store) -> tuple[Recorded, ModelFitted] | None:
    """Return the event that tells of the last learning, None if there was none."""
    for stored in store.log.read(_LEARNED, limit=1, newest_first=True):
        recorded = store.codec.decode(stored)
        assert isinstance(recorded.event, ModelFitted), f"position {recorded.position} was found as a model"
        return recorded, recorded.event
    return None


def _told(store: Store, actor: str, report: ModelReport, last: tuple[Recorded, ModelFitted] | None) -> ModelReport:
    """Tell of a model by an event, unless the last one told of the same, or another process was faster."""
    assert report.model is not None, "what was learned has an identity"
    if last is not None and last[1].model == report.model:
        return msgspec.structs.replace(report, learned=False)
    event = ModelFitted(
        actor=actor_in_log(store, actor),
        cause=new_command_id(),
        box=None,
        model=report.model,
        documents=report.documents,
        terms=report.terms,
        dimensions=report.dimensions,
        upto=report.upto,
    )
    condition = AppendCondition(query=_LEARNED, after=last[0].position if last else 0)
    try:
        store.log.append([store.codec.encode(event)], condition)
    except ConditionFailed:
        return msgspec.structs.replace(report, learned=False)
    return report


def _report(models: Mapping[str, Lsa], identity: str | None, upto: int, *, learned: bool) -> ModelReport:
    return ModelReport(
        learned=learned,
        model=identity,
        scopes=len(models),
        documents=sum(model.learned for model in models.values()),
        terms=sum(len(model.terms) for model in models.values()),
        dimensions=max((model.dimensions for model in models.values()), default=0),
        upto=upto,
    )


_LEARNED = Query(items=(QueryItem(types=(ModelFitted.TYPE,), tags=("model:fitted",)),))
