"""The package says where to read: each module stands in its map once, and no other does."""

from __future__ import annotations

import re
from pathlib import Path

from nightaudit import load


def test_every_module_is_in_the_map_of_the_package() -> None:
    there = sorted(path.stem for path in Path(str(load.__file__)).parent.glob("[!_]*.py"))
    lines = re.findall(r"^[a-z, ]+: +(.+)$", str(load.__doc__), re.MULTILINE)
    assert there == sorted(", ".join(lines).split(", ")), "the docstring of load/__init__.py names each module once"
