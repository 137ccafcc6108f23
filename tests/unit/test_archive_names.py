"""Names of archive files say what they say, and no more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.moments import CALENDAR
from remembrancer.domain.vocabulary import KEPT_KINDS, KINDS
from remembrancer.infrastructure.archive.names import PairName, parsed, time_stamp

times = st.integers(*CALENDAR).filter(lambda at: at < CALENDAR[1])
kinds = st.from_regex(r"[a-z][a-z0-9-]{0,31}", fullmatch=True)
digits = st.text("0123456789abcdef", min_size=8, max_size=8)


@given(times, kinds, digits)
def test_a_name_is_read_back_as_it_was_made(at: int, kind: str, sha8: str) -> None:
    name = PairName(time_stamp(at), kind, sha8)
    assert parsed(name.page) == (name, "page")
    assert parsed(name.sidecar) == (name, "sidecar")


@given(times, times)
def test_times_in_names_sort_as_the_times_do(one: int, other: int) -> None:
    assert (time_stamp(one) < time_stamp(other)) == (one < other)


@given(st.text(max_size=60))
def test_what_is_read_is_a_name_that_would_be_written(file: str) -> None:
    found = parsed(file)
    if found is not None:
        assert file in {found[0].page, found[0].sidecar}


@pytest.mark.parametrize("kind", sorted({*KINDS, *KEPT_KINDS}))
def test_every_kind_can_stand_in_a_name(kind: str) -> None:
    name = PairName(time_stamp(0), kind, "0123abcd")
    assert parsed(name.page) == (name, "page")


@pytest.mark.parametrize(
    "file",
    [
        "decision.20261129T081500123456Z.3f9a2b1c.json",
        "decision.20261129T081500123456Z.3F9A2B1C.json.gz",
        "decision.20261129T081500123456Z.3f9a2b1.json.gz",
        "decision.20261129T081500Z.3f9a2b1c.json.gz",
        "Decision.20261129T081500123456Z.3f9a2b1c.json.gz",
        "decision.20261129T081500123456Z.3f9a2b1c.json.gz\n",
        ".writing.tmp",
        "decision",
    ],
)
def test_other_names_are_none(file: str) -> None:
    assert parsed(file) is None


def test_a_time_is_written_in_utc_to_the_microsecond() -> None:
    assert time_stamp(1_795_940_100_123_456) == "20261129T081500123456Z"
