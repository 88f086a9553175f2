"""demo: what it says to go on with, and what is left of one that is ended."""

from __future__ import annotations

import os
import re
import shlex
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from running import SCRIPTS, published, run, start

BUILDINGS = "select building_name, sum(room_revenue_net) from occupancy.fct_occupancy_monthly group by all order by all"


@pytest.mark.slow
def test_what_the_demo_says_to_set_builds_it_again_as_it_was(tmp_path: Path) -> None:
    data = tmp_path / "data"
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "NIGHTAUDIT_DATA_DIR": str(data), **SCRIPTS}
    said = run(environment, "demo", "--units", "20", "--years", "1")
    assert f"\n  {data / 'report.html'}: open it in a browser\n" in said, (
        "no shell but that of macOS has a command open"
    )
    [words] = re.findall(r"^  export (.*)$", said, re.MULTILINE)
    built, rebuilt = published(data, BUILDINGS), {}
    for name, given in (("as it was", dict(word.split("=") for word in shlex.split(words))), ("control", {})):
        run(environment | given, "build")
        run(environment | given, "publish")
        rebuilt[name] = published(data, BUILDINGS)
    assert built == rebuilt["as it was"]
    assert built != rebuilt["control"]
    refused = run(environment, "demo", "--units", "5", "--years", "1", exit_code=3)
    assert "contains a demo of other units" in refused


@pytest.mark.slow
def test_a_demo_that_is_ended_leaves_no_sandbox_behind(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "NIGHTAUDIT_DATA_DIR": str(tmp_path / "data")}
    with start(environment, "demo", "--units", "4", "--years", "1") as demo:
        try:
            assert demo.stderr
            while "load" not in demo.stderr.readline():  # the sandbox is ready
                assert demo.poll() is None
            demo.terminate()
            assert -signal.SIGTERM == demo.wait(timeout=60)
            with pytest.raises(ProcessLookupError):
                os.killpg(demo.pid, 0)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(demo.pid, signal.SIGKILL)
