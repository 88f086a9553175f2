"""Lists that do not show some of their pages, in front of a list that does."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from load.drifting_list import REFUSALS, DriftingList, key
from nightaudit.client.busy import Broken
from nightaudit.client.page import Page

REACH = 300  # rows
ANSWERS = {
    "refused": "^Result window is too large.$",
    "broken": "^Result window is too large.$",
    "empty": r"^Pages after \d+ records are empty|^The list ended after \d+ records",
    "cut": r"^The list ended after 300 records",
}
"""What a service says to a page too far from the beginning, and the reason on the certificate."""


class Reaching:
    """A list that does not show pages with rows after the first REACH in the order asked for.

    answer  one of ANSWERS: it refuses such a page, or shows none of its rows, or those up to REACH
    counts  whether it counts more rows than these
    """

    def __init__(self, listing: DriftingList, answer: str = "refused", *, counts: bool = True) -> None:
        self.listing, self.answer, self.counts = listing, answer, counts

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        beyond = (page + 1) * size > REACH
        if beyond and self.answer in REFUSALS:
            kind, status = REFUSALS[self.answer]
            raise kind("Result window is too large.", status=status)
        found = self.listing(page, size, sort, **filters)
        if beyond:
            found = replace(found, rows=found.rows[: max(REACH - page * size, 0)] if self.answer == "cut" else ())
        return found if self.counts else replace(found, total_elements=min(found.total_elements or 0, REACH))


class Unshown:
    """A list whose pages answer 500 where they contain one of these records."""

    def __init__(self, listing: Any, unshown: Iterable[int]) -> None:
        self.listing, self.unshown, self.requests = listing, {*unshown}, 0

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        self.requests += 1
        answer: Page = self.listing(page, size, sort, **filters)
        if self.unshown & {*map(key, answer.rows)}:
            raise Broken("Cannot serialise.", status=500)
        return answer
