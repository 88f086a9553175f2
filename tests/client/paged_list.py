"""A list of 47 records, paged in any of the shapes that services use."""

from typing import Any

from client.loopback import Asked, Exchange

ROWS = [{"id": number} for number in range(1, 48)]


class Listing:
    """A list of 47 records in any of the shapes, counting pages from `base`, giving at most `most` rows a page.

    `zero` is what page 0 is where pages count from one ("one": it is said to be page 1); `says_asked` echoes the number as it
    was asked for.
    """

    def __init__(
        self,
        shape: str,
        base: int = 0,
        most: int = 1000,
        rows: list[Any] | None = None,
        zero: str = "same",
        *,
        says_asked: bool = False,
    ) -> None:
        self.shape, self.base, self.most, self.rows = shape, base, most, ROWS if rows is None else rows
        self.zero, self.says_asked = zero, says_asked

    def __call__(self, asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        size = min(self.most, int(query["size"]))
        number = max(0, int(query["page"]) - self.base)
        rows = self.rows[number * size : (number + 1) * size]
        numbers = {
            "size": size,
            "number": number,
            "totalElements": len(self.rows),
            "totalPages": -(-len(self.rows) // size),
        }
        if int(query["page"]) < self.base and self.zero in {"refuse", "break"}:
            exchange.json({"message": "page is 1 or more"}, 400 if self.zero == "refuse" else 500)
            return
        if int(query["page"]) < self.base and self.zero == "empty":
            rows = []
        if self.says_asked:
            numbers["number"] = max(int(query["page"]), self.base if self.zero == "one" else 0)
        exchange.json(
            {
                "short": {"content": rows, "page": numbers},
                "full": {"content": rows, **numbers, "numberOfElements": len(rows)},
                "no totals": {"content": rows, "number": number, "size": size},
                "embedded": {"_embedded": {"units": rows}, "page": numbers},
                "bare": rows,
                "bare, no pages": self.rows,
            }[self.shape]
        )
