"""A building or unit type that is renamed keeps what lists that show only names said of it before."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from transform import village
from transform.kept import Kept, tables

if TYPE_CHECKING:
    from pathlib import Path

MODELS = "+fct_on_the_books_changes +dim_buildings +dim_units +dim_units_history +fct_sales_invoices"
BOOKS = "select building_id, nights, net_amount, currency_code from occupancy.on_the_books(date '{}') order by all"


def building(number: int, name: str) -> tuple[str, dict[str, Any]]:
    return "buildings", {"id": number, "name": name, "timeZone": "Europe/Madrid", "currencyCode": "EUR"}


def booking(number: int, place: str, unit: int | None = None) -> tuple[str, dict[str, Any]]:
    """A booking of one stay that shows the name of its building only, and states no currency."""
    stay = village.stay(number, "CONFIRMED", "2026-03-01", "2026-03-03", "20.00", building=1)
    stay["unit"] = {"id": unit, "name": None, "unitTypeName": "Studio", "buildingName": place}
    return "bookings", {"id": number, "createdDate": "2025-12-01T10:00:00Z", "roomStays": [stay]}


def test_a_renamed_building_keeps_its_past(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    bill = {"id": 1, "status": "POSTED", "invoiceDate": "2026-01-05", "totalNet": "20", "totalTax": "0", "bookingId": 3}
    evenings: list[tuple[list[Any], list[tuple[str, str]]]] = [
        (
            [
                ("unitTypes", {"id": 1, "name": "Studio"}),
                building(1, "Casa Sol"),
                building(2, "Casa Luna"),
                ("units", {"id": 1, "unitName": "A", "buildingName": "Casa Sol"}),
                ("units", {"id": 2, "unitName": "B", "buildingName": "Casa Sol"}),
                booking(1, "Casa Sol"),
                booking(2, "Casa Sol", unit=2),
                booking(3, "Casa Sol"),
                ("salesInvoices", bill),
            ],
            [],
        ),
        # One unit and one booking are deleted before the building has its new name; a later building takes the old one.
        ([], [("units", "2"), ("bookings", "3")]),
        (
            [
                ("unitTypes", {"id": 1, "name": "Studio with a view"}),
                building(1, "Hotel Sol"),
                ("units", {"id": 1, "unitName": "A", "buildingName": "Hotel Sol"}),
                booking(1, "Hotel Sol"),
            ],
            [],
        ),
    ]
    given: dict[str, Any] = {"checked": False, "models": MODELS}
    for records, gone in evenings:
        kept.load(records=records, gone=gone)
        built = kept.mend(**given)
        assert [(1, 6, Decimal("60.00"), "EUR")] == built.rows(BOOKS.format("2026-01-15"))
        assert [(1,)] == built.rows("select distinct building_id from core.dim_units_history")
        assert [(1, 1, -1), (2, 1, 1)] == built.rows(
            "select unit_id, building_id, unit_type_id from core.dim_units order by 1"
        )
        assert [(1, "EUR")] == built.rows("select building_id, currency_code from receivables.fct_sales_invoices")
    assert tables(kept.anew(**given)) == tables(built)
    kept.load(records=[building(2, "Casa Sol")])
    built = kept.mend(**given | {"checked": True})
    assert [(1, "Hotel Sol"), (2, "Casa Sol")] == built.rows(
        "select building_id, building_name from core.dim_buildings order by 1"
    )
    assert [(2,)] == built.rows("select distinct building_id from receivables.fct_sales_invoices"), (
        "it has the name now"
    )


def test_a_building_that_no_list_shows_is_left_out_by_its_last_name_only(tmp_path: Path) -> None:
    def placed(number: int, building_id: int, name: str) -> tuple[str, dict[str, Any]]:
        stay = village.stay(number, "CONFIRMED", "2026-03-01", "2026-03-03", "20.00", building=1)
        stay["unit"] = {"buildingId": building_id, "buildingName": name}
        return "bookings", {"id": number, "createdDate": "2025-12-01T10:00:00Z", "roomStays": [stay]}

    kept = Kept(tmp_path)
    bills = [
        (
            "salesInvoices",
            {"id": at, "status": "POSTED", "invoiceDate": "2026-01-05", "totalNet": "20", "bookingId": at},
        )
        for at in (1, 2, 3)
    ]
    evenings: list[tuple[list[Any], list[tuple[str, str]]]] = [
        ([placed(1, 7, "Show flats"), placed(2, 8, "Casa Sol"), placed(3, 9, "Show flats"), *bills], []),
        ([placed(1, 7, "Casa Luna"), placed(2, 8, "Show flats")], [("bookings", "3")]),
        ([placed(4, 9, "Casa Mar")], [("bookings", "1"), ("bookings", "2")]),
    ]
    counted = []
    for records, gone in evenings:
        kept.load(records=records, gone=gone)
        built = kept.mend(checked=False, models=MODELS, excluded_buildings=("show flats",))
        counted.append(built.rows("select building_id, invoice_id from receivables.fct_sales_invoices order by all"))
    assert [[(8, 2)], [(7, 1)], [(7, 1), (9, 3)]] == counted
