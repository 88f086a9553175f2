"""One list of an odd service: records that come, change and go by seed, in pages according to the service's habits."""

from __future__ import annotations

import datetime
import random
import threading
from collections import defaultdict
from typing import Any

from load.odd_habits import Habits
from load.odd_pages import Refusal, in_odd_order, odd_page
from nightaudit.load.pages.stamps import FIELD
from nightaudit.load.streams.stream import Stream

Record = dict[str, Any]
SIZES = (0, 2, 25, 60, 60, 140)
DATELESS = 0.05  # share of the records
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
        return odd_page(ways, self._ordered(self._chosen(asked), asked.get("sort")), asked)

    def _ordered(self, rows: list[Record], sort: str | None) -> list[Record]:
        return in_odd_order(self.habits, rows, sort, self._id, self.random)

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
