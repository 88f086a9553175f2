"""Loads every list of the API, provably complete, into the work file or a lake; `pms_source` offers the lists as a dlt source.

The entry point is `pipeline.load`. docs/explanation/completeness.md explains why lists are read this way. The docstring of each
package lists its modules.

a load from end to end:            pipeline, run, short_and_long, reader_pool, reader
what its steps share:              outage, progress, summary
the dlt source:                    source
the lists to load:                 streams
the fields of their records:       fields
the state that earlier loads left: earlier
how a list behaves:                pages
a complete, certified walk:        walks
lists that hide records:           hidden
incremental reads:                 changes
records that no list shows:        missing
lists below single records:        children
where rows are written:            batch, spool, engine, lake_pipeline, notes
reports about finished loads:      status, publishable
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """Import `pms_source` on first use: importing dlt takes a second, and most commands do not need it."""
    if name == "pms_source":
        from nightaudit.load.source import pms_source

        return pms_source
    raise AttributeError(name)


__all__ = ["pms_source"]
