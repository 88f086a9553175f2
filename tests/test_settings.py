from __future__ import annotations

import re
import zoneinfo
from datetime import date
from pathlib import Path

import duckdb
import pytest

from nightaudit.errors import ConfigurationError
from nightaudit.settings import Settings

REPOSITORY = Path(__file__).parents[1]


def test_every_setting_is_in_the_example_and_nothing_else() -> None:
    example = (REPOSITORY / ".env.example").read_text()
    named = set(re.findall(r"^#?NIGHTAUDIT_(\w+)=", example, re.MULTILINE))
    assert {name.upper() for name in Settings.model_fields} == named


def test_what_the_example_leaves_out_is_the_default(tmp_path: Path) -> None:
    example = (REPOSITORY / ".env.example").read_text()
    (tmp_path / "whole.env").write_text(re.sub(r"^#(?=NIGHTAUDIT_)", "", example, flags=re.MULTILINE))
    assert Settings(_env_file=None) == Settings(_env_file=tmp_path / "whole.env")


def test_environment_goes_before_dotenv_before_toml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte order mark before the first setting of a file does not hide it."""
    (tmp_path / "nightaudit.toml").write_text('\ufeffpage_size = 10\nconcurrency = 2\nbase_currency = "EUR"\n')
    (tmp_path / ".env").write_text("\ufeffNIGHTAUDIT_CONCURRENCY=3\nNIGHTAUDIT_PAGE_SIZE=20\n")
    monkeypatch.setenv("NIGHTAUDIT_PAGE_SIZE", "30")
    settings = Settings.read()
    assert (30, 3, "EUR") == (settings.page_size, settings.concurrency, settings.base_currency)
    sources = {name: source for name, (_, source) in settings.provenance().items()}
    assert ["environment", ".env", "nightaudit.toml", "default"] == [
        sources[name] for name in ("page_size", "concurrency", "base_currency", "scope")
    ]


def test_a_setting_of_several_names_is_told_as_it_is_written() -> None:
    told = Settings.read(excluded_buildings="Test Building, 9").provenance()
    assert ("Test Building, 9", "") == (told["excluded_buildings"][0], told["extra_lists"][0])
    told = Settings.read(excluded_buildings=["Mews, East Wing", "9"]).provenance()
    assert '"Mews, East Wing", 9' == told["excluded_buildings"][0], "as nightaudit.toml may list it"


@pytest.mark.parametrize(("written", "read"), [("12", ("12",)), ('["Mews", 12]', ("Mews", "12"))])
def test_an_id_may_stand_without_quotes_in_the_toml_file(written: str, read: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "nightaudit.toml").write_text(f"excluded_buildings = {written}\n")
    assert read == Settings.read().excluded_buildings


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"base_url": "pms.example.com"}, "NIGHTAUDIT_BASE_URL"),
        ({"base_url": "http://pms.example.com"}, "NIGHTAUDIT_BASE_URL"),
        ({"page_size": 0}, "NIGHTAUDIT_PAGE_SIZE"),
        ({"today": "soon"}, "NIGHTAUDIT_TODAY"),
        ({"today": "9999-12-31"}, "NIGHTAUDIT_TODAY .* 2199"),
        ({"today": "02/11/2026"}, "NIGHTAUDIT_TODAY is not a date such as 2026-11-01"),
        ({"base_currency": "pounds"}, "NIGHTAUDIT_BASE_CURRENCY is not written like GBP"),
        ({"tenant": "Acme Ltd"}, "NIGHTAUDIT_TENANT is not written like acme_2"),
        ({"log_level": "LOUD"}, "NIGHTAUDIT_LOG_LEVEL .*'DEBUG'"),
        ({"tenancy_gap_nights": 3_000_000_000}, "NIGHTAUDIT_TENANCY_GAP_NIGHTS .* 36500"),
        ({"residential_from_nights": 3_000_000_000}, "NIGHTAUDIT_RESIDENTIAL_FROM_NIGHTS .* 36500"),
        ({"timeout_seconds": "inf"}, "NIGHTAUDIT_TIMEOUT_SECONDS .* 86400"),
        ({"deadline_seconds": "inf"}, "NIGHTAUDIT_DEADLINE_SECONDS .* 86400"),
        ({"settle_seconds": "inf"}, "NIGHTAUDIT_SETTLE_SECONDS .* 86400"),
        ({"data_dir": "d\udcc3\udca4ta"}, "NIGHTAUDIT_DATA_DIR has letters .* PYTHONUTF8"),
        ({"data_dir": 7}, "NIGHTAUDIT_DATA_DIR is not the path of a folder"),
        ({"excluded_buildings": True}, "NIGHTAUDIT_EXCLUDED_BUILDINGS"),
        ({"excluded_buildings": [True]}, "NIGHTAUDIT_EXCLUDED_BUILDINGS"),
        ({"excluded_buildings": [[12]]}, "NIGHTAUDIT_EXCLUDED_BUILDINGS"),
        ({"time_zone": "Mars/Olympus"}, "NIGHTAUDIT_TIME_ZONE"),
        ({"time_zone": "Europe"}, "NIGHTAUDIT_TIME_ZONE"),
        ({"time_zone": ""}, "NIGHTAUDIT_TIME_ZONE"),
        ({"time_zone": "../zoneinfo/Europe/London"}, "NIGHTAUDIT_TIME_ZONE"),
        ({"time_zone": "zone.tab"}, "NIGHTAUDIT_TIME_ZONE"),
        ({"client_id": "me"}, "NIGHTAUDIT_CLIENT_SECRET"),
    ],
)
def test_a_wrong_setting_is_named(given: dict[str, object], named: str) -> None:
    with pytest.raises(ConfigurationError, match=named):
        Settings.read(**given)


def test_a_date_without_dashes_is_no_count_of_seconds() -> None:
    assert date(2026, 11, 2) == Settings.read(today="20261102").today


@pytest.mark.parametrize(
    ("given", "hint"),
    [("timeout", "Perhaps: timeout_seconds."), ("base_ulr", "Perhaps: base_url."), ("frobnicate", "")],
)
def test_an_argument_that_is_no_setting_is_refused(given: str, hint: str) -> None:
    """It was ignored: a script went on with the default."""
    with pytest.raises(ConfigurationError, match=f"No setting is called {given}") as refused:
        Settings.read(**{given: 5})
    assert hint == refused.value.hint


def test_where_a_wrong_setting_was_set_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "nightaudit.toml").write_text("page_size = 0\nconcurrency = 0\n")
    (tmp_path / ".env").write_text("NIGHTAUDIT_CONCURRENCY=65\n")
    monkeypatch.setenv("NIGHTAUDIT_TODAY", "soon")
    with pytest.raises(ConfigurationError) as refused:
        Settings.read(time_zone="Mars/Olympus")
    for told in (
        f"NIGHTAUDIT_PAGE_SIZE (set in {tmp_path / 'nightaudit.toml'}) ",
        f"NIGHTAUDIT_CONCURRENCY (set in {tmp_path / '.env'}) ",
        "NIGHTAUDIT_TODAY (set in the environment) ",
        "NIGHTAUDIT_TIME_ZONE is not",
    ):
        assert told in str(refused.value)


@pytest.mark.parametrize("setting", ["base_url", "token_url"])
@pytest.mark.parametrize("who", ["me:planted-secret", "planted-secret", ":planted-secret"])
def test_an_address_may_not_hold_credentials(setting: str, who: str) -> None:
    with pytest.raises(ConfigurationError, match=f"NIGHTAUDIT_{setting.upper()} contains a user name") as refused:
        Settings.read(**{setting: f"https://{who}@pms.example.com"})
    assert "NIGHTAUDIT_CLIENT_SECRET" in str(refused.value)
    assert "planted-secret" not in f"{refused.value!r} {refused.value} {refused.value.__cause__}"
    assert "https://pms.example.com" == getattr(Settings.read(**{setting: "https://pms.example.com"}), setting)


def test_an_unreadable_settings_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "nightaudit.toml").write_text("page_size = \n")
    with pytest.raises(ConfigurationError, match=rf"^{tmp_path}/nightaudit\.toml cannot be read"):
        Settings.read()
    (tmp_path / "nightaudit.toml").unlink()
    (tmp_path / ".env").write_bytes(b"NIGHTAUDIT_TENANT=caf\xe9\n")
    with pytest.raises(ConfigurationError, match=rf"^{tmp_path}/\.env cannot be read") as error:
        Settings.read()
    assert "Save it as UTF-8 text." == error.value.hint


@pytest.mark.parametrize("name", [".env", "nightaudit.toml"])
def test_a_folder_in_the_place_of_a_settings_file_is_not_left_out(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(ConfigurationError, match=rf"^{tmp_path}/{re.escape(name)} cannot be read: it is a folder"):
        Settings.read()


@pytest.mark.parametrize("given", ["/srv/data\r", " /srv/data ", "/srv/data"])
def test_the_data_directory_has_no_blanks_around_it(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHTAUDIT_DATA_DIR", given)
    assert Path("/srv/data") == Settings.read().data_dir
    monkeypatch.setenv("NIGHTAUDIT_DATA_DIR", " ")
    assert Path("data") == Settings.read().data_dir


@pytest.mark.parametrize("wrong", ["='St James's Court'", ": abc", '="no end', ""])
def test_a_line_that_sets_nothing_is_named_and_not_left_out(tmp_path: Path, wrong: str) -> None:
    (tmp_path / ".env").write_text(f"NIGHTAUDIT_PAGE_SIZE=7\nNIGHTAUDIT_CLIENT_SECRET{wrong}\n")
    with pytest.raises(ConfigurationError, match=r"\.env, line 2: not of the form NAME=value") as refused:
        Settings.read()
    assert not wrong or wrong[2:] not in str(refused.value)


def test_secrets_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHTAUDIT_API_KEY", "planted-secret")
    settings = Settings.read(base_url="https://pms.example.com")
    assert "planted-secret" == settings.api_key.get_secret_value()
    assert "planted-secret" not in f"{settings!r} {settings} {settings.provenance()}"


def test_the_base_url_may_end_with_the_prefix() -> None:
    assert "https://pms.example.com" == Settings.read(base_url="https://pms.example.com/api/v3/").base_url


@pytest.mark.parametrize(
    ("spelling", "address"),
    [
        ("https://PMS.Example.com", "https://pms.example.com"),
        ("HTTPS://pms.example.com:443/", "https://pms.example.com"),
        ("https://pms.example.com:0443/api/v3/", "https://pms.example.com"),
        ("https://pms.example.com:/?", "https://pms.example.com"),
        ("https://pms.example.com//api/v3", "https://pms.example.com"),
        ("https://pms.example.com:8443", "https://pms.example.com:8443"),
        ("https://pms.example.com:80", "https://pms.example.com:80"),
        ("https://PMS.example.com/Tenant/api/v3", "https://pms.example.com/Tenant"),
        ("http://LocalHost:80", "http://localhost"),
        ("http://[::1]:8700", "http://[::1]:8700"),
        ("https://ZÜRICH.example", "https://xn--zrich-kva.example"),
        ("", ""),
    ],
)
def test_a_service_has_one_address_however_it_is_written(spelling: str, address: str) -> None:
    assert address == Settings.read(base_url=spelling).base_url
    assert address == Settings.read(base_url=address).base_url


@pytest.mark.parametrize("address", ["https://pms.example.com:planted", "https://x:99999", "https://pms..example.com"])
def test_an_address_that_leads_nowhere_is_refused_without_being_told(address: str) -> None:
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_BASE_URL is not an http") as refused:
        Settings.read(base_url=address)
    assert "planted" not in str(refused.value)


def test_lists_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHTAUDIT_EXCLUDED_BUILDINGS", "Test Building, 17 ,")
    assert ("Test Building", "17") == Settings.read().excluded_buildings


@pytest.mark.parametrize("where", ["environment", ".env", "nightaudit.toml"])
def test_an_empty_scope_asks_for_none_and_other_empty_settings_are_not_set(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nightaudit.toml").write_text(
        'base_currency = "EUR"\n' + ('scope = ""\n' if where == "nightaudit.toml" else 'scope = "api/write"\n')
    )
    if where == ".env":
        (tmp_path / ".env").write_text("NIGHTAUDIT_SCOPE=\nNIGHTAUDIT_BASE_CURRENCY=\n")
    elif where == "environment":
        monkeypatch.setenv("NIGHTAUDIT_SCOPE", "")
        monkeypatch.setenv("NIGHTAUDIT_BASE_CURRENCY", "")
    settings = Settings.read()
    assert ("", "EUR") == (settings.scope, settings.base_currency)
    assert where == settings.provenance()["scope"][1]


def test_blanks_and_line_ends_around_a_value_are_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHTAUDIT_API_KEY", "planted-key\n")
    monkeypatch.setenv("NIGHTAUDIT_BASE_URL", " https://pms.example.com/ ")
    settings = Settings.read()
    assert ("planted-key", "https://pms.example.com") == (settings.api_key.get_secret_value(), settings.base_url)


def test_a_key_that_no_header_can_carry_is_refused_without_being_told() -> None:
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_API_KEY contains a line break") as refused:
        Settings.read(api_key="planted\nkey")
    assert "planted" not in str(refused.value)


def test_the_token_url_is_kept_as_it_is() -> None:
    for address in ("https://login.example.com/oauth/token/", "https://login.example.com/api/v3"):
        assert address == Settings.read(token_url=address).token_url


def test_the_data_directory_may_be_in_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/auditor")
    assert Path("/home/auditor/audit") == Settings.read(data_dir="~/audit").data_dir
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_DATA_DIR begins with the home folder of a user"):
        Settings.read(data_dir="~nobody-of-that-name/audit")


def test_the_business_date_can_be_fixed() -> None:
    assert Settings.read(today="2026-01-31").business_date == date(2026, 1, 31)


def test_without_address_or_credentials_the_next_step_is_said() -> None:
    with pytest.raises(ConfigurationError, match="nightaudit demo"):
        Settings.read().require_service()
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_API_KEY"):
        Settings.read(base_url="https://pms.example.com").require_service()


def test_every_time_zone_of_the_machine_is_taken_that_the_database_knows() -> None:
    taken = zoneinfo.available_timezones() - {"localtime"}
    for name in taken:
        assert Settings.read(time_zone=name).time_zone == name
        duckdb.execute("select now() at time zone $1", [name]).fetchall()
    for name in ("localtime", "posix/Europe/London", "posixrules", "europe/london"):
        with pytest.raises(ConfigurationError, match="NIGHTAUDIT_TIME_ZONE is not an IANA time zone"):
            Settings.read(time_zone=name)
