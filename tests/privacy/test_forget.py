"""A forgotten person is nowhere any more, stays so, and nothing else changes; killed at any moment it is done by the next run."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from pathlib import Path

import pytest

from nightaudit.client.client import Client
from nightaudit.correct.audit import audit_journal
from nightaudit.correct.journal import Journal
from privacy.conftest import BEFORE, FIRST, LAST, MAIL, PHONE, Deployment
from privacy.searching import found_in
from running import marts, start

KILLS = int(os.environ.get("NIGHTAUDIT_TEST_KILLS", "0"))
FULL = f"{FIRST} {LAST}"
SEED = int(os.environ.get("NIGHTAUDIT_TEST_SEED", "1"))


def counted(deployment: Deployment) -> str:
    return deployment(
        "query", "select count(*) as n, sum(total_gross) as gross from receivables.fct_sales_invoices", "--csv"
    )


@pytest.mark.slow
@pytest.mark.chaos
def test_forget(deployment: Deployment, tmp_path: Path) -> None:
    private = deployment.data_dir / "private"
    assert "Nothing here knows a contact 999999" in deployment("forget", "999999", "--yes", code=2)
    assert "Add --yes" in deployment("forget", str(deployment.contact), code=2)
    file = tmp_path / "open.csv"
    file.write_text(f"contactId,firstName\n{deployment.contact},Other\n")
    waiting = deployment("correct", "plan", "contact-details", "--from", str(file)).split()[1].rstrip(":")
    assert "and still PLANNED" in deployment("forget", str(deployment.contact), "--yes", code=2)
    deployment("correct", "cancel", waiting)
    before, sums = marts(deployment.data_dir), counted(deployment)
    with Journal.open(deployment.settings()) as journal:
        kept = [
            (row.token, row.state, row.amount, row.target)
            for plan in journal.plans()
            for row in journal.rows(plan.plan_id)
        ]

    draw = random.Random(SEED)
    for number in range(KILLS):
        with start(deployment.environment, "forget", str(deployment.contact), "--yes") as process:
            time.sleep(draw.uniform(1, 12))
            os.killpg(process.pid, signal.SIGKILL)
        print(f"kill {number + 1} of {KILLS}: left {sorted(path.name for path in private.iterdir())}")
        assert counted(deployment) == sums  # readers never meet half of it
    done = json.loads(deployment("forget", str(deployment.contact), "--yes", "--json"))
    assert len(done["files"]) == 3
    gone_everywhere(deployment)

    again = json.loads(deployment("forget", str(deployment.contact), "--yes", "--json"))
    assert (again["versions"], again["journal_rows"]) == (0, 0)
    with Client(deployment.settings().model_copy(update={"scope": "api/read api/write"})) as client:
        assert client.contacts.get(deployment.contact).last_name == LAST  # the control
        body = client.contacts.get(deployment.contact).model_dump(by_alias=True, mode="json")
        client.contacts.update(deployment.contact, body=body | {"organisation": f"{FIRST} Ltd"})
    deployment("nightly", "--full")  # the PMS still knows them, and has changed their record
    gone_everywhere(deployment)
    after = marts(deployment.data_dir)
    others = [[row for row in found["core.dim_contacts"] if row[0] != deployment.contact] for found in (before, after)]
    assert others[0] == others[1]
    assert before | {"core.dim_contacts": []} == after | {"core.dim_contacts": []}
    with Journal.open(deployment.settings()) as journal:
        assert audit_journal(journal) == []
        rows = [row for plan in journal.plans() for row in journal.rows(plan.plan_id)]
        assert [(row.token, row.state, row.amount, row.target) for row in rows] == kept
        sealed = sorted({row.target for row in rows if row.sealed})
        assert sealed == [f"contacts/{deployment.contact}", f"salesInvoices/{deployment.invoice}"]


def gone_everywhere(deployment: Deployment) -> None:
    where = found_in(deployment.data_dir, [LAST, MAIL, PHONE, BEFORE, FULL, "Zyxnote", FIRST])
    assert where == {}
