"""init: asks for what is missing, checks it live, writes .env for its owner alone or not at all."""

from __future__ import annotations

import json
import os
import select
import stat
import sys
import termios
import time
from pathlib import Path

import pytest

from cli.conftest import Command, at_a_terminal
from client.loopback import Asked, Exchange, Loopback, page_of
from nightaudit.cli import dotenv
from nightaudit.errors import ConfigurationError
from nightaudit.sandbox.options import Connection
from nightaudit.settings import Settings

ENV = Path(".env")
NOBODY = "http://127.0.0.1:9"


def oauth(sandbox: Connection) -> list[str]:
    return [
        *("--base-url", sandbox.base_url, "--token-url", sandbox.token_url),
        *("--client-id", sandbox.client_id, "--client-secret", sandbox.client_secret),
    ]


def test_a_new_tenant_is_set_up_with_nobody_at_the_terminal(sandbox: Connection, command: Command) -> None:
    ended = command("init", *oauth(sandbox), "--json")
    assert 0 == ended.code, ended.err
    told = json.loads(ended.out)
    assert {"file": ".env", "base_url": sandbox.base_url, "units": 4, "next": "nightaudit doctor"} == told
    assert 0o600 == stat.S_IMODE(ENV.stat().st_mode)
    settings = Settings.read()
    assert sandbox.base_url == settings.base_url
    assert sandbox.client_secret == settings.client_secret.get_secret_value()
    assert "" == settings.api_key.get_secret_value()
    assert 0 == command("doctor").code


