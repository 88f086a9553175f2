"""What is wrong with settings is told: a misspelt name by every command, the rest by the doctor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Command, found


@pytest.mark.usefixtures("tenant")
def test_a_misspelt_name_in_the_settings_file_is_told(command: Command) -> None:
    Path("nightaudit.toml").write_text('exclude_buildings = "Test"\nPage_size = 100\n[nightaudit]\nScope = ""\n')
    findings = found(command)
    assert {"exclude_buildings", "nightaudit"} == {
        name for name, finding in findings.items() if "but not a setting" in finding["found"]
    }
    assert "100 (nightaudit.toml)" == findings["NIGHTAUDIT_PAGE_SIZE"]["found"]
    in_table = findings["nightaudit.Scope"]
    assert "set in the table [nightaudit] of nightaudit.toml: it has no effect" == in_table["found"]
    assert "Move it above the first table of nightaudit.toml." == in_table["advice"]


def test_every_command_warns_of_a_name_that_a_setting_nearly_has(
    tenant: pytest.MonkeyPatch, command: Command, caplog: pytest.LogCaptureFixture
) -> None:
    Path("nightaudit.toml").write_text(
        'exclude_buildings = "Test"\ncolour = "blue"\n[nightaudit]\nscope = ""\ntint = ""\n'
    )
    tenant.setenv("NIGHTAUDIT_CURRENCY", "EUR")
    tenant.setenv("NIGHTAUDIT_PAGESIZE", "10")
    tenant.setenv("NIGHTAUDIT_TEST_NIGHTS", "10")
    command("status")
    found = [("NIGHTAUDIT_CURRENCY", "the environment", "NIGHTAUDIT_BASE_CURRENCY")]
    found.append(("NIGHTAUDIT_PAGESIZE", "the environment", "NIGHTAUDIT_PAGE_SIZE"))
    found.append(("exclude_buildings", "nightaudit.toml", "excluded_buildings"))
    assert [
        *(
            f"{name} (set in {source}) is not a setting and has no effect. Did you mean {meant}?"
            for name, source, meant in found
        ),
        "scope, set in the table [nightaudit] of nightaudit.toml, has no effect. Move it above the first table of the file.",
    ] == caplog.messages


def test_the_demo_warns_of_it_too(
    tenant: pytest.MonkeyPatch, command: Command, caplog: pytest.LogCaptureFixture
) -> None:
    tenant.setenv("NIGHTAUDIT_PAGESIZE", "10")
    assert 3 == command("demo", "--units", "0").code, "its sandbox refuses to start"
    warning = (
        "NIGHTAUDIT_PAGESIZE (set in the environment) is not a setting and has no effect. Did you mean"
        " NIGHTAUDIT_PAGE_SIZE?"
    )
    assert [warning] == caplog.messages


def test_a_setting_without_its_prefix_in_dotenv_is_told(
    tenant: pytest.MonkeyPatch, command: Command, caplog: pytest.LogCaptureFixture
) -> None:
    """It left a test building in every mart without a word."""
    Path(".env").write_text("EXCLUDED_BUILDINGS=Test Building\nPAGE_SIZE=100\nTENANT=\nCOLOUR=blue\n")
    tenant.setenv("NIGHTAUDIT_PAGE_SIZE", "50")
    tenant.setenv("LOG_LEVEL", "DEBUG")
    command("status")
    warning = (
        "EXCLUDED_BUILDINGS (set in .env) is not a setting and has no effect. Did you mean"
        " NIGHTAUDIT_EXCLUDED_BUILDINGS?"
    )
    assert [warning] == caplog.messages
    assert "set in .env, but not a setting: it has no effect" == found(command)["EXCLUDED_BUILDINGS"]["found"]


def test_what_is_doubtful_is_said_without_failing(tenant: pytest.MonkeyPatch, command: Command) -> None:
    tenant.setenv("NIGHTAUDIT_SCOPE", "api/read api/write")
    tenant.setenv("NIGHTAUDIT_SETTLE_SECONDS", "30")
    tenant.setenv("NIGHTAUDIT_CLIENTSECRET", "misspelled")
    tenant.setenv("NIGHTAUDIT_TODAY", "2026-11-01")
    tenant.setenv("NIGHTAUDIT_PUBLISH_NAMES", "true")
    Path(".env").write_text("NIGHTAUDIT_PAGESIZE=10\n")
    Path(".env").chmod(0o644)
    Path("data/private").mkdir(parents=True)
    Path("data/private").chmod(0o755)
    findings = found(command)
    advice = {name: finding["advice"] for name, finding in findings.items() if finding["mark"] == "!"}
    assert "NIGHTAUDIT_SCOPE=api/read" in advice["scope"]
    assert "NIGHTAUDIT_SETTLE_SECONDS=60" in advice["settle time"]
    assert "NIGHTAUDIT_TODAY" in advice["business date"]
    assert "unset NIGHTAUDIT_PUBLISH_NAMES" in advice["names"]
    assert "chmod 600 .env" == advice[".env"]
    assert "chmod 700 data/private" == advice["data/private"]
    assert {"NIGHTAUDIT_CLIENTSECRET", "NIGHTAUDIT_PAGESIZE"} <= advice.keys()
    assert "misspelled" not in json.dumps(findings)
    lines = command("doctor").out.splitlines()
    assert not [line for line in lines if line != line.rstrip()], "blanks at the end of a line"
    assert any("-> chmod 600 .env" in line for line in lines)


@pytest.mark.usefixtures("tenant")
@pytest.mark.parametrize(
    ("text", "advice"), [('page_size = 7\napi_key = "k"', "chmod 600 nightaudit.toml"), ("page_size = 7", None)]
)
def test_a_settings_file_with_secrets_that_others_may_read(text: str, advice: str | None, command: Command) -> None:
    Path("nightaudit.toml").write_text(text)
    Path("nightaudit.toml").chmod(0o644)
    assert advice == found(command).get("nightaudit.toml", {}).get("advice")


@pytest.mark.parametrize(("changed", "code"), [("CLIENT_SECRET", 3), ("BASE_URL", 3), ("PAGE_SIZE", 3)])
def test_what_keeps_runs_from_working_fails(
    changed: str, code: int, tenant: pytest.MonkeyPatch, command: Command
) -> None:
    tenant.setenv(f"NIGHTAUDIT_{changed}", "wrong")
    [wrong] = [finding for finding in found(command, code).values() if finding["mark"] == "!!"]
    assert f"NIGHTAUDIT_{changed}" in wrong["found"] + wrong["advice"]
    assert wrong["advice"]
