"""Masks a forgotten person's records: ids, dates, amounts and states stay, and nothing that identifies the person."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

Known = Callable[[str], bool]
"""Whether a text contains an address, number or full name of the person."""

# Only these fields of the person's own contact record are kept. A tenant's own fields are not shown, so none of them is kept.
OF_CONTACT: Final = (
    "id",
    "type",
    "source",
    "status",
    "lifecycleStage",
    "marketingOptOut",
    "createdDate",
    "lastModifiedDate",
)
OWNERS: Final = ("contactId", "bookingContactId", "billingContactId", "contact", "bookingContact", "billingContact")
FREE: Final = ("notes", "customFields")  # lists of free text in a person's record, emptied
BLANK: Final = ("guest", "accountName", "subject", "comment")  # single fields of the same kind, set to null
NAME: Final = re.compile(
    "(first|last|middle|full|sur)_?name$", re.IGNORECASE
)  # fields that have part of a name, set to null


def mask(stream: str, record: Any, contact: int, known: Known, *, theirs: bool = False) -> Any:
    """Return the record as it is kept once the contact is forgotten, unchanged where nothing in it is the contact's.

    `theirs` says that the record is a child of the contact or of the contact's booking, such as a note. A row of a child list
    may be a bare text; of a note or custom field of theirs nothing is kept then.
    """
    if theirs and stream.endswith(("_notes", "_custom_fields")):
        return {name: record[name] for name in ("id",) if name in record} if isinstance(record, Mapping) else None
    if stream != "contacts" or not isinstance(record, Mapping):
        return _masked(record, contact, known, owned=theirs)
    if is_of(record, contact):
        return {name: record[name] for name in OF_CONTACT if name in record}
    # Another contact, whose own name, address or number may be the same.
    written = {name: record[name] for name in FREE if name in record}
    return {**record, **_masked(written, contact, known, owned=False)}


def owners(record: Mapping[str, Any]) -> set[int]:
    """Return the ids of the contacts that a record belongs to, by its own fields and those of its room stays."""
    ids: list[Any] = []
    for one in (record, *_objects(record.get("roomStays"))):
        named = [one.get(name) for name in OWNERS]
        ids += [value.get("id") if isinstance(value, Mapping) else value for value in named]
    return {number for number in map(_number, ids) if number is not None}


def booking_ids(key: str, record: Mapping[str, Any]) -> set[str]:
    """Return the ids by which other records name a booking: the key of its record, and the id that a row of a room stay shows."""
    number = id_of_other(record, "bookingId") or id_of_other(record, "id")
    return {key, number} if number else {key}


def id_of_other(record: Mapping[str, Any], field: str) -> str | None:
    """Return the id in a field, as text; None where it is missing or, as 0 and -1, stands for none."""
    number = str(record.get(field) or "").strip()
    return None if number in {"", "0", "-1"} else number


def is_billed_for(stream: str, record: Any, bookings: Collection[str]) -> bool:
    """Return whether an invoice that names nobody is for one of the bookings: its account is then named after their contact."""
    if stream != "sales_invoices" or not isinstance(record, Mapping) or record.get("companyId") or owners(record):
        return False
    return id_of_other(record, "bookingId") in bookings


def is_of(record: Mapping[str, Any], contact: int, field: str = "id") -> bool:
    """Return whether a field of a record, by default `id`, is the contact's id."""
    return _number(record.get(field)) == contact


def _number(value: Any) -> int | None:
    """Return an id as a number, as some services write ids as text; None for anything else."""
    text = str(value).strip()
    return int(text) if text.isdecimal() else None


def texts_of(record: Mapping[str, Any], contact: int) -> set[str]:
    """Return every e-mail address, telephone number and full name of the contact in a record."""
    own = [record] if is_of(record, contact) and "roomStays" not in record else []
    if is_of(record, contact, "contactId"):
        own += _objects([record.get("guest")])
    for one in (record, *_objects(record.get("roomStays"))):
        named = _objects([one.get(name) for name in OWNERS])
        own += [value for value in named if is_of(value, contact)]
    found: list[Any] = []
    for one in own:
        nested = _objects([one.get("primaryContactEmailAddress"), one.get("primaryContactTelephoneNumber")])
        found += [value.get(name) for value in (one, *nested) for name in ("email", "emailAddress", "number")]
        both = [str(one.get(name) or "").strip() for name in ("firstName", "lastName")]
        names = [name for name in both if any(map(str.isalnum, name))]  # a dash stands where a name is missing
        found += [" ".join(names), " ".join(reversed(names))] if len(names) > 1 else []
    return {text.strip() for text in found if isinstance(text, str) and text.strip()}


def _objects(values: Any) -> list[Mapping[str, Any]]:
    return [value for value in values if isinstance(value, Mapping)] if isinstance(values, list) else []


def _masked(value: Any, contact: int, known: Known, *, owned: bool) -> Any:
    if isinstance(value, str):
        return None if known(value) else value
    if isinstance(value, list):
        return [_masked(item, contact, known, owned=owned) for item in value]
    if not isinstance(value, Mapping):
        return value
    kept: dict[str, Any] = {}
    named = owners(value)
    owned = owned or contact in named  # such as a guest in somebody else's booking
    is_person = owned and (not named or contact in named)
    for name, inner in value.items():
        if isinstance(inner, Mapping) and name in OWNERS and is_of(inner, contact):
            kept[name] = {"id": inner["id"]}
        elif owned and name in FREE:
            kept[name] = [] if isinstance(inner, list) else None
        elif (owned and name in BLANK) or (is_person and NAME.search(name)):
            kept[name] = None
        else:
            # Everything inside the person's record is theirs, except objects that name others. Rows of a list always are.
            others = owners({name: inner, **inner}) if isinstance(inner, Mapping) else set()
            kept[name] = _masked(inner, contact, known, owned=owned and not others)
    return kept
