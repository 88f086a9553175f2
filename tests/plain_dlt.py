"""The control: the same lists loaded by dlt as its guides show it, run again after a kill until it has nothing pending."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import dlt

from nightaudit.client.client import Client
from nightaudit.client.operation import Operation
from nightaudit.client.resources import Contacts, GuestStays, SalesInvoices, Units
from nightaudit.settings import Settings

LISTS: dict[str, Operation[Any]] = {
    "units": Units.list,
    "contacts": Contacts.list,
    "guest_stays": GuestStays.list,
    "sales_invoices": SalesInvoices.list,
}


def load(folder: str, disposition: Literal["append", "merge"]) -> None:
    """Load four lists by page after page, with `append` or `merge`; what was pending is loaded first."""
    settings = Settings.read()
    place = Path(folder)
    pipeline = dlt.pipeline(
        "plain",
        destination=dlt.destinations.duckdb(str(place / "plain.duckdb")),
        dataset_name="raw",
        pipelines_dir=str(place / "dlt"),
    )
    with Client(settings) as client:

        def rows(name: str) -> Iterator[list[Any]]:
            number = 0
            while True:
                page = client.page(LISTS[name], page=number, size=25, sort="id,asc")
                yield [json.loads(row) for row in page.rows]
                number += 1
                if len(page.rows) < 25:
                    return

        pipeline.run(
            [
                dlt.resource(
                    rows(name), name=name, primary_key="id", write_disposition=disposition, max_table_nesting=0
                )
                for name in LISTS
            ]
        )
