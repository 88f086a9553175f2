from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from nightaudit.errors import ConfigurationError
from nightaudit.settings import Settings

REPOSITORY = Path(__file__).parents[1]


def test_every_setting_is_in_the_example_and_nothing_else() -> None:
    example = (REPOSITORY / ".env.example").read_text()
    named = set(re.findall(r"^#?NIGHTAUDIT_(\w+)=", example, re.MULTILINE))
    assert {name.upper() for name in Settings.model_fields} == named


def test_environment_goes_before_dotenv_before_toml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "nightaudit.toml").write_text('page_size = 10\nconcurrency = 2\nbase_currency = "EUR"\n')
    (tmp_path / ".env").write_text("NIGHTAUDIT_PAGE_SIZE=20\nNIGHTAUDIT_CONCURRENCY=3\n")
    monkeypatch.setenv("NIGHTAUDIT_PAGE_SIZE", "30")
    settings = Settings.read()
    assert (30, 3, "EUR") == (settings.page_size, settings.concurrency, settings.base_currency)
    sources = {name: source for name, (_, source) in settings.provenance().items()}
    assert ["environment", ".env", "nightaudit.toml", "default"] == [
        sources[name] for name in ("page_size", "concurrency", "base_currency", "scope")
    ]


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"base_url": "pms.example.com"}, "NIGHTAUDIT_BASE_URL"),
        ({"base_url": "http://pms.example.com"}, "NIGHTAUDIT_BASE_URL"),
        ({"page_size": 0}, "NIGHTAUDIT_PAGE_SIZE"),
        ({"today": "soon"}, "NIGHTAUDIT_TODAY"),
        ({"base_currency": "pounds"}, "NIGHTAUDIT_BASE_CURRENCY"),
        ({"time_zone": "Mars/Olympus"}, "NIGHTAUDIT_TIME_ZONE"),
        ({"client_id": "me"}, "NIGHTAUDIT_CLIENT_SECRET"),
    ],
)
def test_a_wrong_setting_is_named(given: dict[str, object], named: str) -> None:
    with pytest.raises(ConfigurationError, match=named):
        Settings.read(**given)


@pytest.mark.parametrize("setting", ["base_url", "token_url"])
@pytest.mark.parametrize("who", ["me:planted-secret", "planted-secret", ":planted-secret"])
def test_an_address_may_not_hold_credentials(setting: str, who: str) -> None:
    with pytest.raises(ConfigurationError, match=f"NIGHTAUDIT_{setting.upper()} holds a user name") as refused:
        Settings.read(**{setting: f"https://{who}@pms.example.com"})
    assert "NIGHTAUDIT_CLIENT_SECRET" in str(refused.value)
    assert "planted-secret" not in f"{refused.value!r} {refused.value} {refused.value.__cause__}"
    assert "https://pms.example.com" == getattr(Settings.read(**{setting: "https://pms.example.com"}), setting)


def test_an_unreadable_settings_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "nightaudit.toml").write_text("page_size = \n")
    with pytest.raises(ConfigurationError, match=r"nightaudit\.toml"):
        Settings.read()


def test_secrets_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHTAUDIT_API_KEY", "planted-secret")
    settings = Settings.read(base_url="https://pms.example.com")
    assert settings.api_key.get_secret_value() == "planted-secret"
    assert "planted-secret" not in f"{settings!r} {settings} {settings.provenance()}"


def test_the_base_url_may_end_with_the_prefix() -> None:
    assert Settings.read(base_url="https://pms.example.com/api/v3/").base_url == "https://pms.example.com"


def test_lists_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHTAUDIT_EXCLUDED_BUILDINGS", "Test Building, 17 ,")
    assert Settings.read().excluded_buildings == ("Test Building", "17")


def test_the_business_date_can_be_fixed() -> None:
    assert Settings.read(today="2026-01-31").business_date == date(2026, 1, 31)


def test_without_address_or_credentials_the_next_step_is_said() -> None:
    with pytest.raises(ConfigurationError, match="nightaudit demo"):
        Settings.read().require_service()
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_API_KEY"):
        Settings.read(base_url="https://pms.example.com").require_service()
