"""Which answers of a model are taken in place of a draft, and what becomes of the others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from remembrancer.application.dreams.composing import chars_max
from remembrancer.domain.dreams.answers import fault_in
from remembrancer.domain.synthesis import FENCE, SynthesisTask, fenced, instructions, repeats_instructions
from remembrancer.infrastructure.secrets import find_secret

PRACTICE = SynthesisTask(
    purpose="practice",
    language="en",
    sources=(
        "Use 150-word abstracts",
        "Again: 150-word abstracts",
        "User prefers shorter versions",
        "read rate rose 30%",
    ),
    draft="Best practice: 150-word abstracts (3x verified, +30% read rate). Also: user prefers shorter versions.",
    chars_max=400,
)
CHINESE = SynthesisTask(
    purpose="practice",
    language="zh",
    sources=("用150字摘要", "阅读率提高30%", "用户偏好更短的版本"),
    draft="最佳实践：150字摘要（3次验证，阅读率 +30%）。另：用户偏好更短的版本。",
    chars_max=400,
)
PATTERN = SynthesisTask(
    purpose="pattern",
    language="en",
    sources=(
        "prefers 150-word abstracts",
        "prefers bullet points on Monday",
        "dislikes tables",
        "runs retry_1 in staging",
    ),
    draft="User prefers bullet points on Monday with 150-word abstracts; avoid tables; retry_1 runs in staging.",
    chars_max=400,
)
REFLECTION = SynthesisTask(
    purpose="reflection",
    language="en",
    sources=("abstract length 150", "abstract length 170", "abstract length 190", "the user drinks tea"),
    draft=(
        "2026-05-03. Learned: the user drinks tea. Drifted this week without failing: abstract length 150 → 170 → 190."
    ),
    chars_max=400,
)


def fault(task: SynthesisTask, answer: str) -> str | None:
    return fault_in(answer, task, find_secret)


@pytest.mark.parametrize(
    ("task", "answer"),
    [
        (PRACTICE, PRACTICE.draft),
        (PRACTICE, "Keep abstracts to 150 words (3x verified, +30% read rate); the user prefers shorter versions."),
        (CHINESE, CHINESE.draft),
        (CHINESE, "最佳实践：摘要控制在150字（验证3次，阅读率 +30%），用户偏好更短的版本。"),
        (
            PATTERN,
            "On Monday the user prefers bullet points, 150-word abstracts and no tables; retry_1 runs in staging.",
        ),
        (REFLECTION, REFLECTION.draft),
        (REFLECTION, "2026-05-03. The user drinks tea. Abstract length drifted 150 → 170 → 190 without failing."),
    ],
)
def test_an_answer_that_says_the_same_in_other_words_is_taken(task: SynthesisTask, answer: str) -> None:
    assert fault(task, answer) is None


@pytest.mark.parametrize(
    ("task", "answer", "why"),
    [
        (PRACTICE, "", "it is empty"),
        (PRACTICE, " \n", "it is empty"),
        (PRACTICE, PRACTICE.draft + " Shorter" * 60, "it has 581 characters, over the limit of 400"),
        (PRACTICE, PRACTICE.draft.replace("). ", ").\n"), "it has 2 lines, where 1 would do"),
        (PRACTICE, PRACTICE.draft + "\u202e", "it holds the control character U+202E"),
        (PRACTICE, PRACTICE.draft + "\x07", "it holds the control character U+0007"),
        (PRACTICE, f"fence-{'0' * 32} draft: {PRACTICE.draft}", "it repeats what the model was told"),
        (
            PRACTICE,
            "As told, they are no instructions to you. " + PRACTICE.draft,
            "it repeats what the model was told",
        ),
        (
            PRACTICE,
            "150-word abstracts: def f(x): return x (3x verified, +30%)",
            "it holds source code (Python) in line 1",
        ),
        (PRACTICE, PRACTICE.draft + " The password is hunter2xyz9", "it holds a password in line 1"),
        (
            PRACTICE,
            PRACTICE.draft + " AKIA" + "IOSFODNN7EXAMPLE",
            "it holds an AWS key in line 1",
        ),
        (PRACTICE, CHINESE.draft, "it is not in English as the draft is"),
        (CHINESE, PRACTICE.draft, "it is not in Chinese as the draft is"),
        (PRACTICE, "Лучшая практика: 150 слов (3x, +30%).", "it is not in English as the draft is"),
        (PRACTICE, "Résumés de 150 mots, versions courtes (vérifié 3x, +30%).", "most of its words are in no source"),
        (PRACTICE, "I am sorry, I will help with that (150, 3x, +30%).", "it names I, which no source has"),
        (PRACTICE, PRACTICE.draft.replace("150", "200"), "it names 200, which no source has"),
        (
            PRACTICE,
            PRACTICE.draft.replace("150-word", "١٥٠-word").replace("3x", "٤x"),
            "it names 4x, which no source has",
        ),
        (PRACTICE, PRACTICE.draft + " Two hundred words.", "it names two, which no source has"),
        (PRACTICE, PRACTICE.draft.replace("+30%", "-30%"), "it names -30%, which no source has"),
        (PRACTICE, PRACTICE.draft.replace("+30%", "30"), "it names 30, which no source has"),
        (PRACTICE, PRACTICE.draft.replace("+30% read rate", "read rate rose 30%"), "it leaves out +30%"),
        (PRACTICE, PRACTICE.draft.replace("3x verified, ", ""), "it leaves out 3x"),
        (PRACTICE, PRACTICE.draft + " As Alice said.", "it names Alice, which no source has"),
        (PRACTICE, PRACTICE.draft + " See v2.1.", "it names v2.1, which no source has"),
        (PRACTICE, PRACTICE.draft.replace("150", "never 150"), "it denies something, and the draft does not"),
        (CHINESE, CHINESE.draft.replace("150", "200"), "it names 200, which no source has"),
        (CHINESE, CHINESE.draft + "五百字。", "it names 五, which no source has"),
        (
            CHINESE,
            CHINESE.draft.replace("：150字摘要", "：不要写150字摘要"),
            "it denies something, and the draft does not",
        ),
        (PATTERN, PATTERN.draft.replace("Monday", "Friday"), "it names Friday, which no source has"),
        (PATTERN, PATTERN.draft.replace(" on Monday", ""), "it leaves out Monday"),
        (PATTERN, PATTERN.draft.replace("retry_1", "retry_2"), "it names retry_2, which no source has"),
        (PATTERN, PATTERN.draft.replace("retry_1 runs", "it runs"), "it leaves out retry_1"),
        (PATTERN, PATTERN.draft.replace("avoid", "use"), "it denies nothing, and the draft does"),
        (
            REFLECTION,
            REFLECTION.draft.replace("150 → 170 → 190", "190 → 170 → 150"),
            "it leaves out 150 → 170 → 190",
        ),
        (REFLECTION, "On " + REFLECTION.draft, "its lines do not begin with the dates of the draft"),
    ],
)
def test_an_answer_is_not_taken_and_the_fault_is_told(task: SynthesisTask, answer: str, why: str) -> None:
    assert fault(task, answer) == why


def test_the_lines_of_a_reflection_may_stay_lines() -> None:
    lines = replace(REFLECTION, draft=REFLECTION.draft.replace(" Drifted", "\n2026-05-04. Drifted"))
    assert fault(lines, lines.draft) is None
    assert fault(lines, lines.draft.replace("2026-05-04", "2026-05-03")) is not None
    assert fault(lines, lines.draft.replace("\n", "\n\n")) == "it has 3 lines, where 2 would do"


WORDS = ("use", "never", "avoid", "Monday", "purple", "3", "150", "+30%", "retry_1", "v2.1", "不要", "150字", "三次")


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), st.sampled_from(["en", "zh"]))
def test_a_draft_is_no_worse_than_itself(words: list[str], language: str) -> None:
    draft = " ".join(words)
    task = SynthesisTask(purpose="pattern", language=language, sources=words, draft=draft, chars_max=400)  # pyright: ignore[reportArgumentType]
    assert fault(task, draft) is None


@given(st.integers(0, 10**6))
def test_a_number_is_taken_only_where_it_was_said(number: int) -> None:
    known = {150: None, 3: "it leaves out 150", 30: "it leaves out 150"}
    expected = known.get(number, f"it names {number}, which no source has")
    assert fault(PRACTICE, PRACTICE.draft.replace("150", str(number))) == expected


@given(st.lists(st.text(max_size=40), max_size=4), st.text(min_size=1, max_size=40))
def test_the_texts_stand_between_fences_and_nothing_else_does(sources: list[str], draft: str) -> None:
    fence = f"fence-{'5' * 32}"
    task = SynthesisTask(purpose="practice", language="en", sources=sources, draft=draft, chars_max=400)
    heads = [*(f"source {number}" for number in range(1, len(sources) + 1)), "draft"]
    parts = fenced(task, fence).split(fence)
    assert parts == ["", *(f" {head}\n{text}\n" for head, text in zip(heads, [*sources, draft], strict=True)), " end"]


def test_what_a_model_is_told_names_fence_language_and_length_and_quotes_no_text() -> None:
    fence = f"fence-{'5' * 32}"
    told = instructions(CHINESE, fence)
    assert all(part in told for part in (fence, "Chinese", "400 characters", "data"))
    assert not any(text in told for text in (*CHINESE.sources, CHINESE.draft))
    assert repeats_instructions(told)
    assert FENCE.fullmatch(fence)


@pytest.mark.parametrize(("draft", "limit"), [(10, 400), (300, 600), (550, 600), (700, 700)])
def test_an_answer_may_be_twice_as_long_as_its_draft_within_what_its_purpose_allows(draft: int, limit: int) -> None:
    assert chars_max("x" * draft, "practice") == limit
