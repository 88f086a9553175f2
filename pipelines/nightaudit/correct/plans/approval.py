"""Approves, cancels and expires plans, and checks that a plan is approved, young, unchanged and for this service."""

from __future__ import annotations

import contextlib
import getpass
import os
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from nightaudit.correct.journal import states
from nightaudit.correct.journal.clock import now
from nightaudit.correct.journal.events import broken_at
from nightaudit.correct.journal.journal import APPROVAL
from nightaudit.correct.values import RESTORE, sha256
from nightaudit.errors import ConfigurationError, DataCheckError, Locked, UsageError

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Plan
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.settings import Settings

HOURS = 24


def environment(settings: Settings) -> str:
    """Return host and credentials (the client id, or a fingerprint of the API key), which stand for the tenant of a plan."""
    host = urlsplit(settings.base_url).netloc
    key = settings.api_key.get_secret_value()
    return f"{host} as {settings.client_id or 'key ' + sha256(key)[:8]}"


def person() -> str:
    """Return the name of the machine's user, or the user id where there is no name, as in many containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"


def approve(journal: Journal, plan: Plan, by: str = "") -> Plan:
    """Approve a plan, with its rows that are PLANNED, and return it.

    Raises UsageError unless the plan is PLANNED and young, DataCheckError when the plan or a row was changed in the journal.
    """
    require_young(journal, plan)
    require_untouched(journal, plan)
    with journal.transaction():
        plan = journal.plan(plan.plan_id)  # somebody else may have approved or cancelled it meanwhile
        if plan.state != states.PLANNED:
            raise UsageError(f"Plan {plan.plan_id} is {plan.state}; only a PLANNED plan can be approved.")
        who = by or person()
        approved = {"approved_digest": plan.digest, "approved_by": who, "approved_at": now()}
        journal.change(plan, f"{APPROVAL}{who}: {plan.digest}", state=states.APPROVED, **approved)
        for row in journal.rows(plan.plan_id, states.PLANNED):
            journal.move(row, states.APPROVED)
    return journal.plan(plan.plan_id)


def cancel(journal: Journal, plan: Plan, why: str = "") -> Plan:
    """Cancel the rows of a plan that are not sent yet, and return the plan.

    Raises UsageError when rows are in doubt (`reconcile` has to settle them first), and when no row is left to send.
    """
    if journal.rows(plan.plan_id, *states.UNDECIDED):
        raise UsageError(f"Plan {plan.plan_id} has rows in doubt.", hint="Run `nightaudit correct reconcile` first.")
    if not journal.rows(plan.plan_id, *states.UNSENT):
        raise UsageError(f"Plan {plan.plan_id} has no rows left to send, so there is nothing to cancel.")
    _close(journal, plan, states.CANCELLED, why)
    return journal.plan(plan.plan_id)


def _close(journal: Journal, plan: Plan, state: str, why: str) -> None:
    """Move a plan and its unsent rows to `state`."""
    with journal.transaction():
        journal.change(plan, f"plan {state}{': ' + why if why else ''}", state=state)
        _end_unsent(journal, plan, state, why)


def end_unsent(journal: Journal, plan: Plan) -> None:
    """Move the rows of a closed plan that turned out to be unsent to its state, because nothing sends them any more."""
    if plan.state not in states.UNSENT:
        with journal.transaction():
            _end_unsent(journal, plan, plan.state, f"the plan is {plan.state}")


def _end_unsent(journal: Journal, plan: Plan, state: str, why: str) -> None:
    """Move the unsent rows of a plan to `state`; rows that these would have undone become VERIFIED again."""
    for row in journal.rows(plan.plan_id, *states.UNSENT):
        journal.move(row, state, why)
        if row.undo_of is not None:
            undone = journal.row(row.undo_of)
            if undone.state == states.UNDO_PLANNED:
                journal.move(undone, states.VERIFIED, f"undo {state}")


def require_young(journal: Journal, plan: Plan) -> None:
    """Raise UsageError for a plan older than HOURS; its unsent rows become EXPIRED, unless a run is at work or rows are in doubt.

    Raises UsageError also for a plan from the future, by this machine's clock: its age is unknown, and the plan is not changed.
    """
    if plan.state in states.UNSENT and plan.is_ahead:
        raise UsageError(
            f"Plan {plan.plan_id} was created at {plan.created[:16]} UTC, but this machine's clock says {now()[:16]}"
            " UTC.",
            hint="Correct the clock. If it was wrong when the plan was created, plan again.",
        )
    if plan.state in states.UNSENT and plan.is_expired:
        with contextlib.suppress(Locked), journal.applier():
            if not journal.rows(plan.plan_id, *states.UNDECIDED):
                _close(journal, plan, states.EXPIRED, f"older than {HOURS} hours")
        raise UsageError(
            f"Plan {plan.plan_id} expired at {plan.expires[:16]} UTC. The records may have changed since.",
            hint="Plan the rows again.",
        )


def require_untouched(journal: Journal, plan: Plan) -> None:
    """Raise DataCheckError when the plan in the journal differs from the plan that was made, or from the one approved."""
    if journal.altered(plan):
        raise DataCheckError(
            f"Plan {plan.plan_id} is not the plan that was approved: its digest differs.",
            hint="Nothing was sent. Plan the rows again, and find out who changed the journal.",
        )


def require_here(plan: Plan, settings: Settings) -> None:
    """Raise ConfigurationError when the settings are for another service, or other credentials, than the plan was made with."""
    here = environment(settings)
    if plan.base_url_hash != settings.base_url_hash or plan.environment != here:
        raise ConfigurationError(
            f"Plan {plan.plan_id} is for another environment: {plan.environment}, not {here}.",
            hint="Correct NIGHTAUDIT_BASE_URL and the credentials, or plan the rows again here.",
        )


def require_approved(journal: Journal, plan: Plan, settings: Settings) -> None:
    """Raise an error unless the plan is APPROVED, unchanged since, young, and for this service, and the chain of events is whole.

    Raises UsageError, DataCheckError and ConfigurationError.
    """
    require_here(plan, settings)
    require_young(journal, plan)
    if plan.state != states.APPROVED:
        read_and_approve = (
            f"Run `nightaudit correct show {plan.plan_id}`, then `nightaudit correct approve {plan.plan_id}`."
        )
        hint = read_and_approve if plan.state == states.PLANNED else "Plan again what was not sent."
        raise UsageError(f"Plan {plan.plan_id} is {plan.state}, not APPROVED.", hint=hint)
    require_untouched(journal, plan)
    if (event := broken_at(journal.sql)) is not None:
        message = f"The journal was changed by hand: event {event} does not match the events before it."
        raise DataCheckError(message, hint=RESTORE)
