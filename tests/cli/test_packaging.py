"""The built wheel works from an empty folder, outside the checkout: models, templates and notebooks are in it.

By default it runs on this interpreter with the packages that are installed. `NIGHTAUDIT_TEST_PYTHONS="python3.11 python3.13"`
installs it for real, dependencies and all, in an environment of each of those (`make packaging`).
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from email.parser import Parser
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import recorded
from running import published, tenant

REPOSITORY = Path(__file__).parents[2]
PYTHONS = os.environ.get("NIGHTAUDIT_TEST_PYTHONS", "").split()
CARRIED = {"dbt": "dbt_project", "notebooks": "notebooks", "pipelines/nightaudit/report/templates": "report/templates"}


def wheel_of(checkout: Path, folder: Path) -> Path:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=checkout, check=True, capture_output=True)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of(REPOSITORY, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module", params=PYTHONS or [""], ids=lambda name: name or "this Python")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """The Python of an environment that holds the wheel and knows nothing of the checkout."""
    home = tmp_path_factory.mktemp("installed")
    python = home / "bin" / "python"
    if request.param:
        subprocess.run([request.param, "-m", "venv", str(home)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-c", str(REPOSITORY / "requirements.lock"), f"{wheel}[all]"], check=True)
        return python
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    [packages] = home.glob("lib/python*/site-packages")
    zipfile.ZipFile(wheel).extractall(packages)
    # A path file of a path file is not read, so the checkout that is installed there stays out of sight.
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def run(python: Path, folder: Path, environment: dict[str, str], *words: str) -> str:
    """What `nightaudit` of that environment prints, started in this folder."""
    done = subprocess.run(
        [str(python), "-m", "nightaudit", *words],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert 0 == done.returncode, f"{words}: exit {done.returncode}\n{done.stdout[-1500:]}\n{done.stderr[-3000:]}"
    assert str(REPOSITORY) not in done.stdout + done.stderr
    return done.stdout


def test_the_wheel_carries_what_commands_need_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder, place in CARRIED.items():
        tracked = subprocess.run(
            ["git", "ls-files", folder], cwd=REPOSITORY, check=True, capture_output=True, text=True
        ).stdout.split()
        ours = {f"nightaudit/{place}{name.removeprefix(folder)}" for name in tracked}
        assert ours
        assert ours == {name for name in names if name.startswith(f"nightaudit/{place}/")}, f"{folder} and no more"
    assert [] == [name for name in names if not name.startswith(("nightaudit/", "nightaudit-"))]
    assert [] == [name for name in names if name.endswith((".pyc", ".duckdb", ".env"))]


def test_what_runs_leave_in_a_checkout_is_neither_committed_nor_in_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """An edited notebook leaves what its cells showed, and dbt the SQL it ran and its log."""
    checkout, left = tmp_path / "checkout", ["notebooks/__marimo__/session/occupancy.py.json", "dbt/logs/dbt.log"]
    tracked = subprocess.run(["git", "ls-files"], cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout
    for name in tracked.split():
        if not name.startswith("tests/"):
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY / name, checkout / name)
    for name in left:
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text("a figure of a tenant")
    ignored = subprocess.run(
        ["git", "check-ignore", *left], cwd=REPOSITORY, check=False, capture_output=True, text=True
    ).stdout
    assert left == ignored.split()
    built = zipfile.ZipFile(wheel_of(checkout, tmp_path / "dist"))
    assert sorted(zipfile.ZipFile(wheel).namelist()) == sorted(built.namelist())


def test_the_wheel_says_what_it_needs(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    [where] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    said = Parser().parsestr(archive.read(where).decode())
    assert ">=3.11" == said["Requires-Python"]
    assert {"sandbox", "report", "notebooks", "all"} <= set(said.get_all("Provides-Extra") or ())
    entry = archive.read(where.replace("METADATA", "entry_points.txt")).decode()
    assert "nightaudit = nightaudit.cli:program" in entry


def imported(folder: Path) -> dict[str, Path]:
    """The modules of other packages that files of this folder import, each with one of the files."""
    found: dict[str, Path] = {}
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            found |= {name.partition(".")[0]: path for name in names}
    return {name: path for name, path in found.items() if name not in sys.stdlib_module_names | {"nightaudit"}}


def test_every_package_that_is_imported_is_declared(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    [where] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    said = Parser().parsestr(archive.read(where).decode())
    declared = {canonicalize_name(Requirement(line).name) for line in said.get_all("Requires-Dist") or ()}
    homes = packages_distributions()
    modules = imported(REPOSITORY / "pipelines")
    assert {"dlt", "duckdb", "httpx"} <= set(modules)
    for name, path in modules.items():
        packages = {canonicalize_name(package) for package in homes.get(name, [name])}
        assert packages & declared, f"{path} imports {name}, which pyproject.toml does not name"


def test_it_says_which_version_it_is(installed: Path, tmp_path: Path) -> None:
    declared = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"nightaudit {declared}\n" == run(installed, tmp_path, {}, "--version")


@pytest.mark.slow
def test_a_night_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    data_dir, folder = tmp_path / "data", tmp_path / "empty"
    folder.mkdir()
    [packages] = installed.parents[1].glob("lib/python*/site-packages/nightaudit")
    before = {path for path in packages.rglob("*") if "__pycache__" not in path.parts}
    recorded.bring_parsed(data_dir / "private" / "dbt")
    with tenant(data_dir, units=3, years=1, seed=4) as environment:
        night = json.loads(run(installed, folder, environment, "nightly", "--json"))
        assert {"load", "build", "publish", "report"} == set(night["seconds"])
        assert "<svg" in (data_dir / "report.html").read_text()
        [(invoice,)] = published(
            data_dir, "select min(invoice_id) from receivables.fct_sales_invoices where status = 'POSTED'"
        )
        (folder / "exported.csv").write_text(f"invoiceId,externalId,exportedDate\n{invoice},F-1,2026-10-31T09:00:00Z\n")
        words = ("plan", "invoices-mark-exported", "--from", "exported.csv", "--json")
        assert json.loads(run(installed, folder, environment, "correct", *words))["plan_id"]
    assert before == {path for path in packages.rglob("*") if "__pycache__" not in path.parts}, "written into itself"


@pytest.mark.slow
@pytest.mark.skipif(not PYTHONS, reason="NIGHTAUDIT_TEST_PYTHONS names no Python to install for")
def test_the_demo_of_an_installed_package(installed: Path, tmp_path: Path) -> None:
    said = run(installed, tmp_path, {}, "demo", "--units", "20", "--years", "1")
    assert "occupancy" in said
    assert (tmp_path / "data" / "warehouse.duckdb").exists()
    assert (tmp_path / "data" / "report.html").exists()
    assert "1 of 1" in run(installed, tmp_path, {}, "query", "select '1 of 1' as answer")
    doctor = subprocess.run(
        [str(installed), "-m", "nightaudit", "doctor", "--json"], cwd=tmp_path, capture_output=True, check=False
    )
    found = {it["check"]: it for it in json.loads(doctor.stdout)}
    assert "project dbt_project, ready to build" == found["dbt"]["found"]
    for name in ("occupancy", "revenue", "receivables", "corrections"):
        [notebook] = installed.parents[1].glob(f"lib/python*/site-packages/nightaudit/notebooks/{name}.py")
        subprocess.run([str(installed), str(notebook)], cwd=tmp_path, check=True, timeout=300)
