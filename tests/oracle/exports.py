"""Documents that changed or were deleted after their export to finance, and deleted stays, computed from their versions."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from oracle import invoices as documents
from oracle.portfolio import ALLOCATION_LISTS, stays_of
from oracle.rules import SOLD, UNKNOWN, Rows, cents, day

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oracle.model import Json, Portfolio, Stay
    from oracle.pace import Version
    from oracle.rules import Day

OF_INVOICES = ("invoiceType", "invoiceNumber", "invoiceDate", "invoiceDueDate", "financeAccount", "currencyCode")
OF_ALLOCATIONS = ("date", "financeAccountId", "currencyCode", "sourceInvoiceId", "targetInvoiceId")
AMOUNTS = ("totalNet", "totalTax", "totalGross", "amount")


def changed_after_export(portfolio: Portfolio, versions: Iterable[Version]) -> Rows:
    """Kind, type and id of every EXPORTED document that is deleted, or differs from its first version with its date of
    export, of every posted invoice that is deleted, and of every sold stay that is deleted after its arrival."""
    versions = list(versions)
    history: dict[tuple[str, str], list[Json | None]] = defaultdict(list)
    for version in sorted(versions, key=lambda v: v.since):
        if version.collection in {"salesInvoices", *ALLOCATION_LISTS}:
            history[version.collection, str(version.key)].append(version.record)
    invoices, allocations = documents.invoices(portfolio), documents.allocations(portfolio)
    rows = _deleted(portfolio, history) | _deleted_stays(portfolio, versions)
    for (name, _), (*before, last) in history.items():
        if not last or not _is_exported(last):
            continue
        kind = "sales invoice" if name == "salesInvoices" else "financial allocation"
        # Not of an excluded building; from the list that was read last.
        standing = invoices.get(last["id"]) if name == "salesInvoices" else allocations.get(last["id"])
        if not standing or standing.record != last:
            continue
        handed = last
        for record in reversed(before):
            if not record or not _is_exported(record) or record.get("exportedDate") != last.get("exportedDate"):
                break
            handed = record
        if _booked(handed) != _booked(last):
            exported = day(last.get("exportedDate"), portfolio.rules.time_zone)
            dated = standing.posted if isinstance(standing, documents.Invoice) else standing.date
            rows["changed after its export", kind, last["id"]] = {
                "building_id": standing.building or UNKNOWN,
                "on_date": exported or dated,
            }
    return rows


def _deleted(portfolio: Portfolio, history: dict[tuple[str, str], list[Json | None]]) -> Rows:
    """Documents that were EXPORTED, and invoices that were posted, in their last version, and are in no list any more."""
    rows: Rows = {}
    told = documents.told(portfolio)
    for (name, _), found in history.items():
        record = next((one for one in reversed(found) if one), None)
        if not record or found[-1]:
            continue
        if name == "salesInvoices":
            ends = [told[record["id"]]]
            dated = ends[0].posted
            is_posted = record["status"] == "POSTED" and dated is not None
        elif record["id"] in portfolio.allocations:
            continue
        else:
            ends = [told[key] for key in (record.get("targetInvoiceId"), record.get("sourceInvoiceId")) if key in told]
            dated, is_posted = day(record.get("date")), False
        if not (is_posted or _is_exported(record)):
            continue
        counted = [end.building for end in ends if end.building not in portfolio.excluded]
        if ends and not counted:
            continue
        kind = "sales invoice" if name == "salesInvoices" else "financial allocation"
        exported = day(record.get("exportedDate"), portfolio.rules.time_zone) if _is_exported(record) else None
        building = counted[0] if counted else None
        rows[f"deleted after its {'export' if _is_exported(record) else 'posting'}", kind, record["id"]] = {
            "building_id": building or UNKNOWN,
            "on_date": exported or dated,
        }
    return rows


def _deleted_stays(portfolio: Portfolio, versions: Iterable[Version]) -> Rows:
    """Stays that were sold when last found, and that a load after the day of their arrival no longer found."""
    last: dict[int, tuple[Stay, object]] = {}
    gone: dict[int, Day] = {}
    for version in sorted(versions, key=lambda v: v.since):
        if version.collection != "bookings":
            continue
        found = {stay.id: stay for stay in stays_of([version.record] if version.record else [], portfolio)}
        gone |= {key: version.since for key, (_, of) in last.items() if of == version.key and key not in found | gone}
        last |= {key: (stay, version.key) for key, stay in found.items()}
        gone = {key: since for key, since in gone.items() if key not in found}
    return {
        ("deleted after its arrival", "room stay", key): {
            "building_id": stay.building or UNKNOWN,
            "on_date": stay.start,
        }
        for key, (stay, _) in last.items()
        if key not in portfolio.building_of_stay and stay.status in SOLD and stay.building not in portfolio.excluded
        if key in gone and gone[key] > stay.start
    }


def _is_exported(record: Json) -> bool:
    return record.get("exportStatus") == "EXPORTED" and record.get("status", "POSTED") == "POSTED"


def _booked(record: Json) -> list[object]:
    """The fields of a document that finance books."""
    names = OF_INVOICES if "invoiceNumber" in record else OF_ALLOCATIONS
    return [*(record.get(name) for name in names), *(cents(record.get(name)) for name in AMOUNTS)]
