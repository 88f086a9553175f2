"""dbt inside this process: where the project is, what it is told, and its commands."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nightaudit.errors import ConfigurationError
from nightaudit.memory import rare_garbage_collection
from nightaudit.transform import changes, parsed

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.settings import Settings

PACKAGE = Path(__file__).parents[1]
READ_BY = ("tenant",)
"""Variables that decide where relations are and what refers to what: all others only fill in queries."""
_read: dict[str, Any] = {}  # projects as dbt read them, by what reading them depends on


def project_dir() -> Path:
    """The dbt project: inside the installed package, else beside it in a checkout. Raises ConfigurationError."""
    for place in (PACKAGE / "dbt_project", PACKAGE.parents[1] / "dbt"):
        if (place / "dbt_project.yml").exists():
            return place
    raise ConfigurationError("The dbt project is missing from this installation.", hint="Install nightaudit again.")


def invoke(
    settings: Settings,
    work_file: Path,
    scratch: Path,
    command: str,
    *options: str,
    target: str = "work",
    watch: Callable[[Any], None] | None = None,
) -> Any:
    """Run a command of dbt (`build`, `parse`) inside this process; returns its outcome. What it writes goes to `scratch`.

    The project is read once for the same models, whatever the work file and the settings: reading it takes as long as
    building a small portfolio. Where it cannot be read, the outcome is that of the reading. `watch` is told every event
    of the command.
    """
    os.environ["DBT_SEND_ANONYMOUS_USAGE_STATS"] = "false"
    os.environ["DO_NOT_TRACK"] = "1"
    from dbt.adapters.duckdb.connections import DuckDBConnectionManager
    from dbt.cli.main import dbtRunner
    from dbt.version import __version__ as version

    close: Callable[[], None] = DuckDBConnectionManager.close_all_connections

    project, variables = str(project_dir()), variables_of(settings)
    words = [
        *("--project-dir", project, "--profiles-dir", project, "--target", target),
        *("--target-path", str(scratch), "--log-path", str(scratch / "logs")),
        *("--log-level", "none", "--log-level-file", "info", "--no-use-colors"),
    ]
    for_reading = json.dumps({name: variables[name] for name in READ_BY})
    read_from = "\0".join((version, project, changes.digest_of(project_dir()), for_reading, target, work_file.name))
    key = hashlib.sha256(read_from.encode()).hexdigest()
    try:
        with rare_garbage_collection():
            reading = _read.get(key) or _parse([*words, "--vars", for_reading], work_file, scratch, key)
            if command == "parse" or not reading.success:
                return reading
            os.environ["NIGHTAUDIT_WORK_FILE"] = str(work_file.resolve())
            return dbtRunner(manifest=reading.result, callbacks=[watch] if watch else []).invoke(
                [command, *options, *words, "--vars", json.dumps(variables)]
            )
    finally:
        close()


def _parse(words: list[str], work_file: Path, scratch: Path, key: str) -> Any:
    """Have dbt read the project, from what was kept of another reading where there is one.

    The work file is named without its folder meanwhile: dbt reads the whole project anew where anything of the profile differs.
    """
    from dbt.cli.main import dbtRunner

    os.environ["NIGHTAUDIT_WORK_FILE"] = work_file.name
    parsed.bring(key, scratch)
    reading = dbtRunner().invoke(["parse", *words])
    if reading.success:
        _read[key] = reading
        parsed.keep(key, scratch)
    return reading


def variables_of(settings: Settings) -> dict[str, Any]:
    """The settings the models read; nothing secret is among them."""
    return {
        "base_currency": settings.base_currency,
        "time_zone": settings.time_zone,
        "excluded_buildings": list(settings.excluded_buildings),
        "tenancy_gap_nights": settings.tenancy_gap_nights,
        "residential_from_nights": settings.residential_from_nights,
        "publish_names": settings.publish_names,
        "tenant": settings.tenant if settings.engine == "spark" else "",
    }
