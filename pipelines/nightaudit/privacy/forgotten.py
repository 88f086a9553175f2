"""The list of forgotten persons: a small private file that every load reads, so that none of them comes back from the PMS."""

from __future__ import annotations

import functools
import hashlib
import hmac
import json
import re
import secrets
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Self

from nightaudit import warehouse
from nightaudit.client import exact
from nightaudit.errors import ConfigurationError
from nightaudit.files import PRIVATE, write_atomically
from nightaudit.privacy.masks import booking_ids, is_billed_for, mask, owners

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from nightaudit.privacy.masks import Known
    from nightaudit.settings import Settings

FILE = "forgotten.json"
RUN = re.compile(r"[\w@.+'-]+")
LONGEST = 10  # words of a name or of a telephone number with spaces
FEWEST_DIGITS = 7  # of a telephone number that is recognised by its digits alone


@dataclass(frozen=True)
class Person:
    """One forgotten contact.

    since     when `forget` was first run for the person (ISO, UTC)
    bookings  ids of the person's bookings, whose notes and custom fields are masked too
    digests   keyed digests of the person's e-mail addresses, telephone numbers and full names
    erased    when the erasure was complete (ISO, UTC), None before
    """

    contact_id: int
    since: str
    bookings: tuple[str, ...] = ()
    digests: tuple[str, ...] = ()
    erased: str | None = None


@dataclass
class Forgotten:
    """The list of one data directory: `people` by contact id, and the `key` of the digests."""

    path: Path
    key: str
    people: dict[int, Person] = field(default_factory=dict)
    _digests: frozenset[str] = frozenset()
    _known: Known = field(default=lambda _: False, repr=False)

    @classmethod
    def read(cls, settings: Settings) -> Self:
        """Return the list, empty where there is none. Raises ConfigurationError when it cannot be read: no load may run then."""
        path = warehouse.private_dir(settings) / FILE
        if not path.exists():
            return cls(path, secrets.token_hex(32))
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            people = [
                Person(**{**one, **{k: tuple(one[k]) for k in ("bookings", "digests")}}) for one in found["people"]
            ]
            return cls(path, found["key"], {person.contact_id: person for person in people})
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ConfigurationError(
                f"{path}, the list of forgotten persons, cannot be read: {error}.",
                hint="Restore the file from a backup.",
            ) from None

    def add(self, person: Person) -> None:
        """Add or replace a person on the list; the list is on disk when this returns."""
        self.people[person.contact_id] = person
        text = json.dumps({"key": self.key, "people": [asdict(one) for one in self.people.values()]}, indent=1)
        write_atomically(self.path, text, mode=PRIVATE)

    def done(self, contact_id: int, at: str) -> None:
        """Note on the list that the person's erasure is complete."""
        self.add(replace(self.people[contact_id], erased=at))

    def digests(self, texts: Iterable[str]) -> set[str]:
        """Return the digests that addresses, numbers and names are recognised by; a telephone number also by its digits."""
        return {self.digest(form) for text in texts for form in (text, _digits_of(text)) if form}

    def digest(self, text: str) -> str:
        """Return the keyed digest of an address, number or name, independent of spacing, punctuation and case."""
        plain = " ".join(_words(text.casefold()))
        return hmac.new(bytes.fromhex(self.key), plain.encode(), hashlib.sha256).hexdigest()

    def knows(self, digests: frozenset[str]) -> Known:
        """Return a function that says whether a text contains an address, number or name with one of these digests."""
        if digests != self._digests:
            known = functools.lru_cache(65_536)(lambda text: any(self.digest(part) in digests for part in parts(text)))
            self._known = known
            self._digests = digests  # set last: several threads read lists at once
            return known
        return self._known

    def masked(
        self, stream: str, keys: Sequence[str], parents: Sequence[str | None], payloads: Sequence[bytes | None]
    ) -> Sequence[bytes | None]:
        """Return the payloads of raw rows, masked, one for each row; the same object where nobody is forgotten.

        stream    the stream of the rows
        keys      the record key of each row
        parents   the key of each row's parent record, None where the stream is no child list
        payloads  the JSON text of each row in UTF-8, None for a tombstone

        Adds the ids of bookings that turn out to be a forgotten person's to the list on disk.
        """
        if not self.people:
            return payloads
        known = self.knows(frozenset(digest for person in self.people.values() for digest in person.digests))
        rows = zip(keys, parents, payloads, strict=True)
        return [self._mask(stream, key, parent, payload, known) for key, parent, payload in rows]

    def _mask(self, stream: str, key: str, parent: str | None, payload: bytes | None, known: Known) -> bytes | None:
        if payload is None:
            return None
        kept = record = exact.decode(payload)
        for person in [*self.people.values()]:
            if stream == "bookings" and person.contact_id in owners(record):
                new = booking_ids(key, record) - {*person.bookings}
                if new:  # on disk, as a later load may read the booking's child lists
                    self.add(replace(person, bookings=(*person.bookings, *sorted(new))))
            theirs = _is_child_of(stream, parent, person) or is_billed_for(stream, record, person.bookings)
            kept = mask(stream, kept, person.contact_id, known, theirs=theirs)
        return payload if kept == record else exact.encode(kept)


def parts(text: str) -> Iterator[str]:
    """Yield each run of up to `LONGEST` words in a text, and the digits of each run that may be a telephone number."""
    words = [word.removesuffix("'s") for word in _words(text)]
    for length in range(1, LONGEST + 1):
        for first in range(len(words) - length + 1):
            run = " ".join(words[first : first + length])
            if length > 1 or "@" in run or len(words) == 1:
                yield run
            if digits := _digits_of(run):
                yield digits


def _words(text: str) -> list[str]:
    """Return the words of a text, without the punctuation at their ends, in time that grows with its length alone."""
    return [word for run in RUN.findall(text) if (word := run.rstrip("@.+-"))]


def _digits_of(text: str) -> str:
    """Return the digits of a text that may be a telephone number, "" for any other text."""
    digits = re.sub(r"\D", "", text)
    return digits if len(digits) >= FEWEST_DIGITS and not any(map(str.isalpha, text)) else ""


def _is_child_of(stream: str, parent: str | None, person: Person) -> bool:
    """Return whether a row of a child list belongs to the person's contact record or to one of the person's bookings."""
    if stream.startswith("contacts_"):
        return parent == str(person.contact_id)
    return stream.startswith("bookings_") and parent in person.bookings
