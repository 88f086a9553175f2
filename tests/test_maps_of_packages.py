"""Packages of many modules say where to read: each module stands in the package's map once, and no other does."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

from nightaudit import load

PACKAGES = [
    "nightaudit.load",
    "nightaudit.transform",
    *(f"nightaudit.load.{found.name}" for found in pkgutil.iter_modules(load.__path__) if found.ispkg),
]


@pytest.mark.parametrize("name", PACKAGES)
def test_every_module_is_in_the_map_of_its_package(name: str) -> None:
    package = importlib.import_module(name)
    there = sorted(found.name for found in pkgutil.iter_modules([str(Path(str(package.__file__)).parent)]))
    lines = re.findall(r"^[a-z, ]+: +(.+)$", str(package.__doc__), re.MULTILINE)
    named = sorted(", ".join(lines).split(", "))
    assert there == named, f"the docstring of {name} names each of its modules once"
