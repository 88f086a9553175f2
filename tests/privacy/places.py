"""The complete list of files in the data directory that may contain personal data or secrets; no other file may."""

from __future__ import annotations

from fnmatch import fnmatch
from typing import Final

MAY_HOLD_PERSONAL_DATA: Final = {  # path below the data directory: why it holds personal data
    "private/work.duckdb*": "raw records and staging: the source of marts and corrections",
    "private/corrections.sqlite*": "the journal of corrections: what was planned, sent and answered, and who approved it",
    "private/fields.duckdb*": "with a lake: which fields records have, and raw records that do not fit in memory during a run",
    "private/load/*": "rows that a running load has read; the next load removes files that a killed load left",
    "private/forget/*": "the copy of the work file that `forget` writes; removed when `forget` ends, or by the next run",
    "lake/*": "raw records, staging and marts of a lake, where it lies in the data directory",
    "private/forgotten.json": "who was forgotten: ids, and digests with their key, from which a number can be guessed",
}


def may_hold_personal_data(path: str) -> bool:
    """Return whether the list allows personal data in a file, by the file's path below the data directory."""
    return any(fnmatch(path, pattern) for pattern in MAY_HOLD_PERSONAL_DATA)
