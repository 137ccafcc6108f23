"""Longer answers: why something is believed, and what changed between two moments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text
from rich.tree import Tree

from .events import sentence, who, words
from .memories import heading, line
from .plain import preview, short, stamp
from .screen import cut, draw

if TYPE_CHECKING:
    from datetime import tzinfo

    from ...application.audit import Change, Diff
    from ...application.memory import Memory
    from ...application.moment import Moment
    from ...application.why import Ancestor, Why

_CAME = {
    "evidence": "as evidence of it",
    "merged": "merged into it",
    "consolidated": "noticed, and consolidated into it",
    "replaced": "replaced by it",
    "promoted": "as evidence of its promotion",
    "confirmed": "as evidence that it held",
    "contradicted": "says otherwise",
    "completed": "the task that it completes",
    "summarised": "summed up in it",
    "judged": "as evidence of how it turned out",
}
_FED = {
    "evidence": "rests on it",
    "merged": "was merged from it",
    "consolidated": "was consolidated from it",
    "replaced": "replaced it",
    "promoted": "was promoted on it",
    "confirmed": "was confirmed by it",
    "contradicted": "was contradicted by it",
    "completed": "is the context that it left",
    "summarised": "sums it up",
    "judged": "was judged on it",
}


def draw_why(story: Why, zone: tzinfo, title: str | None) -> None:
    """Draw the story of a memory as a tree: what happened to it, what it came from, what it fed."""
    memory = story.memory
    tree = Tree(Text(line(memory), style="bold"), guide_style="dim")
    tree.add(Text(f"“{preview(memory.text)}”", style="green"))
    tree.add(_believed(story, zone))
    happened = tree.add(Text("what happened", style="bold"))
    for event in story.events:
        told = f"{stamp(event.at, zone, precise=True)}  {sentence(event)}, by {who(event)} (#{event.position})"
        node = happened.add(Text(told))
        said = words(event)
        if said and said != preview(memory.text):
            node.add(Text(f"“{said}”", style="green"))
        if event.because:
            node.add(Text(f"because {preview(event.because)}", style="italic"))
    for name, ancestors, relations in (("came from", story.came_from, _CAME), ("fed", story.fed, _FED)):
        if ancestors:
            _add_ancestors(tree.add(Text(name, style="bold")), ancestors, relations, {memory.id})
    draw(*([Text(title, style="dim")] if title else []), tree)


def _believed(story: Why, zone: tzinfo) -> Text:
    since = f"believed from {stamp(story.believed_from, zone, precise=True)}"
    if story.believed_until is None:
        return Text(f"{since}, and still")
    by = f" ({story.memory.status}" + (f", see {short(story.memory.successor)})" if story.memory.successor else ")")
    return Text(f"{since} until {stamp(story.believed_until, zone, precise=True)}{by}")


def _add_ancestors(branch: Tree, ancestors: tuple[Ancestor, ...], relations: dict[str, str], above: set[str]) -> None:
    """Hang memories under the one that they fed, or that fed them; one that stands above already is left out."""
    for ancestor in ancestors:
        memory = ancestor.memory
        if memory.id in above:
            continue
        told = f"{short(memory.id)} {memory.kind}, {relations[ancestor.relation]}: “{preview(memory.text)}”"
        _add_ancestors(branch.add(Text(told)), ancestor.further, relations, above | {memory.id})


def draw_diff(agent: str, found: Diff) -> None:
    """Draw what began (+), changed (~) and ended (-) between two moments."""
    parts: list[Any] = [Text(agent, style="bold"), Text(f"from {_at(found.a)}\nto   {_at(found.b)}\n", style="dim")]
    for sign, style, changes in (
        ("+", "green", found.began),
        ("~", "yellow", found.changed),
        ("-", "red", found.ended),
    ):
        parts += [cut(_change(sign, change), style) for change in changes]
    parts.append(
        Text(f"\n{len(found.began)} began, {len(found.changed)} changed, {len(found.ended)} ended", style="dim")
    )
    draw(*parts)


def _at(moment: Moment) -> str:
    return heading(moment, None).removeprefix("as of ")


def _change(sign: str, change: Change) -> str:
    before, after = change.before, change.after
    memory = after or before
    assert memory is not None, "a change has a side"
    words = preview((before if sign == "-" and before is not None else memory).text)
    how = _how(before, after, change.what) if sign == "~" else f" {after.status}" if sign == "-" and after else ""
    return f"{sign} {short(memory.id)} {memory.layer} {memory.kind}{how}: {words}"


def _how(before: Memory | None, after: Memory | None, what: tuple[str, ...]) -> str:
    told = [f"{name.replace('_', ' ')} {_value(before, name)} → {_value(after, name)}" for name in what]
    return f" ({', '.join(told)})"


def _value(memory: Memory | None, name: str) -> str:
    value = getattr(memory, name)
    if value is None:
        return "none"
    isoformat = getattr(value, "isoformat", None)
    return isoformat(timespec="seconds") if isoformat else str(value)
