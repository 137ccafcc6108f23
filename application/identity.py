"""The identity of an agent: reading it, and the commands by which people write it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, cast

import msgspec

from ..domain.commands import EstablishIdentity, IdentityDocument, ReplaceIdentityLine
from ..domain.errors import InvalidFile, InvalidInput, InvalidName, NotFound, OutOfOrder, Refused
from ..domain.texts import check_agent
from .handler import execute
from .loading import identity_lines
from .memory import ERASED, SEALED
from .requests import Caller, given
from .store import memory_ids, new_memory_id

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ..domain.vocabulary import Section
    from .reading import View
    from .store import Store

FOLDER = "identity"
"""Folder of a store in which people keep identity files, one `AGENT.toml` or `AGENT.json` an agent."""


class IdentityLineText(msgspec.Struct, frozen=True, kw_only=True):
    """One line of an identity."""

    id: str
    section: Section
    text: str


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """The identity of an agent at the asked moment."""

    agent: str
    version: int
    """0: none was established."""
    lines: tuple[IdentityLineText, ...]
    """All of them, in order."""

    def _of(self, section: Section) -> tuple[str, ...]:
        return tuple(line.text for line in self.lines if line.section == section)

    @property
    def mission(self) -> str | None:
        """What it is for."""
        return next(iter(self._of("mission")), None)

    @property
    def rules(self) -> tuple[str, ...]:
        """What it goes by."""
        return self._of("rules")

    @property
    def never(self) -> tuple[str, ...]:
        """What it never does."""
        return self._of("never")

    @property
    def always(self) -> tuple[str, ...]:
        """What it always does."""
        return self._of("always")

    @property
    def philosophies(self) -> tuple[str, ...]:
        """How it thinks."""
        return self._of("philosophies")

    def to_json(self) -> dict[str, Any]:
        """Return it as an identity file would say it, with the agent's name."""
        return {
            "agent": self.agent,
            "version": self.version,
            "mission": self.mission,
            "rules": list(self.rules),
            "never": list(self.never),
            "always": list(self.always),
            "philosophies": list(self.philosophies),
        }


def identity(store: Store, view: View) -> Identity:
    """Return the identity of the view's agent."""
    lines = identity_lines(store, view.agent, view.moment.position if view.moment.past else None)
    erased = store.erased()
    return Identity(
        agent=view.agent,
        version=max((version for _, version in lines), default=0),
        lines=tuple(
            IdentityLineText(
                id=line.memory,
                section=line.section,
                text=line.text or (ERASED if line.memory in erased else SEALED),
            )
            for line, _ in lines
        ),
    )


def establish(
    store: Store, caller: Caller, document: IdentityDocument | Mapping[str, Any], because: str | None
) -> None:
    """Give an agent its identity, or move it to a document of a greater version.

    Raises:
        PersonNeeded: no person asks.
        OutOfOrder: the version does not grow.
        SecretRefused, SourceCodeRefused: a line, or the reason, holds some.
    """
    checked = document if isinstance(document, IdentityDocument) else document_from(document, "the identity")
    body = {"verb": "establish", "document": msgspec.to_builtins(checked), "because": because}
    command = EstablishIdentity(
        **given(store, caller, because=because, body=body),
        document=checked,
        ids=tuple(memory_ids(len(checked.lines()))),
    )
    execute(store, command)


def replace_line(
    store: Store, caller: Caller, section: str, *, line: str | None, text: str | None, because: str | None
) -> None:
    """Replace one line, add one (`line` is None) or take one out (`text` is None).

    Raises:
        PersonNeeded: no person asks.
        NotFound: the identity has no such line.
        SecretRefused, SourceCodeRefused: the line that begins, or the reason, holds some.
    """
    body = {"verb": "replace", "section": section, "line": line, "text": text, "because": because}
    command = ReplaceIdentityLine(
        **given(store, caller, because=because, body=body),
        section=section,
        line=line,
        text=text,
        memory=new_memory_id(),
    )
    execute(store, command)


def document_from(values: Mapping[str, Any], where: str) -> IdentityDocument:
    """Return the identity that a file's values describe.

    Raises:
        InvalidFile: a name is unknown or missing, or a value is not of its kind.
    """
    try:
        return msgspec.convert(dict(values), IdentityDocument)
    except msgspec.ValidationError as fault:
        raise InvalidFile(
            f"{where} is wrong: {fault}; it has version, mission, rules, never, always, philosophies"
        ) from None


def read_document(path: Path) -> IdentityDocument:
    """Return the identity that a TOML or JSON file describes.

    Raises:
        InvalidFile: it is neither, or says something impossible.
        NotFound: there is no such file.
    """
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise NotFound(f"cannot read {os.fspath(path)!r}: {fault.strerror}") from None
    return document_from(_values(path, data), os.fspath(path))


def _values(path: Path, data: bytes) -> dict[str, Any]:
    import json
    import tomllib

    try:
        text = data.decode("utf-8-sig")
        values = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except ValueError as fault:
        raise InvalidFile(f"{os.fspath(path)} cannot be read: {fault}") from None
    if not isinstance(values, dict):
        raise InvalidFile(f"{os.fspath(path)} is no object with names and values")
    return cast("dict[str, Any]", values)


def refresh_from_files(store: Store) -> None:
    """Move each agent that has an identity file of a greater version to it.

    Raises:
        InvalidInput, Refused: a file says something impossible, or what no identity may hold.
    """
    folder = store.path / FOLDER
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.suffix not in {".toml", ".json"}:
            continue
        agent = _agent_of(path)
        document = read_document(path)
        standing = max((version for _, version in identity_lines(store, agent)), default=0)
        if document.version > standing:
            _refresh(store, agent, path, document)


def _agent_of(path: Path) -> str:
    try:
        return check_agent(path.stem)
    except InvalidName as fault:
        raise InvalidFile(f"{os.fspath(path)} is named for no agent: {fault}") from None


def _refresh(store: Store, agent: str, path: Path, document: IdentityDocument) -> None:
    try:
        establish(store, Caller(agent=agent, actor=f"file:{FOLDER}/{path.name}"), document, None)
    except OutOfOrder:
        # Another opening may have been faster, perhaps with a newer file.
        if max((version for _, version in identity_lines(store, agent)), default=0) < document.version:
            raise
    except (InvalidInput, Refused) as refusal:
        raise refusal.told_of(os.fspath(path)) from None
