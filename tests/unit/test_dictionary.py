"""The dictionary: domain words and names that mean the same, from the package and from a store's own file."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.domain.errors import InvalidFile, StoreReadOnly
from remembrancer.infrastructure.search import dictionary as module
from remembrancer.infrastructure.search.dictionary import Dictionary, Entry, add_word
from remembrancer.infrastructure.search.tokens import Tokenizer


def written(folder: Path, text: str | bytes) -> Dictionary:
    (folder / "custom_dict.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
    return Dictionary.load(folder)


def group_of(name: str, dictionary: Dictionary) -> tuple[str, ...]:
    (found,) = [group for group in dictionary.aliases if name in group]
    return found


def test_the_package_brings_its_own_words_and_names() -> None:
    shipped = Dictionary.load(None)

    assert {"五元组", "惠迈", "校准", "框架"} <= set(shipped.words)
    assert group_of("five-factor", shipped) == (
        "five-factor",
        "5-factor",
        "trust verification",
        "五因子",
        "五因素",
        "信任验证",
    )


def test_a_store_without_a_file_has_what_the_package_brings(tmp_path: Path) -> None:
    assert Dictionary.load(tmp_path).identity == Dictionary.load(None).identity


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("云计算", Entry(("云计算",))),
        ("云计算 5", Entry(("云计算",), 5)),
        ("云计算 5 n", Entry(("云计算",), 5)),
        ("  云计算\t5  ", Entry(("云计算",), 5)),
        ("凱特琳 nz", Entry(("凱特琳",))),
        ("Edu Trust认证 2000", Entry(("Edu Trust认证",), 2000)),
        ("trust verification", Entry(("trust verification",))),
        ("C#", Entry(("C#",))),
        ("云计算 # why it is here", Entry(("云计算",))),
        ("a=b = c", Entry(("a", "b", "c"))),
        ("wide = ＷＩＤＥ２", Entry(("wide", "WIDE2"))),
    ],
)
def test_a_line_is_a_word_with_its_frequency_or_names_of_one_thing(tmp_path: Path, line: str, entry: Entry) -> None:
    assert written(tmp_path, line).entries[-1] == entry


@pytest.mark.parametrize("text", ["", "\n\n", "# a comment", "#a comment", "   # a comment", "\ufeff# a comment"])
def test_blank_lines_and_comments_say_nothing(tmp_path: Path, text: str) -> None:
    assert written(tmp_path, text).entries == Dictionary.load(None).entries


@pytest.mark.parametrize("text", ["\ufeff甲乙", "甲乙\r\n", "\r\n甲乙\r\n\r\n", "甲乙"])
def test_a_file_may_come_from_any_editor(tmp_path: Path, text: str) -> None:
    assert "甲乙" in written(tmp_path, text).words


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("甲乙\na = ", 2, "has no letter or digit"),
        ("= =", 1, "has no letter or digit"),
        ("???", 1, "has no letter or digit"),
        ("甲乙\n\nmine = MINE", 3, "names one thing by one name"),
        ("甲乙 0", 1, "has the frequency 0"),
        ("甲乙 999999999999999", 1, "has the frequency 999999999999"),
        ("甲" * 65, 1, "has 65 characters"),
        ("甲\x00乙", 1, "cannot be shown"),
        ("# first\n甲乙\n".encode() + b"\xff\xfe", 3, "is not UTF-8"),
    ],
)
def test_a_bad_line_is_named_with_what_is_wrong(tmp_path: Path, text: str | bytes, line: int, why: str) -> None:
    with pytest.raises(InvalidFile, match=rf"custom_dict\.txt', line {line}: .*{why}"):
        written(tmp_path, text)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "custom_dict.txt").mkdir()

    with pytest.raises(InvalidFile, match="cannot read"):
        Dictionary.load(tmp_path)


def test_lines_that_share_a_name_are_one_group_called_by_its_first_name(tmp_path: Path) -> None:
    mine = written(tmp_path, "甲 = alpha\nbeta = 乙\nAlpha = beta\nfive-factor = 5F\n")

    assert group_of("alpha", mine) == ("甲", "alpha", "beta", "乙", "Alpha")
    assert group_of("5F", mine)[0] == "five-factor"
    assert "=five-factor" in Tokenizer(mine).terms("the 5F model")


def test_a_later_line_gives_the_frequency(tmp_path: Path) -> None:
    assert written(tmp_path, "甲乙 5\n甲乙 7").words["甲乙"] == 7


@pytest.mark.parametrize("text", ["丙丁", "五元组 7", "a = b", "five-factor = 5F"])
def test_the_identity_tells_dictionaries_apart(tmp_path: Path, text: str) -> None:
    mine = written(tmp_path, text)

    assert len(mine.identity) == 64
    assert mine.identity != Dictionary.load(None).identity
    assert mine.identity == written(tmp_path, f"# a comment more\n{text}\n").identity


def test_the_identity_changes_with_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Dictionary.load(None).identity
    monkeypatch.setattr(module, "RULES_VERSION", module.RULES_VERSION + 1)
    module._libraries.cache_clear()
    try:
        assert Dictionary.load(None).identity != before
    finally:
        module._libraries.cache_clear()


def test_a_dictionary_knows_when_its_file_is_another(tmp_path: Path) -> None:
    empty = Dictionary.load(tmp_path)
    assert not empty.changed()

    first = written(tmp_path, "甲乙")
    assert empty.changed()
    assert not first.changed()

    second = written(tmp_path, "甲乙丙")
    assert first.changed()
    assert not second.changed()

    (tmp_path / "custom_dict.txt").unlink()
    assert second.changed()
    assert not Dictionary.load(None).changed()


def test_a_change_within_one_tick_of_the_file_system_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "custom_dict.txt"
    first = written(tmp_path, "甲乙")
    stamp = path.stat()

    path.write_text("丙丁", encoding="utf-8")
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))

    assert first.changed()


def test_a_file_that_has_settled_is_known_by_a_look_at_it(tmp_path: Path) -> None:
    path = tmp_path / "custom_dict.txt"
    path.write_text("甲乙", encoding="utf-8")
    os.utime(path, ns=(10**18, 10**18))
    first = Dictionary.load(tmp_path)
    assert not first.changed()

    os.utime(path, ns=(10**18, 10**18 + 1))
    assert first.changed()


@pytest.mark.parametrize("before", [None, "", "甲乙", "甲乙\n", "# mine\r\n甲乙\r\n"])
def test_a_word_is_added_on_a_line_of_its_own(tmp_path: Path, before: str | None) -> None:
    if before is not None:
        written(tmp_path, before)
    loaded = Dictionary.load(tmp_path)

    assert add_word(tmp_path, " 丙丁 5 n ") == Entry(("丙丁",), 5)
    assert loaded.changed()
    assert Dictionary.load(tmp_path).words == {**loaded.words, "丙丁": 5}
    assert (tmp_path / "custom_dict.txt").read_bytes().startswith((before or "").encode())
    assert [path.name for path in tmp_path.iterdir()] == ["custom_dict.txt"]


@pytest.mark.parametrize("line", ["五元组", "五元组 9 n", "trust verification = Five-Factor", "甲乙", "Ａ = b"])
def test_what_the_dictionary_says_already_is_refused(tmp_path: Path, line: str) -> None:
    written(tmp_path, "甲乙\na = b = c\n")

    with pytest.raises(InvalidFile, match="already"):
        add_word(tmp_path, line)
    assert (tmp_path / "custom_dict.txt").read_bytes() == "甲乙\na = b = c\n".encode()


@pytest.mark.parametrize(
    "line", ["", "   ", "# a comment", "甲乙\n丙丁", "甲 =", "???", "甲乙 0", "甲" * 65, "甲\ud83d"]
)
def test_a_bad_line_is_not_added(tmp_path: Path, line: str) -> None:
    with pytest.raises(InvalidFile):
        add_word(tmp_path, line)
    assert not list(tmp_path.iterdir())


def test_a_name_of_a_group_may_also_be_a_word(tmp_path: Path) -> None:
    assert add_word(tmp_path, "五因子 100") == Entry(("五因子",), 100)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreReadOnly, match="cannot write"):
        add_word(tmp_path / "none", "甲乙")


def test_the_file_keeps_its_permissions_and_its_place(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    store = tmp_path / "store"
    kept.mkdir()
    store.mkdir()
    (kept / "words.txt").write_text("甲乙\n", encoding="utf-8")
    (kept / "words.txt").chmod(0o640)
    (store / "custom_dict.txt").symlink_to(kept / "words.txt")

    add_word(store, "丙丁")

    assert (store / "custom_dict.txt").is_symlink()
    assert (kept / "words.txt").stat().st_mode & 0o777 == 0o640
    assert (kept / "words.txt").read_text(encoding="utf-8") == "甲乙\n丙丁\n"


def test_many_may_add_at_once(tmp_path: Path) -> None:
    words = [f"word{number}x" for number in range(40)]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(partial(add_word, tmp_path), words))

    assert set(words) <= set(Dictionary.load(tmp_path).words)


def test_the_store_cuts_with_what_was_added(tmp_path: Path) -> None:
    add_word(tmp_path, "云雀湾 1000")
    add_word(tmp_path, "云雀湾 = Skylark Bay")
    mine = Tokenizer(Dictionary.load(tmp_path))

    assert "=云雀湾" in mine.terms("我住在雲雀灣")
    assert "=云雀湾" in mine.terms("near Skylark bays")


@given(content=st.binary(max_size=60) | st.text(max_size=40).map(str.encode))
def test_any_file_is_read_or_refused_with_its_line(content: bytes) -> None:
    try:
        entries = module._entries(content, "some.txt")
    except InvalidFile as refusal:
        assert "line" in str(refusal)  # noqa: PT017  # either outcome is right
    else:
        Tokenizer(Dictionary(entries)).terms("plain words")
