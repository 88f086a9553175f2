"""The doctor's checks of what is installed and of the settings."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from packaging.requirements import Requirement

from nightaudit import warehouse
from nightaudit.correct.session import WRITE, least_settle, settle_warning
from nightaudit.doctor.finding import Finding
from nightaudit.errors import ConfigurationError, NightauditError
from nightaudit.settings.mistakes import in_tables, names_without_effect
from nightaudit.settings.sources import variable
from nightaudit.transform.runner import project_dir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.settings import Settings

PACKAGES = {
    "dlt": "",
    "duckdb": "",
    "dbt-core": "",
    "dbt-duckdb": "",
    "httpx": "",
    "altair": "report",
    "polars": "report",
    "vl-convert-python": "report",
    "marimo": "notebooks",
    "fastapi": "sandbox",
    "dagster": "dagster",
}
READ = "api/read"


def versions() -> Iterator[Finding]:
    """Yield the versions of Python and of the packages; a package that only an extra installs is named with the extra."""
    yield Finding("python", sys.version.split()[0])
    for package, extra in PACKAGES.items():
        try:
            yield Finding(package, version(package))
        except PackageNotFoundError:
            if extra:
                yield Finding(package, f"not installed; install it with `pip install 'nightaudit[{extra}]'`")
            else:
                yield Finding(package, "not installed", "Install nightaudit again.", ConfigurationError.exit_code)
    yield from _of_other_versions()


def _of_other_versions() -> Iterator[Finding]:
    """Yield each package with a version that nightaudit does not ask for: pip only warns when it installs such a version."""
    requirements = {  # several extras ask for the same
        f"{one.name}{one.specifier}": one
        for one in map(Requirement, requires("nightaudit") or ())
        if not one.marker or any(one.marker.evaluate({"extra": extra}) for extra in PACKAGES.values())
    }
    for asked, requirement in requirements.items():
        try:
            found = version(requirement.name)
        except PackageNotFoundError:
            continue
        if not requirement.specifier.contains(found, prereleases=True):
            advice = f"Run `pip install '{asked}'`, or install nightaudit into an environment of its own."
            yield Finding(f"{requirement.name} {found}", f"not a version that nightaudit works with: {asked}", advice)


def settings_of(settings: Settings) -> Iterator[Finding]:
    """Yield each setting with its source, and what is doubtful about the settings together."""
    for name, (value, source) in settings.provenance().items():
        yield Finding(variable(name), f"{'not set' if value in {'', 'None'} else value} ({source})")
    for name, source in names_without_effect():
        advice = "Remove it, or correct its name: docs/reference/settings.md lists all settings."
        yield Finding(name, f"set in {source}, but not a setting: it has no effect", advice)
    for name, table in in_tables():
        advice = "Move it above the first table of nightaudit.toml."
        yield Finding(f"{table}.{name}", f"set in the table [{table}] of nightaudit.toml: it has no effect", advice)
    warning = settle_warning(settings)
    if warning:
        advice = f"Set NIGHTAUDIT_SETTLE_SECONDS={least_settle(settings):g} or more before you send corrections."
        yield Finding("settle time", warning, advice)
    if settings.today:
        yield Finding(
            "business date", f"fixed at {settings.today}", "Unset NIGHTAUDIT_TODAY, unless you need it for a rerun."
        )
    if settings.publish_names:
        advice = (
            "If not everyone who opens the file may see the guests' names, unset NIGHTAUDIT_PUBLISH_NAMES, then build"
            " and publish."
        )
        yield Finding(
            "names", "published: names, e-mail addresses and telephone numbers of contacts, names of accounts", advice
        )
    if settings.client_id:
        yield from _scope(settings)


def _scope(settings: Settings) -> Iterator[Finding]:
    if settings.api_key.get_secret_value():
        yield Finding(
            "credentials", "a client id and an API key are set; the client id is used", "Unset NIGHTAUDIT_API_KEY."
        )
    asked = settings.scope.split()
    if WRITE in asked:
        advice = f"Set NIGHTAUDIT_SCOPE={READ}: loads only read, and `correct apply --live` requests {WRITE} itself."
        yield Finding("scope", f"the scope of loads includes writing: {settings.scope}", advice)
    elif asked and READ not in asked:
        yield Finding("scope", f"{settings.scope} lacks {READ}", f"Set NIGHTAUDIT_SCOPE={READ}.")
    else:
        yield Finding("scope", settings.scope or "no scope is requested: the token has all rights of the client")


def dbt_of(settings: Settings) -> Iterator[Finding]:
    """Yield whether the marts can be built, without building them."""
    try:
        folder = project_dir()
    except NightauditError as error:
        yield Finding.of("dbt", error)
        return
    if find_spec("dbt.adapters.duckdb") is None:
        yield Finding("dbt", "dbt-duckdb cannot be imported", "Install nightaudit again.", ConfigurationError.exit_code)
    else:
        loaded = warehouse.work_file(settings).exists()
        yield Finding(
            "dbt", f"project {folder.name}, {'ready to build' if loaded else 'but nothing has been loaded yet'}"
        )
