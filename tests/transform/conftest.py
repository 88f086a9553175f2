import pytest
import village
from building import Built


@pytest.fixture(scope="session")
def built_village(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("nested")
    return Built(folder, village.records(), excluded_buildings=("test house",), unit_tests=True)
