"""Fill the store from a portfolio: a folder of JSON lines, or records as they are made up."""

from __future__ import annotations

import gzip
from itertools import islice
from typing import TYPE_CHECKING

from nightaudit.errors import UsageError
from nightaudit.sandbox.records import Records, flat_rows
from nightaudit.sandbox.tables import TABLES
from nightaudit.sandbox.wire import Json, decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from nightaudit.sandbox.options import SandboxOptions
    from nightaudit.sandbox.store import Store

_BATCH = 2_000


def fill(store: Store, options: SandboxOptions) -> None:
    """Load the portfolio that the options name into an empty store; a file filled earlier is left as it is."""
    if store.is_filled:
        return
    with store.filling() as records:
        if options.portfolio is not None:
            _load_folder(records, options.portfolio)
        else:
            _load_made_up(records, options)
        _draw_notes(records)


def _load_folder(records: Records, folder: Path) -> None:
    files = sorted(path for path in folder.iterdir() if path.name.endswith((".jsonl", ".jsonl.gz")))
    unknown = [path.name for path in files if path.name.split(".")[0] not in TABLES]
    if unknown or not files:
        raise UsageError(
            f"The portfolio {folder} holds {'files of no collection: ' + ', '.join(unknown) if unknown else 'no .jsonl file'}.",
            hint="Files are named as the collection's path, for example salesInvoices.jsonl.",
        )
    invoices: dict[int, list[int]] = {}
    # Invoices before bookings: a booking lists its invoices.
    for path in sorted(files, key=lambda path: not path.name.startswith("salesInvoices.")):
        collection = path.name.split(".")[0]
        if collection == "salesInvoices":
            _load(records, collection, map(decode, _lines(path)), invoices)
        elif collection == "bookings":
            _load(records, collection, (_with_invoices(decode(line), invoices) for line in _lines(path)))
        elif records.no_stamps or TABLES[collection].key != "id":
            _load(records, collection, map(decode, _lines(path)))
        else:
            _load_lines(records, collection, _lines(path))


def _with_invoices(booking: Json, invoices: dict[int, list[int]]) -> Json:
    if not booking.get("salesInvoices"):
        booking["salesInvoices"] = invoices.get(booking["id"], [])
    return booking


def _lines(path: Path) -> Iterator[bytes]:
    with gzip.open(path, "rb") if path.name.endswith(".gz") else path.open("rb") as file:
        yield from (line.strip() for line in file if not line.isspace())


def _load_lines(records: Records, collection: str, lines: Iterable[bytes]) -> None:
    """Store lines byte for byte; only the id is read out of them."""
    statement = f"""INSERT INTO "{collection}" (id, body) VALUES (json_extract(?1, '$.id'), ?1)"""
    records.sql.executemany(statement, ((line.decode(),) for line in lines))


def _load(
    records: Records, collection: str, rows: Iterable[Json], invoices: dict[int, list[int]] | None = None
) -> None:
    source = iter(rows)
    while batch := list(islice(source, _BATCH)):
        records.write(collection, batch)
        if collection == "bookings":
            records.write("roomStays", (row for booking in batch for row in flat_rows(booking)))
        elif collection == "salesInvoices":
            items = ((invoice["id"], item) for invoice in batch for item in invoice.get("salesInvoiceItems") or ())
            records.write("salesInvoiceItems", ({**item, "salesInvoiceId": parent} for parent, item in items))
            for invoice in batch if invoices is not None else ():
                if invoice.get("bookingId") is not None:
                    invoices.setdefault(invoice["bookingId"], []).append(invoice["id"])  # type: ignore[union-attr]


def _load_made_up(records: Records, options: SandboxOptions) -> None:
    from nightaudit.sandbox.clock import Clock
    from nightaudit.sandbox.portfolio import generate

    pending: dict[str, list[Json]] = {}
    today = options.today or Clock().today()
    for collection, record in generate(units=options.units, years=options.years, seed=options.seed, today=today):
        rows = pending.setdefault(collection, [])
        rows.append(record)
        if len(rows) == _BATCH:
            _load(records, collection, rows)
            rows.clear()
    for collection, rows in pending.items():
        _load(records, collection, rows)


def _draw_notes(records: Records) -> None:
    """Give the notes that a booking carries as text their records under `/bookings/{id}/notes`."""
    if records.sql.execute("SELECT 1 FROM bookings_notes LIMIT 1").fetchone():
        return
    for booking in records.find("bookings", "json_array_length(body, '$.notes') > 0"):
        for content in booking["notes"]:
            note = {"content": content, "createdDate": booking.get("createdDate"), "author": None, "tags": []}
            records.insert("bookings_notes", note | {"bookingId": booking["id"]})
