"""A plan and a row as the journal holds them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Self

from nightaudit.correct.values import Json, dump, load, sha256

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


SEND = "send"  # the outlook of a row that planning found nothing against
CLOCKS_DIFFER = datetime.timedelta(minutes=5)


@dataclass
class Plan:
    """One plan; `totals` are amounts by currency, `digest` covers everything the approver read.

    options  what was asked for, whether its rows carry a token, and the lists that were there, of those a tenant may lack
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
        """From the columns of a journal row."""
        return cls(**{**values, "options": load(values["options"]), "totals": load(values["totals"])})

    @property
    def is_ahead(self) -> bool:
        """Whether it was made at an instant that this machine's clock has not reached, give or take a little."""
        return datetime.datetime.now(datetime.UTC) < datetime.datetime.fromisoformat(self.created) - CLOCKS_DIFFER

    @property
    def is_expired(self) -> bool:
        """Whether its time is over."""
        return datetime.datetime.now(datetime.UTC) >= datetime.datetime.fromisoformat(self.expires)

    def wrote_as_another(self) -> str:
        """Why a row that this plan wrote is left alone by one made with other credentials: new ones, or another tenant's."""
        return f"plan {self.plan_id} wrote the same row as {self.environment}: if that is another tenant, plan it with --again"

    def may_have_written(self, state: str) -> str:
        """Why a row is left alone whose like is in doubt in this plan."""
        return f"the same row is {state} in plan {self.plan_id}: reconcile that first"

    def digest_of(self, rows: Iterable[Row]) -> str:
        """The digest of this plan with these rows, as it should be."""
        head = [self.plan_id, self.job, self.options, self.source_digest, self.base_url_hash, self.environment]
        times = [self.created, self.expires, self.undo_of]
        return sha256(dump([head, times, [row.sealed or row.seal() for row in rows]]))


@dataclass
class Row:
    """One planned write.

    input    the typed values it was planned from     before    the record read at planning, again when it was sent
    expected paths and values afterwards              watched   paths and values that must still hold
    outlook  what planning foresaw: "send", "skip: ..." or "conflict: ..."
    sealed   the seal the row had before values of it were erased, None for a whole row
    """

    row_id: int
    plan_id: str
    number: int
    operation: str
    target: str
    natural_key: str
    token: str
    input: Json
    before: Json | None
    expected: Json
    watched: Json
    amount: Decimal | None
    currency: str | None
    outlook: str
    effects: list[str]
    body: str | None = None
    body_hash: str | None = None
    state: str = "PLANNED"
    why: str = ""
    changed: str = ""
    undo_of: int | None = None
    sealed: str | None = None

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """From the columns of a journal row."""
        found = dict(values)
        for name in ("input", "before", "expected", "watched", "effects"):
            found[name] = load(found[name])
        found["amount"] = None if found["amount"] is None else Decimal(found["amount"])
        return cls(**found)

    def planned(self) -> list[Any]:
        """What the approver read, and what therefore must not differ when it is applied."""
        amount = None if self.amount is None else format(self.amount, "f")
        named = [self.number, self.operation, self.target, self.natural_key, self.token, self.input]
        return [*named, self.expected, self.watched, amount, self.currency, self.outlook, self.effects, self.undo_of]

    def seal(self) -> str:
        """The digest of what the approver read of this row."""
        return sha256(dump(self.planned()))
