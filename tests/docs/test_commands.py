"""Every command of the documentation runs as it stands, page by page; the few that do not are named with the reason."""

from __future__ import annotations

import csv
import io
import re
import shutil
import socket
import subprocess
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import duckdb
import pytest

import recorded
from documented import REPOSITORY, Shell, commands_of, pages, text_of
from nightaudit.cli.reference_tables import macros, tables
from nightaudit.sandbox import SandboxOptions, running
from running import SCRIPTS, TODAY, programs

APART = ("docs/tutorial.md", "docs/how-to/add-a-mart.md")  # each in a folder of its own
Said = list[tuple[str, str]]  # command and what it said, in order
STORIES = (*APART, "docs/how-to/correct.md")  # every command counts on the one before
NEEDS_PACKAGES = "it prepares the environment in which the tests run"
NEEDS_SPARK = "an environment of its own; `make test-spark` loads and builds in it"
NOT_RUN = {
    "make demo": "tests/cli/test_packaging.py runs the demo, and the night of this page is the same on fewer units",
    "make test": "it is what runs this",
    "make .venv/.installed": NEEDS_PACKAGES,
    "make spark": NEEDS_SPARK,
    **{
        f".venv-spark/bin/nightaudit {command}": NEEDS_SPARK
        for command in ("load", "build", "publish", "status", "nightly", "doctor")
    },
    "source .venv/bin/activate": NEEDS_PACKAGES,
    "git pull": "it takes what others have published meanwhile",
    "make bench": "it measures for minutes; tests/benchmarks has a bounded share",
    "nightaudit init": "it asks; tests/cli/test_init.py answers",
    "pip install -c requirements.lock -e '.[dagster]'": "a large extra; `make dagster` installs it",
    "dagster dev -m nightaudit.schedule": "it serves until it is stopped; tests/test_schedule.py runs what it would run",
    "nightaudit forget 4711": "it asks; tests/privacy/test_forget.py answers, and looks for what is left",
    "python docs/schedules/send_mail.py data/outbox --host mail.example.com --from audit@example.com --to board@example.com": (
        "it sends a mail; tests/cli/test_schedules.py receives one"
    ),
    "nightaudit sandbox": "it serves until it is stopped; the tutorial starts and stops one",
    "nightaudit sandbox --portfolio my-folder --dialect observed": "the same; tests/sandbox/test_portfolios.py serves folders",
}
WAITING = "select record_id from receivables.fct_export_reconciliation where record_type = 'sales invoice'"
POSTED = (
    "select min(invoice_id) from receivables.fct_sales_invoices where status = 'POSTED' and export_status <> 'EXPORTED'"
)


def is_run(command: str) -> bool:
    return command not in NOT_RUN and not command.startswith("make bench")


def test_what_is_not_run_stands_on_a_page() -> None:
    told = {command for page in pages() for command in commands_of(page)}
    assert set() == {left for left in NOT_RUN if not any(command.startswith(left) for command in told)}
    assert 40 < len([command for command in told if is_run(command)])


def test_every_target_of_make_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(), re.MULTILINE))
    named = {
        (page, name) for page in pages() for name in re.findall(r"(?:`|^)make ([a-z-]+)", text_of(page), re.MULTILINE)
    }
    assert len(named) > 10
    assert [] == sorted((page, name) for page, name in named if name not in targets)


def parts_of(command: str) -> set[str]:
    return {part.strip() for part in command.split("&&")}


def read(shell: Shell, page: str, ran: set[str]) -> Said:
    """Run a page's commands; what each said. But for stories, what another page has run is not run again."""
    said: Said = []
    for command in commands_of(page):
        if is_run(command) and (page in STORIES or parts_of(command) - ran):
            said.append((command, shell.run(command)))
            ran |= parts_of(command)
            if plan := re.search(r"Plan (\S+):", said[-1][1]):
                shell.played["PLAN"] = plan[1]
    return said


def export_rows(folder: Path, ids: list[str]) -> None:
    lines = [f"{record},FIN-{record},2026-11-01T09:00:00Z\n" for record in ids]
    (folder / "exported.csv").write_text("invoiceId,externalId,exportedDate\n" + "".join(lines))


def prepare_correct(shell: Shell, folder: Path) -> None:
    rows = csv.DictReader(io.StringIO(shell.run(f'nightaudit query "{WAITING}" --csv')))
    export_rows(folder, [row["record_id"] for row in rows])


def prepare_readme(shell: Shell, folder: Path) -> None:
    export_rows(folder, [shell.run(f'nightaudit query "{POSTED}" --csv').split()[-1]])


def check_correct(said: Said, folder: Path) -> None:
    count = next(out for command, out in said if "as waiting" in command)
    assert ["waiting", "0"] == count.split(), f"the mart that found the fault shows it gone: {said}"
    assert "VERIFIED" in dict(said)["nightaudit correct status"]
    assert "FIN-" in (folder / "plan.html").read_text()


def check_connect(said: Said, _: Path) -> None:
    shown = next(out for command, out in said if "fct_occupancy_monthly" in command)
    months = re.findall(r"^\d{4}-\d{2}-\d{2}", shown, re.MULTILINE)
    tomorrow = datetime.now().astimezone().date() + timedelta(1)
    assert max(months, default="") <= str(tomorrow), "the months that people know, not those up to the horizon"


