"""Each thing that must not be sent is refused with the right words and exit code, through the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

from correct.desk import RECEIPT, settings_for, write_csv
from correct.ledger_server import Ledger, serving
from correct.line import Line, planned
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.values import dump


def test_a_plan_goes_through_every_command(line: Line, ledger: Ledger, tmp_path: Path) -> None:
    file = write_csv(tmp_path / "bank.csv", [RECEIPT] * 2)
    made = line("plan", "allocations-create", "--from", str(file), "--json")
    plan = made["plan_id"]
    assert (2, 2, {"GBP": "25.00"}) == (made["rows"], made["to_send"], made["totals"])
    assert plan in line("show", plan)
    assert "APPROVED" == line("approve", plan, "--by", "finance", "--json")["state"]
    assert (False, 2) == ((dry := line("apply", plan, "--json"))["live"], len(dry["rows"]))
    dry = line("apply", plan)
    assert "Dry run: 2 of 2 rows would be sent. Nothing was sent; add --live to send." in dry
    assert "/api/v3/financialAllocations/salesInvoices" in dry
    assert 0 == ledger.posts
    done = line("apply", plan, "--live", "--json")
    assert ({"VERIFIED": 2}, 2, []) == (done["states"], done["sent"], done["findings"])
    assert 2 == len(ledger.allocations)
    assert {"VERIFIED": 2} == line("status", "--json")["plans"][0]["states"]
    assert [] == line("audit", "--json")["findings"]
    assert len(line("export", plan[:9])) > 1000
    exported = line("export", plan, "--out", str(tmp_path / "plan.json"), "--json")["file"]
    assert plan == json.loads(Path(exported).read_text())["plan_id"]
    page = tmp_path / "plan.html"
    line("show", plan, "--html", str(page))
    assert "12.50" in page.read_text()
    assert not re.search(r"(src|href)=", page.read_text())
    assert "can be undone" in line("undo", plan, code=2)
    for option, sent in (((), 0), (("--again",), 2)):
        assert sent == line("plan", "allocations-create", "--from", str(file), "--json", *option)["to_send"]


def test_a_plan_that_is_not_approved_is_not_applied(line: Line, ledger: Ledger) -> None:
    plan = planned(line, approve=False)
    assert "Nothing was sent; approve the plan, then add --live to send." in line("apply", plan)
    assert "is PLANNED, not APPROVED" in line("apply", plan, "--live", code=2)
    assert f"Next: nightaudit correct apply {plan}" in line("approve", plan)
    assert "CANCELLED" == line("cancel", plan, "--why", "wrong file", "--json")["state"]
    assert "wrong file" in str(line("export", plan))
    assert 0 == ledger.posts


def test_errors_of_all_rows_are_reported_at_once(line: Line, tmp_path: Path) -> None:
    rows = [RECEIPT, RECEIPT | {"amount": "12.345", "date": "31/10/2026"}, RECEIPT | {"importType": "GIFT"}]
    rows.append(RECEIPT | {"accountId": "", "nominalCode": ""})
    said = line("plan", "allocations-create", "--from", str(write_csv(tmp_path / "bank.csv", rows)), code=2)
    for told in (
        "4 error(s)",
        "line 5, column accountId: required when nominalCode is empty",
        "line 3, column amount: '12.345'",
        "line 3, column date",
        "line 4, column importType: 'GIFT'",
    ):
        assert told in said
    assert [] == line("status", "--json")["plans"]


def test_of_many_errors_one_of_each_kind_is_reported(line: Line, tmp_path: Path) -> None:
    """Of 3,000 errors in a file the first 50 were printed: what kinds were among the others showed one file after the other."""
    rows = [RECEIPT | {"amount": f"{number},50"} for number in range(60)] + [RECEIPT | {"importType": "GIFT"}]
    said = line("plan", "allocations-create", "--from", str(write_csv(tmp_path / "bank.csv", rows)), code=2)
    assert "line 51, column amount" in said
    assert "and 11 more; all 61 by kind, with the first of each: 60 x line 2, column amount: '0,50' must be" in said
    assert "1 x line 62, column importType: 'GIFT'" in said


def test_an_expired_plan_is_refused(line: Line, ledger: Ledger) -> None:
    plan = planned(line)
    with Journal.open(line.settings) as journal:
        found = journal.plan(plan)
        found.expires = "2026-01-02T00:00:00+00:00"
        found.digest = found.digest_of(journal.rows(plan))
        columns = (found.expires, found.digest, found.digest)
        journal.sql.execute("update plan set expires = ?, digest = ?, approved_digest = ?", columns)
        with journal.applier():  # a run is at work on it: nobody else moves its rows
            for words in (["approve", plan], ["apply", plan]):
                assert "expired at 2026-01-02" in line(*words, code=2)
            assert {"APPROVED": 3} == journal.counts(plan)
    assert "expired at 2026-01-02" in line("apply", plan, "--live", code=2)
    assert 0 == ledger.posts
    assert {"EXPIRED": 3} == line("status", "--json")["plans"][0]["states"]
    said = line("apply", plan, "--live", code=2)
    assert "is EXPIRED, not APPROVED. Plan again what was not sent." in said, "it told to approve it, which is refused"


def test_a_plan_changed_by_hand_is_refused(line: Line, ledger: Ledger) -> None:
    plan = planned(line)
    with Journal.open(line.settings) as journal:
        journal.sql.execute("update \"row\" set amount = '99999' where number = 2")
    assert "is not the plan that was approved" in line("apply", plan, "--live", code=5)
    assert 0 == ledger.posts
    said = line("audit", code=5)
    assert "Plan (journal): no rows." in said
    assert "its digest differs" in said


def alter(journal: Journal, plan: str, seal: str | None = None) -> None:
    """Change the amount of the first row by hand, and give the row this seal."""
    row = journal.rows(plan)[0]
    changed = (dump(row.input | {"amount": 9000}), "9000", seal, row.row_id)
    journal.sql.execute('update "row" set input = ?, amount = ?, sealed = ? where row_id = ?', changed)


def test_a_plan_changed_together_with_its_digests_is_refused(line: Line, ledger: Ledger) -> None:
    """9,000 were sent in place of 12.50, and the audit found nothing, although the events had the approved digest."""
    plan = planned(line)
    with Journal.open(line.settings) as journal:
        alter(journal, plan)
        digest = journal.plan(plan).digest_of(journal.rows(plan))
        journal.sql.execute("update plan set digest = ?, approved_digest = ?", (digest, digest))
    assert "is not the plan that was approved" in line("apply", plan, "--live", code=5)
    assert "its digest differs" in line("audit", code=5)
    with Journal.open(line.settings) as journal:
        journal.sql.execute("drop trigger events_stay")
        journal.sql.execute("update event set what = 'planned it: ' || ? where what like 'planned %'", (digest,))
        journal.sql.execute("update event set what = 'plan approved by me: ' || ? where what like 'plan a%'", (digest,))
    assert "event 1 does not match the events before it" in line("apply", plan, "--live", code=5)
    assert 0 == ledger.posts


def test_a_seal_of_erased_values_hides_no_change_of_a_row_that_may_be_sent(line: Line, ledger: Ledger) -> None:
    plan = planned(line)
    with Journal.open(line.settings) as journal:
        alter(journal, plan, journal.rows(plan)[0].seal())
    assert "is not the plan that was approved" in line("apply", plan, "--live", code=5)
    assert 0 == ledger.posts


def test_nothing_is_sent_to_another_service_or_tenant(line: Line, ledger: Ledger) -> None:
    plan = planned(line)
    with serving(Ledger()) as other:
        assert "is for another environment" in line("apply", plan, "--live", code=3, NIGHTAUDIT_BASE_URL=other)
    assert "is for another environment" in line("apply", plan, "--live", code=3, NIGHTAUDIT_API_KEY="someone-else")
    assert 0 == ledger.posts


def test_what_other_credentials_wrote_is_said_to_be_unread(line: Line, ledger: Ledger) -> None:
    """After a change of the key, an audit of nothing and a reconcile of nothing ended with 0, and said so little."""
    ledger.fail("500 after", 1)
    ledger.hidden = {1}
    sent = planned(line)
    said = line("apply", sent, "--live", code=5)
    assert "Warning: NIGHTAUDIT_SETTLE_SECONDS is 0.15, below 10" in said
    assert "waiting 0." in said
    planned(line, approve=False)  # nothing of this one was sent
    told = f"Not read: 1 plan(s) for another address or other credentials, the last {sent};"
    for command in ("audit", "reconcile"):
        assert told in line(command, NIGHTAUDIT_API_KEY="new-key")
        said = line(command, code=5)
        assert (1, False) == (said.count(f"Plan {sent}:"), "Not read" in said)


def test_a_record_changed_since_the_plan(line: Line, ledger: Ledger) -> None:
    plan = planned(line)
    ledger.invoices[7]["financeAccount"] = {"id": 71}
    said = line("apply", plan, "--live", "--json", code=5)
    assert {"CONFLICT": 3} == said["states"]
    assert "changed since the plan: financeAccount.id was 70, is 71" in line("show", plan)
    assert 0 == ledger.posts


def test_a_voided_target_and_one_that_is_gone(line: Line, ledger: Ledger) -> None:
    ledger.invoices[8] = ledger.invoices[7] | {"id": 8}
    plan = planned(line, [RECEIPT, RECEIPT | {"targetInvoiceId": "8"}])
    ledger.invoices[7]["status"] = "VOID"
    del ledger.invoices[8]
    assert {"CONFLICT": 2} == line("apply", plan, "--live", "--json", code=5)["states"]
    assert 0 == ledger.posts


def test_a_service_that_is_gone_stops_the_run_and_leaves_rows_approved(ledger: Ledger, tmp_path: Path) -> None:
    with serving(ledger) as base_url:
        gone = Line(settings_for(base_url, tmp_path))
        plan = planned(gone)
    assert "Stopped" in gone("apply", plan, "--live", code=4, NIGHTAUDIT_DEADLINE_SECONDS="0.5")
    assert {"APPROVED": 3} == gone("status", "--json")["plans"][0]["states"]


def test_two_values_for_one_record_are_refused(line: Line, tmp_path: Path) -> None:
    rows = [{"invoiceId": "7", "externalId": name, "exportedDate": "2026-11-01"} for name in ("A", "B")]
    said = line("plan", "invoices-mark-exported", "--from", str(write_csv(tmp_path / "x.csv", rows)), code=2)
    assert "line 3, column invoiceId: salesInvoices/7 is already in line 2" in said


def test_a_plan_of_another_data_directory_is_missed_with_the_journals_name(line: Line, tmp_path: Path) -> None:
    """The folder with the plan was moved: "No plan is called ..." and an empty table did not say where was looked."""
    plan = planned(line)
    line.settings.data_dir.rename(tmp_path / "moved")
    journal = line.settings.data_dir / "private" / "corrections.sqlite"
    for words, code, told in (
        (("status",), 0, f"The journal {journal} has no plans"),
        (("apply", plan, "--live"), 2, f"called '{plan}' in the journal {journal}"),
        (("status",), 0, f"The journal {journal} has no plans"),
    ):
        said = line(*words, code=code)
        assert told in said
        assert "NIGHTAUDIT_DATA_DIR" in said


def test_an_unknown_name_is_told(line: Line) -> None:
    assert "No correction is called frobnicate" in line("plan", "frobnicate", code=2)
    assert "No plan is called" in line("show", "20990101", code=2)
    assert "has no model: people decide what a note should say" in line("plan", "notes-add", code=2)
    assert "has not been built yet" in line("plan", "unit-attributes", code=3)
