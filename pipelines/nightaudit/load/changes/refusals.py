"""Turns refusals into Unsuitable: a list that cannot be asked for its changes is read completely instead."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from nightaudit.client.busy import Broken
from nightaudit.errors import Refused
from nightaudit.load.pages.stamps import Unsuitable

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def unsuitable_where_refused() -> Iterator[None]:
    """Raise Unsuitable where the service refuses a request inside the block, or answers 500 in the place of a refusal."""
    try:
        yield
    except (Refused, Broken) as error:
        raise Unsuitable(error.message) from error
