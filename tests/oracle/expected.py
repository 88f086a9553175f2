"""What the marts should hold for a portfolio: key to columns, in the marts' own names, money as Decimal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle import invoices as documents
from oracle import nights as slept
from oracle import occupancy, pace, receivables, revenue, tenancies
from oracle.rules import SOLD, TENTATIVE, money

if TYPE_CHECKING:
    from oracle.occupancy import UnitNight
    from oracle.pace import Version
    from oracle.portfolio import Portfolio, Stay
    from oracle.rules import Day, Rules

Row = dict[str, Any]
Rows = dict[tuple[Any, ...], Row]
UNKNOWN = -1  # what a key says where the record says nothing


def stay_nights(portfolio: Portfolio) -> Rows:
    """Nights of sold and of tentative stays; the status tells them apart."""
    return {
        (stay.id, part.night): {
            **_place(stay),
            "booking_id": stay.booking,
            "room_stay_status": stay.status,
            "channel_id": stay.channel,
            "market_segment_id": stay.segment,
            "net_amount": money(part.net),
            "vat_amount": money(part.vat),
            "gross_amount": money(part.gross),
            "currency_code": stay.currency,
            "is_residential": tenancies.is_residential(stay.nights, portfolio),
        }
        for stay in portfolio.stays.values()
        if stay.status in SOLD | TENTATIVE and stay.nights
        for part in slept.nights_of(stay)
    }


def revenue_nights(portfolio: Portfolio) -> Rows:
    """What each sold stay earns by night; day use on its arrival date."""
    return {
        (part.stay.id, part.night): {
            "room_net": money(part.net),
            "room_vat": money(part.vat),
            "room_gross": money(part.gross),
            "extras_net": money(part.extras_net),
            "currency_code": part.stay.currency,
            "is_day_use": part.is_day_use,
        }
        for part in slept.revenue_nights(portfolio)
    }


def on_the_books(versions: list[Version], rules: Rules, as_of: Day) -> Rows:
    """Nights and net revenue by stay month and building as known at the end of a day."""
    return {
        (month, building or UNKNOWN): {"nights": count, "net_amount": money(net)}
        for (month, building), (count, net) in pace.on_the_books(versions, rules, as_of).items()
    }


def _place(stay: Stay) -> Row:
    return {"unit_id": stay.unit, "unit_type_id": stay.type or UNKNOWN, "building_id": stay.building or UNKNOWN}


def unit_nights(nights: list[UnitNight]) -> Rows:
    """Every unit-night of the inventory with its state and the stay that holds it."""
    return {
        (item.unit.id, item.night): {
            "building_id": item.unit.building or UNKNOWN,
            "unit_type_id": item.unit.type or UNKNOWN,
            "state": item.state,
            "room_stay_id": min(item.stays, key=lambda s: (s.start, s.id)).id if item.stays else None,
            "is_conflict": item.is_conflict,
        }
        for item in nights
    }


def occupancy_daily(portfolio: Portfolio, nights: list[UnitNight]) -> Rows:
    """Sums by night, building and unit type."""
    rows = occupancy.daily(portfolio, nights)
    return {
        (night, building or UNKNOWN, kind or UNKNOWN): _money(row, "room_revenue_") | _currency(portfolio, building)
        for (night, building, kind), row in rows.items()
        if any(row.values())
    }


def occupancy_monthly(portfolio: Portfolio, nights: list[UnitNight]) -> Rows:
    """Sums by month and building, and the ratios of those sums."""
    rows = occupancy.monthly(occupancy.daily(portfolio, nights))
    return {
        (month, building or UNKNOWN): _money(row, "room_revenue_") | _currency(portfolio, building)
        for (month, building), row in rows.items()
    }


def _money(row: Row, prefix: str = "") -> Row:
    return {name: money(value) if name.startswith(prefix) else value for name, value in row.items()}


def _currency(portfolio: Portfolio, building: int | None) -> Row:
    return {"currency_code": portfolio.currency(building)}


def all_tenancies(portfolio: Portfolio) -> Rows:
    """Every tenancy by the id of its first stay."""
    return {
        (item.id,): _tenant(item, portfolio)
        | {"first_start_date": item.first, "last_end_date": item.end, "stay_count": len(item.stays)}
        for item in tenancies.tenancies(portfolio)
    }


def departures(portfolio: Portfolio) -> Rows:
    """Tenancies with a night, and when they end."""
    return {
        (item.id,): _tenant(item, portfolio) | {"departure_date": item.end} for item in tenancies.departures(portfolio)
    }


def _tenant(item: tenancies.Tenancy, portfolio: Portfolio) -> Row:
    last = max(item.stays, key=lambda s: (s.end, s.start, s.id))
    return {
        "contact_id": last.contact,
        "unit_id": last.unit,
        "building_id": last.building or UNKNOWN,
        "nights": item.nights,
        "is_residential": tenancies.is_residential(item.nights, portfolio),
    }


def vacancies(nights: list[UnitNight]) -> Rows:
    """Runs of vacant nights by unit and first night."""
    return {
        (item.unit, item.first): {
            "vacant_to": item.to,
            "nights": item.nights,
            "building_id": item.building or UNKNOWN,
        }
        for item in tenancies.vacancies(nights)
    }


def revenue_monthly(portfolio: Portfolio, until: Day | None = None) -> Rows:
    """Revenue on three clocks and the bridge, by month, building and currency."""
    return {
        (month, building or UNKNOWN, currency): _money(row)
        for (month, building, currency), row in revenue.monthly(portfolio, until).items()
    }


def sales_invoices(portfolio: Portfolio) -> Rows:
    """Every invoice by id."""
    return {
        (item.id,): {
            "invoice_number": item.number,
            "invoice_type": item.type,
            "status": item.status,
            "invoice_date": item.date,
            "due_date": item.due,
            "finance_account_id": item.account,
            "building_id": item.building or UNKNOWN,
            "currency_code": item.currency,
            "total_net": money(item.net),
            "total_tax": money(item.vat),
            "total_gross": money(item.gross),
            "export_status": item.export_status,
        }
        for item in documents.invoices(portfolio).values()
    }


def allocations(portfolio: Portfolio) -> Rows:
    """Every allocation by id: the contract names the key alone."""
    return {(key,): {} for key in documents.allocations(portfolio)}


def balance_intervals(portfolio: Portfolio) -> Rows:
    """Stretches in which something is open on an invoice."""
    return {
        (item.invoice.id, item.since): {"valid_to": item.until, "open_amount": money(item.open)}
        for item in receivables.balance_intervals(portfolio)
        if item.open
    }


def ageing(portfolio: Portfolio, as_of: Day) -> Rows:
    """Open invoices on a date, aged."""
    return {
        (key,): row | {"open_amount": money(row["open_amount"])}
        for key, row in receivables.ageing(portfolio, as_of).items()
    }


def dso_monthly(portfolio: Portfolio) -> Rows:
    """DSO by month and currency up to the business date's month."""
    return {
        key: {
            "receivable": money(row.receivable),
            "invoiced_gross": money(row.invoiced),
            "dso_simple": row.simple,
            "dso_count_back": row.count_back,
        }
        for key, row in receivables.dso(portfolio, portfolio.rules.business_date).items()
    }
