"""Tenants differ: receipts are written once each in every dialect, under the sandbox's own faults."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import TODAY, Desk, invoices, is_open
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.sandbox.control.remote import ask
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

POST = {"route": "/financialAllocations/salesInvoices", "method": "POST", "count": None}
KINDS: tuple[dict[str, Any], ...] = (
    {"kind": "drop-after", "probability": 0.12},
    {"kind": "drop-before", "probability": 0.12},
    {"kind": "late-commit", "probability": 0.12, "seconds": 0.05, "status": 504},
    {"kind": "status", "probability": 0.1, "status": 502},
    {"kind": "empty", "probability": 0.1},
    {"kind": "html", "probability": 0.1},
    {"kind": "truncate", "probability": 0.1},
    {"kind": "status", "probability": 0.1, "status": 429, "retry_after": "seconds", "seconds": 0},
)
FAULTS = [POST | kind | {"seed": number} for number, kind in enumerate(KINDS)]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "options",
    [{"dialect": "document", "page_base": 1, "no_sort": True}, {"dialect": "observed", "bare_lists": True}],
    ids=["document-from-one-unsorted", "observed-bare"],
)
def test_receipts_are_written_once(options: dict[str, Any], tmp_path: Path) -> None:
    with running(SandboxOptions(units=5, years=1, today=TODAY, **options)) as found:
        ask(found.base_url, "POST", "/faults", FAULTS)
        settings = Settings.read(
            **found.as_dict(),
            data_dir=tmp_path / "data",
            settle_seconds=0.2,
            timeout_seconds=5,
            page_size=7,
        )
        desk = Desk(settings, tmp_path)
        target = invoices(desk, "POSTED", is_open)[0]
        row = {"accountId": target["financeAccount"]["id"], "importType": "PAYMENT", "date": "2026-10-31"}
        row |= {"amount": "0.25", "targetInvoiceId": target["id"]}
        plan = desk.approved("allocations-create", [row] * 25)
        outcome = desk.apply(plan)
        assert (0, {"VERIFIED": 25}) == (outcome.exit_code, desk.states(plan)), outcome
        listed = Counter(item.external_reference for item in desk.client.financial_allocations.to_sales_invoices())
        assert [1] * 25 == [listed[row.token] for row in desk.rows(plan)]
        assert outcome.sent > 25
        desk.close()
