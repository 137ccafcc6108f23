"""What recall@5 should be on the dev parts."""

import msgspec

from . import ours


class Target(msgspec.Struct, frozen=True):
    """What is wanted, and what would be better still."""

    wanted: float
    stretch: float | None = None

    def verdict(self, value: float) -> str:
        """Say whether a value is enough."""
        if self.stretch is not None and value >= self.stretch:
            return "stretch met"
        return "met" if value >= self.wanted else f"missed by {self.wanted - value:.3f}"


MEAN = "mean without cmrc"
"""Its row among the targets: cmrc is nearly saturated and would hide the rest."""
SATURATED = ("cmrc",)

TARGETS: dict[str, dict[str, Target]] = {
    ours.NAME: {
        "locomo": Target(0.62, 0.66),
        "locomo_obs": Target(0.70, 0.75),
        "xquad_en": Target(0.945, 0.96),
        "xquad_zh": Target(0.92, 0.945),
        "cmrc": Target(0.99, 0.998),
        "madial_en": Target(0.315, 0.45),
        "madial_zh": Target(0.32, 0.42),
        "memdaily_user": Target(0.61, 0.66),
        "vue_zh": Target(0.35, 0.40),
        "xquad_mixed": Target(0.855, 0.90),
        MEAN: Target(0.62, 0.66),
    },
    ours.SEMANTIC: {
        "locomo": Target(0.635, 0.70),
        "locomo_obs": Target(0.735, 0.78),
        "xquad_en": Target(0.96),
        "xquad_zh": Target(0.945),
        "madial_en": Target(0.45, 0.52),
        "madial_zh": Target(0.44, 0.50),
        "memdaily_user": Target(0.645),
        "vue_zh": Target(0.40, 0.45),
        "xquad_mixed": Target(0.93),
        MEAN: Target(0.68, 0.72),
    },
}
"""By system and set; the mean counts only over all the sets named here."""
