"""Loading: every list, provably complete, into the work file or a lake; `pms_source` is the same as a source of dlt.

It begins with `pipeline.load`. Why lists are read so: docs/explanation/completeness.md. Each package says what stands in it.

a load from end to end:     pipeline, run, reading, parts, reader, outage, progress, summary, source
what there is to load:      streams
what earlier loads left:    earlier
how a list behaves:         pages
a whole walk, proven:       walks
only what changed:          changes
what is not listed:         missing
lists below records:        children
where rows go:              batch, spool, engine, lake_pipeline, notes
what is told afterwards:    status, unread, needed
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """`pms_source` on first use: importing dlt takes a second that most commands need not spend."""
    if name == "pms_source":
        from nightaudit.load.source import pms_source

        return pms_source
    raise AttributeError(name)


__all__ = ["pms_source"]
