"""JSON as the service reads and writes it: money keeps its digits, text keeps its bytes."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec

from nightaudit.sandbox.problem import invalid

_decoder = msgspec.json.Decoder(float_hook=Decimal)
_encoder = msgspec.json.Encoder(decimal_format="number")

Json = dict[str, Any]


def decode(text: bytes | str) -> Any:
    """JSON text to values; numbers with a fraction become Decimal, never binary float."""
    return _decoder.decode(text)


def encode(value: object) -> bytes:
    """Values to JSON text; Decimals are written as numbers with all their digits."""
    return _encoder.encode(value)


def decode_body(text: bytes) -> Any:
    """A request body; raises Problem 400 when it is not JSON."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise invalid("body", f"The body is not JSON: {error}.") from error
