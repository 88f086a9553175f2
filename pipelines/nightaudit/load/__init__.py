"""Loading: every list, provably complete, into the work file or a lake; `pms_source` is the same as a source of dlt.

The modules, in the order in which a load comes to them; it begins with `pipeline.load`. Why lists are read so:
docs/explanation/completeness.md.

what there is to load:      streams, stream, extra, references, declared
a load from end to end:     pipeline, run, reading, parts, outage, progress, summary, source
whose records these are:    account, belonging, stepping
what earlier loads left:    known, committed, index, behaviours, unfinished
how a list behaves:         probe, behaviour, status_filter
one list in one load:       reader, changed, records, rows, columns
a whole walk, proven:       walk, listing, window, ahead, overlap, passes, coverage, date_windows, certificate
statuses that lists hide:   statuses, first_pages
only what changed:          recent, newest, counts, balance, differing
what is not listed:         absent, evidence, referred, unlisted
lists below records:        children, child_outcome, due, pending, shares, asking, below, showing
where rows go:              batch, spool, engine, lake_pipeline, notes
what is told afterwards:    status, unread, needed, fields
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """`pms_source` on first use: importing dlt takes a second that most commands need not spend."""
    if name == "pms_source":
        from nightaudit.load.source import pms_source

        return pms_source
    raise AttributeError(name)


__all__ = ["pms_source"]
