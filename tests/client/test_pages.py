"""Every record of a list comes once, however the service numbers and sizes its pages."""

import pytest

from client.conftest import ClientOf, Serve
from client.loopback import Asked, Exchange, page_of
from client.paged_list import ROWS, Listing
from nightaudit.client.resources import Units
from nightaudit.errors import Refused, ServiceFailed


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("most", [10, 1000])
@pytest.mark.parametrize("shape", ["short", "full", "no totals", "embedded"])
def test_every_record_comes_once(shape: str, most: int, base: int, serve: Serve, client_of: ClientOf) -> None:
    server = serve(Listing(shape, base, most))
    found = [unit.id for unit in client_of(server).units.list(size=20)]
    assert found == [row["id"] for row in ROWS]
    assert server.calls() <= 7


@pytest.mark.parametrize("says_asked", [False, True])
@pytest.mark.parametrize("zero", ["same", "refuse", "break", "empty", "one"])
@pytest.mark.parametrize("shape", ["short", "full", "no totals", "bare"])
def test_every_record_comes_once_where_pages_count_from_one(
    shape: str, zero: str, *, says_asked: bool, serve: Serve, client_of: ClientOf
) -> None:
    server = serve(Listing(shape, 1, 20, zero=zero, says_asked=says_asked))
    found = [unit.id for unit in client_of(server).units.list(size=20)]
    assert [row["id"] for row in ROWS] == found


@pytest.mark.parametrize("is_fixed", [False, True])
@pytest.mark.parametrize("shape", ["short", "bare"])
def test_a_service_whose_first_page_breaks_is_not_read_from_the_second(
    shape: str, *, is_fixed: bool, serve: Serve, client_of: ClientOf
) -> None:
    """Also not where each page has 20 rows, whatever is asked for: page 1 then begins with one row at any size."""
    listed = Listing(shape)

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        if query["page"] == "0":
            exchange.json({"message": "broken"}, 500)
        else:
            size = "20" if is_fixed else query["size"]
            asked.query = [("page", query["page"]), ("size", size)]
            listed(asked, exchange)

    with pytest.raises(ServiceFailed):
        list(client_of(serve(respond)).units.list(size=20))


@pytest.mark.parametrize("shape", ["short", "bare", "no totals"])
def test_a_page_may_begin_after_the_rows_that_were_asked_for_and_not_shown(
    shape: str, serve: Serve, client_of: ClientOf
) -> None:
    """At most ten rows a page, each page after as many as were asked for before it."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        number, size = (int(dict(asked.query)[name]) for name in ("page", "size"))
        there = ROWS[number * size :][: min(size, 10)]
        numbers = {"number": number, "size": size} | ({"totalElements": len(ROWS)} if shape == "short" else {})
        exchange.json(there if shape == "bare" else {"content": there, "page": numbers})

    assert [unit.id for unit in client_of(serve(respond)).units.list(size=20)] == [row["id"] for row in ROWS]


@pytest.mark.parametrize("status", [400, 403, 404])
def test_a_list_that_is_refused_on_every_page_is_told_by_the_first(
    status: int, serve: Serve, client_of: ClientOf
) -> None:
    server = serve(lambda asked, exchange: exchange.json({"message": dict(asked.query)["page"]}, status))
    with pytest.raises(Refused, match=f'answered {status}: "0"'):
        list(client_of(server).units.list())


@pytest.mark.parametrize("base", [0, 1])
def test_a_first_page_has_the_usual_number_of_rows_where_one_of_a_single_row_is_refused(
    base: int, serve: Serve, client_of: ClientOf
) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        if "size" in query or int(query["page"]) < base:
            exchange.json({"message": "not at this size, or no such page"}, 400)
        else:
            exchange.json(page_of(ROWS[:20], int(query["page"]), len(ROWS)))

    page = client_of(serve(respond)).first_page(Units.list)
    assert (20, len(ROWS)) == (len(page.rows), page.total_elements)


@pytest.mark.parametrize("base", [0, 1])
def test_a_service_that_refuses_the_usual_size_is_asked_for_pages_of_its_own(
    base: int, serve: Serve, client_of: ClientOf
) -> None:
    """Unless the caller names a size; and what is refused for another reason is refused."""
    listed = Listing("short", base, zero="refuse")

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        if int(query.get("size", 20)) != 20 or "countryName" in query:
            exchange.json({"message": "no such size"}, 400)
        else:
            listed(Asked(asked.method, asked.path, [*asked.query, ("size", "20")], asked.headers, asked.body), exchange)

    client = client_of(serve(respond))
    assert [country.id for country in client.countries.list()] == [row["id"] for row in ROWS]
    for refused in ({"size": 50}, {"country_name": "a"}):
        with pytest.raises(Refused, match="no such size"):
            list(client.countries.list(**refused))


def test_a_later_first_page_and_filters_are_kept(serve: Serve, client_of: ClientOf) -> None:
    server = serve(Listing("short"))
    found = [country.id for country in client_of(server).countries.list(page=2, size=20, country_name="a&b")]
    assert found == list(range(41, 48))
    assert {"page": "2", "size": "20", "countryName": "a&b"} == dict(server.asked[0].query)
