"""The journal's invariants under any order of events, checked by a state machine that runs random steps.

Held after every step, each by a method of its name:
rows_sum_to_the_plan              every row of a plan is in one state
every_byte_had_its_intent         nothing leaves but the body of a committed INTENT, and every INTENT was sent
nothing_is_stored_twice           a create is sent again only after its token is proven absent
one_in_flight_per_target          and, without a token, none beside one in doubt
limits_hold                       what was sent or may have been stays within the plan's limit and the day's
events_only_grow_and_chain        append-only; an erased text breaks no chain
what_is_stored_is_known_or_in_doubt  no write the service carried out is taken for unsent
the_digest_stands                 no step alters what was approved
And inside the steps: nothing is sent while the switch is closed or after the plan expired; the audit finds every token that
a late commit stored twice; a move that is not in the table is refused.
"""

from __future__ import annotations

import os
from decimal import Decimal

from hypothesis import HealthCheck, settings
from hypothesis.stateful import invariant

from correct.journal_machine import DAY, LIMIT, Journals
from nightaudit.correct.journal import events, states
from nightaudit.correct.journal.states import ABSENT
from nightaudit.correct.values import sha256

EXAMPLES = int(os.environ.get("NIGHTAUDIT_TEST_EXAMPLES", "15"))


class Corrections(Journals):
    """The invariants, each looked at after every step."""

    @invariant()
    def rows_sum_to_the_plan(self) -> None:
        for plan in self.plans:
            assert sum(self.journal.counts(plan.plan_id).values()) == plan.row_count

    @invariant()
    def nothing_is_stored_twice(self) -> None:
        once = [token for token in self.stored if token not in self.acted_late]
        assert len(once) == len(set(once))

    @invariant()
    def every_byte_had_its_intent(self) -> None:
        intents = self.journal.sql.execute("select row_id, body_hash from attempt order by attempt_id").fetchall()
        assert intents == [(row_id, sha256(body)) for row_id, body in self.sent]

    @invariant()
    def one_in_flight_per_target(self) -> None:
        flying = [row.target for row in self.rows(states.INTENT, *(() if self.tokens else (states.AMBIGUOUS,)))]
        assert len(flying) == len(set(flying))

    @invariant()
    def limits_hold(self) -> None:
        total = Decimal(0)
        for plan in self.plans:
            attempts = self.journal.attempts(plan.plan_id)
            counted = sum(Decimal(a.amount or 0) for a in attempts if a.outcome not in {*ABSENT, "rejected"})
            late = sum(row.token in self.acted_late for row in self.journal.rows(plan.plan_id))
            assert counted <= LIMIT + 10 * late  # a write proven absent that came late after all
            total += counted - 10 * late
        assert total <= DAY

    @invariant()
    def events_only_grow_and_chain(self) -> None:
        count = len(self.journal.events())
        assert count >= self.events
        self.events = count
        assert events.broken_at(self.journal.sql) is None

    @invariant()
    def what_is_stored_is_known_or_in_doubt(self) -> None:
        for row in self.rows():
            if row.token in self.stored and row.token not in self.acted_late:
                assert row.state in {*states.WRITTEN, *states.IN_DOUBT}, row

    @invariant()
    def the_digest_stands(self) -> None:
        for plan in self.plans:
            found = self.journal.plan(plan.plan_id)
            assert found.digest == found.digest_of(self.journal.rows(plan.plan_id))


Corrections.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=40,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
TestCorrections = Corrections.TestCase
