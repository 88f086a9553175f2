"""Packages of many modules say where to read: each module stands in the package's map once, and no other does."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from nightaudit import load, transform


@pytest.mark.parametrize("package", [load, transform], ids=lambda package: package.__name__)
def test_every_module_is_in_the_map_of_its_package(package: ModuleType) -> None:
    there = sorted(path.stem for path in Path(str(package.__file__)).parent.glob("[!_]*.py"))
    lines = re.findall(r"^[a-z, ]+: +(.+)$", str(package.__doc__), re.MULTILINE)
    named = sorted(", ".join(lines).split(", "))
    assert there == named, f"the docstring of {package.__name__} names each of its modules once"
