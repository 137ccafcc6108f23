"""Sessions: what is said in one, and what it came to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..domain.commands import EndSession, SendMessage
from ..domain.content import MemoryText, SessionName
from ..domain.errors import InvalidMetadata, InvalidMoment, UnknownSession
from ..domain.moments import to_datetime
from ..domain.scopes import own
from ..domain.sessions import MESSAGE
from ..domain.state import is_expired
from ..domain.texts import check_line
from ..projections.beliefs import BELIEFS
from ..projections.sessions import SESSIONS
from .handler import execute
from .loading import session_messages
from .memory import SEALED, Memory
from .named import Named
from .reading import look
from .requests import given, micros, record_command
from .store import new_memory_id
from .verbs import recorded_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from ..domain.sessions import SessionRun
    from ..domain.state import Belief
    from .reading import View
    from .requests import Caller
    from .store import Store


class SessionView(Named):
    """One session of an agent, looked at anew whenever it is asked something."""

    FAMILY = "session"

    def _run(self) -> tuple[SessionRun, View]:
        view = self._view()
        run = self._store.views.row(SESSIONS, (own(view.agent), self._tag), view.moment.position)
        if run is None:
            raise UnknownSession(self._name)
        return run, view

    @property
    def started_at(self) -> datetime:
        """When it was started.

        Raises:
            UnknownSession: the agent has none of this name at the asked moment; so do all that follow.
        """
        return to_datetime(self._run()[0].started_at)

    @property
    def messages(self) -> list[Memory]:
        """What was said in it, oldest first, as far as it is alive at the asked moment."""
        run, view = self._run()
        return self._alive(self._said(run, view), view)

    @property
    def message_count(self) -> int:
        """How much was ever said in it."""
        return len(self._said(*self._run()))

    @property
    def last_at(self) -> datetime:
        """When something was last said in it, or when it was started."""
        run, view = self._run()
        return _last_at(run, self._said(run, view))

    @property
    def ended_at(self) -> datetime | None:
        """When it ended."""
        ended = self._run()[0].ended_at
        return None if ended is None else to_datetime(ended)

    @property
    def summary(self) -> Memory | None:
        """The memory that sums it up, once it has ended; in time, a task context."""
        return self._summed_up(*self._run())

    @property
    def tags(self) -> tuple[str, ...]:
        """The free tags of what was said in it."""
        run, view = self._run()
        summary = self._summed_up(run, view)
        return _tags(summary, [] if summary is not None else self._alive(self._said(run, view), view))

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values, all as of one look at it."""
        run, view = self._run()
        said, summary = self._said(run, view), self._summed_up(run, view)
        alive = self._alive(said, view)
        return {
            "name": self._name,
            "started_at": to_datetime(run.started_at).isoformat(),
            "last_at": _last_at(run, said).isoformat(),
            "message_count": len(said),
            "messages": [message.to_json() for message in alive],
            "ended_at": None if run.ended_at is None else to_datetime(run.ended_at).isoformat(),
            "summary": None if summary is None else summary.to_json(),
            "tags": list(_tags(summary, alive)),
        }

    def _said(self, run: SessionRun, view: View) -> list[Belief]:
        """Return all that was ever said, oldest first."""
        return session_messages(self._store, run.scope, run.session, view.moment.position)

    def _alive(self, said: Sequence[Belief], view: View) -> list[Memory]:
        return [
            Memory(self._store, belief, view.moment)
            for belief in said
            if belief.status == "live" and not is_expired(belief.expires_at, view.moment.at)
        ]

    def _summed_up(self, run: SessionRun, view: View) -> Memory | None:
        if run.summary is None:
            return None
        belief = self._store.views.row(BELIEFS, (run.summary,), view.moment.position)
        return None if belief is None else Memory(self._store, belief, view.moment)


