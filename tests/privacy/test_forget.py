"""Names and secrets stand only where they may; a forgotten person is nowhere any more, stays so, and nothing else changes.

All tests look at one deployment, the last of them forgets the person in it; killed at any moment that is done by the next run.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import stat
import subprocess
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

import recorded
from correct.made_plan import made_plan
from nightaudit import transform, warehouse
from nightaudit.client.client import Client
from nightaudit.correct.fates.audit import audit_journal
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.plans import approval
from nightaudit.errors import ConfigurationError, DataCheckError, UsageError
from nightaudit.forget import forget
from nightaudit.nightly import publish_unchecked
from nightaudit.privacy.forgotten import Forgotten, Person
from nightaudit.settings import Settings
from nightaudit.warehouse import work_file
from privacy.conftest import BEFORE, FIRST, LAST, MAIL, NAMES, PHONE, Deployment
from privacy.places import may_hold_personal_data
from privacy.searching import found_in
from running import marts, published, run, start
from transform import raw_tables, village

KILLS = int(os.environ.get("NIGHTAUDIT_TEST_KILLS", "0"))
FULL = f"{FIRST} {LAST}"
SEED = int(os.environ.get("NIGHTAUDIT_TEST_SEED", "1"))
PERSON = "select contact_name, email_address, telephone_number from core.dim_contacts where contact_id = {}"
SHOWS_RECORDS = ("correct show", "correct export", "correct plan", "correct apply", "call")  # to whoever asked for them


@pytest.mark.slow
def test_names_and_secrets_stay_where_the_list_says(deployment: Deployment) -> None:
    mail = deployment.data_dir / "mail"
    for words in (
        ("doctor",),
        ("doctor", "--json"),
        ("status", "--json"),
        ("report", "--mail", str(mail)),
        ("correct", "status"),
    ):
        deployment(*words)
    deployment("correct", "audit", "--json")
    gone = {"NIGHTAUDIT_BASE_URL": "http://127.0.0.1:9", "NIGHTAUDIT_DEADLINE_SECONDS": "0.5"}
    deployment("load", "contacts", code=4, **gone)
    wrong = "planted-wrong-secret"
    for refused in (
        ("load", "contacts"),
        ("doctor",),
        ("correct", "plan", "invoices-post-drafts", "--sql", "select 1 as invoice_id"),
    ):
        deployment(*refused, code=3, NIGHTAUDIT_CLIENT_SECRET=wrong)

    where = found_in(deployment.data_dir, [*NAMES, *deployment.secrets, wrong])
    assert where["private/work.duckdb"] >= {name.casefold() for name in NAMES}  # the control: the search finds them
    assert where["private/corrections.sqlite"]
    assert [] == [path for path in where if not may_hold_personal_data(path)]
    for path, planted in where.items():
        assert not planted & {secret.casefold() for secret in (*deployment.secrets, wrong)}, path
    for command, said in deployment.said.items():
        for secret in (*deployment.secrets, wrong):
            assert secret not in said, command
        if not command.partition(": ")[2].startswith(SHOWS_RECORDS):
            assert [] == [name for name in NAMES if name in said], command


@pytest.mark.slow
def test_private_files_are_readable_by_their_owner_alone(deployment: Deployment) -> None:
    private = deployment.data_dir / "private"
    assert 0o700 == stat.S_IMODE(private.stat().st_mode)
    files = [path for path in private.rglob("*") if path.is_file()]
    ours = [path for path in files if "dbt" not in path.relative_to(private).parts]
    assert {"service.txt", "unread.json", "behaviours.json", "work.duckdb"} <= {path.name for path in ours}
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in ours} == {path.name: 0o600 for path in ours}


@pytest.mark.long
@pytest.mark.slow
def test_names_are_published_when_asked_for_and_gone_when_not_any_more(deployment: Deployment, tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    shutil.copytree(deployment.data_dir, data_dir)
    environment = deployment.environment | {"NIGHTAUDIT_DATA_DIR": str(data_dir)}
    person = PERSON.format(deployment.contact)
    assert [(None, None, None)] == published(data_dir, person), "pseudonyms are the default"

    settings = deployment.settings().model_copy(update={"data_dir": data_dir, "publish_names": True})
    recorded.known(["+dim_contacts"], checked=False)
    transform.build(settings, work_file(settings), select=["+dim_contacts"], checked=False)
    for command in ("publish", "report"):
        run(environment | {"NIGHTAUDIT_PUBLISH_NAMES": "true"}, command)
    assert [(f"{FIRST} {LAST}", MAIL, PHONE)] == published(data_dir, person)
    where = found_in(data_dir, NAMES)
    assert "warehouse.duckdb" in where
    assert "report.html" not in where

    for command in ("build", "publish"):
        run(environment, command)
    assert [(None, None, None)] == published(data_dir, person)
    assert "warehouse.duckdb" not in found_in(data_dir, NAMES)


RECORDS: dict[str, tuple[str | None, object]] = {  # parent and record
    "activities_notes": ("3", {"id": 1, "content": f"write to {MAIL}"}),
    "bookings": (None, {"id": 9, "bookingContactId": 17}),
    "bookings_notes": ("8", f"{FULL} rang"),
    "contacts": (None, {"id": 17, "firstName": FIRST, "lastName": LAST}),
    "guest_stays": (None, {"id": 5, "contactId": 17, "guest": {"email": MAIL}}),
    "sales_invoices": (None, {"id": 6, "bookingId": 9, "financeAccount": {"accountName": f"Ms {LAST}"}}),
    "units": (None, {"id": 17, "number": "5551234567"}),
}


def test_what_is_left_to_do_is_done_by_the_next_forget(settings: Settings) -> None:
    warehouse.prepare(settings)
    with warehouse.work_connection(settings) as work:
        work.execute("create schema raw")
        for stream, (parent, record) in RECORDS.items():
            work.execute(f"create table raw.{stream} (record_key varchar, parent_key varchar, payload varchar)")
            row = [str(record["id"]) if isinstance(record, dict) else "1", parent, json.dumps(record)]
            work.execute(f"insert into raw.{stream} values ($1, $2, $3)", row)
    file = work_file(settings)
    backup = file.read_bytes()
    for target in ("bookings/9", "guestStays/5", "salesInvoices/6"):
        with Journal.open(settings) as journal:
            waiting = made_plan(journal, f"of {target}", [target])
            with pytest.raises(UsageError, match="its state is still PLANNED"):
                forget(settings, 17)
            approval.cancel(journal, waiting)
    assert (5, (str(file),)) == ((first := forget(settings, 17)).versions, first.files)
    assert (0, ()) == ((again := forget(settings, 17)).versions, again.files)
    people = Forgotten.read(settings)
    people.add(replace(people.people[17], erased=None))  # as a kill before the marts are built leaves it
    assert (str(file),) == forget(settings, 17).files
    file.write_bytes(backup)  # of before
    assert 5 == forget(settings, 17).versions
    file.write_bytes(backup)
    elsewhere = settings.data_dir / "elsewhere.duckdb"
    file.symlink_to(file.rename(elsewhere))
    assert 5 == forget(settings, 17).versions
    assert file.samefile(elsewhere)
    assert {} == found_in(settings.data_dir, [LAST, MAIL])


def test_a_person_is_erased_also_while_a_mart_breaks_a_rule(settings: Settings) -> None:
    """And where a report, but no file, was published; what an earlier release left after such a failure goes too."""
    recorded.known()
    warehouse.prepare(settings)
    person = {"id": 17, "firstName": FIRST, "lastName": LAST}
    stay = village.stay(99, "WAITLISTED", "2026-01-05", "2026-01-07", "30.00", unit=102)
    raw_tables.fill(work_file(settings), [("contacts", person), ("bookings", {"id": 99, "roomStays": [stay]})])
    left = warehouse.private_dir(settings) / "forget"
    shutil.copytree(left.parent, left)
    duckdb.connect(str(warehouse.published_file(settings))).close()
    with pytest.raises(
        DataCheckError, match=r"erased from raw records .*WAITLISTED.* not completely forgotten"
    ) as told:
        forget(settings, 17)
    assert "Run `nightaudit build` until it succeeds, then `forget` again" in told.value.hint
    assert not left.exists()
    assert {} == found_in(settings.data_dir, [LAST])
    with pytest.raises(ConfigurationError, match="The last build failed"):
        publish_unchecked(settings)
    assert Forgotten.read(settings).people[17].erased is None
    warehouse.published_file(settings).unlink()
    warehouse.report_file(settings).write_text("<!doctype html>")
    assert (str(work_file(settings)),) == forget(settings, 17).files


def test_only_who_is_known_here_is_forgotten(settings: Settings) -> None:
    warehouse.prepare(settings)
    with warehouse.work_connection(settings) as work:
        work.execute(
            "create schema raw; create table raw.bookings (record_key varchar, parent_key varchar, payload varchar)"
        )
        work.execute("""insert into raw.bookings values ('9', null, '{"id":9,"bookingContactId":17}')""")
    Forgotten.read(settings).add(Person(18, "2026-11-01"))
    for contact in (17, 18):
        assert 0 == forget(settings, contact).versions
    with pytest.raises(UsageError, match="There is no contact 19"):
        forget(settings, 19)


def counted(deployment: Deployment) -> str:
    return deployment(
        "query", "select count(*) as n, sum(total_gross) as gross from receivables.fct_sales_invoices", "--csv"
    )


@pytest.mark.slow
@pytest.mark.chaos
def test_a_contact_is_forgotten_everywhere_however_often_it_is_killed(deployment: Deployment, tmp_path: Path) -> None:
    private = deployment.data_dir / "private"
    assert "There is no contact 999999" in deployment("forget", "999999", "--yes", code=2)
    assert "add --yes to confirm" in deployment("forget", str(deployment.contact), code=2)
    file = tmp_path / "open.csv"
    file.write_text(f"contactId,firstName\n{deployment.contact},Other\n")
    waiting = deployment("correct", "plan", "contact-details", "--from", str(file)).split()[1].rstrip(":")
    assert "and its state is still PLANNED" in deployment("forget", str(deployment.contact), "--yes", code=2)
    deployment("correct", "cancel", waiting)
    before, sums = marts(deployment.data_dir), counted(deployment)
    with Journal.open(deployment.settings()) as journal:
        kept = [
            (row.token, row.state, row.amount, row.target)
            for plan in journal.plans()
            for row in journal.rows(plan.plan_id)
        ]

    forgetting, told = ("forget", str(deployment.contact), "--yes", "--json"), ""
    draw = random.Random(SEED)
    for number in range(KILLS):
        with start(deployment.environment, *forgetting) as process:
            try:
                told, _ = process.communicate(timeout=draw.uniform(1, 12))
                break  # done before it could be killed
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
        print(f"kill {number + 1} of {KILLS}: left {sorted(path.name for path in private.iterdir())}")
        assert counted(deployment) == sums  # readers never meet half of it
    done = json.loads(told or deployment(*forgetting))
    assert 3 == len(done["files"])
    gone_everywhere(deployment)

    again = json.loads(deployment(*forgetting))
    assert (0, 0) == (again["versions"], again["journal_rows"])
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
        assert [] == audit_journal(journal)
        rows = [row for plan in journal.plans() for row in journal.rows(plan.plan_id)]
        assert [(row.token, row.state, row.amount, row.target) for row in rows] == kept
        sealed = sorted({row.target for row in rows if row.sealed})
        assert sealed == [f"contacts/{deployment.contact}", f"salesInvoices/{deployment.invoice}"]


def gone_everywhere(deployment: Deployment) -> None:
    where = found_in(deployment.data_dir, [LAST, MAIL, PHONE, BEFORE, FULL, "Zyxnote", FIRST])
    assert {} == where
