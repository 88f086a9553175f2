"""The journal: every plan, row, attempt and event, in one SQLite file that is committed before a byte is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.correct.journal import events, states
from nightaudit.correct.journal.attempts import Attempt
from nightaudit.correct.journal.clock import now
from nightaudit.correct.journal.entries import Plan, Row, Said, amount_cell, json_cell
from nightaudit.correct.journal.file import JournalFile
from nightaudit.correct.journal.home import why_not_home
from nightaudit.correct.journal.states import sql_list
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PLANNING, APPROVAL = "planned ", "plan approved by "  # beginnings of the events that end with the digest of a plan
RELOADED = "loaded again: "  # beginning of the event that records that streams were loaded again
AT_SERVICE = "plan_id in (select plan_id from plan where base_url_hash = ?)"
SENT = sql_list((*states.WRITTEN, *states.IN_DOUBT))


class Journal(JournalFile):
    """Reads and changes plans and rows; every change is one transaction and appends an event."""

    def plan(self, name: str) -> Plan:
        """Return a plan by its id, or by the beginning of its id when that is unique. Raises UsageError."""
        found = [Plan.read(values) for values in self.select("select * from plan where instr(plan_id, ?) = 1", name)]
        found = [plan for plan in found if plan.plan_id == name] or found
        if len(found) != 1 or not name:
            what = "More than one plan is" if found else "No plan is"
            hint = "`nightaudit correct status` lists its plans; NIGHTAUDIT_DATA_DIR says whose journal is used."
            raise UsageError(f"{what} called {name!r} in the journal {self.path}.", hint=hint)
        return found[0]

    def plans(self) -> list[Plan]:
        """Return every plan, the oldest first."""
        return [Plan.read(values) for values in self.select("select * from plan order by created, rowid")]

    def rows(self, plan_id: str, *only: str) -> list[Row]:
        """Return the rows of a plan by number, all of them or those in the given states."""
        marks = ",".join("?" * len(only))
        # The + keeps SQLite from its index on the number: that reads the complete plan for a few rows.
        where = f"and state in ({marks}) order by +number" if only else "order by number"
        query = f'select * from "row" where plan_id = ? {where}'
        return [Row.read(values) for values in self.select(query, plan_id, *only)]

    def said_of_rows(self, plan_id: str) -> list[Said]:
        """Return what a plan says of each row, by number, without reading the records of the rows.

        Raises ConfigurationError for a cell that was changed by hand.
        """
        query = 'select plan_id, row_id, number, outlook, effects, amount, currency from "row" where plan_id = ? order by number'
        return [
            Said(values["outlook"], json_cell(values, "effects"), amount_cell(values), values["currency"])
            for values in self.select(query, plan_id)
        ]

    def altered(self, *plans: Plan) -> list[Plan]:
        """Return those of the plans that are not as planned and approved, by their digests in the table and in the events."""
        found: dict[str, set[str]] = {}
        query = "select plan_id, what from event where row_id is null and (what like ? or what like ?)"
        for name, what in self.sql.execute(query, (f"{PLANNING}%", f"{APPROVAL}%")):
            found.setdefault(name, set()).add(what.rpartition(" ")[2])
        return [
            plan
            for plan in plans
            if {plan.digest, plan.approved_digest or plan.digest, *found.get(plan.plan_id, ())}
            != {plan.digest_of(self.rows(plan.plan_id))}
        ]

    def add(self, plan: Plan, rows: Sequence[Row]) -> None:
        """Write a new plan and its rows, in one transaction; rows that they undo become UNDO_PLANNED."""
        with self.transaction():
            self._insert("plan", plan.cells())
            for row in rows:
                self._insert("row", row.cells() | {"changed": plan.created})
                if row.undo_of is not None:
                    self.move(self.row(row.undo_of), states.UNDO_PLANNED, f"plan {plan.plan_id}")
            self.event(f"{PLANNING}{plan.job}: {len(rows)} rows, {plan.digest}", plan.plan_id)

    def _insert(self, table: str, values: Mapping[str, Any]) -> None:
        marks = ", ".join("?" * len(values))
        self.sql.execute(f'insert into "{table}" ({", ".join(values)}) values ({marks})', [*values.values()])

    def row(self, row_id: int) -> Row:
        """Return one row by its id."""
        return Row.read(self.select('select * from "row" where row_id = ?', row_id)[0])

    def counts(self, plan_id: str) -> dict[str, int]:
        """Return the number of rows by state; the sum is the plan's row count."""
        query = 'select state, count(*) from "row" where plan_id = ? group by state order by state'
        return dict(self.sql.execute(query, (plan_id,)).fetchall())

    def attempts(self, plan_id: str) -> list[Attempt]:
        """Return every attempt to send a row of the plan, in order."""
        query = 'select a.*, r.number, r.token from attempt a join "row" r using (row_id) where r.plan_id = ? order by attempt_id'
        return [Attempt(**values) for values in self.select(query, plan_id)]

    def last_attempts(self, plan_id: str) -> dict[int, Attempt]:
        """Return the last attempt of each row of the plan that was sent, by row id."""
        return {attempt.row_id: attempt for attempt in self.attempts(plan_id)}

    def events(self, plan_id: str | None = None) -> list[dict[str, Any]]:
        """Return the events of one plan, or all events, in order."""
        where, values = ("where plan_id = ?", (plan_id,)) if plan_id else ("", ())
        return self.select(f"select * from event {where} order by event_id", *values)

    def move(self, row: Row, state: str, why: str = "", **values: object) -> None:
        """Move a row to another state, set further columns, and append an event. SQLite refuses moves not in `states.MOVES`."""
        values |= {"state": state, "why": why, "changed": now()}
        sets = ", ".join(f"{name} = ?" for name in values)
        with self.transaction() as sql:
            before = sql.execute('select state from "row" where row_id = ?', (row.row_id,)).fetchone()[0]
            sql.execute(f'update "row" set {sets} where row_id = ?', (*values.values(), row.row_id))
            self.event(f"{before} > {state}{': ' + why if why else ''}", row.plan_id, row.row_id)
        row.state, row.why = state, why

    def change(self, plan: Plan, what: str, **values: object) -> None:
        """Set columns of a plan, and append an event that says so."""
        sets = ", ".join(f"{name} = ?" for name in values)
        with self.transaction() as sql:
            sql.execute(f"update plan set {sets} where plan_id = ?", (*values.values(), plan.plan_id))
            self.event(what, plan.plan_id)

    def event(self, what: str, plan_id: str | None = None, row_id: int | None = None) -> None:
        """Append an event."""
        with self.transaction() as sql:
            events.append(sql, now(), plan_id, row_id, what)

    @property
    def stopped(self) -> str:
        """Why nothing may be sent, "" while the kill switch is open. The switch of a copied journal counts as closed."""
        home = self._control("home")
        return self._control("stop") or (why_not_home(home, self.path) if home else "")

    def switch(self, reason: str) -> None:
        """Close the kill switch for a reason, or open it with "", which also makes the present place the journal's home."""
        with self.transaction() as sql:
            sql.execute("delete from control where name = 'stop'")
            if reason:
                sql.execute("insert into control values ('stop', ?)", (reason,))
            else:
                self._keep_home()
            self.event(f"stopped: {reason}" if reason else "started")

    def unloaded(self, plan_id: str) -> bool:
        """Return whether a row of the plan was carried out since its streams were last loaded again.

        By the order of events, because the clock may have been set back since.
        """
        carried_out = "what like '% > APPLIED%' or what like '% > DUPLICATE%'"
        query = f"""select coalesce(max(case when {carried_out} then event_id end), 0)
                         > coalesce(max(case when what like '{RELOADED}%' then event_id end), 0)
                    from event where plan_id = ?"""
        return bool(self.sql.execute(query, (plan_id,)).fetchone()[0])
