"""Makes the records a run is measured with, in the form the page server maps, and the figures every contestant must find.

A size is a portfolio of the sandbox's generator, or the real ledger; its variant `changed` is the same with every hundredth
record of the three measured lists altered and stamped later.
"""

from __future__ import annotations

import copy
import datetime
import json
import shutil
import subprocess
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from nightaudit.client.operation import API_PREFIX
from nightaudit.load.pages.rows import statuses_of
from nightaudit.load.streams.stream import Stream
from nightaudit.load.streams.table import STREAMS
from nightaudit.sandbox.portfolio import generate
from nightaudit.sandbox.wire import decode, encode

HERE = Path(__file__).parent
WORK = HERE / ".work"
LEDGER_TOOL = HERE.parents[2] / "shared" / "tools" / "hotel_ledger.py"
TODAY = datetime.date(2026, 11, 1)
CHANGED_AT = "2026-11-01T20:00:00Z"
CHANGED_EVERY = 100
MEASURED = {"bookings", "guestStays", "salesInvoices"}
UNITS = {
    "1k": 10,
    "10k": 100,
    "30k": 305,
    "90k": 1010,
    "150k": 1690,
    "200k": 2250,
    "300k": 3380,
    "600k": 6760,
    "900k": 10140,
    "1300k": 10140,
    "1800k": 20280,
}
"""Units that hold about so many bookings, guest stays and invoices together; `ledger` is the real ledger."""
YEARS = {"1300k": 3}
"""Years where it is not two."""
SIZES = (*UNITS, "ledger")


class Truth(NamedTuple):
    """What is in the records: rows by table, and sums of money by column."""

    rows: dict[str, int]
    money: dict[str, Decimal]

    @property
    def records(self) -> int:
        """Top-level records: the measure of speed."""
        return sum(self.rows[table] for table in ("bookings", "guest_stays", "sales_invoices"))


def dataset(size: str, *, changed: bool = False) -> tuple[Path, Truth]:
    """The folder of a size for the page server, made when it is not there yet, and its truth."""
    name = f"{UNITS[size]}-units" if size in UNITS else size
    name += f"-{YEARS[size]}-years" if size in YEARS else ""
    folder = WORK / "data" / (name + ("-changed" if changed else ""))
    if not (folder / "truth.json").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _write(folder, _altered(_portfolio(size)) if changed else _portfolio(size))
    told = json.loads((folder / "truth.json").read_text())
    return folder, Truth(told["rows"], {name: Decimal(text) for name, text in told["money"].items()})


def _portfolio(size: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if size != "ledger":
        yield from generate(units=UNITS[size], years=YEARS.get(size, 2), seed=1, today=TODAY)
        return
    folder = WORK / "ledger"
    if not folder.exists():
        subprocess.run([sys.executable, str(LEDGER_TOOL), "--out", str(folder)], check=True, stdout=subprocess.DEVNULL)
    for path in sorted(folder.glob("*.jsonl")):
        with path.open("rb") as lines:
            yield from ((path.stem, decode(line)) for line in lines)


def _altered(records: Iterator[tuple[str, dict[str, Any]]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for collection, record in records:
        if collection not in MEASURED or record["id"] % CHANGED_EVERY:
            yield collection, record
            continue
        altered = {**copy.deepcopy(record), "lastModifiedDate": CHANGED_AT}
        for stay in altered.get("roomStays", ()):
            stay["netAmount"] += 1
        for item in altered.get("salesInvoiceItems", ()):
            item["totalNet"] += 1
        if collection == "salesInvoices":
            altered["totalGross"] += 1
        if collection == "guestStays":
            altered["primary"] = not altered["primary"]
        yield collection, altered


def _write(folder: Path, records: Iterator[tuple[str, dict[str, Any]]]) -> None:
    """Every top-level list, empty ones too, as mapped files and one line of `lists.txt` each; then the truth."""
    kept: dict[str, list[tuple[int, str, bytes]]] = defaultdict(list)
    rows: dict[str, int] = dict.fromkeys(
        ("bookings", "room_stays", "room_stay_extras", "guest_stays", "sales_invoices", "sales_invoice_items"), 0
    )
    money = dict.fromkeys(("room_stays.net_amount", "sales_invoices.total_gross", "sales_invoice_items.total_net"), 0)
    for collection, record in records:
        kept[collection].append((record["id"], record.get("lastModifiedDate") or "", encode(record)))
        if collection == "bookings":
            rows["bookings"] += 1
            rows["room_stays"] += len(record["roomStays"])
            rows["room_stay_extras"] += sum(len(stay["extras"]) for stay in record["roomStays"])
            money["room_stays.net_amount"] += sum(stay["netAmount"] for stay in record["roomStays"])
        elif collection == "salesInvoices":
            rows["sales_invoices"] += 1
            rows["sales_invoice_items"] += len(record["salesInvoiceItems"])
            money["sales_invoices.total_gross"] += record["totalGross"]
            money["sales_invoice_items.total_net"] += sum(item["totalNet"] for item in record["salesInvoiceItems"])
        elif collection == "guestStays":
            rows["guest_stays"] += 1
    with (folder / "lists.txt").open("w") as index:
        for stream in STREAMS:
            name = stream.list.path.strip("/").replace("/", "_")
            _write_list(folder, stream, name, kept.get(name, []), index)
    told = {"rows": rows, "money": {name: str(amount) for name, amount in money.items()}}
    (folder / "truth.json").write_text(json.dumps(told, indent=1))


def _write_list(folder: Path, stream: Stream, name: str, records: list[tuple[int, str, bytes]], index: Any) -> None:
    records.sort(key=lambda record: record[0])
    starts = array("Q", [0])
    with (folder / f"{name}.rows").open("wb") as file:
        for _, _, row in records:
            file.write(row + b",")
            starts.append(starts[-1] + len(row) + 1)
    (folder / f"{name}.starts").write_bytes(starts.tobytes())
    print("list", API_PREFIX + stream.list.path, f"{name}.rows", f"{name}.starts", file=index)
    chosen: dict[tuple[str, str], list[int]] = {("-", "-"): list(range(len(records)))}
    if stream.statuses:
        for position, (_, _, row) in enumerate(records):
            for status in statuses_of(row):
                chosen.setdefault((stream.statuses.parameter, status), []).append(position)
        chosen.setdefault((stream.statuses.parameter, "-"), [])  # the filter is known even where no row shows a status
    sorts = {"id": lambda position: position}
    if all(stamp for _, stamp, _ in records):
        sorts["lastModifiedDate"] = lambda position: (records[position][1], position)
    for number, ((param, value), positions) in enumerate(chosen.items()):
        for sort, key in sorts.items():
            file_name = f"{name}.{number}.{sort}"
            (folder / file_name).write_bytes(array("I", sorted(positions, key=key)).tobytes())
            print("view", param, value, sort, file_name, file=index)
