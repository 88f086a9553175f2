"""Services whose answers are wrong, lists that lag, kills anywhere, and the same file planned again and again.

Drawn by seed: whatever the service answered, each receipt stands there once in the end, and the journal knows every one.
"""

from __future__ import annotations

import contextlib
import os
import random
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import RECEIPT, Desk, settings_for
from correct.ledger_server import Handler, Ledger, serving
from nightaudit.client.client import Client
from nightaudit.correct.journal import states
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.sending.reconcile import decide, reconcile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.correct.journal.entries import Plan

STORMS = int(os.environ.get("NIGHTAUDIT_TEST_STORMS", "5"))
LATE, LAG, SETTLE = 0.04, 0.03, 0.1  # seconds
ANSWERS: dict[str, tuple[int, Any]] = {
    "422 after": (422, {"message": "choked"}),
    "409 after": (409, {"message": "choked"}),
    "302 after": (302, {}),
    "429 after": (429, {}),
    "403 after": (403, {"message": "not yours"}),
    "403": (403, {"message": "not yours"}),
    "500 after": (500, {}),
    "another after": (201, {"id": 999, "externalReference": "nothing of yours"}),
    "422": (422, {"message": "wrong"}),
    "423": (423, {"message": "locked"}),
    "429": (429, {}),
    "500": (500, {}),
    "202 late": (202, {}),
    "500 late": (500, {}),
}


class Killed(BaseException):
    """The process ends here: nothing that catches errors sees it."""


class Fuse:
    """Ends the process, as far as the journal can tell, at the so manieth commit or write."""

    left: int | None = None

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        transaction, write = Journal.transaction, Client.write

        @contextlib.contextmanager
        def counted(journal: Journal) -> Iterator[Any]:
            burns = not journal.sql.in_transaction
            self.tick(burns=burns)
            with transaction(journal) as sql:
                yield sql
            self.tick(burns=burns)

        def sent(client: Client, *given: Any, **named: Any) -> Any:
            self.tick()
            answer = write(client, *given, **named)
            self.tick()
            return answer

        patch.setattr(Journal, "transaction", counted)
        patch.setattr(Client, "write", sent)

    def tick(self, *, burns: bool = True) -> None:
        if self.left is None or not burns:
            return
        self.left -= 1
        if self.left < 0:
            self.left = None
            raise Killed


def capricious(handler: Any) -> None:
    ledger = handler.ledger
    body = handler.body()
    fault = ledger.fault()
    if fault.endswith("late"):
        threading.Timer(ledger.random.random() * LATE, ledger.commit, [body]).start()
    elif fault.endswith("after"):
        ledger.commit(body)
    handler.answer(*(ANSWERS[fault] if fault else (201, ledger.commit(body))))


