"""Corrections at services of drawn habits: however lists are answered, each row is carried out once and found again."""

from __future__ import annotations

import contextlib
import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import TODAY, Desk, booking_ids, create, invoices, is_open, payable, payment, rows_of
from correct.odd_gate import gate
from load.odd_habits import Habits, drawn
from nightaudit.client.paging import SMALLEST_CAP
from nightaudit.correct.plans import approval
from nightaudit.errors import ApiError
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.correct.journal.entries import Plan

SERVICES = max(3, int(os.environ.get("NIGHTAUDIT_TEST_STORMS", "0")) // 5)
SETTLED = {"VERIFIED", "QUARANTINED", "APPROVED"}  # an approved row may wait for one that is quarantined
Row = dict[str, Any]


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk at the sandbox itself, behind which nothing is odd."""
    folder = tmp_path_factory.mktemp("truth")
    with running(SandboxOptions(units=20, years=1, today=TODAY)) as found:
        settings = Settings.read(**found.as_dict(), data_dir=folder / "data", settle_seconds=0.05, timeout_seconds=10)
        opened = Desk(settings, folder)
        yield opened
        opened.close()


def rows_of_jobs(truth: Desk, seed: int) -> dict[str, list[Row]]:
    """Return rows for each job that reads lists, on other records for each seed."""
    posted, kinds = invoices(truth, "POSTED", is_open), rows_of(truth, "unit_types.list")
    units = rows_of(truth, "units.list")
    invoice, kind = posted[seed % len(posted)], kinds[seed % len(kinds)]["id"]
    booking = booking_ids(truth)[seed % 50]
    receipt = {"accountId": invoice["financeAccount"]["id"], "importType": "PAYMENT", "date": "2026-10-31"}
    group = create(truth, "access_groups.create", {"name": f"Roof {seed}"})["id"]
    linked = [feature.id for feature in truth.client.unit_types.features_facilities(kind)]
    return {
        "allocations-create": [receipt | {"amount": "0.01", "targetInvoiceId": invoice["id"]}] * 4,
        "notes-add": [{"bookingId": booking, "content": "Deposit checked"}] * 3,
        "booking-payments": [payment(payable(truth, seed % 50), "0.01")] * 2,
        "integration-identifiers": [{"invoiceId": invoice["id"], "systemName": f"ledger {seed}", "externalId": "L1"}],
        "invoice-custom-fields": [{"invoiceId": invoice["id"], "templateName": f"field {seed}", "value": "A"}],
        "unit-access-groups": [{"unitId": units[seed % len(units)]["id"], "accessGroupId": group, "linkId": ""}],
        "unit-attributes": [
            {"unitTypeId": kind} | ({"unlinkFeatureId": linked[0]} if linked else {"linkFeatureId": 1})
        ],
    }


def times_written(truth: Desk, plan: Plan, planned: Any, row: Row) -> int | None:
    """Return how often the service has what a row writes; None for jobs of which that cannot be said."""
    client = truth.client
    found: list[int | str | None]
    match plan.job:
        case "allocations-create":
            found = [item.external_reference for item in client.financial_allocations.to_sales_invoices()]
        case "notes-add":
            found = [(note.content or "")[1:].partition("]")[0] for note in client.bookings.notes(row["bookingId"])]
        case "integration-identifiers":
            found = [item.system_name for item in client.sales_invoices.integration_identifiers(row["invoiceId"])]
        case "invoice-custom-fields":
            found = [item.template_name for item in client.sales_invoices.custom_fields(row["invoiceId"])]
        case "unit-access-groups":
            found = [item.access_group.id if item.access_group else None for item in client.unit_access_groups.list()]
        case _:
            return None
    names = [row[name] for name in ("systemName", "templateName", "accessGroupId") if name in row]
    return found.count(names[0] if names else planned.token)


@pytest.mark.chaos
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("lost", [0.0, 0.3])
@pytest.mark.parametrize("seed", range(SERVICES))
def test_each_row_is_carried_out_once_and_found(seed: int, lost: float, truth: Desk, tmp_path: Path) -> None:
    """`lost` is the share of the writes whose answer is lost."""
    ways = drawn(seed)
    if ways.first_page and ways.page_zero == "empty" and ways.totals == "of the page":
        pytest.skip("its lists say of themselves that they are empty")
    # A service of round sizes would refuse the size of its own pages.
    ways = dataclasses.replace(ways, largest=50 if ways.sizes == "round" else max(SMALLEST_CAP, ways.largest))
    with gate(truth.settings.base_url, ways, seed, lost) as url:
        settings = truth.settings.model_copy(update={"base_url": url, "data_dir": tmp_path / "data"})
        with contextlib.closing(Desk(settings, tmp_path)) as desk:
            for job, rows in rows_of_jobs(truth, seed + SERVICES * bool(lost)).items():
                try:
                    plan = carried_out(desk, job, rows)
                except ApiError:
                    assert unreadable(ways), (job, ways)
                    continue
                assert lost or desk.states(plan) == {"VERIFIED": len(rows)}, (job, desk.states(plan), ways)
                for row in desk.rows(plan):
                    assert row.state in SETTLED, (job, row, ways)
                    times = times_written(truth, plan, row, rows[0])
                    assert times in {None, 1} or (times == 0 and row.state != "VERIFIED"), (job, times, row, ways)


def unreadable(ways: Habits) -> bool:
    """Return whether some lists cannot be read for certain.

    They are shuffled for every request, or their page 0 is broken, and they state no total, or ignore the size of a page.
    """
    untold = ways.totals in {"untold", "of the page"} or ways.envelope == "bare"
    broken = ways.first_page == 1 and ways.page_zero == "broken"
    return ways.sorting == "shuffled" or (broken and (untold or ways.fixed_size))


def carried_out(desk: Desk, job: str, rows: list[Row]) -> Plan:
    plan = approval.approve(desk.journal, desk.plan(job, rows), "tester")
    for _ in range(4):
        outcome = desk.apply(plan)
        if not outcome.exit_code:
            break
    if isinstance(outcome.cause, ApiError):
        raise outcome.cause
    return plan
