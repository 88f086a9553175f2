"""The fields that running clients read, under the names by which they read them."""

from sandbox_api import Api

from nightaudit.client.resources import GuestStays


def test_the_dates_of_guests_have_the_names_that_running_clients_read(api: Api, observed: Api) -> None:
    """They found guest stays without dates, and counted no night."""
    rows = observed.rows(GuestStays.list, sort="dateFrom,desc")
    dates = [row["dateFrom"] for row in rows]
    assert dates == sorted(dates, reverse=True)
    assert [(row["checkInDate"], row["checkOutDate"]) for row in rows] == [
        (row["dateFrom"], row["dateTo"]) for row in rows
    ]
    documented = api.rows(GuestStays.list, sort="dateFrom,desc")
    assert [row["id"] for row in rows] == [row["id"] for row in documented]
    assert {None} == {row.get("dateFrom") for row in documented}
