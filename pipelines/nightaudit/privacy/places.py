"""The complete list of files in the data directory that may contain personal data or secrets; no other file may."""

from __future__ import annotations

from fnmatch import fnmatch
from typing import Final

PRIVATE: Final = {  # path below the data directory: why it holds personal data
    "private/work.duckdb*": "raw records and staging: what marts and corrections are made from",
    "private/corrections.sqlite*": "the journal: what was planned, sent and answered, and who approved it",
    "private/fields.duckdb*": "with a lake: what was seen of fields, and raw records that do not fit in memory meanwhile",
    "private/load/*": "rows that a load under way has read; what a killed one left is removed when the next one begins",
    "private/forget/*": "the work file being written anew by `forget`; removed when it ends, or by the next run",
    "lake/*": "raw records, staging and marts of a lake, where it lies in the data directory",
    "private/forgotten.json": "who was forgotten: ids, and keyed digests that cannot be read back",
}


def may_hold_personal_data(path: str) -> bool:
    """Whether the list allows personal data in a file, by the file's path below the data directory."""
    return any(fnmatch(path, pattern) for pattern in PRIVATE)
