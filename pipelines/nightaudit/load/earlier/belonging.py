"""Records of two services are never mixed: a data directory keeps to the service that it was first loaded from."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from nightaudit import warehouse
from nightaudit.addresses import LOOPBACK
from nightaudit.errors import ConfigurationError
from nightaudit.files import PRIVATE, write_anew
from nightaudit.settings import SANDBOX

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from nightaudit.settings import Settings

UNKNOWN = "a service whose name is lost"
LOADED = "select 1 from raw.walks where row_count > 0 limit 1"
SANDBOXES = "a sandbox on this machine"
ANY_HERE = "a service on this machine"  # as it was noted before sandboxes were told from other services


def keep_apart(settings: Settings, connection: duckdb.DuckDBPyConnection) -> None:
    """Note whose records the data directory holds. Raises ConfigurationError where it holds those of another service.

    Sandboxes on this machine are one: a sandbox has another port each time it starts, and the demo is a sandbox. Its
    credentials tell it from other services there, which are as many as they have ports.
    """
    mixed = would_mix(settings)
    if mixed and connection.execute(LOADED).fetchall():
        raise mixed
    write_anew(_path(settings), _service(settings), mode=PRIVATE)


def would_mix(settings: Settings) -> ConfigurationError | None:
    """What is wrong with loading from this service where another one was loaded from last; None where nothing is."""
    path, service = _path(settings), _service(settings)
    held = path.read_text(encoding="utf-8", errors="replace") or UNKNOWN if path.exists() else service
    if held == service or (held == ANY_HERE and _is_here(settings)):
        return None
    return ConfigurationError(
        f"{settings.data_dir} holds the records of {held}; those of {service} would be mixed with them.",
        hint="Set NIGHTAUDIT_DATA_DIR to a folder of its own, or move that one away."
        f" If it is the same service under a new address, remove {path}.",
    )


def _path(settings: Settings) -> Path:
    return warehouse.private_dir(settings) / "service.txt"


def _is_here(settings: Settings) -> bool:
    return urlsplit(settings.base_url).hostname in LOOPBACK


def _service(settings: Settings) -> str:
    parts = urlsplit(settings.base_url)
    if not _is_here(settings):
        return f"{parts.netloc}{parts.path}"
    key = settings.api_key.get_secret_value()
    if settings.client_id == SANDBOX or (not settings.client_id and key.startswith(f"{SANDBOX}-")):
        return SANDBOXES
    return f"localhost:{parts.port or parts.scheme}{parts.path}"
