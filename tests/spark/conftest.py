"""A lake of a test run's own; everything here is skipped, with the reason, where the extra `spark` is not installed."""

import importlib.util
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import postgres
import pytest

sys.path.append(str(Path(__file__).parents[1] / "transform"))


@pytest.fixture(scope="session")
def catalog() -> Iterator[str]:
    """The address of an empty database for the catalog."""
    if importlib.util.find_spec("pyspark") is None or importlib.util.find_spec("pyiceberg") is None:
        pytest.skip("the extra `spark` is not installed: make test-spark")
    for name, found in (("java", shutil.which("java")), ("initdb", postgres.program("initdb"))):
        if found is None:
            pytest.skip(f"{name} is not installed")
    with postgres.server() as address:
        yield address
