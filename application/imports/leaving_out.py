"""Why events of a log have no place here."""

from ...domain.events import (
    BootRead,
    CheckpointSigned,
    ClaimAttached,
    ClaimAudited,
    ClaimReleased,
    ContextAssembled,
    DocumentLineReplaced,
    DreamCompleted,
    DreamPaused,
    DreamResumed,
    DreamStarted,
    ExportMade,
    FactTransferred,
    HandedOver,
    HoldPlaced,
    HoldReleased,
    IdentityEstablished,
    IdentityLineReplaced,
    IdentityRefreshed,
    JobFailed,
    JobRan,
    LedgerAccepted,
    MirrorDeclared,
    MirrorFailed,
    MirrorRefreshed,
    ModelFitted,
    PolicyAdopted,
    Recalled,
    ScratchPurged,
    StoreCreated,
    StoreImported,
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
_HELD = "a hold binds the store that it was placed in; place one here"
_SUGGESTED = "what was suggested to people there is not suggested here"
_ITS_LEDGER = "the ledger there is about that log; this one has its own"
_CLAIMED = "a check is declared where it runs; attach one here"
_GIVEN = "what one agent gave another there stays here with the one who had it; hand it over again"
_MIRRORED = "what a mirror shows there is not shown here; declare one here"
_OF_THAT_STORE = "it tells of that store as a whole, and this is another one"
_SCHEDULED = "what a schedule ran there was not run here"

NOT_IMPORTED: dict[type, str] = {
    StoreCreated: "the creation of a store is no memory",
    PolicyAdopted: "a policy is adopted from a file, not imported",
    IdentityEstablished: "import cannot touch the identity",
    IdentityRefreshed: "import cannot touch the identity",
    IdentityLineReplaced: "import cannot touch the identity",
    DocumentLineReplaced: "import cannot touch the identity",
    BootRead: "who woke up there did not wake up here",
    SubjectErased: "what it erased was not imported",
    HoldPlaced: _HELD,
    HoldReleased: _HELD,
    Recalled: "what was recalled there was not recalled here",
    ContextAssembled: "what was given to a model there was not given here",
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
    FactTransferred: _GIVEN,
    HandedOver: _GIVEN,
    CheckpointSigned: _ITS_LEDGER,
    LedgerAccepted: _ITS_LEDGER,
    ClaimAttached: _CLAIMED,
    ClaimAudited: _CLAIMED,
    ClaimReleased: _CLAIMED,
    MirrorDeclared: _MIRRORED,
    MirrorRefreshed: _MIRRORED,
    MirrorFailed: _MIRRORED,
    ExportMade: _OF_THAT_STORE,
    StoreImported: _OF_THAT_STORE,
}
"""Of whole types of events."""
