"""The record dictionary: one file per heading of the API document."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any


@cache
def by_name() -> dict[str, Any]:
    """Return everything that the files of the dictionary define, by name; imports them all."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    return {name: value for module in modules for name, value in vars(module).items()}
