"""What analysts may see, in a file of its own: `warehouse.duckdb`, replaced at once, of which only what changed is written."""

from nightaudit.publishing.held import STORAGE_VERSION, forget
from nightaudit.publishing.publication import publish

__all__ = ["STORAGE_VERSION", "forget", "publish"]
