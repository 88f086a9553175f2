"""A plan and a row as the journal stores them, and the digests that seal what the approver read."""

from __future__ import annotations

import contextlib
import datetime
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from nightaudit.client.records.record import as_declared
from nightaudit.client.resources import operation_named
from nightaudit.correct.journal.states import APPROVED, CHECKING, PLANNED
from nightaudit.correct.values import RESTORE, ZERO, Json, dump, load, sha256
from nightaudit.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


SEND = "send"  # outlook of a row that is to be sent
_AS_JSON = ("input", "before", "expected", "watched", "effects")  # cells of a row
_OBJECTS = ("options", "totals", "input", "expected", "watched")  # cells that hold an object
_OPTIONS = {"token": bool, "undocumented": bool, "again": bool, "lists": list, "alike": list}
CLOCKS_DIFFER = datetime.timedelta(minutes=5)


def json_cell(values: Mapping[str, Any], name: str) -> Any:
    """Return the JSON value of a cell. Raises ConfigurationError for one that this program did not write."""
    with _as_written(values, name):
        found = load(values[name])
    if not isinstance(found, dict if name in _OBJECTS else list if name == "effects" else dict | None):
        raise _changed_by_hand(values, name)
    return found


@contextlib.contextmanager
def _as_written(values: Mapping[str, Any], name: str) -> Iterator[None]:
    """Raise ConfigurationError that names the cell where reading it fails in the block."""
    try:
        yield
    except (ConfigurationError, ValueError, ArithmeticError):
        raise _changed_by_hand(values, name) from None


def _changed_by_hand(values: Mapping[str, Any], name: str) -> ConfigurationError:
    row = f"row {values['number']} of " if "row_id" in values else ""
    where = f"column {name} of {row}plan {values['plan_id']}"
    return ConfigurationError(f"The journal was changed by hand: {where} is {values[name][:40]!r}.", hint=RESTORE)


def amount_cell(values: Mapping[str, Any]) -> Decimal | None:
    """Return the amount of a row's cells. Raises ConfigurationError for one that this program did not write."""
    with _as_written(values, "amount"):
        return None if values["amount"] is None else Decimal(values["amount"])


class Said(NamedTuple):
    """What a plan says of one of its rows."""

    outlook: str
    effects: list[str]
    amount: Decimal | None
    currency: str | None


def totals(rows: Iterable[Said | Row]) -> Json:
    """Return the sum of the amounts to be sent, by currency ("" where the record names none)."""
    found: dict[str, Decimal] = {}
    for row in rows:
        if row.outlook == SEND and row.amount is not None:
            found[row.currency or ""] = found.get(row.currency or "", ZERO) + row.amount
    return {currency: format(amount, "f") for currency, amount in sorted(found.items())}


