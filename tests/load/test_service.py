"""A data directory belongs to one service: records of the demo and of several tenants are never mixed."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from load.conftest import TODAY, Records, current, load_once, put, serving
from nightaudit import warehouse
from nightaudit.errors import ConfigurationError, Unreachable
from nightaudit.load.earlier.service import keep_apart
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.settings import DEMO, Settings

ELSEWHERE = "https://127.0.0.2:9"  # nobody listens there


def moved(settings: Settings, address: str = ELSEWHERE) -> Settings:
    return settings.model_copy(update={"base_url": address, "token_url": address})


@pytest.mark.usefixtures("impatient")
def test_records_of_another_service_are_not_mixed_in(tmp_path: Path, few: Path) -> None:
    data = tmp_path / "data"
    with serving(few, data) as settings:
        load_once(settings, ("units",)).raise_for_failures()
        before = current(settings, "units")
    with pytest.raises(
        ConfigurationError, match=r"contains the records of a sandbox on this machine. The records of 127\.0\.0\.2:9"
    ):
        load_once(moved(settings), ("units",))
    assert before == current(settings, "units")
    with serving(few, data) as again:  # a sandbox has another port each time
        load_once(again, ("units",)).raise_for_failures()
    (data / "private" / "service.txt").unlink()  # as the error says
    with pytest.raises(Unreachable):
        load_once(moved(settings), ("units",)).raise_for_failures()
    with (
        pytest.raises(ConfigurationError, match=r"contains the records of 127\.0\.0\.2:9"),
        serving(few, data) as here,
    ):
        load_once(here, ("units",))


def test_a_work_file_that_was_lost_is_missed(tmp_path: Path, few: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The next load began a new history without a word."""
    with serving(few, tmp_path / "data") as settings:
        load_once(settings, ("units",))
        warehouse.published_file(settings).touch()
        load_once(settings, ("units",))
        assert "new history" not in caplog.text
        warehouse.work_file(settings).unlink()
        load_once(settings, ("units",))
        assert 1 == caplog.text.count("work.duckdb has no records, although warehouse.duckdb was published from it")
        load_once(settings, ("units",))
    assert 1 == caplog.text.count("new history")


def test_another_sandbox_is_not_loaded_into_the_data_of_the_demo(tmp_path: Path, few: Path) -> None:
    """All that the new sandbox does not have was taken for deleted."""
    data = tmp_path / "data"
    with serving(few, data, client_id=DEMO) as demo:
        load_once(demo, ("units",)).raise_for_failures()
    with (
        pytest.raises(ConfigurationError, match="the records of the sandbox of the demo"),
        serving(few, data) as one,
    ):
        load_once(one, ("units",))
    with serving(few, data, client_id=DEMO) as again:
        load_once(again, ("units",)).raise_for_failures()
    earlier = tmp_path / "earlier"  # when the demo was noted as any sandbox
    for client_id in ("sandbox", DEMO):
        with serving(few, earlier, client_id=client_id) as settings:
            load_once(settings, ("units",)).raise_for_failures()


@pytest.mark.usefixtures("impatient")
def test_an_address_from_which_nothing_was_loaded_binds_nothing(tmp_path: Path, few: Path) -> None:
    with serving(few, tmp_path / "data") as settings:
        with pytest.raises(Unreachable):
            load_once(moved(settings), ("units",)).raise_for_failures()
        load_once(settings, ("units",)).raise_for_failures()
        assert current(settings, "units")


def test_two_services_on_this_machine_are_told_apart_by_their_ports(tmp_path: Path, few: Path) -> None:
    data = tmp_path / "data"
    tenant = {"client_id": "night-audit", "client_secret": "planted"}
    with serving(few, data, **tenant) as one, serving(few, data, **tenant) as other:
        load_once(one, ("units",)).raise_for_failures()
        same = one.base_url.replace("127.0.0.1", "localhost")
        load_once(moved(one, same).model_copy(update={"token_url": one.token_url}), ("units",)).raise_for_failures()
        with pytest.raises(ConfigurationError, match="contains the records of localhost:"):
            load_once(other, ("units",))
        (data / "private" / "service.txt").write_text("a service on this machine")  # of a release that knew no better
        load_once(one, ("units",)).raise_for_failures()


def test_sandboxes_are_one_whichever_way_they_are_entered(tmp_path: Path, folder: Path, small_records: Records) -> None:
    with serving(folder, tmp_path / "data") as settings:
        load_once(settings, ("units",)).raise_for_failures()
    with running(SandboxOptions(portfolio=folder, today=TODAY)) as connection:
        key = Settings.read(base_url=connection.base_url, api_key=connection.api_key, data_dir=tmp_path / "data")
        load_once(key, ("units",)).raise_for_failures()
    fewer = small_records | {"units": small_records["units"][:9]}
    with serving(put(tmp_path / "another", fewer), tmp_path / "data") as settings:
        load_once(settings, ("units",)).raise_for_failures()
        assert {str(unit["id"]) for unit in fewer["units"]} == set(current(settings, "units")), "as README warns"


@pytest.mark.parametrize("damaged", [b"", b"\x81\xff"])
def test_damaged_notes_of_whose_records_they_are_bind_as_before(damaged: bytes, tmp_path: Path, few: Path) -> None:
    with serving(few, tmp_path / "data") as settings:
        load_once(settings, ("units",)).raise_for_failures()
        account, service = (warehouse.private_dir(settings) / f"{name}.txt" for name in ("account", "service"))
        whole = account.read_bytes()
        account.write_bytes(damaged)
        load_once(settings, ("units",)).raise_for_failures()
        assert whole == account.read_bytes()
        service.write_bytes(damaged)
        with pytest.raises(
            ConfigurationError, match=r"contains the records of \S.*\. The records of a sandbox .* remove .*service.txt"
        ):
            load_once(settings, ("units",))


def test_a_lake_has_no_published_file_to_miss(tmp_path: Path) -> None:
    """Also where DuckDB files from before it stand in the data directory; every load into a lake once ended here."""
    lake = {"engine": "spark", "lake_catalog": "postgresql://a@127.0.0.1:9/b"}
    settings = Settings.read(base_url=ELSEWHERE, api_key="k", data_dir=tmp_path, **lake)
    warehouse.prepare(settings)
    with duckdb.connect() as empty:
        empty.execute("create schema raw; create table raw.walks (row_count bigint)")
        keep_apart(settings, empty)
    assert ["127.0.0.2:9"] == [note.read_text() for note in (tmp_path / "private").glob("service*")]
