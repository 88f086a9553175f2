"""Base classes of most jobs: a row changes one record, whose id is in the first column."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.client.records.record import letters
from nightaudit.correct.correction import Correction
from nightaudit.correct.values import Json, at, own, put

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.client.operation import Operation
    from nightaudit.correct.columns import Values
    from nightaudit.correct.reader import Reader


def as_in(row: Json, record: Json, name: str) -> Json:
    """Return a record whose code in a field is spelt as in the row where it is the same word (Done, DONE)."""
    is_same = letters(str(record.get(name))) == letters(row[name])
    return record | {name: row[name]} if is_same else record


class RecordCorrection(Correction):
    """A job that changes one record.

    calls  the operation that changes the record, and the one that reads it; both take the id in the first column
    """

    calls: ClassVar[tuple[Operation[Any], Operation[Any]]]  # a tuple, because operations are descriptors

    @property
    def get(self) -> Operation[Any]:
        """The operation that reads the record."""
        return self.calls[1]

    def record_id(self, row: Values) -> int:
        """The id in the first column."""
        return int(row[self.columns[0].name])

    def operation(self, row: Values) -> Operation[Any]:
        """Return the operation that changes the record; it is the same for every row."""
        return self.calls[0]

    def ids(self, row: Values) -> tuple[int | str, ...]:
        """The record's id."""
        return (self.record_id(row),)

    def target(self, row: Values) -> str:
        """Return the record as path, for example salesInvoices/17."""
        return f"{self.get.path.split('/')[1]}/{self.record_id(row)}"

    def read(self, row: Values, reader: Reader) -> Json:
        """The record, by its id."""
        return reader.record(self.get, self.record_id(row))

    def spelt_otherwise(self, row: Values, name: str, listed: Iterable[Any]) -> list[str]:
        """Return a remark on each listed name that is another spelling of the row's name: the row would create a second one."""
        others = [one for one in listed if isinstance(one, str) and one != name and letters(one) == letters(name)]
        return [f"{self.key(row)} would be new, beside {other}: is that correct?" for other in others]


class FieldsCorrection(RecordCorrection):
    """A job that replaces the complete record: what was just read, with the row's fields set; unknown fields are kept.

    A field is written under its other name where the record shows a value under that name only.
    """

    undoable: ClassVar[bool] = True

    def paths(self, row: Values) -> Json:
        """Return wire paths and values of the filled columns of a row."""
        paths = {column.name: column.wire_path for column in self.columns[1:]}
        return {paths[name]: value for name, value in row.items() if name in paths}

    def path_in(self, record: Json, path: str) -> str:
        """Return the path under which a record shows a field."""
        other = self.other_names.get(path, path)
        return other if at(record, path) is None and at(record, other) is not None else path

    def errors(self, row: Values) -> list[str]:
        """Forbid a row without any value: one that changes nothing is a mistake."""
        names = ", ".join(column.name for column in self.columns[1:])
        return [] if self.paths(row) else [f"column {self.columns[1].name}: fill at least one of {names}"]

    def expected(self, row: Values, before: Json) -> Json:
        """Return the fields of the row, and nothing else."""
        return {self.path_in(before, path): value for path, value in self.paths(row).items()}

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return the record just read, with the row's fields set."""
        record = copy.deepcopy(own(now))
        for path, value in self.paths(row).items():
            put(record, self.path_in(now, path), value)
        return record

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """Return a row with the former values of the same fields, null where there was none."""
        paths = {column.wire_path: column.name for column in self.columns[1:]}
        key = self.columns[0].name
        return {key: row[key]} | {paths[path]: at(before, self.path_in(before, path)) for path in self.paths(row)}
