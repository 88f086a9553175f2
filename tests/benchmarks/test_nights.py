"""The script that measures builds and publications runs to its end, and its changes are changes."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from dataset import HERE
from serving import compiler

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(compiler() is None, reason="the page server needs a C compiler"),
]


def test_everything_nothing_and_a_thousandth_are_measured() -> None:
    command = [sys.executable, str(HERE / "nights.py"), "10k", "1"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert re.search(r"1/1 [1-9]\d* bookings are cancelled", ran.stderr), ran.stderr
    seconds = {
        name: float(cpu) for name, cpu in re.findall(r"^\| (\w+, [\w ]+) \| ([\d.]+) ", ran.stdout, re.MULTILINE)
    }
    nights = ("everything", "nothing changed", "one booking in a thousand cancelled")
    assert {f"{name}, {night}" for name in ("build", "publication") for night in nights} == set(seconds)
    build = [seconds[f"build, {night}"] for night in nights]
    assert build[1] < build[2] < build[0], seconds
