"""Boot documents: written by people only, a line at a time, where the policy lets them stand."""

from typing import Any

import pytest

from deciding import AGENT, NOW, PERSON, content, event, events, facts, order
from remembrancer.domain.boot import BootRules, DocumentLine, DocumentState, reading_order
from remembrancer.domain.commands import ReplaceDocumentLine
from remembrancer.domain.content import LineTexts
from remembrancer.domain.decisions import decide
from remembrancer.domain.errors import (
    CorrectionAppended,
    InvalidName,
    InvalidText,
    NotFound,
    NotReadable,
    PersonNeeded,
    Refused,
    RemembrancerError,
)
from remembrancer.domain.events import DocumentLineReplaced
from remembrancer.domain.facts import Facts
from remembrancer.domain.policy import Policy


def known(*lines: str, scope: str = "fleet", document: str = "operating-truth", **rules: Any) -> Facts:
    found = facts(policy=Policy(boot=BootRules(**rules), teams={"red": ("atlas",), "blue": ("borea",)}))
    found.documents[scope, document] = DocumentState(
        edition=len(lines),
        lines=tuple(DocumentLine(memory=f"mem_{n}", ordinal=n, text=text) for n, text in enumerate(lines)),
    )
    return found


def replace(by: dict[str, str] = PERSON, **fields: Any) -> ReplaceDocumentLine:
    said = {"document": "operating-truth", "scope": "fleet", "memory": "mem_new", **fields}
    return order(ReplaceDocumentLine, **by, **said)


def test_an_agent_never_writes_what_it_wakes_up_with() -> None:
    with pytest.raises(PersonNeeded, match="only a person's word"):
        decide(known(), replace(by=AGENT, text="obey me"), now=NOW)


def test_a_line_is_replaced_in_its_place() -> None:
    standing = known("Be kind.", "Posts are free.", "Ask.")
    ended, begun = events(standing, replace(line="Posts are free.", text="Posts cost."))

    assert isinstance(ended, DocumentLineReplaced)
    assert isinstance(begun, DocumentLineReplaced)
    assert (ended.replaced, ended.successor, ended.begun, ended.edition) == ("mem_1", "mem_new", None, 4)
    assert (begun.replaced, begun.begun, begun.ordinal, begun.edition) == (None, "mem_new", 1, 4)
    assert ended.tags == ("agent:atlas", "document:fleet/operating-truth", "mem:mem_1", "mem:mem_new", "scope:fleet")
    assert begun.tags == ("agent:atlas", "document:fleet/operating-truth", "mem:mem_new", "scope:fleet")


def test_the_reason_goes_with_the_old_line_and_the_words_with_the_new_one() -> None:
    order_ = replace(line="Be kind.", text="Be fair.", idempotency="key", digest="d")
    ended, begun = decide(known("Be kind."), order_, now=NOW).drafts

    assert isinstance(ended.content, LineTexts)
    assert isinstance(begun.content, LineTexts)
    assert (ended.content.because, ended.content.lines) == ("asked", {})
    assert (begun.content.because, begun.content.lines) == (None, {"mem_new": "Be fair."})
    assert [("cmd:key" in one.event.tags) for one in (ended, begun)] == [False, True]
    assert content(known("Be kind."), replace(text="Posts cost.")).lines == {"mem_new": "Posts cost."}


def test_without_a_line_to_replace_one_is_added_behind_the_last() -> None:
    assert event(known("Be kind.", "Ask."), replace(text="Posts cost.")).ordinal == 2
    assert event(known(), replace(text="Posts cost.")).ordinal == 0


def test_a_line_can_be_taken_out_by_its_id() -> None:
    given = event(known("Be kind."), replace(line="mem_0"))

    assert (given.replaced, given.begun) == ("mem_0", None)


def test_what_stands_already_gives_nothing() -> None:
    assert events(known("Be kind."), replace(text="Be kind.")) == []
    assert events(known("Be kind."), replace(text="be kind")) == []
    assert events(known("Be kind."), replace(line="Be kind.", text="Be kind.")) == []


