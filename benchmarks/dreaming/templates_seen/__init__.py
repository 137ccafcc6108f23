"""The templates that may be looked at while tuning."""

from ..shapes import language
from . import changes_en, changes_zh, daily_en, daily_zh, knowledge_en, knowledge_zh, patterns_en, patterns_zh

ENGLISH = language("en", patterns_en, changes_en, knowledge_en, daily_en)
CHINESE = language("zh", patterns_zh, changes_zh, knowledge_zh, daily_zh)