class Session(SessionView):
    """A session of an agent that acts: it may be spoken in, and ended."""

    def __init__(self, store: Store, caller: Caller, name: str) -> None:
        super().__init__(store, name, lambda: look(store, caller.agent, None, None))
        self._caller = caller

    def message(
        self,
        text: str,
        *,
        speaker: str | None = None,
        subjects: Sequence[str] = (),
        tags: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        source: str = "own",
        importance: int = 5,
        occurred_at: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> Memory:
        """Say something in it; the first message starts it. The message lives until it ends, 24 hours at most.

        Raises:
            SessionHasEnded: nothing more is said in it.
        """
        if metadata is not None and not isinstance(metadata, dict):
            raise InvalidMetadata(f"metadata must be an object with names and values, not {type(metadata).__name__}")
        spoken = {} if speaker is None else {"speaker": check_line(speaker, "the speaker")}
        fields: dict[str, Any] = {
            "text": text,
            "kind": MESSAGE,
            "session": self._name,
            "subjects": subjects,
            "tags": tags,
            "metadata": {**(metadata or {}), **spoken} or None,
            "source": source,
            "importance": importance,
            "occurred_at": occurred_at,
            "idempotency_key": idempotency_key,
        }
        said = record_command(self._store, self._caller, fields, new_memory_id())
        command = SendMessage(
            agent=said.agent,
            actor=said.actor,
            cause=said.cause,
            subjects=said.subjects,
            idempotency=said.idempotency,
            digest=said.digest,
            name=self._name,
            session=self._tag,
            message=said,
        )
        return recorded_memory(self._store, execute(self._store, command, key=idempotency_key))

    def end(
        self,
        summary: str | None = None,
        *,
        because: str | None = None,
        subjects: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> Memory:
        """End it; return its summary, which is put together from what was said if none is given.

        Raises:
            UnknownSession, SessionHasEnded: there is nothing to end.
            StateTooLarge: the summary is over the limit of the policy.
        """
        body = {"verb": "end", "session": self._name, "summary": summary, "because": because, "subjects": subjects}
        common = given(
            self._store,
            self._caller,
            because=because,
            subjects=subjects,
            idempotency_key=idempotency_key,
            body=body,
        )
        command = EndSession(**common, name=self._name, session=self._tag, memory=new_memory_id(), summary=summary)
        return recorded_memory(self._store, execute(self._store, command, key=idempotency_key))


def sessions(
    store: Store,
    view: View,
    again: Callable[[], View],
    *,
    tag: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[SessionView]:
    """Return the sessions of the view's agent, newest first.

    Args:
        again: gives the view whenever one of them is asked something.
        tag: only those in which something bears this tag.
        since: only those that were not over before.
        until: only those that were started by then.
    """
    low, high = micros(since, "since"), micros(until, "until")
    if low is not None and high is not None and low > high:
        raise InvalidMoment(f"the window is inverted: it begins at {since} and ends at {until}; swap them")
    if tag is not None:
        check_line(tag, "the tag")
    runs = [
        run
        for run in store.views.having(SESSIONS, "scope", own(view.agent), view.moment.position)
        if (low is None or run.ended_at is None or run.ended_at >= low) and (high is None or run.started_at <= high)
    ]
    found = [
        SessionView(store, _name_of(store, run), again, run.session)
        for run in sorted(runs, key=lambda run: run.started_position, reverse=True)
    ]
    return found if tag is None else [session for session in found if tag in session.tags]


def _last_at(run: SessionRun, said: Sequence[Belief]) -> datetime:
    return to_datetime(said[-1].recorded_at if said else run.started_at)


def _tags(summary: Memory | None, alive: Sequence[Memory]) -> tuple[str, ...]:
    if summary is not None:
        return summary.tags
    return tuple(dict.fromkeys(tag for message in alive for tag in message.tags))


def _name_of(store: Store, run: SessionRun) -> str:
    """Return the name of a session as whatever can still be read of it says it."""
    content = store.open(store.event(run.started_position))
    if isinstance(content, SessionName):
        return content.session
    if run.summary is not None and run.summary not in store.erased():
        belief = store.views.row(BELIEFS, (run.summary,))
        words = None if belief is None else store.open(store.event(belief.content_position))
        if isinstance(words, MemoryText) and words.session is not None:
            return words.session
    return SEALED