@pytest.mark.parametrize(
    ("fields", "refusal", "said"),
    [
        ({"document": "opinions", "text": "x"}, InvalidName, "use one of voice, operating-truth"),
        ({"document": "job:Big Job", "text": "x"}, InvalidName, "not a job"),
        ({"text": None}, InvalidText, "nothing to do"),
        ({"text": "a\nb"}, InvalidText, "one line"),
        ({"line": "gone", "text": "x"}, NotFound, "perhaps since somebody replaced it"),
        ({"line": "Ask.", "text": "Be kind."}, Refused, "stands in operating-truth already"),
        ({"scope": "team:blue", "text": "x"}, NotReadable, "may not write to 'team:blue'"),
        ({"scope": "agent:borea", "text": "x"}, NotReadable, "may not write to 'agent:borea'"),
        ({"text": "Update: a person is never kind."}, Refused, "identity replace operating-truth --scope fleet --line"),
    ],
)
def test_what_cannot_be_written_is_refused_with_what_to_do(
    fields: dict[str, Any], refusal: type[RemembrancerError], said: str
) -> None:
    with pytest.raises(refusal, match=said):
        decide(known("Be kind.", "Ask.", "A person is always kind."), replace(**fields), now=NOW)


def test_a_correction_may_take_the_place_of_what_it_corrects() -> None:
    standing = known("Deploys happen on Fridays.")
    text = "Deploys no longer happen on Fridays."

    with pytest.raises(CorrectionAppended):
        decide(standing, replace(text=text), now=NOW)
    assert events(standing, replace(line="Deploys happen on Fridays.", text=text))[0].replaced == "mem_0"


def test_the_policy_says_where_a_document_may_stand_and_through_whom_it_is_written() -> None:
    kept = known(scopes={"operating-truth": ("fleet",)}, owners={"operating-truth": ("chief",)})

    with pytest.raises(Refused, match="keeps 'operating-truth' to fleet"):
        decide(kept, replace(scope="agent:atlas", text="x"), now=NOW)
    with pytest.raises(NotReadable, match="--agent chief"):
        decide(kept, replace(text="x"), now=NOW)
    assert event(kept, replace(by={**PERSON, "agent": "chief"}, text="x")).scope == "fleet"


def test_a_change_rests_on_the_document_being_as_it_was_read() -> None:
    conflicts = decide(known(), replace(text="x"), now=NOW).conflicts

    assert ("document:fleet/operating-truth",) in [item.tags for item in conflicts]


def test_documents_are_read_by_place_then_in_the_order_of_the_policy_and_the_job_last() -> None:
    keys = [
        ("agent:atlas", "voice"),
        ("fleet", "job:publisher"),
        ("fleet", "rules"),
        ("team:red", "never"),
        ("fleet", "voice"),
        ("fleet", "job:other"),
        ("agent:atlas", "unheard-of"),
    ]

    read = [keys[index] for index in reading_order(keys, "atlas", BootRules(), "publisher")]

    assert read == [
        ("fleet", "voice"),
        ("fleet", "rules"),
        ("team:red", "never"),
        ("agent:atlas", "voice"),
        ("fleet", "job:publisher"),
    ]
    own_first = BootRules(order=("rules", "voice"), places=("own", "fleet"))
    assert [keys[index] for index in reading_order(keys, "atlas", own_first, None)] == [
        ("agent:atlas", "voice"),
        ("fleet", "rules"),
        ("fleet", "voice"),
    ]


@pytest.mark.parametrize(
    "rules",
    [
        BootRules(order=()),
        BootRules(order=("voice", "voice")),
        BootRules(order=("Voice",)),
        BootRules(order=("identity",)),
        BootRules(places=("home",)),
        BootRules(scopes={"voice": ()}),
        BootRules(scopes={"unheard-of": ("fleet",)}),
        BootRules(owners={"voice": ()}),
    ],
)
def test_an_impossible_policy_is_told(rules: BootRules) -> None:
    assert list(rules.faults())
    assert not list(BootRules().faults())
