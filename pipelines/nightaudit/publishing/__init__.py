"""Writes what analysts may see into `warehouse.duckdb`: only changed rows are rewritten, and the file is replaced atomically.

a publication from end to end:   publication
whose file is replaced:          owner
what is published:               relations
what changed since the last:     contents, checksums
into the new file:               copying
"""

from nightaudit.publishing.contents import STORAGE_VERSION
from nightaudit.publishing.owner import not_duckdb, somebody_elses
from nightaudit.publishing.publication import publish

__all__ = ["STORAGE_VERSION", "not_duckdb", "publish", "somebody_elses"]
