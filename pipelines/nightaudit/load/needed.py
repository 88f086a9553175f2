"""Whether the marts would be counted from lists that no load has read yet: then they are wrong, and not published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import ConfigurationError, PartlyLoaded
from nightaudit.load import unread
from nightaudit.load.engine import engine
from nightaudit.load.status import is_prepared
from nightaudit.load.streams import CHILDREN, STREAMS

if TYPE_CHECKING:
    from nightaudit.errors import NightauditError
    from nightaudit.settings import Settings

MISSING, GONE, REFUSED = 404, 410, (401, 403)
ALWAYS_THERE = ("units", "bookings")
"""No service of this kind is without these: one that answers 404 for them is another, or is asked at a wrong address."""


def why_not_publish(settings: Settings) -> NightauditError | None:
    """What keeps the marts from being published, None where nothing does.

    Each list that they are counted from must have been read to its end by some load, were it an empty one; what the tenant
    does not have (404) is no reason to wait. The error is a ConfigurationError where a person has to do something, else
    PartlyLoaded: another load may bring what is missing.
    """
    noted, walks = unread.reasons(settings), _walks(settings)
    told, statuses = [], set()
    for name, is_list in _essential():
        why = noted.get(name)
        if walks.get(name) or (name in walks and not why):
            continue
        if why and why.status in {MISSING, GONE} and name not in ALWAYS_THERE:
            continue
        if why or is_list:
            told.append(f"{name} ({why.reason.rstrip('.') if why else unread.NEVER})")
            statuses.add(why.status if why else None)
    if not told:
        return None
    message = f"Nothing is published: figures would be wrong without lists that no load has read whole yet: {'; '.join(told)}."
    again = "then run `nightaudit nightly` again. What was published before stays in place."
    if statuses & {*REFUSED}:
        ask = "Ask whoever manages the API's credentials for the right to read them, or set NIGHTAUDIT_SCOPE to one that has it;"
        return ConfigurationError(message, hint=f"{ask} {again}")
    if statuses & {MISSING, GONE}:
        return ConfigurationError(message, hint=f"Check NIGHTAUDIT_BASE_URL, what stands before /api/v3; {again}")
    return PartlyLoaded(message, hint=f"See `nightaudit status`; {again}")


def _essential() -> list[tuple[str, bool]]:
    """The names of essential lists, and whether each is a list of its own: of one below records, none may be due."""
    return [
        *((stream.name, True) for stream in STREAMS if stream.essential),
        *((child.name, False) for child in CHILDREN if child.essential),
    ]


def _walks(settings: Settings) -> dict[str, bool]:
    """Whether any walk of a stream was proven complete, by stream; those that were never walked are not in it."""
    with engine(settings) as held:
        if not is_prepared(held.connection):
            return {}
        return dict(held.connection.execute("select stream, bool_or(complete) from raw.walks group by 1").fetchall())
