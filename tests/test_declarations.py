"""The declarations are the API document: nothing missing, nothing invented, nothing twice."""

import csv
import importlib
import pkgutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from nightaudit.client import records, resources
from nightaudit.client.operation import API_PREFIX, Delete, Download, Get, Operation, Pages, Resource
from nightaudit.client.records.record import Evidence, Record
from nightaudit.client.resources import (
    DOCUMENTED,
    OBSERVED,
    documented_operations,
    observed_operations,
    operation_named,
)

TABLE = Path(__file__).parent / "documented_operations.csv"
EVERY = documented_operations() + observed_operations()
WITHOUT_BODY = {"sales_invoices.post", "sales_invoices.void"}


def documented() -> list[tuple[str, str, str]]:
    """Return (heading, method, path) of each operation of the document, in its order."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [(row["group"], row["method"], row["path"]) for row in csv.DictReader(file)]


def declared() -> list[tuple[str, str, str]]:
    return [(group, *op.address) for group, found in DOCUMENTED.items() for one in found for op in one.operations()]


def modules_of(package: Any) -> list[str]:
    return [f"{package.__name__}.{module.name}" for module in pkgutil.iter_modules(package.__path__)]


def every_record() -> list[type[Record]]:
    for name in modules_of(records):
        importlib.import_module(name)
    found: list[type[Record]] = []
    waiting = [Record]
    while waiting:
        waiting += (kinds := waiting.pop().__subclasses__())
        found += kinds
    return found


def test_every_documented_operation_is_declared_under_its_heading() -> None:
    missing = [row for row in documented() if row not in declared()]
    assert [] == missing


def test_every_declared_operation_is_documented() -> None:
    invented = [row for row in declared() if row not in documented()]
    assert [] == invented


def test_the_comparison_would_see_a_missing_and_an_invented_operation() -> None:
    assert ("Geography", "POST", "/api/v3/countries") not in documented(), "its path is not shown"
    assert ("Geography", "POST", "/api/v3/countries") not in declared()
    assert ("Geography", "GET", "/api/v3/countries") in declared()


def test_headings_stand_in_the_order_of_the_document() -> None:
    assert list(DOCUMENTED) == list(dict.fromkeys(group for group, _, _ in documented()))


def test_no_operation_and_no_name_is_declared_twice() -> None:
    addresses = [operation.address for operation in EVERY]
    names = [operation.name for operation in EVERY]
    assert [] == [address for address, count in Counter(addresses).items() if count > 1]
    assert [] == [name for name, count in Counter(names).items() if count > 1]
    assert [] == [operation.name for operation in EVERY if operation_named(operation.name) is not operation]
    assert operation_named("units.fly") is None


def test_what_is_observed_is_not_documented() -> None:
    pairs = {(method, path) for _, method, path in documented()}
    assert [] == [operation.name for operation in observed_operations() if operation.address in pairs]


def test_earlier_revisions_are_those_of_the_document_and_collide_with_nothing() -> None:
    earlier = {operation.name: operation.earlier_address for operation in EVERY if operation.formerly}
    assert {
        "activities.set_status": ("PUT", "/api/v3/activities/{id}/status"),
        "bookings.update_statuses": ("PUT", "/api/v3/bookings/{bookingId}/updateStatuses"),
        "sales_invoices.set_export_status": ("PATCH", "/api/v3/salesInvoices/{id}/updateSalesInvoiceExportStatus"),
        "sales_invoices.post": ("PUT", "/api/v3/salesInvoices/{id}/post"),
    } == earlier
    assert set(earlier.values()) & {operation.address for operation in EVERY} == set()


@pytest.mark.parametrize("operation", EVERY)
def test_an_operation_declares_what_its_verb_needs(operation: Operation[Any]) -> None:
    assert (operation.record is None) == isinstance(operation, Delete)
    assert (operation.body is None) == (operation.method in {"GET", "DELETE"} or operation.name in WITHOUT_BODY)
    assert operation.path.startswith("/")
    assert API_PREFIX not in operation.path
    assert 0 == operation.url_path(*range(1, len(operation.path_parameters) + 1)).count("{")
    assert operation.scope == ("api/read" if isinstance(operation, Pages | Get | Download) else "api/write")
    assert len(set(operation.filters)) == len(operation.filters)
    if operation.method == "GET" and operation.record is not bytes:
        assert issubclass(operation.record, Record)


def test_every_resource_module_is_imported_and_every_resource_listed() -> None:
    listed = {one for group in DOCUMENTED.values() for one in group} | set(OBSERVED)
    modules = {name for name in modules_of(resources) if importlib.import_module(name)}
    assert modules - {one.__module__ for one in listed} == set()
    assert set(Resource.__subclasses__()) - listed == set()
    assert [] == [one.__name__ for one in listed if not one.__doc__ or not one.operations()]


def test_every_field_of_every_record_says_where_it_is_known_from() -> None:
    unmarked = [
        f"{kind.__name__}.{name}"
        for kind in every_record()
        for name, field in kind.model_fields.items()
        if not any(isinstance(mark, Evidence) for mark in field.metadata)
    ]
    assert [] == unmarked
    fields = [field for kind in every_record() for field in kind.model_fields.values()]
    marks = Counter(mark for field in fields for mark in field.metadata)
    assert all(marks[evidence] > 10 for evidence in Evidence), "the control: each kind of mark is found"


def test_every_field_may_be_absent_and_unknown_fields_are_kept() -> None:
    for kind in every_record():
        assert {"planted": 1} == kind.model_validate({"planted": 1}).model_extra


def test_every_record_is_used_by_an_operation_or_within_a_record() -> None:
    used = {str(operation.record) + str(operation.body) for operation in EVERY}
    used |= {str(field.annotation) for kind in every_record() for field in kind.model_fields.values()}
    within = " ".join(used)
    bases = {base for kind in every_record() for base in kind.__bases__}
    unused = [kind.__name__ for kind in every_record() if f".{kind.__name__}" not in within and kind not in bases]
    assert [] == unused


# Filters that the document names by their wire name, and those it names in words only (their names are not shown).
BY_NAME = {
    "countries.list": "countryName",
    "teams.list": "teamName",
    "guest_stays.list": "dateFrom dateTo",
    "rates.list": "dateFrom dateTo unitTypeId rateId companyId rateCode",
    "sales_invoices.list": "dateFrom dateTo organisationId status exportStatuses",
    "financial_allocations.to_sales_invoices": "dateFrom dateTo organisationId financeAccountId exportStatuses",
    "financial_allocations.of_sales_payments": "dateFrom dateTo organisationId financeAccountId exportStatuses",
}
IN_WORDS = {
    "GET /api/v3/accessGroups": "buildingid name",
    "GET /api/v3/availabilities": "date unittype guest promotional rate",
    "GET /api/v3/availabilities/unit/{unitId}/intervals": "datefrom dateto",
    "GET /api/v3/bookings": "datefrom dateto statuses unitid bookingcontactid",
    "GET /api/v3/guestStays": "unitid contactid email firstname lastname status bookingreference",
    "GET /api/v3/developments": "name areaid areaname",
    "GET /api/v3/unitContracts": "unitid buildingid",
    "GET /api/v3/unitLocations": "unitid buildingid",
    "GET /api/v3/contacts": "email firstname lastname telephone accountid",
    "GET /api/v3/rates/{id}/rateSegments": "datefrom dateto",
    "GET /api/v3/rates/{rateId}/segments": "datefrom dateto",
    "GET /api/v3/extras": "billingfrequency buildingid book",
    "GET /api/v3/extras/{rateId}": "datefrom dateto",
}


def test_filters_that_the_document_names_are_declared() -> None:
    missing = [
        f"{name}: {wanted}"
        for name, filters in BY_NAME.items()
        for wanted in filters.split()
        if wanted not in getattr(operation_named(name), "filters", ())
    ]
    addresses = {" ".join(operation.address): operation for operation in EVERY}
    missing += [
        f"{address}: {word}"
        for address, words in IN_WORDS.items()
        for word in words.split()
        if not any(word in name.lower() for name in addresses[address].filters)
    ]
    assert [] == missing


def test_bodies_that_the_document_lists_are_declared_field_by_field() -> None:
    bodies = {
        "sales_invoices.set_export_status": "externalId exportedDate exportStatus organisationSettingsId",
        "sales_invoices.mark_exported": "externalId exportedDate",
        "financial_allocations.create": "accountId importType nominalCode date paymentReference externalReference"
        " amount sourceInvoiceId targetInvoiceId",
    }
    for name, fields in bodies.items():
        operation = operation_named(name)
        assert operation is not None, name
        declared_fields = {field.alias for field in operation.body.model_fields.values()}
        assert set(fields.split()) - declared_fields == set(), name
