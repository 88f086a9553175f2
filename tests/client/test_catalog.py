"""Every resource of the API hangs on the client."""

import pytest

from nightaudit.client.call import Call, WriteCall
from nightaudit.client.catalog import Catalog
from nightaudit.client.client import Client
from nightaudit.client.operation import Resource
from nightaudit.client.resources import every_resource
from nightaudit.errors import ConfigurationError
from nightaudit.settings import Settings


def test_every_resource_is_reachable_and_declared() -> None:
    client = Client(Settings.read(base_url="http://127.0.0.1:1", api_key="planted-api-key"))
    names = [resource.attribute() for resource in every_resource()]
    assert list(Catalog.__annotations__) == names
    for resource in every_resource():
        bound = getattr(client, resource.attribute())
        assert type(bound) is resource
        assert Catalog.__annotations__[resource.attribute()].rpartition(".")[2] == resource.__name__
        for operation in resource.operations():
            call = getattr(bound, operation.name.rpartition(".")[2])
            assert isinstance(call, Call | WriteCall)
            assert call.operation is operation
    client.close()


def test_every_resource_class_is_listed() -> None:
    assert set(Resource.__subclasses__()) == set(every_resource())


def test_a_client_needs_an_address_and_credentials() -> None:
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_BASE_URL"):
        Client(Settings.read(base_url="", api_key="k"))
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_API_KEY"):
        Client(Settings.read(base_url="https://pms.example.com", api_key="", client_id=""))
