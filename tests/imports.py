"""What tests of imports ask of them."""

from pathlib import Path
from typing import Any

import pytest

from remembrancer import Remembrancer
from remembrancer.application.imports.importing import ImportReport, import_path
from remembrancer.domain.errors import InvalidInput


def refused(memory: Remembrancer, path: Path | str, **options: Any) -> str:
    """Import what must be refused, check that nothing was stored, and return the message."""
    before = memory.position
    with pytest.raises(InvalidInput) as refusal:
        import_path(memory.store, path, **options)
    assert memory.position == before
    return str(refusal.value)


def counts(report: ImportReport) -> tuple[int, int, int]:
    return report.recorded, report.known, len(report.skipped)
