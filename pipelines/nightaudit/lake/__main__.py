"""Writes the Spark options that a Thrift server needs for the lake of the settings: `python -m nightaudit.lake FILE`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from nightaudit.errors import NightauditError
from nightaudit.files import PRIVATE, write_atomically
from nightaudit.lake.session import options_of
from nightaudit.machine_errors import readable_errors
from nightaudit.settings import Settings


def main(file: Path) -> None:
    """Write the file for `spark-submit --properties-file`, readable by its owner only, as it contains the catalog's password."""
    options = options_of(Settings.read())
    write_atomically(file, "".join(f"{name} {value}\n" for name, value in options.items()), mode=PRIVATE)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m nightaudit.lake", description="Write Spark's options for the lake."
    )
    parser.add_argument("file", type=Path, help="file for spark-submit's option --properties-file")
    try:
        with readable_errors():
            main(parser.parse_args().file)
    except NightauditError as error:
        sys.exit(str(error))
