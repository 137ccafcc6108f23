"""The world does not allow it: disk, locks, versions, damage."""

from .base import RemembrancerError


class StoreError(RemembrancerError):
    """The world: disk, locks, versions, damage."""


class NotAStore(StoreError):
    """The path is not a store."""


class StoreExists(StoreError):
    """A store is there already."""


class StoreReadOnly(StoreError):
    """The store was opened read-only, or its folder cannot be written."""


class StoreBusy(StoreError):
    """Other processes held the write lock for the whole patience."""


class StoreFull(StoreError):
    """The disk is full; nothing was stored."""


class Conflict(StoreError):
    """Other writers won every try; nothing was stored."""

    def __init__(self, tries: int) -> None:
        self.tries = tries
        super().__init__(
            f"other writers changed what this rests on {tries} times in a row; nothing was stored; try again"
        )


class StoreDamaged(StoreError):
    """The log is damaged; it is not written to again."""


class NotAsAnchored(StoreError):
    """The log is not the one whose head was noted outside of the store: it was put back, cut, or changed."""


class ArchiveDamaged(StoreError):
    """An archive file does not hold what was written to it; the log still has its memories."""

    def __init__(self, file: str, why: str) -> None:
        self.file = file
        self.why = why
        super().__init__(
            f"archive file {file!r} is damaged: {why}; the log still has the memory: write the file anew with "
            "`remembrancer archive check --repair`"
        )


class NewerStore(StoreError):
    """A newer version wrote this store; it is not written to."""


class ReopenNeeded(StoreError):
    """Another version of the views was swapped in by another process."""


class KeysLocked(StoreError):
    """The store key is wrapped by a master key that is not at hand."""


class EmbedderMissing(StoreError):
    """What an embedder needs is not installed, or does not run on this machine."""

    def __init__(self, needs: str, found: str, advice: str) -> None:
        self.needs = needs
        super().__init__(f"embedder needs {needs!r}, which is not here ({found}); {advice}")


class EmbedderFailed(StoreError):
    """An embedder gave no vectors: it does not answer, or answers something else."""

    def __init__(self, embedder: str, why: str) -> None:
        self.embedder = embedder
        super().__init__(f"embedder {embedder!r} {why}; recall goes on by words alone until it answers")


class SynthesizerMissing(StoreError):
    """What a synthesizer needs is not installed."""

    def __init__(self, needs: str, found: str, advice: str) -> None:
        self.needs = needs
        super().__init__(f"synthesizer needs {needs!r}, which is not here ({found}); {advice}")


class SynthesizerFailed(StoreError):
    """A synthesizer gave no words: it does not answer, or answers something else."""

    def __init__(self, synthesizer: str, why: str) -> None:
        self.synthesizer = synthesizer
        self.why = why
        super().__init__(f"synthesizer {synthesizer!r} {why}; a dream goes on with words of its own")