@dataclass
class Plan:
    """One plan.

    options  what the properties return, and `lists`: the paths of the lists that the service answered, of those that a tenant
             may lack
    source, row_count, totals  what planning noted for readers of the journal: people are shown what its rows say
    digest                     covers all else that the approver reads, and the content of the source
    """

    plan_id: str
    job: str
    options: Json
    source: str
    source_digest: str
    base_url_hash: str
    environment: str
    created: str
    expires: str
    row_count: int
    totals: Json
    digest: str
    state: str = "PLANNED"
    approved_digest: str | None = None
    approved_by: str | None = None
    approved_at: str | None = None
    undo_of: str | None = None

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Return a plan from its table row, as `cells` returns it. Raises ConfigurationError for a row changed by hand."""
        plan = cls(**{**values, "options": json_cell(values, "options"), "totals": json_cell(values, "totals")})
        known = all(isinstance(value, _OPTIONS.get(name, object)) for name, value in plan.options.items())
        if not known or "token" not in plan.options:
            raise _changed_by_hand(values, "options")
        for name in ("created", "expires"):
            with _as_written(values, name):
                datetime.datetime.fromisoformat(values[name]).astimezone()
        return plan

    def cells(self) -> dict[str, Any]:
        """Return the plan's table row: the value of each column."""
        return vars(self) | {"options": dump(self.options), "totals": dump(self.totals)}

    @property
    def has_tokens(self) -> bool:
        """Whether rows carry a token."""
        return bool(self.options["token"])

    @property
    def again(self) -> bool:
        """Whether the plan was made with --again: rows that another plan has written may be sent."""
        return bool(self.options.get("again"))

    @property
    def undocumented(self) -> bool:
        """Whether the plan was made with --undocumented: values that the document does not name are allowed."""
        return bool(self.options.get("undocumented"))

    @property
    def alike(self) -> list[str]:
        """The ids of the records that looked like a row to be sent when the plan was made."""
        return self.options.get("alike") or []

    @property
    def is_ahead(self) -> bool:
        """Whether the plan was made later than this machine's clock says it is, by more than CLOCKS_DIFFER."""
        return datetime.datetime.now(datetime.UTC) < datetime.datetime.fromisoformat(self.created) - CLOCKS_DIFFER

    @property
    def is_expired(self) -> bool:
        """Whether the plan has expired."""
        return datetime.datetime.now(datetime.UTC) >= datetime.datetime.fromisoformat(self.expires)

    def wrote_as_another(self) -> str:
        """Return why a plan with other credentials does not send a row that this plan wrote.

        The other credentials may be new ones for the same tenant, or belong to another tenant.
        """
        return (
            f"plan {self.plan_id} wrote the same row for {self.environment}; if that is another tenant, plan this row"
            " with --again"
        )

    def may_have_written(self, state: str) -> str:
        """Return why another plan does not send a row while the same row is in doubt in this plan."""
        return f"the same row is {state} in plan {self.plan_id}: reconcile that plan first"

    def digest_of(self, rows: Iterable[Row]) -> str:
        """Return the digest of this plan with these rows; it differs from `digest` where one of them was changed."""
        head = [self.plan_id, self.job, self.options, self.source_digest, self.base_url_hash, self.environment]
        times = [self.created, self.expires, self.undo_of]
        return sha256(dump([head, times, [row.seal() for row in rows]]))


@dataclass
class Row:
    """One planned write.

    number       from 1, in the order of the source     natural_key  identifies a create by its content across plans, or ""
    input        the typed values of the source         before       the record, read at planning and again before sending
    expected     paths and values after the write       watched      paths and values that must not change before it
    outlook      the verdict of planning: "send", "skip: ..." or "conflict: ..."
    sealed       the seal from before values of the row were erased; None where none were
    """

    row_id: int
    plan_id: str
    number: int
    operation: str
    target: str
    natural_key: str
    token: str
    input: Json
    amount: Decimal | None
    before: Json | None = None
    expected: Json = field(default_factory=dict)
    watched: Json = field(default_factory=dict)
    currency: str | None = None
    outlook: str = SEND
    effects: list[str] = field(default_factory=list)
    body: str | None = None
    body_hash: str | None = None
    state: str = "PLANNED"
    why: str = ""
    changed: str = ""
    undo_of: int | None = None
    sealed: str | None = None

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Return a row from its table row. Raises ConfigurationError for one changed by hand.

        The record is as a reader returns it now, also where an earlier program stored it as received.
        """
        found = dict(values)
        for name in _AS_JSON:
            found[name] = json_cell(values, name)
        operation = operation_named(found["operation"])
        if operation and found["before"]:
            found["before"] = as_declared(found["before"], operation.record)
        found["amount"] = amount_cell(values)
        return cls(**found)

    def cells(self) -> dict[str, Any]:
        """Return a new table row, the value of each column; SQLite assigns its id."""
        cells = {name: value for name, value in vars(self).items() if name != "row_id"}
        for name in _AS_JSON:
            cells[name] = None if cells[name] is None else dump(cells[name])
        return cells | {"amount": self.amount_text}

    @property
    def amount_text(self) -> str | None:
        """The amount as the journal stores it."""
        return None if self.amount is None else format(self.amount, "f")

    def planned(self) -> list[Any]:
        """Return what the approver read of this row; it must be the same when the plan is applied."""
        named = [self.number, self.operation, self.target, self.natural_key, self.token, self.input]
        wanted = [self.expected, self.watched, self.amount_text, self.currency]
        return [*named, *wanted, self.outlook, self.effects, self.undo_of]

    def seal(self) -> str:
        """Return the digest of what the approver read of this row, also after values were erased.

        Of a row that may still be sent nothing is erased: its values count.
        """
        if self.sealed and self.state not in {PLANNED, APPROVED, CHECKING}:
            return self.sealed
        return sha256(dump(self.planned()))
