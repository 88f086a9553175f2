"""A package of more than two modules says where to read: each module stands in its map once, and no other does."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

import pytest

import nightaudit

FEW = 2
ALIKE = {"nightaudit.client.records", "nightaudit.client.resources", "nightaudit.correct.jobs"}
"""Packages of which each module is another of the same: their names are map enough."""
PACKAGES = [
    "nightaudit",
    *(found.name for found in pkgutil.walk_packages(nightaudit.__path__, "nightaudit.") if found.ispkg),
]


def modules(package: str) -> list[str]:
    """What stands in a package, but what runs it as a program."""
    return sorted(found.name for found in pkgutil.iter_modules(import_module(package).__path__) if found.name[0] != "_")


def mapped(package: str) -> list[str]:
    """The modules that the lines of its docstring name."""
    lines = re.findall(r"^[a-z, ]+: +(.+)$", str(import_module(package).__doc__), re.MULTILINE)
    return sorted(", ".join(lines).split(", ")) if lines else []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_is_in_the_map_of_its_package(package: str) -> None:
    if mapped(package) or (len(modules(package)) > FEW and package not in ALIKE):
        assert modules(package) == mapped(package), f"the docstring of {package} names each of its modules once"


def test_packages_are_found() -> None:
    assert ALIKE < {*PACKAGES}
    assert 12 < sum(bool(mapped(package)) for package in PACKAGES)
