"""What the readers of one load share: once the service stops answering one of them, the others need not wait for it too."""

from __future__ import annotations

from nightaudit.errors import CredentialsError, NightauditError, Unreachable


class Outage:
    """Remembers the error that means nobody will be answered."""

    def __init__(self) -> None:
        self._error: NightauditError | None = None

    def note(self, error: NightauditError) -> None:
        """Remember `error` when it concerns every reader."""
        if isinstance(error, Unreachable | CredentialsError):
            self._error = self._error or error

    def check(self) -> None:
        """Raise what stopped another reader."""
        if self._error:
            raise self._error
