"""Runs dbt commands inside this process, with the project of this installation and the settings as its variables."""

from __future__ import annotations

import hashlib
import json
import os
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nightaudit.errors import ConfigurationError
from nightaudit.garbage import rare_garbage_collection
from nightaudit.transform import models_digest, user_cache

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.settings import Settings

PACKAGE = Path(__file__).parents[1]
PARSE_VARIABLES = ("tenant",)
"""The variables that parsing depends on: they decide where relations are and what refers to what. Others only fill in queries."""
_parse_results: dict[str, Any] = {}  # of this process, by a digest of everything that parsing depends on


def project_dir() -> Path:
    """Return the dbt project's folder, in the package or beside it in a checkout. Raises ConfigurationError where none is."""
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
    """Run a dbt command (`build`, `parse`) inside this process, and return its outcome. dbt writes its files to `scratch`.

    The project is parsed once for the same models, whatever the folder of the work file and the settings: parsing takes as long
    as building a small portfolio. Where parsing fails, its outcome is returned. `watch` is called with each event of the command.
    """
    os.environ["DBT_SEND_ANONYMOUS_USAGE_STATS"] = "false"
    os.environ["DO_NOT_TRACK"] = "1"
    from dbt.adapters.duckdb.connections import DuckDBConnectionManager
    from dbt.cli.main import dbtRunner

    close: Callable[[], None] = DuckDBConnectionManager.close_all_connections

    project, variables = str(project_dir()), variables_of(settings)
    words = [
        *("--project-dir", project, "--profiles-dir", project, "--target", target),
        *("--target-path", str(scratch), "--log-path", str(scratch / "logs")),
        *("--log-level", "none", "--log-level-file", "info", "--no-use-colors"),
    ]
    to_parse, key = _to_parse(settings), parse_key(settings, target, work_file)
    try:
        with rare_garbage_collection():
            parsing = _parse_results.get(key) or _parse([*words, "--vars", to_parse], work_file, scratch, key)
            if command == "parse" or not parsing.success:
                return parsing
            os.environ["NIGHTAUDIT_WORK_FILE"] = str(work_file.resolve())
            return dbtRunner(manifest=parsing.result, callbacks=[watch] if watch else []).invoke(
                [command, *options, *words, "--vars", json.dumps(variables)]
            )
    finally:
        close()


def parse_key(settings: Settings, target: str, work_file: Path) -> str:
    """Return the key under which the result of parsing the project by these settings is cached."""
    project = project_dir()
    decides = (
        version("dbt-core"),
        str(project),
        models_digest.digest_of(project),
        _to_parse(settings),
        target,
        work_file.name,
    )
    return hashlib.sha256("\0".join(decides).encode()).hexdigest()


def _to_parse(settings: Settings) -> str:
    variables = variables_of(settings)
    return json.dumps({name: variables[name] for name in PARSE_VARIABLES})


def _parse(words: list[str], work_file: Path, scratch: Path, key: str) -> Any:
    """Have dbt parse the project, starting from a cached parse result where there is one.

    NIGHTAUDIT_WORK_FILE has no folder meanwhile: where anything in the profile differs, dbt parses the complete project anew.
    """
    from dbt.cli.main import dbtRunner

    os.environ["NIGHTAUDIT_WORK_FILE"] = work_file.name
    user_cache.bring(key, scratch)
    parsing = dbtRunner().invoke(["parse", *words])
    if parsing.success:
        _parse_results[key] = parsing
        user_cache.keep(key, scratch)
    return parsing


def variables_of(settings: Settings) -> dict[str, Any]:
    """Return the settings that models read. None of them is secret."""
    return {
        "base_currency": settings.base_currency,
        "time_zone": settings.time_zone,
        "excluded_buildings": list(settings.excluded_buildings),
        "tenancy_gap_nights": settings.tenancy_gap_nights,
        "residential_from_nights": settings.residential_from_nights,
        "publish_names": settings.publish_names,
        "tenant": settings.tenant if settings.engine == "spark" else "",
    }
