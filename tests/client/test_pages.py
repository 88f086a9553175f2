import json
from typing import Any

import pytest
from loopback import Asked, Exchange, Loopback, page_of

from nightaudit.client.call import Call, WriteCall
from nightaudit.client.catalog import Catalog, every_resource
from nightaudit.client.client import Client
from nightaudit.client.operation import Operation, Resource
from nightaudit.client.page import Page
from nightaudit.client.resources import Units
from nightaudit.errors import ConfigurationError, Refused, ServiceFailed, UnreadableAnswer
from nightaudit.settings import Settings

ROWS = [{"id": number} for number in range(1, 48)]


class Listing:
    """A list of 47 records in any of the shapes, counting pages from `base`, giving at most `most` rows a page.

    `zero` is what page 0 is where pages count from one ("one": it is said to be page 1); `says_asked` echoes the number as it
    was asked for.
    """

    def __init__(
        self,
        shape: str,
        base: int = 0,
        most: int = 1000,
        rows: list[Any] | None = None,
        zero: str = "same",
        *,
        says_asked: bool = False,
    ) -> None:
        self.shape, self.base, self.most, self.rows = shape, base, most, ROWS if rows is None else rows
        self.zero, self.says_asked = zero, says_asked

    def __call__(self, asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        size = min(self.most, int(query["size"]))
        number = max(0, int(query["page"]) - self.base)
        rows = self.rows[number * size : (number + 1) * size]
        numbers = {
            "size": size,
            "number": number,
            "totalElements": len(self.rows),
            "totalPages": -(-len(self.rows) // size),
        }
        if int(query["page"]) < self.base and self.zero in {"refuse", "break"}:
            exchange.json({"message": "page is 1 or more"}, 400 if self.zero == "refuse" else 500)
            return
        if int(query["page"]) < self.base and self.zero == "empty":
            rows = []
        if self.says_asked:
            numbers["number"] = max(int(query["page"]), self.base if self.zero == "one" else 0)
        exchange.json(
            {
                "short": {"content": rows, "page": numbers},
                "full": {"content": rows, **numbers, "numberOfElements": len(rows)},
                "no totals": {"content": rows, "number": number, "size": size},
                "embedded": {"_embedded": {"units": rows}, "page": numbers},
                "bare": rows,
                "bare, no pages": self.rows,
            }[self.shape]
        )


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("most", [10, 1000])
@pytest.mark.parametrize("shape", ["short", "full", "no totals", "embedded"])
def test_every_record_comes_once(shape: str, most: int, base: int, serve: Any, client_of: Any) -> None:
    server: Loopback = serve(Listing(shape, base, most))
    found = [unit.id for unit in client_of(server).units.list(size=20)]
    assert found == [row["id"] for row in ROWS]
    assert server.calls() <= 7


@pytest.mark.parametrize("says_asked", [False, True])
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("zero", ["same", "refuse", "break", "empty", "one"])
@pytest.mark.parametrize("shape", ["short", "full", "no totals", "bare"])
def test_every_record_comes_once_where_pages_count_from_one(
    shape: str, zero: str, *, says_asked: bool, serve: Any, client_of: Any
) -> None:
    server: Loopback = serve(Listing(shape, 1, 20, zero=zero, says_asked=says_asked))
    found = [unit.id for unit in client_of(server).units.list(size=20)]
    assert [row["id"] for row in ROWS] == found


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("is_fixed", [False, True])
@pytest.mark.parametrize("shape", ["short", "bare"])
def test_a_service_whose_first_page_breaks_is_not_read_from_the_second(
    shape: str, *, is_fixed: bool, serve: Any, client_of: Any
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
    shape: str, serve: Any, client_of: Any
) -> None:
    """At most ten rows a page, each page after as many as were asked for before it."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        number, size = (int(dict(asked.query)[name]) for name in ("page", "size"))
        there = ROWS[number * size :][: min(size, 10)]
        numbers = {"number": number, "size": size} | ({"totalElements": len(ROWS)} if shape == "short" else {})
        exchange.json(there if shape == "bare" else {"content": there, "page": numbers})

    assert [unit.id for unit in client_of(serve(respond)).units.list(size=20)] == [row["id"] for row in ROWS]


@pytest.mark.parametrize("shape", ["short", "no totals", "bare"])
def test_an_empty_list_that_refuses_other_pages_is_empty(shape: str, serve: Any, client_of: Any) -> None:
    empty = Listing(shape, rows=[])

    def respond(asked: Asked, exchange: Exchange) -> None:
        if dict(asked.query)["page"] == "0":
            empty(asked, exchange)
        else:
            exchange.send(400)

    assert [] == list(client_of(serve(respond)).units.list())


@pytest.mark.parametrize("status", [400, 403, 404])
def test_a_list_that_is_refused_on_every_page_is_told_by_the_first(status: int, serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda asked, exchange: exchange.json({"message": dict(asked.query)["page"]}, status))
    with pytest.raises(Refused, match=f"answered {status}: 0"):
        list(client_of(server).units.list())


@pytest.mark.parametrize("base", [0, 1])
def test_a_first_page_has_the_usual_number_of_rows_where_one_of_a_single_row_is_refused(
    base: int, serve: Any, client_of: Any
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
    base: int, serve: Any, client_of: Any
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


def test_bare_lists_end(serve: Any, client_of: Any) -> None:
    for shape, size in (("bare", 20), ("bare", 47), ("bare, no pages", 20), ("bare, no pages", 100)):
        server: Loopback = serve(Listing(shape))
        assert [unit.id for unit in client_of(server).units.list(size=size)] == [row["id"] for row in ROWS]
        assert server.calls() <= 3


@pytest.mark.parametrize("more", [{"last": False}, {"hasMore": True}, {"nextCursor": "after 20"}])
def test_a_list_that_says_that_rows_follow_and_shows_none_of_them_does_not_end_silently(
    more: dict[str, Any], serve: Any, client_of: Any
) -> None:
    server: Loopback = serve(lambda _, exchange: exchange.json({"content": ROWS[:20], **more}))
    with pytest.raises(UnreadableAnswer, match="more rows follow"):
        list(client_of(server).units.list(size=100))


@pytest.mark.parametrize(
    ("counts", "told"),
    [("capped", 10), ("capped", None), ("capped", 500), ("page", 10), ("page", None), ("list", None), ("list", 500)],
)
def test_totals_and_sizes_that_say_little_do_not_cut_a_list(
    counts: str, told: int | None, serve: Any, client_of: Any
) -> None:
    """A page has ten rows and says that it has as many, or as many as asked for, or does not say.

    Where it says both that it has as many as asked for and that its own are all, nothing shows that this is not the list.
    """

    def respond(asked: Asked, exchange: Exchange) -> None:
        number = int(dict(asked.query)["page"])
        there = ROWS[number * 10 : (number + 1) * 10]
        total = {"capped": 20, "page": len(there), "list": len(ROWS)}[counts]
        exchange.json({"content": there, "page": {"number": number, "size": told, "totalElements": total}})

    server: Loopback = serve(respond)
    assert [unit.id for unit in client_of(server).units.list(size=500)] == [row["id"] for row in ROWS]
    assert server.calls() == 5


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("rows", "told", "status"), [(20, True, 400), (20, False, 404), (1000, True, 400), (20, True, 500)]
)
def test_a_page_that_is_refused_after_the_end_ends_the_list(
    rows: int, status: int, *, told: bool, serve: Any, client_of: Any
) -> None:
    server: Loopback = serve(ending_with(status, rows, told=told))
    assert len(list(client_of(server).units.list(size=10))) == rows


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("rows", "more", "told", "status"),
    [
        (20, 7, True, 400),
        (1000, 0, False, 400),
        (20, 0, False, 500),
        (1000, 0, True, 500),
        (20, 0, True, 403),
        (20, 0, False, 302),
    ],
)
def test_a_page_that_may_be_refused_before_the_end_fails(
    rows: int, more: int, status: int, *, told: bool, serve: Any, client_of: Any
) -> None:
    """It may be too deep, the service may be broken, or a sign-in page may be in the way: only with a total, or near the
    beginning, is that the end."""
    server: Loopback = serve(ending_with(status, rows, told=told, more=more))
    with pytest.raises((Refused, ServiceFailed)):
        list(client_of(server).units.list(size=10))


def ending_with(status: int, rows: int, *, told: bool, more: int = 0) -> Any:
    """Answer so many rows, and this status to pages behind them. A total counts `more` rows in addition."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        start = 10 * int(dict(asked.query)["page"])
        numbers = {"totalElements": rows + more} if told else {}
        if start < rows:
            exchange.json({"content": [{"id": start + number} for number in range(10)], "page": numbers})
        else:
            exchange.json({"message": "no such page"}, status)

    return respond


def test_a_short_page_that_says_that_rows_follow_is_not_the_last(serve: Any, client_of: Any) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        start = 20 * int(dict(asked.query)["page"])
        exchange.json({"content": ROWS[start : start + 20], "last": start + 20 >= len(ROWS)})

    server: Loopback = serve(respond)
    assert [unit.id for unit in client_of(server).units.list(size=100)] == [row["id"] for row in ROWS]


def test_an_empty_list_is_empty_after_one_request(serve: Any, client_of: Any) -> None:
    server: Loopback = serve(Listing("short", rows=[]))
    assert list(client_of(server).units.list()) == []
    assert server.calls() == 1


EMPTY = {"size": 20, "number": 0, "totalElements": 0, "totalPages": 0}
BEHIND = {"size": 20, "number": 3, "totalElements": 47, "totalPages": 3}
WITHOUT_ROWS: list[dict[str, Any]] = [{}, {"_embedded": {}}, {"_embedded": None}, {"content": None}]


@pytest.mark.parametrize("without", WITHOUT_ROWS)
def test_rows_may_be_left_out_only_where_the_page_says_that_there_are_none(without: dict[str, Any]) -> None:
    for numbers in (EMPTY, BEHIND, {"totalElements": 0}):
        assert () == Page.read(json.dumps({**without, "page": numbers}).encode()).rows
        assert () == Page.read(json.dumps({**without, **numbers}).encode()).rows
    for untold in ({**BEHIND, "number": 2}, {"totalElements": 1}):
        with pytest.raises(UnreadableAnswer, match="neither"):
            Page.read(json.dumps({**without, "page": untold}).encode())


def test_a_negative_count_is_none() -> None:
    numbers = {"size": 20, "number": 0, "totalElements": -1, "totalPages": -1}
    for page in ({"content": [{}], **numbers}, {"content": [{}], "page": numbers}):
        found = Page.read(json.dumps(page).encode())
        assert (20, 0, None, None) == (found.size, found.number, found.total_elements, found.total_pages)
    with pytest.raises(UnreadableAnswer):
        Page.read(json.dumps({"content": None, **numbers}).encode())


def test_counts_that_are_texts_are_counts() -> None:
    numbers = {"size": "20", "number": "0", "totalElements": "41", "totalPages": "3"}
    for page in ({"content": [{}], **numbers}, {"content": [{}], "page": numbers}):
        found = Page.read(json.dumps(page).encode())
        assert (20, 0, 41, 3) == (found.size, found.number, found.total_elements, found.total_pages)
    with pytest.raises(UnreadableAnswer):
        Page.read(json.dumps({"content": [{}], "totalElements": "many"}).encode())


def test_where_no_total_is_told_only_an_embedded_of_nothing_is_an_end() -> None:
    for numbers in ({}, {"page": {"size": 20, "number": 3}}):
        for without in WITHOUT_ROWS:
            body = json.dumps({**without, **numbers}).encode()
            if without == {"_embedded": {}}:
                assert () == Page.read(body).rows
            else:
                with pytest.raises(UnreadableAnswer, match="neither"):
                    Page.read(body)


@pytest.mark.parametrize("total", [None, 10**9])
def test_a_service_that_answers_the_same_page_for_ever_does_not_hold_us(
    total: int | None, serve: Any, client_of: Any
) -> None:
    server: Loopback = serve(lambda _, exchange: exchange.json(page_of(ROWS, number=0, total=total or 10**6)))
    with pytest.raises(UnreadableAnswer, match="more rows follow"):
        list(client_of(server).units.list(size=47))
    assert server.calls() <= 4


def test_a_later_first_page_and_filters_are_kept(serve: Any, client_of: Any) -> None:
    server: Loopback = serve(Listing("short"))
    found = [country.id for country in client_of(server).countries.list(page=2, size=20, country_name="a&b")]
    assert found == list(range(41, 48))
    assert dict(server.asked[0].query) == {"page": "2", "size": "20", "countryName": "a&b"}


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
    assert all(isinstance(operation, Operation) for resource in every_resource() for operation in resource.operations())


def test_a_client_needs_an_address_and_credentials() -> None:
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_BASE_URL"):
        Client(Settings.read(base_url="", api_key="k"))
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_API_KEY"):
        Client(Settings.read(base_url="https://pms.example.com", api_key="", client_id=""))
