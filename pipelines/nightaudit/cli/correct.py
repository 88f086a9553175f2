"""The correct commands: plan, show, approve, apply, verify, undo and audit corrections."""

from __future__ import annotations

import typer

from nightaudit.cli import correct_after, correct_plans, correct_records, correct_sending

correct_app = typer.Typer(
    name="correct",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Write back: plan, show, approve, apply, verify, undo and audit corrections. Only `apply --live` sends"
    " anything.",
)
for command in (
    correct_plans.jobs,
    correct_plans.plan,
    correct_plans.show,
    correct_plans.approve,
    correct_plans.cancel,
    correct_sending.apply,
    correct_after.reconcile,
    correct_after.verify,
    correct_after.undo,
    correct_after.audit,
    correct_records.status,
    correct_records.export,
    correct_records.stop,
    correct_records.start,
):
    correct_app.command()(command)
