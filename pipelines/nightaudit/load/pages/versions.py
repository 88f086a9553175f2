"""Turns a row of a list into the version of a record that a raw table stores: its JSON text, and the hash of that text."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from xxhash import xxh3_128_hexdigest

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST_EXACT = 16  # fifteen digits and a point: a binary double preserves so many digits
_DIGITS = bytes(0x30 if chr(code) in ".0123456789" else 0x20 for code in range(256))
_LONG_NUMBER = b"0" * (_LONGEST_EXACT + 1)

_exact = msgspec.json.Decoder(float_hook=Decimal)
_quoting = msgspec.json.Decoder(float_hook=lambda text: text if len(text) > _LONGEST_EXACT else Decimal(text))
_encoder = msgspec.json.Encoder(decimal_format="number")


class Version(NamedTuple):
    """A version of a record as a raw table stores it; without payload it is a `tombstone`."""

    key: str
    payload: bytes | None
    digest: str


def tombstone(key: str, evidence: str) -> Version:
    """Return the version that says that a record is gone, with the evidence in place of the hash."""
    return Version(key, None, f"gone: {evidence}")


def payload_and_hash(row: bytes, key: str = "") -> tuple[bytes, str]:
    """Return the JSON text to store and its hash.

    key  included in the hash, for a row that does not name its own key

    A hash identifies a version within a table, so equal rows of different parents must not share one. The text is stored byte
    for byte, except numbers that a binary double would round: those are stored as quoted digits, because DuckDB reads JSON
    numbers as doubles and casts quoted digits exactly.
    """
    (payload,) = payloads_of([row])
    return payload, hash_of(payload, key)


def payloads_of(rows: Sequence[bytes]) -> Sequence[bytes]:
    """Return the texts to store of these rows, all of them searched for long numbers at once."""
    if _LONG_NUMBER not in b"".join(rows).translate(_DIGITS):
        return rows
    return [_encoder.encode(_quoting.decode(row)) if _LONG_NUMBER in row.translate(_DIGITS) else row for row in rows]


def hash_of(payload: bytes, key: str = "") -> str:
    """Return the hash of a stored text, as `payload_and_hash` does: XXH3 with 128 bits."""
    return xxh3_128_hexdigest(key.encode() + payload)


def same_content(one: bytes | None, other: bytes | None) -> bool:
    """Return whether two texts hold the same record: keys in any order, 1.0 equal to 1.00, blanks ignored; False for None."""
    if one is None or other is None:
        return False
    ours, theirs = _exact.decode(one), _exact.decode(other)
    return bool(ours == theirs) and _same_booleans(ours, theirs)


def _same_booleans(one: Any, other: Any) -> bool:
    """Return whether two equal values have booleans at the same places: Python holds true equal to 1."""
    pairs = [(one, other)]
    while pairs:
        one, other = pairs.pop()
        if isinstance(one, dict):
            pairs += ((value, other[key]) for key, value in one.items())
        elif isinstance(one, list):
            pairs += zip(one, other, strict=True)
        elif isinstance(one, bool) != isinstance(other, bool):
            return False
    return True
