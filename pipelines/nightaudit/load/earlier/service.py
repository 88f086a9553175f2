"""Keeps records of two services apart: a data directory accepts only the service that it was first loaded from."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from nightaudit import warehouse
from nightaudit.addresses import LOOPBACK
from nightaudit.errors import ConfigurationError
from nightaudit.files import PRIVATE, write_atomically
from nightaudit.lake import lake_in_use
from nightaudit.settings import DEMO, SANDBOX

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from nightaudit.settings import Settings

log = logging.getLogger("nightaudit.load")

UNKNOWN = "a service whose name was lost"
LOADED = "select 1 from raw.walks where row_count > 0 limit 1"
SANDBOXES = "a sandbox on this machine"
OF_DEMO = "the sandbox of the demo"
ANY_LOCAL = "a service on this machine"  # the name noted by releases that did not tell sandboxes from other services


def keep_apart(settings: Settings, connection: duckdb.DuckDBPyConnection) -> None:
    """Note which service the data directory's records come from. Raises ConfigurationError where they come from another one.

    All sandboxes on this machine count as one service, because a sandbox has another port each time it starts; only the demo's
    is another. A sandbox is recognised by its credentials. Any other service on this machine is identified by its port and path.

    Warns where marts were published from records that are gone: earlier versions and deletions are lost.
    """
    loaded = connection.execute(LOADED).fetchall()
    if loaded and (mixed := would_mix(settings)):
        raise mixed
    if not loaded and not lake_in_use(settings) and (published := warehouse.published_file(settings)).exists():
        log.warning(
            "%s has no records, although %s was published from it: this load begins a new history."
            " If you have a backup of the former, stop and restore it.",
            warehouse.work_file(settings),
            published.name,
        )
    write_atomically(_path(settings), _service_name(settings), mode=PRIVATE)


def would_mix(settings: Settings) -> ConfigurationError | None:
    """Return the error to raise where the data directory holds records of another service; None where it does not."""
    path, service = _path(settings), _service_name(settings)
    noted = path.read_text(encoding="utf-8", errors="replace") or UNKNOWN if path.exists() else service
    # The demo was once noted as any sandbox.
    if noted == service or (noted == ANY_LOCAL and _is_local(settings)) or (noted, service) == (SANDBOXES, OF_DEMO):
        return None
    return ConfigurationError(
        f"{settings.data_dir} contains the records of {noted}. The records of {service} would be mixed with them.",
        hint="Set NIGHTAUDIT_DATA_DIR to another folder, or move this folder away. If it is the same service under a"
        f" new address, remove {path}.",
    )


def _path(settings: Settings) -> Path:
    return warehouse.private_dir(settings) / "service.txt"


def _is_local(settings: Settings) -> bool:
    return urlsplit(settings.base_url).hostname in LOOPBACK


def _service_name(settings: Settings) -> str:
    parts = urlsplit(settings.base_url)
    if not _is_local(settings):
        return f"{parts.netloc}{parts.path}"
    if settings.client_id == DEMO:
        return OF_DEMO
    key = settings.api_key.get_secret_value()
    if settings.client_id == SANDBOX or (not settings.client_id and key.startswith(f"{SANDBOX}-")):
        return SANDBOXES
    return f"localhost:{parts.port or parts.scheme}{parts.path}"
