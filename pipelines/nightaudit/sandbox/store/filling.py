"""Creates the SQLite file of the store from a portfolio: a folder of JSON lines, or generated records."""

from __future__ import annotations

import gzip
import json
import sqlite3
import zlib
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from nightaudit.errors import UsageError
from nightaudit.files import PRIVATE
from nightaudit.sandbox.clock import Clock
from nightaudit.sandbox.options import Filling
from nightaudit.sandbox.store.derived import DERIVED, with_invoices
from nightaudit.sandbox.store.portfolio_types import checked
from nightaudit.sandbox.store.records import Records
from nightaudit.sandbox.store.tables import TABLES, ddl
from nightaudit.sandbox.wire import encode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nightaudit.sandbox.wire import Json

_BATCH = 2_000
BOOKKEEPING = (
    "CREATE TABLE sandbox (version INTEGER NOT NULL, clock REAL)",
    "INSERT INTO sandbox VALUES (0, NULL)",
    "CREATE TABLE sequences (name TEXT PRIMARY KEY, last INTEGER NOT NULL)",
    "CREATE TABLE hidden (collection TEXT, id INTEGER, PRIMARY KEY (collection, id)) WITHOUT ROWID",
)
# Checksum of the tables. It identifies files of other versions, in which SQLite would take a missing column's name for a text.
# The table of the filling is not part of it: files that lack that table are served.
SCHEMA = zlib.crc32(repr((BOOKKEEPING, [ddl(collection) for collection in TABLES])).encode()) >> 1


def fill(path: Path, filling: Filling) -> Filling:
    """Write a portfolio, its clock and its filling into a SQLite file at `path`; an existing file is left unchanged.

    Return the filling of the file, the given one where an existing file does not say so.

    The file appears complete or not at all. Raises UsageError for a portfolio that cannot be read, and for an existing file
    that is not a database of this version of the sandbox.
    """
    if path.exists():
        return filling_of(path) or filling
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=PRIVATE)
    connection = sqlite3.connect(unfinished, isolation_level=None)
    connection.text_factory = bytes
    try:
        for statement in (
            "PRAGMA journal_mode = OFF",
            "PRAGMA synchronous = OFF",
            "PRAGMA cache_size = -262144",
            "BEGIN",
        ):
            connection.execute(statement)
        for statement in (*BOOKKEEPING, *(ddl(collection)[0] for collection in TABLES)):
            connection.execute(statement)
        records = Records(connection, no_stamps=filling.no_stamps)
        if filling.portfolio is not None:
            _load_folder(records, Path(filling.portfolio))
            _number_stays_beyond_extras(records)
        else:
            _load_generated(records, filling)
        for statement in (index for collection in TABLES for index in ddl(collection)[1:]):
            connection.execute(statement)
        _create_notes(records)
        connection.execute("CREATE TABLE filling AS SELECT ? AS options", (msgspec.json.encode(filling).decode(),))
        start_clock(records, filling)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        unfinished.unlink(missing_ok=True)
        raise
    connection.close()
    unfinished.replace(path)
    return filling


def start_clock(records: Records, filling: Filling) -> None:
    """Store the offset of the clock at its start; none for a clock that shows real time."""
    records.clock_ahead = None if filling.today is None else Clock(filling.today).ahead


def filling_of(path: Path) -> Filling | None:
    """Return what an existing file was filled by; None for a file that does not say so, as those of earlier versions.

    Raises UsageError for a file that is not a database of this version of the sandbox.
    """
    try:
        with closing(sqlite3.connect(path)) as connection:
            found = connection.execute("PRAGMA user_version").fetchone()[0]
            says = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'filling'").fetchone()
            options = connection.execute("SELECT options FROM filling").fetchone()[0] if says else None
    except sqlite3.DatabaseError as error:
        raise UsageError(
            f"{path} is not a database of the sandbox: {error}.", hint="Choose another --database."
        ) from error
    if found != SCHEMA:
        raise UsageError(
            f"{path} was created by another version of the sandbox.", hint="Remove it, or choose another --database."
        )
    return None if options is None else msgspec.json.decode(options, type=Filling)


