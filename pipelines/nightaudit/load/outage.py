"""Detects, for all readers of a load, that the service has stopped answering, so that the others need not time out as well."""

from __future__ import annotations

import math
from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING

from nightaudit.client.auth import NotAToken, TokensBusy
from nightaudit.client.busy import Busy
from nightaudit.client.pace import NoTurn
from nightaudit.errors import CredentialsError, NightauditError, Refused, Unreachable

if TYPE_CHECKING:
    from collections.abc import Iterator

UNANSWERED = (Unreachable, CredentialsError, TokensBusy, NotAToken)


class Outage:
    """Remembers the error that stops all readers of a load: the service is unreachable, or there is no token that it accepts.

    One such error is not an outage, because it may concern a single list. It takes a second one, without any answer of the
    service between the two. An answer that asks to wait for longer than `longest_wait` seconds counts as none, and so does a
    redirect as long as nothing else was answered: then it is not about a list, but about the address of the service.
    """

    def __init__(self, longest_wait: float = math.inf) -> None:
        self._error: NightauditError | None = None
        self._unanswered = False
        self._answered = False  # ever, by anything but a redirect
        self._longest_wait = longest_wait

    def note(self, error: NightauditError) -> None:
        """Count `error`, which ended a reader, where it may mean an outage; the second one in a row stops all readers."""
        if not self._is_of_outage(error):
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
        except NoTurn:  # says nothing of the service
            raise
        except NightauditError as error:
            if not self._is_of_outage(error):
                self._unanswered, self._answered = False, True
            raise
        self._unanswered, self._answered = False, True

    def _is_of_outage(self, error: NightauditError) -> bool:
        if isinstance(error, Refused):
            return not self._answered and (error.status or HTTPStatus.BAD_REQUEST) < HTTPStatus.BAD_REQUEST
        return isinstance(error, UNANSWERED) or (isinstance(error, Busy) and (error.wait or 0) > self._longest_wait)
