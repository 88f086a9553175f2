"""The report of a load: one summary per stream."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal

from nightaudit.errors import (
    ApiError,
    ConfigurationError,
    CredentialsError,
    Forbidden,
    NightauditError,
    NotFound,
    PartlyLoaded,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.client.statistics import Statistics
    from nightaudit.load.fields.remarks import FieldRemark
    from nightaudit.load.walks.certificate import Certificate

ADDRESS = "Check NIGHTAUDIT_BASE_URL: it is the address without /api/v3."

_ACT_ON = (CredentialsError, Forbidden)
"""Errors that do not end by themselves: their hints say what to do before the next run."""
_lock = threading.Lock()

Outcome = Literal["loaded", "skipped", "failed"]


@dataclass
class StreamSummary:
    """The result of one stream in one load.

    rows      records read; `new` and `changed` count those among them
    gone      records proven deleted
    bytes     size of all answers, uncompressed
    outcome   loaded; skipped (the tenant has no such endpoint, or may not read it); failed (see reason)
    complete  whether the walk proved that no record was missed
    in_part   keys of records of which the list may show a part only
    """

    stream: str
    outcome: Outcome = "loaded"
    rows: int = 0
    new: int = 0
    changed: int = 0
    gone: int = 0
    requests: int = 0
    retries: int = 0
    bytes: int = 0
    seconds: float = 0.0
    complete: bool = False
    reason: str = ""
    walk_id: str = ""
    in_part: set[str] = field(default_factory=set, repr=False)
    certificate: Certificate | None = field(default=None, repr=False)
    error: NightauditError | None = field(default=None, repr=False)

    @contextmanager
    def counting(self, statistics: Statistics) -> Iterator[None]:
        """Add the requests that this thread sends inside the block; several threads may do so at the same time."""
        with statistics.measured() as figures:
            try:
                yield
            finally:
                with _lock:
                    self.requests += figures.requests
                    self.retries += figures.retries
                    self.bytes += figures.bytes

    def end(self, outcome: Outcome, error: NightauditError) -> None:
        """Record the outcome and the error that kept the stream from being loaded."""
        self.outcome, self.error, self.reason, self.complete = outcome, error, error.message, False

    def remark(self, text: str) -> None:
        """Add a sentence to the reason."""
        self.reason = f"{self.reason} {text}".strip()

    def judge(self, reason: str, *, complete: bool) -> None:
        """Change, here and on the certificate, whether the list was read completely, and the reason."""
        self.complete, self.reason = complete, reason
        if self.certificate:
            self.certificate = replace(self.certificate, complete=complete, reason=reason)

    def add(self, extra: StreamSummary) -> None:
        """Add what was read of this stream by key, not from its list; an error makes it failed."""
        self.rows += extra.rows
        self.new += extra.new
        self.changed += extra.changed
        self.requests += extra.requests
        self.retries += extra.retries
        self.bytes += extra.bytes
        self.seconds += extra.seconds
        if extra.error:
            self.end("failed", extra.error)
        elif extra.reason:
            self.remark(extra.reason)

    def as_dict(self) -> dict[str, Any]:
        """Return the summary as JSON-ready values."""
        left_out = {"in_part", "certificate", "error"}
        values = {one.name: getattr(self, one.name) for one in fields(self) if one.name not in left_out}
        return values | {"seconds": round(self.seconds, 3)}


@dataclass
class LoadReport:
    """The summaries of all streams of one load, and the remarks on fields of their records (`fields.examined`)."""

    streams: list[StreamSummary]
    seconds: float = 0.0
    fields: list[FieldRemark] = field(default_factory=list)

    def sort(self, names: list[str]) -> None:
        """Move the streams with these names to the front, in this order."""
        place = {name: number for number, name in enumerate(names)}
        self.streams.sort(key=lambda summary: place.get(summary.stream, len(place)))

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON-ready values."""
        return {
            "seconds": round(self.seconds, 3),
            "streams": [summary.as_dict() for summary in self.streams],
            "fields": [remark.as_dict() for remark in self.fields],
        }

    def new_fields(self) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Return the header and the rows of a table of the new remarks."""
        return ["stream", "field", "remark"], [(one.stream, one.field, one.text) for one in self.fields if one.new]

    def as_table(self) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Return the header and the rows of a table of all streams."""
        counted = ["stream", "rows", "new", "changed", "gone", "requests", "retries"]
        rows = [
            (
                *(getattr(one, name) for name in counted),
                round(one.seconds, 2),
                ("yes" if one.complete else "no") if one.outcome == "loaded" else one.outcome,
                one.reason,
            )
            for one in self.streams
        ]
        return [*counted, "seconds", "proven", "remark"], rows

    @property
    def failed(self) -> list[StreamSummary]:
        """The streams that could not be loaded."""
        return [summary for summary in self.streams if summary.outcome == "failed"]

    @property
    def nothing_loaded(self) -> bool:
        """Whether some streams failed and none was loaded."""
        return bool(self.failed) and not any(summary.outcome == "loaded" for summary in self.streams)

    def require_a_list(self) -> None:
        """Raise ConfigurationError where every list was skipped: no list that was asked for is there, or may be read."""
        first = next(iter(self.streams), None)
        if not first or any(summary.outcome != "skipped" for summary in self.streams):
            return
        hint = first.error.hint if isinstance(first.error, Forbidden) else f"If the tenant should have them: {ADDRESS}"
        raise ConfigurationError(f"None of the lists asked for can be read: {first.reason}", hint=hint)

    def raise_for_failures(self) -> None:
        """Raise PartlyLoaded when some streams failed; the first error when none was loaded. See also `require_a_list`."""
        self.require_a_list()
        if not self.failed:
            return
        what = "; ".join(f"{summary.stream}: {summary.reason.removesuffix('.')}" for summary in self.failed)
        if self.nothing_loaded:
            first = self.failed[0].error or ApiError(what)
            if isinstance(first, NotFound):
                first.hint = f"The lists existed before. If the error stays: {ADDRESS}"
            raise first
        loaded = sum(summary.outcome == "loaded" for summary in self.streams)
        hint = next((one.error.hint for one in self.failed if isinstance(one.error, _ACT_ON) and one.error.hint), "")
        begin = f"{hint} Then run" if hint else "Run"
        raise PartlyLoaded(
            f"{loaded} streams are loaded; {len(self.failed)} failed: {what}.",
            hint=f"The loaded streams are committed. {begin} the same command again for the others.",
        )
