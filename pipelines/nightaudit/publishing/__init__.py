"""What analysts may see, in a file of its own: `warehouse.duckdb`, replaced at once, with only what changed written anew."""

from nightaudit.publishing.held import STORAGE_VERSION, forget
from nightaudit.publishing.publication import publish

__all__ = ["STORAGE_VERSION", "forget", "publish"]
