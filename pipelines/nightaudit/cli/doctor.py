"""doctor: check everything that a run needs, and say what to do."""

from __future__ import annotations

import typer

from nightaudit.cli.app import Json
from nightaudit.cli.output import print_json, print_table


def doctor(*, as_json: Json = False) -> None:
    """Check settings, service, credentials and warehouse, and say what to do about each problem.

    Examples: nightaudit doctor
              nightaudit doctor --json
    """
    from nightaudit.doctor import examine

    findings = examine()
    if as_json:
        print_json([finding.as_dict() for finding in findings])
    else:
        rows = []
        for finding in findings:
            rows.append((finding.mark, finding.check, finding.found))
            rows += [("", "", f"-> {finding.advice}")] if finding.advice else []
        print_table(["", "check", "found, and what to do"], rows)
    worst = max((finding.exit_code for finding in findings), default=0)
    if worst:
        raise typer.Exit(worst)
