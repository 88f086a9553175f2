"""A record as it stands in a raw table: its key, its own JSON text, and the hash of that text."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from typing import NamedTuple

import msgspec

from nightaudit.errors import UnreadableAnswer

_LONGEST_EXACT = 16  # fifteen digits and a point: what a binary double holds for certain
_DIGITS = bytes(0x30 if chr(code) in ".0123456789" else 0x20 for code in range(256))
_LONG_NUMBER = b"0" * (_LONGEST_EXACT + 1)

_exact = msgspec.json.Decoder(float_hook=Decimal)
_quoting = msgspec.json.Decoder(float_hook=lambda text: text if len(text) > _LONGEST_EXACT else Decimal(text))
_encoder = msgspec.json.Encoder(decimal_format="number")


class _Keys(msgspec.Struct, rename="camel"):
    id: int | str | None = None
    room_stay_id: int | str | None = None
    room_stays: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _Status(msgspec.Struct, rename="camel"):
    status: str | None = None
    room_stay_status: str | None = None
    room_stays: list[_Status] | None = None


_keys = msgspec.json.Decoder(_Keys)
_status = msgspec.json.Decoder(_Status)


def _read_keys(row: bytes) -> tuple[int | str, bool]:
    """The key, and whether the row is one room stay of the booking list (observed) and not a booking (documented)."""
    try:
        keys = _keys.decode(row)
    except msgspec.DecodeError as error:
        raise UnreadableAnswer(
            f"A record is not readable: {error}.", detail=row[:200].decode(errors="replace")
        ) from error
    flat = keys.id is None and keys.room_stay_id is not None and keys.room_stays is msgspec.UNSET
    key = keys.room_stay_id if flat else keys.id
    if key is None:
        raise UnreadableAnswer("A record has neither `id` nor `roomStayId`.", detail=row[:200].decode(errors="replace"))
    return key, flat


def key_of(row: bytes) -> int | str:
    """The value to walk by: `id`, or `roomStayId` of a flat booking row. Raises UnreadableAnswer when it has none."""
    return _read_keys(row)[0]


def record_key(row: bytes) -> str:
    """The key as raw tables hold it: `17`, or `stay/805` for a flat booking row. Raises UnreadableAnswer."""
    key, flat = _read_keys(row)
    return f"stay/{key}" if flat else str(key)


def named_key(key: int | str, row: bytes) -> str:
    """What `record_key` gives, for a row whose key is known already: most rows need no second reading."""
    begins_with_id = row.startswith(b'{"id":') and not row[6:20].lstrip().startswith(b"null")
    if not begins_with_id and b'"roomStayId"' in row and b'"roomStays"' not in row:
        return record_key(row)
    return str(key)


def child_key(parent: str, row: bytes, position: int | None) -> str:
    """The key of a row in a child list: the parent's key and the row's `id`, else its position, else its own text."""
    try:
        own = _keys.decode(row).id
    except msgspec.DecodeError:
        own = None  # a bare text or number
    if own is None:
        own = position if position is not None else hashlib.blake2b(row, digest_size=16).hexdigest()
    return f"{parent}/{own}"


def sort_field(row: bytes) -> str:
    """The wire name of the key, to sort by."""
    return "roomStayId" if _read_keys(row)[1] else "id"


def statuses_of(row: bytes) -> set[str]:
    """The statuses a row shows: its own, that of its room stay, or those of all its room stays."""
    try:
        found = _status.decode(row)
    except msgspec.DecodeError as error:
        raise UnreadableAnswer(
            f"A record is not readable: {error}.", detail=row[:200].decode(errors="replace")
        ) from error
    shown = {found.status, found.room_stay_status}
    for stay in found.room_stays or ():
        shown |= {stay.status, stay.room_stay_status}
    return {status for status in shown if status}


class Kept(NamedTuple):
    """A record as a raw table keeps it."""

    key: str
    payload: str
    digest: str


def payload_and_hash(row: bytes, key: str = "") -> tuple[str, str]:
    """The JSON text to keep and its hash, of the key too for a row that does not name it.

    A hash identifies a version within a table: rows that read alike under several parents must not share one. The text is
    kept byte for byte, but for numbers that a binary double would round: those are kept as quoted digits, because DuckDB reads
    JSON numbers through double and casts quoted digits exactly.
    """
    if _LONG_NUMBER in row.translate(_DIGITS):
        row = _encoder.encode(_quoting.decode(row))
    return row.decode(), hashlib.blake2b(key.encode() + row, digest_size=16).hexdigest()


def same_content(one: str, other: str) -> bool:
    """Whether two texts hold the same record: keys in any order, 1.0 equal to 1.00, blanks ignored."""
    return bool(_exact.decode(one) == _exact.decode(other))
