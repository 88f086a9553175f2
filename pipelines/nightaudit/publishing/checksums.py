"""Finds which rows of a large published table changed, by checksums of groups of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import duckdb

IDS_TOGETHER = 16  # ids in a group: fewer ids mean more checksums to store, more ids more rows rewritten for one change
ROWS = "private.published_rows"


class Origin(NamedTuple):
    """Where the checksums of a published table come from. Its rows are grouped by `key`; a group changed if its checksum did.

    relation  a kept table from which alone a view makes the published rows, or the published relation itself
    key       SQL of columns that both the relation and the published table have, none of them null
    checksum  SQL of the checksum of the rows of `relation` with one key; `origin_rows` is the alias of the relation
    """

    relation: str
    key: str
    checksum: str

    @property
    def now(self) -> str:
        """SQL of the keys and checksums of the rows in the attached `work`."""
        columns = f"cast({self.key} as bigint) as key, cast({self.checksum} as hugeint) as checksum"
        return f"select {columns} from work.{self.relation} as origin_rows group by all"

    @property
    def before(self) -> str:
        """SQL of the keys and checksums noted for the published file."""
        return f"select key, checksum from work.{ROWS} where origin = '{self.relation}'"


def _of_kept(table: str, key: str) -> Origin:
    return Origin(f"intermediate.{table}", key, "fingerprint")


def _of_itself(path: str, key: str) -> Origin:
    return Origin(path, key, "sum(hash(origin_rows))")


_IDS = {
    "occupancy.fct_on_the_books_changes": "room_stay_id",
    "occupancy.fct_room_stays": "room_stay_id",
    "receivables.fct_financial_allocation_versions": "allocation_id",
    "receivables.fct_financial_allocations": "allocation_id",
    "receivables.fct_invoice_balance_intervals": "invoice_id",
    "receivables.fct_sales_invoice_versions": "invoice_id",
    "receivables.fct_sales_invoices": "invoice_id",
    "revenue.fct_invoice_items": "invoice_id",
    "revenue.fct_revenue_bridge_stays": "room_stay_id",
}
ORIGINS = {
    "occupancy.fct_stay_nights": _of_kept("int_room_stays", "room_stay_id"),
    "occupancy.fct_unit_nights": _of_kept("int_unit_spans", "unit_id"),
    "revenue.fct_revenue_nights": _of_kept("int_room_stays", "room_stay_id"),
    "occupancy.fct_occupancy_daily": _of_itself(
        "occupancy.fct_occupancy_daily", "hash(date_trunc('month', night_date), building_id, unit_type_id) // 2"
    ),
    "quality.fct_walk_certificates": _of_itself("quality.fct_walk_certificates", "epoch_ms(ended_at) // 86_400_000"),
} | {path: _of_itself(path, f"{column} // {IDS_TOGETHER}") for path, column in _IDS.items()}
"""Origins by path, for the relations with many rows of which few change from one night to the next."""


def current_checksums(connection: duckdb.DuckDBPyConnection, origin: Origin) -> str:
    """Create a temporary table of an origin's keys and current checksums, once per publication; return its name."""
    name = origin.relation.replace(".", "_")
    connection.execute(f"create temp table if not exists {name} as {origin.now}")
    return f"temp.{name}"
