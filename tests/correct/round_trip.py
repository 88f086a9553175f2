"""One job end to end: plan, approve, apply, verify, and undo, or the reason why the job cannot be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import Desk
from nightaudit.correct.jobs import job_named
from nightaudit.correct.plans import approval
from nightaudit.correct.plans.undo import plan_undo
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = "2026-11-01T09:00:00Z"
Row = dict[str, Any]


def first(rows: list[Row], wanted: Callable[[Row], bool]) -> Row:
    return next(row for row in rows if wanted(row))


def do(hotel: Desk, job: str, rows: list[Row], *, undocumented: bool = False) -> Any:
    """Plan, approve, apply, and check that every row is verified and a second plan finds nothing to do."""
    plan = hotel.approved(job, rows, undocumented=undocumented)
    assert [row.outlook for row in hotel.rows(plan)] == ["send"] * len(rows)
    outcome = hotel.apply(plan)
    assert (outcome.exit_code, hotel.states(plan)) == (0, {"VERIFIED": len(rows)}), [r.why for r in hotel.rows(plan)]
    assert outcome.streams == job_named(job).streams
    again = hotel.plan(job, rows, undocumented=undocumented)
    assert all(row.outlook.startswith("skip") for row in hotel.rows(again)), [row.outlook for row in hotel.rows(again)]
    return plan


def undone(hotel: Desk, plan: Any, read: Callable[[], Any], before: Any) -> None:
    """Undo a plan by another plan, and check that the service is as before."""
    assert read() != before
    back, _ = plan_undo(hotel.journal, hotel.client, job_named(plan.job), plan)
    assert {"UNDO_PLANNED"} == set(hotel.states(plan))
    approval.approve(hotel.journal, back, "tester")
    assert 0 == hotel.apply(back).exit_code, [row.why for row in hotel.rows(back)]
    assert {"UNDONE"} == set(hotel.states(plan))
    assert read() == before


def final(hotel: Desk, plan: Any) -> None:
    """Check that the job says that it cannot be undone, and why."""
    with pytest.raises(UsageError, match="can be undone") as error:
        plan_undo(hotel.journal, hotel.client, job_named(plan.job), plan)
    assert job_named(plan.job).undo in str(error.value)