BEFORE: dict[str, Callable[[Shell, Path], None]] = {
    "README.md": prepare_readme,
    "docs/how-to/correct.md": prepare_correct,
}
AFTER: dict[str, Callable[[Said, Path], None]] = {
    "docs/how-to/connect.md": check_connect,
    "docs/how-to/correct.md": check_correct,
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of somebody who has followed every page that is no story of its own, from the first connection on."""
    folder = tmp_path_factory.mktemp("reader")
    (folder / "secret").write_text("planted")
    first = "docs/how-to/connect.md"
    rest = [page for page in pages() if page not in {first, *APART} and commands_of(page)]
    with running(SandboxOptions(today=TODAY, units=4, years=1, client_id="nightaudit", client_secret="planted")) as api:
        played = {
            "https://pms.example.com": api.base_url,
            "https://login.example.com/oauth2/token": api.token_url,
            "/run/secrets/pms": "secret",
        }
        environment = {"NIGHTAUDIT_TODAY": TODAY.isoformat(), "NIGHTAUDIT_CHILD_REQUESTS": "0", **SCRIPTS}
        ran = {
            part for command in commands_of("docs/how-to/add-a-mart.md") for part in parts_of(command)
        }  # its own test
        with Shell(folder, environment, played, programs=programs()) as shell:
            for page in (first, *rest):
                if page in BEFORE:
                    BEFORE[page](shell, folder)
                said = read(shell, page, ran)
                if page in AFTER:
                    AFTER[page](said, folder)
                print(f"{page}: {len(said)} commands")
    return folder


@pytest.mark.slow
def test_a_reader_gets_what_the_pages_say(reader: Path) -> None:
    assert (reader / "data" / "report.html").exists()
    assert 0o600 == (reader / ".env").stat().st_mode & 0o777


@pytest.mark.slow
def test_every_published_table_and_column_is_in_the_reference(reader: Path) -> None:
    with duckdb.connect(str(reader / "data" / "warehouse.duckdb"), read_only=True) as connection:
        columns = connection.execute(
            "select schema_name || '.' || table_name, column_name, lower(data_type) from duckdb_columns() where not internal"
        ).fetchall()
        callable_ones = connection.execute(
            """select schema_name || '.' || function_name from duckdb_functions()
            where function_type = 'table_macro' and not internal"""
        ).fetchall()
        [asked] = re.findall(
            r"`(select [^`]*duckdb_columns[^`]*)`", (REPOSITORY / "docs/reference/tables.md").read_text()
        )
        commented = connection.execute(asked).fetchall()
    told = {(table, name) for table, (_, rows) in tables().items() for name, _, _ in rows}
    assert len(columns) == sum(bool(comment) for *_, comment in commented) == len(commented)
    assert told == {(table, name) for table, name, _ in columns}
    assert [] == [table for table, (said, _) in tables().items() if " Key: `" not in said]
    assert set(macros()) == {name for (name,) in callable_ones}


@pytest.mark.slow
def test_every_column_of_a_macro_is_told(reader: Path) -> None:
    """In its comment, or at the table that the comment names."""
    published = tables()
    told_of, untold = set(), []
    with duckdb.connect() as connection:
        connection.execute(f"attach '{reader / 'data' / 'warehouse.duckdb'}' as warehouse (read_only)")
        connection.execute("use warehouse")  # as the reference says of a session that attaches the file
        for name, said, dates in connection.execute(
            """select schema_name || '.' || function_name, comment, len(parameters) from duckdb_functions()
            where function_type = 'table_macro' and not internal and database_name = 'warehouse'"""
        ).fetchall():
            told_of.add(name)
            words = set(re.findall(r"[\w.]+\w", said))
            told = words | {column for table in words & set(published) for column, _, _ in published[table][1]}
            given = ", ".join(["date '2026-10-31'"] * dates)
            columns = connection.sql(f"from {name}({given})").columns
            untold += [(name, column) for column in columns if column not in told]
    assert told_of == macros().keys()
    assert not untold


@pytest.mark.slow
def test_the_tutorial(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    played = {"8700": str(port), "--units 60": "--units 6"}
    with Shell(tmp_path, {"NIGHTAUDIT_CHILD_REQUESTS": "0", **SCRIPTS}, played, programs=programs()) as shell:
        said = read(shell, "docs/tutorial.md", set())
        left = shell.run("env | grep ^NIGHTAUDIT_")
    before, after = (int(out.split()[-1]) for command, out in said if "as waiting" in command)
    assert max(before - 3, 0) == after < before, "three were said to be booked"
    assert not (tmp_path / "data" / "tutorial").exists()
    assert ["NIGHTAUDIT_CHILD_REQUESTS=0"] == left.split(), "nothing that the reader's own tenant would be loaded with"


@pytest.mark.long
def test_a_mart_is_added(reader: Path, tmp_path: Path) -> None:
    """In a copy of the checkout, on the reader's records."""
    tracked = subprocess.run(
        ["git", "ls-files", "dbt", "pipelines", "docs/reference"],
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    for path in tracked:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / path, tmp_path / path)
    for path in (".sqlfluff", ".sqlfluffignore", ".ci/sqlfluff"):
        copy = shutil.copytree if (REPOSITORY / path).is_dir() else shutil.copy
        copy(REPOSITORY / path, tmp_path / path)
    shutil.copytree(reader / "data", tmp_path / "data")
    recorded.bring_parsed(tmp_path / "data" / "private" / "dbt")
    environment = {"PYTHONPATH": str(tmp_path / "pipelines"), "NIGHTAUDIT_TODAY": TODAY.isoformat()}
    played = {"make reference": "python -m nightaudit.cli.reference docs/reference"}
    with Shell(tmp_path, environment, played) as shell:
        said = read(shell, "docs/how-to/add-a-mart.md", set())
    [rates] = [out for command, out in said if "as cancellation_rate" in command]
    assert len(rates.split()) > 4
    assert "occupancy.fct_cancellations_monthly" in (tmp_path / "docs" / "reference" / "tables.md").read_text()
