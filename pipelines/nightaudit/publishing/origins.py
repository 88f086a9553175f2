"""What shows which rows of a large published table have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import duckdb

IDS_TOGETHER = 16  # ids in a group: fewer make more notes, more make more rows to write for one that changed
ROWS = "private.published_rows"


class Origin(NamedTuple):
    """How the rows of a published table fall into groups, and what shows that a group has changed.

    relation  where to look: the kept table from which alone a view makes the rows, or the published relation itself
    key       SQL over columns that both have, none of them null: rows that share it are one group
    told      SQL over a group's rows in `relation`, called `told_of` there: another value, and the group has changed
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
    """Make, once in a publication, a temporary table of an origin's keys with what tells of them now; returns its name."""
    name = origin.relation.replace('"', "").replace(".", "_")
    connection.execute(f"create temp table if not exists {name} as {origin.now}")
    return f"temp.{name}"
