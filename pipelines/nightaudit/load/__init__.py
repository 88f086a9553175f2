"""Loading: every list, provably complete, into the work file or a lake; `pms_source` is the same as a source of dlt."""

from typing import Any


def __getattr__(name: str) -> Any:
    """`pms_source` on first use: importing dlt takes a second that most commands need not spend."""
    if name == "pms_source":
        from nightaudit.load.source import pms_source

        return pms_source
    raise AttributeError(name)


__all__ = ["pms_source"]
