"""What tells, of a large published table, which of its rows changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import duckdb

IDS_TOGETHER = 16  # fewer are more notes, more are more rows written for one that changed
ROWS = "private.published_rows"


class Origin(NamedTuple):
    """Rows of a published table are told by the `key` they share, and are others where `told` is another.

    `relation` is what tells: a kept table that a view makes the rows of, and of nothing else, or the published relation itself.
    `key` is SQL of columns that both have, none of them null; `told` of the rows of `relation` that share it, called `told_of`.
    """

    relation: str
    key: str
    told: str

    @property
    def now(self) -> str:
        """SQL of the keys and what tells of them, as the attached `work` has them."""
        columns = f"cast({self.key} as bigint) as key, cast({self.told} as hugeint) as told"
        return f"select {columns} from work.{self.relation} as told_of group by all"

    @property
    def before(self) -> str:
        """SQL of the same, as noted of the published file."""
        return f"select key, told from work.{ROWS} where origin = '{self.relation}'"


def _of_kept(table: str, key: str) -> Origin:
    return Origin(f"intermediate.{table}", key, "fingerprint")


def _of_itself(path: str, key: str) -> Origin:
    return Origin(path, key, "sum(hash(told_of))")


_IDS = {
    'occupancy."fct_on_the_books_changes"': "room_stay_id",
    'occupancy."fct_room_stays"': "room_stay_id",
    'receivables."fct_financial_allocation_versions"': "allocation_id",
    'receivables."fct_financial_allocations"': "allocation_id",
    'receivables."fct_invoice_balance_intervals"': "invoice_id",
    'receivables."fct_sales_invoice_versions"': "invoice_id",
    'receivables."fct_sales_invoices"': "invoice_id",
    'revenue."fct_invoice_items"': "invoice_id",
    'revenue."fct_revenue_bridge_stays"': "room_stay_id",
}
ORIGINS = {
    'occupancy."fct_stay_nights"': _of_kept("int_room_stays", "room_stay_id"),
    'occupancy."fct_unit_nights"': _of_kept("int_unit_spans", "unit_id"),
    'revenue."fct_revenue_nights"': _of_kept("int_room_stays", "room_stay_id"),
    'occupancy."fct_occupancy_daily"': _of_itself(
        'occupancy."fct_occupancy_daily"', "hash(date_trunc('month', night_date), building_id, unit_type_id) // 2"
    ),
} | {path: _of_itself(path, f"{column} // {IDS_TOGETHER}") for path, column in _IDS.items()}
"""By path the relations of many rows, of which few change from one night to the next."""


def tell(connection: duckdb.DuckDBPyConnection, origin: Origin) -> str:
    """Make a temporary table of the keys of an origin and what tells of them now, once a publication; returns its name."""
    name = origin.relation.replace('"', "").replace(".", "_")
    connection.execute(f"create temp table if not exists {name} as {origin.now}")
    return f"temp.{name}"
