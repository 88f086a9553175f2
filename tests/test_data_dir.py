"""A data directory that cannot be used is told with what to do, and any other will do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from modes import obey_modes
from nightaudit import warehouse
from nightaudit.errors import ConfigurationError
from nightaudit.publishing import publish
from nightaudit.settings import Settings
from small_marts import build


def test_a_data_dir_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_DATA_DIR"):
        warehouse.prepare(Settings.read(data_dir=tmp_path / "file" / "data"))


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("private", "is not writable: private"),
        (".lock", "This user may not read and write"),
        ("private/work.duckdb", "This user may not read and write"),
    ],
)
def test_what_belongs_to_another_user_is_named_with_what_to_do(settings: Settings, place: str, told: str) -> None:
    """As after a run as root; the doctor must not say that the next run can work."""
    build(settings)
    with warehouse.lock(settings, "test"):
        pass
    (settings.data_dir / place).chmod(0)
    for command in ("publish", "doctor"):
        done = subprocess.run(
            [sys.executable, "-m", "nightaudit", command],
            env={"NIGHTAUDIT_DATA_DIR": str(settings.data_dir), "PATH": "/usr/bin:/bin"},
            preexec_fn=obey_modes,
            capture_output=True,
            text=True,
            check=False,
        )
        assert 3 == done.returncode, done.stderr
        said = done.stdout + done.stderr
        assert told in said
        assert "user that runs nightaudit" in said
    (settings.data_dir / place).chmod(0o700)


@pytest.mark.parametrize(
    ("place", "words", "code"),
    [
        (".env", ["status"], 3),
        ("data/warehouse.duckdb", ["query", "select 1"], 1),
        ("data/warehouse.duckdb", ["report"], 1),
    ],
)
def test_a_file_that_this_user_may_not_read_is_told_with_what_to_do(
    tmp_path: Path, place: str, words: list[str], code: int
) -> None:
    """As an `.env` that root has written for a service of another user; `report` advised to build the file again."""
    (tmp_path / "data").mkdir()
    (tmp_path / place).touch(mode=0)
    done = subprocess.run(
        [sys.executable, "-m", "nightaudit", *words],
        cwd=tmp_path,
        preexec_fn=obey_modes,
        capture_output=True,
        text=True,
        check=False,
    )
    assert code == done.returncode, done.stderr
    said, advice = done.stderr.splitlines()
    assert place in said
    assert "Permission denied" in said
    assert "  Give this user the right to it, or run the command as the user whose it is; `ls -l` shows both." == advice


@pytest.mark.parametrize("odd", ["which?", "back\\slash"])
def test_a_data_dir_that_duckdb_would_take_apart_is_refused(tmp_path: Path, odd: str) -> None:
    with pytest.raises(ConfigurationError, match="in its path"):
        warehouse.prepare(Settings.read(data_dir=tmp_path / odd / "data"))
    assert not (tmp_path / odd).exists()


@pytest.mark.parametrize("address", ["s3://bucket/data", "md:data"])
def test_an_address_is_no_data_dir(tmp_path: Path, address: str) -> None:
    """DuckDB would download what reads from such a service."""
    with pytest.raises(ConfigurationError, match="looks like, the address of a service"):
        warehouse.prepare(Settings.read(data_dir=address))
    assert [] == list(tmp_path.iterdir())


def test_a_data_directory_that_cannot_be_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigurationError, match="cannot be created: Not a directory") as told:
        warehouse.prepare(Settings.read(data_dir=tmp_path / "file" / "data"))
    assert "set NIGHTAUDIT_DATA_DIR to another folder" in told.value.hint


def test_any_other_path_will_do(tmp_path: Path) -> None:
    settings = Settings.read(data_dir=tmp_path / "sp ace, ü [1] {a} #x;y" / "data")
    build(settings)
    with warehouse.lock(settings, "publish"):
        publish(settings)
    with warehouse.read_only(settings) as connection:
        assert connection.execute("select 1").fetchall()
