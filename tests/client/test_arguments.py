"""What operations are called with: ids and filters that are none, and lists in any form."""

import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import duckdb
import pytest

from client.conftest import ClientOf, Serve
from client.loopback import Loopback
from nightaudit.client.arguments import NO_ID, is_id
from nightaudit.client.records.properties import Unit
from nightaudit.errors import UsageError


@pytest.fixture
def server(serve: Serve) -> Loopback:
    return serve(lambda _, exchange: exchange.json({"content": []}))


@pytest.mark.parametrize("identifier", [None, True, 7.0, Decimal(7), b"7", "", ".", "..", " .. "])
def test_what_is_no_id_is_never_asked_for(identifier: Any, server: Loopback, client_of: ClientOf) -> None:
    for call in (client_of(server).units.get, client_of(server).units.delete):
        with pytest.raises(UsageError, match="is not an id"):
            call(identifier)
    assert 0 == server.calls()


def test_a_body_by_position_is_told_to_be_named(server: Loopback, client_of: ClientOf) -> None:
    """All of the record stood in the message, and not what to do."""
    bodies: tuple[Any, ...] = ({"content": "x" * 1000}, Unit(id=7, name="x" * 1000))
    for body in bodies:
        with pytest.raises(UsageError, match=r"is not an id\. Give the body by name: body=\.\.\.$") as refused:
            client_of(server).bookings.add_note(7, body)
        assert len(refused.value.message) < 100
    assert 0 == server.calls()


def _generated() -> Iterator[int]:
    yield from (1, 2)


@pytest.mark.parametrize("listed", [lambda: [1, 2], lambda: range(1, 3), _generated, {1: "a", 2: "b"}.keys])
def test_a_list_of_values_has_any_form(listed: Callable[[], Any], server: Loopback, client_of: ClientOf) -> None:
    list(client_of(server).bookings.list(unit_ids=listed()))
    assert [("unitIds", "1"), ("unitIds", "2")] == [pair for pair in server.asked[0].query if pair[0] == "unitIds"]


@pytest.mark.parametrize(
    ("value", "said"), [([], "empty list"), ((), "empty list"), (b"1", "neither"), ({1: 2}, "neither")]
)
def test_a_filter_that_would_not_filter_is_never_sent(
    value: Any, said: str, server: Loopback, client_of: ClientOf
) -> None:
    with pytest.raises(UsageError, match=said):
        list(client_of(server).bookings.list(unit_ids=value))
    assert 0 == server.calls()


def test_what_is_blank_or_leads_to_another_path_is_no_id_here_and_in_duckdb() -> None:
    blanks = [chr(code) for code in range(1, sys.maxunicode + 1) if chr(code).isspace()]
    texts = {*blanks, "".join(blanks), "", ".", "..", " . ", "\u2003..\n", "...", ". .", " 7", ".a", "\u200b"}
    none = {text for text in texts if text.strip() in {"", ".", ".."}}
    assert none == {text for text in texts if not is_id(text)}
    query = "select text from (select unnest($1) as text) where regexp_full_match(text, $2)"
    assert none == {text for (text,) in duckdb.execute(query, [[*texts], NO_ID]).fetchall()}


@pytest.mark.parametrize("name", ["post", "get"])
def test_ids_that_are_too_few_or_too_many_are_named_with_the_operation(
    name: str, server: Loopback, client_of: ClientOf
) -> None:
    call = getattr(client_of(server).sales_invoices, name)
    for ids in ((), (7, 8)):
        with pytest.raises(UsageError, match=rf"^sales_invoices\.{name} needs id by position; {len(ids)} given\.$"):
            call(*ids)
    with pytest.raises(UsageError, match="needs id by position; 0 given"):
        call(id=7)  # as `nightaudit call` takes it
    assert 0 == server.calls()
