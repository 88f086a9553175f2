"""What most jobs share: one record, found by the id in the row's first column, changed field by field."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.correct.correction import Correction
from nightaudit.correct.values import Json, at, put

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation
    from nightaudit.correct.columns import Values
    from nightaudit.correct.reader import Reader


class RecordCorrection(Correction):
    """`calls` are the operation that changes the record and the one that reads it; both take the id of the first column."""

    calls: ClassVar[tuple[Operation[Any], Operation[Any]]]  # in a tuple: operations are descriptors

    @property
    def get(self) -> Operation[Any]:
        """The operation that reads the record."""
        return self.calls[1]

    def record_id(self, row: Values) -> int:
        """The id in the first column."""
        return int(row[self.columns[0].name])

    def operation(self, row: Values) -> Operation[Any]:
        """The one that changes the record, for every row."""
        del row
        return self.calls[0]

    def ids(self, row: Values) -> tuple[int | str, ...]:
        """The record's id."""
        return (self.record_id(row),)

    def target(self, row: Values) -> str:
        """The record: salesInvoices/17."""
        return f"{self.get.path.split('/')[1]}/{self.record_id(row)}"

    def read(self, row: Values, reader: Reader) -> Json:
        """The record, by its id."""
        return reader.record(self.get, self.record_id(row))


class FieldsCorrection(RecordCorrection):
    """A PUT of the whole record: what was just read, with the row's fields put in; what we do not know is kept."""

    undoable: ClassVar[bool] = True

    def paths(self, row: Values) -> Json:
        """Wire paths and values of the row's filled columns."""
        paths = {column.name: column.path or column.name for column in self.columns[1:]}
        return {paths[name]: value for name, value in row.items() if name in paths}

    def errors(self, row: Values) -> list[str]:
        """A row that changes nothing is a mistake."""
        names = ", ".join(column.name for column in self.columns[1:])
        return [] if self.paths(row) else [f"column {self.columns[1].name}: fill at least one of {names}"]

    def expected(self, row: Values, before: Json) -> Json:
        """The row's fields, and nothing else."""
        del before
        return self.paths(row)

    def body(self, row: Values, now: Json, token: str) -> Any:
        """The record just read, with the row's fields put in."""
        del token
        record = copy.deepcopy(now)
        for path, value in self.paths(row).items():
            put(record, path, value)
        return record

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """The same fields with their former values, null where there was none."""
        paths = {column.path or column.name: column.name for column in self.columns[1:]}
        key = self.columns[0].name
        return {key: row[key]} | {paths[path]: at(before, path) for path in self.paths(row)}
