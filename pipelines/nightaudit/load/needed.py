"""Whether the marts would be counted from lists that no load has read yet: then they are wrong, and not published."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from nightaudit import schemas
from nightaudit.errors import ConfigurationError, PartlyLoaded
from nightaudit.load import unread
from nightaudit.load.engine import engine
from nightaudit.load.status import is_prepared
from nightaudit.load.streams.table import CHILDREN, STREAMS

if TYPE_CHECKING:
    from nightaudit.errors import NightauditError
    from nightaudit.settings import Settings

NOT_THERE, REFUSED = {404, 410}, {401, 403}
ALWAYS_THERE = {"units", "bookings"}
"""Without these every figure is wrong; a service that answers 404 for them is another, or is asked at a wrong address."""
FEW, SHARE = 3, 0.01
"""So many lists below records may fail for ever, or a hundredth of all: figures lack the rows of those alone."""
ASKED_FOR = """
select stream, count(*), count(*) filter (read_at is null)
from raw.child_reads full join raw.child_unanswered using (stream, parent_key)
group by stream having count(read_at) > 0
"""

log = logging.getLogger("nightaudit")


def why_not_publish(settings: Settings) -> NightauditError | None:
    """What keeps the marts from being published: lists they are counted from that no load has read whole, were they empty.

    Units and bookings must have been read, and whatever failed, for another load may bring it. What the tenant does not have
    (404) is no reason to wait; nor is what the key may not read, or nobody asked for: that figures counted from it are empty, or
    of those records alone that others refer to, is logged as a warning. The error is a ConfigurationError where a person has to
    do something, else PartlyLoaded.
    """
    lacking = _lacking(settings)
    keeping = [one for one in lacking if not one.can_do_without]
    if not keeping:
        empty = [str(one) for one in lacking if one.status not in NOT_THERE]
        if empty:
            log.warning("Figures that are counted from these lists are empty or incomplete: %s.", "; ".join(empty))
        return None
    names = "; ".join(map(str, keeping))
    message = f"Nothing is published: figures would be wrong without lists that no load has read whole yet: {names}."
    again = "then run `nightaudit nightly` again. What was published before stays in place."
    statuses = {one.status for one in keeping}
    if statuses & REFUSED:
        ask = "Ask whoever manages the API's credentials for the right to read them, or set NIGHTAUDIT_SCOPE to one that has it;"
        return ConfigurationError(message, hint=f"{ask} {again}")
    if statuses & NOT_THERE:
        return ConfigurationError(message, hint=f"Check NIGHTAUDIT_BASE_URL, what stands before /api/v3; {again}")
    return PartlyLoaded(message, hint=f"See `nightaudit status`; {again}")


class _Lacking(NamedTuple):
    """A list that no load has read, what the service answered last, and that as an HTTP status, None without."""

    name: str
    reason: str
    status: int | None
    was_asked_for: bool

    def __str__(self) -> str:
        return f"{self.name} ({self.reason.rstrip('.')})"

    @property
    def can_do_without(self) -> bool:
        """Whether that is a habit of the tenant, or of the key, or of who loads."""
        return not self.was_asked_for or (self.status in NOT_THERE | REFUSED and self.name not in ALWAYS_THERE)


def _lacking(settings: Settings) -> list[_Lacking]:
    noted, (walks, nearly) = unread.reasons(settings), _walks(settings)
    found = []
    for name, is_list in _essential():
        why = noted.get(name)
        if walks.get(name) or (name in walks and (not why or name in nearly)):
            continue
        if why or is_list:
            answered = (why.reason, why.status) if why else (unread.NEVER, None)
            found.append(_Lacking(name, *answered, was_asked_for=why is not None))
    return found


def _essential() -> list[tuple[str, bool]]:
    """The names of essential lists, and whether each is a list of its own: of one below records, none may be due."""
    return [
        *((stream.name, True) for stream in STREAMS if stream.essential),
        *((child.name, False) for child in CHILDREN if child.essential),
    ]


def _walks(settings: Settings) -> tuple[dict[str, bool], set[str]]:
    """Whether any walk of a stream was proven complete, by stream; those that were never walked are not in it.

    Beside it the lists below records of which by now all that were asked for have been read, but for a few.
    """
    with engine(settings) as held:
        if not is_prepared(held.connection):
            return {}, set()
        held.make(schemas.NOTES)  # an older release has left fewer
        walks = held.connection.execute("select stream, bool_or(complete) from raw.walks group by 1").fetchall()
        counts = held.connection.execute(ASKED_FOR).fetchall()
    return dict(walks), {name for name, asked, never in counts if never <= max(FEW, asked * SHARE)}
