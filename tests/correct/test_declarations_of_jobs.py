"""Checks of the list of jobs: each has a module of its name, fields of the record dictionary, and words on how it is undone."""

from __future__ import annotations

import pkgutil
from pathlib import Path

import pytest

from correct.desk import write_csv
from correct.line import Line
from nightaudit.client.resources import documented_operations
from nightaudit.correct import jobs
from nightaudit.correct.columns import read_rows
from nightaudit.correct.correction import Correction
from nightaudit.correct.jobs import JOBS, job_named
from nightaudit.correct.rows import from_csv
from nightaudit.errors import UsageError
from nightaudit.load.streams.table import CHILDREN, STREAMS

MODELS = Path(__file__).parents[2] / "dbt" / "models" / "corrections"
OF_SEVERAL_JOBS = {"money", "record"}


def test_every_module_of_jobs_is_that_of_a_job_in_the_list() -> None:
    """A job that was left out of JOBS was in no list, and no test said so."""
    modules = {found.name for found in pkgutil.iter_modules(jobs.__path__)} - OF_SEVERAL_JOBS
    assert modules == {job.name.replace("-", "_") for job in JOBS}


@pytest.mark.parametrize("job", JOBS)
def test_a_job_declares_summary_undo_model_and_streams(job: type[Correction]) -> None:
    made = job_named(job.name.replace("-", "_"))
    assert made.summary
    assert made.undo.endswith(".")
    assert (MODELS / f"{made.name.replace('-', '_')}.sql").exists() is not bool(made.no_model)
    assert made.ambiguous in {"token", "record", "quarantine"}
    known = {stream.name for stream in STREAMS} | {child.name for child in CHILDREN}
    assert set(made.streams) <= known
    assert {column.name for column in made.columns if column.required} or made.errors({})


def test_the_list_of_jobs_says_what_each_takes(line: Line) -> None:
    listed = {job["job"]: job for job in line("jobs", "--json")}
    assert listed.keys() == {job.name for job in JOBS}
    exported, notes = listed["invoices-mark-exported"], listed["notes-add"]
    assert ["invoiceId", "externalId", "exportedDate"] == exported["columns"] == exported["required"]
    assert (["bookingId", "activityId", "content"], ["content"]) == (notes["columns"], notes["required"])
    assert ("corrections.invoices_mark_exported", None) == (exported["model"], notes["model"])
    assert f"{exported['summary']} invoiceId* externalId* exportedDate* " in line("jobs")


def test_operations_keep_their_names() -> None:
    """Operations are descriptors: naming one on another class would rename it everywhere."""
    assert [] == [op.name for op in documented_operations() if op.name.split(".")[0].endswith(("_move", "_correction"))]
    row = {"invoiceId": 1, "contactId": 1, "bookingId": 1, "unitId": 1, "guestStayId": 1, "activityId": 1}
    names = {job().operation(row).name for job in JOBS}
    assert "sales_invoices.post" in names
    assert "contacts.update" in names


def test_every_error_names_its_row_and_column(tmp_path: Path) -> None:
    good = {"invoiceId": "1", "externalId": "A", "exportedDate": "2026-11-01T10:00:00+01:00"}
    rows = [good, good | {"invoiceId": "x1"}, good | {"externalId": " "}, good | {"exportedDate": "yesterday"}]
    source = from_csv(write_csv(tmp_path / "rows.csv", rows))
    with pytest.raises(UsageError) as error:
        read_rows(job_named("invoices-mark-exported"), source)
    for told in ("line 3, column invoiceId: 'x1'", "line 4, column externalId: empty", "line 5, column exportedDate"):
        assert told in str(error.value)


@pytest.mark.parametrize(
    ("job", "row", "told"),
    [
        ("contact-details", {"contactId": 1}, "column firstName: fill at least one of firstName, lastName"),
        ("integration-identifiers", {"invoiceId": 1, "systemName": "L"}, "column externalId: fill at least one"),
        (
            "invoice-custom-fields",
            {"invoiceId": 1, "value": "A", "templateId": 1, "templateName": "B"},
            "column templateName: fill exactly one of customFieldId, templateId, templateName",
        ),
        (
            "invoices-void-duplicates",
            {"invoiceId": 1, "duplicateOfInvoiceId": 1, "reason": "A"},
            "is the invoice itself",
        ),
        ("notes-add", {"bookingId": 1, "activityId": 1, "content": "A"}, "fill exactly one of bookingId, activityId"),
        ("unit-attributes", {"unitId": 1, "unitTypeId": 1}, "fill exactly one of unitId, unitTypeId, developmentId"),
        ("unit-attributes", {"unitId": 1, "linkFeatureId": 1}, "units have no features of their own"),
        ("unit-attributes", {"unitTypeId": 1}, "fill exactly one of linkFeatureId, unlinkFeatureId"),
        (
            "unit-attributes",
            {"unitTypeId": 1, "linkFeatureId": 1, "status": "A"},
            "column status: belongs to a unit, not to a feature",
        ),
    ],
)
def test_cells_that_do_not_go_together_are_told(job: str, row: dict[str, object], told: str, tmp_path: Path) -> None:
    source = from_csv(write_csv(tmp_path / "rows.csv", [row]))
    with pytest.raises(UsageError, match=f"line 2, .*{told}"):
        read_rows(job_named(job), source)


@pytest.mark.parametrize("amount", ["NaN", "Infinity", "-1", "0", "1.005", "1,50", "1e999", "1e16", "0x10"])
def test_what_is_no_amount_is_refused_with_its_line(amount: str, tmp_path: Path) -> None:
    row = {"accountId": "1", "importType": "PAYMENT", "date": "2026-11-01", "amount": amount, "targetInvoiceId": "1"}
    source = from_csv(write_csv(tmp_path / "rows.csv", [row]))
    with pytest.raises(UsageError, match="line 2, column amount"):
        read_rows(job_named("allocations-create"), source)


def test_amounts_keep_their_digits(tmp_path: Path) -> None:
    amount = "9007199254740993.01"
    row = {"accountId": "1", "importType": "PAYMENT", "date": "2026-11-01", "amount": amount, "targetInvoiceId": "1"}
    source = from_csv(write_csv(tmp_path / "rows.csv", [row]))
    read = read_rows(job_named("allocations-create"), source)[0]
    assert str(read["amount"]) == amount


def test_an_empty_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.touch()
    with pytest.raises(UsageError, match=r"rows\.csv is empty"):
        from_csv(path)


def test_spreadsheets_of_other_countries(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(b"\xef\xbb\xbfinvoice_id;externalId;exportedDate\r\n7;\xc3\x84;2026-11-01\r\n\r\n")
    rows = read_rows(job_named("invoices-mark-exported"), from_csv(path))
    assert (7, "Ä") == (rows[0]["invoiceId"], rows[0]["externalId"])
    assert "2026-11-01T00:00:00+00:00" == rows[0]["exportedDate"].isoformat()
