"""Writes Spark's options for the lake of the settings, as a Thrift server is started with: `python -m nightaudit.lake FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

from nightaudit.errors import NightauditError
from nightaudit.lake.session import options_of
from nightaudit.settings import Settings


def main(file: Path) -> None:
    """Write the file that `spark-submit --properties-file` reads; only its owner may, for it holds the catalog's password."""
    file.touch()
    file.chmod(0o600)
    file.write_text(
        "".join(f"{name} {value}\n" for name, value in options_of(Settings.read()).items()), encoding="utf-8"
    )


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except NightauditError as error:
        sys.exit(str(error))
