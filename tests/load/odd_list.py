"""One list of an odd service: records that come, change and go by seed, in pages according to the service's habits."""

from __future__ import annotations

import datetime
import random
import threading
from collections import defaultdict
from typing import Any

from load.odd_habits import Habits
from nightaudit.load.streams.stream import Stream
from nightaudit.load.walks.stamps import FIELD

Record = dict[str, Any]
SIZES = (0, 2, 25, 60, 60, 140)
DATELESS = 0.05  # share of the records
ROUND = {5, 10, 20, 50, 100, 200, 500}  # page sizes
CAPPED = 40  # highest value of a capped total
SHOWN = ("CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "POSTED")
STATUSES = {
    "bookings": ("ENQUIRY", "PENDING", "CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "CANCELLED"),
    "guest_stays": ("CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "CANCELLED", "NO_SHOW"),
    "sales_invoices": ("DRAFT", "POSTED", "VOID"),
}
REFERENCES = {
    "guest_stays": ("bookingId", "bookings"),
    "sales_invoices": ("contactId", "contacts"),
    "financial_allocations_sales_invoices": ("targetInvoiceId", "sales_invoices"),
}
DATES = {
    "bookings": ("startDate", "endDate"),
    "guest_stays": ("startDate", "endDate"),
    "sales_invoices": ("invoiceDate", "invoiceDate"),
    "financial_allocations_sales_invoices": ("date", "date"),
}


class Refusal(Exception):
    """A refusal of the service, with its status code."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class OddList:
    """The records of one list, by their key in raw tables.

    held       the records as they are now
    versions   all versions of each record
    all_night  keys of the records that were listed during all of the time since `begin`
    was_away   whether the list was answered as empty since `begin`
    """

    was_away = False

    def __init__(self, stream: Stream, habits: Habits, seed: int) -> None:
        self.stream, self.habits = stream, habits
        self.lock = threading.Lock()
        self.random = random.Random(f"{stream.name} of service {seed}")
        self.held: dict[str, Record] = {}
        self.versions: dict[str, list[Record]] = defaultdict(list)
        self.all_night: set[str] = set()
        self.requests = self._made = 0
        self._flat = stream.name == "bookings" and habits.flat_bookings
        self._id, self._status = ("roomStayId", "roomStayStatus") if self._flat else ("id", "status")
        self._turned: set[str] = set()  # records that changed their status since `begin`
        for _ in range(self.random.choice(SIZES)):
            self._add(datetime.timedelta(days=self.random.randint(3, 400)))

    def begin(self) -> None:
        """A load starts."""
        self.all_night, self._turned = set(self.held), set()

    def move(self) -> None:
        """Add, remove or change a record."""
        kind = self.random.choices(("comes", "goes", "changes"), (9, 7, 4))[0]
        if kind == "comes" or not self.held:
            self._add()
            return
        key = self.random.choice(list(self.held))
        if kind == "goes":
            del self.held[key]
            self.all_night.discard(key)
        else:
            self._change(key)

    def _add(self, ago: datetime.timedelta = datetime.timedelta(0)) -> None:
        self._made += 1
        own, name = self.habits.id_of(self._made), self.stream.name
        record = {self._id: own, "version": 0, "note": self.random.choice(("", "é ü", 'a"b\\c', "日本"))}
        if name in REFERENCES:  # some dangle, some name a record that is created later
            record[REFERENCES[name][0]] = self.habits.id_of(self.random.randint(1, 160))
        if name in STATUSES:
            record[self._status] = self.random.choice(STATUSES[name])
        self._keep(f"stay/{own}" if self._flat else str(own), record | self._days(), ago)

    def _change(self, key: str) -> None:
        """Change the content, sometimes the dates, and the status once a load at most: a walk may miss a second change."""
        record = self.held[key] | {"version": len(self.versions[key])}
        if self.random.random() < 0.5:
            record |= self._days()
        if self._status in record and key not in self._turned:
            self._turned.add(key)
            record[self._status] = self.random.choice(STATUSES[self.stream.name])
        self._keep(key, record)

    def _keep(self, key: str, record: Record, ago: datetime.timedelta = datetime.timedelta(0)) -> None:
        if self.habits.stamps == "kept" or (self.habits.stamps == "forgotten" and self._remembers(key)):
            record[FIELD] = (datetime.datetime.now(datetime.UTC) - ago).isoformat()
        self.held[key] = record
        self.versions[key].append(record)

    def _remembers(self, key: str) -> bool:
        return key not in self.held or self.random.random() < 0.5

    def _days(self) -> Record:
        if self.stream.name not in DATES:
            return {}
        first, last = DATES[self.stream.name]
        if self.habits.dateless and self.random.random() < DATELESS:
            return {first: None, last: None}
        day = datetime.date(2024, 1, 1) + datetime.timedelta(days=self.random.randint(0, 1400))
        return {first: day.isoformat(), last: (day + datetime.timedelta(days=30 * (first != last))).isoformat()}

    def record(self, own: str) -> Record:
        """The answer to a request for one record. Raises Refusal."""
        if self.habits.denied == self.stream.name or self.habits.one_record == "not allowed":
            raise Refusal(self.habits.denied_with if self.habits.denied == self.stream.name else 405)
        for record in self.held.values():
            if str(record[self._id]) == own and self.habits.one_record == "answered":
                return record
        raise Refusal(404)

    def page(self, asked: dict[str, str]) -> Any:
        """The answer to a request for a page. Raises Refusal."""
        ways = self.habits
        if ways.denied == self.stream.name:
            raise Refusal(ways.denied_with)
        rows = self._ordered(self._chosen(asked), asked.get("sort"))
        size, index = self._size(asked), int(asked.get("page", ways.first_page)) - ways.first_page
        if index < 0 and ways.page_zero in {"refused", "broken"}:
            raise Refusal(400 if ways.page_zero == "refused" else 500)
        offset = max(index, 0) * (size if ways.steps == "size given" else int(asked.get("size", 20)))
        there = [] if index < 0 and ways.page_zero == "empty" else rows[offset : offset + size]
        if not there and index > 0 and ways.behind != "empty":
            raise Refusal(404 if ways.behind == "not found" else 400)
        numbers: Record = {"size": size if ways.size == "told" else int(asked.get("size", 20))}
        if ways.number != "untold":
            numbers["number"] = max(index, 0) + (ways.first_page if ways.number == "as asked" else 0)
        if ways.totals != "untold":
            told = {"capped": min(len(rows), CAPPED), "of the page": len(there)}
            total = (told | {"one more": len(rows) + 1, "one less": len(rows) - 1}).get(ways.totals, len(rows))
            numbers |= {"totalElements": total, "totalPages": -(-total // size)}
        return {
            "bare": there,
            "full": {"content": there, **numbers, "numberOfElements": len(there)},
            "short": {"content": there, "page": numbers},
            "embedded": {"_embedded": {"list": there}, "page": numbers},
        }[ways.envelope]

    def _size(self, asked: dict[str, str]) -> int:
        ways, size = self.habits, int(asked.get("size", 20))
        if ways.fixed_size:
            return min(20, ways.largest)
        if ways.sizes == "round" and size not in ROUND:
            raise Refusal(400)
        if size > ways.largest and ways.beyond == "refused":
            raise Refusal(400)
        return size if size <= ways.largest else ways.largest if ways.beyond == "clamped" else min(20, ways.largest)

    def _chosen(self, asked: dict[str, str]) -> list[Record]:
        ways, rows, name = self.habits, list(self.held.values()), self.stream.name
        if self.stream.statuses and ways.statuses != "ignored":
            status = asked.get(self.stream.statuses.parameter)
            if status and ways.statuses == "unknown refused" and status not in STATUSES[name]:
                raise Refusal(400)
            if status or ways.hides_statuses:
                rows = [row for row in rows if row[self._status] in ((status,) if status else SHOWN)]
        since, until = asked.get("dateFrom", ""), asked.get("dateTo", "9999")
        if name not in DATES or not {"dateFrom", "dateTo"} & asked.keys() or ways.dates == "ignored":
            return rows
        if ways.dates == "refused":
            raise Refusal(400)
        first, last = DATES[name]
        return [row for row in rows if row[first] and row[last] >= since and row[first] <= until]

    def _ordered(self, rows: list[Record], sort: str | None) -> list[Record]:
        sorting = self.habits.sorting
        if sorting == "shuffled":
            self.random.shuffle(rows)
        if not sort or sorting in {"ignored", "shuffled"}:
            return rows
        field, _, direction = sort.partition(",")
        if sorting == "broken":
            raise Refusal(500)
        sortable = {self._id, FIELD} if self.habits.stamps != "none" and sorting != "by id alone" else {self._id}
        if sorting == "refused" or field not in sortable:
            raise Refusal(400)
        rows.sort(key=lambda row: str(row[field]) if sorting == "as text" else row[field], reverse=direction == "desc")
        return rows
