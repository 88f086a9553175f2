"""The states of a planned row, the allowed moves between them, and the results of attempts to send it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

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

# A row in a state that means "not sent" may turn out to be carried out: the write came late, the service refused it but acted on
# it, or this journal is an older copy that does not contain it. Counting the tokens finds such a row and moves it to AMBIGUOUS.
MOVES: Final[dict[str, tuple[str, ...]]] = {
    PLANNED: (APPROVED, CANCELLED, EXPIRED, AMBIGUOUS),
    APPROVED: (CHECKING, CANCELLED, EXPIRED, AMBIGUOUS),
    CHECKING: (SKIPPED, CONFLICT, INTENT, APPROVED, AMBIGUOUS),
    INTENT: (APPLIED, REJECTED, APPROVED, AMBIGUOUS, CONFLICT),
    AMBIGUOUS: (APPLIED, APPROVED, QUARANTINED, DUPLICATE),
    QUARANTINED: (APPLIED, APPROVED, DUPLICATE),
    APPLIED: (VERIFIED, MISMATCH, DUPLICATE),
    VERIFIED: (UNDO_PLANNED, DUPLICATE, MISMATCH),
    UNDO_PLANNED: (UNDONE, VERIFIED),
    MISMATCH: (VERIFIED, DUPLICATE, MISMATCH),
    DUPLICATE: (VERIFIED, MISMATCH),
    CANCELLED: (AMBIGUOUS,),
    EXPIRED: (AMBIGUOUS,),
    SKIPPED: (AMBIGUOUS,),
    CONFLICT: (AMBIGUOUS,),
    REJECTED: (AMBIGUOUS,),
    UNDONE: (),
}
MISSED: Final = "its token is not found"
"""Beginning of the reason of a MISMATCH row whose record is not there by its token."""
ACCEPTED: Final = "accepted what the PMS shows: "
"""In the reason of a VERIFIED row, between a person and what that person accepted in place of the row's values."""
UNSENT: Final = (PLANNED, APPROVED)  # the row may still be sent, or cancelled; a plan has these states, too
UNDECIDED: Final = (CHECKING, INTENT, AMBIGUOUS)  # a run is at work on the row, or ended before it knew its fate
WRITTEN: Final = (APPLIED, VERIFIED, MISMATCH, DUPLICATE, UNDO_PLANNED, UNDONE)  # the service carried the row out
UNVERIFIED: Final = (APPLIED, MISMATCH, DUPLICATE)  # of WRITTEN: not as expected, or not read again yet
REFUSED: Final = (REJECTED, CONFLICT)  # the service refused the row, or it was in conflict before it was sent
IN_DOUBT: Final = (INTENT, AMBIGUOUS, QUARANTINED)  # the service may have carried the row out
OPEN: Final = (APPROVED, *UNDECIDED)  # `apply` still has to do something
LEFT_TO_PEOPLE: Final = (
    QUARANTINED,
    DUPLICATE,
    MISMATCH,
)  # a person has to look at the row, which is written or in doubt
BAD: Final = (CONFLICT, *LEFT_TO_PEOPLE)  # a person has to look at the row
OF_SENDING: Final = (APPROVED, CONFLICT, REJECTED)  # count in the exit code of `apply` only


Fate = Literal["applied", "ambiguous", "rejected", "not sent", "turned away", "proven absent", "unknown"]
"""The result of one attempt to send a row, in the column `outcome` of `attempt`; the column says "open" until it is known.

applied        the service carried the write out   ambiguous      the answer was lost
rejected       the service refused the write       not sent       no byte was sent
turned away    answered 401, 403 or 429:           unknown        nothing shows it, so a person has
               not processed, says the service                    to find out
proven absent  read back or looked for, and
               not carried out
"""
ABSENT: tuple[Fate, ...] = ("not sent", "turned away", "proven absent")
"""Outcomes after which a row may be sent again. After "turned away" the write is looked for first: the answer may belong to the
second try of a proxy, whose first try was carried out."""


def sql_list(names: Iterable[str]) -> str:
    """Return states (or outcomes) as a list for SQL; they are words of this package, so they need not be bound."""
    return "('" + "', '".join(names) + "')"