def behind(patch: pytest.MonkeyPatch, ledger: Ledger, lag: float) -> None:
    made: dict[int, float] = {}
    commit, page = ledger.commit, Handler.page

    def stamped(body: dict[str, Any]) -> dict[str, Any]:
        stored = commit(body)
        made[stored["id"]] = time.monotonic()
        return stored

    def late(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
        page(handler, [row for row in rows if made.get(row["id"], time.monotonic()) < time.monotonic() - lag], query)

    patch.setattr(ledger, "commit", stamped)
    patch.setattr(Handler, "page", late)


def test_what_was_turned_down_and_done_all_the_same_is_not_sent_by_the_next_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seed 60 of the storms: the list was behind when the second plan looked for what the first had sent."""
    ledger = Ledger(share=1.0, faults=("409 after",))
    monkeypatch.setattr(Handler, "post", capricious)
    behind(monkeypatch, ledger, 0.8 * SETTLE)
    with serving(ledger) as base_url:
        desk = Desk(settings_for(base_url, tmp_path, settle_seconds=SETTLE), tmp_path)
        desk.apply(desk.approved("allocations-create", [RECEIPT]))
        ledger.share = 0.0
        again = desk.approved("allocations-create", [RECEIPT])
        desk.apply(again)
        assert {states.SKIPPED: 1} == desk.states(again)
        desk.close()
    assert 1 == len(ledger.allocations)


def apply_until_killed(desk: Desk, plan: Plan, fuse: Fuse, draw: random.Random) -> None:
    """Apply it, perhaps to a kill at a drawn commit or write, and come back as the next process does."""
    fuse.left = draw.choice([None, draw.randint(0, 30 * len(desk.rows(plan)))])
    with contextlib.suppress(Killed):
        desk.apply(plan)
    fuse.left = None
    desk.journal.close()
    desk.journal = Journal.open(desk.settings)


@pytest.mark.chaos
@pytest.mark.parametrize("seed", range(STORMS))
def test_a_storm_writes_every_row_once(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(seed)
    ledger = Ledger(share=draw.choice([0.2, 0.5, 0.8]), seed=seed, faults=tuple(ANSWERS))
    monkeypatch.setattr(Handler, "post", capricious)
    behind(monkeypatch, ledger, draw.choice([0, LAG]))
    fuse, rows = Fuse(monkeypatch), [RECEIPT] * draw.randint(2, 6)
    with serving(ledger) as base_url:
        desk = Desk(settings_for(base_url, tmp_path, settle_seconds=SETTLE), tmp_path)
        plan = desk.approved("allocations-create", rows)
        for _ in range(5):
            apply_until_killed(desk, plan, fuse, draw)
            plan = desk.approved("allocations-create", rows) if draw.random() < 0.5 else plan
        ledger.share = 0.0
        time.sleep(SETTLE)
        for made in desk.journal.plans():
            reconcile(desk.run(made))
        desk.apply(desk.approved("allocations-create", rows))
        counted = [desk.states(made) for made in desk.journal.plans()]
        desk.close()
    assert len(ledger.allocations) == len(rows) == len(ledger.tokens()), counted
    assert len(rows) == sum(count for of in counted for state, count in of.items() if state in states.WRITTEN)


@pytest.mark.chaos
@pytest.mark.parametrize("seed", range(STORMS))
def test_a_storm_where_the_list_is_behind_for_longer_than_anybody_waits(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no invoice shows what is open on it: what nothing proves, a person decides once the list is there, and no row is
    written twice meanwhile."""
    draw = random.Random(seed)
    faults = ("500 after", "302 after", "another after", "500", "429", "422", "403")
    ledger = Ledger(share=draw.choice([0.2, 0.5, 0.8]), seed=seed, faults=faults)
    real = Handler.answer

    def without_open_amount(handler: Any, status: int, value: Any, headers: dict[str, str] | None = None) -> None:
        real(handler, status, {name: value[name] for name in value if name != "outstandingAmount"}, headers)

    monkeypatch.setattr(Handler, "answer", without_open_amount)
    monkeypatch.setattr(Handler, "post", capricious)
    with monkeypatch.context() as patch, serving(ledger) as base_url:
        lag = draw.choice([0, LAG, 1000])
        behind(patch, ledger, lag)
        fuse, rows = Fuse(patch), [RECEIPT] * draw.randint(1, 6)
        desk = Desk(settings_for(base_url, tmp_path, settle_seconds=SETTLE / 2), tmp_path)
        plan = desk.approved("allocations-create", rows)
        for _ in range(5):
            apply_until_killed(desk, plan, fuse, draw)
            assert set(ledger.tokens().values()) <= {1}
            plan = desk.approved("allocations-create", rows) if draw.random() < 0.3 else plan
        ledger.share = 0.0
        patch.undo()
        monkeypatch.setattr(Handler, "answer", without_open_amount)
        monkeypatch.setattr(Handler, "post", capricious)
        for made in desk.journal.plans():
            reconcile(desk.run(made))
            for row in desk.journal.rows(made.plan_id, states.QUARANTINED):
                assert row.token not in str(ledger.allocations)
                decide(desk.run(made), row.number, "absent", "tester")
        desk.apply(desk.approved("allocations-create", rows))
        counted = [desk.states(made) for made in desk.journal.plans()]
        desk.close()
    assert len(ledger.allocations) == len(rows) == len(ledger.tokens()), counted
