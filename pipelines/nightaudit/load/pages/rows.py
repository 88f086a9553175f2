"""Reads what a row of a list states: the record's key, its statuses, and the rows nested in it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from nightaudit.client.arguments import is_id
from nightaudit.client.resources import Bookings, RoomStays
from nightaudit.errors import UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from nightaudit.client.operation import Operation
    from nightaudit.load.pages.window import Key, KeyOf

FLAT = "stay/"
"""Prefix of the key of a flat booking row (one row per room stay); the room stay's id follows."""

_BY_ID = b'{"id":'
_DIGITS_OF_AN_ID = 20


class _Keys(msgspec.Struct, rename="camel"):
    id: int | str | None = None
    room_stay_id: int | str | None = None
    room_stay_status: Any = None
    room_stays: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    rate_code: Any = None


class _Status(msgspec.Struct, rename="camel"):
    status: Any = None
    room_stay_status: Any = None
    room_stays: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


Wanted = TypeVar("Wanted", _Keys, _Status)
_keys = msgspec.json.Decoder(_Keys)
_status = msgspec.json.Decoder(_Status)
_statuses = msgspec.json.Decoder(list[_Status | None] | None)
_carried = msgspec.json.Decoder(dict[str, msgspec.Raw])
_rows = msgspec.json.Decoder(list[msgspec.Raw] | None)
_NULL = b"null"


def _read(decoder: msgspec.json.Decoder[Wanted], row: bytes) -> Wanted:
    try:
        return decoder.decode(row)
    except msgspec.DecodeError as error:
        raise UnreadableAnswer(f"A record is not readable: {error}.") from error


def _read_keys(row: bytes, key: KeyOf) -> tuple[Key, str]:
    """Return the key of a row, of a list whose keys `key` reads, and its wire name.

    The name is `roomStayId` for a room stay in the booking list (observed; the document lists bookings), `rateCode` for a rate
    without an id (observed rates show none), and `id` for all other rows. A guest stay also has a `roomStayId`, beside its own
    `id`. The row of a room stay may have an `id`, too: its own or its booking's.
    """
    keys = _read(_keys, row)
    is_stay = keys.id is None or (keys.room_stay_status is not None and key is not id_of)
    if is_stay and keys.room_stay_id is not None and keys.room_stays is msgspec.UNSET:
        return keys.room_stay_id, "roomStayId"
    if keys.id is not None:
        return keys.id, "id"
    if not (isinstance(keys.rate_code, str) and keys.rate_code.strip()):
        raise UnreadableAnswer("A record has neither `id` nor `roomStayId`.")
    return keys.rate_code, "rateCode"


def key_of(row: bytes) -> Key:
    """Return the key to walk by: `id`, `roomStayId` of a flat booking row, or `rateCode`. Raises UnreadableAnswer without any."""
    return _read_keys(row, key_of)[0]


def id_of(row: bytes) -> Key:
    """Return the key of a row in a list without room stays, mostly from its first bytes. Raises UnreadableAnswer."""
    end = row.find(b",", len(_BY_ID), len(_BY_ID) + _DIGITS_OF_AN_ID)
    if end > 0 and row.startswith(_BY_ID) and (number := row[len(_BY_ID) : end]).isdigit():
        return int(number)  # an object has no second `id`
    return _read_keys(row, id_of)[0]


def keyed(listing: Operation[Any]) -> KeyOf:
    """Return the function that reads the key of this list's rows.

    That is `key_of` where the rows may be room stays, or their record is not shown; `id_of` otherwise.
    """
    may_be_stays = not listing.is_declared or listing.path in {Bookings.list.path, RoomStays.list.path}
    return key_of if may_be_stays else id_of


class AnotherRecord(UnreadableAnswer):
    """Raised where the answer to a request for one record does not state the key of that record."""


def is_of(own: Key, key: KeyOf) -> Callable[[bytes], None]:
    """Return a check for the answer to a request for one record: it raises AnotherRecord unless the answer states this key.

    key  reads the keys of the list that the record is of (`keyed`)
    """

    def check(row: bytes) -> None:
        try:
            stated = str(key(row))
        except UnreadableAnswer:
            stated = "without an id"
        if stated != str(own):
            raise AnotherRecord(f"Record {own} was requested, but the service returned record {stated}.")

    return check


