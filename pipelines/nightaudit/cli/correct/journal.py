"""status, export, stop, start: the commands that show the journal, and its kill switch."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nightaudit.cli.app import Json, JsonFailure, read_settings, remark
from nightaudit.cli.correct.plans import PlanName
from nightaudit.cli.output import json_text, print_json, print_table


def status(*, as_json: Json = False) -> None:
    """List the plans with their rows by state, and whether sending is stopped.

    Examples: nightaudit correct status
              nightaudit correct status --json
    """
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.plans.show import summary

    with Journal.reading(read_settings()) as journal:
        stopped = journal.stopped
        plans = [summary(journal, plan) for plan in journal.plans()]
    if as_json:
        print_json({"stopped": stopped or None, "plans": plans})
        return
    rows = []
    for plan in plans:
        states = ", ".join(f"{count} {state}" for state, count in plan["states"].items())
        rows.append((plan["plan_id"], plan["job"], plan["state"], plan["rows"], states, plan["expires"]))
    if rows:
        print_table(["plan", "job", "state", "rows", "rows by state", "expires"], rows)
    else:
        typer.echo(f"The journal {journal.path} has no plans. NIGHTAUDIT_DATA_DIR says whose journal is used.")
    if stopped:
        typer.echo(f"Sending is stopped: {stopped}. Run `nightaudit correct start` to allow it again.")


def export(
    name: PlanName,
    *,
    out: Annotated[Path | None, typer.Option(help="File to write (default: standard output).")] = None,
    as_json: JsonFailure = False,
) -> None:
    """Export all data of a plan in the journal as JSON: rows, attempts, events.

    Examples: nightaudit correct export 20261101-1a2b3c4d > plan.json
              nightaudit correct export 20261101-1a2b3c4d --out plan.json
    """
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.plans.export import export_plan
    from nightaudit.files import write_for_owner

    with Journal.reading(read_settings()) as journal:
        found = export_plan(journal, journal.plan(name))
    if out is None:
        print_json(found)
        return
    written = write_for_owner(out, json_text(found), "a JSON object", (b"{",))
    if as_json:
        print_json({"file": written})
    else:
        typer.echo(str(written))


def stop(
    reason: Annotated[str, typer.Argument(help="The reason, shown to everyone who tries to send.")] = "by hand",
    *,
    as_json: Json = False,
) -> None:
    """Stop sending: no plan of this data directory sends any more rows, including in runs in progress.

    Examples: nightaudit correct stop
              nightaudit correct stop "finance is closing the month"
    """
    _switch(reason or "by hand", as_json=as_json)


def start(*, as_json: Json = False) -> None:
    """Allow sending again after `correct stop`. In a copied data directory, this confirms that the original is no longer used.

    Examples: nightaudit correct start
              nightaudit correct start && nightaudit correct status
    """
    _switch("", as_json=as_json)


def _switch(reason: str, *, as_json: bool) -> None:
    from nightaudit.correct.journal.journal import Journal

    with Journal.standing(read_settings()) as journal:
        journal.switch(reason)
        path, is_used = journal.path, bool(journal.plans())
    if as_json:
        print_json({"stopped": reason or None, "journal": path})
    else:
        typer.echo(f"Sending is {'stopped' if reason else 'allowed'}, for every plan in {path}.")
    if reason and not is_used:
        remark("Warning: This directory has no plans. Sending from another NIGHTAUDIT_DATA_DIR is not affected.")
