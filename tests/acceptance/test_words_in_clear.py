"""No word that anybody wrote, and no name that anybody chose, stands in clear in any file of a store."""

from pathlib import Path

from remembrancer import Remembrancer


class Needles:
    """Words that occur nowhere else."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def __call__(self) -> str:
        """Return a new one."""
        self.made.append(f"needle{len(self.made):03}xq")
        return self.made[-1]

    def found_in(self, folder: Path) -> list[str]:
        """Return where any of them stands, in any case or as UTF-16."""
        files = [file for file in folder.rglob("*") if file.is_file()]
        assert {"memory.db", "keys.db"} <= {file.name for file in files}
        return [
            f"{needle} in {file.name}"
            for file in files
            for data in [file.read_bytes().lower()]
            for needle in self.made
            if needle.encode() in data or needle.encode("utf-16-le") in data
        ]


def test_the_files_of_a_store_hold_no_words_and_no_names(tmp_path: Path) -> None:
    needle = Needles()
    folder = tmp_path / "memory"
    with Remembrancer.open(folder) as memory:
        atlas = memory.agent("atlas", by=f"user:{needle()}")
        key = needle()
        for _ in range(2):
            atlas.record(
                needle(),
                key=key,
                subjects=[f"user:{needle()}"] if not _ else [],
                tags=[needle()],
                summary=needle(),
                trigger=needle(),
                session=needle(),
                metadata={needle(): [needle()]},
                because=needle(),
                idempotency_key=needle(),
            )
        one, two, three = atlas.record_many({"text": needle(), "key": needle()} for _ in range(3))
        atlas.revise(one.id, needle(), summary=needle(), because=needle(), subjects=[f"user:{needle()}"])
        merged = atlas.merge([one.id, two.id], needle(), summary=needle(), because=needle(), subjects=[needle()])
        atlas.confirm(merged.id, because=needle())
        atlas.promote(merged.id, "L4", because=needle())
        atlas.review(merged.id, "doubtful", because=needle())
        atlas.decay(merged.id, 0.5, because=needle())
        atlas.quarantine(merged.id, because=needle())
        atlas.release(merged.id, because=needle())
        atlas.archive(merged.id, because=needle())
        atlas.restore(merged.id, because=needle())
        atlas.contradict(merged.id, because=needle())
        atlas.forget(three.id, because=needle())
        rule = needle()
        atlas.establish_identity(
            {"version": 1, "mission": needle(), "rules": [rule], "never": [needle()], "always": [needle()]},
            because=needle(),
        )
        atlas.replace_identity_line("rules", line=rule, text=needle(), because=needle())
        assert needle.found_in(folder) == []
    assert needle.found_in(folder) == []
