"""What a ready correction declares: operation, rows, keys, when allowed, token or ambiguity, how verified, how undone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from nightaudit.correct import tokens
from nightaudit.correct.values import Json, at, same

if TYPE_CHECKING:
    import datetime

    from nightaudit.client.operation import Operation
    from nightaudit.correct.columns import Column, Values
    from nightaudit.correct.reader import Reader

Ambiguity = Literal["token", "record", "quarantine"]
ZERO = Decimal(0)


@dataclass(frozen=True)
class Context:
    """What a rule may look at beside the row and the record.

    claimed       amount of other rows of the plan on the same target that the record does not show yet
    undocumented  whether values the document does not name were asked for
    """

    reader: Reader
    claimed: Decimal = ZERO
    undocumented: bool = False


class Correction(ABC):
    """One ready job. Rows are dictionaries of typed values by column; records are JSON objects by wire name.

    name, summary  the CLI argument, and one line for people
    columns        of its rows, each tied to the record dictionary
    streams        what to load again after it wrote
    ambiguous      how the fate of a lost write is found: "token" counts it in a list, "record" reads the record again,
                   "quarantine" cannot tell and leaves it to a person
    watch          wire paths that must not have changed since the plan, beside those it changes
    may_change     top-level fields the service changes on its own with it
    checked        columns that are only held against the record: never sent, and no part of what tells a create apart
    listed         whether what it makes would stand there twice if it were sent twice, and is found in a list
    undo           how it is undone, or why it cannot be
    no_model       why no dbt model gives its rows, "" where `dbt/models/corrections/<name>.sql` does
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    columns: ClassVar[tuple[Column, ...]]
    streams: ClassVar[tuple[str, ...]]
    ambiguous: ClassVar[Ambiguity] = "record"
    watch: ClassVar[tuple[str, ...]] = ()
    may_change: ClassVar[tuple[str, ...]] = ()
    checked: ClassVar[tuple[str, ...]] = ()
    listed: ClassVar[bool] = False
    undo: ClassVar[str]
    undoable: ClassVar[bool] = False
    no_model: ClassVar[str] = ""

    @classmethod
    def model(cls) -> str:
        """The dbt model that gives its rows, "" where none does."""
        return "" if cls.no_model else f"corrections.{cls.name.replace('-', '_')}"

    @abstractmethod
    def operation(self, row: Values) -> Operation[Any]:
        """The operation that writes the row."""

    @abstractmethod
    def ids(self, row: Values) -> tuple[int | str, ...]:
        """Its path values."""

    @abstractmethod
    def target(self, row: Values) -> str:
        """What the row changes, for example salesInvoices/17: one row per target is in flight."""

    @abstractmethod
    def read(self, row: Values, reader: Reader) -> Json:
        """The record as it is now; raises NotFound."""

    @abstractmethod
    def expected(self, row: Values, before: Json) -> Json:
        """Wire paths and the values they shall have afterwards."""

    @abstractmethod
    def body(self, row: Values, now: Json, token: str) -> Any:
        """The request body, built from the record just read; None for an operation without one."""

    def key(self, row: Values) -> str:
        """What may stand in one plan only once; the target unless several rows may change different parts of it."""
        return self.target(row)

    def leans_on(self, row: Values) -> dict[str, str]:
        """By column, the records that have to stay as they are for the row to be right, named as by `target`.

        No row of the same plan may change one, and the row waits while a write like it to one of them is in doubt.
        """
        del row
        return {}

    def likeness(self, row: Values) -> Json | None:
        """What two rows of a plan share that may be the same thing twice; None where `key` keeps them apart."""
        if self.ambiguous == "record":
            return None
        return {name: cell for name, cell in row.items() if name not in self.checked}

    def errors(self, row: Values) -> list[str]:
        """What is wrong with a row as a whole; each text begins with the column."""
        del row
        return []

    def listed_with(self, row: Values) -> str:
        """Which rows' records stand in the same list: one of them that is listed tells how far that list has come."""
        del row
        return ""

    def is_so(self, row: Values, now: Json) -> bool:
        """Whether nothing is left to do."""
        wanted = self.expected(row, now)
        return bool(wanted) and all(same(at(now, path), value) for path, value in wanted.items())

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """The rule of the document that forbids the row, "" when none does."""
        del row, now, context
        return ""

    def watched(self, row: Values, record: Json) -> Json:
        """Paths and values that the approver relied on."""
        return {path: at(record, path) for path in (*self.watch, *self.expected(row, record))}

    def holds(self, path: str, approved: Any, found: Any) -> bool:
        """Whether a watched value is still what the approver relied on."""
        del path
        return same(approved, found)

    def amount(self, row: Values) -> Decimal | None:
        """The money a row moves, None when it moves none."""
        del row
        return None

    def effects(self, row: Values, now: Json, reader: Reader) -> list[str]:
        """What else will happen, and what may be wrong with it, for the approver to read."""
        del row, now, reader
        return []

    def makes(self, before: Json) -> bool:
        """Whether the row makes what it writes: nothing was there, and the service may fill in fields of its own."""
        del before
        return False

    def copies(self, row: Values, reader: Reader) -> list[Json]:
        """The records that are what the row creates: more than one is a double. Empty for a row that creates none."""
        del row, reader
        return []

    def ahead(self, before: Json, claimed: Decimal) -> Json:
        """The record as it will be once other rows of the plan on the same target, of `claimed` together, are through."""
        del claimed
        return before

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """The row that takes this one back, or why there is none."""
        del row, before
        return self.undo


