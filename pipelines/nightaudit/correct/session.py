"""Opens what the `correct` commands work with: the journal, a client with the needed scope, and a run of each plan."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from nightaudit.client.client import Client
from nightaudit.correct.fates.refusals import turned_down
from nightaudit.correct.jobs import job_named
from nightaudit.correct.journal import states
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.plans.approval import environment, require_here
from nightaudit.correct.reader import Reader
from nightaudit.correct.run import Run, TokenRun
from nightaudit.correct.telling import counted, shared, silent
from nightaudit.correct.token_correction import TokenCorrection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.correct.journal.entries import Plan
    from nightaudit.correct.telling import Tell
    from nightaudit.settings import Settings

WRITE = "api/write"


def with_write_scope(settings: Settings) -> Settings:
    """Return the settings with the write scope added; unchanged for an API key, or where no scope is set."""
    if not settings.client_id or not settings.scope:
        return settings
    return settings.model_copy(update={"scope": " ".join(dict.fromkeys([*settings.scope.split(), WRITE]))})


def least_settle(settings: Settings) -> float:
    """Return the shortest settle time that is long enough, in seconds: twice the client's timeout."""
    return 2 * settings.timeout_seconds


def settle_warning(settings: Settings) -> str:
    """Return the warning about a settle time below `least_settle`, "" when it is long enough."""
    least = least_settle(settings)
    if settings.settle_seconds >= least:
        return ""
    return (
        f"NIGHTAUDIT_SETTLE_SECONDS is {settings.settle_seconds:g}, below {least:g} (twice the timeout). If the"
        " service commits later than that, a row may be written twice, which only the final audit finds."
    )


@contextlib.contextmanager
def opened(settings: Settings, name: str, *, live: bool = False, tell: Tell = silent) -> Iterator[Run]:
    """Yield a run of the plan `name`; with `live` the client asks for the write scope.

    Raises the errors of Journal and Client.
    """
    with Journal.of_plans(settings) as journal:
        plan = journal.plan(name)
        with Client(with_write_scope(settings) if live else settings) as client:
            yield run_of(journal, client, plan, tell)


def runs_of(settings: Settings, names: list[str], tell: Tell) -> Iterator[Run]:
    """Yield a run of each plan in turn, while holding the applier's lock. The runs share one client and one reader.

    Raises Locked, ConfigurationError (also for a plan of another service) and UsageError.
    """
    if not names:
        return
    tell = shared(tell)
    with Journal.of_plans(settings) as journal, Client(settings) as client, journal.applier():
        reader = Reader(client, tell=tell)
        for name in counted(names, tell, "plans read"):
            plan = journal.plan(name)
            require_here(plan, settings)
            run = run_of(journal, client, plan, tell)
            reader.answered_lists |= run.reader.answered_lists
            run.reader = reader
            yield run


def plans_here(settings: Settings) -> list[str]:
    """Return the ids of the plans made for this service with these credentials."""
    with Journal.reading(settings) as journal:
        return _plans_here(journal, settings)


def _plans_here(journal: Journal, settings: Settings) -> list[str]:
    mine = (settings.base_url_hash, environment(settings))
    return [plan.plan_id for plan in journal.plans() if (plan.base_url_hash, plan.environment) == mine]


def plans_elsewhere(settings: Settings, *only: str) -> list[str]:
    """Return the ids of the plans made for another service, or with other credentials, that have rows in these states."""
    with Journal.reading(settings) as journal:
        here = _plans_here(journal, settings)
        others = [plan.plan_id for plan in journal.plans() if plan.plan_id not in here]
        return [name for name in others if not journal.counts(name).keys().isdisjoint(only)]


def plans_in_doubt(settings: Settings) -> list[str]:
    """Return the ids of the plans made for this service that have rows which reading may settle."""
    with Journal.reading(settings) as journal:
        return [name for name in _plans_here(journal, settings) if _is_in_doubt(journal, name)]


def _is_in_doubt(journal: Journal, name: str) -> bool:
    found = journal.counts(name).keys()
    if found & {states.CHECKING, states.INTENT, states.AMBIGUOUS, states.APPLIED}:
        return True
    plan = journal.plan(name)
    if states.QUARANTINED in found and job_named(plan.job).listed:
        return True
    return not plan.has_tokens and bool(turned_down(journal, journal.rows(name, *states.REFUSED)))


def run_of(journal: Journal, client: Client, plan: Plan, tell: Tell = silent) -> Run:
    """Return a run of a plan with its job."""
    job = job_named(plan.job)
    if isinstance(job, TokenCorrection):
        return TokenRun(journal, client, job, plan, tell)
    return Run(journal, client, job, plan, tell)
