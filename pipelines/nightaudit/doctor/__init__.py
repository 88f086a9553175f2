"""The doctor: check settings, files, warehouse, service and credentials, and say what is wrong and what to do about it.

what is checked:   machine, data_files, lake, service
what is found:     finding
"""

from __future__ import annotations

from nightaudit import warehouse
from nightaudit.doctor import data_files, machine
from nightaudit.doctor.finding import Finding
from nightaudit.doctor.lake import lake_of
from nightaudit.doctor.service import service_of
from nightaudit.errors import NightauditError
from nightaudit.settings import Settings

__all__ = ["Finding", "examine"]

ALWAYS = (data_files.files_of, data_files.run_of, data_files.forgotten_of)
OF_TABLES = {
    "duckdb": (machine.dbt_of, data_files.work_file_of, data_files.journal_of, data_files.warehouse_of),
    "spark": (lake_of,),
}
"""The checks of what holds the tables, by NIGHTAUDIT_ENGINE."""


def examine() -> list[Finding]:
    """Check everything, in the order in which things depend on each other. What is wrong becomes a finding and is never raised.

    Takes less than ten seconds, also where the service does not answer.
    """
    findings = list(machine.versions())
    try:
        settings = Settings.read()
        findings.extend(machine.settings_of(settings))
        warehouse.prepare(settings)
        warehouse.require_own_files(settings)
    except NightauditError as error:
        return [*findings, Finding.of("settings", error)]
    for check in (*ALWAYS, *OF_TABLES[settings.engine]):
        findings.extend(check(settings))
    try:
        findings.extend(service_of(settings))
    except NightauditError as error:
        findings.append(Finding.of("service", error))
    return findings
