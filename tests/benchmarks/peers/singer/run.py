"""A Singer SDK tap piped into target-duckdb, then the SQL that opens what the target keeps as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))
from contest import Task, task, token
from opened import open_lists

FLATTENED = 3  # levels of objects that become columns


def sync(work: Task) -> None:
    tap, target = work.folder / "tap.json", work.folder / "target.json"
    tap.write_text(json.dumps({"base_url": work.base_url, "token": token(work.base_url), "page_size": work.page_size}))
    settings = {
        "path": str(work.database),
        "default_target_schema": "pms",
        "data_flattening_max_level": FLATTENED,
        "add_metadata_columns": False,
    }
    target.write_text(json.dumps(settings))
    bin_dir = Path(sys.executable).parent
    command = [sys.executable, str(Path(__file__).parent / "tap.py"), "--config", str(tap)]
    environment = {**os.environ, "SINGER_SDK_LOG_LEVEL": "ERROR"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as reading:
        subprocess.run(
            [str(bin_dir / "target-duckdb"), "--config", str(target)],
            stdin=reading.stdout,
            stdout=subprocess.DEVNULL,
            check=True,
        )
    if reading.returncode:
        raise RuntimeError(f"the tap ended with {reading.returncode}")


if __name__ == "__main__":
    the_task = task()
    with the_task.phase("sync"):
        sync(the_task)
    open_lists(the_task)
