"""The rules of lessons, as a policy may set them. Apart from lessons, which most starts do without."""

from collections.abc import Iterator

import msgspec


class LessonRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After how many active days a lesson that was not seen to hold again is doubted, and taken out of recall.

    Days are days on which the lesson's agent was active: while it sleeps, nothing grows old.
    """

    suspect_days: int = 180
    rotted_days: int = 540

    def faults(self) -> Iterator[str]:
        """Yield what is impossible in it, each as `<name> to <value>; it must be …`."""
        for name, value in msgspec.structs.asdict(self).items():
            if not 1 <= value <= 100_000:
                yield f"{name} to {value}; it must be from 1 to 100000"
        if self.rotted_days < self.suspect_days:
            yield f"rotted_days to {self.rotted_days}; it must be {self.suspect_days} (suspect_days) or more"
