"""Where a list ends: neither before its last row, nor never."""

from typing import Any

import pytest

from client.conftest import ClientOf, Serve
from client.loopback import Asked, Exchange, page_of
from client.paged_list import ROWS, Listing
from nightaudit.errors import Refused, ServiceFailed, UnreadableAnswer


@pytest.mark.parametrize("shape", ["short", "no totals", "bare"])
def test_an_empty_list_that_refuses_other_pages_is_empty(shape: str, serve: Serve, client_of: ClientOf) -> None:
    empty = Listing(shape, rows=[])

    def respond(asked: Asked, exchange: Exchange) -> None:
        if dict(asked.query)["page"] == "0":
            empty(asked, exchange)
        else:
            exchange.send(400)

    assert [] == list(client_of(serve(respond)).units.list())


def test_a_bare_list_ends_after_its_last_row(serve: Serve, client_of: ClientOf) -> None:
    for shape, size in (("bare", 20), ("bare", 47), ("bare, no pages", 20), ("bare, no pages", 100)):
        server = serve(Listing(shape))
        assert [unit.id for unit in client_of(server).units.list(size=size)] == [row["id"] for row in ROWS]
        assert server.calls() <= 3


def test_a_list_without_pages_ends_also_where_each_answer_has_another_order(serve: Serve, client_of: ClientOf) -> None:
    def respond(_: Asked, exchange: Exchange) -> None:
        place = 7 * server.calls() % len(ROWS)
        exchange.json([*ROWS[place:], *ROWS[:place]])

    server = serve(respond)
    assert {row["id"] for row in ROWS} == {unit.id for unit in client_of(server).units.list(size=20)}
    assert server.calls() <= 3


def test_rows_that_are_alike_are_not_taken_for_a_repeated_page(serve: Serve, client_of: ClientOf) -> None:
    """The last page may show only texts that were met before, and so may a full page before others."""
    for shown in ((*range(20), 3, 4, 5), (*range(20), *range(5, 15), *range(20, 23))):
        rows = [{"name": str(number)} for number in shown]
        assert len(rows) == len(list(client_of(serve(Listing("bare", rows=rows))).units.list(size=10)))


def test_the_last_page_may_state_how_many_pages_there_are_and_not_its_own_number(
    serve: Serve, client_of: ClientOf
) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        start = 10 * int(dict(asked.query)["page"])
        if start < len(ROWS):
            exchange.json({"content": ROWS[start : start + 10], "totalPages": 5})
        else:
            exchange.json({"message": "no such page"}, 400)

    server = serve(respond)
    assert [unit.id for unit in client_of(server).units.list(size=100)] == [row["id"] for row in ROWS]
    assert 5 == server.calls()


@pytest.mark.parametrize("more", [{"last": False}, {"hasMore": True}, {"nextCursor": "after 20"}])
def test_a_list_that_says_that_rows_follow_and_shows_none_of_them_does_not_end_silently(
    more: dict[str, Any], serve: Serve, client_of: ClientOf
) -> None:
    server = serve(lambda _, exchange: exchange.json({"content": ROWS[:20], **more}))
    with pytest.raises(UnreadableAnswer, match="more rows follow"):
        list(client_of(server).units.list(size=100))


@pytest.mark.parametrize(
    ("counts", "told"),
    [("capped", 10), ("capped", None), ("capped", 500), ("page", 10), ("page", None), ("list", None), ("list", 500)],
)
def test_totals_and_sizes_that_say_little_do_not_cut_a_list(
    counts: str, told: int | None, serve: Serve, client_of: ClientOf
) -> None:
    """A page has ten rows and says that it has as many, or as many as asked for, or does not say.

    Where it says both that it has as many as asked for and that its own are all, nothing shows that this is not the list.
    """

    def respond(asked: Asked, exchange: Exchange) -> None:
        number = int(dict(asked.query)["page"])
        there = ROWS[number * 10 : (number + 1) * 10]
        total = {"capped": 20, "page": len(there), "list": len(ROWS)}[counts]
        exchange.json({"content": there, "page": {"number": number, "size": told, "totalElements": total}})

    server = serve(respond)
    assert [unit.id for unit in client_of(server).units.list(size=500)] == [row["id"] for row in ROWS]
    assert 5 == server.calls()


@pytest.mark.parametrize(
    ("rows", "told", "status"), [(20, True, 400), (20, False, 404), (1000, True, 400), (20, True, 500)]
)
def test_a_page_that_is_refused_after_the_end_ends_the_list(
    rows: int, status: int, *, told: bool, serve: Serve, client_of: ClientOf
) -> None:
    server = serve(ending_with(status, rows, told=told))
    assert len(list(client_of(server).units.list(size=10))) == rows


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
    rows: int, more: int, status: int, *, told: bool, serve: Serve, client_of: ClientOf
) -> None:
    """It may be too deep, the service may be broken, or a sign-in page may be in the way: only with a total, or near the
    beginning, is that the end."""
    server = serve(ending_with(status, rows, told=told, more=more))
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


def test_a_short_page_that_says_that_rows_follow_is_not_the_last(serve: Serve, client_of: ClientOf) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        start = 20 * int(dict(asked.query)["page"])
        exchange.json({"content": ROWS[start : start + 20], "last": start + 20 >= len(ROWS)})

    server = serve(respond)
    assert [unit.id for unit in client_of(server).units.list(size=100)] == [row["id"] for row in ROWS]


@pytest.mark.parametrize("rows", [0, 15])
def test_a_list_that_its_first_page_counts_takes_one_request(rows: int, serve: Serve, client_of: ClientOf) -> None:
    server = serve(Listing("short", rows=ROWS[:rows]))
    assert rows == len(list(client_of(server).units.list()))
    assert 1 == server.calls()


def test_another_page_than_the_one_asked_for_fails(serve: Serve, client_of: ClientOf) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        number = int(dict(asked.query)["page"])
        number += number == 2
        exchange.json(page_of(ROWS[number * 10 : (number + 1) * 10], number, len(ROWS)))

    with pytest.raises(UnreadableAnswer, match="Page 2 was requested, but the service returned page 3"):
        list(client_of(serve(respond)).units.list(size=10))


def test_pages_that_count_from_one_are_told_by_their_number_where_rows_come_meanwhile(
    serve: Serve, client_of: ClientOf
) -> None:
    listing = Listing("short", base=1, rows=[*ROWS])

    def respond(asked: Asked, exchange: Exchange) -> None:
        listing(asked, exchange)
        listing.rows.insert(0, {"id": 100 + len(listing.rows)})

    read = {unit.id for unit in client_of(serve(respond)).units.list(size=20)}
    assert {row["id"] for row in ROWS} <= read


@pytest.mark.parametrize("total", [None, 10**9])
def test_a_service_that_answers_the_same_page_for_ever_does_not_hold_us(
    total: int | None, serve: Serve, client_of: ClientOf
) -> None:
    server = serve(lambda _, exchange: exchange.json(page_of(ROWS, number=0, total=total or 10**6)))
    with pytest.raises(UnreadableAnswer, match="more rows follow"):
        list(client_of(server).units.list(size=47))
    assert server.calls() <= 4
