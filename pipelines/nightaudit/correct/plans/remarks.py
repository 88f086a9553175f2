"""Remarks for the approver on rows that no rule forbids, but that may be wrong: duplicates, rows sent before, odd values."""

from __future__ import annotations

import datetime
import re
from contextlib import suppress
from decimal import Decimal
from typing import TYPE_CHECKING

from nightaudit.correct.jobs.money import A_DAY
from nightaudit.correct.journal.other_rows import sent_before
from nightaudit.correct.values import dump

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.rows import Source

LARGE_AMOUNT = Decimal(1_000_000)
"""Amount above which a row is questioned: so much is rarely meant, and often a decimal point was lost."""
AMOUNT = "amount"
FAR_OFF = datetime.timedelta(days=2 * 365)
"""Distance from the business date beyond which a date is questioned: often its year is a typing error."""

MONTHS = (
    "Jan|Feb|Mar|Mär|Mrz|Apr|May|Mai|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez|janv|févr|mars|avr|juin|juil|août|sept|déc"
)
"""As spreadsheets shorten them in English, German and French."""

ADDRESSES = frozenset({"email", "emailAddress"})
ADDRESS = re.compile(r"[^@\s,;]+@[^@\s,;]+")

NO_VALUE = re.compile(
    r"N/A|n/a|n\.a\.|k\.A\.|NA|<NA>|NaT|nan|NaN|NULL|null|\(null\)|<null>|\\N|None|nil|undefined|Loading\.\.\."
    "|[-\N{EN DASH}\N{EM DASH}]"
)
"""What people, exports of databases and scripts write into an empty cell. It may be meant: Null is a surname."""

ODD_TEXTS = {
    "a number after the apostrophe by which spreadsheets mark a text": "'[0-9]+",
    "digits of another script": r"(?=.*[^0-9])\d+",
    "a number that ends with .0": r"[0-9]+\.0",
    "a number whose last digits a spreadsheet may have set to zero": "[0-9]{15}0+",
    "a date that a spreadsheet may have made of a number": rf"(?=.*[0-9])([0-9]{{1,2}}[-. ]+)?({MONTHS})\.?([- ][0-9]{{2}})?",
    "a ? that may stand for a lost letter": r"(?!.*://).*[^\W\d_]\?[^\W\d_].*|\?+",
}
"""What programs make of texts, with its pattern. Any may be meant, and none is quoted: remarks are kept, and texts may be names.

Spreadsheets keep fifteen digits of a number; a program that saves a text in an older encoding writes ? for other letters.
"""


class Remarks:
    """Makes the remarks on the rows of one source. Each names the row's number and, for a file, its line."""

    def __init__(
        self, job: Correction, source: Source, today: datetime.date, journal: Journal, base_url_hash: str
    ) -> None:
        self._job, self._today = job, today
        self._journal, self._base_url_hash = journal, base_url_hash
        self._named = source.named
        self._of_source = [source.remark] if source.remark else []
        self._first: dict[str, int] = {}
        self._sent: dict[tuple[str, str], dict[str, str]] = {}  # by target and operation

    def on(self, row: Row) -> list[str]:
        """Return the remarks on a row that is to be sent. Call it once for each such row, in order."""
        found = [*self._of_source, *self._alike(row), *self._sent_before(row)]
        self._of_source = []  # one row is enough to tell the approver
        if row.amount is not None and row.amount > LARGE_AMOUNT:
            found.append(f"{self._named(row.number)} moves {row.amount}, more than {LARGE_AMOUNT:,}: is that correct?")
        return found + [f"{self._named(row.number)} has {oddity}: is that correct?" for oddity in self._odd_cells(row)]

    def _odd_cells(self, row: Row) -> Iterator[str]:
        """Yield what is odd about single cells."""
        for column in self._job.columns:
            name, cell = column.name, row.input.get(column.name)
            if isinstance(cell, str) and NO_VALUE.fullmatch(cell):
                yield f"{cell}, which may mean no value, in {name}"
            elif isinstance(cell, str) and (oddity := _odd_text(cell)):
                yield f"{oddity} in {name}"
            elif isinstance(cell, str) and name in ADDRESSES and not ADDRESS.fullmatch(cell):
                yield f"no e-mail address in {name}"
            day = _day(cell) if column.is_date else None
            if day and abs(day - self._today) > FAR_OFF:
                years = round(abs(day - self._today).days / 365)
                yield f"{name} {day}, {years} years from the business date {self._today}"
            elif day and column.past and day > self._today + A_DAY:  # in no time zone is it that day
                yield f"{name} {day}, after the business date {self._today}"

    def _alike(self, row: Row) -> list[str]:
        """Return a remark where an earlier row of the plan may be a duplicate."""
        like = self._job.duplicate_key(row.input)
        if like is None:
            return []
        first = self._first.setdefault(dump(like), row.number)
        if first == row.number:
            return []
        return [f"{self._named(row.number)} is like {self._named(first)}: perhaps a duplicate"]

    def _sent_before(self, row: Row) -> list[str]:
        """Return a remark on the latest row of another plan that is like this one and was, or may have been, carried out."""
        like = self._job.duplicate_key(row.input)
        if like is None:
            return []
        place = row.target, row.operation
        if place not in self._sent:
            self._sent[place] = self._sent_to(row)
        sent, but_for_amount = self._sent[place], {**row.input, AMOUNT: None}
        if twin := sent.get(dump(like)):
            return [f"{self._named(row.number)} is like {twin}: perhaps a duplicate"]
        if row.amount is not None and (twin := sent.get(dump(but_for_amount))):
            return [f"{self._named(row.number)} is {twin}: is it meant in addition?"]
        return []

    def _sent_to(self, row: Row) -> dict[str, str]:
        """Return the latest rows of other plans on the row's record, by their `duplicate_key` and by all but their amount."""
        found: dict[str, str] = {}
        for number, plan_id, state, other in sent_before(self._journal, self._base_url_hash, row):
            twin = f"row {number} of plan {plan_id}, which is {state}"
            found.setdefault(dump(self._job.duplicate_key(other)), twin)
            if AMOUNT in other:
                but_for_amount = dump({**other, AMOUNT: None})
                found.setdefault(but_for_amount, f"{twin}, but for its amount, {other[AMOUNT]}")
        return found


def _odd_text(text: str) -> str:
    """Return what may have happened to a text on its way through other programs, "" where nothing is odd."""
    with suppress(UnicodeError):
        if text.encode("cp1252").decode() != text:
            return "letters in the wrong encoding, such as Ã¼ for ü,"
    return next((oddity for oddity, pattern in ODD_TEXTS.items() if re.fullmatch(pattern, text, re.DOTALL)), "")


def _day(text: object) -> datetime.date | None:
    """Return the day of a date or date-time as stored in a plan; None where there is none."""
    try:
        return datetime.date.fromisoformat(str(text)[:10])
    except ValueError:
        return None
