"""The states of a planned row, and the only moves between them."""

from __future__ import annotations

from typing import Final

PLANNED: Final = "PLANNED"
APPROVED: Final = "APPROVED"
CANCELLED: Final = "CANCELLED"
EXPIRED: Final = "EXPIRED"
CHECKING: Final = "CHECKING"
SKIPPED: Final = "SKIPPED"
CONFLICT: Final = "CONFLICT"
INTENT: Final = "INTENT"
APPLIED: Final = "APPLIED"
REJECTED: Final = "REJECTED"
AMBIGUOUS: Final = "AMBIGUOUS"
QUARANTINED: Final = "QUARANTINED"
DUPLICATE: Final = "DUPLICATE"
VERIFIED: Final = "VERIFIED"
MISMATCH: Final = "MISMATCH"
UNDO_PLANNED: Final = "UNDO_PLANNED"
UNDONE: Final = "UNDONE"

# Whatever was taken for unsent may turn out to be carried out: by a write that came late, one that was turned down and acted
# on all the same, or one that an older copy of the journal does not know. A count of tokens finds that, and moves to AMBIGUOUS.
MOVES: Final[dict[str, tuple[str, ...]]] = {
    PLANNED: (APPROVED, CANCELLED, EXPIRED, AMBIGUOUS),
    APPROVED: (CHECKING, CANCELLED, EXPIRED, AMBIGUOUS),
    CHECKING: (SKIPPED, CONFLICT, INTENT, APPROVED, AMBIGUOUS),
    INTENT: (APPLIED, REJECTED, APPROVED, AMBIGUOUS, CONFLICT),
    AMBIGUOUS: (APPLIED, APPROVED, QUARANTINED, DUPLICATE),
    QUARANTINED: (APPLIED, APPROVED, DUPLICATE),
    APPLIED: (VERIFIED, MISMATCH, DUPLICATE),
    VERIFIED: (UNDO_PLANNED, DUPLICATE),
    UNDO_PLANNED: (UNDONE, VERIFIED),
    MISMATCH: (VERIFIED, DUPLICATE),
    DUPLICATE: (VERIFIED,),
    CANCELLED: (AMBIGUOUS,),
    EXPIRED: (AMBIGUOUS,),
    SKIPPED: (AMBIGUOUS,),
    CONFLICT: (AMBIGUOUS,),
    REJECTED: (AMBIGUOUS,),
    UNDONE: (),
}
WRITTEN: Final = (APPLIED, VERIFIED, MISMATCH, DUPLICATE, UNDO_PLANNED, UNDONE)  # the service carried it out
IN_DOUBT: Final = (INTENT, AMBIGUOUS, QUARANTINED)  # it may have
OPEN: Final = (APPROVED, CHECKING, INTENT, AMBIGUOUS)  # something is left for apply to do
BAD: Final = (CONFLICT, QUARANTINED, DUPLICATE, MISMATCH)  # a person has to look
LEFT_TO_PEOPLE: Final = (QUARANTINED, DUPLICATE, MISMATCH)  # the part of them that no run comes back to by itself
OF_SENDING: Final = (APPROVED, CONFLICT, REJECTED)  # what only the run that sends has to answer for
