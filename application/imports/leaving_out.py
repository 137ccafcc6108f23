"""Why events of a log have no place here."""

from ...domain.events import (
    DreamCompleted,
    DreamPaused,
    DreamResumed,
    DreamStarted,
    IdentityEstablished,
    IdentityLineReplaced,
    IdentityRefreshed,
    JobFailed,
    JobRan,
    ModelFitted,
    PolicyAdopted,
    Recalled,
    ScratchPurged,
    StoreCreated,
    SubjectErased,
    SuggestionAnswered,
    SuggestionMade,
)

UNREADABLE = "its words could not be read when the log was printed"
ERASED_LATER = "it was erased later"
EXPIRED = "it is scratch that has expired"
HANGS = "it hangs on a memory that was not imported"
NO_PERSON = "it was promoted on a person's word; import it as a person to vouch for it"
REASON_LOST = "the reason could not be read when the log was printed"
COOLS_BY_ITSELF = "a session cools here by itself"
NAME_LOST = "its name could not be read when the log was printed"

_DREAMT = "a dream was dreamt there; what it did to memories is imported, or happens here by itself"
_SUGGESTED = "what was suggested to people there is not suggested here"
_SCHEDULED = "what a schedule ran there was not run here"

NOT_IMPORTED: dict[type, str] = {
    StoreCreated: "the creation of a store is no memory",
    PolicyAdopted: "a policy is adopted from a file, not imported",
    IdentityEstablished: "import cannot touch the identity",
    IdentityRefreshed: "import cannot touch the identity",
    IdentityLineReplaced: "import cannot touch the identity",
    SubjectErased: "what it erased was not imported",
    Recalled: "what was recalled there was not recalled here",
    ModelFitted: "what was learned from the words there is learned from the words here",
    ScratchPurged: "what it purged was not imported",
    DreamStarted: _DREAMT,
    DreamPaused: _DREAMT,
    DreamResumed: _DREAMT,
    DreamCompleted: _DREAMT,
    SuggestionMade: _SUGGESTED,
    SuggestionAnswered: _SUGGESTED,
    JobRan: _SCHEDULED,
    JobFailed: _SCHEDULED,
}
"""Of whole types of events."""
