"""Planted secrets and names, searched for in the whole data directory and in everything that was said."""

from __future__ import annotations

import stat

import pytest

from nightaudit.privacy.places import may_hold_personal_data
from privacy.conftest import NAMES, Deployment
from privacy.searching import found_in

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
    for words in (
        ("load", "contacts"),
        ("doctor",),
        ("correct", "plan", "invoices-post-drafts", "--sql", "select 1 as invoice_id"),
    ):
        deployment(*words, code=3, NIGHTAUDIT_CLIENT_SECRET=wrong)

    where = found_in(deployment.data_dir, [*NAMES, *deployment.secrets, wrong])
    assert where["private/work.duckdb"] >= {name.casefold() for name in NAMES}  # the control: the search finds them
    assert where["private/corrections.sqlite"]
    assert [path for path in where if not may_hold_personal_data(path)] == []
    for path, words in where.items():
        assert not words & {secret.casefold() for secret in (*deployment.secrets, wrong)}, path
    for command, said in deployment.said.items():
        for secret in (*deployment.secrets, wrong):
            assert secret not in said, command
        if not command.partition(": ")[2].startswith(SHOWS_RECORDS):
            assert [name for name in NAMES if name in said] == [], command


@pytest.mark.slow
def test_modes_of_files(deployment: Deployment) -> None:
    private = deployment.data_dir / "private"
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    files = [path for path in private.rglob("*") if path.is_file()]
    held = [path for path in files if may_hold_personal_data(str(path.relative_to(deployment.data_dir)))]
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in held} == {path.name: 0o600 for path in held}
