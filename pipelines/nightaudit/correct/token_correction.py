"""The base class of jobs whose rows create records that carry a token, by which they are found and counted."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.correct import tokens
from nightaudit.correct.correction import Ambiguity, Correction
from nightaudit.correct.values import Json, at

if TYPE_CHECKING:
    import datetime
    from decimal import Decimal

    from nightaudit.correct.columns import Values
    from nightaudit.correct.reader import Reader


class TokenCorrection(Correction):
    """A create whose token the service stores and lists, so that the records of a row can be counted.

    token_field  wire name, in body and record, of the text that carries the token
    of_money     fields of the record that say how much money it moved, and on which target

    People record the same things by hand: the plan stores the ids of records that look like one of its rows, and new ones are
    looked for before anything is sent.
    """

    ambiguous: ClassVar[Ambiguity] = "token"
    listed: ClassVar[bool] = True
    token_field: ClassVar[str]
    of_money: ClassVar[tuple[str, ...]] = ()

    def creates(self, before: Json) -> bool:
        """Return True: every row creates a record."""
        return True

    @abstractmethod
    def records(self, rows: list[Values], reader: Reader) -> list[Json]:
        """Return all records that may carry the tokens of these rows, each record once."""

    def records_by_mark(self, rows: list[Values], reader: Reader) -> dict[str, list[Json]]:
        """Return `records` by the beginning of the token that they show, of length tokens.SHORTEST; "" for none."""
        found: dict[str, list[Json]] = {}
        for record in self.records(rows, reader):
            found.setdefault(tokens.mark(record.get(self.token_field))[: tokens.SHORTEST], []).append(record)
        return found

    def records_since(self, rows: list[Values], day: datetime.date, reader: Reader) -> list[Json]:
        """Return those of `records` that were created on that day or later; more may be returned."""
        return self.records(rows, reader)

    @abstractmethod
    def target_of(self, record: Json) -> str:
        """Return the target of the row that created a listed record, named as by `target`; "" where it may be any."""

    @abstractmethod
    def alike(self, row: Values, token: str, record: Json) -> bool:
        """Return whether a record of the row's target may be the one that the row creates, even without its token."""

    def amount_key(self, content: Json) -> Any:
        """Return a key of the money in a row or a record, None for none. A row is `alike` records of the same key, or of None."""
        return None

    def moved(self, before: Json, now: Json) -> Decimal | None:
        """Return how much money moved on a target between two readings; None where the record does not show it."""
        return None

    def is_done(self, row: Values, now: Json) -> bool:
        """Return False: an equal record is not the same one, because two equal receipts are two receipts."""
        return False

    def expected(self, row: Values, before: Json) -> Json:
        """Return what the created record must hold: the values of the body."""
        return self.created(self.body(row, before, ""))

    def created(self, body: Json) -> Json:
        """Return the fields of the created record, by record name, from those of a body; without the one with the token."""
        return {self.other_names.get(name, name): value for name, value in body.items() if name != self.token_field}

    def text_lost(self, row: Values, record: Json) -> list[str]:
        """Return what the created record lacks of the row's own text in the token's field; none where services may cut it."""
        return []

    def token_of(self, record: Json) -> str:
        """Return the complete token that a record carries, in lower case; "" for none."""
        return tokens.own_token(record.get(self.token_field))

    def filter_by_token(self, records: list[Json], token: str) -> list[Json]:
        """Return the records that carry the token, in upper or lower case, complete or cut off at the end of the text."""
        return [record for record in records if tokens.carries(record.get(self.token_field), token)]

    def watched(self, row: Values, record: Json) -> Json:
        """Return the paths of `watch` only: the target of a create does not have the fields of the created record."""
        return {path: at(record, path) for path in self.watch}
