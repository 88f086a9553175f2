"""notes-add: add notes to bookings and activities."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

from nightaudit.client.records.activities import Activity, Note
from nightaudit.client.records.bookings import Booking
from nightaudit.client.records.record import letters
from nightaudit.client.resources import Activities, Bookings
from nightaudit.correct.columns import Column
from nightaudit.correct.shortened import few
from nightaudit.correct.token_correction import TokenCorrection
from nightaudit.correct.tokens import own_token, with_token
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation
    from nightaudit.correct.columns import Values
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json

MARKUP = re.compile(r"<[^<>]*>")


class NotesAdd(TokenCorrection):
    """The text of a note begins with the token in brackets."""

    name = "notes-add"
    summary = "Add notes to bookings and activities"
    columns = (
        Column("bookingId", Booking, "id"),
        Column("activityId", Activity, "id"),
        Column("content", Note, required=True),
    )
    streams = ("bookings", "bookings_notes", "activities_notes")
    token_field = "content"  # noqa: S105 - the field's name
    no_model = "people decide what a note should say"
    undo = "The document has no operation that removes a note."

    @staticmethod
    def _is_booking(row: Values) -> bool:
        return "bookingId" in row

    def _parent(self, row: Values) -> int:
        return int(row["bookingId"] if self._is_booking(row) else row["activityId"])

    def errors(self, row: Values) -> list[str]:
        """Require exactly one parent: a booking or an activity."""
        one = ("bookingId" in row) != ("activityId" in row)
        return [] if one else ["column bookingId: fill exactly one of bookingId, activityId"]

    def operation(self, row: Values) -> Operation[Any]:
        """Return the operation that adds a note to the row's kind of parent."""
        return Bookings.add_note if self._is_booking(row) else Activities.add_note

    def ids(self, row: Values) -> tuple[int | str, ...]:
        """Return the parent's id."""
        return (self._parent(row),)

    def target(self, row: Values) -> str:
        """Return the parent: bookings/5 or activities/7."""
        return f"{'bookings' if self._is_booking(row) else 'activities'}/{self._parent(row)}"

    def read(self, row: Values, reader: Reader) -> Json:
        """Return the parent's record. Raises NotFound."""
        return reader.record(Bookings.get if self._is_booking(row) else Activities.get, self._parent(row))

    def effects(self, row: Values, now: Json, reader: Reader) -> list[str]:
        """Remark on notes of the parent that say the same, whoever wrote them."""
        wanted = _own_words(row["content"])
        notes = self.records([row], reader)
        like = [str(note["id"]) for note in notes if wanted & _own_words(note.get(self.token_field))]
        return [f"{self.target(row)} already has a note that says this: {few(like)}"] if like else []

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return the text with its token."""
        return {"content": with_token(row["content"], token)}

    def text_lost(self, row: Values, record: Json) -> list[str]:
        """Return that the note does not have all words of the row, in their order: the loss of a few may turn its sense.

        Its text is not quoted, because it may say something about a person.
        """
        kept, sent = str(record.get(self.token_field)), row["content"]
        if any(words in found for words in _words(sent) for found in _words(kept)):
            return []
        lengths = f"it has {len(kept)} characters with the token, and {len(sent)} were sent without it"
        return [f"{self.token_field} lacks words that were sent: {lengths}"]

    def list_key(self, row: Values) -> str:
        """Return the path of the row's operation: notes of bookings and of activities are in different lists."""
        return self.operation(row).path

    def target_of(self, record: Json) -> str:
        """Return the parent, which `records` puts into the id of a note."""
        return str(record["id"]).rpartition("/notes/")[0]

    def alike(self, row: Values, token: str, record: Json) -> bool:
        """Return whether a note is empty, or the beginning of what the row sends, with its token or without.

        Only letters and digits are compared, without the token of another data directory.
        """
        sent = {*_own_words(row["content"]), letters(with_token(row["content"], token))}
        kept = _own_words(record.get(self.token_field))
        return any(text.startswith(left) for text in sent for left in kept)

    def records(self, rows: list[Values], reader: Reader) -> list[Json]:
        """Return the notes of every parent of these rows, with ids like bookings/5/notes/1.

        Notes of different parents may have the same id, so the parent is made part of it.
        """
        found: dict[tuple[str, Any], Json] = {}
        for row in rows:
            operation = Bookings.notes if self._is_booking(row) else Activities.notes
            for note in self._notes(row, operation, reader):
                found[self.target(row), note.get("id")] = note | {"id": f"{self.target(row)}/notes/{note.get('id')}"}
        return [*found.values()]

    def _notes(self, row: Values, operation: Operation[Any], reader: Reader) -> list[Json]:
        """Return the notes of the row's parent; none where the parent is gone. Raises NotFound for a parent that is there."""
        try:
            return reader.list(operation, self._parent(row))
        except NotFound:
            try:
                self.read(row, reader)
            except NotFound:
                return []
            raise


def _own_words(text: Any) -> set[str]:
    """Return the words of a note without its complete token."""
    words = str(text or "").casefold()
    return _words(words.replace(own_token(words), "", 1))


def _words(text: str) -> set[str]:
    """Return the letters and digits of a text: of the text as it is, and of its words if it is HTML.

    Whether a service keeps a note as it was sent or as HTML is not shown.
    """
    as_html = letters(html.unescape(MARKUP.sub("", text)))
    return {letters(text)} | ({as_html} if as_html else set())
