"""Decodes and encodes JSON without losing digits, and refuses objects with a repeated key."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec
from pydantic import BaseModel

from nightaudit.errors import UnreadableAnswer, UsageError

if TYPE_CHECKING:
    import pyarrow as pa

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ArithmeticError)  # too deep; number too large
_decoder = msgspec.json.Decoder(float_hook=Decimal)
_texts = msgspec.json.Decoder(float_hook=str)  # faster than Decimal where only the keys matter
_encoder = msgspec.json.Encoder(decimal_format="number")
_syntax = msgspec.json.Decoder(msgspec.Raw)

_DIGITS = bytes(0x30 if code in b"0123456789" else 0x20 for code in range(256))
_HUGE_NUMBER = b"0" * 4_301  # Python, and so `decode`, refuses whole numbers of more digits than 4300
LARGE = 32_768  # bytes from which parsing in C++, which releases the interpreter's lock, is worth its fixed cost


def decode(text: bytes) -> Any:
    """Decode a JSON text, fractions as Decimal with every digit.

    Raises UnreadableAnswer for a truncated or malformed text, NaN, wrong UTF-8 and a repeated key in one object.
    """
    try:
        value = _decoder.decode(text)
        _refuse_repeated_keys(text, value)
    except UNREADABLE as error:
        raise UnreadableAnswer(f"The answer is not valid JSON: {error}.") from error
    return value


def check(text: bytes, *, is_json: bool = False) -> pa.Table | None:
    """Raise UnreadableAnswer for each text for which `decode` would; cheaper where the values are not needed.

    is_json  whether msgspec has already accepted the text as JSON

    Return an Arrow table where the text is large and pyarrow can read it, an array as the column ""; otherwise None.
    """
    if len(text) >= LARGE and (columns := _plainly_exact(text, is_json=is_json)) is not None:
        return columns
    try:
        _refuse_repeated_keys(text, _texts.decode(text))
    except UNREADABLE as error:
        raise UnreadableAnswer(f"The answer is not valid JSON: {error}.") from error
    return None


def _plainly_exact(text: bytes, *, is_json: bool = False) -> pa.Table | None:
    """Return the text as an Arrow table where msgspec (C) and pyarrow (C++) both accept it; other threads run meanwhile.

    msgspec refuses text that is not JSON, pyarrow refuses a repeated key. None does not mean that the text is wrong: pyarrow
    also refuses a field that is a number in one record and a text in another, and texts that may contain half a surrogate
    pair, or a number of thousands of digits, are left to `decode`.
    """
    import pyarrow as pa
    from pyarrow.json import ReadOptions, read_json

    if b"\\" in text and (b"\\ud" in text or b"\\uD" in text):
        return None
    # Such a number covers two neighbours of these samples.
    if b"00" in text[::2150].translate(_DIGITS) and _HUGE_NUMBER in text.translate(_DIGITS):
        return None
    try:
        if not is_json:
            _syntax.decode(text)
        if not text.isascii():
            text.decode()
        rows = text if text.lstrip()[:1] == b"{" else b'{"":%b}' % text
        options = ReadOptions(use_threads=False, block_size=len(rows) + 1)
        return read_json(pa.BufferReader(rows), read_options=options)
    except (*UNREADABLE, pa.ArrowInvalid):
        return None


def _refuse_repeated_keys(text: bytes, value: Any) -> None:
    """Raise UnreadableAnswer for a repeated key, found by counting colons.

    Decoding keeps only the last of two equal keys, so the value encoded again has fewer colons than the text. Colons inside
    strings count the same in both, unless one is written as an escape. Then, and where the counts differ, the standard
    library parses the text again, with a hook that gets the keys of each object.
    """
    if text.count(b":") == _encoder.encode(value).count(b":") and b"\\u003" not in text:
        return
    json.loads(text, object_pairs_hook=_object, parse_float=Decimal)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        repeated = sorted({name for name in names if names.count(name) > 1})
        raise UnreadableAnswer(f"An object in the answer has a key more than once: {', '.join(repeated)}.")
    return found


def encode(body: object) -> bytes:
    """Encode a request body: records by wire name without fields that are unset or None, Decimal digit by digit, dates as ISO.

    A mapping is encoded as it is, None included. Raises UsageError for values that JSON cannot represent (NaN, half a surrogate
    pair, other types).
    """
    try:
        return _encoder.encode(_plain(body))
    except (TypeError, OverflowError, UnicodeEncodeError, msgspec.ValidationError) as error:
        raise UsageError(f"The body cannot be written as JSON: {error}.") from error


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return _plain(value.model_dump(by_alias=True, exclude_unset=True, exclude_none=True))
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if (isinstance(value, float) and not math.isfinite(value)) or (
        isinstance(value, Decimal) and not value.is_finite()
    ):
        raise UsageError(f"The body contains {value}, which is not a number in JSON.")
    return value
