"""The modified stamp of a record, by which a list is read newest first, and how far it is trusted.

The stamp is our assumption (not shown), and a service may not maintain it reliably.
"""

from __future__ import annotations

import datetime

import msgspec

FIELD = "lastModifiedDate"
MARGIN = datetime.timedelta(days=2)
"""How far a walk goes back before the newest stamp we have: longer than any load takes, and than two clocks differ."""
COARSEST = datetime.timedelta(hours=25)
"""A record that changes twice within so long may keep its stamp: some services stamp the day only, of up to 25 hours."""
WHOLE_EVERY = 14
"""A complete walk audits what was read by stamps every so many loads."""


class _Stamp(msgspec.Struct):
    stamp: datetime.datetime | None = msgspec.field(default=None, name=FIELD)


_stamp = msgspec.json.Decoder(_Stamp)


class Unsuitable(Exception):
    """The list cannot be read newest first; the message says why."""


def stamp_of(row: bytes) -> datetime.datetime:
    """Return the modified stamp of a record, as UTC where it has no offset. Raises Unsuitable for a record without a stamp."""
    try:
        stamp = _stamp.decode(row).stamp
    except msgspec.DecodeError as error:
        raise Unsuitable(f"{FIELD} is not a date-time: {error}") from error
    if stamp is None:
        raise Unsuitable(f"not every record has {FIELD}")
    return stamp if stamp.tzinfo else stamp.replace(tzinfo=datetime.UTC)


def same_stamp(one: bytes | None, other: bytes | None) -> bool:
    """Return whether two versions of a record carry the same stamp; False where either is None or has no stamp."""
    try:
        return one is not None and other is not None and stamp_of(one) == stamp_of(other)
    except Unsuitable:
        return False


def may_stay(stamp: datetime.datetime, newest: datetime.datetime, stored_at: datetime.datetime) -> bool:
    """Return whether a change since the last load may carry the stamp of the version stored before it: see `COARSEST`.

    newest     the newest stamp that earlier loads stored
    stored_at  when the version was stored
    """
    return stamp >= newest - COARSEST and stamp >= stored_at - MARGIN


def modified_since(row: bytes | None, since: datetime.datetime) -> bool:
    """Return whether a record carries a stamp of this moment or a later one; False where it is None or has no stamp."""
    try:
        return row is not None and stamp_of(row) >= since
    except Unsuitable:
        return False
