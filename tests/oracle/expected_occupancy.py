"""Expected rows of the marts of schema `occupancy`: columns by key, in the marts' own names, money as Decimal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle import nights as slept
from oracle import occupancy, pace, tenancies
from oracle.named import building_name, type_name
from oracle.rules import ONE, SOLD, TENTATIVE, UNKNOWN, Row, Rows, money, month, ratio_of_cents

if TYPE_CHECKING:
    from oracle.model import Portfolio, Stay
    from oracle.pace import Version
    from oracle.rules import Day, Rules


def state_of(status: str) -> str:
    """The occupancy state of a status."""
    return "occupied" if status in SOLD else "tentative" if status in TENTATIVE else "none"


def place(stay: Stay) -> Row:
    """The unit, type and building columns of a stay."""
    return {"unit_id": stay.unit, "unit_type_id": stay.type or UNKNOWN, "building_id": stay.building or UNKNOWN}


def sale(stay: Stay) -> Row:
    """The columns that say how a stay was sold."""
    return {"booking_id": stay.booking, "channel_id": stay.channel, "market_segment_id": stay.segment}


def room_stays(portfolio: Portfolio) -> Rows:
    """Every stay of any status."""
    today = portfolio.rules.business_date
    return {
        (stay.id,): place(stay)
        | sale(stay)
        | {
            "booking_reference": stay.reference and stay.reference.split("/")[0],
            "contact_id": stay.contact,
            "room_stay_status": stay.status,
            "occupancy_state": state_of(stay.status),
            "rate_code": stay.rate.get("rateCode"),
            "rate_type": stay.rate.get("rateType"),
            "booked_date": stay.booked,
            "start_date": stay.start,
            "end_date": stay.end,
            "cancelled_date": (stay.cancelled or stay.left) if stay.status == "CANCELLED" else None,
            "nights": stay.nights,
            "lead_days": stay.booked and (stay.start - stay.booked).days,
            "is_day_use": stay.end <= stay.start,
            "is_residential": tenancies.is_residential(stay.nights, portfolio),
            "is_overdue": stay.status == "CONFIRMED" and stay.start < today,
            "net_amount": money(stay.net),
            "vat_amount": money(stay.vat),
            "gross_amount": money(stay.net + stay.vat),
            "extras_net_amount": money(stay.extras_net),
            "currency_code": stay.currency,
            "booked_month": stay.booked and month(stay.booked),
            "arrival_month": month(stay.start),
            "is_cancelled": stay.status == "CANCELLED",
            "is_booking": stay.status != "ENQUIRY",
        }
        for stay in portfolio.stays.values()
    }


def stay_nights(portfolio: Portfolio) -> Rows:
    """Nights of sold and of tentative stays, with their status."""
    return {
        (stay.id, part.night): place(stay)
        | sale(stay)
        | {
            "room_stay_status": stay.status,
            "occupancy_state": state_of(stay.status),
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


def unit_nights(portfolio: Portfolio) -> Rows:
    """Every unit-night of the inventory with its state and the stay that holds it."""
    return {
        (item.unit.id, item.night): {
            "building_id": item.unit.building or UNKNOWN,
            "unit_type_id": item.unit.type or UNKNOWN,
            "state": item.state,
            "room_stay_id": item.holder.id if item.holder else None,
            "is_conflict": item.is_conflict,
        }
        for item in occupancy.laid_out(portfolio)
    }


def occupancy_daily(portfolio: Portfolio) -> Rows:
    """Sums by night, building and unit type."""
    return {
        (night, building or UNKNOWN, kind or UNKNOWN): _money(row)
        | _building(portfolio, building)
        | {"unit_type_name": type_name(portfolio, kind)}
        for (night, building, kind), row in occupancy.daily_sums(portfolio).items()
        if any(row.values())
    }


def occupancy_monthly(portfolio: Portfolio) -> Rows:
    """Sums by month and building, and the ratios of those sums."""
    rows = occupancy.monthly(occupancy.daily_sums(portfolio))
    return {
        (month, building or UNKNOWN): _money(row) | _building(portfolio, building)
        for (month, building), row in rows.items()
    }


def _money(row: Row) -> Row:
    return {name: money(value) if "_revenue_" in name else value for name, value in row.items()}


def _building(portfolio: Portfolio, building: int | None) -> Row:
    return {"currency_code": portfolio.currency(building), "building_name": building_name(portfolio, building)}


def all_tenancies(portfolio: Portfolio) -> Rows:
    """Every tenancy by the id of its first stay."""
    return {
        (item.id,): _tenant(item, portfolio)
        | {"first_start_date": item.first, "last_end_date": item.end, "stay_count": len(item.stays)}
        for item in tenancies.tenancies(portfolio)
    }


def departures(portfolio: Portfolio) -> Rows:
    """Tenancies with a night, and their last date."""
    return {
        (item.id,): _tenant(item, portfolio) | {"departure_date": item.end} for item in tenancies.departures(portfolio)
    }


def _tenant(item: tenancies.Tenancy, portfolio: Portfolio) -> Row:
    last = max(item.stays, key=lambda s: (s.until, s.start, s.id))
    return {
        "contact_id": last.contact,
        "unit_id": last.unit,
        "building_id": last.building or UNKNOWN,
        "nights": item.nights,
        "is_residential": tenancies.is_residential(item.nights, portfolio),
    }


def rent_roll(portfolio: Portfolio) -> Rows:
    """Stays, with a night, of residential tenancies; a month's rent is the price of a twelfth of 365 nights."""
    return {
        (stay.id,): place(stay)
        | {
            "tenancy_id": tenancy.id,
            "contact_id": stay.contact,
            "room_stay_status": stay.status,
            "start_date": stay.start,
            "end_date": stay.end,
            "nights": stay.nights,
            "tenancy_end_date": tenancy.end,
            "is_renewal": stay.id != tenancy.id,
            "rate_type": stay.rate.get("rateType"),
            "net_amount": money(stay.net),
            "monthly_rent_net": ratio_of_cents(stay.net * 365, stay.nights * 12),
            "currency_code": stay.currency,
        }
        for tenancy in tenancies.tenancies(portfolio)
        if tenancies.is_residential(tenancy.nights, portfolio)
        for stay in tenancy.stays
        if stay.nights
    }


def vacancies(portfolio: Portfolio) -> Rows:
    """Runs of vacant nights by unit and first night; a run that reaches the horizon has an open end."""
    _, last = occupancy.horizon(portfolio)
    return {
        (item.unit, item.first): {
            "vacant_to": item.to,
            "nights": item.nights,
            "building_id": item.building or UNKNOWN,
            "unit_type_id": item.type or UNKNOWN,
            "is_open_ended": item.to == last + ONE,
            "next_room_stay_id": item.let and item.let.id,
            "next_start_date": item.let_from,
        }
        for item in tenancies.vacancies(occupancy.laid_out(portfolio))
    }


def on_the_books(versions: list[Version], rules: Rules, as_of: Day) -> Rows:
    """Nights and net revenue by stay month, building and currency as known at the end of a day."""
    return {
        (month, building or UNKNOWN, currency): {
            "nights": count.nights,
            "net_amount": money(count.net),
            "room_stays": len(count.stays),
        }
        for (month, building, currency), count in pace.on_the_books(versions, rules, as_of).items()
    }


def on_the_books_nights(versions: list[Version], rules: Rules, as_of: Day) -> Rows:
    """The same by night."""
    return {
        (night, building or UNKNOWN, currency): {"nights": count.nights, "net_amount": money(count.net)}
        for (night, building, currency), count in pace.by_night(versions, rules, as_of).items()
    }
