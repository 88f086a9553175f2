"""Who was forgotten: a small private file that every load reads, so that nobody on it comes back from the PMS."""

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
from nightaudit.files import PRIVATE, write_anew
from nightaudit.privacy.masks import mask, owners

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from nightaudit.privacy.masks import Known
    from nightaudit.settings import Settings

FILE = "forgotten.json"
WORD = re.compile(r"[\w@.+'-]*[\w']")
LONGEST = 10  # words of a name or a spaced telephone number
FEWEST_DIGITS = 7  # of a telephone number that is told by its digits alone


@dataclass(frozen=True)
class Person:
    """One forgotten contact.

    since     when it was asked for (ISO, UTC)
    bookings  ids of their bookings, whose notes and custom fields go with them
    digests   keyed digests of their addresses, telephone numbers and full names
    erased    when everything was done (ISO, UTC), None before
    """

    contact_id: int
    since: str
    bookings: tuple[str, ...] = ()
    digests: tuple[str, ...] = ()
    erased: str | None = None


@dataclass
class Forgotten:
    """The list of one data directory. `key` makes the digests; `people` by contact id."""

    path: Path
    key: str
    people: dict[int, Person] = field(default_factory=dict)
    _digests: frozenset[str] = frozenset()
    _known: Known = field(default=lambda _: False, repr=False)

    @classmethod
    def read(cls, settings: Settings) -> Self:
        """The list, empty where there is none. Raises ConfigurationError when it cannot be read: then nobody may be loaded."""
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
                f"{path}, the list of forgotten persons, cannot be read: {error}.", hint="Restore it from a backup."
            ) from None

    def add(self, person: Person) -> None:
        """Put a person on the list, or what is said of them anew; it is on disk when this returns."""
        self.people[person.contact_id] = person
        text = json.dumps({"key": self.key, "people": [asdict(one) for one in self.people.values()]}, indent=1)
        write_anew(self.path, text, mode=PRIVATE)

    def done(self, contact_id: int, at: str) -> None:
        """Write down that nothing of the person is left."""
        self.add(replace(self.people[contact_id], erased=at))

    def digests(self, texts: Iterable[str]) -> set[str]:
        """What addresses, numbers and names are known again by, a telephone number also by its digits."""
        return {self.digest(form) for text in texts for form in (text, digits_of(text)) if form}

    def digest(self, text: str) -> str:
        """The keyed digest of an address, number or name, however it is spaced, stopped and cased."""
        plain = " ".join(WORD.findall(text.casefold()))
        return hmac.new(bytes.fromhex(self.key), plain.encode(), hashlib.sha256).hexdigest()

    def knows(self, digests: frozenset[str]) -> Known:
        """What tells whether a text holds an address, number or name of which one of these digests was made."""
        if digests != self._digests:
            known = functools.lru_cache(65_536)(lambda text: any(self.digest(part) in digests for part in parts(text)))
            self._known = known
            self._digests = digests  # last: readers of several lists ask at once
            return known
        return self._known

    def masked(
        self, stream: str, keys: Sequence[str], parents: Sequence[str | None], payloads: Sequence[bytes | None]
    ) -> Sequence[bytes | None]:
        """The payloads of raw rows as they are kept, one for each; the same object where nobody is forgotten.

        stream    whose rows these are
        keys      the record key of each
        parents   the key of the record that each hangs on, None in a list of its own
        payloads  the JSON text of each in UTF-8, None for a tombstone

        Writes down, on disk, ids of bookings that turn out to be a forgotten person's.
        """
        if not self.people:
            return payloads
        known = self.knows(frozenset(digest for person in self.people.values() for digest in person.digests))
        rows = zip(keys, parents, payloads, strict=True)
        return [self._one(stream, key, parent, payload, known) for key, parent, payload in rows]

    def _one(self, stream: str, key: str, parent: str | None, payload: bytes | None, known: Known) -> bytes | None:
        if payload is None:
            return None
        kept = record = exact.decode(payload)
        for person in [*self.people.values()]:
            if stream == "bookings" and person.contact_id in owners(record):
                named = {key, str(record.get("bookingId") or record.get("id"))} - {*person.bookings}
                if named:  # on disk: what hangs on the booking may be read by a later load
                    self.add(replace(person, bookings=(*person.bookings, *sorted(named))))
            kept = mask(stream, kept, person.contact_id, known, theirs=_hangs_on(stream, parent, person))
        return payload if kept == record else exact.encode(kept)


def parts(text: str) -> Iterator[str]:
    """Every run of a few words of a text, and what may be a telephone number in digits: both may stand in the middle of it."""
    words = [word.removesuffix("'s") for word in WORD.findall(text)]
    for length in range(1, LONGEST + 1):
        for first in range(len(words) - length + 1):
            run = " ".join(words[first : first + length])
            if length > 1 or "@" in run or len(words) == 1:
                yield run
            if digits := digits_of(run):
                yield digits


def digits_of(text: str) -> str:
    """The digits of what may be a telephone number, "" for any other text."""
    digits = re.sub(r"\D", "", text)
    return digits if len(digits) >= FEWEST_DIGITS and not any(map(str.isalpha, text)) else ""


def _hangs_on(stream: str, parent: str | None, person: Person) -> bool:
    if stream.startswith("contacts_"):
        return parent == str(person.contact_id)
    return stream.startswith("bookings_") and parent in person.bookings
