"""A forgotten person is in no file of a lake any more: not in raw tables, nor in marts, nor in what killed runs left."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from nightaudit.forget import forget
from nightaudit.nightly import publish
from privacy.conftest import FIRST, MAIL, PHONE, planted
from privacy.searching import found_in
from running import tenant
from spark.engines import built, in_lake, loaded, settings_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.spark, pytest.mark.slow]

WORDS = [FIRST, MAIL, PHONE, "Zyxnote"]


def test_a_forgotten_person_is_nowhere_in_the_lake(tmp_path: Path, catalog: str, small: dict[str, str]) -> None:
    from nightaudit.lake.session import begin

    lake = tmp_path / "data" / "lake"
    with tenant(tmp_path / "data", units=3, years=1) as environment:
        names = {"NIGHTAUDIT_PUBLISH_NAMES": "true", "NIGHTAUDIT_SPARK_MASTER": "local[1]"}
        settings = settings_of(environment | in_lake(catalog, tmp_path / "data") | names)
        contact, _ = planted(settings)
        loaded(settings)
        begin(settings, small)
        built(settings)
        publish(settings)
        kept = next((lake / "raw" / "contacts" / "data").rglob("*.parquet"))
        shutil.copy(kept, kept.with_name("killed.parquet"))
        places = {path.split("/")[0] for path in found_in(lake, WORDS)}
        assert {"raw", "staging", "core__building"} <= places  # the control: they were everywhere
        done = forget(settings, contact)
        assert done.versions > 1
        assert {} == found_in(tmp_path / "data", WORDS)
        assert (0, ()) == (forget(settings, contact).versions, forget(settings, contact).files)
        assert loaded(settings) > 500  # the service still knows them
    assert {} == found_in(tmp_path / "data", WORDS)
