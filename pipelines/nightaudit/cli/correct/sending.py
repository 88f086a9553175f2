"""apply: the only command that sends writes."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nightaudit.cli.app import Json, read_settings, remark, telling
from nightaudit.cli.correct.plans import MOST_ROWS, PlanName
from nightaudit.cli.correct.reload import load_again
from nightaudit.cli.output import print_json, print_table
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from nightaudit.correct.sending.outcome import Outcome

MOST_LINES = 100


def apply(
    name: PlanName,
    *,
    live: Annotated[bool, typer.Option("--live", help="Send the rows. Without this option nothing is sent.")] = False,
    canary: Annotated[
        int, typer.Option(min=0, metavar="N", help="Verify the first N rows sent before the others follow.")
    ] = 0,
    max_rows: Annotated[int | None, typer.Option(min=1, metavar="N", help="Send at most N rows in this run.")] = None,
    max_amount: Annotated[str | None, typer.Option(metavar="X", help="Maximum amount of the plan.")] = None,
    max_row_amount: Annotated[str | None, typer.Option(metavar="X", help="Maximum amount of one row.")] = None,
    max_day_amount: Annotated[
        str | None, typer.Option(metavar="X", help="Maximum amount per day, over all plans.")
    ] = None,
    reload: Annotated[bool, typer.Option(help="Reload the written streams afterwards.")] = True,
    as_json: Json = False,
) -> None:
    """Apply an approved plan; without --live only show what would be sent. Limits apply to each currency separately.

    Examples: nightaudit correct apply 20261101-1a2b3c4d
              nightaudit correct apply 20261101-1a2b3c4d --live --canary 3 --max-amount 5000
    """
    from nightaudit.correct.intent import Limits
    from nightaudit.correct.sending.apply import apply as apply_plan
    from nightaudit.correct.sending.dry import rehearse
    from nightaudit.correct.session import opened, settle_warning

    limits = Limits(max_rows, *(_amount(text) for text in (max_amount, max_row_amount, max_day_amount)))
    settings, tell = read_settings(), telling()
    if not live:
        with opened(settings, name, tell=tell) as run:
            _dry(rehearse(run), approved=run.plan.approved_by is not None, as_json=as_json)
        return
    if warning := settle_warning(settings):
        remark(f"Warning: {warning}")
    with opened(settings, name, live=True, tell=tell) as run, run.journal.applier():
        outcome = apply_plan(run, limits, canary=canary)
    if as_json:
        print_json(outcome.as_dict())
    else:
        print_outcome(outcome)
    if outcome.cause:
        remark(f"Stopped: {outcome.cause}")
    if reload:
        load_again(settings, [outcome])
    if outcome.exit_code:
        raise typer.Exit(outcome.exit_code)


def _dry(lines: list[dict[str, Any]], *, approved: bool, as_json: bool) -> None:
    from nightaudit.correct.values import dump

    if as_json:
        print_json({"live": False, "rows": lines})
        return
    columns = ["row", "method", "path", "body", "outlook"]
    shown = [line | {"body": "" if line["body"] is None else dump(line["body"])} for line in lines]
    print_table(columns, [tuple(line[name] for name in columns) for line in shown[:MOST_ROWS]])
    if len(shown) > MOST_ROWS:
        typer.echo(f"These are the first {MOST_ROWS} of {len(shown):,} rows; --json prints all.")
    sending = sum(line["outlook"] == "send" for line in lines)
    how = "add --live to send" if approved else "approve the plan, then add --live to send"
    typer.echo(f"Dry run: {sending} of {len(lines)} rows would be sent. Nothing was sent; {how}.")


def _amount(text: str | None) -> Decimal | None:
    if text is None:
        return None
    wrong = UsageError(
        f"{text!r} is not an amount.", hint="Write it with a decimal point and without separators: 1250.50"
    )
    try:
        value = Decimal(text)
    except ArithmeticError:
        raise wrong from None
    if not value.is_finite() or value < 0:
        raise wrong
    return value


def print_outcome(outcome: Outcome) -> None:
    """Print what a run did: rows by state, what a person has to look at, and why the service turned rows down."""
    from nightaudit.correct.plans.show import all_rows, text
    from nightaudit.correct.shortened import shortened

    states = ", ".join(f"{count} {state}" for state, count in outcome.counts.items())
    sent = f"; {outcome.sent} sent in this run" if outcome.sending else ""
    typer.echo(f"Plan {outcome.plan_id}: {states or 'no rows'}{sent}.")
    findings = [text(finding) for finding in outcome.findings]
    if not outcome.sending:  # an audit does not find again what somebody else recorded while a run sent
        findings = shortened(findings, MOST_LINES, " (`nightaudit correct audit --json` has all)")
    reasons = shortened([text(reason) for reason in outcome.reasons], MOST_LINES, all_rows(outcome.plan_id))
    for line in findings + reasons:
        typer.echo(f"  {line}")
    for step in _next(outcome):
        typer.echo(f"Next: {step}")


def _next(outcome: Outcome) -> list[str]:
    """Return what to do about rows that are open, unless the error that ended the run, or the reason of each row, says it."""
    from nightaudit.correct.journal import states

    present = {state for state, count in outcome.counts.items() if count}
    steps = []
    if present & {*states.OPEN} and not outcome.cause and outcome.sending:
        steps.append(f"nightaudit correct apply {outcome.plan_id} --live")
    elif present & {states.INTENT, states.AMBIGUOUS} and not outcome.cause:
        steps.append(f"nightaudit correct reconcile {outcome.plan_id}")
    if states.MISMATCH in present:
        again = f"`nightaudit correct verify {outcome.plan_id}` reads them again"
        steps.append(
            f"look at the MISMATCH rows in the PMS; {again}; plan a missing change again, alone and with --again"
        )
    if turned_down := [state for state in (states.CONFLICT, states.REJECTED) if state in present and outcome.sending]:
        steps.append(
            f"look at the records of the {' and '.join(turned_down)} rows; plan those that are still right again"
        )
    return steps
