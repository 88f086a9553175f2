"""Writes a plan of ten-pound rows into a journal, as planning does."""

from __future__ import annotations

import datetime
from decimal import Decimal

from nightaudit.correct.journal.entries import Plan, Row
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.values import sha256


def made_plan(journal: Journal, name: str, targets: list[str], *, token: bool = True, service: str = "") -> Plan:
    """A plan of ten-pound rows for the given targets of a service, as planning writes it."""
    created = datetime.datetime.now(datetime.UTC)
    plan = Plan(
        plan_id=name,
        job="allocations-create",
        options={"token": token},
        source="test",
        source_digest="",
        base_url_hash=service,
        environment="test",
        created=created.isoformat(timespec="seconds"),
        expires=(created + datetime.timedelta(hours=24)).isoformat(timespec="seconds"),
        row_count=len(targets),
        totals={},
        digest="",
    )
    rows = [
        Row(
            row_id=0,
            plan_id=name,
            number=number,
            operation="x.create",
            target=target,
            natural_key="",
            token=f"na-{sha256(f'{name}{number}')[:16]}",
            input={"n": number},
            before={},
            expected={},
            watched={},
            amount=Decimal(10),
            currency="GBP",
            outlook="send",
            effects=[],
        )
        for number, target in enumerate(targets, 1)
    ]
    plan.digest = plan.digest_of(rows)
    journal.add(plan, rows)
    return plan
