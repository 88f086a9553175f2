"""The types of the rows in the table of streams: a list endpoint, its status filter, and a list below each record of a list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation

DATE_FROM, DATE_TO = "dateFrom", "dateTo"
"""Wire names of the filters by date."""


@dataclass(frozen=True, slots=True)
class Statuses:
    """The status filter of a list and the values to ask for by name.

    parameter  wire name of the filter
    values     the documented and observed statuses; records of any other status are read only where the list shows them
    otherwise  other wire names that the filter may have (not shown)
    unasked    statuses that the list leaves out when no status is asked for, by the document or as observed
    """

    parameter: str
    values: tuple[str, ...]
    otherwise: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()

    def named(self, parameter: str) -> Statuses:
        """Return this filter with the wire name `parameter`; unchanged where that is not one of its possible names."""
        names = (self.parameter, *self.otherwise)
        if parameter not in names:
            return self
        return replace(self, parameter=parameter, otherwise=tuple(name for name in names if name != parameter))


@dataclass(frozen=True, slots=True)
class Stream:
    """One list endpoint, loaded into one raw table.

    name            the collection's path in snake case; the name of the table and on the command line
    list            the list operation
    get             the operation that asks for one record by its key, as evidence of a deletion; None where the API has none
    statuses        the status filter, where the list hides rows unless their status is asked for
    essential       whether occupancy, revenue or receivables are counted from this list, and would be wrong without it
    always_there    whether every figure is wrong without it: a service that answers 404 for it is another one
    of_one_account  whether one record of it is proof of an account: those of one vendor may share countries or tax codes
    cut_by_dates    whether the date filters cut parts out of a record (not shown: assumed): no date window shows all of it
    """

    name: str
    list: Operation[Any]
    get: Operation[Any] | None = None
    statuses: Statuses | None = None
    essential: bool = False
    always_there: bool = False
    of_one_account: bool = False
    cut_by_dates: bool = False

    def filter_by(self, status: str | None) -> dict[str, str]:
        """Return the query parameter that asks for this status; empty for None, or where the list has no status filter."""
        return {self.statuses.parameter: status} if self.statuses and status else {}

    def with_status_filter(self, parameter: str) -> Stream:
        """Return this stream with `parameter` as the wire name of its status filter, where that is a possible name."""
        return replace(self, statuses=self.statuses.named(parameter)) if self.statuses else self

    @property
    def filters_by_date(self) -> bool:
        """Whether the list has filters by date that select complete records.

        Which dates of a record they compare differs from list to list (overlap ...).
        """
        return {DATE_FROM, DATE_TO} <= set(self.list.filters) and not self.cut_by_dates


@dataclass(frozen=True, slots=True)
class Child:
    """A list, or a single record, that is read for each record of another stream, and loaded into its own raw table.

    name       the operation's path in snake case; the name of the table and on the command line
    operation  the operation to call with the parent's key
    parent     the stream of the parent records
    embedded   a field of the parent that holds the same rows: no request is made for a parent that carries it
    adds       fields that the parent itself, requested by its key, has beside those of its list (observed): no request is made
               where most rows of the list have one of them
    prefix     what the keys of the parents begin with, where one list has records of two kinds
    rolling    whether the rows may change while their parent does not: then they are read again every ROLLING_DAYS days
    daily      whether the rows are read every day, as a snapshot
    essential  whether the marts need the rows: then the budget of requests does not postpone them
    at_once    whether the budget does not postpone the rows of new and changed parents either, because there are few
    """

    name: str
    operation: Operation[Any]
    parent: str
    embedded: str = ""
    adds: tuple[str, ...] = ()
    prefix: str = ""
    rolling: bool = False
    daily: bool = False
    essential: bool = False
    at_once: bool = False
