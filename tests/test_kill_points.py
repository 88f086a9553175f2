"""A point at which a process is to be killed, and that is not there any more, would only be found by the long run."""

from __future__ import annotations

import functools
import importlib

import pytest

from kill_points import POINTS


@pytest.mark.parametrize("name", POINTS)
def test_a_point_is_there(name: str) -> None:
    module, _, path = POINTS[name].target.partition(":")
    assert callable(functools.reduce(getattr, path.split("."), importlib.import_module(module)))
