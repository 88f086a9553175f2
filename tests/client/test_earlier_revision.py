"""Where the service refuses the method or path of the document, that of an earlier revision is tried, once."""

import pytest

from client.conftest import ClientOf, Serve
from client.loopback import Asked, Exchange, Loopback
from nightaudit.client.records.sales_invoices import ExportStatusUpdate
from nightaudit.errors import ApiError, NotFound, Refused


class Revision:
    """A service of an earlier revision: `known` writes are understood; `missing` says that the record is not there."""

    def __init__(self, known: set[tuple[str, str]], unknown_status: int, *, missing: bool = False) -> None:
        self.known, self.unknown_status, self.missing = known, unknown_status, missing

    def __call__(self, asked: Asked, exchange: Exchange) -> None:
        if (asked.method == "GET" and asked.path == "/api/v3/salesInvoices/7" and not self.missing) or (
            asked.method,
            asked.path.rpartition("/")[2],
        ) in self.known:
            exchange.json({"id": 7, "status": "VOID"})
        else:
            exchange.json({}, self.unknown_status if asked.method != "GET" else 404)


def writes(server: Loopback) -> list[tuple[str, str]]:
    return [(asked.method, asked.path.rpartition("/")[2]) for asked in server.asked if asked.method != "GET"]


@pytest.mark.parametrize("unknown", [404, 405])
def test_the_earlier_revision_is_tried_once_and_remembered(unknown: int, serve: Serve, client_of: ClientOf) -> None:
    server = serve(Revision({("PUT", "post"), ("PATCH", "updateSalesInvoiceExportStatus")}, unknown))
    client = client_of(server)
    assert [7, 7, 7] == [client.sales_invoices.post(7).id for _ in range(3)]
    assert writes(server) == [("POST", "post"), *[("PUT", "post")] * 3]
    server.asked.clear()
    for _ in range(2):
        client.sales_invoices.set_export_status(7, body=ExportStatusUpdate(external_id="X"))
    wanted = [("PATCH", "exportStatus"), *[("PATCH", "updateSalesInvoiceExportStatus")] * 2]
    assert writes(server) == wanted


def test_the_latest_revision_is_asked_alone(serve: Serve, client_of: ClientOf) -> None:
    server = serve(Revision({("POST", "post"), ("PUT", "post")}, 405))
    assert 7 == client_of(server).sales_invoices.post(7).id
    assert [("POST", "post")] == writes(server)


def test_a_missing_record_is_not_an_earlier_revision(serve: Serve, client_of: ClientOf) -> None:
    server = serve(Revision({("PUT", "post")}, 404, missing=True))
    with pytest.raises(NotFound):
        client_of(server).sales_invoices.post(7)
    assert [("POST", "post")] == writes(server)


@pytest.mark.parametrize("status", [400, 409, 429, 500])
def test_no_other_answer_leads_to_the_earlier_revision(status: int, serve: Serve, client_of: ClientOf) -> None:
    server = serve(Revision({("PUT", "post")}, status))
    with pytest.raises(ApiError):
        client_of(server).sales_invoices.post(7)
    assert [("POST", "post")] == writes(server)


def test_a_service_that_knows_neither_revision_is_told_by_the_latest(serve: Serve, client_of: ClientOf) -> None:
    server = serve(Revision(set(), 405))
    with pytest.raises(Refused, match="POST"):
        client_of(server).sales_invoices.post(7)
    assert [("POST", "post"), ("PUT", "post")] == writes(server)