def may_be_of(key: Key) -> Callable[[bytes], None]:
    """Return a check for a record that is requested for what its row leaves out: it raises AnotherRecord for another key.

    The record may state its key as `id` or as `roomStayId`, or may not state it.
    """

    def check(row: bytes) -> None:
        keys = _read(_keys, row)
        stated = {str(one) for one in (keys.id, keys.room_stay_id) if one is not None}
        if stated and str(key) not in stated:
            raise AnotherRecord(f"Record {key} was requested, but the service returned record {min(stated)}.")

    return check


def record_key(row: bytes, key: KeyOf = key_of) -> str:
    """Return the key as raw tables store it: `17`, or `stay/805` for a flat booking row. Raises UnreadableAnswer.

    key  reads the keys of the list (`keyed`)
    """
    own, name = _read_keys(row, key)
    return f"{FLAT}{own}" if name == "roomStayId" else str(own)


def can_be_asked_for(key: str) -> bool:
    """Return whether an operation can ask for the record of a key (as raw tables store it): whether it is a valid id."""
    return is_id(key.removeprefix(FLAT))


def child_id(row: bytes) -> Key | None:
    """Return the `id` of a row in a child list; None where it is absent or blank, or the row is a bare text or number."""
    try:
        own = _keys.decode(row).id
    except msgspec.DecodeError:
        return None
    return None if isinstance(own, str) and not own.strip() else own


def child_rows(parent: str, rows: Iterable[bytes]) -> dict[str, bytes]:
    """Return the rows of one parent's child list by key: the parent's key and the row's `id`, or its place in the list.

    Equal rows with the same `id` are kept once. Different rows with the same `id` are numbered in the order of their texts,
    because a service may list them in another order each time.
    """
    by_key: dict[str, set[bytes]] = {}
    for place, row in enumerate(rows):
        own = child_id(row)
        by_key.setdefault(f"{parent}/{place if own is None else own}", set()).add(row)
    return {
        f"{key}/{number}" if number > 1 else key: row
        for key, texts in by_key.items()
        for number, row in enumerate(sorted(texts), 1)
    }


def carried_rows(record: bytes, field: str) -> list[bytes] | None:
    """Return the rows of the list in a field of a record; no rows for a null or absent field, None where it holds no list."""
    carried = _carried.decode(record).get(field, _NULL)
    try:
        return [bytes(row) for row in _rows.decode(carried) or () if bytes(row) != _NULL]
    except msgspec.ValidationError:
        return None


def stays_of(row: bytes) -> frozenset[bytes]:
    """Return the ids of the room stays in a booking; a stay without an id counts by its text. Empty where there are none."""
    if b'"roomStays"' not in row:
        return frozenset()
    stays = carried_rows(row, "roomStays") or ()
    return frozenset(stay if (own := _stay_id(stay)) is None else f"id {own}".encode() for stay in stays)


def _stay_id(stay: bytes) -> Key | None:
    try:
        keys = _keys.decode(stay)
    except msgspec.DecodeError:
        return None
    return keys.room_stay_id if keys.id is None else keys.id


def booking_of(row: bytes) -> str | None:
    """Return the booking that a flat booking row names, by its reference or else its id; None where it names none."""
    if sort_field(row) != "roomStayId":
        return None
    stated = msgspec.json.decode(row, type=dict[str, Any])
    found = stated.get("bookingReference") or stated.get("bookingId")
    return None if found is None else str(found)


def sort_field(row: bytes, key: KeyOf = key_of) -> str:
    """Return the wire name of the row's key, for the `sort` parameter; `key` reads the keys of the list (`keyed`)."""
    return _read_keys(row, key)[1]


def statuses_of(row: bytes) -> set[str]:
    """Return the statuses that a row shows: its own, its room stay's, and those of all room stays in it. Only texts count."""
    found = _read(_status, row)
    stays: Sequence[_Status | None] = ()
    if found.room_stays is not msgspec.UNSET:
        with contextlib.suppress(msgspec.ValidationError):  # the field holds something other than room stays
            stays = _statuses.decode(found.room_stays) or ()
    shown = (status for one in (found, *stays) if one for status in (one.status, one.room_stay_status))
    return {status for status in shown if status and isinstance(status, str)}


def differ_in_status(row: bytes, other: bytes) -> bool:
    """Return whether two texts of one record both show statuses, and none in common."""
    shown, others = statuses_of(row), statuses_of(other)
    return bool(shown and others) and shown.isdisjoint(others)
