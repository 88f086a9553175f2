"""The journal: every plan, row, attempt and event in one SQLite file that is on disk before a byte is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.correct.journal import events, states
from nightaudit.correct.journal.clock import now
from nightaudit.correct.journal.entries import Plan, Row
from nightaudit.correct.journal.file import JournalFile
from nightaudit.correct.journal.home import away
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

RELOADED = "loaded again: "  # the event that says so begins with it
AT_SERVICE = "plan_id in (select plan_id from plan where base_url_hash = ?)"


class Journal(JournalFile):
    """What is planned, approved and sent, as the file holds it; every change is a commit and an event."""

    def plan(self, name: str) -> Plan:
        """A plan by its id, or by the beginning of it when that is unique. Raises UsageError."""
        found = [Plan.read(values) for values in self._all("select * from plan where instr(plan_id, ?) = 1", name)]
        found = [plan for plan in found if plan.plan_id == name] or found
        if len(found) != 1 or not name:
            what = "More than one plan is" if found else "No plan is"
            raise UsageError(f"{what} called {name!r}.", hint="`nightaudit correct status` lists the plans.")
        return found[0]

    def plans(self) -> list[Plan]:
        """Every plan, the oldest first."""
        return [Plan.read(values) for values in self._all("select * from plan order by created, rowid")]

    def rows(self, plan_id: str, *only: str) -> list[Row]:
        """Rows of a plan in their order, all of them or those in the given states."""
        marks = ",".join("?" * len(only))
        where = f"and state in ({marks})" if only else ""
        query = f'select * from "row" where plan_id = ? {where} order by number'
        return [Row.read(values) for values in self._all(query, plan_id, *only)]

    def row(self, row_id: int) -> Row:
        """One row by its id."""
        return Row.read(self._all('select * from "row" where row_id = ?', row_id)[0])

    def counts(self, plan_id: str) -> dict[str, int]:
        """Rows by state; they always sum to the plan's row count."""
        query = 'select state, count(*) from "row" where plan_id = ? group by state order by state'
        return dict(self.sql.execute(query, (plan_id,)).fetchall())

    def attempts(self, plan_id: str) -> list[dict[str, Any]]:
        """Every time a row of the plan was sent, in order."""
        query = 'select a.*, r.number, r.token from attempt a join "row" r using (row_id) where r.plan_id = ? order by attempt_id'
        return self._all(query, plan_id)

    def events(self, plan_id: str | None = None) -> list[dict[str, Any]]:
        """Events of one plan, or all of them."""
        where, values = ("where plan_id = ?", (plan_id,)) if plan_id else ("", ())
        return self._all(f"select * from event {where} order by event_id", *values)

    def move(self, row: Row, state: str, why: str = "", **values: object) -> None:
        """Put a row into another state, with further columns, and write the event. SQLite refuses an unknown move."""
        values |= {"state": state, "why": why, "changed": now()}
        sets = ", ".join(f"{name} = ?" for name in values)
        with self.transaction() as sql:
            before = sql.execute('select state from "row" where row_id = ?', (row.row_id,)).fetchone()[0]
            sql.execute(f'update "row" set {sets} where row_id = ?', (*values.values(), row.row_id))
            self.event(f"{before} > {state}{': ' + why if why else ''}", row.plan_id, row.row_id)
        row.state, row.why = state, why

    def move_all(self, plan_id: str, before: Iterable[str], state: str, why: str = "") -> int:
        """Put every row of a plan that is in one of the `before` states into another; returns how many there were."""
        rows = self.rows(plan_id, *before)
        with self.transaction():
            for row in rows:
                self.move(row, state, why)
        return len(rows)

    def event(self, what: str, plan_id: str | None = None, row_id: int | None = None) -> None:
        """Append to what happened."""
        with self.transaction() as sql:
            events.append(sql, now(), plan_id, row_id, what)

    @property
    def stopped(self) -> str:
        """Why nothing may be sent, "" while the switch is open; in a copy of a journal it is closed."""
        return self._control("stop") or away(self._control("home"), self.path)

    def switch(self, reason: str) -> None:
        """Close the kill switch for a reason, or open it with "", which also says that the journal is at home here."""
        with self.transaction() as sql:
            sql.execute("delete from control where name = 'stop'")
            if reason:
                sql.execute("insert into control values ('stop', ?)", (reason,))
            else:
                self._keep_home()
            self.event(f"stopped: {reason}" if reason else "started")

    def unloaded(self, plan_id: str) -> bool:
        """Whether anything of the plan was carried out since its streams were last loaded again."""
        query = f"""select max(a.ended) > coalesce((select max(at) from event where plan_id = $1 and what like '{RELOADED}%'), '')
                    from attempt a join "row" r using (row_id) where r.plan_id = $1 and a.outcome = 'applied'"""
        return bool(self.sql.execute(query, {"1": plan_id}).fetchone()[0])

    def settled(self, natural_key: str, plan: Plan) -> tuple[str, Plan] | None:
        """State and plan of a row of another plan with the same natural key that was, or may have been, written.

        Of plans for the same service, those made with the same credentials first: others may have led to another tenant.
        """
        if not natural_key:
            return None
        marks = ",".join("?" * len(states.WRITTEN + states.IN_DOUBT))
        query = f"""select r.state, r.plan_id from "row" r join plan p using (plan_id)
                    where r.natural_key = ? and r.plan_id <> ? and r.state in ({marks}) and p.base_url_hash = ?
                    order by p.environment = ? desc, r.state in ({",".join("?" * len(states.IN_DOUBT))}) desc limit 1"""
        sent = (*states.WRITTEN, *states.IN_DOUBT)
        values = (natural_key, plan.plan_id, *sent, plan.base_url_hash, plan.environment, *states.IN_DOUBT)
        found = self.sql.execute(query, values).fetchone()
        return (found[0], self.plan(found[1])) if found else None

    def unsent_kin(self, plan: Plan) -> list[Row]:
        """Rows of other plans for the service that stand for the same as an APPROVED one of this, and are taken for unsent."""
        sent = (*states.WRITTEN, *states.IN_DOUBT)
        query = f"""select * from "row" where plan_id <> ? and {AT_SERVICE} and state not in ({",".join("?" * len(sent))})
                    and natural_key in
                    (select natural_key from "row" where plan_id = ? and state = 'APPROVED' and natural_key <> '')"""
        return [Row.read(values) for values in self._all(query, plan.plan_id, plan.base_url_hash, *sent, plan.plan_id)]
