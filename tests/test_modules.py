"""What is run as `python -m`: a mistake is told in a line, without a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("module", "arguments", "code", "told"),
    [
        ("nightaudit", ("call", "nothing"), 2, "No operation is called nothing."),
        ("nightaudit.lake", (), 2, "the following arguments are required: file"),
        ("nightaudit.lake", ("lake.conf",), 1, "NIGHTAUDIT_LAKE_CATALOG is not the address"),
        (
            "nightaudit.cli.questions",
            ("page.md", "none.duckdb"),
            1,
            "none.duckdb does not exist. Run `nightaudit",
        ),
    ],
)
def test_a_mistake_is_told(module: str, arguments: tuple[str, ...], code: int, told: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", module, *arguments]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert code == ended.returncode, ended.stderr
    assert told in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not list(tmp_path.iterdir()), "a file without the options would be taken for one with them"
