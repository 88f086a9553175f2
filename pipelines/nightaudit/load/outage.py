"""Detects, for all readers of a load, that the service has stopped answering, so that the others need not time out as well."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from nightaudit.client.auth import NotAToken, TokensBusy
from nightaudit.errors import CredentialsError, NightauditError, Unreachable

if TYPE_CHECKING:
    from collections.abc import Iterator

UNANSWERED = (Unreachable, CredentialsError, TokensBusy, NotAToken)


class Outage:
    """Remembers the error that stops all readers of a load: the service is unreachable, or there is no token that it accepts.

    One such error is not an outage, because it may concern a single list. It takes a second one, without any answer of the
    service between the two.
    """

    def __init__(self) -> None:
        self._error: NightauditError | None = None
        self._unanswered = False

    def note(self, error: NightauditError) -> None:
        """Count `error`, which ended a reader, where it may mean an outage; the second one in a row stops all readers."""
        if not isinstance(error, UNANSWERED):
            return
        if self._unanswered:
            self._error = self._error or error
        self._unanswered = True

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Guard requests to the service inside the block. Raises the error of the outage before the block where there is one."""
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
