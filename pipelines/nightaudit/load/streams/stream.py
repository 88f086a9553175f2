"""What a row of the table of streams says: a list endpoint, its status filter, or a list below each record of another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation

DateFilters = tuple[str, str]
"""Wire names of the filters from a date and to a date."""


@dataclass(frozen=True, slots=True)
class Statuses:
    """The status filter of a list and the values to ask for by name.

    parameter  wire name of the filter
    values     the documented and observed ones; others are taken as the list shows them
    otherwise  names that the filter may have in its place: the document shows none
    unasked    the values that are left out where none is asked for, by the document or as observed
    """

    parameter: str
    values: tuple[str, ...]
    otherwise: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()

    def named(self, parameter: str) -> Statuses:
        """The filter under that name, where it may have it."""
        names = (self.parameter, *self.otherwise)
        if parameter not in names:
            return self
        return replace(self, parameter=parameter, otherwise=tuple(name for name in names if name != parameter))


@dataclass(frozen=True, slots=True)
class Stream:
    """One list endpoint as a raw table.

    name       the collection's path in snake case; table and command-line name
    list       the list operation
    get        the operation that asks for one record by its key: the evidence of a deletion; None where there is none
    statuses   the status filter, where the list hides rows behind one
    essential  whether occupancy, revenue or receivables are counted from it: without it they would be wrong
    cut_by_dates  whether its date filters leave out parts of a record (not shown: assumed), so that no window shows it whole
    """

    name: str
    list: Operation[Any]
    get: Operation[Any] | None = None
    statuses: Statuses | None = None
    essential: bool = False
    cut_by_dates: bool = False

    def asking(self, status: str | None) -> dict[str, str]:
        """The filter that asks for a status by name; none for None."""
        return {self.statuses.parameter: status} if self.statuses and status else {}

    def asked_by(self, parameter: str) -> Stream:
        """The stream with its status filter under that name, where it may have it."""
        return replace(self, statuses=self.statuses.named(parameter)) if self.statuses else self

    @property
    def dates(self) -> DateFilters | None:
        """The filters from a date and to a date, where whole records are chosen by them; by which dates differs (overlap ...)."""
        names = ("dateFrom", "dateTo")
        return names if set(names) <= set(self.list.filters) and not self.cut_by_dates else None


@dataclass(frozen=True, slots=True)
class Child:
    """A list, or one record, below each record of another stream, as a raw table of its own.

    name       the operation's path in snake case; table and command-line name
    operation  what is asked, with the parent's key
    parent     the stream whose records it is read for
    embedded   a field that holds the same rows: a parent that carries it is not asked for them
    rolling    whether it may change while its parent does not: then it is read again every ROLLING_DAYS days
    daily      whether it is read every day, as a snapshot
    essential  whether the marts cannot do without it: then the budget of requests does not put it off
    """

    name: str
    operation: Operation[Any]
    parent: str
    embedded: str = ""
    rolling: bool = False
    daily: bool = False
    essential: bool = False
