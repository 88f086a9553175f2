"""JSON that keeps its digits and repeats no key: how answers are decoded and bodies encoded."""

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

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ArithmeticError)  # too deep; a number beyond all
_decoder = msgspec.json.Decoder(float_hook=Decimal)
_texts = msgspec.json.Decoder(float_hook=str)  # faster than Decimal where only the keys matter
_encoder = msgspec.json.Encoder(decimal_format="number")
_syntax = msgspec.json.Decoder(msgspec.Raw)

LARGE = 32_768  # bytes from which reading a text in C++, without the interpreter's lock, is worth its fixed cost


def decode(text: bytes) -> Any:
    """Read a JSON text, fractions as Decimal with every written digit.

    Raises UnreadableAnswer for a cut or malformed text, NaN, wrong UTF-8 and a key that stands twice in one object.
    """
    try:
        value = _decoder.decode(text)
    except UNREADABLE as error:
        raise UnreadableAnswer(f"The answer is not readable JSON: {error}.") from error
    _refuse_repeated_keys(text, value)
    return value


def check(text: bytes, *, is_json: bool = False) -> pa.Table | None:
    """Raise UnreadableAnswer for whatever `decode` would raise it for; cheaper where the values are not needed.

    is_json  msgspec has taken it for JSON before

    Returns the text as an Arrow table, an array as its column "", where it is large and pyarrow can read it.
    """
    if len(text) >= LARGE and (columns := _plainly_exact(text, is_json=is_json)) is not None:
        return columns
    try:
        value = _texts.decode(text)
    except UNREADABLE as error:
        raise UnreadableAnswer(f"The answer is not readable JSON: {error}.") from error
    _refuse_repeated_keys(text, value)
    return None


def _plainly_exact(text: bytes, *, is_json: bool = False) -> pa.Table | None:
    """The text as a table where two strict readers in C and C++ find nothing to object to; other threads run meanwhile.

    msgspec refuses what is not JSON, pyarrow a key that stands twice. None settles nothing: pyarrow also refuses a field
    that is a number here and a text there, and half a surrogate pair is left to `decode`.
    """
    import pyarrow as pa
    from pyarrow.json import ReadOptions, read_json

    if b"\\" in text and (b"\\ud" in text or b"\\uD" in text):
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
    """Count colons: decoding keeps the last of two equal keys, so that writing the value anew shows fewer of them.

    Colons inside strings are the same on both sides unless one is written as an escape; then, and when the counts
    differ, the standard library reads the text again and shows each object's keys.
    """
    if text.count(b":") == _encoder.encode(value).count(b":") and b"\\u003" not in text:
        return
    json.loads(text, object_pairs_hook=_object, parse_float=Decimal)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        repeated = sorted({name for name in names if names.count(name) > 1})
        raise UnreadableAnswer(f"An object of the answer has a key more than once: {', '.join(repeated)}.")
    return found


def encode(body: object) -> bytes:
    """Write a request body: records by wire name without what is unset or None, Decimal digit by digit, dates as ISO.

    A mapping is sent as it is, None included. Raises UsageError for what JSON cannot hold (NaN, half a character, other types).
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
        raise UsageError(f"The body holds {value}, which is no number in JSON.")
    return value