class TokenCorrection(Correction):
    """A create whose token is stored and listed, so that it can be counted.

    token_field  wire name, in body and record, of the text that carries the token
    renamed      body field and record field, where they differ
    recorded_by_others  whether people record the same by hand: what looks like a row is then noted by its plan, and looked for
                 again before anything is sent
    """

    ambiguous: ClassVar[Ambiguity] = "token"
    listed: ClassVar[bool] = True
    token_field: ClassVar[str]
    renamed: ClassVar[tuple[tuple[str, str], ...]] = ()
    recorded_by_others: ClassVar[bool] = False

    def makes(self, before: Json) -> bool:
        """Always."""
        del before
        return True

    @abstractmethod
    def records(self, rows: list[Values], reader: Reader) -> list[Json]:
        """All records in which the tokens of these rows may stand, each once."""

    def records_since(self, rows: list[Values], day: datetime.date, reader: Reader) -> list[Json]:
        """Of `records` at least those that were created on a day or later."""
        del day
        return self.records(rows, reader)

    @abstractmethod
    def belongs(self, record: Json) -> str:
        """What a listed record was created for, named as by `target`."""

    @abstractmethod
    def alike(self, row: Values, token: str, record: Json) -> bool:
        """Whether a record of the row's target may be what the row creates, whatever became of its token."""

    def moved(self, before: Json, now: Json) -> Decimal | None:
        """The money that a target shows as moved between two readings; None where it shows none."""
        del before, now
        return None

    def is_so(self, row: Values, now: Json) -> bool:
        """A create is never already so by its looks: two equal receipts are two receipts."""
        del row, now
        return False

    def expected(self, row: Values, before: Json) -> Json:
        """What the created record shall hold: the body's own values."""
        return self.created(self.body(row, before, ""))

    def created(self, body: Json) -> Json:
        """The fields of the created record that a body asks for, without the one that carries the token."""
        names = dict(self.renamed)
        return {names.get(name, name): value for name, value in body.items() if name != self.token_field}

    def token_of(self, record: Json) -> str:
        """The token that a record carries whole, in small letters; "" for none."""
        return tokens.own_token(record.get(self.token_field))

    def mine(self, records: list[Json], token: str) -> list[Json]:
        """The records that carry a token, in whatever case the service keeps it, or so much of it as the text had room for."""
        return [record for record in records if tokens.carries(record.get(self.token_field), token)]

    def watched(self, row: Values, record: Json) -> Json:
        """Only what is declared: the fields of a create are not on the record it is created for."""
        del row
        return {path: at(record, path) for path in self.watch}
