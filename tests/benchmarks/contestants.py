"""Who is measured: nightaudit, its peers each in an environment of its own, and the limit."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from dataset import HERE, WORK

PEERS = HERE / "peers"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A program that loads the measured lists into DuckDB.

    folder       below `peers`, with its requirements.txt and run.py; empty for nightaudit itself
    environment  what tells its variants apart
    again        whether a second run into the same folder is meant to be cheaper than a first
    at_home      whether it runs in our own environment
    """

    name: str
    told: str
    folder: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    again: bool = True
    at_home: bool = False

    def command(self) -> list[str]:
        """What starts it, its environment installed where it is not yet."""
        if not self.folder:
            return [sys.executable, str(HERE / "ours.py")]
        python = sys.executable if self.at_home else str(_installed(self.folder))
        return [python, str(PEERS / self.folder / "run.py")]


CONTESTANTS = {
    contestant.name: contestant
    for contestant in (
        Contestant("ours", "nightaudit: load, then staging models"),
        Contestant("nightly", "nightaudit: whole night, every mart", environment={"BENCH_VARIANT": "nightly"}),
        Contestant("limit", "limit: libcurl, Arrow JSON, bulk insert", "limit", again=False),
        Contestant("fetch", "libcurl alone, pages thrown away", "limit", {"BENCH_VARIANT": "fetch"}, again=False),
        Contestant("dlt", "dlt rest_api, parquet and workers", "dlt_rest_api", {"BENCH_VARIANT": "tuned"}),
        Contestant("dlt-newest", "dlt rest_api, the same, newest first", "dlt_rest_api", {"BENCH_VARIANT": "newest"}),
        Contestant("dlt-defaults", "dlt rest_api, defaults", "dlt_rest_api", {"BENCH_VARIANT": "defaults"}),
        Contestant("pandas", "requests, pandas, DuckDB", "pandas_script", again=False),
        Contestant("singer", "Singer SDK tap, target-duckdb", "singer"),
        Contestant("airbyte", "PyAirbyte, declarative source", "airbyte"),
    )
}


def _installed(folder: str) -> Path:
    """The Python of a peer's environment, made from its requirements.txt when that is newer."""
    place, wanted = WORK / "envs" / folder, PEERS / folder / "requirements.txt"
    python, stamp = place / "bin" / "python", place / "installed"
    if stamp.exists() and stamp.read_text() == wanted.read_text():
        return python
    print(f"Preparing the environment of {folder} (once)", file=sys.stderr)
    uv = shutil.which("uv")
    if uv:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        subprocess.run([uv, "venv", "--quiet", "--allow-existing", "--python", version, str(place)], check=True)
        install = [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", str(python)]
    else:
        subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "-r", str(wanted)], check=True, env={**os.environ, "VIRTUAL_ENV": str(place)})
    stamp.write_text(wanted.read_text())
    return python
