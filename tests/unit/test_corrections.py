"""Corrections that are appended to what they correct: noticed by their words, and by what they are about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import correction_pairs
import correction_pairs_further
from remembrancer.domain.corrections import correction_of, correction_within, refuse_appended, shows_sign
from remembrancer.domain.errors import CorrectionAppended

CORRECTING = (*correction_pairs.CORRECTING, *correction_pairs_further.CORRECTING)
STANDING_BESIDE = (*correction_pairs.STANDING_BESIDE, *correction_pairs_further.STANDING_BESIDE)


@pytest.mark.parametrize(("line", "text"), CORRECTING)
def test_a_text_that_corrects_the_line_above_is_noticed(line: str, text: str) -> None:
    found = correction_of(line, text)

    assert found is not None
    assert found.corrected == line
    assert found.sign


@pytest.mark.parametrize(("line", "text"), STANDING_BESIDE)
def test_a_text_that_says_something_else_may_stand_beside_the_line(line: str, text: str) -> None:
    assert correction_of(line, text) is None


@pytest.mark.parametrize(
    "text",
    [
        "The limit is 100 requests. Update: the limit is 250 requests.",
        "The limit is 100 requests.\nEDIT: 250 requests",
        "限额是100次。\n更正：限额是250次。",
        "Posts are checked by Ana. Scratch that, posts are checked by Ben.",
    ],
)
def test_a_text_that_corrects_itself_is_noticed(text: str) -> None:
    assert correction_within(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "The build moved to GitHub Actions in May. It no longer runs on Jenkins.",
        "We ship on Fridays. Update the runbook after each release.",
        "周报每周一发送。更新模板前先告诉小王。",
    ],
)
def test_a_text_may_tell_how_things_came_about(text: str) -> None:
    assert correction_within(text) is None


@pytest.mark.parametrize(("line", "text"), [*CORRECTING, *STANDING_BESIDE])
def test_a_line_never_corrects_itself(line: str, text: str) -> None:
    assert correction_of(line, line) is None
    assert correction_of(text, text) is None


def test_the_refusal_names_the_sign_the_line_and_the_command_that_replaces_it() -> None:
    with pytest.raises(CorrectionAppended) as refused:
        refuse_appended(
            "Update: deploys happen on Mondays.",
            ["Ask first.", "Deploys happen on Fridays."],
            "identity replace rules --line",
            lines=True,
        )
    assert str(refused.value) == (
        "'Update:' corrects the line 'Deploys happen on Fridays.', which would stay; replace it: "
        "identity replace rules --line 'Deploys happen on Fridays.' --with 'deploys happen on Mondays.' --because WHY"
    )


def test_of_several_lines_the_one_that_is_meant_is_named() -> None:
    lines = ["Deploys happen on Fridays.", "Stand-up is at 09:30.", "Be brief."]

    with pytest.raises(CorrectionAppended, match=r"corrects the line 'Stand-up is at 09:30.'"):
        refuse_appended("Scratch that, stand-up is at 10:00.", lines, "identity replace rules --line", lines=True)
    with pytest.raises(CorrectionAppended, match=r"corrects the line 'Be brief.'"):
        refuse_appended("This is no longer true.", lines, "identity replace rules --line", lines=True)


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_two_texts_can_be_compared(line: str, text: str) -> None:
    found = correction_of(line, text)
    correction_within(text)

    assert found is None or shows_sign(text)


@pytest.mark.parametrize(
    "piece",
    [
        *("update: ", "no longer ", "the above ", "(", "- — ", "更正：", "不再", "~~", "以上"),
        *(
            "the note about ",
            "what i said about ",
            "forget ",
            "that was ",
            "was ",
            "→",
            "if ",
            "not ",
            "since ",
            "now ",
        ),
        *("之前说的", "之前", "如果", "不", "原来", "改", "这个数字", "时", " ", "a "),
    ],
)
def test_a_long_text_of_signs_is_read_in_little_time(piece: str) -> None:
    correction_of("Deploys happen on Fridays.", piece * 4_000)
    correction_within(piece * 4_000)
