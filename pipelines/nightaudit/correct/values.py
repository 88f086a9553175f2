"""JSON values of records: canonical text, access by dotted path, and comparison."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Collection, Hashable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from nightaudit.client import exact
from nightaudit.client.records.record import letters
from nightaudit.errors import ConfigurationError, UnreadableAnswer

Json = dict[str, Any]
ZERO = Decimal(0)
NEIGHBOURS = (
    "(neighbours)"  # of a record that is part of another one: what stands beside it and must not change, by name
)
STAMPS = ("createdDate", "version")  # assumed: `version` counts the changes of a guarded record
RESTORE = "Nothing is sent from such a journal. Restore the value, or a copy of the journal."
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_ZONE: ContextVar[datetime.tzinfo] = ContextVar("zone", default=datetime.UTC)


def use_time_zone(name: str) -> None:
    """Set the time zone of the tenant: a midnight there is a date, for `same` and `as_day`."""
    _ZONE.set(ZoneInfo(name))


def dump(value: object) -> str:
    """Return the canonical JSON text of a value: keys sorted, Decimals with all their digits, dates as ISO."""
    return exact.encode(_ordered(value)).decode()


def load(text: str | None) -> Any:
    """Return the value of a text that `dump` wrote, with fractions as Decimal; None for None.

    Raises ConfigurationError for a text that it did not write, because the journal was changed by hand.
    """
    if text is None:
        return None
    try:
        return exact.decode(text.encode())
    except UnreadableAnswer:
        raise ConfigurationError(f"The journal was changed by hand: {text[:40]!r} is not JSON.", hint=RESTORE) from None


def sha256(text: str) -> str:
    """Return the SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def _ordered(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _ordered(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [_ordered(item) for item in value]
    return value


def at(record: Mapping[str, Any], path: str) -> Any:
    """Return the value at a dotted path, None where any part is missing."""
    value: Any = record
    for part in path.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def is_shown(record: Mapping[str, Any], path: str) -> bool:
    """Return whether a record has the field at a dotted path, be it null."""
    parent, _, name = path.rpartition(".")
    holder = at(record, parent) if parent else record
    return isinstance(holder, Mapping) and name in holder


def currency_of(record: Json) -> str | None:
    """Return the currency that a record states; None where it states none, or not as the text that the document shows."""
    stated = record.get("currencyCode")
    return stated if isinstance(stated, str) else None


def not_a_text(record: Json, *names: str) -> str:
    """Return that the first of these fields with another value than a text or null does not say what it means; "" for none."""
    odd = next((name for name in names if not isinstance(record.get(name), str | None)), "")
    return f"the service shows its {odd} as {dump(record[odd])[:40]}, not as a text" if odd else ""


def put(record: Json, path: str, value: object) -> None:
    """Set the value at a dotted path, and create the objects that are missing on the way."""
    *parents, last = path.split(".")
    for part in parents:
        if not isinstance(record.get(part), dict):
            record[part] = {}
        record = record[part]
    record[last] = value


def same(left: Any, right: Any) -> bool:
    """Return whether two JSON values mean the same: numbers compare by value, instants by time, a missing field as null.

    A number equals the text of that number, and a date equals its midnight, as written or in the tenant's time zone, because some
    services write decimals, ids and dates this way. All else compares as written.
    """
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return all(same(left.get(key), right.get(key)) for key in {*left, *right})
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    left, right = _plain(left), _plain(right)
    if isinstance(left, datetime.datetime) is not isinstance(right, datetime.datetime):
        left, right = _day(left), _day(right)
    if isinstance(left, str) is not isinstance(right, str):
        left, right = _number(left), _number(right)
    if isinstance(left, bool) is not isinstance(right, bool):
        return False
    return bool(left == right)


def key_of(value: Any) -> Any:
    """Return a key for the id of a record: ids that are the `same` have equal keys."""
    return _number(_plain(value)) if isinstance(value, Hashable) else dump(value)


def _number(value: Any) -> Any:
    return Decimal(value) if isinstance(value, str) and NUMBER.fullmatch(value) else value


def as_day(value: Any) -> Any:
    """Return the date, as text, that a date or its midnight stands for; any other value as `same` compares it."""
    return _day(_plain(value))


def _day(value: Any) -> Any:
    if not isinstance(value, datetime.datetime):
        return value
    local = value
    if not value.utcoffset():  # as staging reads dates: a moment with another offset is written where it belongs
        with suppress(OverflowError):  # the last hours of the year 9999
            local = value.astimezone(_ZONE.get())
    midnights = (moment for moment in (value, local) if moment.time() == datetime.time())
    return next((moment.date().isoformat() for moment in midnights), value)


def _plain(value: Any) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Decimal(str(value))
    if isinstance(value, datetime.datetime):
        return value if value.tzinfo else value.replace(tzinfo=datetime.UTC)
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, str) and len(value) > len("2026-01-01T") and value[10:11] == "T":
        try:
            return _plain(datetime.datetime.fromisoformat(value))
        except ValueError:
            return value
    return value


def own(record: Json) -> Json:
    """Return a record as the service showed it, without its NEIGHBOURS."""
    return {name: value for name, value in record.items() if name != NEIGHBOURS}


def differences(record: Json, wanted: Json) -> str:
    """Return which of the wanted values, by path, a record does not have, "" where it has them all."""
    missed = [path for path, value in wanted.items() if not same(at(record, path), value)]
    return ", ".join(f"{path} is {dump(at(record, path))}, not {dump(wanted[path])}" for path in missed)


def unshown(wanted: Json, *readings: Json) -> str:
    """Return the wanted fields that the last reading does not have; "" for none, and where any reading shows one of them."""
    missed = [path for path, value in wanted.items() if not same(at(readings[-1], path), value)]
    return "" if any(is_shown(one, path) for path in missed for one in readings) else ", ".join(missed)


def is_stamp(name: str) -> bool:
    """Return whether a field says by its name when, by whom or how often a record was changed (lastModifiedDate, updated_at)."""
    return name in STAMPS or any(word in letters(name) for word in ("modified", "updated"))


def changed(before: Mapping[str, Any], after: Mapping[str, Any], ignored: Collection[str] = ()) -> list[str]:
    """Return the fields that differ, without the change stamps and the `ignored` fields.

    Where only a part of an object is ignored, its other parts are compared, and named by their paths; not if there was no object.
    """
    found: list[str] = []
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        if is_stamp(name) or name in ignored or same(old, new):
            continue
        parts = [path.removeprefix(f"{name}.") for path in ignored if path.startswith(f"{name}.")]
        if not parts:
            found.append(name)
        elif isinstance(old, Mapping):
            found += [f"{name}.{part}" for part in changed(old, new if isinstance(new, Mapping) else {}, parts)]
    return found
