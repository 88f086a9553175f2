"""With NIGHTAUDIT_ENGINE=spark a command works on the lake or says in one sentence why not, whatever is not there."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from cli.conftest import Command

NOT_THERE = "postgresql://somebody:secret-word@127.0.0.1:1/lake"
OF_FILES = (
    "report",
    "notebook",
    "query select",
    "correct plan invoices-mark-exported",
    "correct plan invoices-mark-exported --sql select",
)
OF_THE_LAKE = ("build", "publish", "status")
LACKING = "The catalog of the lake cannot be used" if find_spec("pyiceberg") else "The extra `spark` is not installed"


@pytest.fixture(autouse=True)
def spark(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setenv("NIGHTAUDIT_ENGINE", "spark")
    monkeypatch.setenv("NIGHTAUDIT_LAKE_CATALOG", NOT_THERE)
    return monkeypatch


@pytest.mark.parametrize("words", OF_FILES)
def test_what_reads_files_of_duckdb_takes_none_of_another_time_for_the_lake(command: Command, words: str) -> None:
    for left in ("data/warehouse.duckdb", "data/private/work.duckdb"):
        Path(left).parent.mkdir(parents=True, exist_ok=True)
        Path(left).touch()
    ended = command(*words.split())
    assert 3 == ended.code
    assert "NIGHTAUDIT_ENGINE is spark" in ended.err


@pytest.mark.parametrize("words", OF_THE_LAKE)
def test_a_lake_that_is_not_there_is_named(command: Command, words: str) -> None:
    ended = command(words)
    assert (3, True) == (ended.code, LACKING in ended.err), ended.err
    assert "secret-word" not in ended.err


def test_a_lake_without_an_address_is_named(command: Command, spark: pytest.MonkeyPatch) -> None:
    spark.delenv("NIGHTAUDIT_LAKE_CATALOG")
    for words in OF_THE_LAKE:
        ended = command(words)
        assert (3, True) == (ended.code, "NIGHTAUDIT_LAKE_CATALOG is not the address" in ended.err), ended.err


def test_the_doctor_looks_at_the_lake_and_not_at_files(command: Command, spark: pytest.MonkeyPatch) -> None:
    spark.setenv("NIGHTAUDIT_SPARK_MASTER", "thrift://127.0.0.1:1")
    ended = command("doctor", "--json")
    findings = {finding["check"]: finding for finding in json.loads(ended.out)}
    assert 3 == ended.code
    assert "warehouse" not in findings
    assert LACKING in findings["lake"]["found"]
    assert "does not answer" in findings["spark"]["found"]
    assert "secret-word" not in ended.out
