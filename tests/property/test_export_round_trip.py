"""Export, import, export: whatever happened in a store, the same events come back, and the same views follow."""

import shutil
from pathlib import Path

import pytest
from hypothesis import settings

from living_law import Law
from remembrancer import Remembrancer
from remembrancer.infrastructure.exports.verifying import verify_export
from round_trips import assert_same_events, assert_same_views


class Moved(Law):
    """A life as the law knows it; at its end, it moves to another store."""

    def teardown(self) -> None:
        try:
            if self.log:
                self._move(self.folder)
        finally:
            self.memory.close()
            shutil.rmtree(self.folder)

    def _move(self, folder: Path) -> None:
        self.memory.export(folder / "there")
        assert verify_export(folder / "there").problems == ()
        with Remembrancer.open(folder / "new", clock=self.clock) as new:
            new.import_path(str(folder / "there"))
            assert new.check() == []
            new.export(folder / "here")
            assert verify_export(folder / "here").problems == ()
            upto = assert_same_events(folder / "there", folder / "here")
            for position in {upto, *range(1, upto, 7)}:
                assert_same_views(self.memory, new, position)
            assert new.verify().ok


TestMoved = pytest.mark.timeout(1800)(Moved.TestCase)
TestMoved.settings = settings(max_examples=max(settings().max_examples // 10, 5), stateful_step_count=15)
