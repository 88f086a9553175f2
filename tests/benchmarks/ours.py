"""nightaudit as a contestant: its loader as it is, certificates, history and Decimal money on, then its staging models."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "peers"))
from contest import Task, task

from nightaudit import warehouse
from nightaudit.load.pipeline import load
from nightaudit.settings import Settings
from nightaudit.transform.build import _run

LISTS = ("bookings", "guest_stays", "sales_invoices")
STREAMS = (*LISTS, "sales_invoices_sales_invoice_items")  # the last one is empty here: items stand on their invoice
STAGING = (
    "room_stay_versions",
    "room_stays",
    "room_stay_extras",
    "bookings",
    "guest_stays",
    "sales_invoices",
    "sales_invoice_items",
)
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
    with warehouse.lock(settings, "benchmark"):
        with work.phase("load"):
            report = load(settings, STREAMS)
        report.raise_for_failures()
        print(report.as_dict(), file=sys.stderr)
        with work.phase("staging"):
            file = warehouse.work_file(settings)
            selection = [f"stg_pms__{name}" for name in STAGING]
            results = _run(settings, file, warehouse.private_dir(settings) / "dbt", ("--select", *selection))
        assert all(str(result.status) in {"success", "pass"} for result in results), results
    work.database.unlink(missing_ok=True)
    work.database.symlink_to(file)


if __name__ == "__main__":
    the_task = task()
    run(the_task)
    tables = {name: f"staging.stg_pms__{name}" for name in STAGING}
    the_task.finish(tables)
