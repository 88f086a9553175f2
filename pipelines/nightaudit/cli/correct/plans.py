"""jobs, plan, show, approve, cancel: the commands before anything of a correction is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nightaudit.cli.app import Json, read_settings, stderr_console, telling
from nightaudit.cli.output import print_csv, print_json, print_table
from nightaudit.errors import UsageError

MOST_ROWS = 200  # of a plan of 20,000 rows, the table has 11 MB
PlanName = Annotated[str, typer.Argument(metavar="PLAN", help="A plan's id, or the first characters of it.")]
By = Annotated[str, typer.Option("--by", help="Name of the person (default: the system's user name).")]


def jobs(*, as_json: Json = False) -> None:
    """List the ready corrections with their columns, and how each is undone.

    Examples: nightaudit correct jobs
              nightaudit correct jobs --json
    """
    from nightaudit.correct.jobs import JOBS

    if as_json:
        print_json(
            [
                {
                    "job": job.name,
                    "summary": job.summary,
                    "columns": [column.name for column in job.columns],
                    "required": [column.name for column in job.columns if column.required],
                    "lost_writes": job.ambiguous,
                    "undo": job.undo,
                    "model": job.model() or None,
                }
                for job in JOBS
            ]
        )
        return
    print_table(
        ["job", "what it does", "columns (* required)"],
        [(job.name, job.summary, " ".join(c.name + "*" * c.required for c in job.columns)) for job in JOBS],
    )


def plan(
    job: Annotated[str, typer.Argument(metavar="JOB", help="A name from `correct jobs`.")],
    *,
    files: Annotated[
        list[Path] | None, typer.Option("--from", metavar="FILE", help="A CSV with the job's columns.")
    ] = None,
    sql: Annotated[str | None, typer.Option(help="A query on the published warehouse that gives the columns.")] = None,
    undocumented: Annotated[
        bool, typer.Option("--undocumented", help="Allow values the API document does not name.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Also plan rows that another plan has already written.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read rows and records, check them, and store a plan of what would be sent.

    Without --from or --sql the rows come from the dbt model corrections.JOB.

    Examples: nightaudit correct plan invoices-mark-exported --from exported.csv
              nightaudit correct plan invoices-post-drafts --sql "select invoice_id from my_view"
    """
    from nightaudit.client.client import Client
    from nightaudit.correct import rows
    from nightaudit.correct.jobs import job_named
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.plans import show
    from nightaudit.correct.plans.plan import make_plan

    if len(files or ()) > 1:
        raise UsageError("--from takes one file. Plan the others after it, or put their rows into one.")
    if files and sql is not None:
        raise UsageError("Give --from or --sql, not both.")
    chosen, settings = job_named(job), read_settings()
    if files:
        found = rows.from_csv(files[0])
    else:
        found = rows.from_model(settings, chosen) if sql is None else rows.from_sql(settings, sql)
    if not found.rows and not files:  # nothing wrong in the warehouse is not an error of the caller
        if as_json:
            print_json({"plan_id": None, "job": chosen.name, "rows": 0})
        else:
            own = f"the model {found.name} has no rows. To correct others, give their rows with --from or --sql."
            typer.echo(f"Nothing to correct: {'the query has no rows.' if sql else own}")
        return
    with Journal.open(settings) as journal, Client(settings) as client:
        console = stderr_console()
        with console.status("Reading the records"):
            made = make_plan(
                journal,
                client,
                chosen,
                found,
                undocumented=undocumented,
                again=again,
                tell=telling(console),
            )
        figures = show.summary(journal, made)
        reasons = show.not_sent(journal, made, found)
    if as_json:
        print_json(figures)
    else:
        typer.echo("\n".join([show.headline(figures), *reasons, f"Next: nightaudit correct show {made.plan_id}"]))


def show(
    name: PlanName,
    *,
    as_json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the table as CSV.")] = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page for the approver.")] = None,
    every_row: Annotated[bool, typer.Option("--all", help=f"Print more than the first {MOST_ROWS} rows.")] = False,
) -> None:
    """Show a plan: before and after, totals by currency, what is skipped and why.

    Examples: nightaudit correct show 20261101-1a2b3c4d
              nightaudit correct show 20261101 --html plan.html
    """
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.plans import approval
    from nightaudit.correct.plans import show as shown
    from nightaudit.correct.plans.page import write_page

    if as_json + as_csv + (html is not None) > 1:
        raise UsageError("Give one of --json, --csv and --html.")
    with Journal.reading(read_settings()) as journal:
        found = journal.plan(name)
        approval.require_untouched(journal, found)
        if html:
            typer.echo(str(write_page(journal, found, html)))
        elif as_json:
            print_json(shown.details(journal, found))
        elif as_csv:
            print_csv(shown.COLUMNS, shown.lines(found, journal.rows(found.plan_id)))
        else:
            typer.echo(shown.headline(shown.summary(journal, found)))
            rows = journal.rows(found.plan_id)
            few = rows if every_row else rows[:MOST_ROWS]
            print_table(shown.COLUMNS, shown.lines(found, few))
            if len(few) < len(rows):
                more = "--all prints the others, too; --html, --csv and --json always have all rows."
                typer.echo(f"These are the first {len(few)} of {len(rows):,} rows: {more}")


def approve(name: PlanName, *, by: By = "", as_json: Json = False) -> None:
    """Approve a plan as it was shown; it can be applied until 24 hours after it was planned.

    Examples: nightaudit correct approve 20261101-1a2b3c4d
              nightaudit correct approve 20261101-1a2b3c4d --by "J. Doe"
    """
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.plans import approval
    from nightaudit.correct.plans.show import headline, summary

    with Journal.of_plans(read_settings()) as journal:
        figures = summary(journal, approval.approve(journal, journal.plan(name), by))
    if as_json:
        print_json(figures)
    else:
        typer.echo("\n".join([headline(figures), f"Next: nightaudit correct apply {figures['plan_id']}"]))


def cancel(
    name: PlanName, *, why: Annotated[str, typer.Option(help="The reason.")] = "", as_json: Json = False
) -> None:
    """Cancel the rows of a plan that were not sent yet.

    Examples: nightaudit correct cancel 20261101-1a2b3c4d
              nightaudit correct cancel 20261101-1a2b3c4d --why "wrong file"
    """
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.plans import approval
    from nightaudit.correct.plans.show import summary

    with Journal.of_plans(read_settings()) as journal, journal.applier():
        figures = summary(journal, approval.cancel(journal, journal.plan(name), why))
    if as_json:
        print_json(figures)
    else:
        typer.echo(f"Plan {figures['plan_id']} is CANCELLED.")
