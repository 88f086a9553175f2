"""Habits of a service, drawn by seed: how it pages, sorts, filters, counts and fails, none of which the document shows."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Literal

from nightaudit.client.page import Envelope


@dataclass(frozen=True)
class Habits:
    """How one service answers; the defaults follow the document.

    first_page  number of the first page; if 1, `page_zero` is the answer to page 0
    sizes       whether any size is answered, or all but round numbers of rows are refused
    largest     most rows a page; `beyond` is the answer to a larger size, `behind` the answer to a page after the last
    stamps      whether records carry a modified stamp; "forgotten": some changes leave the stamp as it was
    dateless    whether some records have no dates, and so are in no date window
    moves       probability that a list changes before it answers a request
    steps       the factor of the page number, also where a page has fewer rows
    """

    envelope: Envelope = "short"
    first_page: Literal[0, 1] = 0
    page_zero: Literal["the first", "refused", "broken", "empty"] = "the first"
    number: Literal["as asked", "from zero", "untold"] = "as asked"
    largest: int = 50
    beyond: Literal["clamped", "refused", "default size"] = "clamped"
    fixed_size: bool = False
    sizes: Literal["any", "round"] = "any"
    behind: Literal["empty", "not found", "refused"] = "empty"
    sorting: Literal["honoured", "as text", "by id alone", "ignored", "shuffled", "refused", "broken"] = "honoured"
    totals: Literal["told", "untold", "capped", "of the page", "one more", "one less"] = "told"
    size: Literal["told", "as asked"] = "told"
    statuses: Literal["honoured", "unknown refused", "ignored"] = "honoured"
    hides_statuses: bool = False
    dates: Literal["honoured", "ignored", "refused"] = "honoured"
    one_record: Literal["answered", "not allowed", "not found"] = "answered"
    ids: Literal["counted", "scattered", "texts", "large", "digits"] = "counted"
    stamps: Literal["none", "kept", "forgotten"] = "none"
    dateless: bool = False
    flat_bookings: bool = False
    denied: str = ""
    denied_with: Literal[401, 403] = 403
    faults: float = 0.0
    throttles: bool = False
    moves: float = 0.0
    steps: Literal["size given", "size asked"] = "size given"

    def id_of(self, number: int) -> int | str:
        """The id of the record created as number `number`."""
        scattered = number * 7919 % 1_000_003
        ids: dict[str, int | str] = {
            "counted": number,
            "scattered": scattered,
            "texts": f"A{scattered:07d}",
            "large": 2**60 + scattered,
            "digits": str(scattered),
        }
        return ids[self.ids]


OFTEN: dict[str, tuple[Any, ...]] = {
    "envelope": ("short", "full", "short", "full", "bare", "embedded"),
    "first_page": (0, 0, 0, 1),
    "page_zero": ("the first", "refused", "broken", "empty"),
    "number": ("as asked", "as asked", "from zero", "untold"),
    "largest": (7, 20, 20, 50, 200),
    "beyond": ("clamped", "refused", "default size"),
    "fixed_size": (False,) * 7 + (True,),
    "behind": ("empty", "empty", "empty", "not found", "refused"),
    "sorting": ("honoured",) * 4 + ("as text", "by id alone", "ignored", "shuffled", "refused", "broken"),
    "totals": ("told",) * 5 + ("untold", "capped", "of the page"),
    "size": ("told", "told", "told", "as asked"),
    "statuses": ("honoured", "honoured", "unknown refused", "ignored"),
    "hides_statuses": (True, True, False),
    "dates": ("honoured", "honoured", "ignored", "refused"),
    "one_record": ("answered", "answered", "not allowed", "not found"),
    "ids": ("counted", "counted", "scattered", "texts"),
    "stamps": ("none", "kept", "kept", "forgotten"),
    "dateless": (False, False, False, True),
    "flat_bookings": (False, True),
    "denied": ("", "", "", "contacts", "tags"),
    "denied_with": (401, 403),
    "faults": (0.0, 0.0, 0.01, 0.04),
    "throttles": (False,) * 4 + (True,),
    "moves": (0.0, 0.1, 0.5),
    "steps": ("size given",) * 3 + ("size asked",),
    "sizes": ("any",) * 5 + ("round",),
}
"""The values that each habit is drawn from, frequent ones repeated."""


def drawn(seed: int) -> Habits:
    """The habits of the service of this seed."""
    draw = random.Random(seed)
    return Habits(**{habit: draw.choice(choices) for habit, choices in OFTEN.items()})
