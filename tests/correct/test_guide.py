"""The guide's example, run as it stands: the mart that found the fault shows it gone."""

from __future__ import annotations

import csv
import io
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from desk import write_csv
from line import Line

from nightaudit.settings import Settings

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "correct.md"

if TYPE_CHECKING:
    from collections.abc import Iterator


def commands() -> Iterator[list[str]]:
    for block in re.findall(r"```bash\n(.*?)```", GUIDE.read_text(), re.DOTALL):
        for line in block.splitlines():
            yield shlex.split(line)[1:]


@pytest.mark.slow
@pytest.mark.parametrize("dialect", ["document"], indirect=True)
def test_the_guide_runs(service: Settings, tmp_path: Path) -> None:
    settings = service.model_copy(update={"data_dir": tmp_path / "data"})
    line = Line(settings)
    secret = {"NIGHTAUDIT_TODAY": "2026-11-01", "NIGHTAUDIT_API_KEY": ""}
    secret |= {name: getattr(service, name[11:].lower()) for name in ("NIGHTAUDIT_CLIENT_ID", "NIGHTAUDIT_TOKEN_URL")}
    line.environment |= secret | {"NIGHTAUDIT_CLIENT_SECRET": service.client_secret.get_secret_value()}

    def run(*words: str) -> str:
        status, out, said = line._here([*words], line.environment)
        assert status == 0, f"{words}\n{out}{said}"
        return out

    run("nightly")
    query = "select record_id from receivables.fct_export_reconciliation where record_type = 'sales invoice'"
    waiting = [row["record_id"] for row in csv.DictReader(io.StringIO(run("query", query, "--csv")))]
    assert waiting
    rows = [{"invoiceId": i, "externalId": f"FIN-{i}", "exportedDate": "2026-11-01T09:00:00Z"} for i in waiting]
    write_csv(tmp_path / "exported.csv", rows)
    plan = ""
    said = {}
    for words in commands():
        said[" ".join(words)] = run(*[plan if word == "PLAN" else word for word in words])
        plan = plan or next(iter(re.findall(r"Plan (\S+):", said[" ".join(words)])), "")
    count = next(out for command, out in said.items() if "as waiting" in command)
    assert count.split() == ["waiting", "0"]
    assert f"{len(waiting)} VERIFIED" in said["correct status"]
    assert "FIN-" in (tmp_path / "plan.html").read_text()
    states = csv.DictReader(io.StringIO(run("query", "select state from quality.fct_corrections", "--csv")))
    assert [row["state"] for row in states] == ["VERIFIED"] * len(waiting)