def _load_folder(records: Records, folder: Path) -> None:
    if not folder.is_dir():
        raise UsageError(f"The portfolio {folder} is not a folder.", hint="Give a folder of .jsonl files.")
    files = {
        path: path.name.split(".")[0] for path in sorted(folder.glob("*.jsonl")) + sorted(folder.glob("*.jsonl.gz"))
    }
    unknown = sorted(path.name for path, collection in files.items() if collection not in TABLES)
    if unknown:
        raise UsageError(
            f"The portfolio {folder} has files that belong to no collection: {', '.join(unknown)}.",
            hint="Name each file after the path of its collection, for example salesInvoices.jsonl.",
        )
    unread = sorted(
        path.name
        for path in folder.iterdir()
        if (name := path.name.split(".")[0]) in TABLES and name not in files.values() and path.is_file()
    )
    if unread:
        raise UsageError(
            f"The portfolio {folder} has files that are not read: {', '.join(unread)}.",
            hint="The names of files of records must end in .jsonl or .jsonl.gz. Move other files to another folder.",
        )
    # Invoices come before bookings, because bookings list their invoices.
    for path, collection in sorted(files.items(), key=lambda file: file[1] != "salesInvoices"):
        try:
            with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
                texts = (_as_shown(records, collection, *line) for line in checked(collection, file))
                _load(records, collection, _with_invoices(records, texts) if collection == "bookings" else texts)
        except (OSError, EOFError, zlib.error, ValueError, KeyError, msgspec.DecodeError, sqlite3.Error) as error:
            raise UsageError(
                f"{path} cannot be read as records: {error}.",
                hint="Each line must be a JSON object with an id, with the fields that the API shows.",
            ) from error


def _number_stays_beyond_extras(records: Records) -> None:
    """Start the ids of new stays so high that the ids of their extras (stay id times ten, plus a digit) are still unused."""
    sold = """SELECT max(json_extract(value, '$.roomStayExtraId')) FROM "roomStays", json_each(body, '$.extras')
 WHERE json_type(value, '$.roomStayExtraId') = 'integer'"""
    highest = records.sql.execute(sold).fetchone()[0] or 0
    records.sql.execute("INSERT INTO sequences VALUES ('roomStays', ?)", (highest // 10,))


def _with_invoices(records: Records, bookings: Iterable[str]) -> Iterator[str]:
    """Return the texts of bookings; a booking without invoices gets the ids of the invoices that name the booking."""
    query = 'SELECT "bookingId", json_group_array(id) FROM "salesInvoices" WHERE "bookingId" IS NOT NULL GROUP BY 1'
    invoices = {booking: json.loads(ids) for booking, ids in records.sql.execute(query)}
    return (with_invoices(text, invoices) for text in bookings)


def _as_shown(records: Records, collection: str, text: str, record: Json) -> str:
    """Return the text of a record of a folder: unchanged, unless the service shows no stamps."""
    shown = records.as_shown(collection, record)
    return text if shown is record else encode(shown).decode()


def _load(records: Records, collection: str, texts: Iterable[str]) -> None:
    """Store texts unchanged, and the rows derived from them."""
    derived = DERIVED.get(collection)
    key = f"'$.{TABLES[collection].key}'"
    # 'none' makes SQLite refuse a row without an integer id (type mismatch); for null it would assign an id.
    known = f"iif(json_type(?1, {key}) = 'integer', json_extract(?1, {key}), 'none')"
    statement = f'INSERT INTO "{collection}" (id, body) VALUES ({known}, ?1)'
    source = iter(texts)
    while batch := list(islice(source, _BATCH)):
        records.sql.executemany(statement, ((text,) for text in batch))
        if derived:
            insert = f'INSERT INTO "{derived.collection}" (id, body) VALUES (?, ?)'
            records.sql.executemany(insert, (row for text in batch for row in derived.rows(text)))


def _load_generated(records: Records, filling: Filling) -> None:
    from nightaudit.sandbox.portfolio import generate

    pending: dict[str, list[str]] = {}
    today = filling.today or Clock().today()
    for collection, record in generate(units=filling.units, years=filling.years, seed=filling.seed, today=today):
        rows = pending.setdefault(collection, [])
        rows.append(encode(records.whole(collection, record)).decode())
        if len(rows) == _BATCH:
            _load(records, collection, rows)
            rows.clear()
    for collection, rows in pending.items():
        _load(records, collection, rows)


def _create_notes(records: Records) -> None:
    """Create note records (`/bookings/{id}/notes`) for the notes that bookings carry as text, unless there are note records."""
    if records.sql.execute("SELECT 1 FROM bookings_notes LIMIT 1").fetchone():
        return
    have_notes = """instr(body, '"notes":[]') = 0 AND json_array_length(body, '$.notes') > 0"""
    for booking in records.find("bookings", have_notes):
        for content in booking["notes"]:
            note = {"content": content, "createdDate": booking.get("createdDate"), "author": None, "tags": []}
            records.insert("bookings_notes", note | {"bookingId": booking["id"]})
