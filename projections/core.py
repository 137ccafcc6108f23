"""The core projections: folded inside the append, so that what is acknowledged is visible."""

from typing import Any

from .agents import AGENTS
from .beliefs import BELIEFS
from .facts import FACTS
from .identity import IDENTITY
from .lineage import LINEAGE
from .policies import POLICIES
from .projection import Projection

CORE: tuple[Projection[Any], ...] = (BELIEFS, FACTS, IDENTITY, AGENTS, POLICIES, LINEAGE)
