"""load, build, publish, nightly, status: the commands for schedulers and operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nightaudit.cli.app import Json, read_settings, remark, stderr_console
from nightaudit.cli.output import print_json, print_table
from nightaudit.cli.progress import progress_shown

if TYPE_CHECKING:
    from nightaudit.load.summary import LoadReport

Full = Annotated[bool, typer.Option("--full", help="Read every list completely, and probe the service again.")]


def load(
    streams: Annotated[list[str] | None, typer.Argument(help="Streams to load (default: all).")] = None,
    *,
    full: Full = False,
    as_json: Json = False,
) -> None:
    """Read the PMS into the work file, each list provably complete.

    Examples: nightaudit load
              nightaudit load bookings sales_invoices --full --json
    """
    from nightaudit import warehouse
    from nightaudit.load.fields.examined import examine
    from nightaudit.load.pipeline import load as run_load

    settings = read_settings()
    with warehouse.lock(settings, "load"), progress_shown(settings, streams or ()) as progress:
        report = run_load(settings, streams or (), full=full, progress=progress)
        report.fields = examine(settings)
    if as_json:
        print_json(report.as_dict())
    else:
        print_table(*report.as_table())
        _print_new_fields(report)
    report.raise_for_failures()


def build(*, as_json: Json = False) -> None:
    """Build the marts from what is loaded, and test them.

    Examples: nightaudit build
              nightaudit build --json
    """
    from nightaudit import transform, warehouse

    settings = read_settings()
    warehouse.require_loaded(settings)
    with warehouse.lock(settings, "build"), stderr_console().status("Building the marts"):
        report = transform.build_marts(settings)
    if as_json:
        print_json(report.as_dict())
    else:
        print_table(["models", "tests", "seconds"], [(report.models, report.tests, round(report.seconds, 1))])
        _print_warnings(report.warnings)


def publish(*, as_json: Json = False) -> None:
    """Publish the built marts: replace the file that readers open, in one step.

    Examples: nightaudit publish
              nightaudit build && nightaudit publish --json
    """
    from nightaudit import warehouse
    from nightaudit.nightly import publish as publish_marts

    settings = read_settings()
    with warehouse.lock(settings, "publish"):
        path = publish_marts(settings)
    if as_json:
        print_json({"warehouse": path})
    else:
        typer.echo(str(path))


def nightly(
    *,
    full: Full = False,
    as_json: Json = False,
) -> None:
    """Load, build, publish and report: what a scheduler calls. Safe to run again at any time.

    Examples: nightaudit nightly
              nightaudit nightly --full --json
    """
    from nightaudit.nightly import run

    settings = read_settings()
    with progress_shown(settings) as progress:
        result = run(settings, full=full, progress=progress)
    if as_json:
        print_json(result.as_dict())
    else:
        print_table(*result.load.as_table())
        _print_new_fields(result.load)
        print_table(["step", "seconds"], [(step, round(seconds, 1)) for step, seconds in result.seconds.items()])
        _print_warnings(result.warnings)
    result.raise_for_failures()


def _print_warnings(warnings: tuple[str, ...]) -> None:
    """Print the warnings of the checks of the marts: each names the check and the number of rows it found."""
    for warning in warnings:
        remark(f"Warning: {warning}")


def _print_new_fields(report: LoadReport) -> None:
    columns, rows = report.new_fields()
    if rows:
        print_table(columns, rows)


def status(*, as_json: Json = False) -> None:
    """Show how fresh and how complete each stream is: hours since it was last proven complete, or the reason why it is not.

    `rows` is what the last walk read, a record perhaps several times; `records` is what is stored now. `tier` is how the walk was
    proven (docs/explanation/completeness.md). `fields` names undeclared fields, and fields of several types.

    Examples: nightaudit status
              nightaudit status --json
    """
    from nightaudit.load.status import stream_status

    rows = stream_status(read_settings())
    if as_json:
        print_json(rows)
    else:
        columns = ["stream", "age_hours", "rows", "records", "tier", "reason", "fields"]
        print_table(columns, [tuple(row[name] for name in columns) for row in rows])
