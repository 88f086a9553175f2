"""Writes `.env`: whole or not at all, readable by its owner alone, and never over another without being told to."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from nightaudit.errors import ConfigurationError
from nightaudit.setting_sources import Dotenv
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

HEAD = "# Written by `nightaudit init`. Every other setting has a default: docs/reference/settings.md.\n"


def refuse_existing(path: Path, *, force: bool) -> None:
    """Raise ConfigurationError when `path` exists and may not be written over."""
    if path.exists() and not force:
        raise ConfigurationError(
            f"{path} exists already and is left as it is.", hint="`nightaudit init --force` writes it anew."
        )


def write(path: Path, values: Mapping[str, str], *, force: bool) -> None:
    """Write these settings (field name to value) to `path`, mode 0600.

    What was written is read back before it is put in place. Raises ConfigurationError when the file exists and `force` is
    not given, when it cannot be written, or when a value cannot be kept in such a file.
    """
    refuse_existing(path, force=force)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        owned = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(owned, "w", encoding="utf-8") as file:
            file.write(
                HEAD + "".join(f"NIGHTAUDIT_{name.upper()}={_quoted(value)}\n" for name, value in values.items())
            )
            file.flush()
            os.fsync(file.fileno())
        kept = Dotenv(Settings, env_file=fresh)()
        for name, value in values.items():
            if kept.get(name) != value:
                raise ConfigurationError(
                    f"NIGHTAUDIT_{name.upper()} holds characters that a .env file cannot keep.",
                    hint="Set it in the environment instead.",
                )
        fresh.replace(path)
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        fresh.unlink(missing_ok=True)


def _quoted(value: str) -> str:
    """The value between single quotes, which keep everything but themselves as it is."""
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
