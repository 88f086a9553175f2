from decimal import Decimal

from transform.building import Built


def listed(built: Built, kind: str) -> dict[int, str]:
    """Record to date of what is listed under a kind."""
    return dict(built.rows(f"select record_id, on_date::varchar from quality.fct_exceptions where kind = '{kind}'"))


def test_nights_that_stand_on_no_invoice_are_listed_once_their_stay_or_month_is_over(built_village: Built) -> None:
    # 1 and 11 are billed, 2 is credited only, 4 on void invoices only, 3 and 9 lie ahead, 10 is worth less than nothing.
    assert {
        2: "2026-02-01",
        4: "2026-01-05",
        5: "2026-01-07",
        6: "2026-01-10",
        12: "2026-01-10",
        14: "2026-02-01",
        15: "2026-02-01",
        17: "2026-02-06",
    } == listed(built_village, "nights never invoiced")
    assert {10: "2026-01-20"} == listed(built_village, "negative rate")
    assert {} == listed(built_village, "zero rate")
    # A stay is listed once for each trouble it is in.
    assert {17: "2026-02-06"} == listed(built_village, "arrival overdue")


def test_the_bridge_of_a_stay_closes_in_every_month_in_which_something_moved(built_village: Built) -> None:
    def money(*amounts: str) -> tuple[Decimal, ...]:
        return tuple(map(Decimal, amounts))

    assert [
        # Earned in January, invoiced in February.
        (1, "2026-01-01", "2026-02-01", *money("0.00", "0.00", "100.00", "-100.00")),
        (1, "2026-02-01", None, *money("-100.00", "100.00", "0.00", "0.00")),
        # A credit written with positive amounts.
        (2, "2026-02-01", None, *money("0.00", "-25.00", "280.00", "-305.00")),
        # A draft is not invoiced; nights to come are earned as booked.
        (3, "2026-03-01", None, *money("0.00", "0.00", "90.00", "-90.00")),
        # One invoice came and went in January, another was void before it was posted.
        (4, "2026-01-01", None, *money("0.00", "0.00", "30.00", "-30.00")),
    ] == built_village.rows(
        """select room_stay_id, month::varchar, next_month::varchar, deferred_opening, invoiced_net, room_earned_net,
               deferred_closing
           from revenue.fct_revenue_bridge_stays where room_stay_id < 5 order by all"""
    )
