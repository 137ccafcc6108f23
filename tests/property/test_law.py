"""The law: for every prefix N of every log and every time t, what the tables say is what the naive model says.

Random commands of several agents and people go through the public face, on a real store, with a clock that also
steps back. After each of them the present is compared with the model; at the end, every prefix is.
"""

import pytest
from hypothesis import settings

from living_law import Law

TestLaw = pytest.mark.timeout(1800)(Law.TestCase)
# A rule is a command or ten, and each prefix is looked at: a quarter of the usual number of examples says enough.
TestLaw.settings = settings(max_examples=max(settings().max_examples // 4, 10), stateful_step_count=20)
