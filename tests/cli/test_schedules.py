"""The templates of schedules are what cron, systemd and GitHub Actions read, and call a command that exists."""

from __future__ import annotations

import configparser
import email
import email.policy
import re
import shlex
import socketserver
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import yaml

from nightaudit.cli.reference import commands, exit_codes

SCHEDULES = Path(__file__).parents[2] / "docs" / "schedules"
FIELD = re.compile(r"(\*|\d+)(-\d+)?(/\d+)?(,\d+)*")
LIMITS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
NAMES = {name for name, _ in commands()}


def unit(name: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = lambda optionstr: optionstr  # systemd minds capitals
    parser.read_string((SCHEDULES / name).read_text())
    return parser


def check_times(fields: list[str]) -> None:
    for field, (low, high) in zip(fields, LIMITS, strict=True):
        assert FIELD.fullmatch(field), field
        assert all(low <= int(number) <= high for number in re.findall(r"\d+", field)), field


def test_every_template_is_tested_and_on_the_page() -> None:
    tested = {"crontab", "nightaudit.service", "nightaudit.timer", "github-actions.yml", "send_mail.py"}
    assert tested == {path.name for path in SCHEDULES.iterdir()}
    page = (SCHEDULES.parent / "how-to" / "schedule.md").read_text(encoding="utf-8")
    assert tested == set(re.findall(r"\]\(\.\./schedules/([^)]+)\)", page))


def test_the_crontab_has_five_fields_and_a_command() -> None:
    text = (SCHEDULES / "crontab").read_text()
    assert text.endswith("\n"), "cron ignores a last line without an end"
    lines = [line for line in text.splitlines() if line and not line.startswith("#") and not re.match(r"\w+=", line)]
    assert lines
    for line in lines:
        *times, words = line.split(maxsplit=5)
        check_times(times)
        assert "%" not in words, "cron takes % for a line end"
        called = re.search(r"\.venv/bin/(nightaudit \w+)", words)
        assert called is not None
        assert called[1] in NAMES


def test_the_service_runs_once_and_knows_the_exit_codes() -> None:
    service = unit("nightaudit.service")
    assert ["Unit", "Service"] == service.sections()
    runs = service["Service"]
    assert "oneshot" == runs["Type"]
    assert runs["ExecStart"].startswith(runs["WorkingDirectory"] + "/.venv/bin/nightaudit ")
    assert "nightaudit nightly" in NAMES
    assert runs["ExecStart"].endswith("nightaudit nightly")
    told = {int(code) for name in ("SuccessExitStatus", "RestartPreventExitStatus") for code in runs[name].split()}
    assert {2, 3, 5, 75} == told
    assert told <= set(exit_codes())


@pytest.mark.parametrize(
    ("night", "calls"), [(0, ["nightly", "report", "send_mail.py"]), (75, ["nightly"]), (6, ["nightly"])]
)
def test_the_service_sends_a_mail_only_after_a_night_that_ended_well(
    tmp_path: Path, night: int, calls: list[str]
) -> None:
    """Exit code 75 is a success to systemd: an ExecStartPost= followed it, and sent the figures of the night before."""
    text = (SCHEDULES / "nightaudit.service").read_text()
    service = text.replace("# ExecStart=", "ExecStart=").replace("\\\n#", "\\\n")
    line = re.findall(r"^ExecStart=(/bin/sh -c '.+?')$", service, re.MULTILINE | re.DOTALL)[0]
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for name in ("nightaudit", "python"):
        program = tmp_path / ".venv" / "bin" / name
        program.write_text(f'#!/bin/sh\necho "${{1##*/}}"\n[ "$1" != nightly ] || exit {night}\n')
        program.chmod(0o755)
    ran = subprocess.run(
        shlex.split(line.replace("\\\n", " ")), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (night, calls) == (ran.returncode, ran.stdout.split())


def test_the_timer_starts_the_service_every_day() -> None:
    timer = unit("nightaudit.timer")
    assert ["Unit", "Timer", "Install"] == timer.sections()
    assert re.fullmatch(r"\*-\*-\* \d\d:\d\d", timer["Timer"]["OnCalendar"])
    assert "timers.target" == timer["Install"]["WantedBy"]


def test_the_workflow_runs_one_at_a_time_with_secrets_from_the_store() -> None:
    text = (SCHEDULES / "github-actions.yml").read_text()
    workflow: dict[Any, Any] = yaml.safe_load(text)
    [schedule] = workflow[True]["schedule"]  # YAML 1.1 reads `on` as true
    check_times(schedule["cron"].split())
    assert {"group": "nightaudit", "cancel-in-progress": False} == workflow["concurrency"]
    [job] = workflow["jobs"].values()
    for name in ("NIGHTAUDIT_CLIENT_ID", "NIGHTAUDIT_CLIENT_SECRET"):
        assert job["env"][name] == f"${{{{ secrets.{name} }}}}"
    assert {"clean": False} == job["steps"][0]["with"], "otherwise each night installs .venv anew"
    called = re.findall(r"\.venv/bin/(nightaudit \w+)", text)
    assert ["nightaudit nightly", "nightaudit doctor"] == called
    assert set(called) <= NAMES


class Postman(socketserver.StreamRequestHandler):
    """Accepts one mail as a relay does, without encryption."""

    received: list[bytes]

    def handle(self) -> None:
        self.wfile.write(b"220 relay\r\n")
        said = {b"EHLO": b"250-relay\r\n250 AUTH PLAIN", b"DATA": b"354 go on", b"QUIT": b"221 bye"}
        while word := self.rfile.readline()[:4].upper():
            self.wfile.write(said.get(word, b"250 ok") + b"\r\n")
            if word == b"DATA":
                lines = list(iter(self.rfile.readline, b".\r\n"))
                self.received.append(b"".join(it.removeprefix(b".") for it in lines))
                self.wfile.write(b"250 taken\r\n")
            if word == b"QUIT":
                return


@pytest.fixture
def outbox(tmp_path: Path) -> Path:
    (tmp_path / "mail.html").write_text(
        '<title>Night audit as of 1 Nov 2026</title><img src="ageing.png" alt="\u2013">', encoding="utf-8"
    )
    (tmp_path / "mail.txt").write_text("Occupancy tonight: 87.5\u00a0%\n", encoding="utf-8")
    for name in ("ageing.png", "of-an-earlier-night.png"):
        (tmp_path / name).write_bytes(b"\x89PNG" + name.encode())
    return tmp_path


def send(outbox: Path, port: int, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCHEDULES / "send_mail.py"), str(outbox), "--host", "127.0.0.1", "--port", str(port)]
    addresses = ["--from", "audit@example.com", "--to", "board@example.com", "--to", "desk@example.com"]
    return subprocess.run([*command, *addresses, *words], capture_output=True, text=True, timeout=60, check=False)


def test_the_mail_arrives_with_its_pictures_inside(outbox: Path) -> None:
    Postman.received = []
    with socketserver.TCPServer(("127.0.0.1", 0), Postman) as relay:
        threading.Thread(target=relay.handle_request).start()
        sent = send(outbox, relay.server_address[1], "--plain")
    assert (0, "", "") == (sent.returncode, sent.stdout, sent.stderr)
    mail = email.message_from_bytes(Postman.received[0], policy=email.policy.default)
    assert "Night audit as of 1 Nov 2026" == mail["Subject"]
    assert "board@example.com, desk@example.com" == mail["To"]
    text, page, picture = (part for part in mail.walk() if not part.is_multipart())
    assert ("text/plain", "Occupancy tonight: 87.5\u00a0%") == (text.get_content_type(), text.get_content().strip())
    assert '<img src="cid:ageing.png" alt="\u2013">' in page.get_content()
    assert ("<ageing.png>", b"\x89PNGageing.png") == (picture["Content-ID"], picture.get_content())


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--host", f"{'a' * 64}.example"), 1, "The mail was not sent: encoding with 'idna'"),
        (("--from", "audit\n@example.com"), 1, "The mail was not sent: Header values"),
        (("--from", ""), 2, "an address is empty"),
    ],
)
def test_what_no_mail_can_have_is_told_in_a_line(outbox: Path, words: tuple[str, str], code: int, told: str) -> None:
    refused = send(outbox, 9, "--plain", *words)
    assert code == refused.returncode
    assert told in refused.stderr.splitlines()[-1]


def test_a_mail_that_cannot_be_sent_says_so(outbox: Path) -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), Postman) as relay:
        port = relay.server_address[1]
        threading.Thread(target=relay.handle_request).start()
        refused = send(outbox, port)
    assert 1 == refused.returncode, "the relay offers no encryption, and --plain was not said"
    assert refused.stderr.startswith("The mail was not sent: STARTTLS")
    (outbox / "mail.html").unlink()
    assert "mail.html" in send(outbox, port).stderr


def test_a_password_that_cannot_be_sent_is_told_and_not_shown(outbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMTP_PASSWORD", "schl\u00fcssel")
    with socketserver.TCPServer(("127.0.0.1", 0), Postman) as relay:
        threading.Thread(target=relay.handle_request).start()
        refused = send(outbox, relay.server_address[1], "--plain", "--user", "audit")
    told = "The mail was not sent: --user and SMTP_PASSWORD can be sent only if all their letters are ASCII.\n"
    assert (1, told) == (refused.returncode, refused.stderr)
