"""A data directory keeps to one service: the demo's records are not mixed with a tenant's, nor one tenant's with another's."""

from __future__ import annotations

from pathlib import Path

import pytest

from load.conftest import Records, current, load_once, put, serving
from nightaudit.errors import ConfigurationError, Unreachable
from nightaudit.settings import Settings

ELSEWHERE = "https://127.0.0.2:9"  # nobody listens there


def moved(settings: Settings, address: str = ELSEWHERE) -> Settings:
    return settings.model_copy(update={"base_url": address, "token_url": address})


@pytest.mark.usefixtures("impatient")
def test_records_of_another_service_are_not_mixed_in(tmp_path: Path, small_records: Records) -> None:
    data = tmp_path / "data"
    portfolio = put(tmp_path / "portfolio", small_records)
    with serving(portfolio, data) as settings:
        load_once(settings, ("units",)).raise_for_failures()
        before = current(settings, "units")
    with pytest.raises(
        ConfigurationError, match=r"holds the records of a service on this machine; those of 127\.0\.0\.2:9"
    ):
        load_once(moved(settings), ("units",))
    assert before == current(settings, "units")
    with serving(portfolio, data) as again:  # another port of this machine is the same sandbox
        load_once(again, ("units",)).raise_for_failures()
    (data / "private" / "service.txt").unlink()  # as the error says
    with pytest.raises(Unreachable):
        load_once(moved(settings), ("units",)).raise_for_failures()
    with (
        pytest.raises(ConfigurationError, match=r"holds the records of 127\.0\.0\.2:9"),
        serving(portfolio, data) as here,
    ):
        load_once(here, ("units",))


@pytest.mark.usefixtures("impatient")
def test_an_address_from_which_nothing_was_loaded_binds_nothing(tmp_path: Path, small_records: Records) -> None:
    with serving(put(tmp_path / "portfolio", small_records), tmp_path / "data") as settings:
        with pytest.raises(Unreachable):
            load_once(moved(settings), ("units",)).raise_for_failures()
        load_once(settings, ("units",)).raise_for_failures()
        assert current(settings, "units")
