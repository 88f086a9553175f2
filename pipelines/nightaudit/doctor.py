"""The doctor: names what is wrong with settings, service, credentials and warehouse, and what to do about it."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from nightaudit import warehouse
from nightaudit.errors import ApiError, ConfigurationError, Forbidden, NightauditError, NotFound, Unreachable
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from nightaudit.client.client import Client

PACKAGES = ("dlt", "duckdb", "dbt-core", "dbt-duckdb", "httpx", "fastapi", "polars", "altair")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: what was found, what to do, and the exit code it asks for (0 = well)."""

    check: str
    found: str
    exit_code: int = 0

    @property
    def mark(self) -> str:
        """`ok`, or `!!` for what needs attention."""
        return "!!" if self.exit_code else "ok"

    def as_dict(self) -> dict[str, Any]:
        """The finding as JSON-ready values."""
        return asdict(self) | {"ok": not self.exit_code}


def examine() -> list[Finding]:
    """Look at everything, in the order in which things depend on each other; never raises for what it finds wrong."""
    findings = list(_versions())
    try:
        settings = Settings.read()
        findings.extend(_settings(settings))
        warehouse.prepare(settings)
    except NightauditError as error:
        return [*findings, Finding("settings", str(error), error.exit_code)]
    findings.extend(_warehouse(settings))
    try:
        settings.require_service()
    except ConfigurationError as error:
        return [*findings, Finding("service", str(error), error.exit_code)]
    findings.extend(_service(settings))
    return findings


def _versions() -> Iterator[Finding]:
    yield Finding("python", sys.version.split()[0])
    for package in PACKAGES:
        try:
            yield Finding(package, version(package))
        except PackageNotFoundError:
            yield Finding(package, "not installed (an extra)")


def _settings(settings: Settings) -> Iterator[Finding]:
    for name, (value, source) in settings.provenance().items():
        yield Finding(f"NIGHTAUDIT_{name.upper()}", f"{value} ({source})")


def _warehouse(settings: Settings) -> Iterator[Finding]:
    path = warehouse.published_file(settings)
    if not path.exists():
        yield Finding("warehouse", f"{path} does not exist yet: run `nightaudit nightly`")
        return
    try:
        with warehouse.read_only(settings) as connection:
            tables = connection.execute("select count(*) from duckdb_tables()").fetchall()[0][0]
        yield Finding("warehouse", f"{path}: {tables} tables, storage {storage_version(path)}")
    except Exception as error:  # noqa: BLE001 - whatever keeps a file from opening is the finding
        yield Finding("warehouse", f"{path} cannot be opened: {error}. Run `nightaudit publish`.", 1)


def storage_version(path: Path) -> str:
    """The oldest DuckDB line that can open the file, as its header says."""
    import duckdb

    with duckdb.connect(str(path), read_only=True) as connection:
        tags = connection.execute(
            "select tags from duckdb_databases() where not internal and path is not null"
        ).fetchall()
    return str(tags[0][0].get("storage_version", "unknown")) if tags else "unknown"


def _service(settings: Settings) -> Iterator[Finding]:
    from nightaudit.client.client import Client
    from nightaudit.load.streams import STREAMS

    with Client(settings) as client:
        for stream in STREAMS:
            finding = _one_page(client, stream.name, stream.list)
            yield finding
            if finding.check == "service":
                return


def _one_page(client: Client, name: str, operation: Any) -> Finding:
    try:
        page = client.page(operation, page=0, size=1)
    except (NotFound, Forbidden) as error:
        return Finding(name, f"skipped by loads: {error.message}")
    except (ConfigurationError, Unreachable) as error:
        return Finding("service", str(error), error.exit_code)
    except ApiError as error:
        return Finding(name, str(error), error.exit_code)
    total = "unknown number of" if page.total_elements is None else f"{page.total_elements:,}"
    return Finding(name, f"{total} records, {page.envelope} envelope")
