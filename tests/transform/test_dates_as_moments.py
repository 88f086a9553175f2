"""A service that writes dates as moments: the midnight on which a day begins, in UTC, is of the day before there."""

import datetime
from pathlib import Path
from typing import Any

import pytest

from transform.building import Built

MADRID, NEW_YORK, LONDON = "Europe/Madrid", "America/New_York", "Europe/London"
DAY = datetime.date(2026, 3, 31)
BEFORE = DAY - datetime.timedelta(days=1)
WRITTEN: list[tuple[str, str, datetime.date | None]] = [
    (MADRID, "2026-03-31", DAY),
    (MADRID, "2026-03-31T00:00:00", DAY),
    (MADRID, "2026-03-31T15:00:00", DAY),
    (MADRID, "2026-03-31T00:00:00+02:00", DAY),
    (MADRID, "2026-03-31T00:00:00Z", DAY),
    (MADRID, "2026-03-31T00:00:00.000+00:00", DAY),
    (MADRID, "2026-03-30T22:00:00Z", DAY),
    (MADRID, "2026-03-30T22:00:00.0000000Z", DAY),
    (MADRID, "2026-03-30T22:00Z", DAY),
    (MADRID, "2026-03-30T22:00:00+0000", DAY),
    (MADRID, "2026-03-31T23:59:59.999Z", DAY),  # the last moment of the day in UTC
    (MADRID, "2026-03-31T21:59:59Z", DAY),  # and in Madrid
    (MADRID, "2026-03-30T22:17:43Z", DAY),  # a quarter past midnight in Madrid
    (MADRID, "2026-03-31T14:00:00Z", DAY),  # no midnight is near
    (MADRID, "2026-03-30T21:10:00Z", BEFORE),  # no time zone has a midnight then
    (MADRID, "2026-03-31T04:00:00Z", DAY),  # midnight in New York
    (MADRID, "2026-03-30T21:00:00Z", None),  # midnight in Athens, eleven at night in Madrid
    (LONDON, "2026-03-30T23:00:00Z", DAY),
    (LONDON, "2026-03-30T22:00:00Z", None),
    (
        LONDON,
        "2026-03-30T16:00:00Z",
        BEFORE,
    ),  # midnight in Hong Kong is too far away to be told from an arrival at five
    (NEW_YORK, "2026-03-31T00:00:00Z", DAY),
    (NEW_YORK, "2026-03-31T04:00:00Z", DAY),
    (NEW_YORK, "2026-03-31T14:00:00Z", DAY),
    ("America/Santiago", "2026-09-06T04:00:00Z", datetime.date(2026, 9, 6)),  # one o'clock: there was no midnight
    ("Asia/Kolkata", "2026-03-30T18:30:00Z", DAY),
    ("Pacific/Auckland", "2026-03-30T11:00:00Z", DAY),
]


NEVER = ["infinity", "-infinity", "0000-01-01", "5000000-01-01"]


def stay(number: int, start: str) -> tuple[str, dict[str, Any]]:
    known = {"roomStayId": number, "roomStayStatus": "CHECKED_OUT", "startDate": start, "endDate": "2026-12-01"}
    return "bookings", {"id": number, "createdDate": "2026-01-01", "roomStays": [known]}


def records(zone: str) -> list[tuple[str, dict[str, Any]]]:
    texts = [text for of, text, _ in WRITTEN if of == zone]
    return [
        *(stay(number, text) for number, text in enumerate(texts)),
        *(("salesInvoices", {"id": number, "invoiceDate": text}) for number, text in enumerate(texts)),
        *(
            ("units", {"id": number, "unitName": f"U{number}", "availableFrom": text})
            for number, text in enumerate(texts)
        ),
    ]


@pytest.mark.sampled
@pytest.mark.parametrize("zone", dict.fromkeys(zone for zone, _, _ in WRITTEN))
def test_a_midnight_in_utc_is_the_day_that_begins_with_it(zone: str, tmp_path: Path) -> None:
    models = "stg_pms__room_stays stg_pms__sales_invoices stg_pms__units"
    built = Built(
        tmp_path,
        records(zone),
        time_zone=zone,
        checked=False,
        models=" ".join(f"+{model}" for model in [*models.split(), "fct_untyped_fields"]),
    )
    expected = [(number, day) for number, day in enumerate(day for of, _, day in WRITTEN if of == zone)]
    for table, key, column in [
        ("room_stays", "room_stay_id", "start_date"),
        ("sales_invoices", "invoice_id", "invoice_date"),
        ("units", "unit_id", "available_from"),
    ]:
        assert expected == built.rows(f"select {key}, {column} from staging.stg_pms__{table} order by 1"), table
    unread = [str(number) for number, day in expected if day is None]
    assert [
        *(("bookings", key, "roomStays.startDate") for key in unread),
        *(("sales_invoices", key, "invoiceDate") for key in unread),
        *(("units", key, "availableFrom") for key in unread),
    ] == built.rows("select stream, record_key, field from quality.fct_untyped_fields order by all")


def test_another_time_zone_reads_what_is_kept_anew(tmp_path: Path) -> None:
    places = [
        ("buildings", {"id": 1, "name": "B", "currencyCode": "EUR"}),
        ("units", {"id": 1, "unitName": "U", "buildingId": 1}),
    ]
    given: dict[str, Any] = {"checked": False, "models": "+fct_room_stays", "incremental_from_units": 0}
    built = Built(tmp_path, [*places, stay(1, "2026-03-30T22:00:00Z")], **given)
    start = "select start_date from occupancy.fct_room_stays"
    assert [(None,)] == built.rows(start), "it may be midnight in Madrid, or eleven in the evening in London"
    for zone, expected in [(MADRID, DAY), (NEW_YORK, BEFORE)]:
        assert [(expected,)] == Built(tmp_path, [], time_zone=zone, **given).rows(start)


def test_a_date_that_never_comes_is_listed_and_the_rest_is_built(tmp_path: Path) -> None:
    """PostgreSQL writes an open end as `infinity`, which casts to a date that nothing can be counted from."""
    never = [
        pair
        for number, text in enumerate(NEVER, start=1)
        for pair in (
            ("bookings", {**stay(number, text)[1], "createdDate": text}),
            ("salesInvoices", {"id": number, "status": "POSTED", "totalGross": 10, "invoiceDate": text}),
            ("salesInvoices", {"id": 10 + number, "status": "POSTED", "totalGross": 10, "invoiceDueDate": text}),
        )
    ]
    built = Built(tmp_path, [*never, stay(99, "2026-11-01")])
    assert [(99, datetime.date(2026, 11, 1))] == built.rows(
        "select room_stay_id, start_date from occupancy.fct_room_stays where start_date is not null"
    )
    assert [
        ("bookings", "createdDate", 4),
        ("bookings", "roomStays.startDate", 4),
        ("sales_invoices", "invoiceDate", 4),
        ("sales_invoices", "invoiceDueDate", 4),
    ] == built.rows("select stream, field, count(*) from quality.fct_untyped_fields group by all order by all")
    kind = "stay without dates, not counted"
    assert 4 == built.one(f"select count(*) from quality.fct_exceptions where kind = '{kind}'")
