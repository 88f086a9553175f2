"""The marts that are compared, with their keys and expected rows, and the columns that are not compared, with the reason."""

from __future__ import annotations

import datetime
import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oracle import expected_core as core
from oracle import expected_money as documents
from oracle import expected_occupancy as occupancy
from oracle import expected_quality as quality
from oracle import expected_receivables as receivables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from oracle.model import Portfolio
    from oracle.rules import Rows


@dataclass(frozen=True, slots=True)
class Mart:
    """A mart (or a query over it), its key columns, and a function that computes the expected rows."""

    name: str
    keys: str
    rows: Callable[[Portfolio], Rows]
    query: str = ""  # compared instead of the mart, if the mart's rows have no unique key

    @property
    def key_columns(self) -> list[str]:
        """The columns of the key."""
        return [name.strip() for name in self.keys.split(",")]


EXCEPTIONS = """(select kind, record_type, record_id, min(building_id) as building_id, min(on_date) as on_date
    from quality.fct_exceptions where kind <> 'changed after its export' and kind not like 'deleted after %' group by all)"""
CHANGED_AFTER_EXPORT = """(from quality.fct_exceptions
    where kind = 'changed after its export' or kind like 'deleted after %')"""
FROM_RECORDS = """(from quality.fct_reconciliations
    where measure in ('open amount of invoices', 'net of invoices', 'net of stays that have left'))"""

MARTS = (
    Mart("core.dim_buildings", "building_id", core.buildings),
    Mart("core.dim_channels", "channel_id", core.channels),
    Mart("core.dim_dates", "date_day", core.dates),
    Mart("core.dim_market_segments", "market_segment_id", core.market_segments),
    Mart("core.dim_unit_types", "unit_type_id", core.unit_types),
    Mart("core.dim_units", "unit_id", core.units),
    Mart("occupancy.fct_room_stays", "room_stay_id", occupancy.room_stays),
    Mart("occupancy.fct_stay_nights", "room_stay_id, night_date", occupancy.stay_nights),
    Mart("occupancy.fct_unit_nights", "unit_id, night_date", occupancy.unit_nights),
    Mart("occupancy.fct_occupancy_daily", "night_date, building_id, unit_type_id", occupancy.occupancy_daily),
    Mart("occupancy.fct_occupancy_monthly", "month, building_id", occupancy.occupancy_monthly),
    Mart("occupancy.fct_tenancies", "tenancy_id", occupancy.all_tenancies),
    Mart("occupancy.fct_departures", "tenancy_id", occupancy.departures),
    Mart("occupancy.fct_vacancies", "unit_id, vacant_from", occupancy.vacancies),
    Mart("occupancy.fct_rent_roll", "room_stay_id", occupancy.rent_roll),
    Mart("revenue.fct_revenue_nights", "room_stay_id, night_date", documents.revenue_nights),
    Mart("revenue.fct_revenue_monthly", "month, building_id, currency_code", documents.revenue_monthly),
    Mart(
        "revenue.fct_revenue_bridge_stays",
        "room_stay_id, building_id, currency_code, month",
        documents.revenue_bridge_stays,
    ),
    Mart("revenue.fct_invoice_items", "invoice_id, item_number", documents.invoice_items),
    Mart("receivables.fct_sales_invoices", "invoice_id", documents.sales_invoices),
    Mart("receivables.fct_financial_allocations", "allocation_id", documents.allocations),
    Mart("receivables.fct_export_reconciliation", "record_type, record_id", documents.export_reconciliation),
    Mart("receivables.fct_invoice_balance_intervals", "invoice_id, valid_from", receivables.balance_intervals),
    Mart("receivables.fct_open_items", "invoice_id", receivables.open_items),
    Mart("receivables.fct_receivables_ageing", "as_of_date, building_id, currency_code", receivables.month_ends),
    Mart("receivables.fct_dso_monthly", "month, currency_code", receivables.dso_monthly),
    Mart("quality.fct_exceptions", "kind, record_type, record_id", quality.exceptions, EXCEPTIONS),
    Mart("quality.fct_excluded_buildings", "building_id", quality.excluded_buildings),
    Mart("quality.fct_reconciliations", "measure, currency_code", quality.reconciliations, FROM_RECORDS),
)


def ageing(portfolio: Portfolio, ages: Iterable[int]) -> list[Mart]:
    """The table macro `receivables.ageing`, called for dates `ages` days before the business date."""
    days = [portfolio.rules.business_date - datetime.timedelta(days=age) for age in ages]
    return [
        Mart(
            f"receivables.ageing(date '{day}')",
            "invoice_id",
            functools.partial(receivables.ageing, as_of=day),
        )
        for day in days
    ]


WALKS = "describes the loader's walks, not the records: tests/load"
API = "compares with lists that a portfolio without a service does not have: tests/transform/test_reconciliations.py"
AS_KNOWN = "compared through receivables.ageing_as_known(as_of, known_at), on every evening and between"
NOT_COMPARED = {
    "core.dim_companies.*": "counts the rows of fct_sales_invoices: tests/transform/test_core.py",
    "core.dim_finance_accounts.*": "whose an account is, each way of knowing it: tests/transform/test_core.py",
    "core.dim_units_history.*": "describes loads, not the records: tests/transform/test_core.py",
    "occupancy.fct_room_stays.confirmed_date": "a date as the record has it: tests/transform/test_core.py",
    "occupancy.fct_room_stays.signed_date": "a date as the record has it: tests/transform/test_core.py",
    "occupancy.fct_on_the_books_changes.*": "compared through occupancy.on_the_books(as_of), on every evening and between",
    "receivables.fct_financial_allocation_versions.*": AS_KNOWN,
    "receivables.fct_sales_invoice_versions.*": AS_KNOWN,
    "quality.fct_exceptions.detail": "a sentence for the reader",
    "quality.fct_reconciliations.compared_with": "a name for the reader",
    "quality.fct_reconciliation_differences.*": API,
    "quality.fct_untyped_fields.*": "is empty for records of the right types: tests/transform/test_build.py",
    "quality.fct_walk_certificates.*": WALKS,
}
