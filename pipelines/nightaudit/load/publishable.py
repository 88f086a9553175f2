"""Decides whether the marts may be published: not while they would be wrong because no load has read an essential list yet."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from nightaudit import schemas
from nightaudit.errors import ConfigurationError, PartlyLoaded
from nightaudit.load.earlier import unread
from nightaudit.load.engine import open_engine
from nightaudit.load.pages.rows import FLAT
from nightaudit.load.status import is_prepared
from nightaudit.load.streams.table import CHILDREN, STREAMS

if TYPE_CHECKING:
    from nightaudit.errors import NightauditError
    from nightaudit.settings import Settings

NOT_THERE, REFUSED = {404, 410}, {401, 403}
FEW, SHARE = 3, 0.01
"""Child lists of so many parents, or of this share of all parents, may fail for good: figures lack only their rows."""
ASKED_FOR = """
select stream, count(*), count(*) filter (read_at is null)
from raw.child_reads full join raw.child_unanswered using (stream, parent_key)
group by stream having count(read_at) > 0
"""

FEW_BOOKINGS, ONE_WITH_STAYS_IN = 10, 10
"""Fewer bookings may be without a room stay by chance. Many may be that were cancelled or never confirmed, but not nearly all."""
BOOKINGS = f"select count(*) from raw.bookings where {schemas.CURRENT}"
SOME_WITH_STAYS = f"""
select count(*) from (
    select 1 from raw.bookings
    where {schemas.CURRENT} and (record_key like '{FLAT}%' or regexp_matches(payload, '"roomStays"\\s*:\\s*\\[\\s*\\{{'))
    limit ?
)
"""
"""The search ends at the limit, because the texts of all bookings are long to search."""

log = logging.getLogger("nightaudit")


def why_not_publish(settings: Settings) -> NightauditError | None:
    """Return the error that forbids publishing the marts, or None: an essential list that no load has read to its end.

    A read that did not fail counts, even of an empty list, or one that is not proven complete. Units and bookings must have been
    read; so must any list that failed, because another load may read it. Others that the tenant does not have (404), that
    the key may not read, or that nobody asked for do not forbid it. Figures from the last two are empty, or count only the
    records that others refer to; a warning in the log says so. Nor are marts published of bookings that show no room stays. The
    error is a ConfigurationError where a person has to act, otherwise PartlyLoaded.
    """
    lacking = _lacking(settings)
    keeping = [one for one in lacking if not one.can_do_without]
    if not keeping:
        if _lacks_stays(settings):
            return ConfigurationError(
                "Nothing was published, because occupancy and revenue would be almost zero: nearly all bookings that the"
                " service lists show no room stays (`roomStays`).",
                hint="Ask the vendor for a list of bookings, at /bookings, that shows the room stays of each.",
            )
        empty = [str(one) for one in lacking if one.status not in NOT_THERE]
        if empty:
            log.warning("Figures computed from these lists are empty or incomplete: %s.", "; ".join(empty))
        return None
    names = "; ".join(map(str, keeping))
    message = (
        f"Nothing was published, because figures would be wrong: no load has completely read these lists yet: {names}."
    )
    again = "then run `nightaudit nightly` again. A file published before is still in place."
    statuses = {one.status for one in keeping}
    if statuses & REFUSED:
        ask = (
            "Ask the person who manages the API's credentials for the right to read these lists, or set"
            " NIGHTAUDIT_SCOPE to a scope that has it;"
        )
        return ConfigurationError(message, hint=f"{ask} {again}")
    if statuses & NOT_THERE:
        return ConfigurationError(message, hint=f"Check NIGHTAUDIT_BASE_URL (the address without /api/v3); {again}")
    return PartlyLoaded(message, hint=f"See `nightaudit status`; {again}")


def _lacks_stays(settings: Settings) -> bool:
    """Return whether nearly all bookings are listed without a room stay, as where only the record by its key has them."""
    with open_engine(settings) as engine:
        [(bookings,)] = engine.connection.execute(BOOKINGS).fetchall()
        wanted = -(-bookings // ONE_WITH_STAYS_IN)
        [(found,)] = engine.connection.execute(SOME_WITH_STAYS, [wanted]).fetchall()
    return bool(bookings >= FEW_BOOKINGS and found < wanted)


class _Lacking(NamedTuple):
    """A list that no load has read: why, the HTTP status of the last answer or None, and whether any load asked for it."""

    name: str
    always_there: bool
    reason: str
    status: int | None
    was_asked_for: bool

    def __str__(self) -> str:
        return f"{self.name} ({self.reason.rstrip('.')})"

    @property
    def can_do_without(self) -> bool:
        """Whether the marts may be published without the list: see `why_not_publish`."""
        return not self.always_there and (not self.was_asked_for or self.status in NOT_THERE | REFUSED)


def _lacking(settings: Settings) -> list[_Lacking]:
    noted, (walks, nearly) = unread.reasons(settings), _walks(settings)
    found = []
    for name, is_list, always_there in _essential():
        why = noted.get(name)
        if walks.get(name) or (name in walks and (not why or name in nearly)):
            continue
        if why or is_list:
            answered = (why.reason, why.status) if why else (unread.NEVER, None)
            found.append(_Lacking(name, always_there, *answered, was_asked_for=why is not None))
    return found


def _essential() -> list[tuple[str, bool, bool]]:
    """Return the names of essential lists, whether each is a stream, and whether it is always there.

    A child list may be unread because none was due.
    """
    return [
        *((stream.name, True, stream.always_there) for stream in STREAMS if stream.essential),
        *((child.name, False, False) for child in CHILDREN if child.essential),
    ]


def _walks(settings: Settings) -> tuple[dict[str, bool], set[str]]:
    """Return whether any walk of a stream was complete, by stream, and the child lists that are read except for a few parents.

    A stream that was never walked is absent from the first.
    """
    with open_engine(settings) as engine:
        if not is_prepared(engine.connection):
            return {}, set()
        engine.make(schemas.NOTES)  # an older release has created fewer of these tables
        walks = engine.connection.execute("select stream, bool_or(complete) from raw.walks group by 1").fetchall()
        counts = engine.connection.execute(ASKED_FOR).fetchall()
    return dict(walks), {name for name, asked, never in counts if never <= max(FEW, asked * SHARE)}
