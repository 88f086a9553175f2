"""Faults that the sandbox produces on request: kinds, the requests they match, and how often (by count or seeded probability)."""

from __future__ import annotations

import fnmatch
import random
import threading
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

import msgspec

from nightaudit.client.operation import API_PREFIX
from nightaudit.errors import UsageError

Kind = Literal[
    "status",
    "reset",
    "truncate",
    "cut-gzip",
    "html",
    "empty",
    "nan",
    "drip",
    "late-commit",
    "drop-before",
    "drop-after",
    "revoke",
    "insert-row",
    "delete-row",
    "wrong-total",
]

LONGEST_SECONDS = 600
ERRORS = range(400, 600)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault to produce. Raises UsageError for an unknown kind or an invalid number.

    kind         what happens: an error `status` instead of the answer; the connection `reset`; the answer cut
                 (`truncate`, `cut-gzip`), replaced (`html`, `empty`), spoilt (`nan`, `wrong-total`) or slow (`drip`,
                 over `seconds`); `late-commit` answers `status` and acts `seconds` later; `drop-before` and
                 `drop-after` end the connection before or after the request is carried out; `revoke` makes every
                 token invalid; `insert-row` and `delete-row` change the listed collection just before the answer,
                 and do not count where a path lists no stored records
    route        pattern of the path below /api/v3: "/bookings", "/salesInvoices/*", "*" ("/oauth/token" is the token's)
    method       HTTP method, or "*"
    skip         number of matching requests that are let through first
    count        how often the fault happens; None means without end
    probability  of the fault for a matching request, drawn from `seed`; 1 means always
    status       of `status` and `late-commit`; 429, 500, 502, 503 and the like
    retry_after  "seconds", "date" or "" : the form of the Retry-After header, `seconds` from now
    amount       what `wrong-total` adds to the total
    """

    kind: Kind
    route: str = "*"
    method: str = "*"
    skip: int = 0
    count: int | None = 1
    probability: float = 1.0
    seed: int = 0
    status: int = 503
    retry_after: Literal["", "seconds", "date"] = ""
    seconds: float = 1.0
    amount: int = 1

    def __post_init__(self) -> None:
        """Check the values."""
        _check_kind(self.kind)
        sensible = 0 <= self.probability <= 1 and self.skip >= 0 and 0 <= self.seconds <= LONGEST_SECONDS
        if not sensible or (self.count is not None and self.count < 0) or self.status not in ERRORS:
            raise UsageError(f"The fault {self.kind} has a number that is out of range.")
        if self.retry_after not in {"", "seconds", "date"}:
            raise UsageError(f"{self.retry_after!r} is not a form of Retry-After.", hint="Use seconds or date.")

    @classmethod
    def read(cls, given: Any) -> Fault:
        """Read a fault from its JSON, names in snake case; raises UsageError."""
        known = {field.name for field in fields(cls)}
        if not isinstance(given, dict) or not given.keys() <= known or "kind" not in given:
            raise UsageError(f"A fault must be an object with kind and any of {', '.join(sorted(known - {'kind'}))}.")
        _check_kind(given["kind"])
        try:
            return msgspec.convert(given, cls)
        except msgspec.ValidationError as error:
            raise UsageError(f"The fault cannot be read: {error}.") from error


def _check_kind(kind: object) -> None:
    if kind not in get_args(Kind):
        raise UsageError(f"There is no fault {kind!r}.", hint=f"The kinds are {', '.join(get_args(Kind))}.")


class Armed:
    """A fault with its counts: requests matched, and how often it happened."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        self.matched = 0
        self.happened = 0
        self.random = random.Random(fault.seed)  # noqa: S311 - repeatable, not secret

    def strikes(self, method: str, path: str) -> bool:
        """Return whether the fault happens to this request; count the request."""
        fault = self.fault
        if fault.method not in {"*", method} or not fnmatch.fnmatchcase(path, fault.route):
            return False
        if fault.count is not None and self.happened >= fault.count:
            return False
        self.matched += 1
        if self.matched <= fault.skip or self.random.random() >= fault.probability:
            return False
        self.happened += 1
        return True


class Faults:
    """The armed faults of one sandbox, tried in the order of arming until one strikes a request."""

    def __init__(self) -> None:
        self._armed: list[Armed] = []
        self._lock = threading.Lock()

    def arm(self, fault: Fault) -> None:
        """Add a fault."""
        with self._lock:
            self._armed.append(Armed(fault))

    def clear(self) -> None:
        """Disarm all faults."""
        with self._lock:
            self._armed.clear()

    def strike(self, method: str, path: str) -> Armed | None:
        """Return the fault that happens to this request, or None."""
        below = path.removeprefix(API_PREFIX)
        with self._lock:
            return next((armed for armed in self._armed if armed.strikes(method, below)), None)

    def take_back(self, armed: Armed) -> None:
        """Do not count a fault that could not happen to its request."""
        with self._lock:
            armed.happened -= 1

    def report(self) -> list[dict[str, Any]]:
        """Return each armed fault with the numbers of requests that it matched and struck."""
        with self._lock:
            return [asdict(a.fault) | {"matched": a.matched, "happened": a.happened} for a in self._armed]
