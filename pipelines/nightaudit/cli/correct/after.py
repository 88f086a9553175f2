"""reconcile, verify, undo, audit: the commands after an apply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, get_args

import typer

from nightaudit.cli.app import Json, read_settings, remark, telling
from nightaudit.cli.correct.plans import By, PlanName
from nightaudit.cli.correct.reload import load_again
from nightaudit.cli.correct.sending import print_outcome
from nightaudit.cli.output import print_json
from nightaudit.errors import UnprovenWalk, UsageError

if TYPE_CHECKING:
    from nightaudit.correct.sending.outcome import Outcome


def reconcile(
    name: Annotated[
        str | None, typer.Argument(metavar="[PLAN]", help="One plan (default: all plans with rows in doubt).")
    ] = None,
    *,
    row: Annotated[
        int | None, typer.Option(metavar="N", help="Number of a QUARANTINED or MISMATCH row that a person has checked.")
    ] = None,
    found: Annotated[str, typer.Option(help="What the person found: applied, absent, or accepted as it is.")] = "",
    by: By = "",
    as_json: Json = False,
) -> None:
    """Read back every row in doubt, and decide whether it was carried out. Sends nothing; reloads the streams of such rows.

    Examples: nightaudit correct reconcile
              nightaudit correct reconcile 20261101-1a2b3c4d --row 3 --found applied --by "J. Doe"
    """
    from nightaudit.correct.journal import states
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.plans.approval import person
    from nightaudit.correct.run import OF_ONE_RECORD
    from nightaudit.correct.sending.outcome import left_to_people
    from nightaudit.correct.sending.reconcile import Word, decide
    from nightaudit.correct.sending.reconcile import reconcile as run_reconcile
    from nightaudit.correct.session import plans_elsewhere, plans_here, plans_in_doubt, runs_of

    settings = read_settings()
    word: Word | None = next((one for one in get_args(Word) if one == found), None)
    if (row is not None or found) and (name is None or row is None or word is None):
        raise UsageError(
            "To record what a person found, give all three: PLAN, --row N, and --found applied, absent or accepted."
        )
    outcomes = []
    for run in runs_of(settings, [name] if name else plans_in_doubt(settings), telling()):
        if row is not None and word is not None:
            decide(run, row, word, by or person())
        outcomes.append(run_reconcile(run))
        if outcomes[-1].cause and not isinstance(outcomes[-1].cause, (*OF_ONE_RECORD, UnprovenWalk)):
            break  # the other plans would end so, too
    load_again(settings, outcomes)
    if name is None:
        settled = {outcome.plan_id for outcome in outcomes}
        with Journal.reading(settings) as journal:
            outcomes += left_to_people(journal, [plan for plan in plans_here(settings) if plan not in settled])
        _name_unread(plans_elsewhere(settings, *states.IN_DOUBT))
    _end_all(outcomes, as_json=as_json)


def verify(name: PlanName, *, as_json: Json = False) -> None:
    """Check again that rows which are APPLIED, MISMATCH or DUPLICATE have their values, and that nothing else changed.

    Rows that are VERIFIED are not read again.

    Examples: nightaudit correct verify 20261101-1a2b3c4d
              nightaudit correct verify 20261101-1a2b3c4d --json
    """
    from nightaudit.correct.fates.verify import verify as verify_rows
    from nightaudit.correct.journal import states
    from nightaudit.correct.sending.outcome import outcome_of_reading
    from nightaudit.correct.session import runs_of

    outcomes = []
    for run in runs_of(read_settings(), [name], telling()):
        verify_rows(run, run.rows(*states.UNVERIFIED))
        outcomes.append(outcome_of_reading(run))
    _end_all(outcomes, as_json=as_json)


def audit(
    name: Annotated[str | None, typer.Argument(metavar="[PLAN]", help="One plan (default: all).")] = None,
    *,
    as_json: Json = False,
) -> None:
    """Count how often each token is in the service, and check the sums and hashes of the journal.

    Examples: nightaudit correct audit
              nightaudit correct audit 20261101-1a2b3c4d --json
    """
    from nightaudit.correct.fates.audit import audit_journal, audit_tokens
    from nightaudit.correct.journal import states
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.sending.outcome import Outcome, outcome_of_reading
    from nightaudit.correct.session import plans_elsewhere, plans_here, runs_of

    settings = read_settings()
    with Journal.reading(settings) as journal:
        findings = audit_journal(journal)
    outcomes = []
    for run in runs_of(settings, [name] if name else plans_here(settings), telling()):
        found = audit_tokens(run, cached=True)
        outcomes.append(outcome_of_reading(run, found))
    if findings:
        outcomes.append(Outcome("(journal)", {}, sent=0, streams=(), findings=findings, sending=False))
    if name is None:
        _name_unread(plans_elsewhere(settings, *states.WRITTEN, *states.IN_DOUBT))
    _end_all(outcomes, as_json=as_json)


def undo(name: PlanName, *, as_json: Json = False) -> None:
    """Plan the reversal of a plan's verified rows; approve and apply the new plan like any other.

    Examples: nightaudit correct undo 20261101-1a2b3c4d
              nightaudit correct undo 20261101-1a2b3c4d --json
    """
    from nightaudit.correct.plans import show
    from nightaudit.correct.plans.undo import plan_undo
    from nightaudit.correct.session import runs_of
    from nightaudit.correct.shortened import shortened

    for run in runs_of(read_settings(), [name], telling()):
        made, cannot = plan_undo(run.journal, run.client, run.job, run.plan, tell=run.tell)
        figures = show.summary(run.journal, made) | {"cannot_undo": cannot}
        if as_json:
            print_json(figures)
            continue
        typer.echo(show.headline(figures))
        for line in shortened(
            cannot, show.MOST_REASONS, f" (`nightaudit correct show {name} --csv` shows their states)"
        ):
            typer.echo(f"  cannot be undone: {line}")
        typer.echo(f"Next: nightaudit correct approve {made.plan_id}")


def _name_unread(plans: list[str]) -> None:
    """Print that these plans, of other settings, were not read: after a change of credentials, that may be all of them."""
    if plans:
        whose = f"`nightaudit correct show {plans[-1]}` says for which"
        remark(
            f"Not read: {len(plans)} plan(s) for another address or other credentials, the last {plans[-1]}; {whose}."
        )


def _end_all(outcomes: list[Outcome], *, as_json: bool) -> None:
    """Print several outcomes and end with the worst exit code."""
    worst = max((outcome.exit_code for outcome in outcomes), default=0)
    if as_json:
        findings = [finding for outcome in outcomes for finding in outcome.findings]
        print_json({"plans": [outcome.as_dict() for outcome in outcomes], "findings": findings})
    elif not outcomes:
        typer.echo("Nothing to do.")
    else:
        for outcome in outcomes:
            print_outcome(outcome)
    for outcome in outcomes:
        if outcome.cause:
            remark(f"Plan {outcome.plan_id} stopped: {outcome.cause}")
    if worst:
        raise typer.Exit(worst)
