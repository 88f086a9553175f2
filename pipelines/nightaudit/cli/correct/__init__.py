"""The correct commands: plan, show, approve, apply, verify, undo and audit corrections.

before anything is sent:   plans
sending:                   sending, reload
afterwards:                after, journal
"""

from __future__ import annotations

import typer

from nightaudit.cli.correct import after, journal, plans, sending

correct_app = typer.Typer(
    name="correct",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Write back: plan, show, approve, apply, verify, undo and audit corrections. Only `apply --live` sends"
    " anything.\n\n\b\nExamples: nightaudit correct jobs\n          nightaudit correct plan invoices-post-drafts",
)
for command in (
    plans.jobs,
    plans.plan,
    plans.show,
    plans.approve,
    plans.cancel,
    sending.apply,
    after.reconcile,
    after.verify,
    after.undo,
    after.audit,
    journal.status,
    journal.export,
    journal.stop,
    journal.start,
):
    correct_app.command()(command)
