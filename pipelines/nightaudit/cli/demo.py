"""The demo: runs every step once, against its own sandbox, without any setup."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from datetime import date
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import typer

from nightaudit.cli.app import Json, read_settings, telling
from nightaudit.cli.output import print_json, print_table
from nightaudit.cli.progress import progress_shown
from nightaudit.cli.sandbox import Seed, Units, Years
from nightaudit.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Iterator

BUSINESS_DATE = date(2026, 11, 1)  # fixed, so that everyone's demo shows the same figures
EXCLUDED = "Test Building"
PATIENCE = 10  # seconds in which a sandbox ends
LAST_MONTHS = """
select
    strftime(month, '%Y-%m') as month, building_name as building,
    printf('%.1f %%', 100 * occupancy_rate) as occupancy, adr, revpar, currency_code as currency
from occupancy.fct_occupancy_monthly
where month = date_trunc('month', date '{today}') - interval 1 month
order by building
"""
NEXT = """
Next:{activate}{report}
  nightaudit query "select * from receivables.ageing('{today}') order by days_past_due desc limit 10"
  nightaudit status
  export NIGHTAUDIT_TODAY={today} NIGHTAUDIT_EXCLUDED_BUILDINGS='{excluded}'
      the demo was built with these two settings: set both before you build or show it again
docs/tutorial.md continues from here: a sandbox that changes over time, a second night, a correction.
"""


def demo(
    *,
    units: Units = 300,
    years: Years = 2,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Start a sandbox, load it, build the marts, publish, write the report, and show occupancy.

    Examples: nightaudit demo
              nightaudit demo --units 60 --seed 7 --json
    """
    from importlib.metadata import version

    from nightaudit import warehouse
    from nightaudit.lake import lake_in_use
    from nightaudit.nightly import run
    from nightaudit.settings import Settings

    telling()("sandbox ...")
    place = read_settings()
    warehouse.prepare(place)
    kind = f"-{units}-{years}-{seed}.sqlite"
    portfolio = warehouse.private_dir(place) / f"demo-{version('nightaudit')}{kind}"
    _require_same(portfolio, kind)
    with _sandbox(units, years, seed, portfolio) as connection:
        settings = Settings.read(**connection, today=BUSINESS_DATE, excluded_buildings=EXCLUDED)
        with progress_shown(settings) as progress:
            result = run(settings, progress=progress)
    result.raise_for_failures()
    if as_json:
        print_json(result.as_dict())
        return
    print_table(*result.load.as_table())
    if lake_in_use(settings):
        typer.echo(f"\nThe marts are in {result.warehouse}. `nightaudit status` shows what was loaded.")
        return
    typer.echo("")
    with warehouse.read_only(settings) as published:
        found = published.sql(LAST_MONTHS.format(today=BUSINESS_DATE))
        print_table(found.columns, found.fetchall())
    typer.echo(next_steps(result.report))


def _require_same(portfolio: Path, kind: str) -> None:
    """Raise ConfigurationError where there is a demo of another kind: a load would count that one's records as deleted."""
    if not all(other.name.endswith(kind) for other in portfolio.parent.glob("demo-*.sqlite")):
        raise ConfigurationError(
            f"{portfolio.parent.parent} contains a demo of other units, years or seed. The records of this one would be mixed"
            " with its records.",
            hint="Set NIGHTAUDIT_DATA_DIR to another folder, or move this folder away.",
        )


def next_steps(report: Path | None) -> str:
    """Return the commands to try next; `report` is the page, None where its packages are not installed."""
    opening = f"\n  {report}: open it in a browser" if report else ""
    return NEXT.format(report=opening, today=BUSINESS_DATE, excluded=EXCLUDED, activate=_activation())


def _activation() -> str:
    """Return the line that activates the virtual environment; empty where the shell already finds `nightaudit`."""
    activate = Path(sys.prefix, "bin", "activate")
    if shutil.which("nightaudit") or not activate.exists():
        return ""
    found = activate.relative_to(Path.cwd()) if activate.is_relative_to(Path.cwd()) else activate
    return f"\n  source {quote(str(found))}"


def _end_both(sandbox: subprocess.Popen[str], number: int, _: object) -> None:
    """End the sandbox, then this process as the signal does without a handler.

    An exception raised here could leave an import lock held, for which the threads of the load would wait for ever.
    """
    sandbox.terminate()
    with suppress(subprocess.TimeoutExpired):
        sandbox.wait(PATIENCE)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


@contextmanager
def _sandbox(units: int, years: int, seed: int, database: Path) -> Iterator[dict[str, str]]:
    """Run a sandbox in another process for as long as the context lasts; yield its connection data.

    `database` stores the generated portfolio, so that the next demo need not generate it again. SIGTERM ends the sandbox, too.
    """
    from nightaudit.settings import DEMO

    command = [sys.executable, "-m", "nightaudit", "sandbox", "--units", str(units), "--years", str(years)]
    command += ["--seed", str(seed), "--today", BUSINESS_DATE.isoformat(), "--database", str(database)]
    command += ["--client-id", DEMO]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - ourselves
        signal.signal(signal.SIGTERM, partial(_end_both, process))
        try:
            line = process.stdout.readline() if process.stdout else ""
            if not line:
                raise ConfigurationError("The sandbox did not start; its error message is above.")
            yield json.loads(line)
        finally:
            process.terminate()
