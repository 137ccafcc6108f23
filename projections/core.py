"""The core projections: folded inside the append, so that what is acknowledged is visible."""

from typing import Any

from .agents import AGENTS
from .beliefs import BELIEFS
from .boots import BOOTS
from .claims import CLAIMS
from .contexts import CONTEXTS
from .decisions import DECISIONS
from .documents import BOOT_DOCUMENTS, BOOT_LINES
from .dreams import DREAMS
from .facts import FACTS
from .identity import IDENTITY
from .intents import INTENTS
from .lineage import LINEAGE
from .mirrors import MIRRORS
from .person_words import PERSON_WORDS
from .policies import POLICIES
from .projection import Projection
from .references import REFERENCES
from .sessions import SESSIONS
from .suggestions import SUGGESTIONS
from .tasks import TASKS
from .trauma import TRAUMA

CORE: tuple[Projection[Any], ...] = (
    BELIEFS,
    FACTS,
    IDENTITY,
    AGENTS,
    POLICIES,
    LINEAGE,
    TASKS,
    SESSIONS,
    INTENTS,
    TRAUMA,
    DECISIONS,
    REFERENCES,
    DREAMS,
    SUGGESTIONS,
    PERSON_WORDS,
    CLAIMS,
    BOOT_LINES,
    BOOT_DOCUMENTS,
    BOOTS,
    CONTEXTS,
    MIRRORS,
)