def test_an_api_key_will_do(sandbox: Connection, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHTAUDIT_API_KEY", sandbox.api_key)
    ended = command("init", "--base-url", f"{sandbox.base_url}/api/v3/")
    assert 0 == ended.code, ended.err
    assert "4 units" in ended.out
    assert ended.out.endswith("Next: nightaudit doctor\n")
    assert "CLIENT_ID" not in ENV.read_text()
    for name in ("CLIENT_ID", "CLIENT_SECRET", "TOKEN_URL"):
        monkeypatch.setenv(f"NIGHTAUDIT_{name}", f"{sandbox.base_url}/old")
    ended = command("init", "--base-url", sandbox.base_url, "--api-key", sandbox.api_key, "--force")
    assert 0 == ended.code, ended.err
    assert f"NIGHTAUDIT_API_KEY='{sandbox.api_key}'" in ENV.read_text(), "given now, it goes before what is set"
    for name in ("client_id", "client_secret", "token_url"):
        monkeypatch.setenv(f"NIGHTAUDIT_{name.upper()}", getattr(sandbox, name))
    for given in ((), ("--api-key", "other", "--client-id", sandbox.client_id)):
        assert 0 == command("init", "--base-url", sandbox.base_url, *given, "--force").code
        assert "API_KEY" not in ENV.read_text(), "a client id goes before a key"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("changed", "code", "said"),
    [
        ({"--client-secret": "wrong"}, 3, "NIGHTAUDIT_CLIENT_SECRET"),
        (
            {"--base-url": NOBODY},
            4,
            "Check NIGHTAUDIT_BASE_URL, and that this machine can reach the address. Nothing was written.",
        ),
        (
            {"--token-url": NOBODY},
            4,
            "Check NIGHTAUDIT_TOKEN_URL, and that this machine can reach the address. Nothing was",
        ),
        ({"--token-url": f"{NOBODY}/oauth/token"}, 4, "POST /oauth/token: "),
        ({"--base-url": "pms.example.com"}, 3, "NIGHTAUDIT_BASE_URL is not an http(s) address"),
        ({"--base-url": "http://pms.example.com"}, 3, "use https"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(
    changed: dict[str, str], code: int, said: str, sandbox: Connection, command: Command
) -> None:
    words = oauth(sandbox)
    for option, value in changed.items():
        words[words.index(option) + 1] = value
    ended = command("init", *words)
    assert code == ended.code, ended.err
    assert said in ended.err
    assert "" == ended.out
    assert [] == [path.name for path in Path.cwd().glob(".env*")]


def test_a_service_that_counts_pages_from_one_is_set_up_and_examined(command: Command) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        if dict(asked.query)["page"] == "0":
            exchange.json({"message": "page is 1 or more"}, 400)
        else:
            exchange.json(page_of([{"id": 7}], total=1))

    with Loopback(respond) as server:
        ended = command("init", "--base-url", server.url, "--api-key", "planted-api-key")
        assert (0, "") == (ended.code, ended.err)
        assert f"{server.url} answers: 1 unit. Written" in ended.out
        doctor = command("doctor", "--json")
    assert 0 == doctor.code, doctor.out
    found = {finding["check"]: finding["found"] for finding in json.loads(doctor.out)}
    assert "1 record, short envelope" == found["bookings"]


def test_a_page_that_is_not_the_api_is_told(sandbox: Connection, command: Command) -> None:
    ended = command("init", "--base-url", f"{sandbox.base_url}/portal", "--api-key", sandbox.api_key)
    assert 3 == ended.code
    assert "answers, but it is not the API" in ended.err
    assert not ENV.exists()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("status", "said"), [(403, "they may not read units"), (400, "Check that this is the right address")]
)
def test_credentials_with_which_no_unit_is_read_are_not_written(status: int, said: str, command: Command) -> None:
    with Loopback(lambda _, exchange: exchange.json({}, status)) as server:
        ended = command("init", "--base-url", server.url, "--api-key", "planted-api-key")
    assert 4 == ended.code, ended.err
    assert said in ended.err
    assert not ENV.exists()


@pytest.mark.usefixtures("impatient")
def test_a_page_that_is_not_the_token_endpoint_is_told(sandbox: Connection, command: Command) -> None:
    with Loopback(lambda _, exchange: exchange.send(200, b"<html>Sign in</html>", Content_Type="text/html")) as page:
        words = oauth(sandbox)
        words[words.index("--token-url") + 1] = f"{page.url}/login"
        ended = command("init", *words)
    assert 3 == ended.code
    assert "/login answered without a token" in ended.err
    assert "NIGHTAUDIT_TOKEN_URL" in ended.err
    assert "it is not the API" not in ended.err


def test_without_a_terminal_the_missing_options_are_named(sandbox: Connection, command: Command) -> None:
    with open(os.devnull) as nothing, pytest.MonkeyPatch.context() as patch:  # noqa: PTH123 - standard input
        patch.setattr(sys, "stdin", nothing)
        ended = command("init", "--base-url", sandbox.base_url)
    assert 2 == ended.code
    assert "--client-id, --token-url, --client-secret" in ended.err


@pytest.mark.usefixtures("impatient")
def test_an_existing_file_is_written_over_only_when_told(sandbox: Connection, command: Command) -> None:
    ENV.write_text("NIGHTAUDIT_BASE_URL=https://pms.example.com\nNIGHTAUDIT_API_KEY=kept\n")
    before = ENV.read_text()
    assert 3 == command("init", *oauth(sandbox)).code
    assert before == ENV.read_text()
    assert 3 == command("init", "--base-url", NOBODY, "--api-key", "x").code, "before anything is asked for"
    assert 4 == command("init", "--base-url", NOBODY, "--api-key", "x", "--force").code
    assert before == ENV.read_text()
    assert 0 == command("init", *oauth(sandbox), "--force").code
    assert "kept" not in ENV.read_text()
    assert 0o600 == stat.S_IMODE(ENV.stat().st_mode)


def test_what_else_a_file_sets_stays_and_counts(
    sandbox: Connection, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = (
        "# ours\nexport NIGHTAUDIT_EXCLUDED_BUILDINGS='Test\nBuilding' # two lines\nAPI_KEY=of another program\n"
        "NIGHTAUDIT_PAGE_SIZE=7"
    )
    ENV.write_text(
        f"\ufeffNIGHTAUDIT_CLIENT_SECRET=old\nnightaudit_api_key=old\nNIGHTAUDIT_SCOPE=nope\n: broken\n{others}"
    )
    ended = command("init", *oauth(sandbox), "--force")
    assert 3 == ended.code
    assert "Check NIGHTAUDIT_SCOPE (now nope)." in ended.err
    monkeypatch.setenv("NIGHTAUDIT_SCOPE", "api/read")
    for _ in range(2):
        assert 0 == command("init", *oauth(sandbox), "--force").code
    assert ENV.read_text().endswith(f"\nNIGHTAUDIT_SCOPE=nope\n{others}\n")
    assert 1 == ENV.read_text().count("# Written by")
    assert "old" not in ENV.read_text()
    settings = Settings.read()
    assert (("Test\nBuilding",), 7) == (settings.excluded_buildings, settings.page_size)
    assert sandbox.client_secret == settings.client_secret.get_secret_value()


@pytest.mark.parametrize("secret", ["plain", "a'b", 'a"b', "a\\b\\'c", "#a b", "$HOME", "a=b", "ü€", "\\n"])
def test_a_secret_is_read_back_as_it_was_given(secret: str) -> None:
    dotenv.write(ENV, {"base_url": "https://pms.example.com", "api_key": secret}, force=False)
    assert secret == Settings.read().api_key.get_secret_value()


def test_a_link_to_the_file_stays_a_link(tmp_path_factory: pytest.TempPathFactory) -> None:
    shared = tmp_path_factory.mktemp("shared") / "tenant.env"
    ENV.symlink_to(shared)
    for key in ("first", "second"):
        dotenv.write(ENV, {"base_url": "https://pms.example.com", "api_key": key}, force=True)
        assert key == Settings.read().api_key.get_secret_value()
    assert ENV.is_symlink()
    assert [shared] == list(shared.parent.iterdir())


@pytest.mark.parametrize("secret", ["a${HOME}b", "HOME\r"])
def test_a_secret_that_the_file_cannot_keep_is_refused(secret: str) -> None:
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_API_KEY contains characters") as refused:
        dotenv.write(ENV, {"api_key": secret}, force=False)
    assert "HOME" not in str(refused.value)
    assert [] == list(Path.cwd().iterdir())


def test_a_file_that_cannot_be_read_or_written_over_is_named_and_kept(command: Command) -> None:
    told = "cannot be read: 'utf-8' codec can't decode byte 0xfc"
    for path in (ENV, Path("nightaudit.toml")):
        path.write_bytes(b"NIGHTAUDIT_SCOPE=\xfc\n")
        ended = command("init", "--base-url", NOBODY, "--api-key", "k", "--force")
        assert (3, f"nightaudit: {path.resolve()} {told}") == (ended.code, ended.err.partition(" in position")[0])
        assert b"NIGHTAUDIT_SCOPE=\xfc\n" == path.read_bytes()
        path.unlink()
    ENV.write_text("no setting\n")  # init passes over such a line
    Path("nightaudit.toml").write_text("page_size = \n")
    ended = command("init", "--base-url", NOBODY, "--api-key", "k", "--force")
    assert f"{Path('nightaudit.toml').resolve()} cannot be read: Invalid value" in ended.err
    ENV.unlink()
    ENV.mkdir()
    with pytest.raises(ConfigurationError, match=r"\.env cannot be written: Is a directory"):
        dotenv.write(ENV, {"api_key": "k"}, force=True)


def _wait_for_hidden_input(terminal: int) -> None:
    """A secret typed before the prompt hides it would be seen, and thrown away."""
    deadline = time.monotonic() + 30
    while termios.tcgetattr(terminal)[3] & termios.ECHO:
        assert time.monotonic() < deadline, "the prompt never hid what is typed"
        time.sleep(0.01)


def test_on_a_terminal_the_rest_is_asked_for_and_secrets_do_not_show(sandbox: Connection) -> None:
    shown = ""
    answers = (
        ("ddress", "pms.example.com"),
        ("Error: This is not an http(s) address", sandbox.base_url),
        ("client id", ""),
        ("X-Auth-Token", sandbox.api_key),
        ("Next:", None),
    )
    with at_a_terminal("init") as (process, ours):
        for awaited, answer in answers:
            while awaited not in shown:
                assert select.select([ours], [], [], 30)[0], f"nothing more came after {shown!r}"
                shown += os.read(ours, 1000).decode()
            if answer == sandbox.api_key:
                _wait_for_hidden_input(ours)
            if answer is not None:
                os.write(ours, f"{answer}\n".encode())
        assert 0 == process.wait(timeout=30)
    assert sandbox.api_key not in shown
    assert sandbox.api_key == Settings.read().api_key.get_secret_value()
