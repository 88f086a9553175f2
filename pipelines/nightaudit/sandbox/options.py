"""The options that a sandbox starts with, and the connection data that its callers need."""

from __future__ import annotations

import datetime  # noqa: TC003 - msgspec reads the types of Filling at run time
import secrets
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Literal

from nightaudit.errors import UsageError
from nightaudit.sandbox.clock import FIRST_DAY, LAST_DAY
from nightaudit.settings import SANDBOX

if TYPE_CHECKING:
    from pathlib import Path

Dialect = Literal["document", "observed"]
LAST_PORT = 65_535
DEFAULT_PAGE_SIZE = 20
REVISIONS = ("3.0.4", "3.0.9", "3.0.12", "3.0.14", "3.0.22")  # the last is the document's


def _secret() -> str:
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class Filling:
    """The options that a database file is filled by. The file keeps them, however it is opened later; see SandboxOptions."""

    portfolio: str | None
    units: int
    years: int
    seed: int
    today: datetime.date | None
    no_stamps: bool


@dataclass(frozen=True, slots=True)
class SandboxOptions:
    """How the sandbox behaves; every field has a default. Raises UsageError for invalid values.

    portfolio       folder of JSON lines to serve; when left out, a portfolio of `units` units over `years` years is generated
    database        SQLite file to keep after the process ends; a temporary one when left out. One that exists keeps the options
                    by which it was filled (`Filling`)
    today           business date the clock starts at; the current date when left out
    dialect         `document` or `observed`: envelope, shape of the booking list, `/roomStays`
    page_base       number of the first page in requests (answers are always zero-based)
    no_sort         ignore `sort` and list rows in an arbitrary but stable order
    no_stamps       records carry neither `createdDate` nor `lastModifiedDate` where the document does not name them
    bare_lists      lists answer with a bare array
    short_rows      rows of room stays and units have only the fields that were observed in lists (dialect `observed`)
    revision        answer only the addresses of this revision of the API; None answers those of all revisions
    """

    portfolio: Path | None = None
    units: int = 300
    years: int = 2
    seed: int = 1
    today: datetime.date | None = None
    database: Path | None = None
    host: str = "127.0.0.1"
    port: int = 0
    dialect: Dialect = "document"
    page_base: int = 0
    max_page_size: int = 500
    no_sort: bool = False
    no_stamps: bool = False
    bare_lists: bool = False
    short_rows: bool = False
    revision: str | None = None
    client_id: str = SANDBOX
    client_secret: str = field(default_factory=_secret, repr=False)
    api_key: str = field(default_factory=lambda: f"{SANDBOX}-{_secret()}", repr=False)

    def __post_init__(self) -> None:
        """Check the values."""
        if self.dialect not in {"document", "observed"}:
            raise UsageError(f"There is no dialect {self.dialect!r}.", hint="Use document or observed.")
        if self.short_rows and self.dialect != "observed":
            raise UsageError("Short rows were observed: the document shows none.", hint="Add the dialect observed.")
        if self.revision is not None and self.revision not in REVISIONS:
            raise UsageError(f"There is no revision {self.revision!r}.", hint=f"Use one of {', '.join(REVISIONS)}.")
        if self.page_base not in {0, 1}:
            raise UsageError("The first page must be 0 or 1.")
        if min(self.max_page_size, self.units, self.years) < 1:
            raise UsageError("Page sizes, units and years must be 1 or more.")
        if not 0 <= self.port <= LAST_PORT:
            raise UsageError(f"The port must be 1 to {LAST_PORT}, or 0 for a free one.")
        if self.today is not None and not FIRST_DAY <= self.today <= LAST_DAY:
            raise UsageError(f"Today must be between {FIRST_DAY} and {LAST_DAY}.")

    @property
    def filling(self) -> Filling:
        """The options that a new database file is filled by."""
        portfolio = None if self.portfolio is None else str(self.portfolio.resolve())
        return Filling(portfolio, self.units, self.years, self.seed, self.today, self.no_stamps)


@dataclass(frozen=True, slots=True)
class Connection:
    """The addresses of a running sandbox, and the credentials it accepts."""

    base_url: str
    token_url: str
    client_id: str
    client_secret: str = field(repr=False)
    api_key: str = field(repr=False)

    def as_dict(self) -> dict[str, str]:
        """Return the fields by name, secrets included, as `serve` prints them."""
        return asdict(self)
