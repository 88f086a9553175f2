"""Messages of runs that fail: credentials lost midway, a full disk, a plan that expires while it is applied."""

from __future__ import annotations

import datetime
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk, rows_of
from correct.ledger_server import KEY, Ledger
from correct.line import Line, planned
from correct.made_plan import made_plan
from full_disk import files_of_at_most
from nightaudit import database
from nightaudit.correct.fates.audit import audit_tokens
from nightaudit.correct.intent import Halted, Limits, intend
from nightaudit.correct.journal import states
from nightaudit.correct.journal.file import JournalFailed
from nightaudit.correct.journal.journal import RELOADED, Journal
from nightaudit.correct.plans import approval
from nightaudit.correct.plans.page import write_page
from nightaudit.correct.sending.reconcile import reconcile
from nightaudit.errors import UsageError
from nightaudit.files import write_for_owner
from nightaudit.load.pipeline import load
from nightaudit.settings import Settings
from nightaudit.warehouse import work_file


@pytest.mark.usefixtures("impatient")
def test_credentials_lost_midway_stop_the_run(line: Line, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = planned(line)

    def revoke(stage: str) -> None:
        if stage == "after":
            monkeypatch.setattr("correct.ledger_server.KEY", "another key")

    ledger.hook = revoke
    said = line("apply", plan, "--live", code=6)
    assert "Stopped: " in said
    assert "1 APPLIED, 2 APPROVED" in said
    monkeypatch.setattr("correct.ledger_server.KEY", KEY)
    ledger.hook = lambda _: None
    assert {"VERIFIED": 3} == line("apply", plan, "--live", "--json")["states"]
    assert 3 == len(ledger.allocations)


def test_brackets_in_what_stopped_a_run_are_told_as_they_are(line: Line, ledger: Ledger) -> None:
    """They were taken for markup: the run ended in a traceback, and the streams it had written were not loaded again."""
    plan = planned(line)

    def stop(stage: str) -> None:
        if stage == "after":
            with Journal.open(line.settings) as journal:
                journal.switch("see [/tickets/7] and [dim]")

    ledger.hook = stop
    said = line("apply", plan, "--live", code=6)
    assert "Stopped: Sending is stopped: see [/tickets/7] and [dim]." in said


def test_a_plan_that_was_changed_by_hand_is_not_shown_to_an_approver(line: Line) -> None:
    """It was shown as if it had been planned so, or ended in a traceback; only the approval was refused."""
    plan = planned(line, approve=False)
    with Journal.open(line.settings) as journal:
        journal.sql.execute("""update "row" set input = '{}' where number = 2""")
    assert "is not the plan that was approved: its digest differs" in line("show", plan, code=5)


def test_a_disk_that_fills_up_stops_the_run(desk: Desk, ledger: Ledger) -> None:
    plan = desk.approved("allocations-create", [RECEIPT] * 40)
    pages = desk.journal.sql.execute("pragma page_count").fetchone()[0]
    desk.journal.sql.execute(f"pragma max_page_count = {pages + 3}")  # this connection's own full disk
    outcome = desk.apply(plan)
    assert isinstance(outcome.cause, JournalFailed)
    assert "database or disk is full" in str(outcome.cause)
    assert 6 == outcome.exit_code
    assert 0 < ledger.posts < 40
    desk.journal.close()
    desk.journal = Journal.open(desk.settings)
    assert {"VERIFIED": 40} == desk.apply(plan).counts
    assert len(ledger.tokens()) == 40 == len(ledger.allocations)


def test_a_plan_that_expires_while_it_is_applied(tmp_path: Path) -> None:
    with Journal(tmp_path / "corrections.sqlite") as journal:
        approval.approve(journal, made_plan(journal, "p1", ["a", "b", "c"]), "tester")
        first, second, _ = journal.rows("p1")
        for row in (first, second):
            journal.move(row, states.CHECKING)
        intend(journal, first, {}, Limits(), [])
        journal.sql.execute("update plan set expires = created")
        with pytest.raises(Halted, match="expired while it was applied"):
            intend(journal, second, {}, Limits(), [])
        for end, told in ((approval.cancel, "has rows in doubt"), (approval.require_young, "expired at")):
            with pytest.raises(UsageError, match=told):
                end(journal, journal.plan("p1"))
        assert ("APPROVED", {"APPROVED": 1, "CHECKING": 1, "INTENT": 1}) == (
            journal.plan("p1").state,
            journal.counts("p1"),
        )


def test_a_canary_is_a_row_that_is_sent(desk: Desk, ledger: Ledger) -> None:
    desk.apply(desk.approved("allocations-create", [RECEIPT]))
    plan = desk.approved("allocations-create", [RECEIPT] * 4)  # the first of them was written before: it proves nothing

    def spoil(stage: str) -> None:
        if stage == "after" and len(ledger.allocations) == 2:
            ledger.allocations[1]["amount"] = 99

    ledger.hook = spoil
    said = Line(desk.settings)("apply", plan.plan_id, "--live", "--canary", "1", code=5)
    assert "The canary failed. Row 2 is MISMATCH" in said
    assert {"APPROVED": 2, "MISMATCH": 1, "SKIPPED": 1} == desk.states(plan)
    ledger.allocations[1]["amount"] = 12.5
    assert "2 APPROVED, 1 SKIPPED, 1 VERIFIED." in Line(desk.settings)("verify", plan.plan_id)


def test_what_was_written_is_loaded_again_until_it_was(desk: Desk) -> None:
    """A run that is killed between its last write and the load leaves that load to the next one."""
    plan = desk.approved("allocations-create", [RECEIPT])
    streams = desk.apply(plan).streams
    assert streams == desk.apply(plan).streams == reconcile(desk.run(plan)).streams
    assert "sales_invoices" in streams
    desk.journal.event(RELOADED + ", ".join(streams), plan.plan_id)
    assert desk.apply(plan).streams == () == reconcile(desk.run(plan)).streams


def test_a_load_that_fails_after_a_run_is_told_and_left_to_the_next(line: Line) -> None:
    plan = planned(line)
    (line.settings.data_dir / "private" / "work.duckdb").write_bytes(b"no database" * 1000)
    told = "The written streams could not be reloaded: "
    assert told not in line("apply", plan, "--live", "--no-reload")
    for words in (["apply", plan, "--live"], ["reconcile", plan]):
        said = line(*words)
        assert told in said
        assert "Run `nightaudit nightly`." in said


@pytest.mark.parametrize("dialect", ["document"], indirect=True)
def test_what_was_written_is_loaded_at_once(hotel: Desk) -> None:
    line = Line(hotel.settings)
    plan = hotel.approved("unit-attributes", [{"unitId": rows_of(hotel, "units.list")[-1]["id"], "maxOccupancy": 11}])
    load(hotel.settings, ["units"]).raise_for_failures()
    assert "loading units, " in line("apply", plan.plan_id, "--live")
    with database.reading(work_file(hotel.settings)) as work:
        assert [(1,)] == work.execute("select count(*) from raw.units where valid_to is not null").fetchall()
    assert "loading units" not in line("apply", plan.plan_id, "--live"), "once is enough"


def test_what_was_written_after_a_clock_was_set_back_is_loaded_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The load before seemed to come after what was written since: the mart went on to show the fault."""
    plan = desk.approved("allocations-create", [RECEIPT] * 2)
    streams = desk.apply(plan, Limits(rows=1)).streams
    ahead = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)
    with monkeypatch.context() as clock:
        clock.setattr("nightaudit.correct.journal.journal.now", lambda: ahead.isoformat(timespec="microseconds"))
        desk.journal.event(RELOADED + ", ".join(streams), plan.plan_id)
    outcome = desk.apply(plan)
    assert (streams, {"VERIFIED": 2}) == (outcome.streams, outcome.counts)


@pytest.mark.parametrize("dialect", ["document"], indirect=True)
def test_only_apply_live_asks_for_the_write_scope(
    service: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tenant who grants api/read alone: everything works but what sends."""
    monkeypatch.setattr("nightaudit.sandbox.calls.auth.SCOPES", ("api/read",))
    line = Line(service.model_copy(update={"data_dir": tmp_path / "data"}))
    file = tmp_path / "rows.csv"
    file.write_text("unitId,maxOccupancy\n1,9\n")
    plan = line("plan", "unit-attributes", "--from", str(file), "--json")["plan_id"]
    line("approve", plan)
    for words in (("show", plan), ("apply", plan), ("verify", plan), ("reconcile", plan), ("audit", plan), ("status",)):
        line(*words)
    assert "invalid_scope" in line("apply", plan, "--live", code=3)
    assert {"APPROVED": 1} == line("status", "--json")["plans"][0]["states"]


def test_nothing_left_to_cancel(line: Line) -> None:
    plan = planned(line)
    line("apply", plan, "--live")
    assert "no rows left to send" in line("cancel", plan, code=2)


def test_links_made_twice_are_found(hotel: Desk) -> None:
    """A link carries no token: the pair is counted, by verification and by the audit."""
    unit = rows_of(hotel, "units.list")[3]["id"]
    groups = [hotel.client.access_groups.create(body={"name": name}).id for name in ("North", "South")]
    rows = [{"unitId": unit, "accessGroupId": group, "linkId": ""} for group in groups]
    plan = hotel.approved("unit-access-groups", rows)
    real = hotel.client.write

    def twice(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
        if body["accessGroup"]["id"] == groups[0]:
            real(operation, *ids, body=body, **filters)
        return real(operation, *ids, body=body, **filters)

    hotel.client.write = twice  # a service that acts twice
    assert 5 == hotel.apply(plan).exit_code
    assert {"DUPLICATE": 1, "VERIFIED": 1} == hotel.states(plan)
    real(
        hotel.client.unit_access_groups.create.operation, body={"unit": {"id": unit}, "accessGroup": {"id": groups[1]}}
    )
    assert ["row N (units/N/accessGroups/N): is in the PMS more than once: N, N; remove all but one there"] * 2 == [
        re.sub(r"\d+", "N", said) for said in audit_tokens(hotel.run(plan))
    ]
    assert {"DUPLICATE": 2} == hotel.states(plan)


def test_the_page_of_the_approver_is_private_escaped_and_loads_nothing(desk: Desk, tmp_path: Path) -> None:
    rows = [RECEIPT | {"paymentReference": "<script>alert(1)</script>"}, RECEIPT | {"targetInvoiceId": "99"}]
    path = write_page(desk.journal, desk.plan("allocations-create", rows), tmp_path / "plan.html")
    page = path.read_text()
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    assert "<script" not in page
    assert not re.search(r"(src|href|url|@import)\s*[=(]", page)
    assert "name=viewport" in page
    assert page.index("salesInvoices/99 does not exist") < page.index("To be sent") < page.index("&lt;script&gt;")


def test_the_name_of_a_file_cannot_steer_a_terminal(line: Line, tmp_path: Path) -> None:
    path = tmp_path / "october\x1b[2J.csv"
    path.write_text("invoiceId,externalId,exportedDate\n1,A-1,2026-11-01T10:00:00Z\n")
    said = line("plan", "invoices-mark-exported", "--from", str(path))
    assert "1 rows from october\N{REPLACEMENT CHARACTER}[2J.csv:" in said
    assert "\x1b" not in said


def test_a_file_that_cannot_be_written_is_told(line: Line) -> None:
    plan = planned(line)
    assert "cannot be written" in line("show", plan, "--html", "/dev/null/plan.html", code=2)
    assert "cannot be written" in line("export", plan, "--out", "/dev/null/plan.json", code=2)


def test_no_other_file_is_written_over(line: Line, tmp_path: Path) -> None:
    """A slip in the name of a page replaced the published warehouse, or the journal."""
    plan = planned(line)
    page, export, other = tmp_path / "plan.html", tmp_path / "plan.json", tmp_path / "exported.csv"
    other.write_text("invoiceId\n97\n")
    for words in (["show", plan, "--html"], ["export", plan, "--out"]):
        told = line(*words, str(other), code=2)
        assert f"{other} exists and is not a" in told
        assert "it was not overwritten" in told
    assert "invoiceId\n97\n" == other.read_text()
    for _ in range(2):
        line("show", plan, "--html", str(page))
        line("export", plan, "--out", str(export))


def test_a_file_of_before_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    file, link = tmp_path / "plan.json", tmp_path / "newest.json"
    file.write_text("{as it was}")
    kind = ("a JSON object", (b"{",))
    link.symlink_to(file)
    with files_of_at_most(1000), pytest.raises(UsageError, match="cannot be written: File too large"):
        write_for_owner(link, "x" * 2000, *kind)
    assert "{as it was}" == file.read_text()
    assert (write_for_owner(link, "new", *kind), file.read_text(), link.is_symlink()) == (link, "new", True)
    assert 0o600 == stat.S_IMODE(file.stat().st_mode)
    assert {file, link} == {*tmp_path.iterdir()}


def test_only_the_owner_reads_the_journal(desk: Desk) -> None:
    desk.approved("allocations-create", [RECEIPT])
    folder = desk.journal.path.parent
    assert 0o700 == stat.S_IMODE(folder.stat().st_mode)
    assert {0o600} == {stat.S_IMODE(path.stat().st_mode) for path in folder.glob("corrections.*")}
