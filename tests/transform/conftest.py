import os
import pickle
import shutil
from pathlib import Path

import pytest
from filelock import FileLock

from nightaudit.transform import runner
from nightaudit.transform.reporting import results_of
from transform import village
from transform.building import Built


@pytest.fixture(scope="session")
def built_village(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The village with everything checked, the models' unit tests too: built once in a run, a copy for each worker."""
    own = tmp_path_factory.getbasetemp()
    place = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "village"
    kept = place / "built.pickle"
    with FileLock(f"{place}.lock"):
        if not kept.exists():
            built = Built(place, village.records(), excluded_buildings=("test house",))
            _unit_tests(built)
            kept.write_bytes(pickle.dumps(built))
    copied: Built = pickle.loads(kept.read_bytes())  # noqa: S301 - written above
    return copied.moved(Path(shutil.copytree(place, tmp_path_factory.mktemp("nested") / "village")))


def _unit_tests(built: Built) -> None:
    """Have dbt run the unit tests of all models; they read the columns of what is built."""
    scratch = built.work_file.parent / "dbt"
    outcome = runner.invoke(built.settings, built.work_file, scratch, "test", "--resource-type", "unit_test")
    ended = {
        result.node.name: result for result in results_of(outcome, scratch) if result.node.resource_type == "unit_test"
    }
    assert len(ended) > 40
    assert {} == {name: result.message for name, result in ended.items() if str(result.status) != "pass"}
