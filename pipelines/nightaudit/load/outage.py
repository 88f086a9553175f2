"""What the readers of one load share: once the service stops answering them, the others need not wait for it too."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from nightaudit.errors import CredentialsError, NightauditError, Unreachable

if TYPE_CHECKING:
    from collections.abc import Iterator

UNANSWERED = (Unreachable, CredentialsError)


class Outage:
    """Remembers the error that means nobody will be answered.

    One list that is never answered, or for which no credentials do, is no outage: that takes a second one, and nobody answered
    between the two.
    """

    def __init__(self) -> None:
        self._error: NightauditError | None = None
        self._unanswered = False

    def note(self, error: NightauditError) -> None:
        """Remember `error`, which ended a reader, when it concerns every reader."""
        if not isinstance(error, UNANSWERED):
            return
        if self._unanswered:
            self._error = self._error or error
        self._unanswered = True

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Ask the service inside the block. Raises what stopped other readers."""
        if self._error:
            raise self._error
        try:
            yield
        except UNANSWERED:
            raise
        except NightauditError:
            self._unanswered = False
            raise
        self._unanswered = False
