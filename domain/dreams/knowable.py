"""Whether words may stand in L4: what is refused there is not proposed night after night."""

from ..errors import Refused
from ..refusals import refuse_code_and_secrets


def may_be_known(*texts: str) -> bool:
    """Say whether L4 takes these words; what only a detector of secrets finds is refused when its turn comes."""
    try:
        for text in texts:
            refuse_code_and_secrets(text, "the text")
    except Refused:
        return False
    return True
