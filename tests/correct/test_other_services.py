"""Corrections at services that answer lists differently from the sandbox."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import pytest

from correct.desk import RECEIPT, Desk
from correct.ledger_server import LISTS, Handler, Ledger
from nightaudit.correct.jobs import job_named
from nightaudit.correct.plans import approval
from nightaudit.correct.plans.undo import plan_undo
from nightaudit.errors import NotFound

CAP = 12


def bare(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
    """Arrays without totals, capped below the size asked for; page behind the last one is empty."""
    number = int(parse_qs(query)["page"][0])
    handler.answer(200, rows[number * CAP : (number + 1) * CAP])


def by_size_asked(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
    """The same, and a page begins after as many rows as were asked for before it, not after those that came."""
    number, size = (int(parse_qs(query)[name][0]) for name in ("page", "size"))
    handler.answer(200, rows[number * size :][: min(size, CAP)])


def slices(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
    """The same in an envelope that repeats the size asked for."""
    number, size = (int(parse_qs(query)[name][0]) for name in ("page", "size"))
    handler.answer(200, {"content": rows[number * size :][: min(size, CAP)], "number": number, "size": size})


def refusing(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
    """The same, and a page behind the last one is refused."""
    number = int(parse_qs(query)["page"][0])
    if number and not rows[number * CAP :]:
        handler.answer(400, {"message": "no such page"})
    else:
        bare(handler, rows, query)


def of_few_sizes(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
    """Pages of ten rows, counted; any other size is refused."""
    number, size = (int(parse_qs(query)[name][0]) for name in ("page", "size"))
    if size != 10:
        handler.answer(400, {"message": "no such size"})
        return
    numbers = {"number": number, "size": size, "totalElements": len(rows)}
    handler.answer(200, {"content": rows[number * size :][:size], "page": numbers})


def from_one(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
    """Pages of ten rows, numbered from one; any other size, a sort and page 0 are refused."""
    asked = parse_qs(query)
    if int(asked["page"][0]) < 1 or "sort" in asked:
        handler.answer(400, {"message": "no such page or property"})
    else:
        of_few_sizes(handler, rows, f"page={int(asked['page'][0]) - 1}&size={asked['size'][0]}")


def broken_at_zero(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
    """Counted pages, numbered from one; page 0 is answered with 500."""
    number, size = (int(parse_qs(query)[name][0]) for name in ("page", "size"))
    if number < 1:
        handler.answer(500, {"message": "Index -1 out of bounds"})
    else:
        counted(lambda rows, _: rows)(handler, rows, f"page={number - 1}&size={size}")


def unsorted(status: int) -> Any:
    """Arrays as of `bare`; a page that is to be sorted is refused with this status."""

    def page(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
        if "sort" in parse_qs(query):
            handler.answer(status, {"message": "no such property"})
        else:
            bare(handler, rows, query)

    return page


def counted(total: Any) -> Any:
    """Pages capped below the size asked for; `total` makes the total that a page states of the list's rows and the page's."""

    def page(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
        number, size = (int(parse_qs(query)[name][0]) for name in ("page", "size"))
        size = min(size, CAP)
        there = rows[number * size :][:size]
        numbers = {"number": number, "size": size, "totalElements": total(len(rows), len(there))}
        handler.answer(200, {"content": there, "page": numbers})

    return page


def small_by_default(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
    """Pages of ten rows for a size that is too large, counted, each beginning after as many rows as were asked for."""
    number, size = (int(parse_qs(query)[name][0]) for name in ("page", "size"))
    there = rows[number * size :][: size if size <= CAP else 10]
    handler.answer(200, {"content": there, "page": {"number": number, "size": 10, "totalElements": len(rows)}})


def whole(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
    """One array whatever is asked for, written otherwise each time."""
    del query
    handler.answer(200, [row | {"asked": id(handler)} for row in rows])


WAYS = [bare, by_size_asked, slices, refusing, of_few_sizes, from_one, unsorted(400), unsorted(500), whole]

WAYS += [counted(lambda rows, _: min(rows, 2 * CAP)), counted(lambda _, there: there), small_by_default, broken_at_zero]
every_way = pytest.mark.parametrize("page", WAYS)


@pytest.mark.usefixtures("impatient")
@every_way
@pytest.mark.parametrize("share", [0, CAP])
def test_lists_are_read_to_their_end_however_they_are_answered(
    page: Any, share: int, desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handler, "page", page)
    rows = share + 3
    ledger.fail("500 after", rows - 1)
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT] * rows))
    assert (outcome.counts, outcome.findings, ledger.posts) == ({"VERIFIED": rows}, [], rows)


@pytest.mark.usefixtures("impatient")
@every_way
def test_a_receipt_behind_many_of_others_is_found_and_not_sent_again(
    page: Any, desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first row of a run: nothing it has just made could show that the list is not whole."""
    monkeypatch.setattr(Handler, "page", page)
    for _ in range(3 * CAP):
        ledger.commit({"amount": 1, "targetInvoiceId": 7, "externalReference": "of others"})
    ledger.share, ledger.faults = 1.0, ("500 after",)
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT]))
    assert ({"VERIFIED": 1}, [], 1) == (outcome.counts, outcome.findings, ledger.posts)


