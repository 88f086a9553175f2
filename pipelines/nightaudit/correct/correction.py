"""The base class of all jobs: what a job declares, from its columns and operation to how a write is verified and undone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from nightaudit.correct.values import ZERO, Json, at, same

if TYPE_CHECKING:
    from decimal import Decimal

    from nightaudit.client.operation import Operation
    from nightaudit.correct.columns import Column, Values
    from nightaudit.correct.reader import Reader

Ambiguity = Literal["token", "record", "quarantine"]


@dataclass(frozen=True)
class Context:
    """What a rule may use besides the row and the record.

    claimed       amount of other rows on the same target that the record may not show yet
    undocumented  whether the plan was made with --undocumented, which allows values that the document does not name
    drawn         amount that earlier rows of a new plan draw on the same record, see `draws_on`
    """

    reader: Reader
    claimed: Decimal = ZERO
    undocumented: bool = False
    drawn: Decimal = ZERO


class Correction(ABC):
    """One job. Rows are dictionaries of typed values by column; records are JSON objects by wire name.

    name, summary  the CLI argument, and one line for people
    columns        the columns of its rows, each tied to the record dictionary
    streams        the streams to load again after the job wrote
    ambiguous      how to find out whether a write without an answer was carried out: "token" looks for the token in a list,
                   "record" reads the record again, "quarantine" leaves it to a person because nothing shows it
    watch          wire paths that must not have changed since the plan, besides those that the job changes
    may_change     top-level fields that the service changes by itself along with the write, whatever a row sets
    checked        columns that are only compared with the record: not sent, and not part of the natural key of a create
    other_names    by column, another path under which a record may show its value
    listed         whether sending twice would create two records, and what was created is found in a list
    undo           how a row is undone, or why it cannot be
    undoable       whether rows can be undone
    no_model       why no dbt model gives the rows, "" where `dbt/models/corrections/<name>.sql` does
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    columns: ClassVar[tuple[Column, ...]]
    streams: ClassVar[tuple[str, ...]]
    ambiguous: ClassVar[Ambiguity] = "record"
    watch: ClassVar[tuple[str, ...]] = ()
    may_change: ClassVar[tuple[str, ...]] = ()
    checked: ClassVar[tuple[str, ...]] = ()
    other_names: ClassVar[dict[str, str]] = {}
    listed: ClassVar[bool] = False
    undo: ClassVar[str]
    undoable: ClassVar[bool] = False
    no_model: ClassVar[str] = ""

    @classmethod
    def model(cls) -> str:
        """Return the name of the dbt model that gives the rows of the job, "" where none does."""
        return "" if cls.no_model else f"corrections.{cls.name.replace('-', '_')}"

    @property
    def in_sum(self) -> bool:
        """Whether a row shows only in a sum on its record, to which other rows add, too: nothing else tells of it."""
        return self.ambiguous == "quarantine"

    @abstractmethod
    def operation(self, row: Values) -> Operation[Any]:
        """Return the operation that writes the row."""

    @abstractmethod
    def ids(self, row: Values) -> tuple[int | str, ...]:
        """Return the values for the path of the operation."""

    @abstractmethod
    def target(self, row: Values) -> str:
        """Return the record that the row changes, for example salesInvoices/17. Only one row per target is in flight."""

    @abstractmethod
    def read(self, row: Values, reader: Reader) -> Json:
        """Return the record as it is now, with its NEIGHBOURS where it is part of another one. Raises NotFound."""

    @abstractmethod
    def expected(self, row: Values, before: Json) -> Json:
        """Return the wire paths that the row changes, with the values they must have after the write."""

    @abstractmethod
    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return the request body, built from the record just read; None for an operation without a body."""

    def key(self, row: Values) -> str:
        """Return the key that may occur only once per plan: the target, unless rows may change different parts of one target."""
        return self.target(row)

    def relies_on(self, row: Values) -> dict[str, str]:
        """Return, by column, the other records that must not change for the row to be right, named as by `target`.

        No row of the same plan may change such a record. The row waits while a write by the same operation to such a record is
        in doubt.
        """
        return {}

    def draws_on(self, row: Values) -> str:
        """Return the record from which the row takes its money, named as by `target`; "" where it takes none from a record."""
        return ""

    def duplicate_key(self, row: Values) -> Json | None:
        """Return the values in which two rows agree that may be duplicates; None where `key` already excludes duplicates."""
        if self.ambiguous == "record":
            return None
        return {name: cell for name, cell in row.items() if name not in self.checked}

    def errors(self, row: Values) -> list[str]:
        """Return the errors of a row that concern several of its cells; each text begins with the column."""
        return []

    def list_key(self, row: Values) -> str:
        """Return a key of the list in which the row's record appears: one that is listed shows how far its list is up to date."""
        return ""

    def is_done(self, row: Values, now: Json) -> bool:
        """Return whether the record already has all values that the row asks for."""
        wanted = self.expected(row, now)
        return bool(wanted) and all(same(at(now, path), value) for path, value in wanted.items())

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Return why a rule, of the document or our own, forbids the row; "" when none does."""
        return ""

    def follows(self, row: Values, now: Json) -> tuple[str, ...]:
        """Return the top-level fields that the service changes by itself along with this row, by the record as it is `now`."""
        return self.may_change

    def names(self, row: Values, record: Json) -> set[str]:
        """Return the names that what the row changes has among the NEIGHBOURS of another row."""
        return {self.key(row)}

    def watched(self, row: Values, record: Json) -> Json:
        """Return the paths and values of the record that the approver relies on: those of `watch` and those the row changes."""
        return {path: at(record, path) for path in (*self.watch, *self.expected(row, record))}

    def holds(self, path: str, approved: Any, found: Any) -> bool:
        """Return whether a watched value, as found now, agrees with the approved one."""
        return same(approved, found)

    def amount(self, row: Values) -> Decimal | None:
        """Return the money that a row moves, None when it moves none."""
        return None

    def effects(self, row: Values, now: Json, reader: Reader) -> list[str]:
        """Return remarks for the approver: side effects of the row, and what may be wrong with it."""
        return []

    def creates(self, before: Json) -> bool:
        """Return whether the row creates a record: there was none `before`, and the service may fill in further fields."""
        return False

    def copies(self, row: Values, reader: Reader) -> list[Json]:
        """Return the records that the row creates or changes, where a list shows them: more than one is a duplicate."""
        return []

    def with_claimed(self, before: Json, claimed: Decimal) -> Json:
        """Return the record as it will be after other rows on the same target, of `claimed` in total, are carried out."""
        return before

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """Return the row that undoes this one, or the reason why there is none."""
        return self.undo
