"""Invoices and allocations as they were known on a day, computed from their versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.portfolio import ALLOCATION_LISTS, read
from oracle.rules import day, known_day

if TYPE_CHECKING:
    from oracle.model import Json, Portfolio
    from oracle.pace import Version
    from oracle.rules import Day, Rules

DOCUMENTS = ("salesInvoices", *ALLOCATION_LISTS)


def known_on(versions: list[Version], rules: Rules, known_at: Day) -> Portfolio:
    """Today's portfolio with the invoices and allocations that were known at the end of `known_at`.

    Buildings, units and bookings are those of the last load: a document is in the building of its stay today, or, if the stay
    is gone, in which it last was. For dates
    before the first load of a list, the records of that load count: an invoice was known from its posting, an allocation
    from its entry.
    """
    first: dict[str, Day] = {}
    latest: dict[tuple[str, Any], Version] = {}
    to_come: list[Version] = []
    for version in sorted(versions, key=lambda v: v.since):
        name = version.collection
        if name not in DOCUMENTS:
            latest[name, version.key] = version
            continue
        if version.since <= known_at:
            latest[name, version.key] = version
        elif version.since == first.setdefault(name, version.since) and version.record is not None:
            to_come.append(version)
        first.setdefault(name, version.since)
    early = [v for v in to_come if v.record is not None and _entered(v.collection, v.record, rules) <= known_at]
    # Of an allocation in both lists the version loaded last counts; if both came in one load, that of the receipts.
    known = sorted([*latest.values(), *early], key=lambda v: (v.since, v.collection))
    earlier = [
        (v.collection, v.record)
        for v in sorted(versions, key=lambda v: v.since)
        if v.since <= known_at or v.collection not in DOCUMENTS
    ]
    return read([(v.collection, v.record) for v in known if v.record is not None], rules, earlier)


def _entered(collection: str, record: Json, rules: Rules) -> Day:
    if collection == "salesInvoices":
        found = known_day(record.get("postedDate")) or day(record.get("invoiceDate"))
    else:
        found = known_day(record.get("createdDate"), rules.time_zone) or day(record.get("date"))
    assert found, f"nothing says since when {collection} {record['id']} is there"
    return found