def test_a_list_that_others_add_to_is_read_all_the_same(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Allocations of others come in between any two pages: a list read by id only grows at its end."""
    desk.client.settings = desk.client.settings.model_copy(update={"page_size": 4})
    real = Handler.page

    def growing(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
        real(handler, rows, query)
        ledger.commit({"amount": 0.01, "targetInvoiceId": 7, "externalReference": "of others"})

    monkeypatch.setattr(Handler, "page", growing)
    ledger.fail("500 after", 3)
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT] * 9))
    assert ({"VERIFIED": 9}, None, 9) == (outcome.counts, outcome.cause, ledger.posts)


def test_a_list_that_is_gone_while_an_answer_is_lost_proves_nothing(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rolling deployment: the new path is not yet known to every server, and answers break off meanwhile."""
    real, gone = Handler.page, True

    def page(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
        if gone and ledger.posts and handler.path.startswith(f"{LISTS}salesInvoices"):
            handler.answer(404, {"message": "no route"})
        else:
            real(handler, rows, query)

    monkeypatch.setattr(Handler, "page", page)
    ledger.fail("500 after", 1)
    plan = desk.approved("allocations-create", [RECEIPT])
    for _ in range(2):  # in the run that lost the answer, and in one that knows the plan alone
        outcome = desk.apply(plan)
        assert "salesInvoices existed before, but is now answered with 404" in str(outcome.cause)
        assert ({"AMBIGUOUS": 1}, 1) == (outcome.counts, ledger.posts)
    gone = False
    assert ({"VERIFIED": 1}, 1) == (desk.apply(plan).counts, ledger.posts)


def test_a_tenant_may_lack_one_of_the_two_lists(desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Handler.page

    def page(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
        if handler.path.startswith(f"{LISTS}salesPayments"):
            handler.answer(404, {"message": "no such list"})
        else:
            real(handler, rows, query)

    monkeypatch.setattr(Handler, "page", page)
    ledger.fail("500 after", 1)
    assert {"VERIFIED": 2} == desk.apply(desk.approved("allocations-create", [RECEIPT] * 2)).counts
    assert 2 == ledger.posts


def test_where_no_list_would_show_a_receipt_none_is_planned(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was planned and approved, and only then could not be sent."""
    monkeypatch.setattr(Handler, "page", lambda handler, *_: handler.answer(404, {"message": "no such list"}))
    with pytest.raises(NotFound, match="has no list of financial allocations"):
        desk.plan("allocations-create", [RECEIPT])
    assert [] == desk.journal.plans()


def test_an_empty_page_of_a_list_that_is_not_empty_proves_nothing(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = {"size": 200, "number": 0, "totalElements": 3, "totalPages": 1}
    plan = desk.approved("allocations-create", [RECEIPT])
    monkeypatch.setattr(Handler, "page", lambda handler, *_: handler.answer(200, {"content": [], "page": numbers}))
    outcome = desk.apply(plan)
    assert "changed while it was read" in str(outcome.cause)
    assert ({"APPROVED": 1}, 0) == (outcome.counts, ledger.posts)


def test_a_list_of_no_records_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = desk.approved("allocations-create", [RECEIPT])
    monkeypatch.setattr(Handler, "page", lambda handler, *_: handler.answer(200, ["7", "8"]))
    outcome = desk.apply(plan)
    assert "/financialAllocations/salesInvoices contains something that is not a record" in str(outcome.cause)
    assert {"APPROVED": 1} == outcome.counts


@pytest.mark.parametrize("names", [("dateFrom", "dateTo"), ("checkInDate", "checkOutDate")])
def test_dates_of_guest_stays_are_written_as_the_service_names_them(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, names: tuple[str, str]
) -> None:
    """A service that names them like the filters of its list ignored what was written."""
    known = {"id", "status", "roomStayId", *names}
    stay = {
        "id": 5,
        "status": "CONFIRMED",
        "roomStayId": 6,
        "dateFrom": "2020-01-01",  # of something else, beside the documented names
        **dict(zip(names, ("2026-10-01", "2026-10-09"), strict=True)),
    }

    def put(handler: Handler) -> None:
        body = handler.body()
        stay.update({name: value for name, value in body.items() if name in known})
        handler.answer(200, stay)

    monkeypatch.setattr(Handler, "get", lambda handler: handler.answer(200, stay))
    monkeypatch.setattr(Handler, "put", put, raising=False)
    wrong = desk.plan("guest-stay-details", [{"guestStayId": 5, "checkOutDate": "2026-09-30"}])
    told = "conflict: it would end on 2026-09-30, before its beginning on 2026-10-01"
    assert told == desk.rows(wrong)[0].outlook
    plan = desk.approved("guest-stay-details", [{"guestStayId": 5, "checkInDate": "2026-10-02"}])
    assert ({"VERIFIED": 1}, "2026-10-02") == (desk.apply(plan).counts, stay[names[0]])
    undo, cannot = plan_undo(desk.journal, desk.client, job_named(plan.job), desk.journal.plan(plan.plan_id))
    desk.apply(approval.approve(desk.journal, undo, "tester"))
    assert ([], "2026-10-01") == (cannot, stay[names[0]])
