"""Reads and writes JSON as the service does, without losing digits of money or changing text."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec

from nightaudit.sandbox.problem import invalid

_decoder = msgspec.json.Decoder(float_hook=Decimal)
_encoder = msgspec.json.Encoder(decimal_format="number")

Json = dict[str, Any]


def decode(text: bytes | str) -> Any:
    """Decode JSON text; numbers with a fraction become Decimal, never binary float."""
    return _decoder.decode(text)


def encode(value: object) -> bytes:
    """Encode values as JSON text; Decimals become numbers with all their digits."""
    return _encoder.encode(value)


def decode_body(text: bytes) -> Any:
    """Decode a request body; raises Problem 400 when it is not JSON."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise invalid("body", f"The body is not JSON: {error}.") from error
