"""apply and what follows it: reconcile, verify, audit and undo."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nightaudit.cli.app import Json, print_json, print_table, progress, read_settings
from nightaudit.cli.correct_plans import By, PlanName
from nightaudit.errors import NightauditError, UsageError

if TYPE_CHECKING:
    from nightaudit.correct.apply import Outcome
    from nightaudit.settings import Settings

Money = Annotated[str | None, typer.Option(metavar="X", help="An amount, in each currency on its own.")]


def apply(
    name: PlanName,
    *,
    live: Annotated[bool, typer.Option("--live", help="Send. Without it nothing is sent.")] = False,
    canary: Annotated[int, typer.Option(min=0, metavar="N", help="Verify the first N rows before the others.")] = 0,
    max_rows: Annotated[int | None, typer.Option(min=1, metavar="N", help="Send at most N rows in this run.")] = None,
    max_amount: Money = None,
    max_row_amount: Money = None,
    max_day_amount: Money = None,
    reload: Annotated[bool, typer.Option(help="Load what was written again afterwards.")] = True,
    as_json: Json = False,
) -> None:
    """Apply an approved plan; without --live say what would be sent. --max-amount is for the whole plan.

    Examples: nightaudit correct apply 20261101-1a2b3c4d
              nightaudit correct apply 20261101-1a2b3c4d --live --canary 3 --max-amount 5000
    """
    from nightaudit.correct.apply import apply as apply_plan
    from nightaudit.correct.dry import rehearse
    from nightaudit.correct.intent import Limits
    from nightaudit.correct.session import opened, settle_warning

    limits = Limits(max_rows, *(_amount(text) for text in (max_amount, max_row_amount, max_day_amount)))
    settings, console = read_settings(), progress()
    if not live:
        with opened(settings, name) as run:
            _dry(rehearse(run), as_json=as_json)
        return
    warning = settle_warning(settings)
    if warning:
        console.print(f"Warning: {warning}", soft_wrap=True)
    with (
        opened(settings, name, live=True, tell=lambda text: console.print(f"[dim]{text}")) as run,
        run.journal.applier(),
    ):
        outcome = apply_plan(run, limits, canary=canary)
    _print(outcome, as_json=as_json)
    if outcome.cause:
        console.print(f"Stopped: {outcome.cause}", soft_wrap=True)
    if reload:
        _reload(settings, outcome)
    if outcome.exit_code:
        raise typer.Exit(outcome.exit_code)


def _reload(settings: Settings, outcome: Outcome) -> None:
    """Load what was touched again, and build and publish where that was done before, so that the marts show it.

    What was written stays written whatever happens here: a failure is told, and is not the exit code.
    """
    from nightaudit import transform, warehouse
    from nightaudit.load.pipeline import load

    if not outcome.streams or not warehouse.work_file(settings).exists():
        return
    console = progress()
    console.print(f"[dim]loading {', '.join(outcome.streams)} again")
    try:
        with warehouse.lock(settings, "correct"):
            load(settings, outcome.streams).raise_for_failures()
            if warehouse.published_file(settings).exists():
                transform.build(settings, warehouse.work_file(settings))
                warehouse.publish(settings)
    except NightauditError as error:
        console.print(f"Not loaded again: {error} Run `nightaudit nightly`.", soft_wrap=True)


def _dry(lines: list[dict[str, Any]], *, as_json: bool) -> None:
    from nightaudit.correct.values import dump

    if as_json:
        print_json({"live": False, "rows": lines})
        return
    rows = [(*line.values(),) for line in lines]
    table = [
        (row, method, path, dump(body) if body is not None else "", seen) for row, method, path, body, seen in rows
    ]
    print_table(["row", "method", "path", "body", "outlook"], table)
    sending = sum(line["outlook"] == "send" for line in lines)
    typer.echo(f"Dry run: {sending} of {len(lines)} rows would be sent. Nothing was; add --live to send.")


def _amount(text: str | None) -> Decimal | None:
    if text is None:
        return None
    try:
        value = Decimal(text)
    except ArithmeticError:
        raise UsageError(f"{text!r} is not an amount.") from None
    if not value.is_finite() or value < 0:
        raise UsageError(f"{text!r} is not an amount.")
    return value


def _print(outcome: Outcome, *, as_json: bool) -> None:
    if as_json:
        print_json(outcome.as_dict())
        return
    states = ", ".join(f"{count} {state}" for state, count in outcome.counts.items())
    typer.echo(f"Plan {outcome.plan_id}: {states or 'no rows'}; {outcome.sent} sent in this run.")
    for finding in outcome.findings:
        typer.echo(f"  {finding}")


def reconcile(
    name: Annotated[
        str | None, typer.Argument(metavar="[PLAN]", help="One plan; all with rows in doubt when left out.")
    ] = None,
    *,
    row: Annotated[int | None, typer.Option(metavar="N", help="A QUARANTINED row that a person looked into.")] = None,
    found: Annotated[str, typer.Option(help="What was found out about it: applied or absent.")] = "",
    by: By = "",
    as_json: Json = False,
) -> None:
    """Read back every row in doubt and settle it; sends nothing.

    Examples: nightaudit correct reconcile
              nightaudit correct reconcile 20261101-1a2b3c4d --row 3 --found applied --by "J. Doe"
    """
    import getpass

    from nightaudit.correct.reconcile import decide
    from nightaudit.correct.reconcile import reconcile as run_reconcile
    from nightaudit.correct.session import each, in_doubt

    settings = read_settings()
    if row is not None and (name is None or found not in {"applied", "absent"}):
        raise UsageError("--row needs a PLAN and --found applied or --found absent.")
    outcomes = []
    for run in each(settings, [name] if name else in_doubt(settings), progress()):
        if row is not None:
            decide(run, row, "applied" if found == "applied" else "absent", by or getpass.getuser())
        outcomes.append(run_reconcile(run))
    _end_all(outcomes, as_json=as_json)


def verify(name: PlanName, *, as_json: Json = False) -> None:
    """Read what was applied again: as expected, and nothing else changed.

    Examples: nightaudit correct verify 20261101-1a2b3c4d
              nightaudit correct verify 20261101-1a2b3c4d --json
    """
    from nightaudit.correct.apply import Outcome
    from nightaudit.correct.session import each
    from nightaudit.correct.verify import verify as verify_plan

    outcomes = []
    for run in each(read_settings(), [name], progress()):
        verify_plan(run)
        outcomes.append(Outcome(run.plan.plan_id, run.journal.counts(run.plan.plan_id), 0, ()))
    _end_all(outcomes, as_json=as_json)


def audit(
    name: Annotated[str | None, typer.Argument(metavar="[PLAN]", help="One plan; all when left out.")] = None,
    *,
    as_json: Json = False,
) -> None:
    """Count every token in the service, and check the journal's own sums and hashes.

    Examples: nightaudit correct audit
              nightaudit correct audit 20261101-1a2b3c4d --json
    """
    from nightaudit.correct.apply import Outcome
    from nightaudit.correct.audit import audit_journal, audit_tokens
    from nightaudit.correct.journal import Journal
    from nightaudit.correct.session import each, here

    settings = read_settings()
    with Journal.open(settings) as journal:
        findings = audit_journal(journal)
    outcomes = []
    for run in each(settings, [name] if name else here(settings), progress()):
        found = audit_tokens(run)
        outcomes.append(Outcome(run.plan.plan_id, run.journal.counts(run.plan.plan_id), 0, (), None, found))
    if findings:
        outcomes.append(Outcome("(journal)", {}, 0, (), None, findings))
    _end_all(outcomes, as_json=as_json)


def undo(name: PlanName, *, as_json: Json = False) -> None:
    """Plan the way back for a plan's verified rows; approve and apply it like any other.

    Examples: nightaudit correct undo 20261101-1a2b3c4d
              nightaudit correct undo 20261101-1a2b3c4d --json
    """
    from nightaudit.correct import show
    from nightaudit.correct.session import each
    from nightaudit.correct.undo import plan_undo

    for run in each(read_settings(), [name], progress()):
        made, cannot = plan_undo(run.journal, run.client, run.job, run.plan)
        figures = show.summary(run.journal, made) | {"cannot_undo": cannot}
        if as_json:
            print_json(figures)
            continue
        typer.echo(show.headline(figures))
        for line in cannot:
            typer.echo(f"  cannot be undone: {line}")
        typer.echo(f"Next: nightaudit correct approve {made.plan_id}")


def _end_all(outcomes: list[Outcome], *, as_json: bool) -> None:
    """Print several outcomes and end with the worst exit code."""
    worst = 0
    if as_json and len(outcomes) != 1:
        print_json([outcome.as_dict() for outcome in outcomes])
    for outcome in outcomes:
        if not as_json or len(outcomes) == 1:
            _print(outcome, as_json=as_json)
        worst = max(worst, outcome.exit_code)
    if not outcomes and not as_json:
        typer.echo("Nothing to do.")
    if worst:
        raise typer.Exit(worst)
