"""nightaudit as a contestant: its loader as it is, certificates, history and Decimal money on, then its staging models."""

from __future__ import annotations

import datetime
import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "peers"))
from contest import Task, task
from staged import SELECTED, STAGING

from nightaudit.fast_exit import fast_exit
from nightaudit.garbage import collect_garbage_seldom

collect_garbage_seldom()  # as on the command line, whose commands import behind it
from nightaudit import transform, warehouse  # noqa: E402 - so do these
from nightaudit.load.pipeline import load  # noqa: E402
from nightaudit.settings import Settings  # noqa: E402

LISTS = ("bookings", "guest_stays", "sales_invoices")
STREAMS = (*LISTS, "sales_invoices_sales_invoice_items")  # the last one is empty here: items stand on their invoice
TODAY = datetime.date(2026, 11, 1)


def run(work: Task) -> None:
    settings = Settings.read(
        base_url=work.base_url,
        token_url=f"{work.base_url}/oauth2/token",
        client_id="bench",
        client_secret="bench",
        data_dir=work.folder,
        page_size=work.page_size,
        concurrency=work.concurrency,
        today=TODAY,
    )
    file = warehouse.work_file(settings)
    with warehouse.lock(settings, "benchmark"):
        if os.environ.get("BENCH_VARIANT") == "nightly":
            _nightly(work, settings)
        else:
            _staging(work, settings, file)
    work.database.unlink(missing_ok=True)
    work.database.symlink_to(file)


def _staging(work: Task, settings: Settings, file: Path) -> None:
    """The measured lists, and the models that type them."""
    with work.phase("load"):
        report = load(settings, STREAMS)
    report.raise_for_failures()
    with work.phase("staging"):
        built = transform.build(settings, file, select=SELECTED)
    assert not built.warnings, built.warnings


def _nightly(work: Task, settings: Settings) -> None:
    """Every list, every mart with its tests, and the published file."""
    from nightaudit import publishing

    with work.phase("load"):
        report = load(settings)
    report.raise_for_failures()
    with work.phase("build"):
        transform.build(settings, warehouse.work_file(settings))
    with work.phase("publish"):
        publishing.publish(settings)


if __name__ == "__main__":
    with fast_exit():
        the_task = task()
        run(the_task)
        tables = {name: f"staging.stg_pms__{name}" for name in STAGING}
        the_task.finish(tables)
