"""Names are published only where the deployment asks for them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from privacy.conftest import FIRST, LAST, MAIL, NAMES, PHONE, Deployment
from privacy.searching import found_in
from running import published, run

PERSON = "select contact_name, email_address, telephone_number from core.dim_contacts where contact_id = {}"


@pytest.mark.slow
def test_names_are_published_when_asked_for_and_gone_when_not_any_more(deployment: Deployment, tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    shutil.copytree(deployment.data_dir, data_dir)
    environment = deployment.environment | {"NIGHTAUDIT_DATA_DIR": str(data_dir)}
    person = PERSON.format(deployment.contact)
    assert [(None, None, None)] == published(data_dir, person), "pseudonyms are the default"

    for command in ("build", "publish", "report"):
        run(environment | {"NIGHTAUDIT_PUBLISH_NAMES": "true"}, command)
    assert [(f"{FIRST} {LAST}", MAIL, PHONE)] == published(data_dir, person)
    where = found_in(data_dir, NAMES)
    assert "warehouse.duckdb" in where
    assert "report.html" not in where

    for command in ("build", "publish"):
        run(environment, command)
    assert [(None, None, None)] == published(data_dir, person)
    assert "warehouse.duckdb" not in found_in(data_dir, NAMES)
