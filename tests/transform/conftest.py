import os
import pickle
import shutil
from pathlib import Path

import pytest
import village
from building import Built
from filelock import FileLock


@pytest.fixture(scope="session")
def built_village(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The village with everything checked, the models' unit tests too: built once in a run, a copy for each worker."""
    own = tmp_path_factory.getbasetemp()
    place = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "village"
    kept = place / "built.pickle"
    with FileLock(f"{place}.lock"):
        if not kept.exists():
            built = Built(place, village.records(), excluded_buildings=("test house",), unit_tests=True)
            kept.write_bytes(pickle.dumps(built))
    copied: Built = pickle.loads(kept.read_bytes())  # noqa: S301 - written above
    return copied.moved(Path(shutil.copytree(place, tmp_path_factory.mktemp("nested") / "village")))
